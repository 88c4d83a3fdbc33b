//! SPIN's numbers of statements: what `pan -d` prints, what `pc_value` is and what trails are made
//! of.
//!
//! SPIN makes an element of every statement and numbers the elements of a proctype from 1, in the
//! order in which its parser finishes sequences: what is inside a compound statement comes before
//! the statement itself, and that before the places that it adds (the join behind `fi`; the join
//! and the exit of a loop). Of an `unless` both insides come first, then, where a part is no block,
//! the escape and then the main part. The end of a proctype has the last number. Trails number the
//! elements of all proctypes from 0, in the order of the text, claims and processes that never run
//! included.

use crate::resolved::{Block, LabelId, Stmt, StmtKind};

/// The numbers of a statement of a proctype: the first one of what is inside, and the first one of
/// its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub inside: u32,
    pub own: u32,
}

/// The places of an `unless`.
pub(super) struct UnlessNumbers {
    pub main: Numbers,
    pub escape: Numbers,
    /// The place in front of it.
    pub own: u32,
}

pub(super) struct Counting<'a> {
    /// Tells labels that make a control state of a jump that carries them.
    pub is_special: &'a dyn Fn(LabelId) -> bool,
}

impl Counting<'_> {
    /// The statements of a sequence with their numbers. What SPIN leaves out has a number all the
    /// same.
    pub fn sequence<'s>(&self, statements: &'s [Stmt], first: u32) -> Vec<(&'s Stmt, Numbers)> {
        let mut at = first;
        let numbered = statements.iter().map(|stmt| {
            let numbers = self.statement(stmt, at);
            at = numbers.own + self.own(stmt);
            (stmt, numbers)
        });
        let is_there = |(stmt, _): &(&Stmt, Numbers)| !matches!(stmt.kind, StmtKind::LeftOut);
        numbered.filter(is_there).collect()
    }

    /// The options of a selection, each with its first number.
    pub fn options<'s>(&self, options: &'s [Block], first: u32) -> Vec<(&'s Block, u32)> {
        let mut at = first;
        let numbered = options.iter().map(|option| {
            let start = at;
            at += self.size(&option.statements);
            (option, start)
        });
        numbered.collect()
    }

    pub fn unless(
        &self,
        stmt: &Stmt,
        body: &Stmt,
        escape: &Stmt,
        numbers: Numbers,
    ) -> UnlessNumbers {
        let escape_inside = numbers.inside + self.inside(body);
        let escape_own = escape_inside + self.inside(escape);
        let own = if is_wrapped(stmt) {
            numbers.own + 2
        } else {
            numbers.own
        };
        UnlessNumbers {
            main: Numbers {
                inside: numbers.inside,
                own: if is_wrapped(stmt) {
                    own
                } else {
                    escape_own + self.own_unless_bare(escape)
                },
            },
            escape: Numbers {
                inside: escape_inside,
                own: escape_own,
            },
            own,
        }
    }

    /// How many numbers statements take.
    pub fn size(&self, statements: &[Stmt]) -> u32 {
        let sizes = statements
            .iter()
            .map(|stmt| self.inside(stmt) + self.own(stmt));
        sizes.sum()
    }

    fn statement(&self, stmt: &Stmt, first: u32) -> Numbers {
        Numbers {
            inside: first,
            own: first + self.inside(stmt),
        }
    }

    fn inside(&self, stmt: &Stmt) -> u32 {
        match &stmt.kind {
            StmtKind::If(options) | StmtKind::Do(options) => {
                let sizes = options.iter().map(|option| self.size(&option.statements));
                sizes.sum()
            }
            // The comparison, the increment, the way out.
            StmtKind::Select { .. } => 3,
            StmtKind::Block(body) | StmtKind::Atomic(body) | StmtKind::DStep(body) => {
                self.size(&body.statements)
            }
            StmtKind::Unless { body, escape } => {
                let main = if is_wrapped(stmt) {
                    0
                } else {
                    self.own_unless_bare(body)
                };
                self.inside(body) + self.inside(escape) + self.own_unless_bare(escape) + main
            }
            _ => 0,
        }
    }

    fn own(&self, stmt: &Stmt) -> u32 {
        let is_marked = || stmt.labels.iter().any(|label| (self.is_special)(*label));
        match &stmt.kind {
            StmtKind::If(_) => 2,
            StmtKind::Do(_) | StmtKind::Select { .. } => 3,
            StmtKind::Unless { .. } if is_wrapped(stmt) => 3,
            StmtKind::Unless { .. } => 2,
            StmtKind::Goto(_) | StmtKind::Break if is_marked() => 2,
            _ => 1,
        }
    }

    fn own_unless_bare(&self, part: &Stmt) -> u32 {
        if is_bare(part) { 0 } else { self.own(part) }
    }
}

/// A part of an `unless` that is a block is no element of its own.
pub(super) fn is_bare(part: &Stmt) -> bool {
    matches!(part.kind, StmtKind::Block(_)) && part.labels.is_empty()
}

/// A label in front of a block with an escape stands at a block around both.
fn is_wrapped(stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Unless { body, .. } => {
            let is_block = matches!(
                body.kind,
                StmtKind::Block(_) | StmtKind::Atomic(_) | StmtKind::DStep(_)
            );
            is_block && !stmt.labels.is_empty()
        }
        _ => false,
    }
}
