//! All that is shown, families included: what they say of a state is shown by an instance, in its
//! turn with evidence on the graph of states with instances.

use super::families::{Graphs, shown_by};
use weyl_branching::{Evidence, Fairness, Move, Reason, Shown, Unanswerable};
use weyl_temporal::branching::{Family, Formula, Proposition};

/// A formula in a state; states are those of the store.
pub(super) struct Part {
    pub shown: Shown,
    /// Where it is about an instance of a family: the first part that is about it, the family, and
    /// the instance as it is called where that one is shown.
    pub about: Option<(usize, usize, u32)>,
    /// All instances show it together.
    pub is_of_all: bool,
}

pub(super) struct Whole<'w, 'g> {
    pub graphs: &'w Graphs<'g>,
    pub families: &'w [Family],
    pub fairness: Fairness,
    pub most: usize,
}

impl Whole<'_, '_> {
    /// Parts name others by their places, which are behind them.
    pub fn parts(&self, evidence: &Evidence) -> Result<Vec<Part>, Unanswerable> {
        let parts = evidence.shown.iter().map(|shown| Part {
            shown: shown.clone(),
            about: None,
            is_of_all: false,
        });
        let mut parts: Vec<Part> = parts.collect();
        let mut at = 0;
        while at < parts.len() {
            weyl_budget::go_on();
            if self.is_open(&parts[at]) {
                self.open(&mut parts, at)?;
            }
            at += 1;
        }
        Ok(parts)
    }

    /// Whether a label is more than the state shows.
    fn is_open(&self, part: &Part) -> bool {
        let mut has_families = false;
        part.shown.formula.for_each_proposition(&mut |number| {
            has_families |= self.graphs.family(number).is_some();
        });
        part.about.is_none() && has_families && part.shown.reason == Reason::Labels
    }

    fn open(&self, parts: &mut Vec<Part>, at: usize) -> Result<(), Unanswerable> {
        let (formula, state) = (parts[at].shown.formula.clone(), parts[at].shown.state);
        let mut push = |formula: &Formula| {
            parts.push(Part {
                shown: Shown {
                    formula: formula.clone(),
                    state,
                    reason: Reason::Labels,
                },
                about: None,
                is_of_all: false,
            });
            parts.len() - 1
        };
        let reason = match &formula {
            Formula::And(one, other) => Reason::Both([push(one), push(other)]),
            Formula::Or(one, other) => {
                let first = self.holds(one, state);
                Reason::One(push(if first { one } else { other }))
            }
            Formula::Proposition(number) => return self.of_family(parts, at, (*number, true)),
            Formula::Not(one) => match &**one {
                Formula::Proposition(number) => {
                    return self.of_family(parts, at, (*number, false));
                }
                _ => Reason::Labels,
            },
            _ => Reason::Labels,
        };
        parts[at].shown.reason = reason;
        Ok(())
    }

    /// Whether a propositional formula in positive normal form holds in a state.
    fn holds(&self, formula: &Formula, state: u32) -> bool {
        let label = |number: &Proposition| {
            let labels = &self.graphs.around.labels;
            labels[*number as usize].contains(state)
        };
        match formula {
            Formula::True => true,
            Formula::Proposition(number) => label(number),
            Formula::Not(one) => !self.holds(one, state),
            Formula::And(one, other) => self.holds(one, state) && self.holds(other, state),
            Formula::Or(one, other) => self.holds(one, state) || self.holds(other, state),
            _ => false,
        }
    }

    /// What is said of a family, shown by an instance.
    fn of_family(
        &self,
        parts: &mut Vec<Part>,
        at: usize,
        (number, holds): (Proposition, bool),
    ) -> Result<(), Unanswerable> {
        let Some(family) = self.graphs.family(number) else {
            return Ok(());
        };
        if parts.len() > 2 * self.most {
            parts[at].shown.reason = Reason::LeftOut;
            return Ok(());
        }
        let graph = &self.graphs.families[family];
        let asked = (parts[at].shown.state, holds);
        let how = (self.fairness, self.most);
        let found = shown_by(graph, &self.families[family], asked, how)?;
        let Some((instance, evidence)) = found else {
            parts[at].shown.reason = Reason::Exhausted;
            parts[at].is_of_all = true;
            return Ok(());
        };
        let first = parts.len();
        parts[at].shown.reason = Reason::One(first);
        parts.extend(evidence.shown.into_iter().map(|mut shown| {
            shown.state = graph.state(shown.state);
            of_states(&mut shown.reason, first, |node| graph.state(node));
            Part {
                shown,
                about: Some((first, family, instance)),
                is_of_all: false,
            }
        }));
        Ok(())
    }
}

/// With states for nodes, and with places behind others.
fn of_states(reason: &mut Reason, behind: usize, state: impl Fn(u32) -> u32) {
    match reason {
        Reason::Labels | Reason::Exhausted | Reason::LeftOut => {}
        Reason::Both(parts) => parts.iter_mut().for_each(|part| *part += behind),
        Reason::One(part) => *part += behind,
        Reason::Run(run) => {
            run.states.iter_mut().for_each(|node| *node = state(*node));
            let claims = run.claims.iter_mut().flatten();
            claims.for_each(|claim| *claim += behind);
        }
        Reason::Strategy(strategy) => {
            for position in &mut strategy.positions {
                position.state = state(position.state);
                if let Move::Shown(part) = &mut position.next {
                    *part += behind;
                }
            }
        }
    }
}
