//! Tokens: what the preprocessor works on and what the parser reads.
//!
//! Keywords are plain identifiers until preprocessing is over, because a macro may have the name of
//! one. The text of a token is kept with it: `##` makes tokens that stand in no file.

use logos::{FilterResult, Logos};
use std::sync::Arc;
use weyl_source::Span;

/// Why a piece of text is not a token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LexError {
    #[default]
    UnexpectedCharacter,
    UnterminatedComment,
    UnterminatedString,
    BadCharacter,
    StrayCommentEnd,
}

macro_rules! kinds {
    (
        punctuation { $($(#[$attribute:meta])* $name:ident,)* }
        keywords { $($keyword:ident = $text:literal,)* }
    ) => {
        #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[logos(error = LexError)]
        #[logos(skip r"[ \t\r\f\x0b]+")]
        #[logos(skip r"\\\r?\n")]
        #[logos(skip(r"//([^\n\\]|\\[^\n]|\\\n)*", allow_greedy = true))]
        pub enum Kind {
            $($(#[$attribute])* $name,)*
            $($keyword,)*
        }

        /// The keyword that an identifier is, if it is one.
        pub fn keyword(text: &str) -> Option<Kind> {
            match text {
                $($text => Some(Kind::$keyword),)*
                _ => None,
            }
        }
    };
}

kinds! {
    punctuation {
        #[regex(r"[A-Za-z_][A-Za-z0-9_]*")]
        Ident,
        #[regex(r"[0-9]+")]
        Number,
        #[token("\"", lex_string)]
        Text,
        #[token("'", lex_character)]
        Character,
        #[token("\n")]
        Newline,
        #[token("/*", skip_comment)]
        Comment,
        #[token("##")]
        Paste,
        #[token("#")]
        Hash,
        #[token("(")]
        LeftParen,
        #[token(")")]
        RightParen,
        #[token("[")]
        LeftBracket,
        #[token("]")]
        RightBracket,
        #[token("{")]
        LeftBrace,
        #[token("}")]
        RightBrace,
        #[token(",")]
        Comma,
        #[token(";")]
        Semicolon,
        #[token(":")]
        Colon,
        #[token("::")]
        Option,
        #[token(".")]
        Dot,
        #[token("..")]
        DotDot,
        #[token("@")]
        At,
        #[token("->")]
        Arrow,
        #[token("=")]
        Becomes,
        #[token("==")]
        Equal,
        #[token("!=")]
        NotEqual,
        #[token("<")]
        Less,
        #[token("<=")]
        LessEqual,
        #[token(">")]
        Greater,
        #[token(">=")]
        GreaterEqual,
        #[token("<<")]
        ShiftLeft,
        #[token(">>")]
        ShiftRight,
        #[token("+")]
        Plus,
        #[token("++")]
        PlusPlus,
        #[token("-")]
        Minus,
        #[token("--")]
        MinusMinus,
        #[token("*")]
        #[token("*/", star_and_comment)]
        Star,
        #[token("/")]
        Slash,
        #[token("\\")]
        Backslash,
        #[token("%")]
        Percent,
        #[token("&")]
        Ampersand,
        #[token("&&")]
        And,
        #[token("|")]
        Bar,
        #[token("||")]
        Or,
        #[token("^")]
        Caret,
        #[token("~")]
        Tilde,
        #[token("!")]
        Bang,
        #[token("!!")]
        BangBang,
        #[token("?")]
        Query,
        #[token("??")]
        QueryQuery,
        EndOfFile,
    }
    keywords {
        Active = "active",
        Assert = "assert",
        Atomic = "atomic",
        Bit = "bit",
        Bool = "bool",
        Break = "break",
        Byte = "byte",
        CCode = "c_code",
        CDecl = "c_decl",
        CExpr = "c_expr",
        CState = "c_state",
        CTrack = "c_track",
        Chan = "chan",
        DProctype = "D_proctype",
        DStep = "d_step",
        Do = "do",
        Else = "else",
        Empty = "empty",
        Enabled = "enabled",
        Eval = "eval",
        False = "false",
        Fi = "fi",
        For = "for",
        Full = "full",
        GetPriority = "get_priority",
        Goto = "goto",
        Hidden = "hidden",
        If = "if",
        Init = "init",
        Inline = "inline",
        Int = "int",
        Len = "len",
        Local = "local",
        Ltl = "ltl",
        Mtype = "mtype",
        Nempty = "nempty",
        Never = "never",
        Nfull = "nfull",
        Notrace = "notrace",
        Np = "np_",
        Od = "od",
        Of = "of",
        PcValue = "pc_value",
        Pid = "pid",
        Printf = "printf",
        Printm = "printm",
        Priority = "priority",
        Proctype = "proctype",
        Provided = "provided",
        Return = "return",
        Run = "run",
        Select = "select",
        SetPriority = "set_priority",
        Short = "short",
        Show = "show",
        Skip = "skip",
        Timeout = "timeout",
        Trace = "trace",
        True = "true",
        Typedef = "typedef",
        Unless = "unless",
        Unsigned = "unsigned",
        Xr = "xr",
        Xs = "xs",
    }
}

fn skip_comment(lexer: &mut logos::Lexer<Kind>) -> FilterResult<(), LexError> {
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

/// `*` in front of a comment; any other `*/` closes a comment that is not open.
fn star_and_comment(lexer: &mut logos::Lexer<Kind>) -> Result<(), LexError> {
    let rest = lexer.remainder();
    let (end, closed) = match rest.as_bytes().first() {
        Some(b'*') => match rest[1..].find("*/") {
            Some(at) => (at + 3, Ok(())),
            None => (rest.len(), Err(LexError::UnterminatedComment)),
        },
        Some(b'/') => (rest.find('\n').unwrap_or(rest.len()), Ok(())),
        _ => (0, Err(LexError::StrayCommentEnd)),
    };
    lexer.bump(end);
    closed
}

/// Where a quoted text ends, counted from behind its first quote; `None` where the line ends first.
fn closing_quote(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (at, character) in text.char_indices() {
        match character {
            '\n' if !escaped => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn lex_string(lexer: &mut logos::Lexer<Kind>) -> Result<(), LexError> {
    match closing_quote(lexer.remainder(), '"') {
        Some(end) => {
            lexer.bump(end);
            Ok(())
        }
        None => {
            let line = lexer.remainder().find('\n');
            lexer.bump(line.unwrap_or(lexer.remainder().len()));
            Err(LexError::UnterminatedString)
        }
    }
}

/// One character between quotes. Without a second quote on the line the error is about the first
/// alone.
fn lex_character(lexer: &mut logos::Lexer<Kind>) -> Result<(), LexError> {
    let end = closing_quote(lexer.remainder(), '\'').ok_or(LexError::BadCharacter)?;
    let inside = lexer.remainder().get(..end - 1).unwrap_or_default();
    let wanted = if inside.starts_with('\\') { 2 } else { 1 };
    let single = inside.chars().count() == wanted;
    lexer.bump(end);
    single.then_some(()).ok_or(LexError::BadCharacter)
}

/// The value of a character constant, with SPIN's escapes.
pub fn character_value(text: &str) -> i64 {
    let mut characters = text.chars().skip(1);
    let value = match characters.next() {
        Some('\\') => match characters.next() {
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('f') => '\u{c}',
            Some(other) => other,
            None => '\\',
        },
        Some(other) => other,
        None => '\0',
    };
    i64::from(u32::from(value))
}

/// A token of the preprocessed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub text: Arc<str>,
    /// Where the user wrote it; for a token out of a macro, where the macro is used; for an
    /// argument of an inline, where its parameter stands in the inline's text.
    pub span: Span,
    /// The place in the macro's definition, or the argument at the call of an inline.
    pub origin: Option<Span>,
    /// A line of the preprocessed text starts here: SPIN ends statements at line ends.
    pub newline: bool,
}

impl weyl_source::Lexeme for Token {
    type Kind = Kind;

    fn kind(&self) -> Kind {
        self.kind
    }

    fn span(&self) -> Span {
        self.span
    }
}

impl Token {
    pub fn is_word(&self, word: &str) -> bool {
        self.kind == Kind::Ident && &*self.text == word
    }
}
