//! Multisets: positions with a flag that says whether they are occupied.

use super::places::{Address, Spot};
use super::{Home, Translated, Translator, Unsupported};
use crate::number::Number;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use weyl_ir::layout::{Shape, ShapeId};
use weyl_ir::{Binding, Domain, Expr, Place};

/// Positions that fit into the bits of a word.
const MAX_MARKED: u32 = 64;

impl<'p> Translator<'p, '_> {
    fn element_shape(&self, set: Address) -> ShapeId {
        let Shape::Multiset { element, .. } = self.shape(set.shape) else {
            unreachable!("the verifier lets only multisets have positions")
        };
        *element
    }

    /// The element at a position, behind its flag; an empty position is given up.
    pub(super) fn occupied(&mut self, set: Address, position: &'p Expr) -> Translated<Address> {
        let number = self.eval(position)?;
        let flag = self.position(set, number)?;
        let is_there = self.load_byte(flag.base, flag.offset);
        self.give_up_unless(is_there);
        let element = self.element_shape(set);
        let address = self.absolute(flag);
        Ok(Address {
            flag: Some(address),
            ..flag.part(1, element)
        })
    }

    /// The flag of the position with a number; one that does not exist is given up.
    fn position(&mut self, set: Address, number: Number) -> Translated<Address> {
        let (capacity, stride) = self.multiset(set);
        self.nth(set, number, (0, capacity), (stride, set.shape))
    }

    fn mark_occupied(&mut self, flag: Address) {
        let one = self.constant(1);
        let flags = MemFlagsData::trusted();
        self.b.ins().istore8(flags, one, flag.base, flag.offset);
    }

    fn at_number(&mut self, set: Address, stride: u32, number: Value) -> Address {
        let by = self.b.ins().imul_imm_s(number, i64::from(stride));
        let base = self.b.ins().iadd(set.base, by);
        set.from(base)
    }

    pub(super) fn multiset_add(&mut self, set: &'p Place, element: &'p Place) -> Translated<()> {
        let set = self.address(set)?;
        let element = self.place(element)?;
        let (capacity, stride) = self.multiset(set);
        let shape = self.element_shape(set);
        let done = self.b.create_block();
        self.counted(u64::from(capacity), |translator, number, ways| {
            let flag = translator.at_number(set, stride, number);
            let is_taken = translator.load_byte(flag.base, flag.offset);
            let free = translator.b.create_block();
            translator.branch_on(is_taken, ways.next, free);
            translator.b.switch_to_block(free);
            translator.mark_occupied(flag);
            translator.copy(flag.part(1, shape), element)?;
            translator.jump(done);
            translator.begin_unreachable();
            Ok(())
        })?;
        self.jump(self.give_up);
        self.b.switch_to_block(done);
        Ok(())
    }

    pub(super) fn multiset_remove(&mut self, set: &'p Place, position: &'p Expr) -> Translated<()> {
        let set = self.address(set)?;
        let number = self.eval(position)?;
        let flag = self.position(set, number)?;
        let is_there = self.load_byte(flag.base, flag.offset);
        self.give_up_unless(is_there);
        let (_, stride) = self.multiset(set);
        self.zero(flag, stride);
        Ok(())
    }

    /// All conditions see the multiset as it was.
    pub(super) fn multiset_remove_where(
        &mut self,
        binding: &'p Binding,
        condition: &'p Expr,
    ) -> Translated<()> {
        let Domain::Positions(set) = &binding.domain else {
            unreachable!("the verifier lets only multisets lose elements")
        };
        let set = self.address(set)?;
        let (capacity, stride) = self.multiset(set);
        if capacity > MAX_MARKED {
            return Err(Unsupported("large multisets"));
        }
        let unwanted = self.b.declare_var(types::I64);
        let none = self.constant(0);
        self.b.def_var(unwanted, none);
        self.for_each(binding, |translator, ways| {
            let goes = translator.b.create_block();
            translator.branch(condition, goes, ways.next)?;
            translator.b.switch_to_block(goes);
            let Home::Bound(position, _) = translator.scope.homes[binding.local] else {
                unreachable!("the loop binds it")
            };
            let position = translator.b.use_var(position);
            let one = translator.constant(1);
            let bit = translator.b.ins().ishl(one, position);
            let before = translator.b.use_var(unwanted);
            let after = translator.b.ins().bor(before, bit);
            translator.b.def_var(unwanted, after);
            Ok(())
        })?;
        let unwanted = self.b.use_var(unwanted);
        self.counted(u64::from(capacity), |translator, number, ways| {
            let rest = translator.b.ins().ushr(unwanted, number);
            let is_unwanted = translator.b.ins().band_imm_u(rest, 1);
            let goes = translator.b.create_block();
            translator.branch_on(is_unwanted, goes, ways.next);
            translator.b.switch_to_block(goes);
            let flag = translator.at_number(set, stride, number);
            translator.zero(flag, stride);
            Ok(())
        })
    }

    /// Element by element, to the same positions.
    pub(super) fn copy_multiset(&mut self, to: Address, from: Address) -> Translated<()> {
        let ((capacity, stride), (_, from_stride)) = (self.multiset(to), self.multiset(from));
        let (shape, from_shape) = (self.element_shape(to), self.element_shape(from));
        let (target, source) = (self.absolute(to), self.absolute(from));
        let [differ, done] = [(); 2].map(|()| self.b.create_block());
        let is_same = self.b.ins().icmp(IntCC::Equal, target, source);
        self.branch_on(is_same, done, differ);
        self.b.switch_to_block(differ);
        self.zero(to, capacity * stride);
        self.counted(u64::from(capacity), |translator, number, ways| {
            translator.skip_empty(from, from_stride, number, ways);
            let source = translator.at_number(from, from_stride, number);
            let target = translator.at_number(to, stride, number);
            translator.mark_occupied(target);
            let source = Spot::Memory(source.part(1, from_shape));
            translator.copy(target.part(1, shape), source)
        })?;
        self.jump(done);
        self.b.switch_to_block(done);
        Ok(())
    }
}
