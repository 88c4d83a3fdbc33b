//! The symmetry of all models, and what it saves: `cargo xtask symmetry`. Whether it is all that
//! there is: `cargo xtask symmetry --complete`.

mod complete;

use crate::bench::Weyl;
use crate::document::{table, write_part};
use crate::tidy::root;
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Options {
    /// Write the tables into docs/results.md
    #[arg(long)]
    write: bool,
    /// Compare what is found with all symmetries of the explored graphs of small models
    #[arg(long)]
    complete: bool,
    /// With --complete: more models, beside those of the suite
    #[arg(requires = "complete")]
    folders: Vec<PathBuf>,
    /// With --complete: without the models of the suite
    #[arg(long, requires = "folders")]
    alone: bool,
    /// With --complete: so many random programs of each sort too
    #[arg(long, default_value_t = 0)]
    random: u64,
    /// With --complete: models with more states are left out
    #[arg(long, default_value_t = 3_000)]
    states: usize,
    /// With --complete: models that take more seconds are left out
    #[arg(long, default_value_t = 20)]
    time: u64,
}

const FOLDERS: [&str; 4] = ["promela", "murphi", "families", "temporal"];

/// Models whose quotients are compared with the whole system, and constants that are set.
const QUOTIENTS: &[(&str, &[&str])] = &[
    ("promela/mutex-5.pml", &[]),
    ("families/mutex-40.pml", &["N=12"]),
    ("promela/peterson-3.pml", &[]),
    ("promela/peterson-4.pml", &[]),
    ("promela/peterson-5.pml", &[]),
    ("promela/resource-allocator.pml", &[]),
    ("promela/three-tiered.pml", &[]),
    ("families/three-tiered-4-5.pml", &["SERVERS=2", "CLIENTS=3"]),
    ("promela/email-3.pml", &[]),
    ("promela/email-4.pml", &[]),
    ("promela/load-balancer-2-4-2.pml", &[]),
    ("promela/load-balancer-3-6-2.pml", &[]),
    ("families/hypercube-3.pml", &[]),
    ("families/hypercube-4.pml", &[]),
    ("families/ring-both-ways-12.pml", &[]),
    ("murphi/peterson-5.m", &[]),
    ("murphi/german-4.m", &[]),
    ("murphi/moesi-5.m", &[]),
];

pub fn run(options: &Options) -> Result<()> {
    if options.complete {
        return completeness(options);
    }
    let weyl = Weyl::build(None)?;
    let parts = [
        ("symmetry:discovery", discovery(&weyl)?),
        ("symmetry:quotients", quotients(&weyl)?),
    ];
    for (name, part) in parts {
        println!("{part}\n");
        if options.write {
            write_part(&root().join("docs/results.md"), name, &part)?;
        }
    }
    Ok(())
}

/// What is found beside all that there is.
fn completeness(options: &Options) -> Result<()> {
    let part = complete::run(&complete::Extent {
        folders: &options.folders,
        alone: options.alone,
        random: options.random,
        states: options.states,
        seconds: options.time,
    })?;
    println!("\n{part}");
    if options.write {
        write_part(
            &root().join("docs/results.md"),
            "symmetry:completeness",
            &part,
        )?;
    }
    Ok(())
}

fn models() -> PathBuf {
    root().join("models")
}

/// What is found in each model, how large its diagram is, and how long it takes.
fn discovery(weyl: &Weyl) -> Result<String> {
    let mut rows = Vec::new();
    for folder in FOLDERS {
        let files = std::fs::read_dir(models().join(folder))?;
        let paths: Result<Vec<PathBuf>, _> =
            files.map(|file| file.map(|file| file.path())).collect();
        let mut paths = paths?;
        paths.sort();
        for path in paths {
            let name = path.strip_prefix(models())?.display().to_string();
            if let Some(answer) = weyl.ask("symmetry", &path, &[])? {
                rows.push(discovery_row(&name, &answer).with_context(|| name)?);
            }
        }
    }
    let head = ["model", "vertices", "edges", "group", "order", "ms"];
    Ok(table(&head, rows))
}

fn discovery_row(name: &str, answer: &Value) -> Option<Vec<String>> {
    let symmetry = &answer["symmetry"];
    let count = |what: &str| {
        answer["diagram"][what]
            .as_u64()
            .map_or("–".to_string(), |n| n.to_string())
    };
    Some(vec![
        name.to_string(),
        count("vertices"),
        count("edges"),
        symmetry["structure"].as_str()?.to_string(),
        short(symmetry["order"].as_str()?),
        format!("{:.0}", answer["seconds"].as_f64()? * 1000.0),
    ])
}

/// Large numbers by their first digits.
fn short(number: &str) -> String {
    match number.len() {
        ..=15 => number.to_string(),
        digits => format!("{}.{} · 10^{}", &number[..1], &number[1..3], digits - 1),
    }
}

/// States with and without symmetry.
fn quotients(weyl: &Weyl) -> Result<String> {
    let mut rows = Vec::new();
    for (name, constants) in QUOTIENTS {
        let path = models().join(name);
        let constants: Vec<String> = constants.iter().map(|set| format!("-D{set}")).collect();
        let constants: Vec<&str> = constants.iter().map(String::as_str).collect();
        let all = states(weyl, &path, &constants, "--symmetry=off")?;
        let (orbits, order) = states(weyl, &path, &constants, "--symmetry=auto")?;
        let title = [&[*name], &constants[..]].concat().join(" ");
        rows.push(vec![
            title,
            all.0.to_string(),
            orbits.to_string(),
            format!("{:.1}", all.0 as f64 / orbits as f64),
            order,
        ]);
    }
    let head = ["model", "states", "orbits", "states / orbits", "order"];
    Ok(table(&head, rows))
}

fn states(weyl: &Weyl, path: &Path, constants: &[&str], symmetry: &str) -> Result<(u64, String)> {
    let options = [&["--safety-only", symmetry], constants].concat();
    let answer = weyl.ask("check", path, &options)?;
    let answer = answer.with_context(|| format!("{} is refused", path.display()))?;
    ensure!(answer["verdict"] == "holds", "{}: {answer}", path.display());
    let states = answer["states"].as_u64().context("no states")?;
    let order = answer["symmetry"]["order"].as_str().unwrap_or("1");
    Ok((states, short(order)))
}
