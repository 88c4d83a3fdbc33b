//! What statements do with numbers: whether they count, compare or compute.

use super::wide::has_operation;
use super::words::How;
use std::collections::BTreeSet;
use weyl_ir::Root as PlaceRoot;
use weyl_ir::visit::{Visitor, walk_expr};
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
    /// Whether one is computed with.
    pub computes_bound: bool,
    pub counts: bool,
    /// What becomes the next number.
    pub counted: BTreeSet<VarId>,
    /// What something is looked up by, or is compared with something else than a constant: numbers
    /// of names may be that.
    pub meets: BTreeSet<VarId>,
    pub compares: bool,
    pub computes: bool,
    pub variables: BTreeSet<VarId>,
    /// What becomes something else.
    pub written: BTreeSet<VarId>,
    /// What becomes something computed.
    pub computed: BTreeSet<VarId>,
    /// What is computed with.
    pub operands: BTreeSet<VarId>,
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

impl Operations {
    /// Whether all that happens is that some variables become constants.
    pub fn only_sets(&self, variables: &BTreeSet<&VarId>) -> bool {
        let is_set = |variable: &&VarId| self.written.contains(*variable);
        let is_plain = !self.computes && !self.compares && !self.is_about_channels;
        is_plain
            && self.elements.is_empty()
            && self.meets.is_empty()
            && variables.iter().all(is_set)
    }
}

impl Visitor for Operations {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { to, value } = &stmt.kind {
            if let PlaceRoot::Variable(variable) = to.root {
                self.written.insert(variable);
                if has_operation(value) {
                    self.computed.insert(variable);
                }
            }
            // What is found by computing is data.
            let is_next = is_next_of(uncut(value), to) && !is_computed_place(to);
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
        // `N - 1` is a number that is written out.
        if let Some(number) = known(expr) {
            self.constants.insert(number);
            return;
        }
        if let ExprKind::Binary(_, left, right) = &expr.kind {
            self.operands.extend(variables_in(left));
            self.operands.extend(variables_in(right));
        }
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Compare(comparison), one, other) => {
                for (of, with) in [(one, other), (other, one)] {
                    if with.as_constant().is_none() {
                        self.meets.extend(variables_in(of));
                    }
                }
                let is_order = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
                if is_order && !(is_data(one) && is_data(other)) {
                    self.compares = true;
                    self.compares_bound |= is_bound(one) || is_bound(other);
                }
            }
            ExprKind::Binary(_, one, other) => {
                self.computes = true;
                self.computes_bound |= is_bound(one) || is_bound(other);
            }
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
        for step in &place.path {
            if let Projection::Index(at) = step {
                self.meets.extend(variables_in(at));
            }
        }
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

#[derive(Default)]
struct Variables(BTreeSet<VarId>);

impl Visitor for Variables {
    fn place(&mut self, place: &Place) {
        if let PlaceRoot::Variable(variable) = place.root {
            self.0.insert(variable);
        }
    }
}

fn variables_in(expr: &Expr) -> BTreeSet<VarId> {
    let mut variables = Variables::default();
    walk_expr(&mut variables, expr);
    variables.0
}

/// A local by itself: in a rule that is a parameter, or what a loop goes through.
fn is_bound(expr: &Expr) -> bool {
    let ExprKind::Read(place) = &expr.kind else {
        return false;
    };
    matches!(place.root, PlaceRoot::Local(_)) && place.path.is_empty()
}

/// What an expression is that is made of constants alone.
fn known(expr: &Expr) -> Option<i128> {
    let ExprKind::Binary(op, one, other) = &expr.kind else {
        return expr.as_constant();
    };
    let (one, other) = (known(one)?, known(other)?);
    match op {
        BinaryOp::Add => one.checked_add(other),
        BinaryOp::Subtract => one.checked_sub(other),
        BinaryOp::Multiply => one.checked_mul(other),
        BinaryOp::Divide
        | BinaryOp::Remainder
        | BinaryOp::BitAnd
        | BinaryOp::BitOr
        | BinaryOp::BitXor
        | BinaryOp::ShiftLeft
        | BinaryOp::ShiftRight
        | BinaryOp::Compare(_) => None,
    }
}

/// Whether a place is found by computing: then it is that what is done with numbers of names, and
/// not what is done with what stands there.
fn is_computed_place(place: &Place) -> bool {
    place
        .path
        .iter()
        .any(|step| matches!(step, Projection::Index(at) if has_operation(at)))
}

/// Whether an expression is made of such places and of constants.
fn is_data(expr: &Expr) -> bool {
    let expr = uncut(expr);
    if let ExprKind::Binary(_, one, other) = &expr.kind {
        return is_data(one) && is_data(other);
    }
    let is_computed = matches!(&expr.kind, ExprKind::Read(place) if is_computed_place(place));
    is_computed || expr.as_constant().is_some()
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
