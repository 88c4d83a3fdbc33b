//! Implied semicolons, as SPIN 6 puts them in.
//!
//! Inside the body of a process or a typedef a line end closes a statement where one can end,
//! outside parentheses. Everywhere, `}` and `else` are followed by a separator unless what comes
//! next continues the construct. A separator right before `}` or another separator is dropped.

use crate::token::{Kind, Token};

/// Puts the separators into a whole model. The bodies of inlines stay as they are: they get theirs
/// when they are expanded.
pub fn in_model(tokens: Vec<Token>) -> Vec<Token> {
    let mut pass = Pass::default();
    let mut awaiting_body = false;
    let mut depth = 0usize;
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token.kind {
            Kind::Inline if depth == 0 => {
                pass.push(token);
                copy_inline(&mut tokens, &mut pass);
                continue;
            }
            Kind::Proctype
            | Kind::DProctype
            | Kind::Init
            | Kind::Never
            | Kind::Trace
            | Kind::Notrace
            | Kind::Typedef
                if depth == 0 =>
            {
                awaiting_body = true;
            }
            Kind::LeftBrace => depth += 1,
            Kind::RightBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        let (opens, closes) = (
            token.kind == Kind::LeftBrace,
            token.kind == Kind::RightBrace,
        );
        pass.push(token);
        if opens && depth == 1 && awaiting_body {
            pass.in_body = true;
            awaiting_body = false;
        } else if closes && depth == 0 {
            pass.in_body = false;
            pass.parens = 0;
        }
    }
    pass.output
}

/// Puts the separators into the body of an inline at a call.
pub fn in_body(tokens: Vec<Token>) -> Vec<Token> {
    let mut pass = Pass {
        in_body: true,
        ..Pass::default()
    };
    for token in tokens {
        pass.push(token);
    }
    pass.output
}

/// Copies parameters and body of an inline definition untouched.
fn copy_inline(tokens: &mut std::iter::Peekable<std::vec::IntoIter<Token>>, pass: &mut Pass) {
    let mut depth = 0usize;
    while tokens
        .peek()
        .is_some_and(|token| token.kind != Kind::EndOfFile)
    {
        let Some(token) = tokens.next() else { return };
        match token.kind {
            Kind::LeftBrace => depth += 1,
            Kind::RightBrace => depth = depth.saturating_sub(1),
            _ => {}
        }
        let done = depth == 0 && matches!(token.kind, Kind::RightBrace | Kind::Semicolon);
        pass.last = Some(token.kind);
        pass.output.push(token);
        if done {
            return;
        }
    }
}

#[derive(Default)]
struct Pass {
    output: Vec<Token>,
    in_body: bool,
    parens: usize,
    last: Option<Kind>,
}

impl Pass {
    fn push(&mut self, token: Token) {
        let at_line_end = token.newline && self.in_body && self.parens == 0;
        let ends = self.last.is_some_and(ends_statement);
        let escape = self.last == Some(Kind::RightBrace) && token.kind == Kind::Unless;
        if (at_line_end && ends && !escape) || self.continues_badly(&token) {
            self.separator(&token);
        }
        match token.kind {
            Kind::LeftParen => self.parens += 1,
            Kind::RightParen => self.parens = self.parens.saturating_sub(1),
            Kind::RightBrace | Kind::Semicolon | Kind::Arrow if self.in_body => {
                self.drop_separator(token.kind);
            }
            _ => {}
        }
        self.last = Some(token.kind);
        self.output.push(token);
    }

    /// Whether SPIN wants a separator between the last token and this one.
    fn continues_badly(&self, token: &Token) -> bool {
        match self.last {
            Some(Kind::Else) => !matches!(token.kind, Kind::Semicolon | Kind::Arrow | Kind::Fi),
            Some(Kind::RightBrace) => !matches!(
                token.kind,
                Kind::Proctype
                    | Kind::Init
                    | Kind::Never
                    | Kind::Option
                    | Kind::Fi
                    | Kind::Od
                    | Kind::RightBrace
                    | Kind::Unless
                    | Kind::Semicolon
                    | Kind::Arrow
                    | Kind::Comma
                    | Kind::EndOfFile
            ),
            _ => false,
        }
    }

    fn separator(&mut self, before: &Token) {
        let (span, origin) = match self.output.last() {
            Some(last) => (last.span, last.origin),
            None => (before.span, before.origin),
        };
        self.last = Some(Kind::Semicolon);
        self.output.push(Token {
            kind: Kind::Semicolon,
            text: "".into(),
            span,
            origin,
            newline: false,
        });
    }

    /// `; }` is `}`, `; ->` is `->`.
    fn drop_separator(&mut self, next: Kind) {
        let separator = |kind: Option<Kind>| matches!(kind, Some(Kind::Semicolon | Kind::Arrow));
        let kind = |token: &Token| token.kind;
        if next == Kind::RightBrace {
            while separator(self.output.last().map(kind)) {
                self.output.pop();
            }
        } else if separator(self.output.last().map(kind)) {
            self.output.pop();
        }
    }
}

/// Tokens behind which a line end closes a statement.
fn ends_statement(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::RightBrace
            | Kind::RightParen
            | Kind::RightBracket
            | Kind::Od
            | Kind::Fi
            | Kind::Else
            | Kind::Break
            | Kind::Ident
            | Kind::Number
            | Kind::Character
            | Kind::True
            | Kind::False
            | Kind::Skip
            | Kind::PlusPlus
            | Kind::MinusMinus
            // SPIN writes `timeout` as `(timeout)`.
            | Kind::Timeout
    )
}
