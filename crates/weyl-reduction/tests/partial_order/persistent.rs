//! The definition of a part, checked step by step: whatever others do before somebody of the part
//! acts, the steps of the part stay what they are, none is added, and each commutes with what was
//! done (a persistent set; Godefroid, 1996, definition 4.1, with commutation as it really is).

use anyhow::{Result, ensure};
use std::collections::{BTreeSet, HashSet, VecDeque};
use weyl_ir::PropertyId;
use weyl_reduction::{Independence, PartialOrder};
use weyl_system::{Batch, Conditions, Extent, Firing, Interpreter, Outcome, Program, System};

/// States of which the parts are looked at, and states that others may reach without them.
const MOST_STATES: usize = 120;
const MOST_BEYOND: usize = 60;

/// A step that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    /// Who begins it: a process, or the ground rule itself.
    who: (u64, u64),
    firing: Firing,
    to: Vec<u8>,
}

struct Steps {
    steps: Vec<Step>,
    /// Who fails.
    faults: Vec<(u64, u64)>,
}

fn who(batch: &Batch, has_processes: bool, place: usize, firing: Firing) -> (u64, u64) {
    if !has_processes {
        return (u64::from(firing.rule.as_u32()) + 1, firing.instance);
    }
    let mut turns = batch.turns();
    let own = turns.find(|(_, places)| places.contains(&place));
    (0, own.map_or(u64::MAX, |(process, _)| process.into()))
}

/// All steps of a state, with who begins them.
fn steps(interpreter: &mut Interpreter<'_>, state: &[u8]) -> Steps {
    let has_processes = interpreter.program().model.has_processes();
    let mut batch = Batch::default();
    batch.agree_to_part(true);
    interpreter.successors(state, &mut batch);
    let mut all = Steps {
        steps: Vec::new(),
        faults: Vec::new(),
    };
    for (place, (firing, outcome)) in batch.iter().enumerate() {
        let who = who(&batch, has_processes, place, firing);
        match outcome {
            Outcome::State { state, .. } => all.steps.push(Step {
                who,
                firing,
                to: state.to_vec(),
            }),
            Outcome::Fault(_) => all.faults.push(who),
            Outcome::Excluded => {}
        }
    }
    all
}

/// Checks the parts of all states up to a number; returns how many there were.
pub fn check(program: &Program, seen: &[PropertyId]) -> Result<usize> {
    let Some(independence) = Independence::new(&program.model, &program.layout, seen) else {
        return Ok(0);
    };
    let mut interpreter = Interpreter::new(program);
    let mut ordered = PartialOrder::new(Interpreter::new(program), Some(independence));
    let mut batch = Batch::default();
    interpreter.initial(&mut batch);
    let mut known: HashSet<Vec<u8>> = HashSet::new();
    let mut left: VecDeque<Vec<u8>> = VecDeque::new();
    let arrive = |state: &[u8], known: &mut HashSet<Vec<u8>>, left: &mut VecDeque<Vec<u8>>| {
        if known.len() < MOST_STATES && known.insert(state.to_vec()) {
            left.push_back(state.to_vec());
        }
    };
    for (_, outcome) in batch.iter() {
        if let Outcome::State { state, .. } = outcome {
            arrive(state, &mut known, &mut left);
        }
    }
    let mut parts = 0;
    while let Some(state) = left.pop_front() {
        let all = steps(&mut interpreter, &state);
        for step in &all.steps {
            arrive(&step.to, &mut known, &mut left);
        }
        batch.agree_to_part(true);
        ordered.successors(&state, &mut batch);
        if batch.extent() == Extent::Part {
            parts += 1;
            check_part(&mut interpreter, &state, &all, &batch, seen)?;
        }
    }
    Ok(parts)
}

/// The members of a part: those of whom it has steps, and then all of them.
fn members(all: &Steps, batch: &Batch) -> BTreeSet<(u64, u64)> {
    let kept = batch.iter().filter_map(|(firing, outcome)| match outcome {
        Outcome::State { .. } => Some(firing),
        Outcome::Fault(_) | Outcome::Excluded => None,
    });
    let kept: Vec<Firing> = kept.collect();
    let is_kept = |step: &&Step| kept.contains(&step.firing);
    let members: BTreeSet<(u64, u64)> = all
        .steps
        .iter()
        .filter(is_kept)
        .map(|step| step.who)
        .collect();
    let own = all.steps.iter().filter(|step| members.contains(&step.who));
    assert_eq!(
        own.count(),
        kept.len(),
        "a part has all steps of its members"
    );
    members
}

fn check_part(
    interpreter: &mut Interpreter<'_>,
    state: &[u8],
    all: &Steps,
    batch: &Batch,
    seen: &[PropertyId],
) -> Result<()> {
    let members = members(all, batch);
    let own = |steps: &Steps| -> Vec<Step> {
        let own = steps
            .steps
            .iter()
            .filter(|step| members.contains(&step.who));
        own.cloned().collect()
    };
    ensure!(!own(all).is_empty() && own(all).len() < all.steps.len());
    for step in own(all) {
        ensure!(
            looks(interpreter, seen, state) == looks(interpreter, seen, &step.to),
            "visible"
        );
    }
    let mut known: HashSet<Vec<u8>> = HashSet::from([state.to_vec()]);
    let mut left = vec![state.to_vec()];
    while let Some(state) = left.pop() {
        let here = steps(interpreter, &state);
        let others = here
            .steps
            .iter()
            .filter(|step| !members.contains(&step.who));
        for other in others {
            let there = steps(interpreter, &other.to);
            check_square(interpreter, (&own(&here), &own(&there)), other)?;
            let failing = |steps: &Steps| {
                let faults = steps.faults.iter().filter(|who| members.contains(who));
                faults.count()
            };
            ensure!(failing(&here) == failing(&there), "a failure comes or goes");
            if known.len() < MOST_BEYOND && known.insert(other.to.clone()) {
                left.push(other.to.clone());
            }
        }
    }
    Ok(())
}

/// What others do changes nothing of the part, and commutes with it.
fn check_square(
    interpreter: &mut Interpreter<'_>,
    (here, there): (&[Step], &[Step]),
    other: &Step,
) -> Result<()> {
    ensure!(
        here.len() == there.len(),
        "{} steps of the part, {} after {:?}",
        here.len(),
        there.len(),
        other.who
    );
    for (before, after) in here.iter().zip(there) {
        let round = steps(interpreter, &before.to);
        let mut round = round.steps.iter();
        ensure!(before.who == after.who);
        ensure!(
            round.any(|step| step.who == other.who && step.to == after.to),
            "{:?} and {:?} do not commute",
            before.who,
            other.who
        );
    }
    Ok(())
}

/// What questions see of a state.
fn looks(interpreter: &mut Interpreter<'_>, seen: &[PropertyId], state: &[u8]) -> Vec<String> {
    let mut looks = Vec::new();
    for property in seen {
        for instance in 0..interpreter.instances(*property).min(4) {
            let holds = interpreter.holds(*property, instance, state);
            let holds = holds.map_or_else(|fault| format!("{:?}", fault.kind), |of| of.to_string());
            looks.push(holds);
        }
    }
    looks
}
