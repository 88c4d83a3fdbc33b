//! Cycle notation with the caller's names for points: `(p1 p2)(c1 c2)`, one or several
//! permutations.
//!
//! Between permutations stands a comma or a line break; inside one, cycles follow each other and
//! must not share a point. Names are separated by blanks. `()` is the identity.

use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;
use std::fmt::Write;

/// What is wrong with a text in cycle notation, and at which byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CycleError {
    pub offset: usize,
    pub kind: CycleErrorKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CycleErrorKind {
    UnknownName(String),
    RepeatedPoint(String),
    NotClosed,
    NotOpened,
    NestedParenthesis,
    NameOutside(String),
    CommaInside,
    MissingPermutation,
}

impl std::fmt::Display for CycleError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.kind {
            CycleErrorKind::UnknownName(name) => write!(f, "`{name}` is not a known name"),
            CycleErrorKind::RepeatedPoint(name) => {
                write!(f, "`{name}` occurs twice in one permutation")
            }
            CycleErrorKind::NotClosed => write!(f, "this `(` is never closed"),
            CycleErrorKind::NotOpened => write!(f, "this `)` closes nothing"),
            CycleErrorKind::NestedParenthesis => write!(f, "a cycle inside a cycle"),
            CycleErrorKind::NameOutside(name) => write!(f, "`{name}` stands outside of a cycle"),
            CycleErrorKind::CommaInside => {
                write!(f, "a comma inside a cycle; names are separated by blanks")
            }
            CycleErrorKind::MissingPermutation => write!(f, "a permutation is missing here"),
        }
    }
}

impl std::error::Error for CycleError {}

/// The permutation in cycle notation; the identity is `()`.
pub fn write_cycles(permutation: &Permutation, name: &dyn Fn(Point) -> String) -> String {
    let mut text = String::new();
    for cycle in permutation.cycles() {
        let names: Vec<String> = cycle.into_iter().map(name).collect();
        let _ = write!(text, "({})", names.join(" "));
    }
    if text.is_empty() {
        text.push_str("()");
    }
    text
}

/// All permutations of `degree` points that the text lists. A name that `find` maps to a point
/// beyond the degree counts as unknown.
pub fn parse_cycles(
    text: &str,
    degree: usize,
    find: &dyn Fn(&str) -> Option<Point>,
) -> Result<Vec<Permutation>, CycleError> {
    let mut parser = Parser {
        degree,
        find,
        found: Vec::new(),
        open: None,
        current: None,
        comma: None,
    };
    for (offset, token) in tokens(text) {
        parser.take(offset, token)?;
    }
    parser.finish()
}

#[derive(Clone, Copy)]
enum Token<'a> {
    Open,
    Close,
    Comma,
    Line,
    Name(&'a str),
}

fn tokens(text: &str) -> Vec<(usize, Token<'_>)> {
    let mut tokens = Vec::new();
    let mut rest = text.char_indices().peekable();
    while let Some((offset, letter)) = rest.next() {
        let token = match letter {
            '(' => Token::Open,
            ')' => Token::Close,
            ',' => Token::Comma,
            '\n' => Token::Line,
            blank if blank.is_whitespace() => continue,
            first => {
                let mut end = offset + first.len_utf8();
                while let Some((at, next)) = rest.next_if(|&(_, letter)| is_name_letter(letter)) {
                    end = at + next.len_utf8();
                }
                Token::Name(&text[offset..end])
            }
        };
        tokens.push((offset, token));
    }
    tokens
}

fn is_name_letter(letter: char) -> bool {
    !matches!(letter, '(' | ')' | ',') && !letter.is_whitespace()
}

struct Parser<'a> {
    degree: usize,
    find: &'a dyn Fn(&str) -> Option<Point>,
    found: Vec<Permutation>,
    /// The offset of the parenthesis that is open, and the cycle so far.
    open: Option<(usize, Vec<Point>)>,
    /// Images and the points already used, of the permutation that is being read.
    current: Option<(Vec<Point>, Vec<bool>)>,
    /// A comma that still waits for the permutation after it.
    comma: Option<usize>,
}

impl Parser<'_> {
    fn take(&mut self, offset: usize, token: Token<'_>) -> Result<(), CycleError> {
        let fail = |kind| Err(CycleError { offset, kind });
        match (token, &self.open) {
            (Token::Open, Some(_)) => return fail(CycleErrorKind::NestedParenthesis),
            (Token::Open, None) => self.open(offset),
            (Token::Close, None) => return fail(CycleErrorKind::NotOpened),
            (Token::Close, Some(_)) => self.close(),
            (Token::Name(name), None) => {
                return fail(CycleErrorKind::NameOutside(name.to_string()));
            }
            (Token::Name(name), Some(_)) => return self.name(offset, name),
            (Token::Comma, Some(_)) => return fail(CycleErrorKind::CommaInside),
            (Token::Comma, None) => return self.comma(offset),
            (Token::Line, Some(_)) => {}
            (Token::Line, None) => self.end_permutation(),
        }
        Ok(())
    }

    fn open(&mut self, offset: usize) {
        self.open = Some((offset, Vec::new()));
        self.comma = None;
        if self.current.is_none() {
            let images = Permutation::identity(self.degree).images().to_vec();
            self.current = Some((images, vec![false; self.degree]));
        }
    }

    fn name(&mut self, offset: usize, name: &str) -> Result<(), CycleError> {
        let fail = |kind: fn(String) -> CycleErrorKind| {
            let kind = kind(name.to_string());
            Err(CycleError { offset, kind })
        };
        let point = (self.find)(name).filter(|point| point.index() < self.degree);
        let Some(point) = point else {
            return fail(CycleErrorKind::UnknownName);
        };
        if let (Some((_, cycle)), Some((_, used))) = (&mut self.open, &mut self.current) {
            if std::mem::replace(&mut used[point.index()], true) {
                return fail(CycleErrorKind::RepeatedPoint);
            }
            cycle.push(point);
        }
        Ok(())
    }

    fn close(&mut self) {
        if let (Some((_, cycle)), Some((images, _))) = (self.open.take(), &mut self.current) {
            let next = cycle.iter().cycle().skip(1);
            for (from, &to) in cycle.iter().zip(next) {
                images[from.index()] = to;
            }
        }
    }

    fn comma(&mut self, offset: usize) -> Result<(), CycleError> {
        if self.current.is_none() && (self.found.is_empty() || self.comma.is_some()) {
            let kind = CycleErrorKind::MissingPermutation;
            return Err(CycleError { offset, kind });
        }
        self.end_permutation();
        self.comma = Some(offset);
        Ok(())
    }

    fn end_permutation(&mut self) {
        if let Some((images, _)) = self.current.take() {
            self.found.push(Permutation::from_bijection(images.into()));
        }
    }

    fn finish(mut self) -> Result<Vec<Permutation>, CycleError> {
        if let Some((offset, _)) = self.open {
            let kind = CycleErrorKind::NotClosed;
            return Err(CycleError { offset, kind });
        }
        if let Some(offset) = self.comma {
            let kind = CycleErrorKind::MissingPermutation;
            return Err(CycleError { offset, kind });
        }
        self.end_permutation();
        Ok(self.found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(point: Point) -> String {
        format!("p{}", point.index())
    }

    fn parse(text: &str) -> Result<Vec<Permutation>, CycleError> {
        let find = |name: &str| name.strip_prefix('p')?.parse().ok().map(Point::from_u32);
        parse_cycles(text, 6, &find)
    }

    fn rewritten(text: &str) -> Vec<String> {
        let found = parse(text).expect("it parses");
        let written = found
            .iter()
            .map(|permutation| write_cycles(permutation, &name));
        written.collect()
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(rewritten("(p2 p1)(p4 p5 p3)"), ["(p1 p2)(p3 p4 p5)"]);
        assert_eq!(rewritten("()"), ["()"]);
        assert_eq!(rewritten(" (p0) "), ["()"]);
        assert_eq!(rewritten(""), [""; 0]);
    }

    #[test]
    fn commas_and_lines_separate() {
        let expected = ["(p0 p1)", "(p2 p3)", "(p4 p5)"];
        assert_eq!(rewritten("(p0 p1), (p2 p3)\n\n(p4\n p5)\n"), expected);
        assert_eq!(rewritten("(p0 p1),\n(p2 p3)\n,(p4 p5)"), expected);
    }

    #[test]
    fn errors_name_the_place() {
        let unknown = |name: &str| CycleErrorKind::UnknownName(name.into());
        let repeated = CycleErrorKind::RepeatedPoint("p1".into());
        let cases = [
            ("(p1 q)", 4, unknown("q")),
            ("(p1 p6)", 4, unknown("p6")),
            ("(p1 p2)(p3 p1)", 11, repeated),
            ("(p0 p1)(p2", 7, CycleErrorKind::NotClosed),
            ("(p0 p1))", 7, CycleErrorKind::NotOpened),
            ("(p0 (p1))", 4, CycleErrorKind::NestedParenthesis),
            ("é(p0 p1)", 0, CycleErrorKind::NameOutside("é".into())),
            ("(p0,p1)", 3, CycleErrorKind::CommaInside),
            ("(p0 p1),", 7, CycleErrorKind::MissingPermutation),
            ("(p0 p1),,(p2 p3)", 8, CycleErrorKind::MissingPermutation),
            (",(p0 p1)", 0, CycleErrorKind::MissingPermutation),
        ];
        for (text, offset, kind) in cases {
            assert_eq!(parse(text), Err(CycleError { offset, kind }), "{text}");
        }
    }
}
