//! Type expressions to types.

use super::Lowerer;
use crate::ast::{Expr, Ident, TypeExpr, TypeKind, VarDecl};
use crate::codes;
use crate::scope::Symbol;
use weyl_ir::{Field, Sort, Type, TypeId};
use weyl_source::{Diagnostic, Span};

/// How large a type is. Bounded, so that neither the state nor a walk over a type can be.
#[derive(Clone, Copy, Debug, Default)]
pub struct Extent {
    pub slots: u64,
    pub depth: u32,
}

/// Scalars in one value.
const MAX_SLOTS: u64 = 1 << 24;
/// Types inside types.
const MAX_DEPTH: u32 = 100;
/// Names of one scalarset.
const MAX_NAMES: i128 = 1 << 16;
/// Elements of one multiset.
const MAX_CAPACITY: u32 = 1 << 16;

impl Lowerer<'_> {
    /// The type that an expression denotes; `name` is what a declaration calls it.
    pub(super) fn ty(&mut self, ty: &TypeExpr, name: Option<&str>) -> Option<TypeId> {
        match &ty.kind {
            TypeKind::Boolean => Some(self.boolean),
            TypeKind::Named(name) => self.named_type(name, ty.span),
            TypeKind::Range(low, high) => self.range(low, high, ty.span),
            TypeKind::Enum(members) => self.enumeration(members, name, ty.span),
            TypeKind::Record(fields) => self.record(fields, ty.span),
            TypeKind::Array(index, element) => self.array(index, element, ty.span),
            TypeKind::Scalarset(size) => self.scalarset(size, name, ty.span),
            TypeKind::Union(members) => self.union(members, ty.span),
            TypeKind::Multiset(capacity, element) => self.bag(capacity, element, ty.span),
        }
    }

    fn enumeration(&mut self, members: &[Ident], name: Option<&str>, span: Span) -> Option<TypeId> {
        let Some(first) = members.first() else {
            let message = "an enumeration needs at least one member";
            return self.error(codes::EMPTY_TYPE, span, message);
        };
        let variants = members.iter().map(|member| member.name.clone()).collect();
        let name = name.map_or_else(|| format!("enum_{}", first.name), str::to_string);
        let ty = self.intern(Type::Enum { name, variants }, span)?;
        for (value, member) in (0..).zip(members) {
            self.declare(member, Symbol::Constant { value, ty });
        }
        Some(ty)
    }

    fn array(&mut self, index: &TypeExpr, element: &TypeExpr, span: Span) -> Option<TypeId> {
        let index_type = self.ty(index, None);
        let element = self.ty(element, None);
        let index = self.simple_domain(index_type?, index.span, codes::BAD_INDEX_TYPE)?;
        let element = element?;
        self.intern(Type::Array { index, element }, span)
    }

    fn bag(&mut self, capacity: &Expr, element: &TypeExpr, span: Span) -> Option<TypeId> {
        let element = self.ty(element, None);
        let size = self.constant_integer(capacity)?;
        let fitting = u32::try_from(size)
            .ok()
            .filter(|size| (1..=MAX_CAPACITY).contains(size));
        let Some(size) = fitting else {
            let message =
                format!("the capacity of a multiset is a number from 1 to {MAX_CAPACITY}");
            return self.error(codes::MULTISET_CAPACITY, capacity.span, message);
        };
        let element = element?;
        self.intern(
            Type::Multiset {
                capacity: size,
                element,
            },
            span,
        )
    }

    fn named_type(&mut self, name: &str, span: Span) -> Option<TypeId> {
        let entry = self.resolve(name, span)?;
        match entry.symbol {
            Symbol::Type(ty) => Some(ty),
            _ => self.wrong_kind(name, span, &entry, "a type"),
        }
    }

    fn range(&mut self, low: &Expr, high: &Expr, span: Span) -> Option<TypeId> {
        let (lo, hi) = (self.constant_integer(low), self.constant_integer(high));
        let (lo, hi) = (lo?, hi?);
        if hi < lo {
            let message = format!("this range is empty: {hi} is less than {lo}");
            return self.error(codes::EMPTY_TYPE, span, message);
        }
        // One code of 64 bits is kept for "undefined".
        let size = hi
            .checked_sub(lo)
            .filter(|last| *last < i128::from(u64::MAX));
        if size.is_none() {
            return self.error(
                codes::RANGE_TOO_LARGE,
                span,
                "this range has too many values: 2^64 - 1 are the limit",
            );
        }
        self.intern(Type::range(lo, hi), span)
    }

    fn record(&mut self, decls: &[VarDecl], span: Span) -> Option<TypeId> {
        let mut fields: Vec<Field> = Vec::new();
        let mut complete = true;
        for decl in decls {
            let Some(ty) = self.ty(&decl.ty, None) else {
                complete = false;
                continue;
            };
            for name in &decl.names {
                if fields.iter().any(|field| field.name == name.name) {
                    let message = format!("this record already has a field `{}`", name.name);
                    self.error::<()>(codes::DUPLICATE_FIELD, name.span, message);
                }
                fields.push(Field {
                    name: name.name.clone(),
                    ty,
                });
            }
        }
        complete
            .then(|| self.intern(Type::Record(fields), span))
            .flatten()
    }

    fn scalarset(&mut self, size: &Expr, name: Option<&str>, span: Span) -> Option<TypeId> {
        let count = self.constant_integer(size)?;
        if !(1..=MAX_NAMES).contains(&count) {
            let message =
                format!("the size of a scalarset is a number from 1 to {MAX_NAMES}, not {count}");
            return self.error(codes::SCALARSET_SIZE, size.span, message);
        }
        let name = self.sort_name(name.unwrap_or("scalarset"));
        let names = (1..=count)
            .map(|number| format!("{name}_{number}"))
            .collect();
        let sort = self.model.sorts.push(Sort { name, names, span });
        self.intern(Type::Id(sort), span)
    }

    /// A name that no other sort has: local types may repeat one.
    fn sort_name(&mut self, wanted: &str) -> String {
        let mut name = wanted.to_string();
        if self.sort_names.contains(&name) {
            name = format!("{wanted}_v{}", self.model.sorts.len() + 1);
        }
        while !self.sort_names.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn union(&mut self, members: &[TypeExpr], span: Span) -> Option<TypeId> {
        let mut types = Vec::new();
        let mut complete = true;
        for member in members {
            match self.union_member(member, &types) {
                Some(ty) => types.push(ty),
                None => complete = false,
            }
        }
        if members.is_empty() {
            return self.error(codes::EMPTY_TYPE, span, "a union needs at least one member");
        }
        complete
            .then(|| self.intern(Type::Union(types), span))
            .flatten()
    }

    fn union_member(&mut self, member: &TypeExpr, before: &[TypeId]) -> Option<TypeId> {
        let ty = self.ty(member, None)?;
        if !matches!(self.model.types.get(ty), Type::Id(_) | Type::Enum { .. }) {
            let message = format!("{} cannot be part of a union", self.describe(ty));
            let diagnostic = Diagnostic::error(codes::BAD_UNION_MEMBER, member.span, message)
                .hint("a union is made of scalarsets and enumerations");
            self.report(diagnostic);
            return None;
        }
        if before.contains(&ty) {
            let message = format!("{} is already part of this union", self.describe(ty));
            return self.error(codes::BAD_UNION_MEMBER, member.span, message);
        }
        Some(ty)
    }

    /// A type whose values can be gone through one by one.
    pub(super) fn simple_domain(
        &mut self,
        ty: TypeId,
        span: Span,
        code: weyl_source::Code,
    ) -> Option<TypeId> {
        if self.model.types.is_scalar(ty) {
            return Some(ty);
        }
        let message = format!(
            "{} cannot be used here: a simple type is needed",
            self.describe(ty)
        );
        let diagnostic = Diagnostic::error(code, span, message)
            .hint("simple types are booleans, ranges, enumerations, scalarsets and unions");
        self.report(diagnostic);
        None
    }

    fn intern(&mut self, ty: Type, span: Span) -> Option<TypeId> {
        let extent = self.extent(&ty);
        if extent.slots > MAX_SLOTS {
            let message = format!(
                "values of this type have {} parts; {MAX_SLOTS} are the limit",
                extent.slots
            );
            return self.error(codes::TYPE_TOO_LARGE, span, message);
        }
        if extent.depth > MAX_DEPTH {
            return self.error(codes::TOO_DEEP, span, "this type is nested too deeply");
        }
        let id = self.model.types.intern(ty);
        self.extents[id] = extent;
        Some(id)
    }

    fn extent(&self, ty: &Type) -> Extent {
        let times = |count: u128, element: TypeId| Extent {
            slots: u64::try_from(count)
                .unwrap_or(u64::MAX)
                .saturating_mul(self.extent_of(element).slots),
            depth: self.extent_of(element).depth + 1,
        };
        match ty {
            Type::Array { index, element } => {
                let count = self
                    .model
                    .scalar_range(*index)
                    .map_or(0, |range| range.len());
                times(count, *element)
            }
            Type::Multiset { capacity, element } => times(u128::from(*capacity), *element),
            Type::Record(fields) => fields.iter().map(|field| self.extent_of(field.ty)).fold(
                Extent { slots: 0, depth: 1 },
                |sum, part| Extent {
                    slots: sum.slots.saturating_add(part.slots),
                    depth: sum.depth.max(part.depth + 1),
                },
            ),
            _ => Extent { slots: 1, depth: 1 },
        }
    }

    fn extent_of(&self, ty: TypeId) -> Extent {
        if self.model.types.is_scalar(ty) {
            Extent { slots: 1, depth: 1 }
        } else {
            self.extents[ty]
        }
    }

    /// Whether a value of the type says something about an identity outside of multisets.
    pub(super) fn holds_identity(&self, ty: TypeId) -> bool {
        match self.model.types.get(ty) {
            Type::Id(_) | Type::Union(_) => true,
            Type::Array { element, .. } => self.holds_identity(*element),
            Type::Record(fields) => fields.iter().any(|field| self.holds_identity(field.ty)),
            _ => false,
        }
    }
}
