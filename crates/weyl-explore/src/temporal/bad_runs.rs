//! Bad runs: is there a run that the observer accepts, or that takes it to an end?
//!
//! The product is found level by level, beside the levels of the system that all threads expand
//! ([`super::levels`]). Whenever it has twice as many nodes as at the last look (three times, where
//! there are many), its components are looked at in memory ([`super::looks`]): a component that is
//! bad in a part of the graph is bad in all of it, so that early violations are found early, and
//! all looks together cost no more than two or three times the last one. An end is seen as soon as
//! some run comes there. Before a look a path goes into the depth ([`super::probe`]), where the
//! question leads. Levels depend on the system alone, and so does everything here
//! ([decision 033](../../../../docs/decisions/033-bad-runs-level-by-level.md)).

mod saved;

use super::Answer;
use super::core::Core;
use super::levels::{Levels, Sight};
use super::looks::bad_components;
use super::probe::Probe;
use super::product::{Met, Node, Product};
use super::witness;
use crate::account::Account;
use crate::graph::{Following, OnTheFly, StateGraph, Stop, Tracked};
use crate::store::{StateIndex, Store};
use crate::{LimitKind, Task};
use weyl_system::{
    Conditions, Finding, LassoRun, Renaming, TemporalQuestion, Violation, ViolationKind,
};

/// Nodes at the first look.
const FIRST_LOOK: u64 = 64;
/// From so many nodes on looks are rarer.
const MANY: u64 = 1 << 17;
/// So many nodes are known in any case, if there are so many, before a violation is told.
const FEW: u64 = 256;
/// So many states may be found depth first.
const PROBED: u64 = 1 << 16;

/// Nodes at the look that follows one at so many.
fn next_look(nodes: u64) -> u64 {
    let factor = if nodes < MANY { 2 } else { 3 };
    factor * nodes.max(FIRST_LOOK)
}

/// A violation that was found before everything was known: it may be shorter.
#[derive(Clone)]
struct Early {
    run: LassoRun,
    /// It is told when there are so many nodes.
    until: u64,
}

pub(crate) struct BadRuns<'q> {
    levels: Levels<'q>,
    core: Core,
    /// Where the question leads.
    probe: Option<Probe>,
    account: Account,
    has_begun: bool,
    /// Levels that were looked at.
    done: u64,
    /// How often it was asked to go on, idle or not ([`crate::beside`]).
    pub passes: u64,
    next_look: u64,
    /// How many states may still be found depth first.
    left_to_probe: u64,
    /// Runs have at most so many steps.
    most_steps: Option<u64>,
    early: Option<Early>,
    pub finding: Option<Finding>,
}

impl<'q> BadRuns<'q> {
    /// For the question at a place of a task. It may lead: nobody else asks about the states that
    /// it needs.
    pub fn at(
        (place, question): (usize, &'q TemporalQuestion),
        task: &Task,
        following: &Following,
        leads: bool,
    ) -> BadRuns<'q> {
        let met = Met::new(question, following.first_instance(place));
        let most_steps = task.limits.depth;
        let core = Core::new(&met);
        // Runs that are bad where they end are to be shortest, and levels find these.
        let probes = leads && most_steps.is_none() && !core.is_empty();
        BadRuns {
            core,
            levels: Levels::new(met),
            probe: probes.then(Probe::default),
            account: Account::default(),
            has_begun: false,
            done: 0,
            passes: 0,
            next_look: FIRST_LOOK,
            left_to_probe: PROBED,
            most_steps,
            early: None,
            finding: None,
        }
    }

    /// Whether there is nothing to do: the question is answered, or what is left is too far away.
    pub fn is_idle(&self) -> bool {
        self.finding.is_some() || self.is_cut()
    }

    fn is_cut(&self) -> bool {
        let is_far = self
            .most_steps
            .is_some_and(|most| self.levels.steps >= most);
        self.has_begun && is_far && !self.levels.is_done()
    }

    /// The states whose steps are needed to go on.
    pub fn needed<'l>(&'l self, graph: &'l StateGraph) -> impl Iterator<Item = StateIndex> + 'l {
        let needed = self.levels.needed(graph);
        needed.filter(|_| !self.is_idle())
    }

    /// Looks at the first nodes, if that was not done.
    pub fn begin<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        if std::mem::replace(&mut self.has_begun, true) {
            return Ok(());
        }
        let sight = self.levels.begin(known)?;
        self.judge_whole(sight, known)
    }

    /// Goes on to the next level, unless the question is answered. Steps that are not known are
    /// found.
    pub fn advance<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        self.begin(known)?;
        if self.is_idle() {
            return Ok(());
        }
        let sight = self.levels.advance(known)?;
        self.judge_whole(sight, known)
    }

    /// What follows from a new level; nothing if it can't be looked at in whole.
    fn judge_whole<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        sight: Sight,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        let before = (self.early.clone(), self.next_look);
        let judged = self.judge(sight, known);
        match &judged {
            Ok(()) => self.done += 1,
            Err(_) if self.finding.is_none() => (self.early, self.next_look) = before,
            Err(_) => {}
        }
        judged
    }

    fn judge<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        sight: Sight,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        let nodes = self.levels.nodes;
        let is_last = self.levels.is_done();
        let is_over = is_last || sight.fault().is_some() || sight.end().is_some();
        if let Some(early) = &self.early {
            if is_over || nodes >= early.until {
                self.shorten(sight.end(), known)?;
            }
        } else if is_over || nodes >= self.next_look {
            if !is_over {
                self.probe(known)?;
            }
            self.look(known)?;
            self.next_look = next_look(nodes);
            let is_told = |early: &Early| is_over || nodes >= early.until;
            if self.early.as_ref().is_some_and(is_told) {
                self.shorten(sight.end(), known)?;
            }
        }
        if self.finding.is_none() {
            self.finding = self.at_last_level(&sight, known)?;
        }
        if self.finding.is_none() && is_last {
            self.finding = Some(Finding::Holds);
        }
        if self.finding.is_some() {
            self.end(known);
        }
        Ok(())
    }

    /// Nothing is asked any more.
    fn end<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &OnTheFly<'_, S, R, T>,
    ) {
        self.levels.end(known);
        self.probe = None;
        // What is released was charged.
        let _ = self.account.settle(known.quota, 0);
    }

    /// Looks into the depth, no farther than the levels went.
    fn probe<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        let Some(probe) = &mut self.probe else {
            return Ok(());
        };
        let mut states = 0;
        if !probe.is_interrupted() {
            states = self.levels.nodes.min(self.left_to_probe);
            self.left_to_probe -= states;
        }
        let mut product = Product::new(known, &mut self.levels.met);
        probe.go_on(&mut product, &self.core, states)?;
        if let Some(end) = probe.end {
            let run = witness::run_to_end(&mut product, end)?;
            self.early = Some(self.found(run));
        }
        self.levels.reserve(known);
        let bytes = self.probe.as_ref().map_or(0, Probe::bytes);
        Ok(self.account.settle(known.quota, bytes)?)
    }

    /// What is found in the depth may be shorter elsewhere; among levels there is no shorter way
    /// than one through them.
    fn found(&self, run: LassoRun) -> Early {
        let there = run.back.unwrap_or(run.steps.len()) as u64;
        let is_deep = there > self.levels.steps;
        let factor = 1 + u64::from(is_deep);
        let until = (factor * self.levels.nodes).max(FEW);
        Early { run, until }
    }

    /// Looks for a bad component in what is known.
    fn look<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        if let Some(run) = self.lasso(known)? {
            self.early = Some(self.found(run));
        }
        Ok(())
    }

    /// A run into a bad component and round in it, if there is one in what is known.
    fn lasso<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<Option<LassoRun>, Stop> {
        if self.core.is_empty() {
            return Ok(None);
        }
        let roots = self.probe.as_ref().map_or(&[][..], |probe| &probe.roots);
        let bad = bad_components(known, &mut self.levels, &self.core, roots)?;
        let mut product = Product::new(known, &mut self.levels.met);
        let run = (!bad.is_empty()).then(|| witness::lasso(&mut product, &bad));
        Ok(run.transpose()?)
    }

    /// Tells what was found, or what is shorter by now: where everything is known, what has the
    /// shortest way there.
    fn shorten<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        end: Option<Node>,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        let now = self.lasso(known);
        let Some(Early { run, .. }) = self.early.take() else {
            return Ok(());
        };
        let is_better = |now: &LassoRun| self.levels.is_done() || now.steps.len() < run.steps.len();
        let mut run = match now {
            Ok(Some(now)) if is_better(&now) => now,
            // What is known stays where a limit is reached.
            Ok(_) | Err(_) => run,
        };
        if let Some(end) = end.filter(|_| self.levels.steps < run.steps.len() as u64) {
            let mut product = Product::new(known, &mut self.levels.met);
            run = witness::run_to_end(&mut product, end)?;
        }
        self.finding = Some(Finding::Bad(run));
        Ok(())
    }

    /// Whether something is bad with a node itself.
    fn at_last_level<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        sight: &Sight,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<Option<Finding>, Stop> {
        let mut product = Product::new(known, &mut self.levels.met);
        if let Some(Stop::NotEvaluable {
            at,
            property,
            fault,
        }) = sight.fault()
        {
            let run = witness::run_to(&mut product, *at)?;
            let (property, fault) = (*property, fault.clone());
            let kind = ViolationKind::StateFault { property, fault };
            return Ok(Some(Finding::Violations(vec![Violation { kind, run }])));
        }
        let run = sight
            .end()
            .map(|end| witness::run_to_end(&mut product, end));
        Ok(run.transpose()?.map(Finding::Bad))
    }

    /// The answer, of what is known where the exploration has ended before its time, and otherwise
    /// after all that is left.
    pub fn finish<S: Renaming + Conditions, R: Tracked, T: Store>(
        mut self,
        known: &mut OnTheFly<'_, S, R, T>,
        ended: Option<LimitKind>,
    ) -> Answer {
        let mut stop = ended.map(Stop::Limit);
        while stop.is_none() && !self.is_idle() {
            stop = self.advance(known).err();
            known.show_progress();
        }
        if stop.is_none() && self.is_cut() {
            stop = Some(Stop::Limit(LimitKind::Depth));
        }
        if let Some(Stop::Limit(LimitKind::States | LimitKind::Depth)) = stop
            && self.has_begun
            && self.finding.is_none()
            && self.early.is_none()
        {
            stop = self.look(known).err().or(stop);
        }
        let early = self.early.take().map(|early| Finding::Bad(early.run));
        let answer = match (self.finding.take().or(early), stop) {
            (Some(finding), _) => Answer::of(finding),
            (None, Some(stop)) => Answer::stopped(stop),
            (None, None) => Answer::of(Finding::Unknown),
        };
        self.end(known);
        Answer {
            states: self.levels.nodes,
            deepest: self.levels.steps,
            ..answer
        }
    }
}
