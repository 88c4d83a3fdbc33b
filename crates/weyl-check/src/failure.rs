//! Why there is no report: the user's input is wrong, or weyl is, or time or memory ran out.

use crate::{Conclusion, codes};
use std::sync::LazyLock;
use weyl_explore::{LimitKind, Phase};
use weyl_source::{Code, Diagnostic, Diagnostics, Span};
use weyl_system::ProgramError;
use weyl_temporal::TooLarge;
use weyl_trace::ReplayError;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The model or the command line is wrong.
    Input(Diagnostics),
    /// weyl contradicts itself.
    Bug(Diagnostics),
    /// A limit was reached before anything was explored: there is no answer, and nothing is wrong.
    Spent { limit: LimitKind, phase: Phase },
}

/// What has no diagnostics has these.
static NOTHING: LazyLock<Diagnostics> = LazyLock::new(Diagnostics::default);

impl Failure {
    pub fn diagnostics(&self) -> &Diagnostics {
        match self {
            Failure::Input(diagnostics) | Failure::Bug(diagnostics) => diagnostics,
            Failure::Spent { .. } => &NOTHING,
        }
    }

    pub fn input(diagnostic: Diagnostic) -> Failure {
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        Failure::Input(diagnostics)
    }
}

impl From<ProgramError> for Failure {
    fn from(error: ProgramError) -> Failure {
        let hint = "smaller ranges, arrays or scalarsets make a smaller model";
        Failure::input(nowhere(codes::MODEL_TOO_LARGE, error.to_string()).hint(hint))
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Failure {
        bug_report(&error.to_string())
    }
}

/// A diagnostic that belongs to no place in a file.
pub(crate) fn nowhere(code: Code, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, Span::default(), message)
}

/// A formula that can't be read.
pub fn unreadable_formula(at: Span, message: &str) -> Failure {
    let hint =
        "operators are ! && || -> <-> [] <> X U V W; propositions are names, or anything in braces";
    Failure::input(Diagnostic::error(codes::FORMULA, at, message).hint(hint))
}

/// A formula that can't be translated.
pub fn formula_too_large(at: Span, error: TooLarge) -> Failure {
    let hint = "split it: `f && g` holds if both do, and each is smaller";
    let diagnostic = Diagnostic::error(codes::FORMULA_TOO_LARGE, at, error.to_string());
    Failure::input(diagnostic.hint(hint))
}

pub fn wrong_command_line(message: &str, hint: Option<&str>) -> Failure {
    let mut diagnostic = nowhere(codes::COMMAND_LINE, message);
    diagnostic.hint = hint.map(str::to_string);
    Failure::input(diagnostic)
}

/// There is no run that a trail could be made of.
pub fn no_trail(outcome: Conclusion) -> Diagnostics {
    let message = match outcome {
        Conclusion::Violated => "no trail was written: what is violated has no run",
        Conclusion::Holds | Conclusion::Inconclusive => "no trail was written: nothing is violated",
    };
    let mut diagnostics = Diagnostics::default();
    let nowhere = Span::default();
    diagnostics.push(Diagnostic::warning(codes::NO_TRAIL, nowhere, message));
    diagnostics
}

/// An output file is a file that is read, or another output.
pub fn overwritten(message: &str) -> Failure {
    let hint = "give the file that is to be written another name";
    Failure::input(nowhere(codes::OVERWRITTEN, message).hint(hint))
}

pub fn unreadable_file(message: &str) -> Failure {
    Failure::input(nowhere(codes::UNREADABLE_FILE, message))
}

/// What is expected of a model can't be understood; the hint says what could be.
pub fn wrong_expectations(at: Span, message: &str, hint: &str) -> Failure {
    Failure::input(Diagnostic::error(codes::EXPECTATIONS, at, message).hint(hint))
}

/// There is nothing to test.
pub fn nothing_expected(message: &str) -> Failure {
    let hint = "`weyl test --bless MODEL` writes what the model answers into its header";
    Failure::input(nowhere(codes::NOTHING_EXPECTED, message).hint(hint))
}

/// Answers that can't be compared.
pub fn not_comparable(at: Span, message: &str) -> Failure {
    let hint = "both are answers of `weyl check --json`, or both of `weyl test --json`";
    Failure::input(Diagnostic::error(codes::NOT_COMPARABLE, at, message).hint(hint))
}

pub fn bug_report(what: &str) -> Failure {
    let message = format!("this is a bug in weyl: {what}");
    let hint = "please report it, with the model and the command line";
    let mut diagnostics = Diagnostics::default();
    diagnostics.push(nowhere(codes::BUG, message).hint(hint));
    Failure::Bug(diagnostics)
}
