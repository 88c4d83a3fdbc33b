//! A place in a list of tokens: what all parsers by hand begin with.

use crate::Span;
use weyl_budget::go_on;

/// A token with its place.
pub trait Lexeme {
    /// What a grammar distinguishes.
    type Kind: Copy + PartialEq;

    fn kind(&self) -> Self::Kind;
    fn span(&self) -> Span;
}

/// Goes over tokens, and stays at the last one, which stands for the end of the text.
#[derive(Clone, Debug)]
pub struct Cursor<L> {
    lexemes: Vec<L>,
    at: usize,
}

impl<L: Lexeme> Cursor<L> {
    /// # Panics
    ///
    /// If there is no token: at least the end must be there.
    pub fn new(lexemes: Vec<L>) -> Cursor<L> {
        assert!(!lexemes.is_empty(), "tokens without an end");
        Cursor { lexemes, at: 0 }
    }

    pub fn lexeme(&self) -> &L {
        &self.lexemes[self.at]
    }

    /// The token after some others; the last one for ever.
    pub fn ahead(&self, distance: usize) -> &L {
        let last = self.lexemes.len() - 1;
        &self.lexemes[self.at.saturating_add(distance).min(last)]
    }

    pub fn before(&self) -> Option<&L> {
        self.at.checked_sub(1).map(|before| &self.lexemes[before])
    }

    pub fn kind(&self) -> L::Kind {
        self.lexeme().kind()
    }

    pub fn span(&self) -> Span {
        self.lexeme().span()
    }

    /// The span of the token before this one; where a construct that has just been parsed ends.
    pub fn previous_span(&self) -> Span {
        self.before().unwrap_or(self.lexeme()).span()
    }

    /// Goes to the next token, and gives the span of this one.
    pub fn advance(&mut self) -> Span {
        go_on();
        let span = self.span();
        self.go_to(self.at + 1);
        span
    }

    /// Goes on if this is the token.
    pub fn accept(&mut self, kind: L::Kind) -> bool {
        let found = self.kind() == kind;
        if found {
            self.advance();
        }
        found
    }

    /// For [`go_to`](Cursor::go_to), and to see whether anything was read.
    pub fn position(&self) -> usize {
        self.at
    }

    /// Goes back, or ahead, but not further than the end.
    pub fn go_to(&mut self, position: usize) {
        self.at = position.min(self.lexemes.len() - 1);
    }

    pub fn go_to_end(&mut self) {
        self.at = self.lexemes.len() - 1;
    }

    /// From a position before to the token before this one.
    pub fn since(&self, position: usize) -> &[L] {
        self.lexemes.get(position..self.at).unwrap_or_default()
    }

    /// From this token on.
    pub fn rest(&self) -> &[L] {
        &self.lexemes[self.at..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sources;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Letter(char, Span);

    impl Lexeme for Letter {
        type Kind = char;

        fn kind(&self) -> char {
            self.0
        }

        fn span(&self) -> Span {
            self.1
        }
    }

    /// The letters of a text; a dot is its end.
    fn cursor(text: &str) -> Cursor<Letter> {
        let file = Sources::default().add("text", text);
        let letters = text.char_indices();
        let letters = letters.map(|(at, letter)| Letter(letter, Span::new(file, at..at + 1)));
        Cursor::new(letters.collect())
    }

    #[test]
    fn the_end_is_never_passed() {
        let mut cursor = cursor("ab.");
        assert_eq!((cursor.kind(), cursor.ahead(1).0), ('a', 'b'));
        assert_eq!((cursor.ahead(2).0, cursor.ahead(usize::MAX).0), ('.', '.'));
        let starts: Vec<u32> = (0..4).map(|_| cursor.advance().start).collect();
        assert_eq!(starts, [0, 1, 2, 2]);
        assert_eq!((cursor.kind(), cursor.position()), ('.', 2));
        cursor.go_to(9);
        assert_eq!(cursor.position(), 2);
    }

    #[test]
    fn what_was_read_can_be_seen_again() {
        let mut cursor = cursor("abc.");
        assert!(cursor.before().is_none());
        assert_eq!(cursor.previous_span(), cursor.span());
        assert!(!cursor.accept('b') && cursor.accept('a') && cursor.accept('b'));
        assert_eq!(cursor.before().map(Lexeme::kind), Some('b'));
        assert_eq!(cursor.previous_span().start, 1);
        let letters = |list: &[Letter]| list.iter().map(Lexeme::kind).collect::<String>();
        assert_eq!(letters(cursor.since(1)), "b");
        assert_eq!(
            (letters(cursor.since(3)), letters(cursor.rest())),
            (String::new(), "c.".into())
        );
        cursor.go_to(0);
        assert_eq!(cursor.lexeme().0, 'a');
        cursor.go_to_end();
        assert_eq!(
            (cursor.kind(), letters(cursor.since(0))),
            ('.', "abc".to_string())
        );
    }
}
