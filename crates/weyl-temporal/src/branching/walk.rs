//! What occurs in a formula.

use super::formula::{Formula, Path, Proposition, Steps};

/// Something that has a place in a formula.
enum Part<'f> {
    State(&'f Formula),
    Path(&'f Path),
}

impl Formula {
    /// Whether it can't tell a step from two: it knows neither X nor modalities. (CTL* without X is
    /// blind to repetitions, whatever its path quantifiers: R. De Nicola and F. Vaandrager, *Three
    /// logics for branching bisimulation*, 1995, where bisimulations are divergence sensitive.)
    pub fn ignores_repetitions(&self) -> bool {
        let mut ignores = true;
        self.walk(&mut |part| {
            ignores &= !matches!(
                part,
                Part::State(Formula::Can(..) | Formula::Must(..)) | Part::Path(Path::Next(_))
            );
        });
        ignores
    }

    /// Whether it says something of runs, so that it matters which of them count.
    pub fn speaks_of_runs(&self) -> bool {
        let mut speaks = false;
        self.walk(&mut |part| {
            speaks |= matches!(part, Part::State(Formula::Exists(_) | Formula::Every(_)));
        });
        speaks
    }

    /// All propositions, each as often as it occurs.
    pub fn for_each_proposition(&self, look: &mut impl FnMut(Proposition)) {
        self.walk(&mut |part| {
            if let Part::State(Formula::Proposition(number)) = part {
                look(*number);
            }
        });
    }

    /// All sets of actions, each as often as it occurs.
    pub fn for_each_action_set(&self, look: &mut impl FnMut(u32)) {
        self.walk(&mut |part| {
            if let Part::State(Formula::Can(Steps::Of(set), _) | Formula::Must(Steps::Of(set), _)) =
                part
            {
                look(*set);
            }
        });
    }

    fn walk<'f>(&'f self, look: &mut impl FnMut(Part<'f>)) {
        let mut pending = vec![Part::State(self)];
        while let Some(part) = pending.pop() {
            match &part {
                Part::State(state) => state_parts(state, &mut pending),
                Part::Path(path) => path_parts(path, &mut pending),
            }
            look(part);
        }
    }
}

fn state_parts<'f>(state: &'f Formula, parts: &mut Vec<Part<'f>>) {
    match state {
        Formula::True | Formula::False | Formula::Proposition(_) | Formula::Variable(_) => {}
        Formula::Not(one)
        | Formula::Least(_, one)
        | Formula::Greatest(_, one)
        | Formula::Can(_, one)
        | Formula::Must(_, one) => parts.push(Part::State(one)),
        Formula::And(one, other) | Formula::Or(one, other) => {
            parts.extend([Part::State(one), Part::State(other)]);
        }
        Formula::Exists(path) | Formula::Every(path) => parts.push(Part::Path(path)),
    }
}

fn path_parts<'f>(path: &'f Path, parts: &mut Vec<Part<'f>>) {
    match path {
        Path::State(state) => parts.push(Part::State(state)),
        Path::Not(one) | Path::Next(one) => parts.push(Part::Path(one)),
        Path::And(one, other)
        | Path::Or(one, other)
        | Path::Until(one, other)
        | Path::Release(one, other) => parts.extend([Part::Path(one), Part::Path(other)]),
    }
}
