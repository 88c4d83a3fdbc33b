//! From a formula to an automaton.
//!
//! D. Giannakopoulou and F. Lerda, "From states to transitions: improving translation of LTL
//! formulae to Büchi automata" (2002), a tableau after R. Gerth, D. Peled, M. Vardi and P. Wolper
//! (1995): a state is a set of formulas that are owed. Each is expanded to what must hold now and
//! what is owed next; a choice of expansions is a transition. A transition belongs to the
//! acceptance set of an until unless it puts that until off.

use crate::automaton::{Automaton, Cube, Marks, Transition};
use crate::formula::Formula;
use indexmap::{IndexMap, IndexSet};
use std::collections::BTreeSet;

/// What is owed, by the numbers of formulas.
type Debts = BTreeSet<usize>;

/// Transitions of an automaton before it is reduced.
const MOST_TRANSITIONS: usize = 20_000;

/// Formulas that are expanded, and choices that are compared.
const MOST_WORK: usize = 10_000_000;

/// The automaton of a formula can be exponentially larger than the formula.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
#[error("the automaton of the formula is too large")]
pub struct TooLarge;

/// The automaton of all words that satisfy a formula.
pub fn translate(formula: &Formula) -> Result<Automaton, TooLarge> {
    let normal = formula.normalised();
    let mut tableau = Tableau::default();
    let mut first = Debts::new();
    tableau.owe(&normal, &mut first);
    tableau.collect_untils(&normal);
    if tableau.untils.len() > Marks::BITS as usize {
        return Err(TooLarge);
    }
    let mut transition_count = 0;
    let mut states: IndexMap<Debts, Vec<Transition>> = IndexMap::new();
    states.insert(first, Vec::new());
    let mut next = 0;
    while let Some((debts, _)) = states.get_index(next) {
        let choices = tableau.choices(&debts.clone())?;
        transition_count += choices.len();
        if transition_count > MOST_TRANSITIONS {
            return Err(TooLarge);
        }
        let mut transitions = Vec::with_capacity(choices.len());
        for choice in choices {
            let entry = states.entry(choice.next.clone());
            let target = entry.index();
            entry.or_default();
            transitions.push(Transition {
                label: choice.label,
                marks: tableau.all_marks() & !choice.postponed,
                target,
            });
        }
        states[next] = transitions;
        next += 1;
    }
    let automaton = Automaton {
        states: states.into_values().collect(),
        sets: tableau.untils.len() as u32,
    };
    Ok(automaton.reduced())
}

/// One way to satisfy what is owed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Choice {
    label: Cube,
    next: Debts,
    /// Untils that were put off.
    postponed: Marks,
    /// What was expanded.
    done: Debts,
}

impl Choice {
    /// Whether every run that begins with this one could as well begin with another.
    fn is_covered_by(&self, other: &Choice) -> bool {
        self.label.implies(other.label)
            && other.next.is_subset(&self.next)
            && other.postponed & !self.postponed == 0
    }
}

#[derive(Default)]
struct Tableau {
    formulas: IndexSet<Formula>,
    untils: IndexSet<Formula>,
    work: usize,
}

impl Tableau {
    fn number(&mut self, formula: &Formula) -> usize {
        match self.formulas.get_index_of(formula) {
            Some(known) => known,
            None => self.formulas.insert_full(formula.clone()).0,
        }
    }

    /// To owe a conjunction is to owe its parts.
    fn owe(&mut self, formula: &Formula, debts: &mut Debts) {
        match formula {
            Formula::True => {}
            Formula::And(one, other) => {
                self.owe(one, debts);
                self.owe(other, debts);
            }
            _ => {
                debts.insert(self.number(formula));
            }
        }
    }

    fn collect_untils(&mut self, formula: &Formula) {
        match formula {
            Formula::True | Formula::False | Formula::Proposition(_) | Formula::Not(_) => {}
            Formula::Next(one) => self.collect_untils(one),
            Formula::And(one, other)
            | Formula::Or(one, other)
            | Formula::Release(one, other)
            | Formula::Until(one, other) => {
                self.collect_untils(one);
                self.collect_untils(other);
                if let Formula::Until(..) = formula {
                    self.untils.insert(formula.clone());
                }
            }
        }
    }

    fn all_marks(&self) -> Marks {
        match self.untils.len() {
            0 => 0,
            sets => Marks::MAX >> (Marks::BITS - sets as u32),
        }
    }

    fn mark(&self, until: &Formula) -> Marks {
        self.untils.get_index_of(until).map_or(0, |at| 1 << at)
    }

    /// All ways to satisfy what is owed, none of which is covered by another.
    fn choices(&mut self, debts: &Debts) -> Result<Vec<Choice>, TooLarge> {
        let mut open = vec![(debts.iter().copied().collect::<Vec<_>>(), Choice::default())];
        let mut found: Vec<Choice> = Vec::new();
        while let Some((mut todo, mut choice)) = open.pop() {
            let next = todo.pop();
            self.work += if next.is_none() { found.len() } else { 1 };
            if self.work > MOST_WORK {
                return Err(TooLarge);
            }
            let Some(number) = next else {
                if !found.iter().any(|other| choice.is_covered_by(other)) {
                    found.retain(|other| !other.is_covered_by(&choice));
                    found.push(choice);
                }
                continue;
            };
            if choice.done.insert(number) {
                self.expand(number, todo, choice, &mut open)
            } else {
                open.push((todo, choice))
            }
        }
        Ok(found)
    }

    fn expand(
        &mut self,
        number: usize,
        mut todo: Vec<usize>,
        mut choice: Choice,
        open: &mut Vec<(Vec<usize>, Choice)>,
    ) {
        match self.formulas[number].clone() {
            Formula::True => open.push((todo, choice)),
            Formula::False => {}
            Formula::Proposition(proposition) => {
                choice.label.positive |= 1 << proposition;
                push_possible(todo, choice, open);
            }
            Formula::Not(inner) => {
                let Formula::Proposition(proposition) = *inner else {
                    unreachable!("negations are before propositions");
                };
                choice.label.negative |= 1 << proposition;
                push_possible(todo, choice, open);
            }
            Formula::And(one, other) => {
                todo.extend([self.number(&one), self.number(&other)]);
                open.push((todo, choice));
            }
            Formula::Or(one, other) => {
                for part in [one, other] {
                    let mut todo = todo.clone();
                    todo.push(self.number(&part));
                    open.push((todo, choice.clone()));
                }
            }
            Formula::Next(one) => {
                self.owe(&one, &mut choice.next);
                open.push((todo, choice));
            }
            // a U b = b ∨ (a ∧ X (a U b)), and only the second puts it off.
            Formula::Until(one, other) => {
                let (one, other) = (self.number(&one), self.number(&other));
                let mut now = todo.clone();
                now.push(other);
                open.push((now, choice.clone()));
                todo.push(one);
                choice.next.insert(number);
                choice.postponed |= self.mark(&self.formulas[number]);
                open.push((todo, choice));
            }
            // a R b = b ∧ (a ∨ X (a R b))
            Formula::Release(one, other) => {
                let (one, other) = (self.number(&one), self.number(&other));
                todo.push(other);
                let mut now = todo.clone();
                now.push(one);
                open.push((now, choice.clone()));
                choice.next.insert(number);
                open.push((todo, choice));
            }
        }
    }
}

fn push_possible(todo: Vec<usize>, choice: Choice, open: &mut Vec<(Vec<usize>, Choice)>) {
    if choice.label.positive & choice.label.negative == 0 {
        open.push((todo, choice));
    }
}
