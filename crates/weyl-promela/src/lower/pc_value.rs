//! `pc_value`: where a process is, as a number that SPIN would print.

use super::Lowering;
use super::processes::Kind;
use std::ops::Range;
use weyl_ir::{BinaryOp as Op, Comparison, Expr as IrExpr};
use weyl_source::Span;

impl Lowering<'_> {
    /// SPIN's number of the place where the process with a number is; 0 if there is none.
    pub fn state_of(&mut self, number: &IrExpr, span: Span) -> IrExpr {
        let kinds: Vec<Kind> = self.kinds.values().flatten().cloned().collect();
        let mut found = self.number(0, span);
        for kind in kinds {
            let (inside, name) = self.process_of_kind(&kind, number.clone(), span);
            let zero = self.number(0, span);
            let mut claim = |lowering: &mut Self, name: IrExpr| {
                let place = lowering.of_process(kind.location, name, span);
                let first = kind.first_location as usize;
                let locations = first..first + kind.locations.len();
                lowering.number_at(&kind, &IrExpr::read(place), locations, span)
            };
            let there = self.if_present(&kind, name, span, zero.clone(), &mut claim);
            let there = self.choose(inside, there, zero);
            // A process is of one kind: all others give 0.
            found = self.binary(Op::Add, found, there, span);
        }
        found
    }

    /// SPIN's number of a location, if it is one of these, or 0: a sum, halved for the sake of its
    /// depth.
    fn number_at(
        &mut self,
        kind: &Kind,
        at: &IrExpr,
        locations: Range<usize>,
        span: Span,
    ) -> IrExpr {
        if locations.len() > 1 {
            let middle = locations.start + locations.len() / 2;
            let first = self.number_at(kind, at, locations.start..middle, span);
            let second = self.number_at(kind, at, middle..locations.end, span);
            return self.binary(Op::Add, first, second, span);
        }
        let location = locations.start;
        let number = self.numbers.state(kind.number as usize, location);
        let here = IrExpr::constant(location as i128, at.ty, span);
        let is_here = self.binary(Op::Compare(Comparison::Equal), at.clone(), here, span);
        let number = self.number(i128::from(number.unwrap_or(0)), span);
        let zero = self.number(0, span);
        self.choose(is_here, number, zero)
    }
}
