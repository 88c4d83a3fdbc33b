//! The values that variables have when they come into being: parameters, initialisers, those of the
//! fields of structures too, and new channels.

use super::Lowering;
use super::exprs::Body;
use super::processes::assign;
use crate::resolved::{ChannelInitId, Expr, ExprKind, Initial, Program, Type, TypedefId, Variable};
use weyl_ir::{
    Binding, Block, Domain, Expr as IrExpr, LocalKind, Place as IrPlace, Projection,
    Stmt as IrStmt, StmtKind as IrStmtKind, Type as IrType,
};
use weyl_source::Span;

impl Lowering<'_> {
    pub(super) fn fill_parameter(
        &mut self,
        place: IrPlace,
        variable: &Variable,
        arguments: &mut impl Iterator<Item = IrExpr>,
        into: &mut Block,
    ) {
        let mut leaves = Vec::new();
        self.leaves(place, variable.ty, &mut leaves);
        for (leaf, ty) in leaves {
            let span = leaf.span;
            let zero = self.number(0, span);
            let value = arguments.next().unwrap_or(zero);
            let value = self.stored(value, ty);
            into.push(assign(leaf, value, span));
        }
    }

    /// The plain values of a place, in order.
    fn leaves(&mut self, place: IrPlace, ty: Type, found: &mut Vec<(IrPlace, Type)>) {
        let Type::Struct(id) = ty else {
            found.push((place, ty));
            return;
        };
        let program = self.program;
        for (number, field) in program.typedefs[id].fields.iter().enumerate() {
            let span = place.span;
            let field_type = self.variable_type(field);
            let number = Projection::Field(number as u32);
            let part = place.clone().project(number, field_type, span);
            match field.size {
                None => self.leaves(part, field.ty, found),
                Some(size) => {
                    let element = self.scalar_type(field.ty);
                    for index in 0..size {
                        let index = self.number(i128::from(index), span);
                        let at = part
                            .clone()
                            .project(Projection::Index(index), element, span);
                        self.leaves(at, field.ty, found);
                    }
                }
            }
        }
    }

    /// Gives a variable its initial value; `channels`: the number of the next channel that is
    /// always there.
    pub(super) fn initialise(
        &mut self,
        body: &mut Body,
        place: IrPlace,
        variable: &Variable,
        channels: &mut Option<u32>,
        into: &mut Block,
    ) {
        let span = variable.span;
        match &variable.initial {
            Initial::Value(value) => {
                let value = self.initial_value(body, value, variable.ty, into);
                self.fill(body, place, value, into);
            }
            Initial::List(values) => {
                for number in 0..variable.elements() {
                    let value = values.get(number as usize).or(values.last());
                    let value = self.number(i128::from(value.copied().unwrap_or(0)), span);
                    let value = self.stored(value, variable.ty);
                    let at = self.element(place.clone(), number, span);
                    into.push(assign(at, value, span));
                }
            }
            Initial::Channel(init) => {
                for number in 0..variable.elements() {
                    let at = self.element(place.clone(), number, span);
                    self.initialise_channel(body, *init, at, channels, into);
                }
            }
            Initial::Zero | Initial::Parameter | Initial::Later => match variable.ty {
                Type::Struct(id) if has_initial_values(self.program, id) => {
                    self.initialise_fields(body, place, variable, channels, into);
                }
                _ => {
                    let zero = self.number(0, span);
                    self.fill(body, place, zero, into);
                }
            },
        }
    }

    fn initialise_channel(
        &mut self,
        body: &mut Body,
        init: ChannelInitId,
        place: IrPlace,
        channels: &mut Option<u32>,
        into: &mut Block,
    ) {
        let span = place.span;
        match channels {
            Some(next) => {
                let value = self.number(i128::from(*next), span);
                into.push(assign(place, value, span));
                *next += 1;
            }
            None => self.make_channel(body, init, place, span, into),
        }
    }

    /// Each structure that a variable holds gets the initial values of its typedef.
    fn initialise_fields(
        &mut self,
        body: &mut Body,
        place: IrPlace,
        variable: &Variable,
        channels: &mut Option<u32>,
        into: &mut Block,
    ) {
        let program = self.program;
        let Type::Struct(id) = variable.ty else {
            return;
        };
        for number in 0..variable.elements() {
            let structure = self.element(place.clone(), number, variable.span);
            for (number, field) in program.typedefs[id].fields.iter().enumerate() {
                let ty = self.variable_type(field);
                let number = Projection::Field(number as u32);
                let part = structure.clone().project(number, ty, field.span);
                self.initialise(body, part, field, channels, into);
            }
        }
    }

    fn initial_value(
        &mut self,
        body: &mut Body,
        value: &Expr,
        ty: Type,
        into: &mut Block,
    ) -> IrExpr {
        if let ExprKind::Run(run) = &value.kind {
            let number = self.spawn(body, run, value.span, into);
            body.runs.push(number);
        }
        let value = self.value(body, value);
        self.stored(value, ty)
    }

    /// An element of an array, or the place itself.
    fn element(&mut self, place: IrPlace, number: u32, span: Span) -> IrPlace {
        let IrType::Array { element, .. } = *self.model.types.get(place.ty) else {
            return place;
        };
        let index = self.number(i128::from(number), span);
        place.project(Projection::Index(index), element, span)
    }

    /// Stores one value in every scalar of a place.
    pub(super) fn fill(
        &mut self,
        body: &mut Body,
        place: IrPlace,
        value: IrExpr,
        into: &mut Block,
    ) {
        let span = place.span;
        match self.model.types.get(place.ty).clone() {
            IrType::Array { index, element } => {
                let local = self.add_local(body, "i", index, LocalKind::Bound);
                let at = IrExpr::read(Self::local_place(body, local, span));
                let part = place.project(Projection::Index(at), element, span);
                let mut inside = Block::new();
                self.fill(body, part, value, &mut inside);
                let binding = Binding {
                    local,
                    domain: Domain::Type(index),
                };
                let kind = IrStmtKind::For {
                    binding,
                    body: inside,
                };
                into.push(IrStmt::new(kind, span));
            }
            IrType::Record(fields) => {
                for (number, field) in fields.iter().enumerate() {
                    let number = Projection::Field(number as u32);
                    let part = place.clone().project(number, field.ty, span);
                    self.fill(body, part, value.clone(), into);
                }
            }
            _ => into.push(assign(place, value, span)),
        }
    }
}

fn has_initial_values(program: &Program, id: TypedefId) -> bool {
    program.typedefs[id].fields.iter().any(|field| {
        let inside = match field.ty {
            Type::Struct(inner) => has_initial_values(program, inner),
            _ => false,
        };
        inside || field.initial != Initial::Zero
    })
}

/// The channels that a variable makes when it comes into being, in order, each with the path to it.
pub(super) fn channels_of(program: &Program, variable: &Variable) -> Vec<(String, ChannelInitId)> {
    let mut found = Vec::new();
    collect_channels(program, variable, variable.name.to_string(), &mut found);
    found
}

fn collect_channels(
    program: &Program,
    variable: &Variable,
    path: String,
    found: &mut Vec<(String, ChannelInitId)>,
) {
    for number in 0..variable.elements() {
        let path = match variable.size {
            Some(_) => format!("{path}[{number}]"),
            None => path.clone(),
        };
        match (&variable.initial, variable.ty) {
            (Initial::Channel(init), _) => found.push((path, *init)),
            (_, Type::Struct(id)) if has_initial_values(program, id) => {
                for field in &program.typedefs[id].fields {
                    collect_channels(program, field, format!("{path}.{}", field.name), found);
                }
            }
            _ => {}
        }
    }
}
