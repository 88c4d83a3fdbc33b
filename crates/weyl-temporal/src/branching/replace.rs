//! Other formulas for propositions.

use super::formula::{Formula, Path, Proposition};

impl Formula {
    /// With closed formulas for propositions.
    pub fn with_propositions(&self, of: &dyn Fn(Proposition) -> Formula) -> Formula {
        let one = |inner: &Formula| Box::new(inner.with_propositions(of));
        match self {
            Formula::True | Formula::False | Formula::Variable(_) => self.clone(),
            Formula::Proposition(number) => of(*number),
            Formula::Not(inner) => Formula::Not(one(inner)),
            Formula::And(left, right) => Formula::And(one(left), one(right)),
            Formula::Or(left, right) => Formula::Or(one(left), one(right)),
            Formula::Exists(path) => Formula::exists(path.with_propositions(of)),
            Formula::Every(path) => Formula::every(path.with_propositions(of)),
            Formula::Least(variable, body) => Formula::Least(*variable, one(body)),
            Formula::Greatest(variable, body) => Formula::Greatest(*variable, one(body)),
            Formula::Can(steps, then) => Formula::Can(*steps, one(then)),
            Formula::Must(steps, then) => Formula::Must(*steps, one(then)),
        }
    }
}

impl Path {
    fn with_propositions(&self, of: &dyn Fn(Proposition) -> Formula) -> Path {
        let one = |inner: &Path| Box::new(inner.with_propositions(of));
        match self {
            Path::State(state) => Path::State(state.with_propositions(of)),
            Path::Not(inner) => Path::Not(one(inner)),
            Path::And(left, right) => Path::And(one(left), one(right)),
            Path::Or(left, right) => Path::Or(one(left), one(right)),
            Path::Next(inner) => Path::Next(one(inner)),
            Path::Until(left, right) => Path::Until(one(left), one(right)),
            Path::Release(left, right) => Path::Release(one(left), one(right)),
        }
    }
}
