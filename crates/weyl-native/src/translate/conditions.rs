//! Boolean expressions as branches.

use super::{Translated, Translator};
use crate::number::{Interval, Number};
use cranelift_codegen::ir::{Block, types};
use weyl_ir::{Binding, Evaluation, Expr, ExprKind, Quantifier, UnaryOp};

impl<'p> Translator<'p, '_> {
    /// Ends the block: goes to `yes` if the expression is true, else to `no`.
    pub(super) fn branch(&mut self, expr: &'p Expr, yes: Block, no: Block) -> Translated<()> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.branch(operand, no, yes),
            ExprKind::And(left, right) => {
                let both = self.b.create_block();
                self.branch(left, both, no)?;
                self.b.switch_to_block(both);
                self.branch(right, yes, no)
            }
            ExprKind::Or(left, right) => {
                let other = self.b.create_block();
                self.branch(left, yes, other)?;
                self.b.switch_to_block(other);
                self.branch(right, yes, no)
            }
            ExprKind::Quantified {
                quantifier,
                evaluation,
                binding,
                body,
            } => {
                let decisive = match quantifier {
                    Quantifier::Exists => (yes, no),
                    Quantifier::Forall => (no, yes),
                };
                let is_exists = *quantifier == Quantifier::Exists;
                match evaluation {
                    Evaluation::UntilDecided => {
                        self.until_decided(is_exists, binding, body, decisive)
                    }
                    Evaluation::All => self.all_instances(is_exists, binding, body, decisive),
                }
            }
            ExprKind::Unary(UnaryOp::Negate | UnaryOp::BitNot, _)
            | ExprKind::Constant(_)
            | ExprKind::Read(_)
            | ExprKind::Binary(..)
            | ExprKind::Conditional { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Truncate { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => {
                let condition = match self.as_comparison(expr)? {
                    Some(flag) => flag,
                    None => self.eval(expr)?.value,
                };
                self.branch_on(condition, yes, no);
                Ok(())
            }
        }
    }

    /// Ends the block: to the first block of the pair once an instance decides, else to the second.
    fn until_decided(
        &mut self,
        is_exists: bool,
        binding: &'p Binding,
        body: &'p Expr,
        (decided, undecided): (Block, Block),
    ) -> Translated<()> {
        self.for_each(binding, |translator, ways| {
            if is_exists {
                translator.branch(body, decided, ways.next)?
            } else {
                translator.branch(body, ways.next, decided)?
            }
            translator.begin_unreachable();
            Ok(())
        })?;
        self.jump(undecided);
        Ok(())
    }

    /// The same, but all instances are evaluated: any may fail.
    fn all_instances(
        &mut self,
        is_exists: bool,
        binding: &'p Binding,
        body: &'p Expr,
        (decided, undecided): (Block, Block),
    ) -> Translated<()> {
        let is_decided = self.b.declare_var(types::I64);
        let no = self.constant(0);
        self.b.def_var(is_decided, no);
        self.for_each(binding, |translator, ways| {
            let decides = translator.b.create_block();
            if is_exists {
                translator.branch(body, decides, ways.next)?
            } else {
                translator.branch(body, ways.next, decides)?
            }
            translator.b.switch_to_block(decides);
            let yes = translator.constant(1);
            translator.b.def_var(is_decided, yes);
            Ok(())
        })?;
        let is_decided = self.b.use_var(is_decided);
        self.branch_on(is_decided, decided, undecided);
        Ok(())
    }

    /// A boolean expression as a number, by way of branches.
    pub(super) fn condition(&mut self, expr: &'p Expr) -> Translated<Number> {
        let [yes, no, done] = [(); 3].map(|()| self.b.create_block());
        self.b.append_block_param(done, types::I64);
        self.branch(expr, yes, no)?;
        for (block, truth) in [(yes, 1), (no, 0)] {
            self.b.switch_to_block(block);
            let truth = self.constant(truth);
            self.jump_with(done, truth);
        }
        self.b.switch_to_block(done);
        Ok(Number {
            value: self.b.block_params(done)[0],
            within: Interval::TRUTH,
        })
    }
}
