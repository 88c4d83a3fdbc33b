//! From what a search saw and stored to the answers of its questions.

use crate::found::{Evidence, Found};
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::liveness::{self, Hope};
use crate::scene::Scene;
use crate::search::StateSearch;
use crate::store::{Store, omission_probability};
use crate::temporal::{self, Answer, Prefixes};
use crate::trace_back::TraceBack;
use crate::worker::Trail;
use crate::{Exploration, LimitKind, Parts, drawing};
use weyl_ir::{PropertyId, Table};
use weyl_system::{
    Conditions, Finding, LassoRun, Question, Renaming, Run, TemporalQuestion, Violation,
    ViolationKind,
};

/// Answers on their way.
pub(crate) struct Answers<'q> {
    /// Questions about bad prefixes that are searched beside the states, with their places.
    pub prefixes: Vec<(usize, Prefixes<'q>)>,
}

impl<'q> Answers<'q> {
    pub fn new<S: Renaming + Conditions, R: Tracked, T: Store>(
        scene: &Scene<'q, T>,
        known: &OnTheFly<'_, S, R, T>,
    ) -> Answers<'q> {
        let prefixes = scene.prefix_questions().map(|(place, question)| {
            let first_instance = known.following().first_instance(place);
            (place, Prefixes::new(question, first_instance))
        });
        Answers {
            prefixes: prefixes.collect(),
        }
    }
}

/// What a search for states saw, with the runs to it.
struct Seen {
    evidence: Vec<(Evidence, Run)>,
    covers: Vec<Option<Run>>,
    hopes: Vec<Vec<Hope>>,
    /// Whether there is nothing else to see.
    is_complete: bool,
}

impl Seen {
    const NOTHING: Seen = Seen {
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
    answers: Answers<'_>,
) -> Exploration {
    known.begin_to_count();
    let (task, store) = (scene.task, scene.store);
    let mut total = Total::of(states.as_ref());
    let searched = states.as_ref().map(|states| &states.searched);
    let depth = searched.map(|searched| searched.depth);
    let is_exhausted = searched.is_some_and(|searched| searched.is_exhausted);
    let is_exhausted = is_exhausted && scene.watch.ended().is_none();
    let is_cut = searched.is_some_and(|searched| searched.is_cut_at_depth);
    let full_table = searched.and_then(|searched| searched.found.full_table(&task.growing));
    let mut trace_back = TraceBack::new(system.clone(), store, scene.watch.for_runs());
    let seen = match states {
        Some(states) => {
            let is_complete = is_exhausted && T::KEEPS_STATES;
            see(scene, known, states, is_complete, &mut trace_back)
        }
        None => Seen::NOTHING,
    };
    if trace_back.was_cut() {
        scene.watch.end(scene.watch.reason());
    }
    let limit = (scene.watch.ended()).or(is_cut.then_some(LimitKind::Depth));
    let mut asking = Asking {
        scene,
        known,
        seen: &seen,
        prefixes: answers.prefixes,
        limit,
        full_table,
        deepest: 0,
        products: Vec::new(),
        findings: Vec::new(),
    };
    asking.ask_all();
    let told = asking.told();
    total.add(&known.fired, known.transitions);
    let has_runs = task.questions.iter().any(|one| one.temporal().is_some());
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
        complete: is_known && told.are_runs_known && !trace_back.was_cut(),
        omission: (is_exhausted && !T::KEEPS_STATES).then(|| omission_probability(store.len())),
        full_table: told.full_table,
        fired: total.fired,
        parts: total.parts,
        threads: scene.threads(depth.is_some()),
        bytes: if has_runs {
            known.peak_bytes().max(store.peak_bytes())
        } else {
            store.peak_bytes()
        },
        graph: task.graph.then(|| drawing::draw(system.clone(), store)),
        findings: told.findings,
        product_states: told.products,
    }
}

/// What was counted, by the search for states and afterwards.
struct Total {
    transitions: u64,
    fired: Vec<u64>,
    parts: Parts,
    /// Whether what is fired afterwards is new.
    is_in_graph: bool,
}

impl Total {
    fn of(states: Option<&StateSearch>) -> Total {
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
    let covers = covers.map(|hit| hit.and_then(|end| trace_back.run(end)));
    let covers = covers.collect();
    let sightings = searched.found.sorted().into_iter();
    let evidence = sightings.filter_map(|seen| {
        let run = trace_back.run(seen.end)?;
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
    prefixes: Vec<(usize, Prefixes<'q>)>,
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
            Question::Liveness(_) | Question::Temporal(_) => self.liveness(question),
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

    fn ask_about_runs(&mut self, place: usize, question: &TemporalQuestion) -> Answer {
        if self.is_settled(question) {
            return Answer::of(Finding::Settled);
        }
        let is_own = |(own, _): &(usize, _)| *own == place;
        if self.scene.bad_states.iter().any(|(own, _)| *own == place) {
            let finding = self.seen.bad_state(place, question);
            if finding != Finding::Unknown {
                return Answer::of(finding);
            }
        }
        if self.limit.is_some() || self.full_table.is_some() {
            return Answer::of(Finding::Unknown);
        }
        let most_steps = self.scene.task.limits.depth;
        let own = self.prefixes.iter().position(is_own);
        match own.map(|at| self.prefixes.swap_remove(at)) {
            Some((_, prefixes)) => prefixes.finish(self.known, most_steps),
            None => temporal::answer(self.known, (place, question), most_steps),
        }
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
