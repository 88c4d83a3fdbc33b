//! From places to addresses, and what can be done to a place as a whole.

use super::machine::{Machine, Target, Value};
use crate::{Fault, FaultKind};
use weyl_ir::layout::{Located, Shape, ShapeId};
use weyl_ir::{Expr, Place, Projection, Root};
use weyl_source::Span;

impl<'p> Machine<'p> {
    pub fn locate(&mut self, place: &'p Place) -> Value<Located> {
        Ok(self.target(place)?.at)
    }

    /// What a reference to the place would stand for.
    pub fn target(&mut self, place: &'p Place) -> Value<Target> {
        let mut target = match place.root {
            Root::Variable(variable) => Target {
                at: self.program.layout.variables[variable],
                flag: None,
            },
            Root::Local(local) => self.local(local),
        };
        self.follow(target, place.span)?;
        for projection in &place.path {
            match projection {
                Projection::Field(field) => target.at = self.field(target.at, *field),
                Projection::Index(index) => target.at = self.element(target.at, index)?,
                Projection::Element(position) => target = self.occupied(target.at, position)?,
            }
        }
        Ok(target)
    }

    /// Where the target is, if it is still there.
    pub fn follow(&self, target: Target, span: Span) -> Value<Located> {
        match target.flag {
            Some(flag) if !self.memory.is_set(flag) => {
                Err(Fault::new(FaultKind::EmptyPosition, span))
            }
            _ => Ok(target.at),
        }
    }

    fn field(&self, at: Located, field: u32) -> Located {
        let Shape::Record { fields } = &self.program.layout.shapes[at.shape] else {
            unreachable!("the verifier lets only records have fields")
        };
        let (offset, shape) = fields[field as usize];
        moved(at, offset, shape)
    }

    fn element(&mut self, at: Located, index: &'p Expr) -> Value<Located> {
        let value = self.eval(index)?;
        let program = self.program;
        let Shape::Array {
            lo,
            len,
            stride,
            element,
        } = &program.layout.shapes[at.shape]
        else {
            unreachable!("the verifier lets only arrays be indexed")
        };
        let number = value.checked_sub(*lo);
        let number = number.and_then(|number| u32::try_from(number).ok());
        let Some(number) = number.filter(|number| number < len) else {
            let hi = lo + (i128::from(*len) - 1);
            let kind = FaultKind::BadIndex { value, lo: *lo, hi };
            return Err(Fault::new(kind, index.span));
        };
        Ok(moved(at, number * stride, *element))
    }

    fn occupied(&mut self, set: Located, position: &'p Expr) -> Value<Target> {
        let number = self.eval(position)?;
        let found = self.occupied_position(set, number);
        let found = found.ok_or_else(|| Fault::new(FaultKind::EmptyPosition, position.span))?;
        Ok(Target {
            at: found.element,
            flag: Some(found.flag),
        })
    }

    /// A position of a multiset, if it has one with this number and something is there.
    pub fn occupied_position(&self, set: Located, number: i128) -> Option<Position> {
        let position = self.position(set, number);
        position.filter(|position| self.is_occupied(*position))
    }

    /// A position of a multiset, if it has one with this number.
    pub fn position(&self, set: Located, number: i128) -> Option<Position> {
        let (capacity, stride, element) = self.multiset(set);
        let number = u32::try_from(number).ok();
        let number = number.filter(|number| *number < capacity)?;
        let flag = set.offset + number * stride;
        Some(Position {
            flag,
            size: stride,
            element: Located {
                offset: flag + 1,
                shape: element,
            },
        })
    }

    /// Capacity, stride and element of a multiset.
    pub fn multiset(&self, at: Located) -> (u32, u32, ShapeId) {
        let Shape::Multiset {
            capacity,
            stride,
            element,
        } = &self.program.layout.shapes[at.shape]
        else {
            unreachable!("the verifier lets only multisets have positions")
        };
        (*capacity, *stride, *element)
    }

    pub fn is_occupied(&self, position: Position) -> bool {
        self.memory.is_set(position.flag)
    }

    /// Calls `visit` for every scalar in a place, and empties every multiset and channel.
    pub fn reset(
        &mut self,
        at: Located,
        visit: &mut impl FnMut(&mut Self, Located) -> Value<()>,
    ) -> Value<()> {
        let program = self.program;
        match &program.layout.shapes[at.shape] {
            Shape::Scalar(_) => visit(self, at),
            Shape::Record { fields } => {
                for (offset, shape) in fields {
                    self.reset(moved(at, *offset, *shape), visit)?;
                }
                Ok(())
            }
            Shape::Array {
                len,
                stride,
                element,
                ..
            } => {
                for number in 0..*len {
                    self.reset(moved(at, number * stride, *element), visit)?;
                }
                Ok(())
            }
            Shape::Multiset { .. } => {
                self.empty_multiset(at);
                Ok(())
            }
            Shape::Channel(channel) => {
                self.memory.clear(at.offset..at.offset + channel.size());
                Ok(())
            }
        }
    }

    fn empty_multiset(&mut self, at: Located) {
        let (capacity, stride, _) = self.multiset(at);
        self.memory.clear(at.offset..at.offset + capacity * stride);
    }

    /// Copies what one place holds to another of the same type, or between integer scalars.
    pub fn copy(&mut self, to: Located, from: Located, span: Span) -> Value<()> {
        let program = self.program;
        let shapes = &program.layout.shapes;
        match &shapes[to.shape] {
            Shape::Scalar(_) => self.copy_scalar(to, from, span),
            Shape::Record { fields: targets } => {
                for (target, source) in targets.iter().zip(shapes[from.shape].fields()) {
                    let source = moved(from, source.0, source.1);
                    self.copy(moved(to, target.0, target.1), source, span)?;
                }
                Ok(())
            }
            Shape::Array {
                len,
                stride: step,
                element,
                ..
            } => {
                let (from_step, from_element) = shapes[from.shape].elements();
                for number in 0..*len {
                    let source = moved(from, number * from_step, from_element);
                    self.copy(moved(to, number * step, *element), source, span)?;
                }
                Ok(())
            }
            Shape::Multiset { .. } => self.copy_multiset(to, from, span),
            Shape::Channel(_) => unreachable!("the verifier lets no channel be copied"),
        }
    }

    fn copy_multiset(&mut self, to: Located, from: Located, span: Span) -> Value<()> {
        if to.offset == from.offset {
            return Ok(());
        }
        let (capacity, ..) = self.multiset(to);
        self.empty_multiset(to);
        for number in 0..i128::from(capacity) {
            let source = self.occupied_position(from, number);
            if let Some((source, target)) = source.zip(self.position(to, number)) {
                self.memory.set(target.flag);
                self.copy(target.element, source.element, span)?;
            }
        }
        Ok(())
    }

    /// Whether two places of one type hold the same, undefined parts included.
    pub fn same(&self, a: Located, b: Located) -> bool {
        let shapes = &self.program.layout.shapes;
        match &shapes[a.shape] {
            Shape::Record { fields: of_a } => {
                let mut parts = of_a.iter().zip(shapes[b.shape].fields());
                parts.all(|(x, y)| self.same(moved(a, x.0, x.1), moved(b, y.0, y.1)))
            }
            Shape::Array {
                len,
                stride: step_a,
                element: part_a,
                ..
            } => {
                let (step_b, part_b) = shapes[b.shape].elements();
                (0..*len).all(|number| {
                    let in_a = moved(a, number * step_a, *part_a);
                    self.same(in_a, moved(b, number * step_b, part_b))
                })
            }
            Shape::Scalar(_) => self.peek(a) == self.peek(b),
            Shape::Multiset { .. } | Shape::Channel(_) => {
                unreachable!("the verifier lets no containers be compared")
            }
        }
    }
}

/// A position of a multiset: its flag, its size, and the element behind the flag.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub flag: u32,
    pub size: u32,
    pub element: Located,
}

pub(super) fn moved(at: Located, by: u32, shape: ShapeId) -> Located {
    Located {
        offset: at.offset + by,
        shape,
    }
}
