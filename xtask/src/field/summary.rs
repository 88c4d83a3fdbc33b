//! What came of all models together.

use super::trial::Trial;
use std::collections::BTreeMap;
use std::fmt;

#[derive(Clone, Debug, Default)]
pub struct Summary {
    trials: Vec<Trial>,
}

impl Summary {
    pub fn add(&mut self, trial: Trial) {
        self.trials.push(trial);
    }

    fn count(&self, is_counted: impl Fn(&Trial) -> bool) -> usize {
        let plain = self
            .trials
            .iter()
            .filter(|trial| !trial.model.has_embedded_c);
        plain.filter(|trial| is_counted(trial)).count()
    }

    fn accepted(&self, by_peer: bool, by_weyl: bool) -> usize {
        self.count(|trial| {
            let peer = trial.peer.as_ref().is_some_and(|said| said.is_accepted());
            peer == by_peer && trial.own.said.is_accepted() == by_weyl
        })
    }

    fn both_answer(
        &self,
        is_counted: impl Fn(&super::peer::Answer, &super::peer::Answer) -> bool,
    ) -> usize {
        self.count(|trial| {
            let theirs = trial.peer.as_ref().and_then(|said| said.answer());
            let both = theirs.zip(trial.own.said.answer());
            both.is_some_and(|(theirs, ours)| is_counted(theirs, ours))
        })
    }

    fn causes(&self) -> BTreeMap<String, Vec<String>> {
        let mut causes: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for trial in &self.trials {
            for cause in trial.causes() {
                let models = causes.entry(cause).or_default();
                models.push(trial.model.path.display().to_string());
            }
        }
        causes
    }
}

/// The one in the middle and the largest.
fn median_and_most(mut values: Vec<f64>) -> Option<(f64, f64)> {
    values.sort_by(f64::total_cmp);
    Some((*values.get(values.len() / 2)?, *values.last()?))
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let embedded = self
            .trials
            .iter()
            .filter(|trial| trial.model.has_embedded_c);
        writeln!(
            f,
            "\n{} models, and {} with embedded C",
            self.count(|_| true),
            embedded.count()
        )?;
        writeln!(f, "accepted by both: {}", self.accepted(true, true))?;
        writeln!(
            f,
            "accepted by the peer alone: {}",
            self.accepted(true, false)
        )?;
        writeln!(f, "accepted by weyl alone: {}", self.accepted(false, true))?;
        writeln!(f, "refused by both: {}", self.accepted(false, false))?;
        let same = |one: bool, other: bool| one == other;
        writeln!(
            f,
            "answered by both: {}, with the same verdict: {}, and the same number of states: {}",
            self.both_answer(|_, _| true),
            self.both_answer(|theirs, ours| same(theirs.is_violated, ours.is_violated)),
            self.both_answer(|theirs, ours| {
                same(theirs.is_violated, ours.is_violated) && theirs.states == ours.states
            }),
        )?;
        let grouped = |trial: &Trial| trial.own.order.as_deref().is_some_and(|order| order != "1");
        writeln!(f, "with a group of symmetries: {}", self.count(grouped))?;
        let times = self.trials.iter().filter(|trial| trial.own.order.is_some());
        let times = times.map(|trial| trial.own.discovery).collect();
        if let Some((median, most)) = median_and_most(times) {
            writeln!(
                f,
                "discovery: {median:.2} s in the middle, {most:.2} s at most"
            )?;
        }
        for (cause, models) in self.causes() {
            writeln!(f, "\n{cause} ({})", models.len())?;
            models
                .iter()
                .try_for_each(|model| writeln!(f, "  {model}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_summed_up() {
        assert_eq!(median_and_most(vec![]), None);
        assert_eq!(median_and_most(vec![3.0, 1.0, 2.0]), Some((2.0, 3.0)));
    }
}
