//! Programs in which processes that have ended stay.

use crate::Termination;
use crate::codes;
use crate::failure::Failure;
use crate::reading::verified;
use weyl_ir::Temporal;
use weyl_source::Diagnostic;
use weyl_symmetry::{Births, Staying, Witness, may_end, static_processes, staying};
use weyl_system::Program;

/// The same program with processes that stay, if it can't be told from the other.
pub(crate) fn staying_program(program: &Program) -> Result<(Program, Births), Failure> {
    let Staying { model, births } = staying(&program.model).map_err(|witness| refusal(&witness))?;
    let program = Program::new(verified(model)?, program.limits)?;
    Ok((program, births))
}

/// The same, if processes end or come late and nobody can see that they stay.
pub(crate) fn if_unseen(program: &Program) -> Option<(Program, Births)> {
    let model = &program.model;
    let is_possible = may_end(model) || !static_processes(model).dynamic_kinds.is_empty();
    is_possible.then(|| staying_program(program).ok()).flatten()
}

/// The program in which processes are numbered in the order of their creation, if there is another
/// one.
pub(crate) fn numbered_program(
    program: &Program,
    births: &Births,
) -> Result<Option<Program>, Failure> {
    if births.is_empty() {
        return Ok(None);
    }
    let model = verified(births.numbered(&program.model))?;
    Ok(Some(Program::new(model, program.limits)?))
}

/// Runs in which processes stay have fewer steps: what counts steps sees that.
pub(crate) fn is_unseen_by(temporal: &[Temporal], asked: Termination) -> Result<(), Failure> {
    let seen = temporal.iter().find(|one| !one.ignores_repetitions());
    let Some(seen) = seen.filter(|_| asked == Termination::Stay) else {
        return Ok(());
    };
    let message = format!(
        "processes that have ended can't stay: `{}` counts steps",
        seen.name
    );
    Err(Failure::input(
        Diagnostic::error(codes::TERMINATION_SHOWS, seen.span, message).hint(SPIN),
    ))
}

const SPIN: &str = "`--termination spin` removes them as SPIN does";

fn refusal(witness: &Witness) -> Failure {
    let because = witness.what.words();
    let message = format!("processes that have ended can't stay: {because}");
    Failure::input(Diagnostic::error(codes::TERMINATION_SHOWS, witness.span, message).hint(SPIN))
}
