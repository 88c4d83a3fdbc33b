//! Where parsing goes on after an error.

use super::Parser;
use crate::lexer::Token;

/// `end`, `endif`, `endrule` and so on.
pub fn is_end(token: Token) -> bool {
    use Token::*;
    matches!(
        token,
        End | EndAlias
            | EndExists
            | EndFor
            | EndForall
            | EndFunction
            | EndIf
            | EndProcedure
            | EndRecord
            | EndRule
            | EndRuleset
            | EndStartState
            | EndSwitch
            | EndWhile
    )
}

/// Tokens that begin a rule and nothing else.
pub fn starts_rule(token: Token) -> bool {
    matches!(token, Token::Rule | Token::StartState | Token::Ruleset)
}

/// Tokens that begin a section of declarations or a function.
pub fn starts_section(token: Token) -> bool {
    use Token::*;
    matches!(token, Const | Type | Var | Function | Procedure)
}

/// Tokens that can only begin a statement.
pub fn starts_statement(token: Token) -> bool {
    use Token::*;
    matches!(
        token,
        Clear | Error | For | If | Put | Return | Switch | Undefine | While
    )
}

impl Parser<'_> {
    /// Skips to just behind the `;` that ends the broken statement, or to what ends its block.
    /// Constructs that open on the way are skipped as a whole.
    pub(super) fn skip_statement(&mut self) {
        let mut open = 0usize;
        loop {
            match self.peek() {
                Token::EndOfFile => return,
                token if starts_rule(token) || (starts_section(token) && token != Token::Var) => {
                    return;
                }
                Token::Semicolon if open == 0 => {
                    self.advance();
                    return;
                }
                Token::If
                | Token::For
                | Token::While
                | Token::Switch
                | Token::Alias
                | Token::Forall
                | Token::Exists => {
                    open += 1;
                }
                Token::Else | Token::Elsif | Token::Case if open == 0 => return,
                token if is_end(token) => match open.checked_sub(1) {
                    Some(rest) => open = rest,
                    None => return,
                },
                _ => {}
            }
            self.advance();
        }
    }

    /// Skips to a word that goes on with the present construct (`then`, `do`); gives up at the end
    /// of the statement.
    pub(super) fn skip_to(&mut self, word: Token) -> bool {
        loop {
            let token = self.peek();
            if token == word {
                return true;
            }
            let stop = matches!(token, Token::EndOfFile | Token::Semicolon | Token::Becomes);
            if stop
                || is_end(token)
                || starts_rule(token)
                || starts_section(token)
                || starts_statement(token)
            {
                return false;
            }
            self.advance();
        }
    }

    /// Skips to the next name of a section, or to the next section or rule.
    pub(super) fn skip_declaration(&mut self) {
        loop {
            let token = self.peek();
            if token == Token::Semicolon {
                self.advance();
                return;
            }
            let stop = matches!(token, Token::EndOfFile | Token::Begin | Token::EndRecord);
            if stop || starts_rule(token) || starts_section(token) {
                return;
            }
            self.advance();
        }
    }

    /// Skips a function whose head is broken: behind its end if that is recognisable.
    pub(super) fn skip_function(&mut self) {
        loop {
            let token = self.peek();
            let next = matches!(token, Token::Function | Token::Procedure | Token::Invariant);
            if token == Token::EndOfFile || starts_rule(token) || next {
                return;
            }
            self.advance();
            if matches!(token, Token::EndFunction | Token::EndProcedure) {
                return;
            }
        }
    }

    /// Skips to where the next rule, section or property can start; always moves.
    pub(super) fn skip_rule(&mut self) {
        loop {
            self.advance();
            let token = self.peek();
            let property = matches!(
                token,
                Token::Invariant | Token::Liveness | Token::EndRuleset
            );
            if token == Token::EndOfFile || starts_rule(token) || starts_section(token) || property
            {
                return;
            }
        }
    }
}
