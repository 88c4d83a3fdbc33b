//! What counts as a failure.

use std::fmt;
use std::time::Duration;

const LATE: &str = "past its limit";

/// What came of an input that weyl dealt with as it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Accepted,
    Refused,
    Holds,
    Violated,
    Inconclusive,
}

impl Outcome {
    pub const ALL: [Outcome; 5] = [
        Outcome::Accepted,
        Outcome::Refused,
        Outcome::Holds,
        Outcome::Violated,
        Outcome::Inconclusive,
    ];

    pub fn word(self) -> &'static str {
        match self {
            Outcome::Accepted => "accepted",
            Outcome::Refused => "refused",
            Outcome::Holds => "holds",
            Outcome::Violated => "violated",
            Outcome::Inconclusive => "inconclusive",
        }
    }

    pub fn by_word(word: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|one| one.word() == word)
    }
}

/// Something that must not happen, whatever the input is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Two failures of one kind have most likely one cause.
    pub kind: String,
    pub message: String,
}

impl Failure {
    pub fn new(kind: impl Into<String>, message: impl Into<String>) -> Failure {
        Failure {
            kind: kind.into(),
            message: message.into(),
        }
    }

    /// An input takes more processor time than any should.
    pub fn late(patience: Duration) -> Failure {
        Failure::new(LATE, format!("after {patience:?} of processor time"))
    }

    pub fn is_late(&self) -> bool {
        self.kind == LATE
    }

    /// weyl contradicts itself: what it says is the kind, without what depends on the model.
    pub fn bug(message: &str) -> Failure {
        let outside = message.split('`').step_by(2);
        let words = outside
            .collect::<String>()
            .replace(|c: char| c.is_ascii_digit(), "");
        let kind: String = words.chars().take(70).collect();
        Failure::new(kind, message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.message)
    }
}

pub type Tried = Result<Outcome, Failure>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bugs_are_told_apart_by_what_is_said_not_by_names_and_numbers() {
        let kind = |message: &str| Failure::bug(message).kind;
        assert_eq!(kind("`a` has 3 states"), kind("`bc` has 14 states"));
        assert_ne!(kind("`a` has 3 states"), kind("`a` has 3 orbits"));
    }

    #[test]
    fn outcomes_have_words() {
        for one in Outcome::ALL {
            assert_eq!(Outcome::by_word(one.word()), Some(one));
        }
        assert_eq!(Outcome::by_word("failed"), None);
    }
}
