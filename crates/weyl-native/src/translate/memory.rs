//! Loading, storing, copying, comparing and resetting what lies at an address.

use super::places::{Address, Spot};
use super::{Translated, Translator, interval};
use crate::number::{Interval, Number};
use crate::runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Type, Value, types};
use weyl_ir::layout::{ScalarShape, Shape, ShapeId};

/// Parts of an array that are handled one by one rather than in a loop.
const MAX_UNROLLED: u32 = 8;
/// Bytes that are copied or cleared by instructions rather than by a call.
const MAX_INLINE_BYTES: u32 = 512;

/// What a scalar becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reset {
    Undefined,
    /// The least value of its type.
    Least,
}

impl<'p> Translator<'p, '_> {
    /// The code of a scalar, most significant byte first in memory.
    pub(super) fn load_code(&mut self, address: Address, scalar: &ScalarShape) -> Value {
        let flags = MemFlagsData::new().with_notrap();
        let (base, offset) = (address.base, address.offset);
        let ty = match scalar.width {
            1 => return self.load_byte(base, offset),
            2 => types::I16,
            4 => types::I32,
            _ => types::I64,
        };
        let word = self.b.ins().load(ty, flags, base, offset);
        let word = self.b.ins().bswap(word);
        match ty {
            types::I64 => word,
            _ => self.b.ins().uextend(types::I64, word),
        }
    }

    pub(super) fn store_code(&mut self, address: Address, scalar: &ScalarShape, code: Value) {
        let flags = MemFlagsData::new().with_notrap();
        let (base, offset) = (address.base, address.offset);
        let narrow = |translator: &mut Self, ty: Type| {
            let word = translator.b.ins().ireduce(ty, code);
            translator.b.ins().bswap(word)
        };
        let word = match scalar.width {
            1 => {
                self.b.ins().istore8(flags, code, base, offset);
                return;
            }
            2 => narrow(self, types::I16),
            4 => narrow(self, types::I32),
            _ => self.b.ins().bswap(code),
        };
        self.b.ins().store(flags, word, base, offset);
    }

    /// The value of a scalar; an undefined one is given up.
    pub(super) fn load(&mut self, spot: Spot) -> Translated<Number> {
        let address = match spot {
            Spot::Bound(number) => return Ok(number),
            Spot::Memory(address) => address,
        };
        let scalar = self.scalar(address.shape);
        let within = interval(&scalar)?;
        let code = self.load_code(address, &scalar);
        if scalar.undefinable {
            self.give_up_unless(code);
        }
        let value = self.decode(code, &scalar)?;
        Ok(Number { value, within })
    }

    /// The value of a code that is not "undefined".
    fn decode(&mut self, code: Value, scalar: &ScalarShape) -> Translated<Value> {
        let shift = self.number(scalar.lo - i128::from(scalar.undefinable))?;
        Ok(match shift.known() {
            Some(0) => code,
            _ => self.b.ins().iadd(code, shift.value),
        })
    }

    /// The code of a number; one outside the type is given up.
    fn encode(&mut self, number: Number, scalar: &ScalarShape) -> Translated<Value> {
        let within = interval(scalar)?;
        if !number.within.is_within(within) {
            let (lo, hi) = (scalar.lo as i64, scalar.hi as i64);
            let is_below = self.compare(IntCC::SignedLessThan, number.value, lo);
            let is_above = self.compare(IntCC::SignedGreaterThan, number.value, hi);
            let is_outside = self.b.ins().bor(is_below, is_above);
            self.give_up_if(is_outside);
        }
        let shift = self.number(i128::from(scalar.undefinable) - scalar.lo)?;
        Ok(match shift.known() {
            Some(0) => number.value,
            _ => self.b.ins().iadd(number.value, shift.value),
        })
    }

    pub(super) fn store_number(&mut self, address: Address, number: Number) -> Translated<()> {
        let scalar = self.scalar(address.shape);
        let code = self.encode(number, &scalar)?;
        self.store_code(address, &scalar, code);
        Ok(())
    }

    /// Whether a scalar is undefined.
    pub(super) fn is_undefined(&mut self, spot: Spot) -> Value {
        match spot {
            Spot::Memory(address) if self.scalar(address.shape).undefinable => {
                let scalar = self.scalar(address.shape);
                let code = self.load_code(address, &scalar);
                self.compare(IntCC::Equal, code, 0)
            }
            _ => self.b.ins().iconst(types::I8, 0),
        }
    }

    /// Calls `each` for all parts of two rows of equal length.
    pub(super) fn for_parts(
        &mut self,
        len: u32,
        rows: [(Address, u32, ShapeId); 2],
        each: &mut dyn FnMut(&mut Self, [Address; 2]) -> Translated<()>,
    ) -> Translated<()> {
        if len <= MAX_UNROLLED {
            return (0..len).try_for_each(|number| {
                let parts = rows.map(|(row, stride, shape)| row.part(number * stride, shape));
                each(self, parts)
            });
        }
        self.counted(u64::from(len), |translator, number, _| {
            let parts = rows.map(|(row, stride, shape)| {
                let by = translator.b.ins().imul_imm_s(number, i64::from(stride));
                let base = translator.b.ins().iadd(row.base, by);
                row.from(base).part(0, shape)
            });
            each(translator, parts)
        })
    }

    pub(super) fn copy(&mut self, to: Address, from: Spot) -> Translated<()> {
        let from = match from {
            Spot::Bound(number) => return self.store_number(to, number),
            Spot::Memory(from) => from,
        };
        self.is_small_enough()?;
        let source = self.shape(from.shape);
        match self.shape(to.shape) {
            Shape::Scalar(target) => {
                let Shape::Scalar(source) = source else {
                    unreachable!("the verifier lets scalars be copied to scalars only")
                };
                self.copy_scalar((to, target), (from, source))
            }
            Shape::Record { fields: targets } => {
                for (target, source) in targets.iter().zip(source.fields()) {
                    let source = Spot::Memory(from.part(source.0, source.1));
                    self.copy(to.part(target.0, target.1), source)?;
                }
                Ok(())
            }
            Shape::Array {
                len,
                stride,
                element,
                ..
            } => {
                let (from_stride, from_element) = source.elements();
                let rows = [(to, *stride, *element), (from, from_stride, from_element)];
                self.for_parts(*len, rows, &mut |translator, [to, from]| {
                    translator.copy(to, Spot::Memory(from))
                })
            }
            Shape::Multiset { .. } => self.copy_multiset(to, from),
            Shape::Channel(_) => unreachable!("the verifier lets no channel be copied"),
        }
    }

    fn copy_scalar(
        &mut self,
        (to, target): (Address, &ScalarShape),
        (from, source): (Address, &ScalarShape),
    ) -> Translated<()> {
        let code = self.load_code(from, source);
        if target == source {
            self.store_code(to, target, code);
            return Ok(());
        }
        let within = interval(source)?;
        if !source.undefinable {
            let value = self.decode(code, source)?;
            return self.store_number(to, Number { value, within });
        }
        if !target.undefinable {
            self.give_up_unless(code);
            let value = self.decode(code, source)?;
            return self.store_number(to, Number { value, within });
        }
        let (defined, done) = (self.b.create_block(), self.b.create_block());
        self.b.append_block_param(done, types::I64);
        let undefined = self.constant(0);
        let arg = [cranelift_codegen::ir::BlockArg::Value(undefined)];
        self.b.ins().brif(code, defined, &[], done, &arg);
        self.b.switch_to_block(defined);
        let value = self.decode(code, source)?;
        let encoded = self.encode(Number { value, within }, target)?;
        self.jump_with(done, encoded);
        self.b.switch_to_block(done);
        let code = self.b.block_params(done)[0];
        self.store_code(to, target, code);
        Ok(())
    }

    /// Every scalar becomes undefined or least, every multiset and channel empty.
    pub(super) fn reset(&mut self, at: Address, how: Reset) -> Translated<()> {
        self.is_small_enough()?;
        match self.shape(at.shape) {
            Shape::Scalar(scalar) => {
                if how == Reset::Undefined && !scalar.undefinable {
                    return self.fail();
                }
                let code = how == Reset::Least && scalar.undefinable;
                let code = self.constant(i64::from(code));
                self.store_code(at, scalar, code);
                Ok(())
            }
            Shape::Record { fields } => fields
                .iter()
                .try_for_each(|(offset, shape)| self.reset(at.part(*offset, *shape), how)),
            Shape::Array {
                len,
                stride,
                element,
                ..
            } => {
                let row = (at, *stride, *element);
                self.for_parts(*len, [row, row], &mut |translator, [part, _]| {
                    translator.reset(part, how)
                })
            }
            Shape::Multiset {
                capacity, stride, ..
            } => {
                self.zero(at, capacity * stride);
                Ok(())
            }
            Shape::Channel(channel) => {
                self.zero(at, channel.size());
                Ok(())
            }
        }
    }

    /// Always gives up; what follows is never reached.
    pub(super) fn fail(&mut self) -> Translated<()> {
        self.jump(self.give_up);
        self.begin_unreachable();
        Ok(())
    }

    pub(super) fn zero(&mut self, at: Address, bytes: u32) {
        let flags = MemFlagsData::new().with_notrap();
        if bytes > MAX_INLINE_BYTES {
            let to = self.absolute(at);
            let bytes = self.constant(i64::from(bytes));
            self.call(runtime::zero as *const u8, &[to, bytes]);
            return;
        }
        for (by, ty) in words(bytes, 8) {
            let nothing = self.b.ins().iconst(ty, 0);
            let offset = at.offset + by as i32;
            self.b.ins().store(flags, nothing, at.base, offset);
        }
    }

    /// Copies bytes that do not overlap.
    pub(super) fn copy_bytes(&mut self, to: Value, from: Value, bytes: u32) {
        if bytes > MAX_INLINE_BYTES {
            let bytes = self.constant(i64::from(bytes));
            self.call(runtime::copy as *const u8, &[to, from, bytes]);
            return;
        }
        let flags = MemFlagsData::new().with_notrap();
        for (by, ty) in words(bytes, 16) {
            let word = self.b.ins().load(ty, flags, from, by as i32);
            self.b.ins().store(flags, word, to, by as i32);
        }
    }

    /// Whether two places of one type hold the same, undefined parts included.
    pub(super) fn same(&mut self, a: Spot, b: Spot) -> Translated<Value> {
        let (at_a, at_b) = match (a, b) {
            (Spot::Memory(a), Spot::Memory(b)) => (a, b),
            _ => return self.same_scalars(a, b),
        };
        self.is_small_enough()?;
        let other = self.shape(at_b.shape);
        match self.shape(at_a.shape) {
            Shape::Record { fields: of_a } => {
                let mut all = self.b.ins().iconst(types::I8, 1);
                for (x, y) in of_a.iter().zip(other.fields()) {
                    let (x, y) = (at_a.part(x.0, x.1), at_b.part(y.0, y.1));
                    let part = self.same(Spot::Memory(x), Spot::Memory(y))?;
                    all = self.b.ins().band(all, part);
                }
                Ok(all)
            }
            Shape::Array {
                len,
                stride,
                element,
                ..
            } => {
                let (stride_b, element_b) = other.elements();
                let all = self.b.declare_var(types::I8);
                let yes = self.b.ins().iconst(types::I8, 1);
                self.b.def_var(all, yes);
                let rows = [(at_a, *stride, *element), (at_b, stride_b, element_b)];
                self.for_parts(*len, rows, &mut |translator, [x, y]| {
                    let part = translator.same(Spot::Memory(x), Spot::Memory(y))?;
                    let before = translator.b.use_var(all);
                    let both = translator.b.ins().band(before, part);
                    translator.b.def_var(all, both);
                    Ok(())
                })?;
                Ok(self.b.use_var(all))
            }
            Shape::Scalar(_) => self.same_scalars(a, b),
            Shape::Multiset { .. } | Shape::Channel(_) => {
                unreachable!("the verifier lets no containers be compared")
            }
        }
    }

    fn same_scalars(&mut self, a: Spot, b: Spot) -> Translated<Value> {
        let (undefined_a, value_a) = self.peek(a)?;
        let (undefined_b, value_b) = self.peek(b)?;
        let same_value = self.b.ins().icmp(IntCC::Equal, value_a, value_b);
        let same_kind = self.b.ins().icmp(IntCC::Equal, undefined_a, undefined_b);
        let either = self.b.ins().bor(undefined_a, same_value);
        Ok(self.b.ins().band(same_kind, either))
    }

    /// Whether a scalar is undefined, and its value if it is not.
    fn peek(&mut self, spot: Spot) -> Translated<(Value, Value)> {
        let undefined = self.is_undefined(spot);
        let value = match spot {
            Spot::Bound(number) => number.value,
            Spot::Memory(address) => {
                let scalar = self.scalar(address.shape);
                interval(&scalar)?;
                let code = self.load_code(address, &scalar);
                self.decode(code, &scalar)?
            }
        };
        Ok((undefined, value))
    }

    /// Whether the scalar at an address has this value.
    pub(super) fn has_value(&mut self, address: Address, value: i128) -> Translated<Value> {
        let scalar = self.scalar(address.shape);
        let code = self.load_code(address, &scalar);
        Ok(match scalar.encode(value) {
            Some(wanted) => self.compare(IntCC::Equal, code, wanted as i64),
            None => self.b.ins().iconst(types::I8, 0),
        })
    }

    /// The interval of a bound variable's type.
    pub(super) fn bound_interval(&self, scalar: &ScalarShape) -> Translated<Interval> {
        interval(scalar)
    }
}

/// The words that so many bytes are made of, with their distances.
fn words(bytes: u32, widest: u32) -> impl Iterator<Item = (u32, Type)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let (size, ty) = match (bytes - at).min(widest) {
            0 => return None,
            16.. => (16, types::I8X16),
            8.. => (8, types::I64),
            4.. => (4, types::I32),
            2.. => (2, types::I16),
            _ => (1, types::I8),
        };
        at += size;
        Some((at - size, ty))
    })
}
