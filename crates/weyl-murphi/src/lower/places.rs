//! Designators: names with fields and indices.

use super::Lowerer;
use crate::ast::{Expr as Tree, ExprKind as TreeKind, Ident};
use crate::codes;
use crate::scope::{Access, Symbol, nearest};
use weyl_ir::{Expr, Place, Projection, Type, TypeId};
use weyl_source::{Diagnostic, Span};

/// What an expression denotes. Places are not read before it is known what for: copies, comparisons
/// and `isundefined` look at them as they are.
#[derive(Clone, Debug)]
pub enum Operand {
    Place(Place, Access),
    Value(Expr),
    /// The word `undefined`.
    Undefined(Span),
}

const BOUND: Access = Access::ReadOnly("it is bound by a quantifier, a loop or a ruleset");

impl Lowerer<'_> {
    pub(super) fn bound_access() -> Access {
        BOUND
    }

    pub(super) fn name(&mut self, name: &str, span: Span) -> Option<Operand> {
        if name.eq_ignore_ascii_case("undefined") && self.scopes.lookup(name).is_none() {
            return Some(Operand::Undefined(span));
        }
        let entry = self.resolve(name, span)?;
        match entry.symbol {
            Symbol::Constant { value, ty } => Some(Operand::Value(Expr::constant(value, ty, span))),
            Symbol::Variable(variable) => {
                let ty = self.model.variables[variable].ty;
                Some(Operand::Place(
                    Place::variable(variable, ty, span),
                    Access::Writable,
                ))
            }
            Symbol::Local(local, access) => {
                self.body.used.insert(local);
                let ty = self.body.locals[local].ty;
                Some(Operand::Place(Place::local(local, ty, span), access))
            }
            Symbol::Place(place, access) => {
                self.charge_place(&place, span)?;
                Some(Operand::Place(Place { span, ..place }, access))
            }
            Symbol::Value(value) => {
                self.charge_value(&value, span)?;
                Some(Operand::Value(Expr { span, ..value }))
            }
            Symbol::Position(..) => {
                let message =
                    format!("`{name}` names an element of a multiset and has no value of its own");
                let diagnostic = Diagnostic::error(codes::NOT_AN_ELEMENT, span, message)
                    .hint(format!("write the multiset with `[{name}]` behind it"));
                self.report(diagnostic);
                None
            }
            Symbol::Type(_) => self.wrong_kind(name, span, &entry, "a value"),
            Symbol::Function(_) => {
                let message = format!("`{name}` is a function: its arguments are missing");
                let diagnostic = Diagnostic::error(codes::WRONG_KIND, span, message)
                    .label(entry.span, "declared here");
                self.report(diagnostic);
                None
            }
            Symbol::Broken => None,
        }
    }

    pub(super) fn field(&mut self, record: &Tree, field: &Ident, span: Span) -> Option<Operand> {
        let (place, access) = self.part_of(record, codes::NOT_A_RECORD)?;
        let Type::Record(fields) = self.model.types.get(place.ty) else {
            let message = format!("this is {}: it has no fields", self.describe(place.ty));
            return self.error(codes::NOT_A_RECORD, record.span, message);
        };
        if let Some(at) = fields
            .iter()
            .position(|candidate| candidate.name == field.name)
        {
            let ty = fields[at].ty;
            let number = u32::try_from(at).ok()?;
            return Some(Operand::Place(
                place.project(Projection::Field(number), ty, span),
                access,
            ));
        }
        let near = nearest(&field.name, fields.iter().map(|field| field.name.as_str()));
        let hint = near.map(|near| format!("did you mean `{near}`?"));
        let message = format!("this record has no field `{}`", field.name);
        let mut diagnostic = Diagnostic::error(codes::UNKNOWN_FIELD, field.span, message);
        diagnostic.hint = hint;
        self.report(diagnostic);
        None
    }

    /// The place that a field or index is applied to.
    fn part_of(&mut self, whole: &Tree, code: weyl_source::Code) -> Option<(Place, Access)> {
        match self.operand(whole)? {
            Operand::Place(place, access) => Some((place, access)),
            Operand::Value(value) => {
                let message = format!("this is {}: it has no parts", self.describe(value.ty));
                self.error(code, whole.span, message)
            }
            Operand::Undefined(span) => self.undefined_value(span),
        }
    }

    pub(super) fn index(&mut self, array: &Tree, index: &Tree, span: Span) -> Option<Operand> {
        let (place, access) = self.part_of(array, codes::NOT_AN_ARRAY)?;
        match *self.model.types.get(place.ty) {
            Type::Array {
                index: index_type,
                element,
            } => {
                let mark = self.mark();
                let value = self.index_value(index, index_type)?;
                let place = self.keep_place(mark, place);
                Some(Operand::Place(
                    place.project(Projection::Index(value), element, span),
                    access,
                ))
            }
            Type::Multiset { element, .. } => {
                let position = self.position(index, place.ty)?;
                Some(Operand::Place(
                    place.project(Projection::Element(position), element, span),
                    access,
                ))
            }
            _ => {
                let message = format!("this is {}: it has no elements", self.describe(place.ty));
                self.error(codes::NOT_AN_ARRAY, array.span, message)
            }
        }
    }

    fn index_value(&mut self, index: &Tree, wanted: TypeId) -> Option<Expr> {
        let value = self.value(index)?;
        if self.fit(value.ty, wanted).is_some() {
            return self.coerce(value, wanted);
        }
        let scalarset = matches!(self.model.types.get(value.ty), Type::Id(_))
            || matches!(self.model.types.get(wanted), Type::Id(_));
        if scalarset {
            return self.mismatch(value.ty, wanted, index.span);
        }
        let message = format!(
            "this array is indexed by {}, not by {}",
            self.describe(wanted),
            self.describe(value.ty)
        );
        self.error(codes::BAD_INDEX, index.span, message)
    }

    /// A place that is going to be written.
    pub(super) fn target(&mut self, tree: &Tree) -> Option<Place> {
        match self.operand(tree)? {
            Operand::Place(place, Access::Writable) => Some(place),
            Operand::Place(_, Access::ReadOnly(reason)) => {
                let message = format!("`{}` must not be changed: {reason}", self.quote(tree.span));
                let mut diagnostic = Diagnostic::error(codes::READ_ONLY, tree.span, message);
                if let Some(entry) = root_name(tree).and_then(|name| self.scopes.lookup(name)) {
                    diagnostic = diagnostic.label(entry.span, "declared here");
                }
                self.report(diagnostic);
                None
            }
            Operand::Value(_) | Operand::Undefined(_) => {
                let message = format!(
                    "`{}` is not a variable: nothing can be stored in it",
                    self.quote(tree.span)
                );
                self.error(codes::NOT_ASSIGNABLE, tree.span, message)
            }
        }
    }
}

fn root_name(tree: &Tree) -> Option<&str> {
    match &tree.kind {
        TreeKind::Name(name) => Some(name),
        TreeKind::Field(inner, _) | TreeKind::Index(inner, _) => root_name(inner),
        _ => None,
    }
}
