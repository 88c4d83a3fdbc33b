//! Formulas as text: SPIN's operators, and those of textbooks.
//!
//! From the loosest to the tightest: `<->`, `->`, `||`, `&&`, `U` `V` `R` `W`, and `!` `[]` `<>`
//! `X` `G` `F`. `->` and the temporal ones group to the right. Propositions are names, or anything
//! between braces.

use crate::formula::{Formula, MAX_PROPOSITIONS, Proposition};
use indexmap::IndexSet;

/// Deeper nesting is refused, so that no input can exhaust the stack.
const MAX_DEPTH: usize = 200;

/// What is written in a row makes a formula as high as the row is long, and `<->` writes both sides
/// twice: what comes of it is bounded too.
const MAX_HEIGHT: usize = 1_000;
const MAX_SIZE: usize = 10_000;

#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{message}")]
pub struct ParseError {
    pub offset: usize,
    pub message: String,
}

/// A formula, and what its propositions are called.
pub fn parse(text: &str) -> Result<(Formula, Vec<String>), ParseError> {
    let mut parser = Parser {
        text,
        offset: 0,
        depth: 0,
        names: IndexSet::new(),
    };
    let whole = parser.level(0)?;
    match parser.peek() {
        None => Ok((whole.formula, parser.names.into_iter().collect())),
        Some(found) => Err(parser.error(format!("`{found}` can't follow here"))),
    }
}

/// Binary operators, the loosest first.
const LEVELS: [&[&str]; 5] = [
    &["<->", "<=>"],
    &["->", "=>"],
    &["||", "\\/", "|"],
    &["&&", "/\\", "&"],
    &["U", "V", "R", "W"],
];

const PREFIXES: [&str; 7] = ["!", "[]", "<>", "X", "G", "F", "~"];

/// A formula with its measures.
struct Part {
    formula: Formula,
    /// Connectives and propositions.
    size: usize,
    /// The longest way down.
    height: usize,
}

impl Part {
    fn leaf(formula: Formula) -> Part {
        Part {
            formula,
            size: 1,
            height: 1,
        }
    }

    fn under(self, operator: fn(Formula) -> Formula) -> Part {
        Part {
            formula: operator(self.formula),
            size: self.size + 2,
            height: self.height + 1,
        }
    }
}

struct Parser<'t> {
    text: &'t str,
    offset: usize,
    depth: usize,
    names: IndexSet<String>,
}

impl<'t> Parser<'t> {
    fn error(&self, message: String) -> ParseError {
        let rest = &self.text[self.offset..];
        let blank = rest.len() - rest.trim_start().len();
        ParseError {
            offset: self.offset + blank,
            message,
        }
    }

    /// The next word: a name, a number of signs that belong together, or something in braces.
    fn peek(&self) -> Option<&'t str> {
        let rest = self.text[self.offset..].trim_start();
        let first = rest.chars().next()?;
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if is_word(first) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            return Some(&rest[..end]);
        }
        let signs = LEVELS.iter().copied().flatten().chain(&PREFIXES);
        let known = signs.filter(|sign| rest.starts_with(**sign));
        let longest = known.map(|sign| sign.len()).max();
        Some(&rest[..longest.unwrap_or(first.len_utf8())])
    }

    fn skip(&mut self, word: &str) {
        let rest = &self.text[self.offset..];
        let blank = rest.len() - rest.trim_start().len();
        self.offset += blank + word.len();
    }

    fn eat(&mut self, wanted: &[&str]) -> Option<&'t str> {
        let found = self.peek().filter(|found| wanted.contains(found))?;
        self.skip(found);
        Some(found)
    }

    fn level(&mut self, level: usize) -> Result<Part, ParseError> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.level(level + 1)?;
        while let Some(operator) = self.eat(operators) {
            let groups_right = matches!(operator, "->" | "=>" | "U" | "V" | "R" | "W");
            let right = self.nested(|parser| {
                if groups_right {
                    parser.level(level)
                } else {
                    parser.level(level + 1)
                }
            })?;
            left = self.joined(left, operator, right)?;
        }
        Ok(left)
    }

    fn joined(&self, left: Part, operator: &str, right: Part) -> Result<Part, ParseError> {
        let (join, copies, levels): (fn(Formula, Formula) -> Formula, usize, usize) = match operator
        {
            "<->" | "<=>" => (Formula::equals, 2, 3),
            "->" | "=>" => (Formula::implies, 1, 2),
            "||" | "\\/" | "|" => (Formula::or, 1, 1),
            "&&" | "/\\" | "&" => (Formula::and, 1, 1),
            "U" => (Formula::until, 1, 1),
            "W" => (Formula::unless, 2, 2),
            _ => (Formula::releases, 1, 1),
        };
        let size = (left.size + right.size) * copies + 5;
        let height = left.height.max(right.height) + levels;
        if size > MAX_SIZE || height > MAX_HEIGHT {
            return Err(self.error("the formula is too large".to_string()));
        }
        Ok(Part {
            formula: join(left.formula, right.formula),
            size,
            height,
        })
    }

    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, ParseError>,
    ) -> Result<T, ParseError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error("the formula is nested too deeply".to_string()));
        }
        let read = read(self);
        self.depth -= 1;
        read
    }

    fn unary(&mut self) -> Result<Part, ParseError> {
        if let Some(operator) = self.eat(&PREFIXES) {
            let one = self.nested(Self::unary)?;
            return Ok(match operator {
                "!" | "~" => one.under(Formula::negated),
                "[]" | "G" => one.under(Formula::always),
                "<>" | "F" => one.under(Formula::eventually),
                _ => one.under(Formula::next),
            });
        }
        if self.eat(&["("]).is_some() {
            let inner = self.nested(|parser| parser.level(0))?;
            return match self.eat(&[")"]) {
                Some(_) => Ok(inner),
                None => Err(self.error("a `)` is missing".to_string())),
            };
        }
        self.proposition().map(Part::leaf)
    }

    fn proposition(&mut self) -> Result<Formula, ParseError> {
        let Some(word) = self.peek() else {
            return Err(self.error("a formula is missing".to_string()));
        };
        match word {
            "true" | "1" => self.skip(word),
            "false" | "0" => self.skip(word),
            "{" => return self.in_braces(),
            _ if word.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && !LEVELS[4].contains(&word) =>
            {
                self.skip(word);
                return self.named(word);
            }
            _ => return Err(self.error(format!("`{word}` is no formula"))),
        }
        Ok(match word {
            "true" | "1" => Formula::True,
            _ => Formula::False,
        })
    }

    fn in_braces(&mut self) -> Result<Formula, ParseError> {
        self.skip("{");
        let rest = &self.text[self.offset..];
        let Some((inside, _)) = rest.split_once('}') else {
            return Err(self.error("a `}` is missing".to_string()));
        };
        self.offset += inside.len() + 1;
        self.named(inside.trim())
    }

    fn named(&mut self, name: &str) -> Result<Formula, ParseError> {
        let (number, _) = self.names.insert_full(name.to_string());
        if number < MAX_PROPOSITIONS {
            Ok(Formula::Proposition(number as Proposition))
        } else {
            let message = format!("there are more than {MAX_PROPOSITIONS} propositions");
            Err(self.error(message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Option<String> {
        parse(text).err().map(|error| error.message)
    }

    #[test]
    fn what_grows_too_large_is_refused() {
        let too_large = Some("the formula is too large".to_string());
        assert_eq!(refused(&"p && ".repeat(60_000)), too_large);
        assert_eq!(refused(&format!("{} p", "p <-> ".repeat(100))), too_large);
        assert_eq!(refused(&format!("{} p", "p W ".repeat(100))), too_large);
        for text in ["p && ".repeat(900), "p <-> ".repeat(9), "p W ".repeat(9)] {
            assert_eq!(refused(&(text + "p")), None);
        }
    }
}
