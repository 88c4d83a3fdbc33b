//! From places to addresses.

use super::{Home, Translated, Translator, Unsupported};
use crate::number::Number;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, Value, types};
use weyl_ir::layout::{ScalarShape, Shape, ShapeId};
use weyl_ir::{Expr, LocalId, LocalKind, Place, Projection, Root};

/// Where something lies: a computed address and a constant distance from it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Address {
    pub base: Value,
    pub offset: i32,
    pub shape: ShapeId,
    /// The address of the flag of the innermost position of a multiset around it.
    pub flag: Option<Value>,
}

impl Address {
    pub fn part(self, by: u32, shape: ShapeId) -> Address {
        Address {
            offset: self.offset + by as i32,
            shape,
            ..self
        }
    }

    /// The same distance from another address.
    pub fn from(self, base: Value) -> Address {
        Address { base, ..self }
    }
}

/// What a place comes to: memory, or a bound variable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    Memory(Address),
    Bound(Number),
}

impl<'p> Translator<'p, '_> {
    pub(super) fn shape(&self, shape: ShapeId) -> &'p Shape {
        &self.program.layout.shapes[shape]
    }

    pub(super) fn scalar(&self, shape: ShapeId) -> ScalarShape {
        let Shape::Scalar(scalar) = self.shape(shape) else {
            unreachable!("the verifier lets only scalars be read and assigned")
        };
        *scalar
    }

    pub(super) fn place(&mut self, place: &'p Place) -> Translated<Spot> {
        let mut address = match place.root {
            Root::Variable(variable) => {
                let at = self.program.layout.variables[variable];
                Address {
                    base: self.state,
                    offset: at.offset as i32,
                    shape: at.shape,
                    flag: None,
                }
            }
            Root::Local(local) => match self.local(local)? {
                Spot::Memory(address) => address,
                bound => return Ok(bound),
            },
        };
        for projection in &place.path {
            address = match projection {
                Projection::Field(field) => self.field(address, *field),
                Projection::Index(index) => self.element(address, index)?,
                Projection::Element(position) => self.occupied(address, position)?,
            };
        }
        Ok(Spot::Memory(address))
    }

    /// The address of a place; bound variables are copied to where they have one.
    pub(super) fn address(&mut self, place: &'p Place) -> Translated<Address> {
        match self.place(place)? {
            Spot::Memory(address) => Ok(address),
            Spot::Bound(number) => {
                let Root::Local(local) = place.root else {
                    unreachable!("only locals are bound")
                };
                let address = self.stored(local)?;
                self.store_number(address, number)?;
                Ok(address)
            }
        }
    }

    /// Where a local is; a reference must still be there.
    pub(super) fn local(&mut self, local: LocalId) -> Translated<Spot> {
        match self.scope.homes[local] {
            Home::Bound(variable, within) => {
                let value = self.b.use_var(variable);
                Ok(Spot::Bound(Number { value, within }))
            }
            Home::Reference {
                address,
                shape,
                flag,
            } => {
                let base = self.b.use_var(address);
                let flag = flag.map(|flag| self.b.use_var(flag));
                let address = Address {
                    base,
                    offset: 0,
                    shape,
                    flag,
                };
                self.follow(address);
                Ok(Spot::Memory(address))
            }
            Home::Memory => match self.scope.locals[local].kind {
                LocalKind::Value => self.stored(local).map(Spot::Memory),
                LocalKind::Bound | LocalKind::Reference => {
                    Err(Unsupported("locals that are used before they are bound"))
                }
            },
        }
    }

    /// Where a local with storage of its own lies.
    pub(super) fn stored(&mut self, local: LocalId) -> Translated<Address> {
        let located = self.scope.frame.locals[local];
        let base = match self.scope.memory {
            Some(memory) => self.b.ins().stack_addr(types::I64, memory, 0),
            None => self.state,
        };
        Ok(Address {
            base,
            offset: located.offset as i32,
            shape: located.shape,
            flag: None,
        })
    }

    /// Gives up if the position around the address has been emptied.
    pub(super) fn follow(&mut self, address: Address) {
        if let Some(flag) = address.flag {
            let flag = self.load_byte(flag, 0);
            self.give_up_unless(flag);
        }
    }

    pub(super) fn load_byte(&mut self, base: Value, offset: i32) -> Value {
        let flags = MemFlagsData::trusted();
        self.b.ins().uload8(types::I64, flags, base, offset)
    }

    fn field(&self, address: Address, field: u32) -> Address {
        let Shape::Record { fields } = self.shape(address.shape) else {
            unreachable!("the verifier lets only records have fields")
        };
        let (offset, shape) = fields[field as usize];
        address.part(offset, shape)
    }

    fn element(&mut self, address: Address, index: &'p Expr) -> Translated<Address> {
        let number = self.eval(index)?;
        let Shape::Array {
            lo,
            len,
            stride,
            element,
        } = *self.shape(address.shape)
        else {
            unreachable!("the verifier lets only arrays be indexed")
        };
        self.nth(address, number, (lo, len), (stride, element))
    }

    /// The part with a number in a row of `count` parts that are numbered from `first`.
    pub(super) fn nth(
        &mut self,
        address: Address,
        number: Number,
        (first, count): (i128, u32),
        (stride, shape): (u32, ShapeId),
    ) -> Translated<Address> {
        let in_row = |number: i128| first <= number && number < first + i128::from(count);
        if let Some(known) = number.known().filter(|known| in_row(*known)) {
            return Ok(address.part((known - first) as u32 * stride, shape));
        }
        let first = self.number(first)?;
        let from_first = self.b.ins().isub(number.value, first.value);
        let is_in_row = number.within.lo >= first.within.lo && in_row(number.within.hi);
        if !is_in_row {
            let limit = self.constant(i64::from(count));
            let beyond = IntCC::UnsignedGreaterThanOrEqual;
            let is_outside = self.b.ins().icmp(beyond, from_first, limit);
            self.give_up_if(is_outside);
        }
        let distance = self.b.ins().imul_imm_s(from_first, i64::from(stride));
        let base = self.b.ins().iadd(address.base, distance);
        Ok(address.from(base).part(0, shape))
    }

    pub(super) fn absolute(&mut self, address: Address) -> Value {
        match address.offset {
            0 => address.base,
            offset => self.b.ins().iadd_imm_s(address.base, i64::from(offset)),
        }
    }
}
