//! Bounds on what is copied.
//!
//! An alias around rules is put in wherever a guard uses it, and aliases may use aliases: without a
//! bound, a few lines could grow beyond all memory.

use super::Lowerer;
use crate::codes;
use weyl_ir::visit::{Visitor, walk_expr, walk_place};
use weyl_ir::{Expr, Place};
use weyl_source::{Diagnostic, Span};

/// Nodes in one alias; also a bound for how deep expressions get when it is put in.
const MAX_ALIAS: usize = 1000;
/// Nodes copied in the whole model.
const MAX_COPIED: usize = 10_000_000;

#[derive(Default)]
struct Count(usize);

impl Visitor for Count {
    fn expr(&mut self, _: &Expr) {
        self.0 += 1;
    }

    fn place(&mut self, _: &Place) {
        self.0 += 1;
    }
}

impl Lowerer<'_> {
    pub(super) fn charge_place(&mut self, place: &Place, span: Span) -> Option<()> {
        let mut count = Count::default();
        walk_place(&mut count, place);
        self.charge(count.0, span)
    }

    pub(super) fn charge_value(&mut self, value: &Expr, span: Span) -> Option<()> {
        let mut count = Count::default();
        walk_expr(&mut count, value);
        self.charge(count.0, span)
    }

    fn charge(&mut self, nodes: usize, span: Span) -> Option<()> {
        self.copied = self.copied.saturating_add(nodes);
        if nodes <= MAX_ALIAS && self.copied <= MAX_COPIED {
            return Some(());
        }
        let message = "this grows too large when its aliases are put in";
        let diagnostic = Diagnostic::error(codes::TOO_DEEP, span, message)
            .hint("compute parts of it in functions or variables");
        self.report(diagnostic);
        None
    }
}
