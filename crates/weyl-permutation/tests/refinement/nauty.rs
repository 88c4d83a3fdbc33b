//! Groups as nauty's `dreadnaut` finds them.

use crate::sample::Sample;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What nauty says of a graph.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The decimal logarithm of the order of the group.
    pub order: f64,
    /// The least vertex of the orbit of each vertex.
    pub representatives: Vec<usize>,
    pub seconds: f64,
}

/// The two programs inside dreadnaut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    Nauty,
    /// Knows undirected graphs only.
    Traces,
}

/// There are small graphs on which nauty is still busy tomorrow.
const LIMIT: Duration = Duration::from_secs(60);

pub fn is_installed() -> bool {
    Command::new("dreadnaut").arg("-h").output().is_ok()
}

/// `None` if there is no answer in time.
pub fn ask(sample: &Sample, program: Program) -> Option<Answer> {
    let mode = match program {
        Program::Nauty => "As",
        Program::Traces => "At",
    };
    let script = format!("l=0 -a -m {mode} {} x o q\n", graph(sample, program));
    let dreadnaut = Command::new("dreadnaut")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut dreadnaut = dreadnaut.expect("dreadnaut starts");
    let mut input = dreadnaut.stdin.take().expect("a pipe");
    let mut output = dreadnaut.stdout.take().expect("a pipe");
    let writer = thread::spawn(move || input.write_all(script.as_bytes()));
    let reader = thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    let start = Instant::now();
    while dreadnaut
        .try_wait()
        .expect("it can be waited for")
        .is_none()
    {
        if start.elapsed() > LIMIT {
            dreadnaut.kill().expect("it can be stopped");
        }
        thread::sleep(Duration::from_millis(1));
    }
    writer.join().expect("no panic").ok()?;
    let text = reader.join().expect("no panic").ok()?;
    parse(&text, sample.degree())
}

/// An undirected graph as it is. Else every edge, with its colour and multiplicity, becomes a
/// vertex between its ends, or two where directions are not understood.
fn graph(sample: &Sample, program: Program) -> String {
    let mut multiplicities = BTreeMap::new();
    for &edge in &sample.edges {
        *multiplicities.entry(edge).or_insert(0) += 1;
    }
    let is_plain = multiplicities.iter().all(|(&(from, to, colour), &count)| {
        let has_twin = multiplicities.contains_key(&(to, from, colour));
        from != to && colour == 0 && count == 1 && has_twin
    });
    let mut lists = vec![Vec::new(); sample.degree()];
    let mut cells: BTreeMap<(usize, u32, bool), Vec<usize>> = BTreeMap::new();
    for (vertex, &colour) in sample.colours.iter().enumerate() {
        cells.entry((0, colour, false)).or_default().push(vertex);
    }
    for ((from, to, colour), count) in multiplicities {
        if is_plain {
            lists[from].push(to);
            continue;
        }
        let middle = lists.len();
        lists[from].push(middle);
        cells
            .entry((count, colour, false))
            .or_default()
            .push(middle);
        if program == Program::Traces {
            lists.push(vec![middle + 1]);
            cells
                .entry((count, colour, true))
                .or_default()
                .push(middle + 1);
        }
        lists.push(vec![to]);
    }
    let is_directed = !is_plain && program == Program::Nauty;
    let direction = if is_directed { "d" } else { "-d" };
    let (lists, cells, degree) = (
        joined(&lists, ";"),
        joined(cells.values(), "|"),
        lists.len(),
    );
    format!("n={degree} {direction} g {lists}. f=[{cells}]")
}

fn joined<'a>(lists: impl IntoIterator<Item = &'a Vec<usize>>, separator: &str) -> String {
    let mut text = String::new();
    for (place, list) in lists.into_iter().enumerate() {
        if place > 0 {
            text.push_str(separator);
        }
        for vertex in list {
            let _ = write!(text, " {vertex}");
        }
        text.push('\n');
    }
    text
}

fn parse(text: &str, degree: usize) -> Option<Answer> {
    let (_, rest) = text.split_once("grpsize=")?;
    let (order, rest) = rest.split_once(';')?;
    let (_, rest) = rest.split_once("cpu time = ")?;
    let (seconds, orbits) = rest.split_once(" seconds")?;
    let mut representatives = vec![0; degree];
    for orbit in orbits
        .trim()
        .split(';')
        .filter(|orbit| !orbit.trim().is_empty())
    {
        let members = orbit.split('(').next()?;
        let mut least = None;
        for range in members.split_whitespace() {
            let (low, high) = range.split_once(':').unwrap_or((range, range));
            let (low, high): (usize, usize) = (low.parse().ok()?, high.parse().ok()?);
            let least = *least.get_or_insert(low);
            representatives[low.min(degree)..degree.min(high + 1)].fill(least);
        }
    }
    Some(Answer {
        order: logarithm(order)?,
        representatives,
        seconds: seconds.parse().ok()?,
    })
}

/// Of a number that may be too large to be one.
fn logarithm(number: &str) -> Option<f64> {
    let (mantissa, exponent) = number.split_once('e').unwrap_or((number, "0"));
    Some(mantissa.parse::<f64>().ok()?.log10() + exponent.parse::<f64>().ok()?)
}
