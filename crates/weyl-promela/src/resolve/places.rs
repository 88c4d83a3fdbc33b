//! Places: variables with indices and fields.

use super::Resolver;
use super::types::MAX_FIELDS;
use crate::ast;
use crate::codes;
use crate::resolved::{
    Expr, ExprKind, FieldId, FieldStep, Place, Type, TypedefId, Variable, VariableRef,
};
use crate::suggest;
use cranelift_entity::EntityRef;
use weyl_source::{Diagnostic, Span};

impl Resolver<'_> {
    /// A place that holds one plain value.
    pub(super) fn scalar_place(&mut self, place: &ast::Place) -> Option<Place> {
        let resolved = self.place(place, false)?;
        if matches!(resolved.ty, Type::Struct(_)) {
            let diagnostic = Diagnostic::error(
                codes::STRUCTURE_AS_VALUE,
                place.span,
                "a whole structure cannot be used here",
            )
            .hint("name one of its fields");
            self.report(diagnostic);
            return None;
        }
        Some(resolved)
    }

    /// A place of any type. With `whole`, an array may stand without its index.
    pub(super) fn place(&mut self, place: &ast::Place, whole: bool) -> Option<Place> {
        let name = &place.root.name;
        let Some(variable) = self.variable(&name.name) else {
            self.unknown(name, "a variable");
            return None;
        };
        let data = self.variable_data(variable)?.clone();
        let last = place.fields.is_empty();
        let index = self.index(&place.root, &data, whole && last);
        let mut ty = data.ty;
        let mut fields = Vec::new();
        for (at, segment) in place.fields.iter().enumerate() {
            let last = at + 1 == place.fields.len();
            let (step, field_type) = self.field(ty, segment, whole && last)?;
            fields.push(step);
            ty = field_type;
        }
        Some(Place {
            variable,
            index,
            fields,
            ty,
            span: place.span,
        })
    }

    fn index(&mut self, segment: &ast::Segment, data: &Variable, whole: bool) -> Option<Box<Expr>> {
        let span = segment.name.span;
        match (&segment.index, data.size) {
            (None, Some(_)) if !whole => {
                let message = format!("the array `{}` needs an index", segment.name.name);
                let diagnostic = Diagnostic::error(codes::MISSING_INDEX, span, message)
                    .label(data.span, "declared as an array here");
                self.report(diagnostic);
                None
            }
            (Some(index), size) => {
                if size.is_none() {
                    let message = format!("`{}` is no array: only the index 0 works", data.name);
                    self.warn(codes::INDEXED_SCALAR, span, message);
                }
                self.forbid_run(index, "an index");
                Some(Box::new(self.expr(index)))
            }
            _ => None,
        }
    }

    fn field(
        &mut self,
        ty: Type,
        segment: &ast::Segment,
        whole: bool,
    ) -> Option<(FieldStep, Type)> {
        let name = &segment.name;
        let Type::Struct(id) = ty else {
            let message = format!("`.{}` needs a structure in front of it", name.name);
            self.error(codes::NOT_A_STRUCTURE, name.span, message);
            return None;
        };
        let Some((at, data)) = self.find_field(id, &name.name) else {
            self.unknown_field(id, name);
            return None;
        };
        let index = self.index(segment, &data, whole);
        let step = FieldStep { field: at, index };
        Some((step, data.ty))
    }

    fn find_field(&self, id: TypedefId, name: &str) -> Option<(FieldId, Variable)> {
        let fields = &self.program.typedefs.get(id)?.fields;
        let at = fields.iter().position(|field| &*field.name == name)?;
        Some((FieldId::new(at), fields.get(at)?.clone()))
    }

    fn unknown_field(&mut self, id: TypedefId, name: &ast::Ident) {
        let Some(typedef) = self.program.typedefs.get(id) else {
            return;
        };
        let message = format!("`{}` has no field `{}`", typedef.name, name.name);
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_FIELD, name.span, message)
            .label(typedef.span, "the type is declared here");
        let names = typedef.fields.iter().map(|field| &field.name);
        if let Some(known) = suggest::closest(&name.name, names) {
            diagnostic = diagnostic.hint(format!("did you mean `{known}`?"));
        }
        self.report(diagnostic);
    }

    /// The plain values of a place, in the order of the fields.
    pub(super) fn split(&mut self, place: Place) -> Vec<Place> {
        let Type::Struct(id) = place.ty else {
            return vec![place];
        };
        if self.program.leaves(place.ty) > MAX_FIELDS {
            let message = format!("more than {MAX_FIELDS} fields");
            self.error(codes::TOO_LARGE, place.span, message);
            return Vec::new();
        }
        let fields = self
            .program
            .typedefs
            .get(id)
            .map(|typedef| typedef.fields.clone());
        let mut leaves = Vec::new();
        for (at, field) in fields.unwrap_or_default().into_iter().enumerate() {
            self.check_passable(&field, place.span);
            for element in 0..field.elements() {
                let index = field
                    .size
                    .map(|_| Box::new(number(i64::from(element), place.span)));
                let mut inner = place.clone();
                inner.fields.push(FieldStep {
                    field: FieldId::new(at),
                    index,
                });
                inner.ty = field.ty;
                leaves.extend(self.split(inner));
            }
        }
        leaves
    }

    fn check_passable(&mut self, field: &Variable, span: Span) {
        if matches!(field.ty, Type::Struct(_)) && field.size.is_some() {
            let message = format!("the array of structures `{}` cannot be passed", field.name);
            self.error(codes::STRUCTURE_AS_VALUE, span, message);
        }
    }

    /// A channel, or anything that holds the number of one.
    pub(super) fn channel(&mut self, place: &ast::Place) -> Option<Place> {
        let resolved = self.scalar_place(place)?;
        if resolved.ty != Type::Channel {
            let diagnostic =
                Diagnostic::error(codes::NOT_A_CHANNEL, place.span, "this is not a channel")
                    .hint("declare it with the type `chan`");
            self.report(diagnostic);
        }
        Some(resolved)
    }

    /// The variable that stands at the root of a place.
    pub(super) fn root(&self, variable: VariableRef) -> Option<Variable> {
        self.variable_data(variable).cloned()
    }
}

pub fn number(value: i64, span: Span) -> Expr {
    Expr {
        kind: ExprKind::Constant(value),
        ty: Type::Int,
        span,
    }
}
