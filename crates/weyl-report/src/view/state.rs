//! A state as a whole.

use super::{LocationView, Pairs};
use serde::{Deserialize, Serialize};
use weyl_source::Sources;
use weyl_trace::Recorder;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StateView {
    /// Where all processes are.
    pub locations: Vec<LocationView>,
    /// All that is not undefined.
    pub values: Pairs,
}

impl StateView {
    pub fn of(state: &[u8], recorder: &Recorder<'_>, sources: &Sources) -> StateView {
        let locations = recorder.locations(state);
        let locations = locations.iter();
        let values = recorder.defined(state).into_iter();
        StateView {
            locations: locations
                .map(|location| LocationView::of(location, sources))
                .collect(),
            values: Pairs(values.map(|change| (change.path, change.value)).collect()),
        }
    }
}
