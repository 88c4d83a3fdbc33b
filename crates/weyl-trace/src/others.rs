//! Those of whom nothing is left in a slice: a run that is to be fair lets them act as well.
//!
//! What is gone writes nothing that is kept, and depends on nobody who stays: whenever it acts, the
//! steps of the slice can be made all the same. After each round all that can act then do so, one
//! after the other, each once. That is fair to all who can act from some time on. Whether it is
//! fair enough is found out when the run is judged.

use crate::complete::Position;
use std::collections::HashSet;
use weyl_system::{Batch, FiredOutcome, Firing, Interpreter, Outcome, System};

/// A step: its firing, the rules of it with who executes them, and the state after it.
struct Way {
    firing: Firing,
    path: Vec<Firing>,
    after: Option<Vec<u8>>,
}

/// All steps from a state.
fn ways(interpreter: &mut Interpreter<'_>, state: &[u8]) -> Vec<Way> {
    if interpreter.program().model.has_processes() {
        let turns = interpreter.turns(state).into_iter();
        let ways = turns.map(|(firing, fired)| Way {
            firing,
            path: fired.microsteps.iter().map(|step| step.firing).collect(),
            after: match fired.outcome {
                FiredOutcome::State(state) => Some(state),
                FiredOutcome::Fault(_) | FiredOutcome::Excluded => None,
            },
        });
        return ways.collect();
    }
    let mut batch = Batch::default();
    interpreter.successors(state, &mut batch);
    let ways = batch.iter().map(|(firing, outcome)| Way {
        firing,
        path: vec![firing],
        after: match outcome {
            Outcome::State { state, .. } => Some(state.to_vec()),
            Outcome::Fault(_) | Outcome::Excluded => None,
        },
    });
    ways.collect()
}

/// Steps of the program that the reduced program does not have.
pub(crate) fn let_others_act(
    reduced: &mut Interpreter<'_>,
    written: &mut Interpreter<'_>,
    at: &mut Position,
) {
    let kept: HashSet<Vec<Firing>> = ways(reduced, &at.reduced)
        .into_iter()
        .map(|way| way.path)
        .collect();
    let others = ways(written, &at.written).into_iter();
    let others = others.filter(|way| way.after.is_some() && !kept.contains(&way.path));
    for other in others.collect::<Vec<Way>>() {
        let mut now = ways(written, &at.written).into_iter();
        let found = now.find(|way| way.path == other.path && way.after.is_some());
        if let Some(Way { firing, after, .. }) = found {
            at.steps.push(firing);
            at.written = after.unwrap_or_default();
        }
    }
}
