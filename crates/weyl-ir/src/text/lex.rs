//! Words, numbers, strings, signs.

use super::codes;
use super::words::RESERVED;
use logos::Logos;
use weyl_source::{Diagnostic, FileId, Span};

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n]+", skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Word,
    /// A word that is no label.
    Reserved,
    #[regex("-?[0-9]+")]
    Number,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    /// Where something comes from: `@12:5-9`.
    #[regex("@([0-9:/-]+|none)")]
    Origin,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("[#")]
    LeftPosition,
    #[token("]")]
    RightBracket,
    #[token("<")]
    LeftAngle,
    #[token(">")]
    RightAngle,
    #[token("<-")]
    LeftArrow,
    #[token("->")]
    RightArrow,
    #[token(":=")]
    Assign,
    #[token("::")]
    DoubleColon,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token("=")]
    Equals,
    #[token("..")]
    DoubleDot,
    #[token(".")]
    Dot,
    End,
}

impl Token {
    /// How the token is called in messages.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Token::Word => "a word",
            Token::Reserved => "a reserved word",
            Token::Number => "a number",
            Token::String => "a string",
            Token::Origin => "an origin",
            Token::LeftBrace => "`{`",
            Token::RightBrace => "`}`",
            Token::LeftParen => "`(`",
            Token::RightParen => "`)`",
            Token::LeftBracket => "`[`",
            Token::LeftPosition => "`[#`",
            Token::RightBracket => "`]`",
            Token::LeftAngle => "`<`",
            Token::RightAngle => "`>`",
            Token::LeftArrow => "`<-`",
            Token::RightArrow => "`->`",
            Token::Assign => "`:=`",
            Token::DoubleColon => "`::`",
            Token::Colon => "`:`",
            Token::Semicolon => "`;`",
            Token::Comma => "`,`",
            Token::Equals => "`=`",
            Token::DoubleDot => "`..`",
            Token::Dot => "`.`",
            Token::End => "the end of the text",
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Lexeme<'t> {
    pub token: Token,
    pub text: &'t str,
    pub span: Span,
}

impl weyl_source::Lexeme for Lexeme<'_> {
    type Kind = Token;

    fn kind(&self) -> Token {
        self.token
    }

    fn span(&self) -> Span {
        self.span
    }
}

/// All tokens of a file, the last being `End`.
pub(super) fn lex(text: &str, file: FileId) -> (Vec<Lexeme<'_>>, Vec<Diagnostic>) {
    let (mut lexemes, mut diagnostics) = (Vec::new(), Vec::new());
    for (token, range) in Token::lexer(text).spanned() {
        let (text, span) = (&text[range.clone()], Span::new(file, range));
        match token {
            Ok(Token::Word) if RESERVED.contains(&text) => {
                let token = Token::Reserved;
                lexemes.push(Lexeme { token, text, span });
            }
            Ok(token) => lexemes.push(Lexeme { token, text, span }),
            Err(()) => {
                let message = format!("`{}` means nothing here", text.escape_debug());
                diagnostics.push(Diagnostic::error(codes::CHARACTER, span, message));
            }
        }
    }
    lexemes.push(Lexeme {
        token: Token::End,
        text: "",
        span: Span::new(file, text.len()..text.len()),
    });
    (lexemes, diagnostics)
}
