//! Types, typedefs and channel initialisers.

use super::Resolver;
use super::names::Global;
use crate::ast::{ChannelInit, TypeKind, TypeName};
use crate::codes;
use crate::resolved::{self, ChannelInitId, Type, Typedef, Variable};
use weyl_source::{Diagnostic, Span};

/// Fields of one message, or plain values in the parameters of one proctype.
pub const MAX_FIELDS: usize = 1024;
/// Plain values in one typedef or variable.
pub const MAX_LEAVES: usize = 1 << 20;
const MAX_CAPACITY: i64 = 65_535;
/// Typedefs inside typedefs.
const MAX_NESTING: usize = 50;
/// The widest `unsigned`.
const MAX_WIDTH: i64 = 31;

impl Resolver<'_> {
    /// The type of a declaration; `width` is what stands behind `:`.
    pub(super) fn type_of(&mut self, name: &TypeName, width: Option<(i64, Span)>) -> Type {
        if let Some((_, span)) = width
            && name.kind != TypeKind::Unsigned
        {
            self.error(codes::BAD_WIDTH, span, "only an `unsigned` has a width");
        }
        match &name.kind {
            TypeKind::Bit => Type::Bit,
            TypeKind::Bool => Type::Bool,
            TypeKind::Byte => Type::Byte,
            TypeKind::Pid => Type::Pid,
            TypeKind::Short => Type::Short,
            TypeKind::Int => Type::Int,
            TypeKind::Chan => Type::Channel,
            TypeKind::Unsigned => self.unsigned(name.span, width),
            TypeKind::Mtype(subtype) => Type::Mtype(self.mtype(subtype.as_ref())),
            TypeKind::Named(ident) => match self.global(&ident.name).map(|entry| entry.global) {
                Some(Global::Typedef(id)) => Type::Struct(id),
                _ => {
                    self.unknown(ident, "a type");
                    Type::Int
                }
            },
        }
    }

    fn unsigned(&mut self, span: Span, width: Option<(i64, Span)>) -> Type {
        let Some((bits, at)) = width else {
            let diagnostic =
                Diagnostic::error(codes::BAD_WIDTH, span, "an `unsigned` needs a width")
                    .hint("write `unsigned name : bits`");
            self.report(diagnostic);
            return Type::Int;
        };
        if !(1..=MAX_WIDTH).contains(&bits) {
            let message = format!("the width is between 1 and {MAX_WIDTH} bits");
            self.error(codes::BAD_WIDTH, at, message);
            return Type::Int;
        }
        Type::Unsigned(bits as u8)
    }

    pub(super) fn declare_typedef(&mut self, typedef: &crate::ast::Typedef) {
        let mut fields: Vec<Variable> = Vec::new();
        for declaration in &typedef.fields {
            if self.contains_itself(typedef, declaration) {
                continue;
            }
            for variable in &declaration.variables {
                let name = &variable.name;
                if let Some(before) = fields.iter().find(|field| field.name == name.name) {
                    let before = before.span;
                    self.redeclared(name, Some(before));
                    continue;
                }
                let field = self.variable_of(declaration, variable);
                fields.push(field);
            }
        }
        let leaves = self.total_leaves(&fields);
        let channels = fields.iter().map(|field| self.program.channels_made(field));
        let channels = channels.fold(0, u64::saturating_add);
        let depths = fields.iter().map(|field| self.program.depth(field.ty));
        let depth = 1 + depths.max().unwrap_or(0);
        if leaves > MAX_LEAVES || depth > MAX_NESTING {
            // Without its fields nothing later has to count them.
            self.error(
                codes::TOO_LARGE,
                typedef.name.span,
                "this typedef is too large",
            );
            fields.clear();
        }
        let id = self.program.typedefs.push(Typedef {
            name: typedef.name.name.clone(),
            leaves: leaves.min(MAX_LEAVES),
            channels,
            depth: depth.min(MAX_NESTING),
            fields,
            span: typedef.name.span,
        });
        self.enter(&typedef.name, Global::Typedef(id));
    }

    fn total_leaves(&self, fields: &[Variable]) -> usize {
        fields.iter().fold(0, |sum: usize, field| {
            let one = self.program.leaves(field.ty);
            sum.saturating_add(one.saturating_mul(field.elements() as usize))
        })
    }

    fn contains_itself(
        &mut self,
        typedef: &crate::ast::Typedef,
        declaration: &crate::ast::Declaration,
    ) -> bool {
        let TypeKind::Named(ident) = &declaration.ty.kind else {
            return false;
        };
        let same = ident.name == typedef.name.name;
        if same {
            let message = format!("`{}` cannot contain itself", ident.name);
            self.error(codes::RECURSIVE_TYPE, ident.span, message);
        }
        same
    }

    pub(super) fn channel_init(&mut self, init: &ChannelInit) -> ChannelInitId {
        let capacity = self.fold(&init.capacity).unwrap_or(0);
        if !(0..=MAX_CAPACITY).contains(&capacity) {
            let message = format!("the capacity of a channel is between 0 and {MAX_CAPACITY}");
            self.error(codes::BAD_SIZE, init.capacity.span, message);
        }
        let mut fields = Vec::new();
        let mut structure = None;
        for field in &init.fields {
            if field.kind == TypeKind::Unsigned {
                self.error(
                    codes::BAD_WIDTH,
                    field.span,
                    "a message field cannot be `unsigned`",
                );
                continue;
            }
            let ty = self.type_of(field, None);
            structure = match ty {
                Type::Struct(id) if init.fields.len() == 1 => Some(id),
                _ => None,
            };
            self.message_fields(ty, field.span, &mut fields);
        }
        self.longest_message = self.longest_message.max(fields.len());
        self.program.channels.push(resolved::ChannelInit {
            capacity: u32::try_from(capacity).unwrap_or(0),
            fields,
            structure,
            span: init.span,
        })
    }

    /// Splits a structure into the types of its plain values.
    pub(super) fn message_fields(&mut self, ty: Type, span: Span, out: &mut Vec<Type>) {
        let Type::Struct(id) = ty else {
            out.push(ty);
            return;
        };
        if self.program.leaves(ty).saturating_add(out.len()) > MAX_FIELDS {
            let message = format!("more than {MAX_FIELDS} fields");
            return self.error(codes::TOO_LARGE, span, message);
        }
        let fields = self
            .program
            .typedefs
            .get(id)
            .map(|typedef| typedef.fields.clone());
        for field in fields.unwrap_or_default() {
            if matches!(field.ty, Type::Struct(_)) && field.size.is_some() {
                let message = format!("the array of structures `{}` cannot be passed", field.name);
                self.error(codes::STRUCTURE_AS_VALUE, span, message);
                continue;
            }
            for _ in 0..field.elements() {
                self.message_fields(field.ty, span, out);
            }
        }
    }
}
