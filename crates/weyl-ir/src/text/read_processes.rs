//! The reader: processes that take turns.

use super::codes;
use super::lex::{Lexeme, Token};
use super::reader::{Read, Reader, TypeLabel};
use super::words::{THENS, meaning};
use crate::{
    ChannelPool, FixedChannel, Interleaving, KindCopy, ProcessKind, SortId, Then, Turn, Type,
    TypeId, VarId,
};

impl Reader<'_> {
    /// `turn KIND else? (level NUMBER)? (group NUMBER)? (then WHO)?`, after the word `turn`.
    pub(super) fn turn(&mut self) -> Read<Turn> {
        let kind = self.number()?;
        let otherwise = self.eat_word("else");
        let level = if self.eat_word("level") {
            self.number()?
        } else {
            0
        };
        let group = if self.eat_word("group") {
            Some(self.number()?)
        } else {
            None
        };
        let then = if self.eat_word("then") {
            self.then()?
        } else {
            Then::Anybody
        };
        Ok(Turn {
            kind,
            otherwise,
            level,
            group,
            then,
        })
    }

    fn then(&mut self) -> Read<Then> {
        let Some(then) = meaning(THENS, self.peek().text) else {
            return self.unexpected("`anybody`, `itself` or `itself_surely`");
        };
        self.advance();
        Ok(then)
    }

    /// The processes and channels of the model, after the word `interleaving`.
    pub(super) fn interleaving(&mut self, keyword: Lexeme<'_>) -> Read<()> {
        if self.model.interleaving.is_some() {
            return self.repeated(keyword);
        }
        self.expect(Token::LeftBrace)?;
        self.expect_word("processes")?;
        let process_count = self.variable_label()?;
        self.expect(Token::Semicolon)?;
        let mut interleaving = Interleaving {
            kinds: Vec::new(),
            process_count,
            channels: Vec::new(),
            pool: None,
        };
        while self.eat_word("process") {
            interleaving.kinds.push(self.process_kind()?);
            self.expect(Token::Semicolon)?;
        }
        while self.eat_word("channel") {
            let number = interleaving.channels.len() + 1;
            interleaving.channels.push(self.fixed_channel(number)?);
            self.expect(Token::Semicolon)?;
        }
        if self.eat_word("pool") {
            interleaving.pool = Some(self.pool()?);
            self.expect(Token::Semicolon)?;
        }
        self.expect(Token::RightBrace)?;
        self.model.interleaving = Some(interleaving);
        Ok(())
    }

    pub(super) fn variable_label(&mut self) -> Read<VarId> {
        let label = self.label()?;
        match self.variables.get(label.text) {
            Some(id) => Ok(*id),
            None => {
                let message = format!("there is no variable `{}`", label.text);
                self.fail(codes::UNKNOWN, label.span, message)
            }
        }
    }

    fn sort_label(&mut self) -> Read<SortId> {
        let label = self.label()?;
        match self.types.get(label.text) {
            Some(TypeLabel::Sort(sort)) => Ok(*sort),
            _ => {
                let message = format!("there is no sort `{}`", label.text);
                self.fail(codes::UNKNOWN, label.span, message)
            }
        }
    }

    /// `STRING from NUMBER first NUMBER at LOCATION`, after the word `copy`.
    fn copy(&mut self, locations: TypeId) -> Read<KindCopy> {
        let name = self.string()?;
        self.expect_word("from")?;
        let process = self.number()?;
        self.expect_word("first")?;
        let first = self.number()?;
        self.expect_word("at")?;
        let span = self.peek().span;
        let location = self.value(locations)?;
        let Ok(location) = u32::try_from(location) else {
            let message = format!("there is no location {location}");
            return self.fail(codes::TYPE, span, message);
        };
        Ok(KindCopy {
            name,
            process,
            first,
            location,
        })
    }

    /// `LOCATION STRING`, after `label`.
    fn location_label(&mut self, locations: TypeId) -> Read<(u32, String)> {
        let span = self.peek().span;
        let value = self.value(locations)?;
        let Ok(location) = u32::try_from(value) else {
            let message = format!("there is no location {value}");
            return self.fail(codes::TYPE, span, message);
        };
        Ok((location, self.string()?))
    }

    /// `STRING of SORT first NUMBER at VARIABLE (priority VARIABLE)? COPY* (label LOCATION STRING)*
    /// (ends LOCATION*)?`.
    fn process_kind(&mut self) -> Read<ProcessKind> {
        let name = self.string()?;
        self.expect_word("of")?;
        let sort = self.sort_label()?;
        self.expect_word("first")?;
        let first = self.number()?;
        self.expect_word("at")?;
        let location = self.variable_label()?;
        let (locations, count) = self.locations(location)?;
        let priority = if self.eat_word("priority") {
            Some(self.variable_label()?)
        } else {
            None
        };
        let mut copies = Vec::new();
        while self.eat_word("copy") {
            copies.push(self.copy(locations)?);
        }
        let mut labels = Vec::new();
        while self.eat_word("label") {
            labels.push(self.location_label(locations)?);
        }
        let mut may_end = vec![false; count];
        if self.eat_word("ends") {
            while !self.is_at(Token::Semicolon) {
                let span = self.peek().span;
                let value = self.value(locations)?;
                let place = usize::try_from(value).ok();
                let Some(entry) = place.and_then(|place| may_end.get_mut(place)) else {
                    let message = format!("there is no location {value}");
                    return self.fail(codes::TYPE, span, message);
                };
                *entry = true;
            }
        }
        Ok(ProcessKind {
            name,
            copies,
            sort,
            first,
            location,
            may_end,
            labels,
            priority,
        })
    }

    /// The type of the locations in an array of them, and how many there are.
    fn locations(&self, variable: VarId) -> Read<(TypeId, usize)> {
        let types = &self.model.types;
        if let Type::Array { element, .. } = types.get(self.model.variables[variable].ty)
            && let Type::Enum { variants, .. } = types.get(*element)
        {
            return Ok((*element, variants.len()));
        }
        let message = "locations are an array of an enumeration";
        self.fail(codes::TYPE, self.peek().span, message)
    }

    /// `NUMBER = VARIABLE ([NUMBER])?`; the number is the next one.
    fn fixed_channel(&mut self, number: usize) -> Read<FixedChannel> {
        let span = self.peek().span;
        if self.number::<usize>()? != number {
            let message = format!("the next channel has number {number}");
            return self.fail(codes::DECLARED, span, message);
        }
        self.expect(Token::Equals)?;
        let variable = self.variable_label()?;
        let element = if self.eat(Token::LeftBracket) {
            let element = self.number()?;
            self.expect(Token::RightBracket)?;
            Some(element)
        } else {
            None
        };
        Ok(FixedChannel { variable, element })
    }

    /// `first NUMBER shape_of VARIABLE shapes VARIABLE,* (counters VARIABLE,*)?`.
    fn pool(&mut self) -> Read<ChannelPool> {
        self.expect_word("first")?;
        let first = self.number()?;
        self.expect_word("shape_of")?;
        let shape_of = self.variable_label()?;
        self.expect_word("shapes")?;
        let mut shapes = Vec::new();
        if !self.is_at(Token::Semicolon) && !self.is_at_word("counters") {
            shapes = self.variable_labels()?;
        }
        let counters = if self.eat_word("counters") {
            self.variable_labels()?
        } else {
            Vec::new()
        };
        Ok(ChannelPool {
            first,
            shape_of,
            shapes,
            counters,
        })
    }

    /// `VARIABLE,+`.
    fn variable_labels(&mut self) -> Read<Vec<VarId>> {
        let mut labels = vec![self.variable_label()?];
        while self.eat(Token::Comma) {
            labels.push(self.variable_label()?);
        }
        Ok(labels)
    }
}
