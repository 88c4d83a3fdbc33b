//! What is wrong with the text of a formula, as a diagnostic: the same in all languages.

pub mod codes;

use weyl_source::{Diagnostic, FileId, Span};
use weyl_temporal::grammar::{ParseError, Problem};

/// For a formula that is all of a file.
pub fn diagnostic(file: FileId, error: &ParseError) -> Diagnostic {
    let span = Span::new(file, error.offset..error.end);
    let (code, hint) = match error.problem {
        Problem::Syntax => (codes::UNREADABLE, None),
        Problem::TooLarge => (
            codes::TOO_LARGE,
            Some("`<->` and `W` write their parts twice, quantifiers once for each value"),
        ),
        Problem::NegatedVariable => (
            codes::NEGATED_VARIABLE,
            Some(
                "a fixpoint is one of a monotone function: its variable stands under an even number of `!`, and on neither side of `<->`",
            ),
        ),
        Problem::VariableInPath => (
            codes::VARIABLE_IN_PATH,
            Some(
                "path quantifiers may stand inside of fixpoints if they are closed; `<>` and `[]` speak of steps",
            ),
        ),
        Problem::VariableInExpression => (
            codes::UNREADABLE,
            Some("a variable stands for a set of states: it is no value"),
        ),
        Problem::OperatorInExpression => (
            codes::UNREADABLE,
            Some("temporal operators stand outside of expressions: put parentheses around these"),
        ),
        Problem::RunWithoutQuantifier => (
            codes::RUN_WITHOUT_QUANTIFIER,
            Some(
                "`A` or `E` says whether all runs are meant or some: `AG`, `EF`, `A( … )`, `E[p U q]`",
            ),
        ),
    };
    let diagnostic = Diagnostic::error(code, span, error.message.clone());
    match hint {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}
