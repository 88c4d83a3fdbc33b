//! Verdicts about runs: what is bad must be bad on the unreduced system, and fair there.

use super::judge::{Judge, Unconfirmed, violated};
use super::verdict::{Exhausted, Kind, PropertyResult, Verdict, Witness};
use crate::engine::Units;
use crate::failure::{Failure, bug_report};
use weyl_system::{Fairness, Finding, LassoRun, Repeats, TemporalQuestion, Violation};
use weyl_temporal::Claim;
use weyl_trace::{Acting, ClaimedLasso, ReplayError, TemporalClaim, Trace, replay_lasso};

impl Judge<'_> {
    pub fn temporal(
        &mut self,
        question: &TemporalQuestion,
        finding: &Finding,
        violations: &[Violation],
    ) -> Result<PropertyResult, Failure> {
        let temporal = &self.judging.asked.temporal[question.number];
        let row = PropertyResult {
            name: temporal.name.clone(),
            kind: Kind::Temporal,
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
        if let Some(wanted) = self.judging.request.wanted(&temporal.name) {
            let name = wanted.to_string();
            return self.witness(question, finding, PropertyResult { name, ..row });
        }
        if let Finding::Bad(run) = finding {
            let trace = self.in_time(|judge| judge.replay_bad(question, run))?;
            let Some(trace) = trace else {
                return Ok(self.unconfirmed(row));
            };
            let message = message(&temporal.claim, &trace);
            let first = question.atoms.first();
            let parameters = first.map(|atom| self.parameters(*atom, run.instance.into()));
            return Ok(PropertyResult {
                parameters: parameters.unwrap_or_default(),
                ..violated(row, Witness::Run(trace), message)
            });
        }
        Ok(PropertyResult {
            verdict: self.verdict(*finding == Finding::Holds),
            ..row
        })
    }

    /// A run to what is looked for: one that violates the claim that no state satisfies it.
    fn witness(
        &mut self,
        question: &TemporalQuestion,
        finding: &Finding,
        row: PropertyResult,
    ) -> Result<PropertyResult, Failure> {
        let row = PropertyResult {
            kind: Kind::Witness,
            verdict: self.verdict(false),
            span: None,
            ..row
        };
        if let Finding::Bad(run) = finding {
            let trace = self.in_time(|judge| judge.replay_bad(question, run))?;
            let Some(trace) = trace else {
                return Ok(self.unconfirmed(row));
            };
            return Ok(PropertyResult {
                verdict: Verdict::Holds,
                example: Some(trace),
                ..row
            });
        }
        Ok(match Exhausted::without_a_run(self.exploration, finding) {
            Some(all) => violated(
                row,
                Witness::Exhausted(all),
                "no reachable state satisfies it",
            ),
            None => row,
        })
    }

    /// The run on the unreduced system, which violates the property there, and is fair. `None` if
    /// one of a slice is none of the whole program as far as is known.
    fn replay_bad(
        &mut self,
        question: &TemporalQuestion,
        run: &LassoRun,
    ) -> Result<Option<Trace>, Failure> {
        let temporal = &self.judging.asked.temporal[question.number];
        let asked = TemporalClaim {
            claim: &temporal.claim,
            atoms: &temporal.atoms,
            instance: run.instance.into(),
        };
        let mut lasso = claimed(run, &temporal.claim, question.repeats);
        if let Some(lift) = self.lift() {
            lasso = lift.lasso(&lasso)?;
        }
        if let Some(mut completion) = self.judging.completion() {
            let stays = lasso.back == Some(lasso.steps.len());
            let idles = question.repeats == Repeats::Everything;
            let completed = match question.fairness {
                Fairness::None if stays && idles => {
                    completion.staying(&lasso, asked, temporal.repeats_ends)
                }
                Fairness::Weak | Fairness::Strong if idles => {
                    completion.lasso(&lasso, Acting::All).map(Some)
                }
                _ => completion.lasso(&lasso, Acting::These).map(Some),
            };
            lasso = match completed {
                Ok(Some(completed)) => completed,
                Err(ReplayError::NotClosed) if self.judging.is_sliced => return Ok(None),
                Ok(None) => return Ok(None),
                Err(error) => return Err(error.into()),
            };
        }
        let stays = lasso.back == Some(lasso.steps.len());
        let trace = match replay_lasso(&mut self.recorder, &lasso, asked) {
            // Somebody could go on, and nobody does.
            Err(ReplayError::ClaimFails { .. }) if stays && self.judging.is_sliced => {
                return Ok(None);
            }
            trace => trace?,
        };
        if self.repeats_fairly(question.fairness, &lasso, &trace) {
            Ok(Some(trace))
        } else if self.judging.is_sliced {
            // Those of whom nothing is left in the slice do not act in it.
            Ok(None)
        } else {
            Err(bug_report("a run that was found is not fair"))
        }
    }

    /// A property against which only a slice has a run: the whole program has to be asked.
    fn unconfirmed(&mut self, row: PropertyResult) -> PropertyResult {
        let reason = format!("a run of it against `{}` is not confirmed", row.name);
        let reduction = "slice";
        self.unconfirmed
            .get_or_insert(Unconfirmed { reduction, reason });
        let verdict = self.verdict(false);
        PropertyResult { verdict, ..row }
    }

    pub fn repeats_fairly(&self, fairness: Fairness, lasso: &ClaimedLasso, trace: &Trace) -> bool {
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
        let questions = &self.answered.job.questions;
        let fair_rules = &self.judging.fair_rules;
        let mut units = Units::new(self.judging.shown(), questions, fair_rules);
        units.are_treated_fairly(&states, firings, fairness)
    }
}

fn message(claim: &Claim, trace: &Trace) -> &'static str {
    match (trace.cycle_start, claim) {
        (None, Claim::Never(_)) => "the claim is at its end",
        (None, Claim::Formula(_) | Claim::Branching(_)) => "it is false, however the run goes on",
        (Some(start), _) if start == trace.steps.len() => "the last state repeats for ever",
        (Some(_), _) => "a cycle repeats for ever",
    }
}

/// Where nothing can happen, nothing happens any more: the last state repeats, for ever or until a
/// never claim is at its end. Repetitions between steps are left out: where they can happen nobody
/// sees them.
fn claimed(run: &LassoRun, claim: &Claim, repeats: Repeats) -> ClaimedLasso {
    let before = run
        .back
        .map(|back| run.steps[..back].iter().flatten().count());
    let steps: Vec<_> = run.steps.iter().copied().flatten().collect();
    let is_formula = matches!(claim, Claim::Formula(_));
    let is_at_end = steps.len() < run.steps.len() && repeats == Repeats::Ends;
    ClaimedLasso {
        start: run.start,
        back: before.or((is_at_end && is_formula).then_some(steps.len())),
        steps,
    }
}
