//! `printf` and `printm`. A name of an mtype is chosen by comparing the value with each constant, since output
//! shows numbers as numbers.

use super::Lowering;
use super::exprs::Body;
use crate::resolved::{Conversion, Expr, FormatPart, MtypeId, Type};
use weyl_ir::{BinaryOp as Op, Block, Expr as IrExpr, PutItem, Stmt as IrStmt, StmtKind as IrKind};
use weyl_source::Span;

/// How many values an `unsigned int` of C has.
const UNSIGNED: i128 = 1 << 32;

impl Lowering<'_> {
    pub(super) fn print(
        &mut self,
        body: &Body,
        format: &[FormatPart],
        arguments: &[Expr],
        span: Span,
        into: &mut Block,
    ) {
        let mut arguments = arguments.iter();
        for part in format {
            match part {
                FormatPart::Text(text) => into.push(put(PutItem::Text(text.clone()), span)),
                FormatPart::Argument(conversion) => {
                    if let Some(argument) = arguments.next() {
                        self.print_argument(body, *conversion, argument, into);
                    }
                }
            }
        }
    }

    fn print_argument(
        &mut self,
        body: &Body,
        conversion: Conversion,
        argument: &Expr,
        into: &mut Block,
    ) {
        let span = argument.span;
        let value = self.value(body, argument);
        match conversion {
            Conversion::Mtype => self.print_name(value, argument, into),
            Conversion::Unsigned => {
                let zero = self.number(0, span);
                let size = self.number(UNSIGNED, span);
                let negative = self.binary(Op::Less, value.clone(), zero, span);
                let moved = self.binary(Op::Add, value.clone(), size, span);
                let value = self.choose(negative, moved, value);
                into.push(put(PutItem::Value(value), span));
            }
            Conversion::Decimal
            | Conversion::Hexadecimal
            | Conversion::Octal
            | Conversion::Character => into.push(put(PutItem::Value(value), span)),
        }
    }

    pub(super) fn print_mtype(&mut self, body: &Body, argument: &Expr, into: &mut Block) {
        let value = self.value(body, argument);
        self.print_name(value, argument, into);
    }

    /// The name of a constant; a number that has none as it is. A value of another type is taken for one of
    /// the unnamed mtype.
    fn print_name(&mut self, value: IrExpr, argument: &Expr, into: &mut Block) {
        let span = argument.span;
        let program = self.program;
        let unnamed = || {
            let mut mtypes = program.mtypes.iter();
            let found = mtypes.find(|(_, mtype)| mtype.name.is_none());
            found.map(|(id, _): (MtypeId, _)| id)
        };
        let mtype = match argument.ty {
            Type::Mtype(id) => Some(id),
            _ => unnamed(),
        };
        let names = mtype.map_or(&[][..], |id| &program.mtypes[id].constants);
        for (number, name) in (1..).zip(names) {
            let number = self.number(number, span);
            let is_it = self.binary(Op::Equal, value.clone(), number, span);
            into.push(when(is_it, PutItem::Text(name.to_string()), span));
        }
        let (first, last) = (self.number(1, span), names.len() as i128);
        let last = self.number(last, span);
        let above = self.binary(Op::GreaterEqual, value.clone(), first, span);
        let below = self.binary(Op::LessEqual, value.clone(), last, span);
        let has_name = self.and(above, below);
        let has_none = self.not(has_name);
        into.push(when(has_none, PutItem::Value(value), span));
    }
}

fn put(item: PutItem, span: Span) -> IrStmt {
    IrStmt::new(IrKind::Put(vec![item]), span)
}

fn when(condition: IrExpr, item: PutItem, span: Span) -> IrStmt {
    let kind = IrKind::If {
        condition,
        then: vec![put(item, span)],
        otherwise: Block::new(),
    };
    IrStmt::new(kind, span)
}
