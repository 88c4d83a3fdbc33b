//! The statements of a body in a row, with what each stands in, and which of them decide by
//! themselves whether and how a step ends.

use super::defined::Defined;
use super::failing::may_end_step;
use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::fallible::Fallible;
use weyl_ir::visit::{Visitor, walk_stmt};
use weyl_ir::{
    Block, ChannelStmt, LocalId, MessageField, Model, MultisetStmt, Root, Rule, Stmt, StmtKind,
};

/// One statement.
pub(super) struct Line<'m> {
    pub stmt: &'m Stmt,
    /// The line that it stands in.
    pub around: Option<usize>,
    /// Whether it may end the step, or do something that is not in the state: then it stays
    /// wherever its rule does.
    pub stays: bool,
}

pub(super) struct Outline<'m> {
    pub lines: Vec<Line<'m>>,
}

impl<'m> Outline<'m> {
    pub fn new(model: &'m Model, defined: &Defined, rule: &'m Rule) -> Outline<'m> {
        let mut outline = Outline { lines: Vec::new() };
        let unsure = unsure_locals(rule);
        let mut sure = BTreeSet::new();
        for stmt in &rule.body {
            let fallible = Fallible {
                model,
                locals: &rule.locals,
                is_defined: &|local| sure.contains(&local),
                is_always_defined: &|place| defined.contains(place),
                present: None,
            };
            outline.add(&fallible, stmt, None);
            sure.extend(defined_by(stmt).into_iter().filter(|l| !unsure.contains(l)));
        }
        outline
    }

    fn add(&mut self, fallible: &Fallible<'_>, stmt: &'m Stmt, around: Option<usize>) {
        let number = self.lines.len();
        self.lines.push(Line {
            stmt,
            around,
            stays: may_end_step(fallible, stmt),
        });
        for inner in blocks(stmt).into_iter().flatten() {
            self.add(fallible, inner, Some(number));
        }
    }

    /// The lines that a line stands in, from inside to outside.
    pub fn around(&self, line: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.lines[line].around, |outer| self.lines[*outer].around)
    }
}

/// The blocks inside of a statement.
pub(super) fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If {
            then, otherwise, ..
        } => vec![then, otherwise],
        StmtKind::For { body, .. } | StmtKind::While { body, .. } => vec![body],
        StmtKind::Assign { .. }
        | StmtKind::Copy { .. }
        | StmtKind::Undefine(_)
        | StmtKind::Clear(_)
        | StmtKind::Assert { .. }
        | StmtKind::Error { .. }
        | StmtKind::Refute { .. }
        | StmtKind::Hit { .. }
        | StmtKind::Assume { .. }
        | StmtKind::Call { .. }
        | StmtKind::Return
        | StmtKind::Reserve { .. }
        | StmtKind::Put(_)
        | StmtKind::Bind { .. }
        | StmtKind::Multiset(
            MultisetStmt::Add { .. }
            | MultisetStmt::Remove { .. }
            | MultisetStmt::RemoveWhere { .. },
        )
        | StmtKind::Channel(ChannelStmt::Send { .. } | ChannelStmt::Receive { .. }) => Vec::new(),
    }
}

/// The locals that are defined behind a statement of the outermost block, if nothing else happens
/// to them.
fn defined_by(stmt: &Stmt) -> Vec<LocalId> {
    if let StmtKind::Assign { to, .. } = &stmt.kind
        && let Root::Local(local) = to.root
        && to.path.is_empty()
    {
        return vec![local];
    }
    let StmtKind::Channel(ChannelStmt::Receive { fields, .. }) = &stmt.kind else {
        return Vec::new();
    };
    let stored = fields.iter().filter_map(|field| match field {
        MessageField::Into(local) => Some(*local),
        MessageField::Any | MessageField::Equal(_) => None,
    });
    stored.collect()
}

/// Locals to which other things happen than assignments.
fn unsure_locals(rule: &Rule) -> BTreeSet<LocalId> {
    struct Finder(BTreeSet<LocalId>);
    impl Visitor for Finder {
        fn stmt(&mut self, stmt: &Stmt) {
            if matches!(stmt.kind, StmtKind::Assign { .. } | StmtKind::Clear(_)) {
                return;
            }
            let roots = written_places(stmt).into_iter().map(|place| place.root);
            self.0.extend(roots.filter_map(|root| match root {
                Root::Local(local) => Some(local),
                Root::Variable(_) => None,
            }));
        }
    }
    let mut finder = Finder(BTreeSet::new());
    rule.body
        .iter()
        .for_each(|stmt| walk_stmt(&mut finder, stmt));
    finder.0
}
