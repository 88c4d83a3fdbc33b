//! Pins: why the names of a sort can't change places, with the text that tells them apart.

use std::collections::BTreeSet;
use weyl_ir::{Model, SortId};
use weyl_source::Span;

/// Some name of the sort can be told from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pin {
    pub sort: SortId,
    pub cause: Cause,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Processes take turns: they are no scalarsets.
    Processes,
    /// A name is written out.
    Constant { at: Span },
    /// The number of a name in its sort, or the name with a number.
    Number { at: Span },
    /// An order or arithmetic on names.
    Arithmetic { at: Span },
    /// The least name of a sort is stored.
    Cleared { at: Span },
    /// A variable that can't be undefined starts as the least name.
    StartsAsFirst { variable: Span },
    /// A quantifier ends at the first name that decides, and another one may fail.
    FirstDecides { at: Span },
    /// The number of a position of a multiset is used, which depends on the order of the elements.
    Position { at: Span },
    /// A position is used after an element left the multiset and another one came in.
    StalePosition { added: Span, used: Span },
    /// The turns of a loop may depend on each other.
    Loop { over: Span, because: Dependence },
}

/// Why the turns of a loop may not be taken in any order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Two accesses of different turns (or of a turn and of what comes after the loop) may meet.
    Conflict { first: Touch, second: Touch },
    /// The loop is left in the middle.
    Return { at: Span },
    /// A call that was not followed: it leads back to itself, or too deep.
    Call { at: Span },
    /// There is room for some of what the loop adds, and what else happens depends on for which.
    Room { check: Span, other: Span },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touch {
    pub at: Span,
    pub kind: TouchKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TouchKind {
    Read,
    Written,
    /// Written as a function of what was there before, such as `n := n + 1`.
    Updated,
}

/// A pin in words: what is wrong, and notes on the text that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    pub message: String,
    pub notes: Vec<(Span, String)>,
}

impl Pin {
    /// Whether it is an order of names that may show, not a name that is told from others.
    pub fn shows_an_order(&self) -> bool {
        match self.cause {
            Cause::FirstDecides { .. }
            | Cause::Position { .. }
            | Cause::StalePosition { .. }
            | Cause::Loop { .. }
            | Cause::Processes => true,
            Cause::Constant { .. }
            | Cause::Number { .. }
            | Cause::Arithmetic { .. }
            | Cause::Cleared { .. }
            | Cause::StartsAsFirst { .. } => false,
        }
    }

    pub fn explain(&self, model: &Model) -> Explanation {
        let sort = &model.sorts[self.sort].name;
        Explanation {
            message: format!("the names of {sort} can't change places: {}", self.reason()),
            notes: self.notes(),
        }
    }

    /// Why the names can't change places.
    pub fn reason(&self) -> &'static str {
        match &self.cause {
            Cause::Processes => "processes are no scalarsets",
            Cause::Constant { .. } => "one of them is mentioned",
            Cause::Number { .. } => "names are turned into numbers or back",
            Cause::Arithmetic { .. } => "names are ordered or computed with",
            Cause::Cleared { .. } => "the first one is stored",
            Cause::StartsAsFirst { .. } => "a variable starts as the first one",
            Cause::FirstDecides { .. } => "a quantifier goes through them in order",
            Cause::Position { .. } => "the order of a multiset that holds them is visible",
            Cause::StalePosition { .. } => "the place of a new element in a multiset is visible",
            Cause::Loop { because, .. } => match because {
                Dependence::Conflict { .. } => "the turns of a loop may depend on each other",
                Dependence::Return { .. } => "a loop over them is left in the middle",
                Dependence::Call { .. } => "a call in a loop over them can't be followed",
                Dependence::Room { .. } => "it is visible for which of them there was room",
            },
        }
    }

    /// Where it shows.
    pub fn place(&self) -> Span {
        let notes = self.notes();
        notes.first().map_or(Span::default(), |(span, _)| *span)
    }

    fn notes(&self) -> Vec<(Span, String)> {
        let note = |at: Span, text: &str| (at, text.to_string());
        match &self.cause {
            Cause::Processes => Vec::new(),
            Cause::Constant { at } => vec![note(*at, "this is one certain name")],
            Cause::Number { at } => vec![note(*at, "a name as a number")],
            Cause::Arithmetic { at } => vec![note(*at, "this depends on the order of names")],
            Cause::Cleared { at } => vec![note(*at, "the first name is stored here")],
            Cause::StartsAsFirst { variable } => vec![note(*variable, "never undefined")],
            Cause::FirstDecides { at } => {
                vec![note(*at, "may fail after another name has decided")]
            }
            Cause::Position { at } => vec![note(*at, "a position as a number")],
            Cause::StalePosition { added, used } => vec![
                note(
                    *added,
                    "this may take the place of an element that was removed",
                ),
                note(*used, "this may be the new element or none"),
            ],
            Cause::Loop { over, because } => {
                let mut notes = vec![note(*over, "in this loop")];
                notes.extend(because.notes());
                notes
            }
        }
    }
}

impl Dependence {
    fn notes(&self) -> Vec<(Span, String)> {
        match self {
            Dependence::Conflict { first, second } => vec![
                (first.at, format!("{} here", first.kind.verb())),
                (
                    second.at,
                    format!("{} here, maybe by another turn", second.kind.verb()),
                ),
            ],
            Dependence::Return { at } => vec![(*at, "the rest is skipped".to_string())],
            Dependence::Call { at } => vec![(*at, "this call".to_string())],
            Dependence::Room { check, other } => vec![
                (*check, "fails for some".to_string()),
                (*other, "and this is then skipped for them".to_string()),
            ],
        }
    }
}

impl TouchKind {
    fn verb(self) -> &'static str {
        match self {
            TouchKind::Read => "read",
            TouchKind::Written => "written",
            TouchKind::Updated => "updated",
        }
    }
}

/// Pins as they are found: one for each sort and cause, none for sorts of a single name.
pub(crate) struct Pins<'a> {
    model: &'a Model,
    found: Vec<Pin>,
}

impl<'a> Pins<'a> {
    pub fn new(model: &'a Model) -> Pins<'a> {
        Pins {
            model,
            found: Vec::new(),
        }
    }

    pub fn pin(&mut self, sort: SortId, cause: &Cause) {
        let has_choice = self.model.sorts[sort].names.len() > 1;
        let is_known = |pin: &Pin| pin.sort == sort && pin.cause == *cause;
        if has_choice && !self.found.iter().any(is_known) {
            self.found.push(Pin {
                sort,
                cause: cause.clone(),
            });
        }
    }

    pub fn pin_all(&mut self, sorts: BTreeSet<SortId>, cause: &Cause) {
        for sort in sorts {
            self.pin(sort, cause);
        }
    }

    /// Sort by sort, each in the order of discovery.
    pub fn finish(mut self) -> Vec<Pin> {
        self.found.sort_by_key(|pin| pin.sort);
        self.found
    }
}
