//! The steps of the processes of a model, with the numbers that SPIN has for them.

use crate::Options;
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use weyl_check::{Loaded, read};
use weyl_ir::Capacity;
use weyl_source::Sources;

/// A way out of a place of a process.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ProcessStep {
    proctype: String,
    /// The number of the place.
    from: u32,
    /// The number of the statement.
    statement: u32,
}

/// The control automata are the same, by SPIN's numbers; pan is there in the folder.
pub fn agree(path: &Path, folder: &Path, options: &Options) -> Result<()> {
    let ours = of_weyl(path, options)?;
    let proctypes = ours.iter().map(|step| step.proctype.clone()).collect();
    let theirs = of_spin(folder, &proctypes)?;
    let (more, fewer) = (ours.difference(&theirs), theirs.difference(&ours));
    let name = path.display();
    ensure!(
        ours == theirs,
        "{name}: weyl alone has {:?}, SPIN {:?}",
        more.collect::<Vec<_>>(),
        fewer.collect::<Vec<_>>()
    );
    Ok(())
}

/// All steps that SPIN lists are steps of weyl, with the same numbers. Where an option begins with
/// 0 SPIN leaves it out, with what only it leads to.
pub fn are_known(path: &Path, folder: &Path, options: &Options) -> Result<()> {
    let ours = of_weyl(path, options)?;
    let proctypes = ours.iter().map(|step| step.proctype.clone()).collect();
    let theirs = of_spin(folder, &proctypes)?;
    let fewer: Vec<&ProcessStep> = theirs.difference(&ours).collect();
    ensure!(fewer.is_empty(), "SPIN alone has {fewer:?}");
    ensure!(!theirs.is_empty(), "SPIN lists no steps");
    Ok(())
}

/// The steps of all proctypes that can run, as weyl numbers them.
fn of_weyl(path: &Path, options: &Options) -> Result<BTreeSet<ProcessStep>> {
    let mut sources = Sources::default();
    let file = sources.add(path.display().to_string(), std::fs::read_to_string(path)?);
    let request = options.request();
    let read = read(&mut sources, file, &request.model);
    match read.and_then(|read| read.load(Capacity::default())) {
        Ok(loaded) => steps(&loaded).context("a Promela model has numbers"),
        Err(failure) => bail!("{}: {:#?}", path.display(), failure.diagnostics()),
    }
}

fn steps(loaded: &Loaded) -> Option<BTreeSet<ProcessStep>> {
    let model = &loaded.program.model;
    let numbers = loaded.numbers.as_ref()?;
    let kinds = model.processes().kinds();
    let steps = model.rules.iter().filter_map(|(id, rule)| {
        let kind = rule.turn?.kind as usize;
        let location = usize::try_from(rule.control.as_ref()?.from).ok()?;
        Some(ProcessStep {
            proctype: kinds.get(kind)?.text_at(location as i128).to_string(),
            from: numbers.state(kind, location)?,
            statement: numbers.statement(id)?,
        })
    });
    Some(steps.collect())
}

/// The steps that `pan -d` lists, of these proctypes.
fn of_spin(folder: &Path, proctypes: &BTreeSet<String>) -> Result<BTreeSet<ProcessStep>> {
    let output = Command::new(folder.join("pan")).arg("-d").output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut proctype = "";
    let mut steps = BTreeSet::new();
    for line in text.lines() {
        proctype = header(line).unwrap_or(proctype);
        if let (true, Some((from, statement))) = (proctypes.contains(proctype), numbers(line)) {
            steps.insert(ProcessStep {
                proctype: proctype.to_string(),
                from,
                statement,
            });
        }
    }
    Ok(steps)
}

/// The name of the proctype that begins here; empty for `claim …`, `trace assertion` and the
/// legend.
fn header(line: &str) -> Option<&str> {
    if line.starts_with(char::is_whitespace) {
        return None;
    }
    match line.strip_prefix("proctype ") {
        Some(name) => Some(name.trim()),
        None if line == "init" => Some(line),
        None => Some(""),
    }
}

/// `state   7 -(tr   9)-> state   3  [id   1 tp   2] …`
fn numbers(line: &str) -> Option<(u32, u32)> {
    let number = |mark: &str| -> Option<u32> {
        let text = line.split_once(mark)?.1;
        text.split_whitespace().next()?.parse().ok()
    };
    Some((number("state ")?, number("[id ")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_pan_is_read() {
        let line = "\tstate   7 -(tr   9)-> state   3  [id   1 tp   2] [----G] a.pml:7 => ((x==1))";
        assert_eq!(numbers(line), Some((7, 1)));
        assert_eq!(numbers("proctype P"), None);
        assert_eq!(header(line), None);
    }

    #[test]
    fn only_processes_have_names() {
        assert_eq!(header("proctype P"), Some("P"));
        assert_eq!(header("init"), Some("init"));
        for other in ["claim never_0", "trace assertion", "notrace assertion", ""] {
            assert_eq!(header(other), Some(""), "{other}");
        }
    }
}
