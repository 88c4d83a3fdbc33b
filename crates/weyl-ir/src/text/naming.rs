//! The naming, read and printed:
//! `naming { numbering 0 = 1 Proc::p1, 2 Proc::p2; values turn by 0; }`.

use super::codes;
use super::lex::{Lexeme, Token};
use super::print::Printer;
use super::reader::{Read, Reader, TypeLabel};
use super::words::name;
use crate::naming::Part;
use crate::{Field, Leaf, LeafStep, Model, NameId, Naming, Numbering, NumberingId, Type};
use cranelift_entity::EntityRef;

impl Reader<'_> {
    /// After the word `naming`.
    pub(super) fn naming(&mut self, keyword: Lexeme<'_>) -> Read<()> {
        if self.model.naming != Naming::default() {
            return self.repeated(keyword);
        }
        self.expect(Token::LeftBrace)?;
        let mut naming = Naming::default();
        while !self.eat(Token::RightBrace) {
            self.naming_line(&mut naming)?;
            self.expect(Token::Semicolon)?;
        }
        self.model.naming = naming;
        Ok(())
    }

    fn naming_line(&mut self, naming: &mut Naming) -> Read<()> {
        let first = self.peek();
        let is_new = if self.eat_word("numbering") {
            return self.numbering(naming);
        } else if self.eat_word("values") {
            let leaf = self.leaf()?;
            naming.values.insert(leaf, self.by()?).is_none()
        } else if self.eat_word("values_at") {
            let at = (self.leaf()?, self.name_of_sort()?);
            naming.values_at.insert(at, self.by()?).is_none()
        } else if self.eat_word("indices") {
            let leaf = self.leaf()?;
            naming.indices.insert(leaf, self.by()?).is_none()
        } else if self.eat_word("channel") {
            let number = self.number()?;
            self.expect(Token::Equals)?;
            naming
                .channels
                .insert(number, self.name_of_sort()?)
                .is_none()
        } else if self.eat_word("inert") {
            naming.inert.insert(self.variable_label()?)
        } else {
            let lines = "`numbering`, `values`, `values_at`, `indices`, `channel` or `inert`";
            return self.unexpected(lines);
        };
        if is_new {
            Ok(())
        } else {
            self.fail(
                codes::DECLARED,
                self.span_from(first.span),
                "it is named already",
            )
        }
    }

    /// `NUMBER = (NUMBER NAME),*`; the number is the next one.
    fn numbering(&mut self, naming: &mut Naming) -> Read<()> {
        let at = self.peek();
        let next = naming.numberings.len();
        if self.number::<usize>()? != next {
            let message = format!("the next numbering has number {next}");
            return self.fail(codes::DECLARED, at.span, message);
        }
        self.expect(Token::Equals)?;
        let mut numbering = Numbering::new();
        while self.is_at(Token::Number) {
            let at = self.peek();
            let number = self.number()?;
            if numbering.insert(number, self.name_of_sort()?).is_some() {
                let message = format!("{number} has a name already");
                return self.fail(codes::DECLARED, at.span, message);
            }
            if !self.eat(Token::Comma) {
                break;
            }
        }
        naming.numberings.push(numbering);
        Ok(())
    }

    fn by(&mut self) -> Read<NumberingId> {
        self.expect_word("by")?;
        let number: u32 = self.number()?;
        // The greatest number is no index; that there is no such numbering is for the verifier.
        Ok(NumberingId::from_u32(number.min(u32::MAX - 1)))
    }

    /// `SORT::NAME`.
    fn name_of_sort(&mut self) -> Read<NameId> {
        let label = self.label()?;
        let Some(TypeLabel::Sort(sort)) = self.types.get(label.text).copied() else {
            let message = format!("there is no sort `{}`", label.text);
            return self.fail(codes::UNKNOWN, label.span, message);
        };
        self.expect(Token::DoubleColon)?;
        let at = self.peek();
        let name = self.name()?;
        let mut names = self.model.sorts[sort].names.iter();
        match names.position(|known| *known == name) {
            Some(index) => Ok(self.model.name_of(sort, index)),
            None => {
                let message = format!("`{}` has no name `{name}`", label.text);
                self.fail(codes::UNKNOWN, at.span, message)
            }
        }
    }

    /// A variable, then `[]`, `[#]`, `.FIELD`; the fields of messages are numbers.
    fn leaf(&mut self) -> Read<Leaf> {
        let mut leaf = Leaf::new(self.variable_label()?);
        loop {
            let at = self.peek();
            let step = if self.eat(Token::LeftBracket) {
                self.expect(Token::RightBracket)?;
                LeafStep::Index
            } else if self.eat(Token::LeftPosition) {
                self.expect(Token::RightBracket)?;
                LeafStep::Element
            } else if self.eat(Token::Dot) {
                self.leaf_field(&leaf)?
            } else {
                return Ok(leaf);
            };
            leaf.path.push(step);
            if Part::of(&self.model, &leaf).is_none() {
                let span = self.span_from(at.span);
                return self.fail(codes::TYPE, span, "the type before has no such part");
            }
        }
    }

    /// A field of what a leaf is.
    fn leaf_field(&mut self, of: &Leaf) -> Read<LeafStep> {
        if self.is_at(Token::Number) {
            return Ok(LeafStep::Field(self.number()?));
        }
        let at = self.peek();
        let name = self.name()?;
        match record_fields(&self.model, of)
            .iter()
            .position(|field| field.name == name)
        {
            Some(number) => Ok(LeafStep::Field(number as u32)),
            None => self.fail(codes::TYPE, at.span, format!("there is no field `{name}`")),
        }
    }
}

impl Printer<'_> {
    pub(super) fn naming(&mut self, naming: &Naming) {
        if *naming == Naming::default() {
            return;
        }
        self.blank();
        self.line("naming {");
        for (id, numbering) in &naming.numberings {
            let names = numbering.iter();
            let names = names.map(|(number, name)| format!("{number} {}", self.sorted_name(*name)));
            let names: Vec<String> = names.collect();
            let text = format!("numbering {} = {}", id.index(), names.join(", "));
            self.clause(&format!("{};", text.trim_end()));
        }
        for (leaf, numbering) in &naming.values {
            self.clause(&format!(
                "values {} by {};",
                self.leaf(leaf),
                numbering.index()
            ));
        }
        for ((leaf, first), numbering) in &naming.values_at {
            let (leaf, first) = (self.leaf(leaf), self.sorted_name(*first));
            self.clause(&format!(
                "values_at {leaf} {first} by {};",
                numbering.index()
            ));
        }
        for (leaf, numbering) in &naming.indices {
            self.clause(&format!(
                "indices {} by {};",
                self.leaf(leaf),
                numbering.index()
            ));
        }
        for (number, name) in &naming.channels {
            self.clause(&format!("channel {number} = {};", self.sorted_name(*name)));
        }
        for variable in &naming.inert {
            self.clause(&format!("inert {};", self.leaf(&Leaf::new(*variable))));
        }
        self.line("}");
    }

    /// A name with its sort.
    fn sorted_name(&self, id: NameId) -> String {
        let sort = self.model.sort_of(id);
        let first = self.model.name_of(sort, 0);
        let own = &self.model.sorts[sort].names[id.index() - first.index()];
        format!("{}::{}", self.labels.sorts[sort], name(own))
    }

    fn leaf(&self, leaf: &Leaf) -> String {
        let mut text = self.labels.variables[leaf.variable].clone();
        let mut before = Leaf::new(leaf.variable);
        for step in &leaf.path {
            text += &match step {
                LeafStep::Index => "[]".to_string(),
                LeafStep::Element => "[#]".to_string(),
                LeafStep::Field(number) => {
                    let field = record_fields(self.model, &before).get(*number as usize);
                    let label = field.map(|field| name(&field.name));
                    format!(".{}", label.unwrap_or_else(|| number.to_string()))
                }
            };
            before.path.push(*step);
        }
        text
    }
}

/// The fields of a record; none of anything else.
fn record_fields<'m>(model: &'m Model, leaf: &Leaf) -> &'m [Field] {
    if let Some(ty) = model.leaf_type(leaf)
        && let Type::Record(fields) = model.types.get(ty)
    {
        return fields;
    }
    &[]
}
