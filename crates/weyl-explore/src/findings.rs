//! From what a search saw and stored to the answers of its questions.

use crate::found::{Evidence, Found};
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::liveness::{self, Hope};
use crate::scene::{Scene, Searched};
use crate::search::StateSearch;
use crate::store::{Doubt, Store};
use crate::task::Unshown;
use crate::temporal::{Answer, BadRuns};
use crate::trace_back::TraceBack;
use crate::worker::Trail;
use crate::{Exploration, LimitKind, Parts, branching, drawing};
use std::sync::Arc;
use weyl_ir::{PropertyId, Table};
use weyl_system::{
    BranchingQuestion, Conditions, Finding, LassoRun, Question, Renaming, Run, TemporalQuestion,
    Violation, ViolationKind,
};

/// What a search for states saw, with the runs to it.
pub(crate) struct Seen {
    pub evidence: Vec<(Evidence, Run)>,
    pub covers: Vec<Option<Run>>,
    pub hopes: Vec<Vec<Hope>>,
    /// Whether there is nothing else to see.
    pub is_complete: bool,
}

impl Seen {
    pub const NOTHING: Seen = Seen {
        evidence: Vec::new(),
        covers: Vec::new(),
        hopes: Vec::new(),
        is_complete: false,
    };

    /// Violations of some kinds.
    fn violations(&self, is_meant: impl Fn(&ViolationKind) -> bool) -> Vec<Violation> {
        let seen = self.evidence.iter();
        let meant = seen.filter_map(|(evidence, run)| match evidence {
            Evidence::Violation(kind) if is_meant(kind) => Some(Violation {
                kind: kind.clone(),
                run: run.clone(),
            }),
            Evidence::Violation(_) | Evidence::BadPrefix { .. } => None,
        });
        meant.collect()
    }

    /// Where properties can't be evaluated.
    fn faults_of(&self, properties: &[PropertyId]) -> Vec<Violation> {
        self.violations(|kind| match kind {
            ViolationKind::StateFault { property, .. } => properties.contains(property),
            ViolationKind::Invariant { .. } | ViolationKind::Fault(_) | ViolationKind::Deadlock => {
                false
            }
        })
    }

    /// Violations, or that there are none.
    fn unless(&self, violations: Vec<Violation>, otherwise: Finding) -> Finding {
        if !violations.is_empty() {
            return Finding::Violations(violations);
        }
        if self.is_complete {
            otherwise
        } else {
            Finding::Unknown
        }
    }

    /// The answer to a question that single states answer: what comes first, and where two things
    /// come at once that it can't be evaluated.
    fn bad_state(&self, place: usize, question: &TemporalQuestion) -> Finding {
        let faults = self.faults_of(&question.atoms);
        let first_fault = faults.into_iter().min_by_key(|fault| fault.run.steps.len());
        let bad = self.evidence.iter();
        let mut bad = bad.filter_map(|(evidence, run)| match evidence {
            Evidence::BadPrefix { question, instance } if *question == place => {
                Some((*instance, run))
            }
            Evidence::BadPrefix { .. } | Evidence::Violation(_) => None,
        });
        match (first_fault, bad.next()) {
            (Some(fault), Some((_, run))) if fault.run.steps.len() <= run.steps.len() => {
                Finding::Violations(vec![fault])
            }
            (_, Some((instance, run))) => Finding::Bad(LassoRun {
                start: run.start,
                steps: run.steps.iter().copied().map(Some).collect(),
                back: None,
                instance,
            }),
            (Some(fault), None) => Finding::Violations(vec![fault]),
            (None, None) => self.unless(Vec::new(), Finding::Holds),
        }
    }
}

pub(crate) fn conclude<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
    system: &S,
    scene: &Scene<'a, T>,
    known: &mut OnTheFly<'a, S, R, T>,
    states: Option<StateSearch>,
    runs: Vec<(usize, BadRuns<'_>)>,
) -> Exploration {
    known.begin_to_count();
    let total = Total::of(states.as_ref());
    let searched = states.as_ref().map(|states| &states.searched);
    let depth = searched.map(|searched| searched.depth);
    let is_exhausted = searched.is_some_and(|searched| searched.is_exhausted);
    let is_exhausted = is_exhausted && scene.watch.ended().is_none();
    let is_cut = searched.is_some_and(|searched| searched.is_cut_at_depth);
    let full_table = searched.and_then(|searched| searched.found.full_table(&scene.task.growing));
    let budget = scene.watch.for_runs();
    let unshown = searched.and_then(|searched| unshown(scene, searched));
    let ways = Arc::clone(&scene.ways);
    let mut trace_back = TraceBack::new(system.clone(), scene.store, ways, budget);
    let seen = match states {
        Some(states) => {
            let is_complete = is_exhausted && T::KEEPS_STATES;
            see(scene, known, states, is_complete, &mut trace_back)
        }
        None => Seen::NOTHING,
    };
    let ended = Ended {
        total,
        depth,
        is_cut,
        full_table,
        doubt: scene.store.doubt().filter(|_| is_exhausted),
        was_cut: trace_back.was_cut(),
    };
    let mut explored = answer(scene, known, runs, (&seen, ended));
    explored.graph = (scene.task.graph).then(|| drawing::draw(system.clone(), scene.store));
    explored.unshown = unshown;
    explored
}

/// How a search for states ended, beside what it saw.
pub(crate) struct Ended {
    pub total: Total,
    pub depth: Option<u64>,
    /// Whether states were left unexplored because of their depth.
    pub is_cut: bool,
    pub full_table: Option<Table>,
    /// What the store may have left out.
    pub doubt: Option<Doubt>,
    /// Whether there was no time for some run.
    pub was_cut: bool,
}

/// The answers to all questions, after a search for states.
pub(crate) fn answer<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
    scene: &Scene<'a, T>,
    known: &mut OnTheFly<'a, S, R, T>,
    runs: Vec<(usize, BadRuns<'_>)>,
    (seen, ended): (&Seen, Ended),
) -> Exploration {
    let (task, store) = (scene.task, scene.store);
    if ended.was_cut {
        scene.watch.end(scene.watch.reason());
    }
    let limit = (scene.watch.ended()).or(ended.is_cut.then_some(LimitKind::Depth));
    let (depth, mut total) = (ended.depth, ended.total);
    let mut asking = Asking {
        scene,
        known,
        seen,
        runs,
        limit,
        full_table: ended.full_table,
        deepest: 0,
        products: Vec::new(),
        findings: Vec::new(),
    };
    asking.ask_all();
    let told = asking.told();
    total.add(&known.fired, known.transitions);
    let has_runs = task.questions.iter().any(|one| one.claim().is_some());
    if has_runs {
        known.show_progress();
    }
    let is_known = seen.is_complete || !task.asks_about_states();
    Exploration {
        states: store.len(),
        transitions: total.transitions,
        // States may have been found after the search for states had ended.
        depth: if known.transitions > 0 {
            depth.unwrap_or(0).max(told.deepest)
        } else {
            depth.unwrap_or(told.deepest)
        },
        limit: told.limit,
        has_seen_all_states: seen.is_complete,
        complete: is_known && told.are_runs_known && !ended.was_cut,
        omission: ended.doubt.map(|doubt| doubt.omission),
        coverage: ended.doubt.and_then(|doubt| doubt.coverage),
        full_table: told.full_table,
        fired: total.fired,
        parts: total.parts,
        threads: scene.threads(depth.is_some()),
        bytes: peak_bytes(scene, known, has_runs),
        spilled: None,
        graph: None,
        unshown: None,
        findings: told.findings,
        product_states: told.products,
    }
}

/// Of states and parents, and of the graph where it is kept.
fn peak_bytes<S: Renaming + Conditions, R: Tracked, T: Store>(
    scene: &Scene<'_, T>,
    known: &OnTheFly<'_, S, R, T>,
    has_runs: bool,
) -> u64 {
    let store = scene.store.peak_bytes();
    if has_runs {
        known.peak_bytes().max(store)
    } else {
        store + scene.ways.log().map_or(0, |log| log.bytes() as u64)
    }
}

/// Whether something was found whose run nobody knows.
fn unshown<T>(scene: &Scene<'_, T>, searched: &Searched) -> Option<Unshown> {
    let is_unshown = !scene.ways.are_known() && searched.found.count() > 0;
    is_unshown.then_some(Unshown {
        levels: searched.levels_to_find,
    })
}

/// What was counted, by the search for states and afterwards.
pub(crate) struct Total {
    transitions: u64,
    fired: Vec<u64>,
    parts: Parts,
    /// Whether what is fired afterwards is new.
    is_in_graph: bool,
}

impl Ended {
    /// Before anything was looked at.
    pub fn at_once() -> Ended {
        Ended {
            total: Total::of(None),
            depth: Some(0),
            is_cut: false,
            full_table: None,
            doubt: None,
            was_cut: false,
        }
    }
}

impl Total {
    /// Nothing yet but parts of steps.
    pub fn of_parts(parts: Parts) -> Total {
        Total {
            transitions: 0,
            fired: Vec::new(),
            parts,
            is_in_graph: false,
        }
    }

    /// What one worker counted.
    pub fn add_all(&mut self, transitions: u64, fired: &[u64]) {
        self.transitions += transitions;
        self.fired.resize(fired.len(), 0);
        for (fired, also) in self.fired.iter_mut().zip(fired) {
            *fired += also;
        }
    }

    pub fn of(states: Option<&StateSearch>) -> Total {
        Total {
            transitions: states.map_or(0, |states| states.transitions),
            fired: states.map_or(Vec::new(), |states| states.fired.clone()),
            parts: states.map_or(Parts::default(), |states| states.parts),
            is_in_graph: states.is_none_or(|states| states.is_in_graph),
        }
    }

    fn add(&mut self, fired: &[u64], transitions: u64) {
        self.fired.resize(fired.len(), 0);
        for (fired, also) in self.fired.iter_mut().zip(fired) {
            *fired = if self.is_in_graph {
                *fired + also
            } else {
                (*fired).max(*also)
            };
        }
        self.transitions = if self.is_in_graph {
            self.transitions + transitions
        } else {
            self.transitions.max(transitions)
        };
    }
}

/// Runs to all that a search for states saw.
fn see<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
    scene: &Scene<'a, T>,
    known: &mut OnTheFly<'a, S, R, T>,
    states: StateSearch,
    is_complete: bool,
    trace_back: &mut TraceBack<'a, S, T>,
) -> Seen {
    let StateSearch {
        searched, trails, ..
    } = states;
    let hopes = match fill(scene, known, &trails, is_complete) {
        Ok(()) => liveness::decide(scene, &known.graph, &trails, is_complete, trace_back),
        Err(limit) => {
            scene.watch.end(limit);
            liveness::decide(scene, &known.graph, &trails, false, trace_back)
        }
    };
    let Found { covers, .. } = &searched.found;
    let covers = covers.iter();
    let covers = covers.map(|hit| {
        let hit = hit.as_ref()?;
        trace_back.run(hit.end, &hit.state)
    });
    let covers = covers.collect();
    let sightings = searched.found.sorted().into_iter();
    let evidence = sightings.filter_map(|seen| {
        let run = trace_back.run(seen.end, &seen.state)?;
        Some((seen.evidence, run))
    });
    Seen {
        evidence: evidence.collect(),
        covers,
        hopes,
        is_complete: is_complete && !trace_back.was_cut(),
    }
}

/// Completes the graph where liveness needs it: a depth first search keeps no edges.
fn fill<S: Renaming + Conditions, R: Tracked, T: Store>(
    scene: &Scene<'_, T>,
    known: &mut OnTheFly<'_, S, R, T>,
    trails: &[Trail],
    is_complete: bool,
) -> Result<(), LimitKind> {
    known.settle()?;
    if !is_complete || scene.liveness.is_empty() {
        return Ok(());
    }
    let states = trails.iter().flat_map(|trail| trail.states.iter());
    for state in states {
        match known.expand(state[0]) {
            Ok(()) | Err(Stop::TableFull(_) | Stop::NotEvaluable { .. }) => {}
            Err(Stop::Limit(limit)) => return Err(limit),
        }
    }
    Ok(())
}

/// The questions, one after the other.
struct Asking<'s, 'a, 'k, 'q, S, R, T: Store + 'a> {
    scene: &'s Scene<'a, T>,
    known: &'k mut OnTheFly<'a, S, R, T>,
    seen: &'s Seen,
    /// Those that single states do not answer, with their places.
    runs: Vec<(usize, BadRuns<'q>)>,
    limit: Option<LimitKind>,
    full_table: Option<Table>,
    deepest: u64,
    products: Vec<u64>,
    findings: Vec<Finding>,
}

/// All answers.
struct Told {
    findings: Vec<Finding>,
    products: Vec<u64>,
    deepest: u64,
    limit: Option<LimitKind>,
    full_table: Option<Table>,
    /// Whether all questions about runs were answered.
    are_runs_known: bool,
}

impl<S: Renaming + Conditions, R: Tracked, T: Store> Asking<'_, '_, '_, '_, S, R, T> {
    fn ask_all(&mut self) {
        for (place, question) in self.scene.task.questions.iter().enumerate() {
            let answer = match question {
                Question::Temporal(temporal) => self.ask_about_runs(place, temporal),
                Question::Branching(branching) => self.ask_about_branching(place, branching),
                Question::Invariant(_)
                | Question::Assertions(_)
                | Question::Events(_)
                | Question::RunTimeErrors
                | Question::Deadlock(_)
                | Question::Cover(_)
                | Question::Liveness(_) => Answer::of(self.about_states(question)),
            };
            self.findings.push(answer.finding);
            self.products.push(answer.states);
            self.deepest = self.deepest.max(answer.deepest);
            self.limit = self.limit.or(answer.limit);
            self.full_table = self.full_table.or(answer.full);
        }
    }

    /// Where a table was full nothing is known.
    fn told(self) -> Told {
        let mut findings = self.findings;
        if self.full_table.is_some() {
            findings.fill(Finding::Unknown);
        }
        let answers = self.scene.task.questions.iter().zip(&findings);
        let mut of_runs = answers.filter(|(question, _)| question.temporal().is_some());
        Told {
            are_runs_known: of_runs.all(|(_, finding)| *finding != Finding::Unknown),
            findings,
            products: self.products,
            deepest: self.deepest,
            limit: self.limit,
            full_table: self.full_table,
        }
    }

    fn about_states(&self, question: &Question) -> Finding {
        let seen = self.seen;
        match question {
            Question::Invariant(own) => {
                let mut violations = seen.violations(|kind| match kind {
                    ViolationKind::Invariant { property, .. } => property == own,
                    ViolationKind::Fault(_)
                    | ViolationKind::StateFault { .. }
                    | ViolationKind::Deadlock => false,
                });
                violations.extend(seen.faults_of(&[*own]));
                seen.unless(violations, Finding::Holds)
            }
            Question::Assertions(_) | Question::Events(_) | Question::RunTimeErrors => {
                let violations = seen.violations(|kind| match kind {
                    ViolationKind::Fault(fault) => question.concerns(fault),
                    ViolationKind::Invariant { .. }
                    | ViolationKind::StateFault { .. }
                    | ViolationKind::Deadlock => false,
                });
                seen.unless(violations, Finding::Holds)
            }
            Question::Deadlock(_) => {
                let violations = seen.violations(|kind| *kind == ViolationKind::Deadlock);
                seen.unless(violations, Finding::Holds)
            }
            Question::Cover(property) => {
                let mut covers = self.scene.covers.iter().zip(&seen.covers);
                let own = covers.find(|(numbered, _)| numbered.property == *property);
                match own.and_then(|(_, run)| run.clone()) {
                    Some(run) => Finding::Reached(run),
                    None => seen.unless(seen.faults_of(&[*property]), Finding::Unreachable),
                }
            }
            Question::Liveness(_) | Question::Temporal(_) | Question::Branching(_) => {
                self.liveness(question)
            }
        }
    }

    /// The first instance that is lost, if there is one.
    fn liveness(&self, question: &Question) -> Finding {
        let faults = self.seen.faults_of(question.properties());
        if !faults.is_empty() {
            return Finding::Violations(faults);
        }
        let earlier = self.scene.task.questions[..self.findings.len()].iter();
        let earlier = earlier.filter(|one| matches!(one, Question::Liveness(_)));
        let number = earlier.count();
        let Some(hopes) = self.seen.hopes.get(number) else {
            return Finding::Unknown;
        };
        let asked = &self.scene.liveness[number];
        for (instance, hope) in asked.instances.iter().zip(hopes) {
            if let Hope::IsLost(run) = hope {
                return Finding::Lost {
                    instance: *instance,
                    run: run.clone(),
                };
            }
        }
        if hopes.iter().all(|hope| *hope == Hope::Lasts) {
            Finding::Holds
        } else {
            Finding::Unknown
        }
    }

    /// The answer of the whole graph, if it is known.
    fn ask_about_branching(&mut self, place: usize, question: &BranchingQuestion) -> Answer {
        if !self.seen.is_complete || self.full_table.is_some() || !T::KEEPS_STATES {
            return Answer::of(Finding::Unknown);
        }
        match branching::answer(self.known, (place, question)) {
            Ok(finding) => Answer::of(finding),
            Err(stop) => Answer::stopped(stop),
        }
    }

    fn ask_about_runs(&mut self, place: usize, question: &TemporalQuestion) -> Answer {
        if self.is_settled(question) {
            return Answer::of(Finding::Settled);
        }
        if self.scene.bad_states.iter().any(|(own, _)| *own == place) {
            let finding = self.seen.bad_state(place, question);
            if finding != Finding::Unknown {
                return Answer::of(finding);
            }
        }
        if self.full_table.is_some() || !T::KEEPS_STATES {
            return Answer::of(Finding::Unknown);
        }
        let own = self.runs.iter().position(|(own, _)| *own == place);
        let runs = match own {
            Some(own) => self.runs.swap_remove(own).1,
            None => BadRuns::at(
                (place, question),
                self.scene.task,
                self.known.following(),
                !self.scene.takes_parts(),
            ),
        };
        runs.finish(self.known, self.limit)
    }

    /// Whether an earlier question about the same property shows that it is violated.
    fn is_settled(&self, question: &TemporalQuestion) -> bool {
        let earlier = self.scene.task.questions.iter().zip(&self.findings);
        let mut same = earlier.filter(|(other, _)| {
            let other = other.temporal();
            other.is_some_and(|other| other.number == question.number)
        });
        same.any(|(_, finding)| {
            matches!(
                finding,
                Finding::Bad(_) | Finding::Violations(_) | Finding::Settled
            )
        })
    }
}
