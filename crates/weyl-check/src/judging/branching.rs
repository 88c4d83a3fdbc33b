//! Verdicts about formulas of branching time. What shows one, or its negation, is a tree of runs:
//! each is carried to the unreduced system, executed there, and evaluated by definition; what is
//! shown on its way begins in the state where the other run passes.

use super::judge::Judge;
use super::verdict::{Evidence, Kind, Part, PropertyResult, Reason, Verdict, Witness};
use crate::failure::{Failure, bug_report};
use weyl_ir::{PropertyId, Temporal};
use weyl_system::{BranchingQuestion, Decision, Finding, LassoRun, Shown, Violation, Why};
use weyl_temporal::branching::{Family, Formula, Names, Path, Proposition};
use weyl_trace::{ClaimedLasso, PathClaim, Trace, replay_path};

impl Judge<'_> {
    pub fn branching(
        &mut self,
        question: &BranchingQuestion,
        finding: &Finding,
        violations: &[Violation],
    ) -> Result<PropertyResult, Failure> {
        let temporal = &self.judging.asked.temporal[question.number];
        let row = PropertyResult {
            name: temporal.name.clone(),
            kind: Kind::Branching,
            verdict: Verdict::Holds,
            message: None,
            span: Some(temporal.span),
            parameters: Vec::new(),
            example: None,
            evidence: None,
            notes: Vec::new(),
        };
        if let Some(row) = self.not_evaluable(&row, violations, usize::MAX)? {
            return Ok(row);
        }
        match finding {
            Finding::Decided(decision) => self.decided(question, decision, row),
            Finding::Fails(run) => {
                let trace = self.replay_to_end(run)?;
                Ok(PropertyResult {
                    verdict: Verdict::Inconclusive(super::verdict::Undecided::NoWayOn),
                    example: Some(trace),
                    ..row
                })
            }
            Finding::TooLarge => Ok(PropertyResult {
                verdict: Verdict::Inconclusive(super::verdict::Undecided::TooLarge),
                ..row
            }),
            _ => Ok(PropertyResult {
                verdict: self.verdict(*finding == Finding::Holds),
                ..row
            }),
        }
    }

    fn decided(
        &mut self,
        question: &BranchingQuestion,
        decision: &Decision,
        row: PropertyResult,
    ) -> Result<PropertyResult, Failure> {
        let evidence = self.in_time(|judge| judge.evidence(question, decision))?;
        if decision.holds {
            return Ok(PropertyResult {
                evidence: Some(evidence),
                ..row
            });
        }
        let message = "its negation holds in an initial state";
        Ok(super::judge::violated(
            row,
            Witness::Tree(evidence),
            message,
        ))
    }

    /// Each run is executed; what begins on the way of another one begins in its state.
    fn evidence(
        &mut self,
        question: &BranchingQuestion,
        decision: &Decision,
    ) -> Result<Evidence, Failure> {
        let temporal = &self.judging.asked.temporal[question.number];
        let names = AtomNames {
            model: self.model,
            temporal,
            families: &question.branching.families,
        };
        let mut parts = Vec::new();
        // Where each is shown, as far as others have mentioned it.
        let mut places: Vec<Option<Vec<u8>>> = vec![None; decision.shown.len()];
        for (number, shown) in decision.shown.iter().enumerate() {
            if shown.why == Why::LeftOut {
                parts.push(left_out(shown, &names));
                continue;
            }
            let replayed = self.replay_shown(question, decision, shown)?;
            let first =
                (replayed.from < replayed.states.len()).then(|| &replayed.states[replayed.from]);
            let own = places[number].take();
            if let (Some(expected), Some(first)) = (&own, first)
                && expected != first
            {
                return Err(bug_report("a part of the evidence begins elsewhere"));
            }
            for (position, other) in mentioned(shown) {
                let at = (replayed.from + position).min(replayed.states.len().saturating_sub(1));
                places[other].get_or_insert_with(|| replayed.states[at].clone());
            }
            parts.push(Part {
                formula: self.told(&names, shown),
                from: replayed.from_step,
                reason: reason(shown, &replayed),
                trace: Some(replayed.trace),
            });
        }
        Ok(Evidence { parts })
    }

    /// A formula, with the values that it is about.
    fn told(&self, names: &AtomNames<'_>, shown: &Shown) -> String {
        let told = shown.formula.told(names);
        let families = names.families.get(shown.family.unwrap_or(usize::MAX));
        let atom = families.and_then(|family| names.temporal.atoms.get(family.atom as usize));
        let Some(atom) = atom else { return told };
        let values = self.parameters(*atom, shown.run.instance.into());
        replaced(&told, &values)
    }

    fn replay_shown(
        &mut self,
        question: &BranchingQuestion,
        decision: &Decision,
        shown: &Shown,
    ) -> Result<Replayed, Failure> {
        let temporal = &self.judging.asked.temporal[question.number];
        let explored = concrete(&shown.run);
        let mut lasso = explored.clone();
        if let Some(lift) = self.lift() {
            lasso = lift.lasso(&lasso)?;
        }
        if let Some(mut completion) = self.judging.completion() {
            lasso = completion.lasso(&lasso, weyl_trace::Acting::These)?;
        }
        let anything = Path::State(Formula::True);
        let own = Path::State(shown.formula.clone());
        let (path, claims) = match (&shown.why, &shown.formula) {
            (Why::Run(claims), Formula::Exists(path)) => (&**path, told_claims(decision, claims)),
            (Why::Labels, _) if weyl_trace::is_of_atoms(&shown.formula, &temporal.atoms) => {
                (&own, Vec::new())
            }
            _ => (&anything, Vec::new()),
        };
        let from = shown.run.steps[..shown.from].iter().flatten().count();
        let claim = PathClaim {
            atoms: &temporal.atoms,
            instance: shown.run.instance.into(),
            path,
            from,
            claims: &claims,
            back: shown.run.back.map(|back| back - shown.from),
        };
        let (trace, states) = replay_path(&mut self.recorder, &lasso, &claim)?;
        if !self.repeats_fairly(question.fairness, &lasso, &trace) {
            return Err(bug_report("a run that was found is not fair"));
        }
        let places = step_places(&trace);
        Ok(Replayed {
            from,
            from_step: places.get(from).copied().unwrap_or(0),
            places,
            states,
            trace,
        })
    }

    fn replay_to_end(&mut self, run: &weyl_system::Run) -> Result<Trace, Failure> {
        let run = LassoRun {
            start: run.start,
            steps: run.steps.iter().copied().map(Some).collect(),
            back: None,
            instance: 0,
        };
        let mut lasso = concrete(&run);
        if let Some(lift) = self.lift() {
            lasso = lift.lasso(&lasso)?;
        }
        if let Some(mut completion) = self.judging.completion() {
            lasso = completion.lasso(&lasso, weyl_trace::Acting::These)?;
        }
        let claim = PathClaim {
            atoms: &[],
            instance: 0,
            path: &Path::State(Formula::True),
            from: lasso.steps.len(),
            claims: &[],
            back: None,
        };
        Ok(replay_path(&mut self.recorder, &lasso, &claim)?.0)
    }
}

fn left_out(shown: &Shown, names: &AtomNames<'_>) -> Part {
    Part {
        formula: shown.formula.told(names),
        from: 0,
        reason: Reason::LeftOut,
        trace: None,
    }
}

/// A run on the unreduced system, with the states between its turns.
struct Replayed {
    trace: Trace,
    states: Vec<Vec<u8>>,
    /// So many turns lead to where something is shown, and so many steps.
    from: usize,
    from_step: usize,
    /// For each state how many steps lead to it.
    places: Vec<usize>,
}

/// For each state between turns how many steps lead to it.
fn step_places(trace: &Trace) -> Vec<usize> {
    let mut places = vec![0];
    for (number, _) in trace.steps.iter().enumerate() {
        let next = trace.steps.get(number + 1);
        if next.is_none_or(|next| !next.continues) {
            places.push(number + 1);
        }
    }
    places
}

/// Where nothing can happen any more the last state repeats for ever.
fn concrete(run: &LassoRun) -> ClaimedLasso {
    let steps: Vec<_> = run.steps.iter().copied().flatten().collect();
    let before = run
        .back
        .map(|back| run.steps[..back].iter().flatten().count());
    ClaimedLasso {
        start: run.start,
        back: before,
        steps,
    }
}

/// What else is shown, with how many steps after the state.
fn mentioned(shown: &Shown) -> Vec<(usize, usize)> {
    match &shown.why {
        Why::Both(parts) => parts.iter().map(|part| (0, *part)).collect(),
        Why::One(part) => vec![(0, *part)],
        Why::Run(claims) => {
            let claims = claims.iter().enumerate();
            let each = claims.flat_map(|(at, claims)| claims.iter().map(move |one| (at, *one)));
            each.collect()
        }
        // What plays come to is shown elsewhere than here.
        Why::Labels | Why::Exhausted | Why::Game { .. } | Why::LeftOut => Vec::new(),
    }
}

fn told_claims(decision: &Decision, claims: &[Vec<usize>]) -> Vec<Vec<Formula>> {
    let formula = |number: &usize| decision.shown[*number].formula.clone();
    let claims = claims.iter();
    claims
        .map(|claims| claims.iter().map(formula).collect())
        .collect()
}

fn reason(shown: &Shown, replayed: &Replayed) -> Reason {
    match &shown.why {
        Why::Labels => Reason::State,
        Why::Both(parts) => Reason::Both(*parts),
        Why::One(part) => Reason::One(*part),
        Why::Exhausted if shown.is_of_all => Reason::AllInstances,
        Why::Exhausted => Reason::AllRuns,
        Why::Game { positions, parts } => Reason::Game(*positions, parts.clone()),
        Why::LeftOut => Reason::LeftOut,
        Why::Run(claims) => {
            let last = replayed.places.len() - 1;
            let step = |position: usize| replayed.places[(replayed.from + position).min(last)];
            let claims = claims.iter().enumerate();
            let claims = claims.flat_map(|(at, claims)| {
                let at = step(at);
                claims.iter().map(move |part| (at, *part))
            });
            Reason::Run(claims.collect())
        }
    }
}

struct AtomNames<'a> {
    model: &'a weyl_ir::Model,
    temporal: &'a Temporal,
    families: &'a [Family],
}

impl AtomNames<'_> {
    fn family(&self, family: &Family) -> Option<String> {
        let atom = self.temporal.atoms.get(family.atom as usize)?;
        let property = &self.model.properties[*atom];
        let parameters = property.parameters.iter();
        let names = parameters.map(|of| property.locals[of.local].name.clone());
        let word = if family.is_forall { "forall" } else { "exists" };
        let names = names.collect::<Vec<String>>().join(", ");
        Some(format!("{word} {names}: {}", family.formula.told(self)))
    }
}

/// With values for variables.
fn replaced(text: &str, values: &[(String, String)]) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_part(first) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, behind) = rest.split_at(end);
        let is_field = replaced.ends_with('.');
        let value = values.iter().find(|(name, _)| !is_field && name == word);
        replaced.push_str(value.map_or(word, |(_, value)| value));
        rest = behind;
    }
    replaced
}

impl Names for AtomNames<'_> {
    fn proposition(&self, number: Proposition) -> String {
        let number = number as usize;
        let atom: Option<&PropertyId> = self.temporal.atoms.get(number);
        let family = number.checked_sub(self.temporal.atoms.len());
        let family = family.and_then(|family| self.family(self.families.get(family)?));
        let atom = atom.map(|atom| self.model.properties[*atom].name.clone());
        atom.or(family).unwrap_or_default()
    }

    fn actions(&self, set: u32) -> String {
        format!("a{set}")
    }
}
