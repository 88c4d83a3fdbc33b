//! Loops: over the values of a bound variable, and over numbers.

use super::places::Address;
use super::{Home, Translated, Translator, Unsupported, context_field};
use crate::number::{Interval, Number};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder, Value, types};
use weyl_ir::layout::Shape;
use weyl_ir::{Binding, Domain, Expr};
use weyl_system::Series;

/// Turns of a loop, with those of loops inside, that are not counted as work.
const FEW_TURNS: u64 = 32;

/// Where a turn of a loop can go on: to the next turn, or behind the loop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways {
    pub next: Block,
    pub exit: Block,
}

impl<'p> Translator<'p, '_> {
    /// Turns with numbers from 0 on.
    pub(super) fn counted(
        &mut self,
        count: u64,
        turn: impl FnOnce(&mut Self, Value, Ways) -> Translated<()>,
    ) -> Translated<()> {
        let count = i64::try_from(count).map_err(|_| Unsupported("endless loops"))?;
        let (head, body) = (self.b.create_block(), self.b.create_block());
        let ways = Ways {
            next: self.b.create_block(),
            exit: self.b.create_block(),
        };
        self.b.append_block_param(head, types::I64);
        let zero = self.constant(0);
        self.jump_with(head, zero);
        self.b.switch_to_block(head);
        let number = self.b.block_params(head)[0];
        let goes_on = self.compare(IntCC::SignedLessThan, number, count);
        self.branch_on(goes_on, body, ways.exit);
        self.b.switch_to_block(body);
        let outside = std::mem::take(&mut self.uncounted);
        turn(self, number, ways)?;
        self.jump(ways.next);
        self.b.switch_to_block(ways.next);
        let each = 1 + std::mem::replace(&mut self.uncounted, outside);
        let turns = each.saturating_mul(count as u64);
        if turns > FEW_TURNS {
            self.tick(each);
        } else {
            self.uncounted += turns;
        }
        let following = self.b.ins().iadd_imm_s(number, 1);
        self.jump_with(head, following);
        self.b.switch_to_block(ways.exit);
        Ok(())
    }

    /// Counts turns of something that may take long.
    pub(super) fn tick(&mut self, turns: u64) {
        let work = self.load_context(context_field!(work));
        let left = self.b.ins().iadd_imm_s(work, -(turns as i64));
        self.store_context(left, context_field!(work));
        let is_over = self.compare(IntCC::SignedLessThanOrEqual, left, 0);
        self.give_up_if(is_over);
    }

    /// Gives a bound variable one value after the other.
    pub(super) fn for_each(
        &mut self,
        binding: &'p Binding,
        turn: impl FnOnce(&mut Self, Ways) -> Translated<()>,
    ) -> Translated<()> {
        self.is_small_enough()?;
        match &binding.domain {
            Domain::Type(ty) => {
                let range = self.program.model.scalar_range(*ty);
                let (first, len) = range.map_or((0, 0), |range| (range.lo, range.len()));
                let count = u64::try_from(len).map_err(|_| Unsupported("huge types"))?;
                let series = Series {
                    first,
                    step: 1,
                    count,
                };
                self.for_series(binding, series, turn)
            }
            Domain::Steps { from, to, by } => {
                let constants = (from.as_constant(), to.as_constant(), by.as_constant());
                if let (Some(first), Some(last), Some(step)) = constants
                    && let Some(series) = Series::steps(first, last, step)
                {
                    return self.for_series(binding, series, turn);
                }
                self.for_steps(binding, (from, to, by), turn)
            }
            Domain::Positions(set) => {
                let set = self.address(set)?;
                let (capacity, stride) = self.multiset(set);
                self.counted(u64::from(capacity), |translator, number, ways| {
                    translator.skip_empty(set, stride, number, ways);
                    let within = Interval::new(0, i128::from(capacity) - 1);
                    let value = Number {
                        value: number,
                        within,
                    };
                    translator.set_bound(binding, value)?;
                    turn(translator, ways)
                })
            }
        }
    }

    pub(super) fn for_series(
        &mut self,
        binding: &'p Binding,
        series: Series,
        turn: impl FnOnce(&mut Self, Ways) -> Translated<()>,
    ) -> Translated<()> {
        self.counted(series.count, |translator, number, ways| {
            let value = translator.of_series(series, number)?;
            translator.set_bound(binding, value)?;
            turn(translator, ways)
        })
    }

    /// The value with a number in a series.
    pub(super) fn of_series(&mut self, series: Series, number: Value) -> Translated<Number> {
        let last = series.value(series.count.saturating_sub(1));
        let within = Interval::constant(series.first).join(Interval::constant(last));
        if !within.is_within(Interval::WORD) {
            return Err(Unsupported("numbers beyond 64 bits"));
        }
        let step = i64::try_from(series.step).map_err(|_| Unsupported("huge steps"))?;
        let distance = match step {
            1 => number,
            _ => self.b.ins().imul_imm_s(number, step),
        };
        let value = match series.first {
            0 => distance,
            first => self.b.ins().iadd_imm_s(distance, first as i64),
        };
        Ok(Number { value, within })
    }

    /// Steps whose ends are computed; the loop ends where the next value has no 64 bits.
    fn for_steps(
        &mut self,
        binding: &'p Binding,
        (from, to, by): (&'p Expr, &'p Expr, &'p Expr),
        turn: impl FnOnce(&mut Self, Ways) -> Translated<()>,
    ) -> Translated<()> {
        let first = self.eval(from)?;
        let last = self.eval(to)?;
        let step = by.as_constant().filter(|step| *step != 0);
        let step = step.ok_or(Unsupported("steps of computed length"))?;
        let (within, goes_on) = if step > 0 {
            (
                Interval::new(first.within.lo, last.within.hi),
                IntCC::SignedLessThanOrEqual,
            )
        } else {
            (
                Interval::new(last.within.lo, first.within.hi),
                IntCC::SignedGreaterThanOrEqual,
            )
        };
        let step = self.number(step)?.value;
        let (head, body) = (self.b.create_block(), self.b.create_block());
        let ways = Ways {
            next: self.b.create_block(),
            exit: self.b.create_block(),
        };
        self.b.append_block_param(head, types::I64);
        self.jump_with(head, first.value);
        self.b.switch_to_block(head);
        let value = self.b.block_params(head)[0];
        let is_on = self.b.ins().icmp(goes_on, value, last.value);
        self.branch_on(is_on, body, ways.exit);
        self.b.switch_to_block(body);
        self.tick(1);
        self.set_bound(binding, Number { value, within })?;
        turn(self, ways)?;
        self.jump(ways.next);
        self.b.switch_to_block(ways.next);
        let (following, is_beyond) = self.b.ins().sadd_overflow(value, step);
        let again = [BlockArg::Value(following)];
        self.b
            .ins()
            .brif(is_beyond, ways.exit, &[], head, again.iter());
        self.b.switch_to_block(ways.exit);
        Ok(())
    }

    /// Gives a bound variable its value; one outside its type is given up.
    pub(super) fn set_bound(&mut self, binding: &Binding, number: Number) -> Translated<()> {
        let shape = self.scope.frame.locals[binding.local].shape;
        let within = super::interval(&self.scalar(shape))?;
        if !number.within.is_within(within) {
            let is_below = self.compare(IntCC::SignedLessThan, number.value, within.lo as i64);
            let is_above = self.compare(IntCC::SignedGreaterThan, number.value, within.hi as i64);
            let is_outside = self.b.ins().bor(is_below, is_above);
            self.give_up_if(is_outside);
        }
        let variable = match self.scope.homes[binding.local] {
            Home::Bound(variable, _) => variable,
            _ => self.b.declare_var(types::I64),
        };
        self.b.def_var(variable, number.value);
        let within = number.within.meet(within);
        self.scope.homes[binding.local] = Home::Bound(variable, within);
        Ok(())
    }

    /// Goes to the next turn if a position of a multiset is empty.
    pub(super) fn skip_empty(&mut self, set: Address, stride: u32, number: Value, ways: Ways) {
        let by = self.b.ins().imul_imm_s(number, i64::from(stride));
        let base = self.b.ins().iadd(set.base, by);
        let flag = self.load_byte(base, set.offset);
        let occupied = self.b.create_block();
        self.branch_on(flag, occupied, ways.next);
        self.b.switch_to_block(occupied);
    }

    /// Capacity and stride of a multiset.
    pub(super) fn multiset(&self, set: Address) -> (u32, u32) {
        let Shape::Multiset {
            capacity, stride, ..
        } = self.shape(set.shape)
        else {
            unreachable!("the verifier lets only multisets have positions")
        };
        (*capacity, *stride)
    }
}
