//! Which variables are shown in runs.

use crate::view::{Pairs, StateView, StepView, View};
use weyl_trace::is_called;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// These alone, if there are any.
    pub only: Vec<String>,
    /// Not these.
    pub hidden: Vec<String>,
}

impl Filter {
    /// All names that it mentions.
    pub fn names(&self) -> Vec<String> {
        [&self.only[..], &self.hidden].concat()
    }

    fn shows(&self, path: &str) -> bool {
        let is_among = |names: &[String]| names.iter().any(|name| is_called(path, name));
        (self.only.is_empty() || is_among(&self.only)) && !is_among(&self.hidden)
    }

    fn kept(&self, pairs: Pairs) -> Pairs {
        let pairs = pairs.0.into_iter();
        Pairs(pairs.filter(|(path, _)| self.shows(path)).collect())
    }

    pub fn step(&self, step: StepView) -> StepView {
        let before = step.changes.0.len();
        let changes = self.kept(step.changes);
        StepView {
            hidden: step.hidden + before - changes.0.len(),
            changes,
            ..step
        }
    }

    pub fn state(&self, state: StateView) -> StateView {
        StateView {
            values: self.kept(state.values),
            ..state
        }
    }

    /// A report whose runs show no more than that.
    pub fn report(&self, mut report: View) -> View {
        let properties = report.properties.iter_mut();
        for trace in properties.filter_map(|property| property.trace.as_mut()) {
            let steps = std::mem::take(&mut trace.steps).into_iter();
            trace.steps = steps.map(|step| self.step(step)).collect();
        }
        report
    }
}
