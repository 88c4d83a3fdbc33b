//! What statements do with numbers: whether they count, compare or compute.

use super::words::How;
use std::collections::BTreeSet;
use weyl_ir::Root as PlaceRoot;
use weyl_ir::visit::Visitor;
use weyl_ir::{
    BinaryOp, ChannelStmt, Comparison, Expr, ExprKind, Model, Place, Projection, Stmt, StmtKind,
    VarId,
};

/// The text in which operators can be seen: that of a statement, but a rule of Murphi has a title.
pub(super) fn visible<'t>(model: &Model, title: &'t str) -> Option<&'t str> {
    model.has_processes().then_some(title)
}

#[derive(Default)]
pub(super) struct Operations {
    /// Whether a bound variable is compared: that goes through names.
    pub compares_bound: bool,
    pub counts: bool,
    /// What becomes the next number.
    pub counted: BTreeSet<VarId>,
    pub compares: bool,
    pub computes: bool,
    pub variables: BTreeSet<VarId>,
    /// Elements of arrays that are written out.
    pub elements: BTreeSet<(VarId, i128)>,
    /// Numbers that are written out.
    pub constants: BTreeSet<i128>,
    /// Whether messages are put where they belong by their size.
    pub sorts: bool,
    pub is_about_channels: bool,
}

impl Operations {
    /// What tells most, if its operators are in the text that a person sees.
    pub fn first(&self, text: Option<&str>) -> Option<How> {
        // These letters are no operators of numbers here.
        let without = |text: &str| {
            ["&&", "||", "->"]
                .iter()
                .fold(text.to_string(), |text, word| text.replace(word, " "))
        };
        let text = text.map(without);
        let shows = |operators: &[char]| text.as_ref().is_none_or(|text| text.contains(operators));
        let found = [
            (self.sorts, How::Sorts),
            (self.compares_bound && shows(&['<', '>']), How::Compares),
            (self.counts && shows(&['+', '-']), How::Counts),
            (self.compares && shows(&['<', '>']), How::Compares),
            (
                self.computes && shows(&['+', '-', '*', '/', '%', '&', '|', '^']),
                How::Computes,
            ),
        ];
        let mut found = found.into_iter();
        found.find_map(|(is_so, how)| is_so.then_some(how))
    }
}

impl Visitor for Operations {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { to, value } = &stmt.kind {
            let is_next = is_next_of(uncut(value), to);
            self.counts |= is_next;
            if let PlaceRoot::Variable(variable) = to.root
                && is_next
            {
                self.counted.insert(variable);
            }
        }
        self.is_about_channels |= matches!(stmt.kind, StmtKind::Channel(_));
        self.sorts |= matches!(
            stmt.kind,
            StmtKind::Channel(ChannelStmt::Send { sorted: true, .. })
        );
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Compare(comparison), one, other) => {
                if !matches!(comparison, Comparison::Equal | Comparison::NotEqual) {
                    self.compares = true;
                    self.compares_bound |= is_bound(one) || is_bound(other);
                }
            }
            ExprKind::Binary(..) => self.computes = true,
            ExprKind::Constant(number) => {
                self.constants.insert(*number);
            }
            // What they are made of is looked at by itself.
            ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Truncate { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => {}
        }
    }

    fn place(&mut self, place: &Place) {
        if let PlaceRoot::Variable(variable) = place.root {
            self.variables.insert(variable);
            if let Some(Projection::Index(at)) = place.path.first()
                && let Some(number) = at.as_constant()
            {
                self.elements.insert((variable, number));
            }
        }
    }
}

/// A local by itself: in a rule that is a parameter, or what a loop goes through.
fn is_bound(expr: &Expr) -> bool {
    let ExprKind::Read(place) = &expr.kind else {
        return false;
    };
    matches!(place.root, PlaceRoot::Local(_)) && place.path.is_empty()
}

fn uncut(value: &Expr) -> &Expr {
    if let ExprKind::Truncate { value, .. } = &value.kind {
        uncut(value)
    } else {
        value
    }
}

/// Whether something becomes what it was, and a constant more or less.
fn is_next_of(value: &Expr, to: &Place) -> bool {
    let ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) = &value.kind else {
        return false;
    };
    let was = |expr: &Expr| {
        matches!(&uncut(expr).kind, ExprKind::Read(from) if from.root == to.root
            && from.path.len() == to.path.len())
    };
    was(left) && right.as_constant().is_some() || was(right) && left.as_constant().is_some()
}
