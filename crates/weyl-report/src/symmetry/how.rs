//! How a part of a program tells names apart, in a sentence.

use super::SHOWN_NAMES;
use super::why::{line_of, lines_text};
use crate::flow::{one_line, some_of, truncated};
use weyl_source::Sources;
use weyl_symmetry::{Break, FamilyKind, How, Reason, ReasonKind};

/// Letters of a statement that are written out.
const STATEMENT: usize = 60;

/// What names are called where something is done with them as numbers.
fn numbers(kind: FamilyKind) -> &'static str {
    match kind {
        FamilyKind::Processes => "process numbers",
        FamilyKind::Names => "names",
        FamilyKind::Numbers => "indices",
    }
}

/// What is compared or computed with: parameters are no process numbers.
fn operands(one: &Break, kind: FamilyKind) -> &'static str {
    if kind == FamilyKind::Processes && !one.reason.name.contains("_pid") {
        "numbers that tell processes apart"
    } else {
        numbers(kind)
    }
}

/// What a part of the program does to the names of a family.
pub(super) fn how_text(one: &Break, kind: FamilyKind, sources: &Sources) -> String {
    let numbers = numbers(kind);
    let subject = match one.reason.kind {
        ReasonKind::Rule | ReasonKind::Order => format!("`{}`", statement(&one.reason.name)),
        ReasonKind::Function
        | ReasonKind::Property
        | ReasonKind::Fact
        | ReasonKind::Start
        | ReasonKind::End => one.reason.to_string(),
    };
    match &one.how {
        How::Compares => format!("{subject} compares {}", operands(one, kind)),
        How::Counts => format!("{subject} counts: it goes through {numbers} in their order"),
        How::Sorts => format!("{subject} sorts messages by {numbers}"),
        How::Computes => format!("{subject} computes with {}", operands(one, kind)),
        How::Mentions(name) => mention_text(one, &subject, name, sources),
        How::Given(name) if kind != FamilyKind::Processes => {
            format!("{subject} joins them with others that are not alike: {name} here")
        }
        How::Given(name) => {
            format!("{subject} uses what never changes and is not the same for all: {name} here")
        }
        How::ChannelNumber { channel, number } => format!(
            "{subject} sends or receives {number} where channels are sent, too, and that is the \
             number of {channel}"
        ),
        How::LocalChannel => format!(
            "{subject} uses a channel that is declared inside of a process: such channels stay \
             where they are"
        ),
        How::MentionsSome => format!("{subject} mentions one of them by its number"),
        How::Order => format!("{subject} shows the order of {numbers}"),
        How::InTurn => format!("{subject} takes them one after the other"),
        How::Only(names) => {
            let names = some_of(names, SHOWN_NAMES / 2, ", ");
            match kind {
                FamilyKind::Processes => format!("only {names} can get to {subject}"),
                FamilyKind::Names | FamilyKind::Numbers => {
                    format!("{subject} is for {names} alone")
                }
            }
        }
        How::Copies { other, at } => {
            let (other, at) = (statement(other), lines_text(&[*at], sources));
            format!("{subject} and `{other}`{at}, the same step of two copies, are not alike")
        }
        How::Values(values, used) => {
            let values = some_of(values, SHOWN_NAMES / 2, ", ");
            let used = used.as_ref();
            let used = used.map(|(reason, how)| used_text(reason, how, kind, sources));
            let used = used.unwrap_or_default();
            format!("{subject} never changes and is not the same for all: {values}{used}")
        }
        How::Begins => begins_text(&one.reason.name, numbers),
        How::Differs => format!("{subject} never changes and is not the same for all"),
        How::Wide { variable, at } => format!(
            "{subject} has {numbers} as plain numbers, because of `{variable}`{}: computed values \
             in a type of more than 512, such as `int` or `short`",
            lines_text(&[*at], sources)
        ),
        How::Provided { at } => format!(
            "{subject} may be executed under a condition that is not the same for all: `provided \
             ({})`",
            statement(sources.text(*at))
        ),
        How::Ends => "processes that have ended are removed, the youngest first".to_string(),
        How::Ranges(names) => range_text(&one.reason.name, names),
        How::Stands => "where they may stand is not the same for all".to_string(),
        How::Pinned(why) => (*why).to_string(),
        How::Unlike => format!("{subject} is not the same for all"),
    }
}

/// What a statement does with numbers, whatever they are numbers of.
pub(super) fn suspect_text(one: &Break) -> String {
    let verb = match &one.how {
        How::Counts => "counts",
        How::Compares => "compares",
        How::Sorts => "sorts messages",
        _ => "computes",
    };
    format!("`{}` {verb}", statement(&one.reason.name))
}

fn mention_text(one: &Break, subject: &str, name: &str, sources: &Sources) -> String {
    let text = sources.text(one.reason.span);
    if one.reason.name.starts_with("run ") {
        format!(
            "{subject} creates one of them, and what happens before the last `run` could not be \
             followed"
        )
    } else if is_declaration(text) {
        format!(
            "the declaration `{}` stands behind statements and sets its variable each time, to one \
             of them: {name}; at the beginning of the proctype it does no harm",
            statement(text)
        )
    } else {
        format!("{subject} mentions one of them: {name}")
    }
}

fn range_text(variable: &str, names: &[String]) -> String {
    let names = some_of(names, SHOWN_NAMES, ", ");
    if variable.is_empty() {
        format!("some variable is for these alone, by its type: {names}")
    } else {
        format!("`{variable}` is for these alone, by its type: {names}")
    }
}

/// Whether a statement is the declaration of a variable without a value: two names in a row.
fn is_declaration(text: &str) -> bool {
    let is_name = |word: &str| {
        word.chars()
            .all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    let mut words = text.split_whitespace();
    let names = words.next().zip(words.next());
    !text.contains('=')
        && names.is_some_and(|(ty, name)| {
            let (ty, name) = (ty.replace(':', ""), name.split(['[', ';', ',']).next());
            is_name(&ty) && name.is_some_and(is_name) && !["run", "goto"].contains(&&*ty)
        })
}

fn begins_text(variable: &str, numbers: &str) -> String {
    format!("what `{variable}` begins with is computed from {numbers}, and not the same for all")
}

/// What a statement does with values.
fn used_text(reason: &Reason, how: &How, kind: FamilyKind, sources: &Sources) -> String {
    let one = Break {
        reason: reason.clone(),
        how: how.clone(),
        alone: None,
    };
    let at = line_of(reason.span, sources).map_or(String::new(), |line| format!("line {line}: "));
    format!(" ({at}{})", how_text(&one, kind, sources))
}

pub(super) fn statement(text: &str) -> String {
    truncated(&one_line(text), STATEMENT)
}
