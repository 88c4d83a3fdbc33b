//! What a run with checkpoints depends on, and what is said where it can't go on.

use crate::failure::{Failure, nowhere};
use crate::plan::Job;
use crate::{Request, codes};
use std::collections::BTreeMap;
use std::sync::Arc;
use weyl_explore::{Checkpoints, Fact, Kept, Saving, Unresumable, digest};
use weyl_ir::text;
use weyl_source::{Diagnostic, Diagnostics, Sources, Span};
use weyl_system::Program;

/// What became of the checkpoints of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckpointSummary {
    /// What the user calls the place where they are.
    pub place: String,
    pub kept: Kept,
}

impl CheckpointSummary {
    pub fn of(checkpoints: &Checkpoints) -> CheckpointSummary {
        CheckpointSummary {
            place: checkpoints.place(),
            kept: checkpoints.kept(),
        }
    }
}

/// Everything was read: a run that goes on must have read the same.
pub(crate) fn depend_on(sources: &Sources, request: &Request) -> Result<(), Failure> {
    let Some(checkpoints) = &request.checkpoints else {
        return Ok(());
    };
    let mut texts: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in sources.files() {
        texts
            .entry(&file.name)
            .or_default()
            .push(digest(&file.text));
    }
    let facts = texts.into_iter().map(|(name, digests)| {
        let what = format!("the text of `{name}`");
        Fact::new(what, digests.join(" "))
    });
    let compared = checkpoints.depend_on(facts.collect());
    compared.map_err(|why| unresumable(&checkpoints.place(), &why))
}

/// What an exploration depends on, beside its task.
pub(crate) fn saving(program: &Program, job: &Job, request: &Request) -> Option<Saving> {
    let checkpoints = Arc::clone(request.checkpoints.as_ref()?);
    let generators = format!("{:?}", job.group.group().generators());
    let facts = vec![
        Fact::new("the program", digest(&text::print(&program.model))),
        Fact::new("the symmetry group", digest(&generators)),
        Fact::new("--representative", format!("{:?}", request.precision)),
    ];
    Some(Saving { checkpoints, facts })
}

/// Why a run could not go on, if it could not.
pub(crate) fn refused(request: &Request) -> Result<(), Failure> {
    let Some(checkpoints) = &request.checkpoints else {
        return Ok(());
    };
    match checkpoints.refusal() {
        Some(why) => Err(unresumable(&checkpoints.place(), &why)),
        None => Ok(()),
    }
}

/// What is to be said of checkpoints beside the answer.
pub(crate) fn warnings(checkpoints: &Checkpoints) -> Diagnostics {
    let (place, kept) = (checkpoints.place(), checkpoints.kept());
    let mut warnings = Diagnostics::default();
    let mut warn = |code, message: String, hint: String| {
        warnings.push(Diagnostic::warning(code, Span::default(), message).hint(hint));
    };
    if let Some(reason) = kept.older {
        let message = format!("the last checkpoint in `{place}` is damaged: {reason}");
        let hint = "the one before it was taken: what was found in between is found again";
        warn(codes::CHECKPOINT_OLDER, message, hint.to_string());
    }
    if let Some(reason) = kept.failure {
        let message = format!("checkpoints can't be written to `{place}` any more: {reason}");
        let hint = match kept.states {
            Some(states) => format!("the last one has {states} states, and stays"),
            None => "the check goes on without them".to_string(),
        };
        warn(codes::CHECKPOINTS_FAILED, message, hint);
    }
    warnings
}

/// Why nothing goes on, as an error of the user's input.
pub fn unresumable(place: &str, why: &Unresumable) -> Failure {
    let (code, message, hint) = match why {
        Unresumable::Nothing => (
            codes::NO_CHECKPOINT,
            format!("there is no checkpoint in `{place}`"),
            "`weyl check MODEL --checkpoint DIR` makes some; a check that comes to its end leaves \
             none",
        ),
        Unresumable::Differs { what, was, is } => (
            codes::CHECKPOINT_DIFFERS,
            format!("the checkpoint in `{place}` is of another run: {what} differs ({was}, {is})"),
            "with everything as it was `weyl resume` goes on; `weyl check` begins anew, in another \
             folder",
        ),
        Unresumable::Damaged { file, reason } => (
            codes::CHECKPOINT_DAMAGED,
            format!("`{file}` in `{place}` is damaged: {reason}"),
            "what is in a checkpoint is trusted only as it was written: the check has to begin anew",
        ),
        Unresumable::Unreadable { file, reason } => (
            codes::UNREADABLE_FILE,
            format!("`{file}` in `{place}` can't be used: {reason}"),
            "checkpoints need a folder with files that can be read and written",
        ),
    };
    Failure::input(nowhere(code, message).hint(hint))
}

/// A folder that another run uses or has used.
pub fn taken(message: &str) -> Failure {
    let hint = "`weyl resume` goes on with it; another folder, or an empty one, begins anew";
    Failure::input(nowhere(codes::CHECKPOINT_DIFFERS, message).hint(hint))
}
