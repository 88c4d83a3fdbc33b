//! Evidence as runs from the beginning: what is shown in a state is reached by a part of the run
//! for whose sake it is shown.

use super::parts::Part;
use crate::LimitKind;
use crate::graph::{OnTheFly, Step, Tracked};
use crate::store::{StateIndex, Store};
use std::collections::{HashMap, VecDeque};
use weyl_branching::{Move, Reason, Run, Shown as Found, Strategy};
use weyl_system::{self as system, Conditions, Firing, LassoRun, Renaming, Shown, Why};

/// Steps by their states and numbers.
type Way = Vec<(u32, u32)>;

pub(super) struct Retelling<'k, 'a, S, R, T: Store + 'a> {
    known: &'k mut OnTheFly<'a, S, R, T>,
    start: Firing,
    /// How the initial state was renamed.
    renaming: u32,
    question: usize,
    /// How to come to what is shown, once somebody has mentioned it.
    ways: Vec<Option<Way>>,
}

impl<'k, 'a, S: Renaming + Conditions, R: Tracked, T: Store> Retelling<'k, 'a, S, R, T> {
    pub fn new(
        known: &'k mut OnTheFly<'a, S, R, T>,
        (start, renaming): (Firing, u32),
        question: usize,
    ) -> Self {
        Retelling {
            known,
            start,
            renaming,
            question,
            ways: Vec::new(),
        }
    }

    pub fn all(mut self, parts: &[Part]) -> Result<Vec<Shown>, LimitKind> {
        self.ways = vec![None; parts.len()];
        if let Some(first) = self.ways.first_mut() {
            *first = Some(Way::new());
        }
        let parts = parts.iter().enumerate();
        parts
            .map(|(number, part)| {
                let about = self.about(part);
                let shown = self.one(number, &part.shown)?;
                Ok(Shown {
                    is_of_all: part.is_of_all,
                    run: LassoRun {
                        instance: about.map_or(0, |(_, instance)| instance),
                        ..shown.run
                    },
                    family: about.map(|(family, _)| family),
                    ..shown
                })
            })
            .collect()
    }

    /// The family that a part is about, and the instance as it is called in the beginning, before
    /// anything is renamed: so it is called on the unreduced system all the time.
    fn about(&self, part: &Part) -> Option<(usize, u32)> {
        let (first, family, mut instance) = part.about?;
        let following = self.known.following();
        let begin = following.first_of_family(self.question, family)?;
        let way = self.ways[first].as_deref().unwrap_or_default();
        let steps = way.iter().rev().map(|(state, number)| {
            let step = self.known.graph.step(StateIndex::from_u32(*state), *number);
            step.renaming
        });
        for renaming in steps.chain([self.renaming]) {
            instance = self.known.graph.preimage(begin + instance, renaming) - begin;
        }
        Some((family, instance))
    }

    /// Whatever is mentioned is mentioned first by what comes before it.
    fn one(&mut self, number: usize, found: &Found) -> Result<Shown, LimitKind> {
        self.known.watch.go_on()?;
        let way = self.ways[number].clone().unwrap_or_default();
        let from = way.len();
        let (why, way, back) = match &found.reason {
            Reason::Labels => (Why::Labels, way, None),
            Reason::Both(parts) => {
                parts.iter().for_each(|part| self.mention(*part, &way));
                (Why::Both(*parts), way, None)
            }
            Reason::One(part) => {
                self.mention(*part, &way);
                (Why::One(*part), way, None)
            }
            Reason::Exhausted => (Why::Exhausted, way, None),
            Reason::LeftOut => return Ok(self.left_out(found)),
            Reason::Strategy(strategy) => {
                let parts = self.along_plays(strategy, &way);
                let positions = strategy.positions.len();
                (Why::Game { positions, parts }, way, None)
            }
            Reason::Run(run) => {
                let way = self.along(way, run);
                let back = run.back.map(|back| from + back);
                (Why::Run(run.claims.clone()), way, back)
            }
        };
        Ok(Shown {
            formula: found.formula.clone(),
            run: LassoRun {
                start: self.start,
                steps: self.firings(&way)?,
                back,
                instance: 0,
            },
            from,
            why,
            family: None,
            is_of_all: false,
        })
    }

    /// Nobody asks how to come there.
    fn left_out(&self, found: &Found) -> Shown {
        Shown {
            formula: found.formula.clone(),
            run: LassoRun {
                start: self.start,
                steps: Vec::new(),
                back: None,
                instance: 0,
            },
            from: 0,
            why: Why::LeftOut,
            family: None,
            is_of_all: false,
        }
    }

    fn mention(&mut self, number: usize, way: &[(u32, u32)]) {
        self.ways[number].get_or_insert_with(|| way.to_vec());
    }

    /// The way along a run; what is shown on it is reached by a part of it.
    fn along(&mut self, mut way: Way, run: &Run) -> Way {
        for (position, state) in run.states.iter().enumerate() {
            for claim in &run.claims[position] {
                self.mention(*claim, &way);
            }
            way.extend(run.steps.get(position).map(|number| (*state, *number)));
        }
        way
    }

    /// What the plays of a strategy come to, each by a shortest play.
    fn along_plays(&mut self, strategy: &Strategy, way: &[(u32, u32)]) -> Vec<usize> {
        let positions = &strategy.positions;
        let mut ways: Vec<Option<Way>> = vec![None; positions.len()];
        let mut pending = VecDeque::from([(0, way.to_vec())]);
        let mut parts = Vec::new();
        while let Some((at, way)) = pending.pop_front() {
            if ways[at].is_some() {
                continue;
            }
            let by = |number: u32| {
                let mut way = way.clone();
                way.push((positions[at].state, number));
                way
            };
            match &positions[at].next {
                Move::Shown(part) => {
                    self.mention(*part, &way);
                    parts.push(*part);
                }
                Move::Both(both) => pending.extend(both.map(|next| (next, way.clone()))),
                Move::One { then, .. } | Move::Unfold(then) => {
                    pending.push_back((*then, way.clone()));
                }
                Move::Step { number, then } => pending.push_back((*then, by(*number))),
                Move::Steps(steps) => {
                    pending.extend(steps.iter().map(|(number, then)| (*then, by(*number))));
                }
            }
            ways[at] = Some(way);
        }
        parts.sort_unstable();
        parts.dedup();
        parts
    }

    fn firings(&mut self, way: &[(u32, u32)]) -> Result<Vec<Option<Firing>>, LimitKind> {
        let firings = way.iter().map(|(state, number)| {
            let at = StateIndex::from_u32(*state);
            let has_steps = self.known.graph.row(at).is_some_and(|row| row.count() > 0);
            let firing = has_steps.then(|| self.known.firing(at, *number));
            firing.transpose()
        });
        firings.collect()
    }
}

/// A shortest run to a state.
pub(super) fn run_to<S: Renaming + Conditions, R: Tracked, T: Store>(
    known: &mut OnTheFly<'_, S, R, T>,
    beginnings: &[(Firing, Step)],
    goal: StateIndex,
) -> Result<system::Run, LimitKind> {
    let mut came_by: HashMap<StateIndex, Option<(StateIndex, u32)>> = HashMap::new();
    let mut pending = VecDeque::new();
    for (_, step) in beginnings {
        if came_by.insert(step.target, None).is_none() {
            pending.push_back(step.target);
        }
    }
    while let Some(state) = pending.pop_front().filter(|state| *state != goal) {
        known.watch.go_on()?;
        for (number, target) in (0..).zip(known.graph.targets(state)) {
            came_by.entry(target).or_insert_with(|| {
                pending.push_back(target);
                Some((state, number))
            });
        }
    }
    let mut steps = Vec::new();
    let mut at = goal;
    while let Some((from, number)) = came_by.get(&at).copied().flatten() {
        steps.push(known.firing(from, number)?);
        at = from;
    }
    steps.reverse();
    let mut first = beginnings.iter().filter(|(_, step)| step.target == at);
    let (start, _) = first.next().expect("every state is reached");
    Ok(system::Run {
        start: *start,
        steps,
    })
}
