//! `printf` and `printm`, as SPIN's simulator prints.

use super::Lowering;
use super::exprs::Body;
use crate::resolved::{Conversion, Expr, FormatPart, MtypeId, Type};
use weyl_ir::{Block, Expr as IrExpr, Notation, PutItem, Stmt as IrStmt, StmtKind as IrKind};
use weyl_source::Span;

/// The bits of an `unsigned int` of C.
const UNSIGNED: u8 = 32;

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
        let value = self.value(body, argument);
        let (value, notation) = match conversion {
            Conversion::Decimal => (value, Notation::Decimal),
            Conversion::Unsigned => (self.unsigned(value), Notation::Decimal),
            Conversion::Hexadecimal => (self.unsigned(value), Notation::Hexadecimal),
            Conversion::Octal => (self.unsigned(value), Notation::Octal),
            Conversion::Character => (value, Notation::Character),
            Conversion::Mtype => (value, self.name_of_mtype(argument.ty)),
        };
        into.push(put(PutItem::Number(value, notation), argument.span));
    }

    pub(super) fn print_mtype(&mut self, body: &Body, argument: &Expr, into: &mut Block) {
        self.print_argument(body, Conversion::Mtype, argument, into);
    }

    fn unsigned(&mut self, value: IrExpr) -> IrExpr {
        self.truncate(value, UNSIGNED, false)
    }

    /// The name of a constant; a number that has none as it is. A value of another type is taken
    /// for one of the unnamed mtype.
    fn name_of_mtype(&mut self, ty: Type) -> Notation {
        let mut mtypes = self.program.mtypes.iter();
        let mtype = match ty {
            Type::Mtype(id) => Some(id),
            _ => mtypes
                .find(|(_, mtype)| mtype.name.is_none())
                .map(|(id, _): (MtypeId, _)| id),
        };
        match mtype {
            Some(id) => Notation::As(self.mtype(id)),
            None => Notation::Decimal,
        }
    }
}

fn put(item: PutItem, span: Span) -> IrStmt {
    IrStmt::new(IrKind::Put(vec![item]), span)
}
