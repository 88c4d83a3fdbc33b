//! Temporal properties beside SPIN: `cargo xtask temporal`.

use crate::bench::Weyl;
use crate::document::{table, write_part};
use crate::tidy::root;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Options {
    /// Write the tables into docs/results.md
    #[arg(long)]
    write: bool,
}

/// A formula about a model.
struct Pair {
    model: &'static str,
    constants: &'static [&'static str],
    formula: &'static str,
    is_fair: bool,
}

const fn pair(model: &'static str, formula: &'static str) -> Pair {
    Pair {
        model,
        constants: &[],
        formula,
        is_fair: false,
    }
}

const fn fair(model: &'static str, formula: &'static str) -> Pair {
    Pair {
        is_fair: true,
        ..pair(model, formula)
    }
}

const PAIRS: &[Pair] = &[
    pair("promela/peterson-4.pml", "[] <> (critical == 1)"),
    fair(
        "promela/peterson-4.pml",
        "[] (level[0] > 0 -> <> (level[0] == 0))",
    ),
    pair("promela/peterson-5.pml", "[] <> (critical == 1)"),
    pair("promela/bakery-3.pml", "[] <> (critical == 1)"),
    Pair {
        constants: &["N=9"],
        ..pair("families/mutex-40.pml", "[] (critical <= 1)")
    },
    Pair {
        constants: &["N=9"],
        ..fair("families/mutex-40.pml", "[] <> (critical == 1)")
    },
    pair("promela/philosophers-10.pml", "[] (eating <= 5)"),
    fair("promela/lamport-fast.pml", "[] <> (critical == 1)"),
    fair("promela/readers-writers.pml", "[] <> (writing == 1)"),
    pair("promela/resource-allocator.pml", "[] (using <= 1)"),
    pair("promela/three-tiered.pml", "[] (locked -> <> !locked)"),
    pair("promela/leader-ring-4.pml", "<> [] (leaders == 1)"),
];

pub fn run(options: &Options) -> Result<()> {
    let weyl = Weyl::build(None)?;
    let parts = [
        ("temporal:pairs", pairs(&weyl)?),
        ("temporal:automata", automata(&weyl)?),
    ];
    for (name, part) in parts {
        println!("{part}\n");
        if options.write {
            write_part(&root().join("docs/results.md"), name, &part)?;
        }
    }
    Ok(())
}

fn pairs(weyl: &Weyl) -> Result<String> {
    let head = [
        "model",
        "formula",
        "verdict",
        "all",
        "s",
        "with symmetry",
        "s",
        "SPIN",
        "s",
        "SPIN, no reduction",
        "s",
    ];
    let rows = PAIRS.iter().map(|pair| pair_row(weyl, pair));
    let rows: Result<Vec<Vec<String>>> = rows.collect();
    Ok(table(&head, rows?))
}

fn pair_row(weyl: &Weyl, pair: &Pair) -> Result<Vec<String>> {
    let formula = if pair.is_fair {
        format!("`{}`, weak fairness", pair.formula)
    } else {
        format!("`{}`", pair.formula)
    };
    let model = [&[pair.model], pair.constants].concat().join(" ");
    let (verdict, all) = ours(weyl, pair, "off")?;
    let (_, reduced) = ours(weyl, pair, "auto")?;
    let spin = spin(pair, &[])?;
    let unreduced = self::spin(pair, &["-DNOREDUCE"])?;
    let numbers = [all, reduced, spin, unreduced].into_iter();
    let numbers =
        numbers.flat_map(|(states, seconds)| [states.to_string(), format!("{seconds:.2}")]);
    Ok([model, formula.replace('|', "\\|"), verdict]
        .into_iter()
        .chain(numbers)
        .collect())
}

/// The verdict, states of the product, and seconds.
fn ours(weyl: &Weyl, pair: &Pair, symmetry: &str) -> Result<(String, (u64, f64))> {
    let mut options: Vec<String> = pair
        .constants
        .iter()
        .map(|set| format!("-D{set}"))
        .collect();
    options.push(format!("--ltl={}", pair.formula));
    options.push(format!("--symmetry={symmetry}"));
    options.extend(pair.is_fair.then(|| "--fairness=weak".to_string()));
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let path = root().join("models").join(pair.model);
    let answer = weyl.ask("check", &path, &options)?;
    let answer = answer.with_context(|| format!("{} is refused", pair.model))?;
    let read = |answer: &Value| {
        let explored = &answer["explorations"][0];
        // Where single states answer the question there is no product.
        let states = match explored["products"][0]["states"].as_u64()? {
            0 => explored["states"].as_u64()?,
            states => states,
        };
        Some((states, answer["seconds"].as_f64()?))
    };
    let verdict = answer["verdict"].as_str().unwrap_or_default().to_string();
    let numbers = read(&answer).with_context(|| format!("{}: {answer}", pair.model))?;
    Ok((verdict, numbers))
}

/// Stored states and seconds of SPIN's search.
fn spin(pair: &Pair, defines: &[&str]) -> Result<(u64, f64)> {
    let folder = tempfile::tempdir()?;
    let text = std::fs::read_to_string(root().join("models").join(pair.model))?;
    let text = format!("{text}\nltl measured {{ {} }}\n", pair.formula);
    std::fs::write(folder.path().join("model.pml"), text)?;
    let constants = pair.constants.iter().map(|set| format!("-D{set}"));
    finish(
        Command::new("spin")
            .arg("-a")
            .args(constants)
            .arg("model.pml"),
        folder.path(),
    )?;
    let mut compiler = Command::new("cc");
    compiler
        .args(["-w", "-O2", "-DMEMLIM=6000", "-DNFAIR=3"])
        .args(defines);
    finish(compiler.args(["-o", "pan", "pan.c"]), folder.path())?;
    let mut pan = Command::new(folder.path().join("pan"));
    pan.args(["-a", "-E", "-m10000000", "-w24", "-n", "-N", "measured"]);
    pan.args(pair.is_fair.then_some("-f"));
    let printed = finish(&mut pan, folder.path())?;
    let states = before(&printed, "states, stored").context("SPIN stored no states")?;
    let seconds = printed.split_once("elapsed time ").map(|(_, rest)| rest);
    let seconds = seconds.and_then(|rest| rest.split_whitespace().next());
    Ok((states, seconds.context("SPIN took no time")?.parse()?))
}

fn before(text: &str, mark: &str) -> Option<u64> {
    let line = text.lines().find(|line| line.contains(mark))?;
    line.split_whitespace().next()?.parse().ok()
}

fn finish(command: &mut Command, folder: &Path) -> Result<String> {
    let Output {
        stdout,
        stderr,
        status,
    } = command.current_dir(folder).output()?;
    let printed = String::from_utf8_lossy(&stdout).into_owned();
    if !status.success() && !printed.contains("errors: ") {
        bail!("{command:?}: {printed}{}", String::from_utf8_lossy(&stderr));
    }
    Ok(printed)
}

/// The patterns of M. Dwyer, G. Avrunin and J. Corbett (*Patterns in property specifications for
/// finite-state verification*, 1999): each for all of a run, before r, after q, between q and r,
/// after q until r.
const PATTERNS: &[(&str, [&str; 5])] = &[
    (
        "absence",
        [
            "[] !p",
            "<> r -> (!p U r)",
            "[] (q -> [] !p)",
            "[] ((q && !r && <> r) -> (!p U r))",
            "[] (q && !r -> (!p W r))",
        ],
    ),
    (
        "existence",
        [
            "<> p",
            "!r W (p && !r)",
            "[] !q || <> (q && <> p)",
            "[] (q && !r -> (!r W (p && !r)))",
            "[] (q && !r -> (!r U (p && !r)))",
        ],
    ),
    (
        "at most two times",
        [
            "!p W (p W (!p W (p W [] !p)))",
            "<> r -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p U r)))))))))",
            "<> q -> (!q U (q && (!p W (p W (!p W (p W [] !p))))))",
            "[] ((q && <> r) -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p U r))))))))))",
            "[] (q -> ((!p && !r) U (r || ((p && !r) U (r || ((!p && !r) U (r || ((p && !r) U (r || (!p W r) || [] p)))))))))",
        ],
    ),
    (
        "universality",
        [
            "[] p",
            "<> r -> (p U r)",
            "[] (q -> [] p)",
            "[] ((q && !r && <> r) -> (p U r))",
            "[] (q && !r -> (p W r))",
        ],
    ),
    (
        "precedence",
        [
            "!p W s",
            "<> r -> (!p U (s || r))",
            "[] !q || <> (q && (!p W s))",
            "[] ((q && !r && <> r) -> (!p U (s || r)))",
            "[] (q && !r -> (!p W (s || r)))",
        ],
    ),
    (
        "response",
        [
            "[] (p -> <> s)",
            "<> r -> (p -> (!r U (s && !r))) U r",
            "[] (q -> [] (p -> <> s))",
            "[] ((q && !r && <> r) -> (p -> (!r U (s && !r))) U r)",
            "[] (q && !r -> ((p -> (!r U (s && !r))) W r))",
        ],
    ),
    (
        "s, t precede p",
        [
            "<> p -> (!p U (s && !p && X (!p U t)))",
            "<> r -> (!p U (r || (s && !p && X (!p U t))))",
            "[] !q || (!q U (q && (<> p -> (!p U (s && !p && X (!p U t))))))",
            "[] ((q && <> r) -> (!p U (r || (s && !p && X (!p U t)))))",
            "[] (q -> (<> p -> (!p U (r || (s && !p && X (!p U t))))))",
        ],
    ),
    (
        "p precedes s, t",
        [
            "<> (s && X <> t) -> (!s U p)",
            "<> r -> (!(s && !r && X (!r U (t && !r))) U (r || p))",
            "[] !q || (!q U (q && (<> (s && X <> t) -> (!s U p))))",
            "[] ((q && <> r) -> (!(s && !r && X (!r U (t && !r))) U (r || p)))",
            "[] (q -> (!(s && !r && X (!r U (t && !r))) U (r || p)) || [] !(s && X <> t))",
        ],
    ),
    (
        "p responds to s, t",
        [
            "[] (s && X <> t -> X <> (t && <> p))",
            "<> r -> (s && X (!r U t) -> X (!r U (t && <> p))) U r",
            "[] (q -> [] (s && X <> t -> X (!t U (t && <> p))))",
            "[] ((q && <> r) -> (s && X (!r U t) -> X (!r U (t && <> p))) U r)",
            "[] (q -> (s && X (!r U t) -> X (!r U (t && <> p))) U (r || [] (s && X (!r U t) -> X (!r U (t && <> p)))))",
        ],
    ),
    (
        "s, t respond to p",
        [
            "[] (p -> <> (s && X <> t))",
            "<> r -> (p -> (!r U (s && !r && X (!r U t)))) U r",
            "[] (q -> [] (p -> (s && X <> t)))",
            "[] ((q && <> r) -> (p -> (!r U (s && !r && X (!r U t)))) U r)",
            "[] (q -> (p -> (!r U (s && !r && X (!r U t)))) U (r || [] (p -> (s && X <> t))))",
        ],
    ),
    (
        "s, t without z respond to p",
        [
            "[] (p -> <> (s && !z && X (!z U t)))",
            "<> r -> (p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U r",
            "[] (q -> [] (p -> (s && !z && X (!z U t))))",
            "[] ((q && <> r) -> (p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U r)",
            "[] (q -> (p -> (!r U (s && !r && !z && X ((!r && !z) U t)))) U (r || [] (p -> (s && !z && X (!z U t)))))",
        ],
    ),
];

const SCOPES: [&str; 5] = [
    "globally",
    "before r",
    "after q",
    "between q and r",
    "after q until r",
];

/// Sizes of the automata of the negated patterns, which searches use.
fn automata(weyl: &Weyl) -> Result<String> {
    let mut rows = Vec::new();
    let mut sum = [0, 0, 0];
    for (pattern, formulas) in PATTERNS {
        for (scope, formula) in SCOPES.iter().zip(formulas) {
            let (states, claim) = automaton(weyl, &format!("!({formula})"))?;
            let theirs = never_states(formula)?;
            if let Some(theirs) = theirs {
                sum = [sum[0] + states, sum[1] + claim, sum[2] + theirs];
            }
            rows.push(vec![
                pattern.to_string(),
                scope.to_string(),
                states.to_string(),
                claim.to_string(),
                theirs.map_or("–".to_string(), |states| states.to_string()),
            ]);
        }
    }
    let [ours, claims, theirs] = sum.map(|sum| sum.to_string());
    rows.push(vec![
        "sum, where SPIN has one".to_string(),
        String::new(),
        ours,
        claims,
        theirs,
    ]);
    let head = [
        "pattern",
        "scope",
        "automaton",
        "as a never claim",
        "`spin -f`",
    ];
    Ok(table(&head, rows))
}

/// States of the generalised automaton, and of the never claim.
fn automaton(weyl: &Weyl, formula: &str) -> Result<(u64, u64)> {
    let printed = weyl.automaton(formula)?;
    let number = |mark: &str| {
        let line = printed.lines().find_map(|line| line.strip_prefix(mark))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let found = number("automaton").zip(number("never claim"));
    found.with_context(|| format!("{formula}: {printed}"))
}

/// SPIN has no X and no W, and takes its time for some.
fn never_states(formula: &str) -> Result<Option<u64>> {
    if formula.contains('X') {
        return Ok(None);
    }
    let (parsed, names) = weyl_temporal::parse(formula)?;
    let mut text = format!("!({parsed})");
    for (number, name) in names.iter().enumerate() {
        text = text.replace(&format!("p{number}"), &format!("{name}_"));
    }
    let mut spin = Command::new("timeout");
    spin.arg(Duration::from_secs(20).as_secs().to_string())
        .args(["spin", "-f", &text]);
    let output = spin.output()?;
    let printed = String::from_utf8_lossy(&output.stdout);
    let states = printed
        .lines()
        .filter(|line| line.ends_with(':') && !line.starts_with('\t'));
    let states = states.count() as u64;
    Ok((states > 0).then_some(states))
}
