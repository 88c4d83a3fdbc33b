//! Runs to what was found. No state knows its parent: a run is rebuilt backwards, level by level,
//! by expanding the level before and looking for states that lead where it goes on.
//!
//! Of several the one is taken that would have won the claim (`claims.rs`), so that the run is that
//! of a search in memory. All runs that are wanted are rebuilt together, and not before the search
//! has gone through twice as many states as the last time: that takes as long as the search at
//! most, and a limit finds nearly all runs rebuilt.

use super::archive::Archive;
use super::hand::{Hand, NEW};
use super::level::{Ignoring, Level};
use crate::LimitKind;
use crate::claims::Claim;
use crate::found::{End, Evidence, Found};
use crate::graph::Tracked;
use crate::store::{StateIndex, fingerprint};
use std::collections::{HashMap, HashSet};
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use weyl_budget::Budget;
use weyl_system::{Conditions, Firing, Outcome, Renaming, Run, System};

/// The way to something that was found.
#[derive(Debug)]
struct Trace {
    /// The last state with its level; none before the first.
    end: Option<(usize, Vec<u8>)>,
    failing: Option<Firing>,
    run: Option<Run>,
}

#[derive(Debug, Default)]
pub(super) struct Traces {
    sightings: Vec<Trace>,
    covers: Vec<Option<Trace>>,
    /// How many states there were when runs were rebuilt for the last time.
    states: u64,
}

/// States between two looks at the budget.
const STATES_OF_A_LOOK: u32 = 64;

/// A state that leads to another one, behind the hash of its claim.
type Source = (u32, Vec<u8>);

/// For each state the best source.
type Sources = HashMap<Vec<u8>, Source>;

impl Traces {
    /// Where that ends which was found while a level was expanded, or before the first one.
    pub fn note(&mut self, found: &Found, expanded: Option<usize>, system: &impl System) {
        let (level, next) = match expanded {
            Some(level) => (level, level + 1),
            None => (0, 0),
        };
        let trace = |end: End, state: &[u8]| {
            let mut packed = vec![0; system.packed_size()];
            system.pack(state, &mut packed);
            let (end, failing) = match end {
                End::State(NEW) => (Some((next, packed)), None),
                End::State(_) => (Some((level, packed)), None),
                End::Firing { parent, firing } => (parent.map(|_| (level, packed)), Some(firing)),
            };
            Trace {
                end,
                failing,
                run: None,
            }
        };
        let new = &found.sightings[self.sightings.len()..];
        let new = new.iter().map(|seen| trace(seen.end, seen.state()));
        self.sightings.extend(new);
        self.covers.resize_with(found.covers.len(), || None);
        for (known, hit) in self.covers.iter_mut().zip(&found.covers) {
            if let (None, Some(hit)) = (&known, hit) {
                *known = Some(trace(hit.end, hit.state()));
            }
        }
    }

    fn open(&mut self) -> Vec<&mut Trace> {
        let all = self
            .sightings
            .iter_mut()
            .chain(self.covers.iter_mut().flatten());
        all.filter(|trace| trace.run.is_none()).collect()
    }

    /// Whether some are worth being rebuilt now.
    pub fn are_due(&self, states: u64) -> bool {
        let all = self.sightings.iter().chain(self.covers.iter().flatten());
        states >= 2 * self.states && all.into_iter().any(|trace| trace.run.is_none())
    }

    /// Rebuilds all runs that are missing; those that can't be rebuilt in time stay missing.
    pub fn rebuild<S: Renaming + Conditions, R: Tracked>(
        &mut self,
        hands: &mut [Hand<'_, S, R>],
        levels: &Archive,
        (states, budget): (u64, &Budget),
    ) -> Result<(), LimitKind> {
        self.states = states;
        let mut open = self.open();
        let ends = open.iter().map(|trace| trace.end.clone()).collect();
        let Some(ways) = ways(hands, levels, ends, budget)? else {
            return Ok(());
        };
        for (trace, way) in open.iter_mut().zip(ways) {
            if budget.is_spent() {
                return Ok(());
            }
            trace.run = run(&mut hands[0], &way, trace.failing);
        }
        Ok(())
    }

    /// What was seen, with its runs, in the order of [`Found::sorted`]; whether runs are missing.
    pub fn finish(self, mut found: Found) -> (Vec<(Evidence, Run)>, Vec<Option<Run>>, bool) {
        for (number, seen) in (0..).zip(&mut found.sightings) {
            seen.end = End::State(StateIndex::from_u32(number));
        }
        let mut is_missing = false;
        let mut run_of = |trace: &Trace| {
            is_missing |= trace.run.is_none();
            trace.run.clone()
        };
        let mut evidence = Vec::new();
        for seen in found.sorted() {
            let End::State(number) = seen.end else {
                continue;
            };
            let run = run_of(&self.sightings[number.as_u32() as usize]);
            evidence.extend(run.map(|run| (seen.evidence, run)));
        }
        let covers = self.covers.iter();
        let covers = covers.map(|trace| run_of(trace.as_ref()?)).collect();
        (evidence, covers, is_missing)
    }
}

/// The states on the ways to some ends, the first first.
fn ways<S: Renaming + Conditions, R: Tracked>(
    hands: &mut [Hand<'_, S, R>],
    levels: &Archive,
    ends: Vec<Option<(usize, Vec<u8>)>>,
    budget: &Budget,
) -> Result<Option<Vec<Vec<Vec<u8>>>>, LimitKind> {
    let deepest = ends.iter().flatten().map(|(level, _)| *level).max();
    let mut ways: Vec<Vec<Vec<u8>>> = vec![Vec::new(); ends.len()];
    for number in (0..=deepest.unwrap_or(0)).rev() {
        for (way, end) in ways.iter_mut().zip(&ends) {
            match end {
                Some((level, state)) if *level == number => way.push(state.clone()),
                Some(_) | None => {}
            }
        }
        if number == 0 {
            break;
        }
        let goals = ways.iter().filter_map(|way| way.last().cloned()).collect();
        let Some(sources) = sources(hands, (levels, number - 1), &goals, budget)? else {
            return Ok(None);
        };
        for way in ways.iter_mut().filter(|way| !way.is_empty()) {
            let source = way.last().and_then(|state| sources.get(state));
            let Some((_, source)) = source else {
                return Ok(None);
            };
            way.push(source.clone());
        }
    }
    ways.iter_mut().for_each(|way| way.reverse());
    Ok(Some(ways))
}

/// For each of some states the one of a level that leads there and has the least claim.
fn sources<S: Renaming + Conditions, R: Tracked>(
    hands: &mut [Hand<'_, S, R>],
    (levels, number): (&Archive, usize),
    goals: &HashSet<Vec<u8>>,
    budget: &Budget,
) -> Result<Option<Sources>, LimitKind> {
    let level = levels.level(number)?;
    let again = level.again(levels.tape())?;
    let search = Search {
        level: &level,
        goals,
        again: again.as_ref(),
        taken: AtomicUsize::new(0),
        is_cut: AtomicBool::new(false),
        budget,
    };
    let found = super::on_all(hands, level.portions(), |hand| search.sources(hand));
    let mut all = Sources::new();
    for sources in found {
        for (goal, source) in sources? {
            note(&mut all, &goal, source);
        }
    }
    Ok((!search.is_cut.into_inner()).then_some(all))
}

fn note(sources: &mut Sources, goal: &[u8], source: Source) {
    match sources.get_mut(goal) {
        Some(best) if *best <= source => {}
        Some(best) => *best = source,
        None => {
            sources.insert(goal.to_vec(), source);
        }
    }
}

/// Looks for states of a level that lead to some of the next one.
struct Search<'l> {
    level: &'l Level,
    goals: &'l HashSet<Vec<u8>>,
    again: Option<&'l Ignoring>,
    taken: AtomicUsize,
    is_cut: AtomicBool,
    budget: &'l Budget,
}

impl Search<'_> {
    fn sources<S: Renaming + Conditions, R: Tracked>(
        &self,
        hand: &mut Hand<'_, S, R>,
    ) -> Result<Sources, LimitKind> {
        let mut sources = Sources::new();
        let mut reader = mem::take(&mut hand.reader);
        while let Some(portion) = self.level.take(&self.taken) {
            reader.load(portion.segment, portion.block)?;
            let mut number = portion.first as u32;
            while reader.next() && !self.is_over(number) {
                self.look(hand, (number, &reader.row), &mut sources);
                number += 1;
            }
        }
        hand.reader = reader;
        Ok(sources)
    }

    fn is_over(&self, number: u32) -> bool {
        if number.is_multiple_of(STATES_OF_A_LOOK) && self.budget.is_spent() {
            self.is_cut.store(true, Relaxed);
        }
        self.is_cut.load(Relaxed)
    }

    /// Whether a state is a source of something.
    fn look<S: Renaming + Conditions, R: Tracked>(
        &self,
        hand: &mut Hand<'_, S, R>,
        (number, row): (u32, &[u8]),
        sources: &mut Sources,
    ) {
        let again = self.again.is_some_and(|again| again.has(number));
        let tries_parts = self.level.tries_parts && !again;
        let Some((batch, system)) = hand.steps_taken(row, tries_parts) else {
            return self.is_cut.store(true, Relaxed);
        };
        let mut packed = vec![0; row.len()];
        for (_, outcome) in batch.iter() {
            if let Outcome::State { state, .. } = outcome {
                system.pack(state, &mut packed);
                if self.goals.contains(&packed) {
                    let claim = Claim::hash(&fingerprint(row));
                    note(sources, &packed, (claim, row.to_vec()));
                }
            }
        }
    }
}

/// The run along some states, with a step at its end that fails.
fn run<S: Renaming + Conditions, R: Tracked>(
    hand: &mut Hand<'_, S, R>,
    way: &[Vec<u8>],
    failing: Option<Firing>,
) -> Option<Run> {
    let mut firings = Vec::new();
    let mut from = None;
    for state in way {
        firings.push(hand.step_to(from, state)?);
        from = Some(&state[..]);
    }
    firings.extend(failing);
    Some(Run {
        start: firings.remove(0),
        steps: firings,
    })
}
