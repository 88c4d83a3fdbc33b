//! What `put` prints.

use super::locate::moved;
use super::machine::{Machine, Value};
use std::fmt::Write;
use weyl_ir::layout::Located;
use weyl_ir::{Notation, PutItem, Type, TypeId};

impl<'p> Machine<'p> {
    /// Values are evaluated whether or not anybody listens: an error in them is an error of the
    /// model.
    pub fn put(&mut self, items: &'p [PutItem]) -> Value<()> {
        for item in items {
            match item {
                PutItem::Text(text) => self.print(|_| text.clone()),
                PutItem::Value(expr) => {
                    let value = self.eval(expr)?;
                    self.print(|machine| machine.program.model.display_value(expr.ty, value));
                }
                PutItem::Number(expr, notation) => {
                    let value = self.eval(expr)?;
                    self.print(|machine| machine.number(value, *notation));
                }
                PutItem::Place(place) => {
                    let at = self.locate(place)?;
                    self.print(|machine| machine.display(at, place.ty));
                }
            }
        }
        Ok(())
    }

    fn print(&mut self, text: impl FnOnce(&Self) -> String) {
        if let Some(mut output) = self.output.take() {
            output.push_str(&text(self));
            self.output = Some(output);
        }
    }

    fn number(&self, value: i128, notation: Notation) -> String {
        let sign = if value < 0 { "-" } else { "" };
        let magnitude = value.unsigned_abs();
        match notation {
            Notation::Decimal => value.to_string(),
            Notation::Hexadecimal => format!("{sign}{magnitude:x}"),
            Notation::Octal => format!("{sign}{magnitude:o}"),
            Notation::Character => match value.to_le_bytes()[0] {
                0 => String::new(),
                code => char::from(code).to_string(),
            },
            Notation::As(ty) => self.program.model.display_value(ty, value),
        }
    }

    fn display(&self, at: Located, ty: TypeId) -> String {
        let model = &self.program.model;
        let shape = &self.program.layout.shapes[at.shape];
        match model.types.get(ty) {
            Type::Record(fields) => {
                let parts = shape.fields().iter().zip(fields).map(|(part, field)| {
                    let text = self.display(moved(at, part.0, part.1), field.ty);
                    format!("{}: {text}", field.name)
                });
                braced(parts)
            }
            Type::Array { index, element } => {
                let (stride, part) = shape.elements();
                let range = model.scalar_range(*index);
                let values = range.into_iter().flat_map(|range| range.lo..=range.hi);
                braced((0..).zip(values).map(|(number, value)| {
                    let index = model.display_value(*index, value);
                    let text = self.display(moved(at, number * stride, part), *element);
                    format!("[{index}]: {text}")
                }))
            }
            Type::Multiset { capacity, element } => {
                let numbers = 0..i128::from(*capacity);
                let occupied = numbers.filter_map(|number| self.occupied_position(at, number));
                braced(occupied.map(|position| self.display(position.element, *element)))
            }
            Type::Channel { .. } => unreachable!("channels are not printed"),
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_) => match self.peek(at) {
                Some(value) => model.display_value(ty, value),
                None => "undefined".to_string(),
            },
        }
    }
}

fn braced(parts: impl Iterator<Item = String>) -> String {
    let mut text = String::from("{");
    for (number, part) in parts.enumerate() {
        let separator = if number == 0 { "" } else { ", " };
        // Writing to a string can't fail.
        let _ = write!(text, "{separator}{part}");
    }
    text.push('}');
    text
}
