//! Temporal properties: which explorations answer them, and what their runs show.
//!
//! A property without parameters is asked once, under the symmetries that keep its atoms. `∀ i. g_i` is asked in one of two ways. *Fixed*: for one
//! instance of each orbit, under the symmetries that keep that instance; it stands for its orbit if the symmetries keep the set of
//! initial states (Emerson and Sistla, Theorem 4.2), otherwise every instance is asked. *Followed*: for all instances at once on the annotated quotient, where
//! the instance is renamed along with the state.

use crate::failure::{Failure, bug_report, formula_too_large};
use crate::judge::failed;
use crate::plan::{Part, Planning};
use crate::searching::Canon;
use crate::selection::Selection;
use crate::symmetry::Found;
use crate::units::{Instances, Units};
use crate::verdict::{Indices, PropertyResult, Undecided, Verdict, Witness};
use crate::{Kind, Request};
use std::collections::BTreeMap;
use weyl_explore::{
    Exploration, LassoRun, TemporalExploration, TemporalTask, TemporalVerdict, ViolationKind,
};
use weyl_ir::{Capacity, Model, NameId, RuleId, Temporal};
use weyl_permutation::group::BigUint;
use weyl_symmetry::{ClaimSymmetry, SymmetryGroup};
use weyl_system::{Conditions, Interpreter, Program};
use weyl_temporal::{Claim, Observer, translate};
use weyl_trace::{Claim as TraceClaim, ClaimedLasso, ClaimedRun, Lift, Question, Recorder, Trace};

/// One exploration for a temporal property.
#[derive(Clone, Debug)]
pub(crate) struct TemporalPart {
    pub temporal: Temporal,
    /// What accepts the runs that violate the property.
    pub observer: Observer,
    /// The instances that are asked about.
    pub instances: Vec<u32>,
    /// How many there are, if they are followed.
    pub followed: Option<u32>,
    /// How many instances an instance that is fixed stands for, itself included.
    pub stands_for: u32,
    pub fair_rules: Vec<RuleId>,
}

/// How many instances a temporal property has.
pub(crate) fn instance_count(program: &Program, temporal: &Temporal) -> u32 {
    let first = temporal.atoms.first();
    let count = first.map_or(1, |atom| Interpreter::new(program).instances(*atom));
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The explorations for one temporal property.
pub(crate) fn plan(
    program: &Program,
    selection: &Selection,
    (temporal, observer): (&Temporal, &Observer),
    found: Option<(&Found, &ClaimSymmetry)>,
    planning: Planning<'_>,
) -> Vec<Part> {
    let count = instance_count(program, temporal);
    let planned = Planned {
        program,
        selection,
        temporal,
        observer,
        count,
        fair_rules: planning.fair_rules,
    };
    let Some((found, claim)) = found else {
        let group = SymmetryGroup::trivial(&program.model);
        let each = (0..count).map(|instance| planned.fixed((instance, 1), group.clone()));
        return each.collect();
    };
    let firsts = planned.firsts(found, claim);
    match planned.are_followed(claim, &firsts, planning.indices) {
        true => vec![planned.followed(claim.family.clone())],
        false => {
            let single = |instance: u32| claim.single[instance as usize].clone();
            let parts = firsts.iter();
            parts
                .map(|first| planned.fixed(*first, single(first.0)))
                .collect()
        }
    }
}

struct Planned<'a> {
    program: &'a Program,
    selection: &'a Selection,
    temporal: &'a Temporal,
    observer: &'a Observer,
    count: u32,
    fair_rules: &'a [RuleId],
}

impl Planned<'_> {
    /// One instance, which stands for some.
    fn fixed(&self, (instance, stands_for): (u32, u32), group: SymmetryGroup) -> Part {
        let mut part = self.part(vec![instance], group);
        part.temporal = part.temporal.map(|temporal| TemporalPart {
            stands_for,
            ..temporal
        });
        part
    }

    /// All instances at once.
    fn followed(&self, group: SymmetryGroup) -> Part {
        let mut part = self.part((0..self.count).collect(), group);
        part.temporal = part.temporal.map(|temporal| TemporalPart {
            followed: Some(self.count),
            ..temporal
        });
        part
    }

    fn part(&self, instances: Vec<u32>, group: SymmetryGroup) -> Part {
        Part {
            selection: self.selection.only_temporal(self.temporal),
            liveness: Vec::new(),
            temporal: Some(TemporalPart {
                temporal: self.temporal.clone(),
                observer: self.observer.clone(),
                instances,
                followed: None,
                stands_for: 1,
                fair_rules: self.fair_rules.to_vec(),
            }),
            group,
        }
    }

    /// One instance of each orbit under symmetries that keep the set of initial states, with the size of the orbit.
    fn firsts(&self, found: &Found, claim: &ClaimSymmetry) -> Vec<(u32, u32)> {
        let mut sizes: BTreeMap<u32, u32> = BTreeMap::new();
        for first in self.sharing(found, claim) {
            *sizes.entry(first).or_default() += 1;
        }
        sizes.into_iter().collect()
    }

    /// For each instance the first of its orbit under symmetries that keep the set of initial states.
    fn sharing(&self, found: &Found, claim: &ClaimSymmetry) -> Vec<u32> {
        if found.keeps_starts_under(self.program, &claim.family) {
            return claim.orbits.clone();
        }
        let first = self
            .temporal
            .atoms
            .first()
            .filter(|_| self.are_about_names());
        let Some(first) = first.map(|atom| &self.program.model.properties[*atom]) else {
            return (0..self.count).collect();
        };
        let keeping = found.keeping_starts(self.program, &claim.family);
        let count = self.count.into();
        let instances = Instances::new(self.program, &first.parameters, &first.locals, count);
        instances.orbits(&self.program.model, &keeping)
    }

    /// Under the group G the system has |S|/|G| orbits, more or less: to follow n instances takes n times that many states, to fix the instance i takes
    /// [G : G_i] times that many. For one instance of each orbit the sum is the same, and states that are alike under G_i are
    /// explored once: then instances are fixed.
    fn are_followed(&self, claim: &ClaimSymmetry, firsts: &[(u32, u32)], indices: Indices) -> bool {
        let can_be = self.count > 1 && self.are_about_names();
        match indices {
            Indices::Fixed => false,
            Indices::Followed => can_be,
            Indices::Cheapest => {
                let whole = claim.family.group().order();
                let index =
                    |(one, _): &(u32, u32)| &whole / claim.single[*one as usize].group().order();
                let fixed = firsts.iter().map(index);
                let sum = fixed.fold(BigUint::ZERO, |sum, index| sum + index);
                can_be && sum > BigUint::from(self.count)
            }
        }
    }

    /// Numbers that only classes make names can't be followed.
    fn are_about_names(&self) -> bool {
        let model = &self.program.model;
        let mut atoms = self.temporal.atoms.iter();
        atoms.all(|atom| {
            let property = &model.properties[*atom];
            let mut types = property.parameters.iter();
            types.all(|of| !model.types.is_integer(property.locals[of.local].ty))
        })
    }
}

/// The symmetries of a temporal property under a group of declared names: atoms mention the names that they mention.
pub(crate) fn claim_of_declared(
    program: &Program,
    temporal: &Temporal,
    group: &SymmetryGroup,
    constants: &[NameId],
) -> ClaimSymmetry {
    let model = &program.model;
    let family = group.fixing(constants);
    let count = instance_count(program, temporal);
    let Some(first) = temporal.atoms.first().map(|atom| &model.properties[*atom]) else {
        return ClaimSymmetry::apart(family, count as usize);
    };
    let instances = Instances::new(program, &first.parameters, &first.locals, count.into());
    let single = (0..count).map(|one| {
        let values = program.parameter_values(&first.parameters, one.into());
        let types = first.parameters.iter().map(|of| first.locals[of.local].ty);
        let names = types.zip(values);
        let names = names.filter_map(|(ty, value)| model.value_name(ty, value));
        family.fixing(&names.collect::<Vec<_>>())
    });
    ClaimSymmetry {
        orbits: instances.orbits(model, family.group().generators()),
        single: single.collect(),
        family,
    }
}

/// What accepts the runs that violate each property.
pub(crate) fn observers(temporal: &[Temporal]) -> Result<Vec<Observer>, Failure> {
    let observer = |one: &Temporal| match &one.claim {
        Claim::Never(observer) => Ok(observer.clone()),
        Claim::Formula(formula) => match translate(&formula.clone().negated()) {
            Ok(automaton) => Ok(Observer::from(&automaton)),
            Err(error) => Err(formula_too_large(one.span, error)),
        },
    };
    temporal.iter().map(observer).collect()
}

impl TemporalPart {
    /// The instance that is fixed, if there are several, and how many it stands for.
    pub fn instance(&self, program: &Program) -> Option<(Vec<(String, String)>, u32)> {
        let atom = self.temporal.atoms.first()?;
        let property = &program.model.properties[*atom];
        let is_one = self.followed.is_none() && !property.parameters.is_empty();
        let instance = self.instances.first().filter(|_| is_one)?;
        let number = u64::from(*instance);
        let values = program.parameters(&property.parameters, &property.locals, number);
        Some((values, self.stands_for))
    }

    pub fn task(&self, request: &Request, capacity: Capacity) -> TemporalTask {
        TemporalTask {
            observer: self.observer.clone(),
            atoms: self.temporal.atoms.clone(),
            instances: self.instances.clone(),
            tracked_instances: self.followed,
            evaluates_all: matches!(self.temporal.claim, Claim::Formula(_)),
            repeats_ends: self.temporal.repeats_ends,
            fairness: request.fairness,
            growing: capacity.growing(),
            limits: request.limits,
        }
    }

    pub fn units<'p>(&self, program: &'p Program, request: &Request) -> Units<'p> {
        let first = self
            .temporal
            .atoms
            .first()
            .filter(|_| self.followed.is_some());
        let instances = first.map(|atom| {
            let property = &program.model.properties[*atom];
            let count = self.followed.unwrap_or(0).into();
            Instances::new(program, &property.parameters, &property.locals, count)
        });
        Units::new(program, request.fairness, &self.fair_rules, instances)
    }
}

/// What a search for bad runs tells, as an exploration.
pub(crate) fn as_exploration(searched: TemporalExploration) -> Exploration {
    let violations = searched.failure.into_iter();
    let violations = violations.map(|(kind, run)| weyl_explore::Violation { kind, run });
    Exploration {
        states: searched.states,
        transitions: searched.transitions,
        depth: searched.depth,
        limit: searched.limit,
        complete: searched.verdict != TemporalVerdict::Unknown,
        omission: None,
        violations: violations.collect(),
        covers: Vec::new(),
        liveness: Vec::new(),
        temporal: Some((searched.verdict, searched.product_states)),
        fired: searched.fired,
        bytes: searched.bytes,
        graph: None,
    }
}

/// The verdict about a temporal property from one exploration.
pub(crate) struct TemporalJudge<'a, 'p> {
    pub program: &'p Program,
    pub part: &'a TemporalPart,
    pub exploration: &'a Exploration,
    pub recorder: &'a mut Recorder<'p>,
    pub lift: Option<&'a mut Lift<'p, Canon>>,
    pub request: &'a Request,
}

impl TemporalJudge<'_, '_> {
    pub fn row(mut self) -> Result<PropertyResult, Failure> {
        let temporal = &self.part.temporal;
        let row = PropertyResult {
            name: temporal.name.clone(),
            kind: Kind::Temporal,
            verdict: Verdict::Holds,
            message: None,
            span: Some(temporal.span),
            parameters: Vec::new(),
            example: None,
        };
        if let Some(row) = self.not_evaluable(&row)? {
            return Ok(row);
        }
        match &self.exploration.temporal {
            Some((TemporalVerdict::Holds, _)) => Ok(row),
            Some((TemporalVerdict::Violated(run), _)) => {
                let trace = self.replay(run)?;
                Ok(PropertyResult {
                    parameters: self.parameters(run.instance),
                    message: Some(message(&trace)),
                    verdict: Verdict::Violated(Box::new(Witness::Run(trace))),
                    ..row
                })
            }
            Some((TemporalVerdict::Unknown, _)) | None => Ok(PropertyResult {
                verdict: Verdict::Inconclusive(match self.exploration.limit {
                    Some(limit) => Undecided::Limit(limit),
                    None => Undecided::EndedAtViolation,
                }),
                ..row
            }),
        }
    }

    fn parameters(&self, instance: u32) -> Vec<(String, String)> {
        let Some(atom) = self.part.temporal.atoms.first() else {
            return Vec::new();
        };
        let property = &self.program.model.properties[*atom];
        self.program
            .parameters(&property.parameters, &property.locals, instance.into())
    }

    fn not_evaluable(&mut self, row: &PropertyResult) -> Result<Option<PropertyResult>, Failure> {
        let mut violations = self.exploration.violations.iter();
        let found = violations.find_map(|violation| match &violation.kind {
            ViolationKind::StateFault { property, fault } => {
                Some((*property, fault.clone(), &violation.run))
            }
            _ => None,
        });
        let Some((property, fault, run)) = found else {
            return Ok(None);
        };
        let mut run = ClaimedRun {
            start: run.start,
            steps: run.steps.clone(),
            claim: TraceClaim::NotEvaluable { property, fault },
        };
        if let Some(lift) = &mut self.lift {
            run = lift.run(run)?;
        }
        let trace = weyl_trace::replay(self.recorder, run.start, &run.steps, run.claim)?;
        let model = &self.program.model;
        Ok(Some(failed(row.clone(), trace, |fault| {
            format!("it can't be evaluated: {}", fault.describe(model))
        })))
    }

    /// The run on the unreduced system, which violates the property there, and is fair.
    fn replay(&mut self, run: &LassoRun) -> Result<Trace, Failure> {
        let mut lasso = claimed(run);
        if let Some(lift) = &mut self.lift {
            lasso = lift.lasso(&lasso)?;
        }
        let question = Question {
            claim: &self.part.temporal.claim,
            atoms: &self.part.temporal.atoms,
            instance: run.instance.into(),
        };
        let trace = weyl_trace::replay_lasso(self.recorder, &lasso, question)?;
        match self.is_fair(&lasso, &trace) {
            true => Ok(trace),
            false => Err(bug_report("a run that was found is not fair")),
        }
    }

    fn is_fair(&self, lasso: &ClaimedLasso, trace: &Trace) -> bool {
        let Some(back) = lasso.back else {
            return true;
        };
        let whole = trace.all_steps().collect::<Vec<_>>();
        let is_last = |number: usize| whole.get(number + 1).is_none_or(|next| !next.continues);
        let states = (0..whole.len()).filter(|number| is_last(*number));
        let states = states.filter_map(|number| Some(whole[number].state()?.to_vec()));
        let mut states: Vec<Vec<u8>> = states.skip(back).collect();
        let firings = &lasso.steps[back..];
        if !firings.is_empty() {
            states.pop();
        }
        let mut units = self.part.units(self.program, self.request);
        units.are_treated_fairly(&states, firings, self.request.fairness)
    }
}

fn message(trace: &Trace) -> String {
    match trace.cycle_start {
        None => "the claim is at its end",
        Some(start) if start == trace.steps.len() => "the last state repeats for ever",
        Some(_) => "a cycle repeats for ever",
    }
    .to_string()
}

/// Where nothing can happen, nothing happens any more: the last state repeats.
fn claimed(run: &LassoRun) -> ClaimedLasso {
    let steps: Vec<_> = run.steps.iter().copied().flatten().collect();
    let repeats = steps.len() < run.steps.len() && run.back.is_some();
    ClaimedLasso {
        start: run.start,
        back: match repeats {
            true => Some(steps.len()),
            false => run.back,
        },
        steps,
    }
}

/// The names that the atoms of a temporal property mention as constants.
pub(crate) fn names_in(model: &Model, temporal: &Temporal) -> Vec<NameId> {
    let atoms = temporal.atoms.iter();
    let atoms = atoms.map(|atom| &model.properties[*atom]);
    atoms
        .flat_map(|atom| crate::plan::constant_names(model, atom))
        .collect()
}
