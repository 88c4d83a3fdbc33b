//! Text to tokens. Keywords are recognised in any case, identifiers keep theirs.
//!
//! Words that only one of the two existing Murphi dialects reserves (`choose`, `multiset`,
//! `ismember`, `undefined`, …) are identifiers here; the parser recognises them where they can have
//! no other meaning, so that a model which uses one as a name still loads.

use crate::codes;
use logos::{FilterResult, Logos};
use weyl_source::{Diagnostic, Diagnostics, FileId, Span};

/// Why a piece of text is not a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LexError {
    #[default]
    UnexpectedCharacter,
    UnterminatedComment,
    UnterminatedString,
}

#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[logos(error = LexError)]
#[logos(skip r"[ \t\r\n\f\x0b]+")]
#[logos(skip(r"--[^\n]*", allow_greedy = true))]
pub enum Token {
    #[token("alias", ignore(case))]
    Alias,
    #[token("array", ignore(case))]
    Array,
    #[token("assert", ignore(case))]
    Assert,
    #[token("assume", ignore(case))]
    Assume,
    #[token("begin", ignore(case))]
    Begin,
    #[token("boolean", ignore(case))]
    Boolean,
    #[token("by", ignore(case))]
    By,
    #[token("case", ignore(case))]
    Case,
    #[token("clear", ignore(case))]
    Clear,
    #[token("const", ignore(case))]
    Const,
    #[token("cover", ignore(case))]
    Cover,
    #[token("do", ignore(case))]
    Do,
    #[token("else", ignore(case))]
    Else,
    #[token("elsif", ignore(case))]
    Elsif,
    #[token("end", ignore(case))]
    End,
    #[token("endalias", ignore(case))]
    EndAlias,
    #[token("endexists", ignore(case))]
    EndExists,
    #[token("endfor", ignore(case))]
    EndFor,
    #[token("endforall", ignore(case))]
    EndForall,
    #[token("endfunction", ignore(case))]
    EndFunction,
    #[token("endif", ignore(case))]
    EndIf,
    #[token("endprocedure", ignore(case))]
    EndProcedure,
    #[token("endrecord", ignore(case))]
    EndRecord,
    #[token("endrule", ignore(case))]
    EndRule,
    #[token("endruleset", ignore(case))]
    EndRuleset,
    #[token("endstartstate", ignore(case))]
    EndStartState,
    #[token("endswitch", ignore(case))]
    EndSwitch,
    #[token("endwhile", ignore(case))]
    EndWhile,
    #[token("enum", ignore(case))]
    Enum,
    #[token("error", ignore(case))]
    Error,
    #[token("exists", ignore(case))]
    #[token("∃")]
    Exists,
    #[token("for", ignore(case))]
    For,
    #[token("forall", ignore(case))]
    #[token("∀")]
    Forall,
    #[token("function", ignore(case))]
    Function,
    #[token("if", ignore(case))]
    If,
    #[token("invariant", ignore(case))]
    Invariant,
    #[token("isundefined", ignore(case))]
    IsUndefined,
    #[token("liveness", ignore(case))]
    Liveness,
    #[token("of", ignore(case))]
    Of,
    #[token("procedure", ignore(case))]
    Procedure,
    #[token("put", ignore(case))]
    Put,
    #[token("real", ignore(case))]
    Real,
    #[token("record", ignore(case))]
    Record,
    #[token("return", ignore(case))]
    Return,
    #[token("rule", ignore(case))]
    Rule,
    #[token("ruleset", ignore(case))]
    Ruleset,
    #[token("scalarset", ignore(case))]
    Scalarset,
    #[token("startstate", ignore(case))]
    StartState,
    #[token("switch", ignore(case))]
    Switch,
    #[token("then", ignore(case))]
    Then,
    #[token("to", ignore(case))]
    To,
    #[token("type", ignore(case))]
    Type,
    #[token("undefine", ignore(case))]
    Undefine,
    #[token("union", ignore(case))]
    Union,
    #[token("var", ignore(case))]
    Var,
    #[token("while", ignore(case))]
    While,
    #[token("true", ignore(case))]
    True,
    #[token("false", ignore(case))]
    False,

    #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
    Ident,
    #[regex(r"[0-9]+")]
    #[regex(r"0[xX][0-9a-fA-F]+")]
    Number,
    #[regex(r"[0-9]*\.[0-9]+")]
    RealNumber,
    #[token("\"", string)]
    #[token("“", string)]
    String,

    #[token(":=")]
    #[token("≔")]
    Becomes,
    #[token("..")]
    DotDot,
    #[token(">=")]
    #[token("≥")]
    GreaterEqual,
    #[token("<=")]
    #[token("≤")]
    LessEqual,
    #[token("!=")]
    #[token("≠")]
    NotEqual,
    #[token("=")]
    #[token("==")]
    Equal,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("->")]
    #[token("→")]
    Implies,
    #[token("<->")]
    #[token("↔")]
    Equivalent,
    #[token("[]")]
    #[token("□")]
    Always,
    #[token("<>")]
    #[token("◇")]
    Eventually,
    #[token("○")]
    Next,
    #[token("==>")]
    #[token("⇒")]
    Arrow,
    #[token("&&")]
    #[token("∧")]
    AndAnd,
    #[token("||")]
    #[token("∨")]
    OrOr,
    #[token("!")]
    #[token("¬")]
    Bang,
    #[token("&")]
    Amp,
    #[token("|")]
    Pipe,
    #[token("^")]
    Caret,
    #[token("~")]
    Tilde,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("+")]
    Plus,
    #[token("-")]
    #[token("−")]
    Minus,
    #[token("*")]
    #[token("×")]
    Star,
    #[token("/")]
    #[token("÷")]
    #[token("∕")]
    Slash,
    #[token("%")]
    Percent,
    #[token("?")]
    Question,
    #[token(":")]
    Colon,
    #[token(";")]
    Semicolon,
    #[token(",")]
    Comma,
    #[token(".")]
    Dot,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,

    #[token("/*", comment)]
    Comment,
    /// What the parser sees after the last token.
    EndOfFile,
}

/// Skips a block comment; the opening `/*` has been consumed.
fn comment(lexer: &mut logos::Lexer<Token>) -> FilterResult<(), LexError> {
    match lexer.remainder().find("*/") {
        Some(at) => {
            lexer.bump(at + 2);
            FilterResult::Skip
        }
        None => {
            lexer.bump(lexer.remainder().len());
            FilterResult::Error(LexError::UnterminatedComment)
        }
    }
}

/// Consumes a string after its opening quote. Straight and curly quotes both close it, and a
/// backslash protects the character that follows.
fn string(lexer: &mut logos::Lexer<Token>) -> Result<(), LexError> {
    let mut characters = lexer.remainder().char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' | '”' => {
                lexer.bump(at + character.len_utf8());
                return Ok(());
            }
            '\\' => {
                characters.next();
            }
            _ => {}
        }
    }
    let line = lexer
        .remainder()
        .find('\n')
        .unwrap_or(lexer.remainder().len());
    lexer.bump(line);
    Err(LexError::UnterminatedString)
}

/// A token with its place.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    pub token: Token,
    pub span: Span,
}

impl weyl_source::Lexeme for Lexeme {
    type Kind = Token;

    fn kind(&self) -> Token {
        self.token
    }

    fn span(&self) -> Span {
        self.span
    }
}

/// All tokens of a text, closed by [`Token::EndOfFile`]. What is not a token is reported and
/// skipped.
pub fn tokenise(text: &str, file: FileId, diagnostics: &mut Diagnostics) -> Vec<Lexeme> {
    let mut lexemes = Vec::new();
    let mut bad: Option<(LexError, Span)> = None;
    for (result, range) in Token::lexer(text).spanned() {
        let span = Span::new(file, range);
        match result {
            Ok(token) => {
                flush(&mut bad, diagnostics);
                lexemes.push(Lexeme { token, span });
            }
            Err(error) => match &mut bad {
                Some((previous, run)) if *previous == error && run.end == span.start => {
                    *run = run.to(span)
                }
                _ => {
                    flush(&mut bad, diagnostics);
                    bad = Some((error, span));
                }
            },
        }
    }
    flush(&mut bad, diagnostics);
    let end = Span::new(file, text.len()..text.len());
    lexemes.push(Lexeme {
        token: Token::EndOfFile,
        span: end,
    });
    lexemes
}

/// Reports a run of adjacent bad characters as one error.
fn flush(bad: &mut Option<(LexError, Span)>, diagnostics: &mut Diagnostics) {
    let Some((error, span)) = bad.take() else {
        return;
    };
    diagnostics.push(match error {
        LexError::UnexpectedCharacter => Diagnostic::error(
            codes::UNEXPECTED_CHARACTER,
            span,
            "this character has no meaning in Murphi",
        ),
        LexError::UnterminatedComment => Diagnostic::error(
            codes::UNTERMINATED_COMMENT,
            span,
            "this comment is never closed",
        )
        .hint("close it with `*/`"),
        LexError::UnterminatedString => Diagnostic::error(
            codes::UNTERMINATED_STRING,
            span,
            "this string is never closed",
        )
        .hint("close it with `\"`"),
    });
}

/// The content of a string token: without its quotes, with the usual escapes resolved.
pub fn unquote(text: &str) -> String {
    let inner = text.strip_prefix(['"', '“']).unwrap_or(text);
    let inner = inner.strip_suffix(['"', '”']).unwrap_or(inner);
    let mut result = String::with_capacity(inner.len());
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => result.push('\n'),
                Some('t') => result.push('\t'),
                Some(other) => result.push(other),
                None => {}
            },
            other => result.push(other),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> (Vec<Token>, Vec<String>) {
        let mut diagnostics = Diagnostics::default();
        let lexemes = tokenise(text, FileId::default(), &mut diagnostics);
        let codes = diagnostics.iter().map(|d| d.code.to_string()).collect();
        (lexemes.iter().map(|lexeme| lexeme.token).collect(), codes)
    }

    #[test]
    fn keywords_have_no_case_and_unicode_operators_are_synonyms() {
        use Token::*;
        let cases = [
            ("RuleSet RULE endRule", vec![Ruleset, Rule, EndRule]),
            ("x ≔ 1 := 2", vec![Ident, Becomes, Number, Becomes, Number]),
            (
                "÷ × − ≠ ≤ ≥",
                vec![Slash, Star, Minus, NotEqual, LessEqual, GreaterEqual],
            ),
            (
                "∀ ∃ ¬ ∧ ∨ → ⇒",
                vec![Forall, Exists, Bang, AndAnd, OrOr, Implies, Arrow],
            ),
            ("= == ==> =>", vec![Equal, Equal, Arrow, Equal, Greater]),
            (
                "0..10 1.5 .5",
                vec![Number, DotDot, Number, RealNumber, RealNumber],
            ),
            ("a -- b\nc /* d ** / */ e", vec![Ident, Ident, Ident]),
            ("“curly” \"str\\\"aight\"", vec![String, String]),
        ];
        for (text, mut expected) in cases {
            expected.push(EndOfFile);
            assert_eq!(tokens(text), (expected, vec![]), "{text}");
        }
    }

    #[test]
    fn what_is_no_token_is_reported_once() {
        assert_eq!(tokens("a @@@ b").1, ["W0101"]);
        assert_eq!(tokens("a /* b").1, ["W0102"]);
        assert_eq!(tokens("put \"b\nend").1, ["W0103"]);
    }

    #[test]
    fn strings_lose_quotes_and_escapes() {
        assert_eq!(unquote("\"a \\\"b\\\" \\\\ c\""), "a \"b\" \\ c");
        assert_eq!(unquote("“x”"), "x");
    }
}
