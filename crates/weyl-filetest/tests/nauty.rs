//! Traces, of nauty, agrees on the groups of program diagrams, drawn edge by edge.

use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use weyl_check::{MURPHI, PROMELA, beginnings};
use weyl_filetest::{models, parallel, program};
use weyl_ir::Capacity;
use weyl_symmetry::{ProgramPicture, Wanted, discover, static_processes};

/// Larger diagrams are left out: Traces may take forever.
const MOST_VERTICES: usize = 1_000;
const SECONDS: &str = "5";

/// The order of the group of a diagram; `None` if there is no answer in time.
fn order(picture: &ProgramPicture) -> Result<Option<f64>> {
    let mut dreadnaut = Command::new("timeout")
        .args([SECONDS, "dreadnaut"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = dreadnaut.stdin.take().context("a pipe")?;
    let script = format!("l=0 -a -m At {} x q\n", graph(picture));
    input.write_all(script.as_bytes())?;
    drop(input);
    let output = dreadnaut.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let size = said.split_once("grpsize=").map(|(_, rest)| rest);
    let size = size.and_then(|rest| rest.split([';', ' ', '\n']).next());
    Ok(size.and_then(|size| size.parse().ok()))
}

/// Each edge becomes two vertices between its ends, coloured with its direction, its place and how
/// often it is there.
fn graph(picture: &ProgramPicture) -> String {
    let mut edges: BTreeMap<(usize, usize, u32), usize> = BTreeMap::new();
    for edge in &picture.edges {
        *edges.entry(*edge).or_insert(0) += 1;
    }
    let mut cells: BTreeMap<(usize, u32, bool), Vec<usize>> = BTreeMap::new();
    let mut lists = vec![Vec::new(); picture.vertices.len()];
    for (number, vertex) in picture.vertices.iter().enumerate() {
        let cell = (0, vertex.colour, false);
        cells.entry(cell).or_default().push(number);
    }
    for ((from, to, place), count) in edges {
        let (near, far) = (lists.len(), lists.len() + 1);
        lists[from].push(near);
        lists.extend([vec![far], vec![to]]);
        for (vertex, is_far) in [(near, false), (far, true)] {
            let cell = (count, place, is_far);
            cells.entry(cell).or_default().push(vertex);
        }
    }
    let mut text = format!("n={} g", lists.len());
    for (vertex, list) in lists.iter().enumerate() {
        let list: Vec<String> = list.iter().map(usize::to_string).collect();
        let _ = write!(text, " {vertex}: {};", list.join(" "));
    }
    let cells = cells.values().map(|cell| {
        let cell: Vec<String> = cell.iter().map(usize::to_string).collect();
        cell.join(",")
    });
    let _ = write!(text, " f=[{}]", cells.collect::<Vec<_>>().join("|"));
    text
}

#[test]
fn nauty_agrees_on_program_diagrams() {
    if Command::new("dreadnaut").arg("-h").output().is_err() {
        eprintln!("skipped: dreadnaut is not installed");
        return;
    }
    let folders = [
        ("promela", PROMELA),
        ("families", PROMELA),
        ("murphi", MURPHI),
    ];
    let all: Vec<_> = folders
        .into_iter()
        .flat_map(|(folder, language)| {
            let models = models(folder).expect("the models can be read");
            models.into_iter().map(move |(path, _)| (path, language))
        })
        .collect();
    let (compared, symmetric) = (AtomicUsize::new(0), AtomicUsize::new(0));
    parallel::for_each(&all, |(path, language)| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)?;
        let program = program(*language, &name, &text, Capacity::MOST)?;
        let statics = static_processes(&program.model);
        let Some(beginnings) = beginnings(&program, &statics) else {
            return Ok(());
        };
        let wanted = Wanted {
            drawn: Some(weyl_symmetry::Drawn::Program),
            ..Wanted::default()
        };
        let found = discover(&program.model, &program.layout, &beginnings, &wanted)?;
        let picture = found.picture.context("a picture")?;
        if picture.vertices.len() > MOST_VERTICES {
            return Ok(());
        }
        let Some(theirs) = order(&picture)? else {
            return Ok(());
        };
        let ours: f64 = found.group.group().order().to_string().parse()?;
        ensure!(
            (ours / theirs - 1.0).abs() < 1e-6,
            "{name}: {ours}, nauty {theirs}"
        );
        compared.fetch_add(1, Relaxed);
        symmetric.fetch_add(usize::from(ours > 1.0), Relaxed);
        Ok(())
    });
    let (compared, symmetric) = (compared.into_inner(), symmetric.into_inner());
    println!("{compared} diagrams were compared, {symmetric} have symmetry");
    assert!(compared >= 80 && symmetric >= 30, "{compared} {symmetric}");
}
