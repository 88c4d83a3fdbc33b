//! The second half of a witness against AG EF p: all that lies beyond the last state of a run.
//!
//! A run alone can't refute "from here a p-state can be reached": the region beyond its end has to
//! be exhausted without a p-state. The search has done that. Small regions are walked a second time
//! here, on the unreduced system.

use crate::{Recorder, ReplayError, Trace};
use std::collections::HashSet;
use weyl_budget::go_on;
use weyl_ir::PropertyId;

/// Regions up to this many states are walked again.
const CONFIRMED_STATES: usize = 20_000;

/// What lies beyond the end of a run: no state there satisfies the property. Only
/// [`confirm_region`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AvoidedRegion {
    /// How many states it has, the last one of the run included; `None` if there are too many to
    /// walk twice.
    pub states: Option<u64>,
}

/// Walks what can be reached from the end of the run and looks for a state that satisfies the
/// property.
pub fn confirm_region(
    recorder: &mut Recorder<'_>,
    trace: &Trace,
    property: PropertyId,
    instance: u64,
) -> Result<AvoidedRegion, ReplayError> {
    let end = trace.last().state();
    let mut pending: Vec<Vec<u8>> = end.map(<[u8]>::to_vec).into_iter().collect();
    let mut seen: HashSet<Vec<u8>> = pending.iter().cloned().collect();
    while let Some(state) = pending.pop() {
        go_on();
        if recorder.holds(property, instance, &state) == Ok(true) {
            return Err(ReplayError::RegionIsLeft);
        }
        for successor in recorder.ways_on(&state).into_iter().flatten() {
            if seen.insert(successor.clone()) {
                pending.push(successor);
            }
        }
        if seen.len() > CONFIRMED_STATES {
            return Ok(AvoidedRegion { states: None });
        }
    }
    Ok(AvoidedRegion {
        states: Some(seen.len() as u64),
    })
}
