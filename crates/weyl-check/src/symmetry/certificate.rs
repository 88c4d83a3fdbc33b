//! What stands behind the symmetries that a check uses: generators, the facts that they stand on,
//! and on how many steps they were tried out.

use super::beginnings::starts;
use super::commutation::{Certified, Effort, Generator, Refusal, Tried, certify, generators};
use crate::codes;
use crate::failure::{Failure, bug_report, nowhere};
use crate::plan::Job;
use crate::symmetry::Found;
use cranelift_entity::EntityRef;
use std::borrow::Cow;
use weyl_budget::Budget;
use weyl_ir::PropertyId;
use weyl_permutation::Point;
use weyl_permutation::cycles::write_cycles;
use weyl_symmetry::{Fact, FactTable, SymmetryGroup};
use weyl_system::{Program, Question};

/// Slots of a state that are written out.
const SHOWN: usize = 12;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// In cycle notation, with all names that they move.
    pub generators: Vec<String>,
    /// In words.
    pub facts: Vec<String>,
    pub tried: Tried,
}

/// Properties that a group keeps: of some one instance, of others all together.
type Kept = Vec<(PropertyId, Option<u64>)>;

/// Tries out the groups of all explorations.
pub(crate) fn try_out(
    program: &Program,
    found: &Found,
    jobs: &[Job],
    budget: &Budget,
) -> Result<Tried, Failure> {
    let groups = jobs.iter().map(|job| (&job.group, kept_by(job)));
    try_out_generators(program, found, &generators(groups), budget)
}

/// Tries out some groups, each with the properties that it keeps, and writes down what stands
/// behind them.
pub(crate) fn certificate<'g>(
    program: &Program,
    found: &Found,
    groups: impl Iterator<Item = (&'g SymmetryGroup, Kept)>,
    budget: &Budget,
) -> Result<Certificate, Failure> {
    let generators = generators(groups);
    let tried = try_out_generators(program, found, &generators, budget)?;
    let sorts = program.model.sorts.values();
    let names: Vec<&String> = sorts.flat_map(|sort| &sort.names).collect();
    let name = |point: Point| names[point.index()].clone();
    let written = generators.iter();
    let written = written.map(|one| write_cycles(&one.permutation, &name));
    let facts: &[Fact] = if generators.is_empty() {
        &[]
    } else {
        &found.facts
    };
    Ok(Certificate {
        generators: written.collect(),
        facts: Fact::describe_all(facts, &program.model, &program.layout),
        tried,
    })
}

fn try_out_generators(
    program: &Program,
    found: &Found,
    generators: &[Generator],
    budget: &Budget,
) -> Result<Tried, Failure> {
    let known = found.beginnings.as_deref();
    let beginnings = match (known, generators) {
        (_, []) => Cow::default(),
        (Some(known), _) => Cow::Borrowed(known),
        (None, _) => Cow::Owned(starts(program).unwrap_or_default()),
    };
    let certified = Certified {
        program,
        facts: &found.facts,
        creators: &found.creators,
        beginnings: &beginnings,
        rule_orbits: &found.rule_orbits,
        is_unproved: found.is_unproved,
    };
    let tried = certify(certified, generators, Effort::RUN, Some(budget));
    tried.map_err(|refusal| refused(&refusal, found.is_unproved))
}

fn kept_by(job: &Job) -> Kept {
    let questions = job.questions.iter();
    let kept = questions.flat_map(|question| {
        let instance = kept_instance(question);
        let properties = question.properties().iter();
        properties.map(move |property| (*property, instance))
    });
    kept.collect()
}

/// Of an instance of a temporal property that is fixed, that instance.
fn kept_instance(question: &Question) -> Option<u64> {
    let temporal = question.temporal()?;
    let instance = temporal.instances.first()?;
    temporal.followed.is_none().then_some((*instance).into())
}

/// A symmetry that does not commute with steps: weyl's fault, unless it stands on the user's word.
fn refused(refusal: &Refusal, is_unproved: bool) -> Failure {
    let Refusal {
        generator,
        mover,
        difference,
        state,
    } = refusal;
    let mut shown = state.iter().take(SHOWN).cloned().collect::<Vec<_>>();
    if state.len() > SHOWN {
        shown.push(format!("and {} more", state.len() - SHOWN));
    }
    let state = if shown.is_empty() {
        "in a state in which everything begins".to_string()
    } else {
        format!(
            "in the state that differs from a beginning in {}",
            shown.join(", ")
        )
    };
    let message = format!(
        "a symmetry does not keep the steps of {mover}: {generator}, {state}: {difference}"
    );
    if is_unproved {
        let hint = "it stands on `--trust-loops`: some loop depends on its order after all";
        Failure::input(nowhere(codes::NO_SYMMETRY, message).hint(hint))
    } else {
        bug_with_symmetry(&message)
    }
}

fn bug_with_symmetry(message: &str) -> Failure {
    let Failure::Bug(diagnostics) = bug_report(message) else {
        unreachable!("a bug report is about a bug");
    };
    let hint =
        "`--symmetry off` does without; please report it, with the model and the command line";
    let diagnostics = diagnostics.into_vec().into_iter();
    let mut hinted = weyl_source::Diagnostics::default();
    diagnostics.for_each(|diagnostic| hinted.push(diagnostic.hint(hint)));
    Failure::Bug(hinted)
}

/// A state was reached in which something is not as it was taken for granted.
pub(crate) fn contradicted(program: &Program, facts: &[Fact], state: &[u8]) -> Failure {
    let Program { model, layout, .. } = program;
    let slot = FactTable::new(facts, layout).contradiction(layout, state);
    let slot = slot.map(|slot| &layout.slots[slot]);
    let is_own = |fact: &&Fact| {
        slot.is_some_and(|slot| fact.variable == slot.variable && fact.path == slot.path)
    };
    let fact = facts.iter().find(is_own);
    let fact = fact.map_or(String::new(), |fact| fact.describe(model, layout));
    bug_with_symmetry(&format!(
        "a state was reached that contradicts what symmetries stand on: {fact}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal() -> Refusal {
        Refusal {
            generator: "(a b)".to_string(),
            mover: "rule \"go\"".to_string(),
            difference: "one of its steps has no image".to_string(),
            state: (0..SHOWN + 2).map(|n| format!("x{n}: 0 and 1")).collect(),
        }
    }

    /// Generator, rule, state and what to do; a bug, unless somebody took responsibility.
    #[test]
    fn a_refusal_tells_all_and_is_a_bug() {
        let Failure::Bug(diagnostics) = refused(&refusal(), false) else {
            panic!("a symmetry that is none is a bug");
        };
        let [diagnostic] = &diagnostics.into_vec()[..] else {
            panic!("there is one thing to say");
        };
        for part in [
            "(a b)",
            "rule \"go\"",
            "x0: 0 and 1",
            "and 2 more",
            "no image",
        ] {
            assert!(diagnostic.message.contains(part), "{}", diagnostic.message);
        }
        let hints = format!("{diagnostic:?}");
        assert!(hints.contains("--symmetry off"), "{hints}");
        let trusted = refused(&refusal(), true);
        assert!(matches!(trusted, Failure::Input(_)));
    }
}
