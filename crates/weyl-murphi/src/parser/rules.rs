//! Rules, start states, properties, and what is around them.

use super::{Parsed, Parser, recovery};
use crate::ast::{Expr, Rule, RuleKind};
use crate::codes;
use crate::lexer::Token;
use weyl_source::{Diagnostic, Span};

impl Parser<'_> {
    pub(super) fn rule(&mut self) -> Parsed<Rule> {
        let start = self.span();
        let kind = self.nested(|parser| parser.rule_kind(start))?;
        let span = start.to(self.previous_span());
        self.semicolons();
        Ok(Rule { kind, span })
    }

    fn rule_kind(&mut self, start: Span) -> Parsed<RuleKind> {
        match self.peek() {
            Token::Rule => self.transition(start),
            Token::StartState => self.start_state(start),
            Token::Ruleset => self.ruleset(start),
            Token::Alias => self.alias_rule(start),
            Token::Assert | Token::Assume | Token::Cover | Token::Invariant | Token::Liveness => {
                let (kind, name, condition) = self.property()?;
                Ok(RuleKind::Property(kind, name, condition))
            }
            Token::Ident if self.at_word("choose") => self.choose(start),
            _ => Err(self.unexpected("a declaration or a rule")),
        }
    }

    fn transition(&mut self, start: Span) -> Parsed<RuleKind> {
        self.advance();
        self.refuse_priority()?;
        let name = self.optional_string();
        let guard = if self.has_guard() {
            Some(self.guard()?)
        } else {
            None
        };
        let decls = self.local_decls();
        self.accept(Token::Begin);
        let body = self.stmts();
        self.end_of(&[Token::EndRule], "rule", start)?;
        Ok(RuleKind::Transition {
            name,
            guard,
            decls,
            body,
        })
    }

    /// A number between `rule` and its name is a priority; a real one a probability.
    fn refuse_priority(&mut self) -> Parsed<()> {
        let number = matches!(self.peek(), Token::Number | Token::RealNumber);
        let operand = matches!(
            self.peek_at(1),
            Token::String | Token::Ident | Token::Begin | Token::Arrow
        );
        if number && operand {
            let diagnostic = Diagnostic::error(
                codes::PROBABILISTIC_RULE,
                self.span(),
                "priorities and probabilities of rules are not supported",
            )
            .hint("state the priority in the guard");
            return Err(self.report(diagnostic));
        }
        Ok(())
    }

    /// A guard ends with `==>`, which occurs nowhere else; what cannot be inside an expression ends
    /// the search for it.
    fn has_guard(&self) -> bool {
        let rest = self.cursor.rest();
        for lexeme in rest {
            let token = lexeme.token;
            let quantifier = matches!(token, Token::End | Token::EndForall | Token::EndExists);
            if token == Token::Arrow {
                return true;
            }
            let stop = recovery::starts_rule(token)
                || recovery::starts_section(token)
                || recovery::starts_statement(token)
                || (recovery::is_end(token) && !quantifier)
                || matches!(
                    token,
                    Token::Begin | Token::Then | Token::Alias | Token::Invariant
                );
            if stop {
                return false;
            }
        }
        false
    }

    /// The guard and its arrow; behind a broken guard the body is still parsed.
    fn guard(&mut self) -> Parsed<Expr> {
        let span = self.span();
        let guard = self.expr().and_then(|guard| {
            self.expect(Token::Arrow, "`==>`")?;
            Ok(guard)
        });
        match guard {
            Ok(guard) => Ok(guard),
            Err(_) => {
                while !matches!(self.peek(), Token::Arrow | Token::EndOfFile) {
                    self.advance();
                }
                self.advance();
                Ok(Expr {
                    kind: crate::ast::ExprKind::Boolean(true),
                    span,
                    height: 1,
                })
            }
        }
    }

    fn start_state(&mut self, start: Span) -> Parsed<RuleKind> {
        self.advance();
        let name = self.optional_string();
        let decls = self.local_decls();
        self.accept(Token::Begin);
        let body = self.stmts();
        self.end_of(&[Token::EndStartState], "start state", start)?;
        Ok(RuleKind::Start { name, decls, body })
    }

    fn ruleset(&mut self, start: Span) -> Parsed<RuleKind> {
        self.advance();
        let quantifiers = self.quantifiers()?;
        self.expect_do()?;
        let rules = self.rules();
        self.end_of(&[Token::EndRuleset], "ruleset", start)?;
        Ok(RuleKind::Ruleset(quantifiers, rules))
    }

    fn alias_rule(&mut self, start: Span) -> Parsed<RuleKind> {
        self.advance();
        let aliases = self.aliases()?;
        let rules = self.rules();
        self.end_of(&[Token::EndAlias], "alias", start)?;
        Ok(RuleKind::Alias(aliases, rules))
    }

    fn choose(&mut self, start: Span) -> Parsed<RuleKind> {
        self.advance();
        let variable = self.ident("a name for the element")?;
        self.expect(Token::Colon, "`:` and a multiset")?;
        let multiset = self.designator()?;
        self.expect_do()?;
        let rules = self.rules();
        if self.at_word("endchoose") {
            self.advance();
        } else {
            self.end_of(&[], "choose", start)?;
        }
        Ok(RuleKind::Choose {
            variable,
            multiset,
            rules,
        })
    }

    /// Rules inside a ruleset, alias or choose.
    fn rules(&mut self) -> Vec<Rule> {
        let mut rules = Vec::new();
        loop {
            self.semicolons();
            let token = self.peek();
            if recovery::is_end(token) || token == Token::EndOfFile || self.at_word("endchoose") {
                return rules;
            }
            let before = self.cursor.position();
            match self.rule() {
                Ok(rule) => rules.push(rule),
                Err(_) => {
                    if self.cursor.position() == before || !recovery::starts_rule(self.peek()) {
                        self.skip_rule();
                    }
                    if recovery::starts_section(self.peek()) {
                        return rules;
                    }
                }
            }
        }
    }
}
