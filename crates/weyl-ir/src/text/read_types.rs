//! The reader: types.

use super::codes;
use super::lex::Token;
use super::reader::{Read, Reader, TypeLabel};
use crate::verify::MAX_TYPE_DEPTH;
use crate::{Field, Type, TypeId};

impl Reader<'_> {
    pub(super) fn ty(&mut self) -> Read<TypeId> {
        self.nested(|reader| reader.type_named(""))
    }

    /// A type; `name` is what an enumeration without a name of its own is called.
    pub(super) fn type_named(&mut self, name: &str) -> Read<TypeId> {
        let first = self.peek();
        match (first.token, first.text) {
            (Token::Number, _) => self.range_type(),
            (Token::Word, _) => self.labelled_type(),
            (Token::Reserved, "bool") => self.simple_type(Type::Bool),
            (Token::Reserved, "int") => self.simple_type(Type::Int),
            (Token::Reserved, "enum") => self.enum_type(name),
            (Token::Reserved, "union") => self.union_type(),
            (Token::Reserved, "record") => self.record_type(),
            (Token::Reserved, "array") => self.array_type(),
            (Token::Reserved, "multiset") => self.multiset_type(),
            (Token::Reserved, "channel") => self.channel_type(),
            _ => self.unexpected("a type"),
        }
    }

    fn simple_type(&mut self, ty: Type) -> Read<TypeId> {
        self.advance();
        self.intern(ty)
    }

    /// Enters a type into the table, unless code that looks at types before they are verified could
    /// lose its way in it.
    fn intern(&mut self, ty: Type) -> Read<TypeId> {
        let span = self.peek().span;
        let types = &self.model.types;
        let parts = match &ty {
            Type::Union(members) => {
                let is_named =
                    |id: &TypeId| matches!(types.get(*id), Type::Id(_) | Type::Enum { .. });
                if !members.iter().all(is_named) {
                    return self.fail(codes::TYPE, span, "a member is a sort or an enumeration");
                }
                Vec::new()
            }
            Type::Array { index, .. } if !types.is_scalar(*index) => {
                return self.fail(codes::TYPE, span, "the index of an array is a scalar");
            }
            Type::Array { element, .. } | Type::Multiset { element, .. } => vec![*element],
            Type::Record(fields) => fields.iter().map(|field| field.ty).collect(),
            Type::Channel { fields, .. } => fields.clone(),
            Type::Bool | Type::Int | Type::Range { .. } | Type::Enum { .. } | Type::Id(_) => {
                Vec::new()
            }
        };
        let depths = parts.iter().map(|part| self.type_depths[*part]);
        let depth = depths.max().unwrap_or(0) + 1;
        if depth > MAX_TYPE_DEPTH {
            return self.fail(codes::DEPTH, span, "the type nests too deep");
        }
        let id = self.model.types.intern(ty);
        self.type_depths[id] = depth;
        Ok(id)
    }

    pub(super) fn range_type(&mut self) -> Read<TypeId> {
        let lo = self.number()?;
        self.expect(Token::DoubleDot)?;
        let hi = self.number()?;
        let names = if self.eat_word("names") {
            self.value_names()?
        } else {
            Vec::new()
        };
        self.intern(Type::Range { lo, hi, names })
    }

    fn value_names(&mut self) -> Read<Vec<(i128, String)>> {
        self.expect(Token::LeftBrace)?;
        self.list(Token::RightBrace, |reader| {
            Ok((reader.number()?, reader.name()?))
        })
    }

    fn labelled_type(&mut self) -> Read<TypeId> {
        let label = self.label()?;
        match self.types.get(label.text) {
            Some(TypeLabel::Sort(sort)) => self.intern(Type::Id(*sort)),
            Some(TypeLabel::Type(ty)) => Ok(*ty),
            None => {
                let message = format!("there is no type or sort `{}`", label.text);
                self.fail(codes::UNKNOWN, label.span, message)
            }
        }
    }

    fn enum_type(&mut self, name: &str) -> Read<TypeId> {
        self.advance();
        let name = if self.is_at(Token::String) {
            self.string()?
        } else {
            name.to_string()
        };
        let variants = self.names()?;
        self.intern(Type::Enum { name, variants })
    }

    /// Names in braces, with or without commas.
    pub(super) fn names(&mut self) -> Read<Vec<String>> {
        self.expect(Token::LeftBrace)?;
        let mut names = Vec::new();
        while !self.eat(Token::RightBrace) {
            names.push(self.name()?);
            self.eat(Token::Comma);
        }
        Ok(names)
    }

    fn union_type(&mut self) -> Read<TypeId> {
        self.advance();
        self.expect(Token::LeftBrace)?;
        let members = self.list(Token::RightBrace, |reader| reader.ty())?;
        self.intern(Type::Union(members))
    }

    fn record_type(&mut self) -> Read<TypeId> {
        self.advance();
        self.expect(Token::LeftBrace)?;
        let fields = self.list(Token::RightBrace, |reader| {
            let name = reader.name()?;
            reader.expect(Token::Colon)?;
            let ty = reader.ty()?;
            Ok(Field { name, ty })
        })?;
        self.intern(Type::Record(fields))
    }

    fn array_type(&mut self) -> Read<TypeId> {
        self.advance();
        self.expect(Token::LeftBracket)?;
        let index = self.ty()?;
        self.expect(Token::RightBracket)?;
        self.expect_word("of")?;
        let element = self.ty()?;
        self.intern(Type::Array { index, element })
    }

    fn multiset_type(&mut self) -> Read<TypeId> {
        self.advance();
        self.expect(Token::LeftBracket)?;
        let capacity = self.number()?;
        self.expect(Token::RightBracket)?;
        self.expect_word("of")?;
        let element = self.ty()?;
        let ty = Type::Multiset { capacity, element };
        self.intern(ty)
    }

    fn channel_type(&mut self) -> Read<TypeId> {
        self.advance();
        self.expect(Token::LeftBracket)?;
        let capacity = self.number()?;
        self.expect(Token::RightBracket)?;
        self.expect_word("of")?;
        let mut fields = vec![self.ty()?];
        while self.eat(Token::Comma) {
            fields.push(self.ty()?);
        }
        self.intern(Type::Channel { capacity, fields })
    }
}
