//! The reader: what is said of runs.

use super::codes;
use super::lex::Token;
use super::reader::{Read, Reader};
use crate::{PropertyId, Temporal};
use weyl_temporal::branching::{Branching, Family};
use weyl_temporal::{Claim, Formula, Guard, Observer, ObserverEdge, ObserverState, branching};

impl Reader<'_> {
    /// `temporal STRING (atoms NUMBER,*)? repeats_ends? CLAIM`.
    pub(super) fn temporal(&mut self) -> Read<Temporal> {
        let keyword = self.advance();
        let name = self.string()?;
        let span = self.head_span(keyword.span)?;
        let atoms = if self.eat_word("atoms") {
            self.atoms()?
        } else {
            Vec::new()
        };
        let repeats_ends = self.eat_word("repeats_ends");
        let claim = if self.eat_word("never") {
            Claim::Never(self.observer()?)
        } else if self.eat_word("branching") {
            Claim::Branching(self.branching()?)
        } else {
            self.expect(Token::LeftBrace)?;
            let formula = self.formula()?;
            self.expect(Token::RightBrace)?;
            Claim::Formula(formula)
        };
        Ok(Temporal {
            name,
            claim,
            atoms,
            repeats_ends,
            span,
        })
    }

    /// `STRING FAMILY*`, after the word `branching`.
    fn branching(&mut self) -> Read<Branching> {
        let formula = self.numbered()?;
        let mut families = Vec::new();
        loop {
            let is_forall = self.eat_word("forall");
            if !is_forall && !self.eat_word("exists") {
                break;
            }
            families.push(Family {
                is_forall,
                instances: self.number()?,
                atom: self.number()?,
                formula: self.numbered()?,
            });
        }
        Ok(Branching { formula, families })
    }

    /// A formula over numbered propositions, in quotes.
    fn numbered(&mut self) -> Read<branching::Formula> {
        let at = self.peek().span;
        let text = self.string()?;
        match branching::Formula::numbered(&text) {
            Ok(formula) => Ok(formula),
            Err(message) => self.fail(codes::SYNTAX, at, message),
        }
    }

    /// Properties by their numbers.
    fn atoms(&mut self) -> Read<Vec<PropertyId>> {
        let numbers = self.numbers::<u32>()?;
        // The greatest number is reserved; no model has so many properties.
        let atoms = numbers.into_iter().map(|number| number.min(u32::MAX - 1));
        Ok(atoms.map(PropertyId::from_u32).collect())
    }

    fn numbers<N: TryFrom<i128>>(&mut self) -> Read<Vec<N>> {
        let mut numbers = vec![self.number()?];
        while self.eat(Token::Comma) {
            numbers.push(self.number()?);
        }
        Ok(numbers)
    }

    fn formula(&mut self) -> Read<Formula> {
        self.nested(|reader| reader.formula_inside())
    }

    /// A proposition by its number among the atoms, a constant, or an operator.
    fn formula_inside(&mut self) -> Read<Formula> {
        if self.is_at(Token::Number) {
            return self.number().map(Formula::Proposition);
        }
        if self.eat_word("true") {
            return Ok(Formula::True);
        }
        if self.eat_word("false") {
            return Ok(Formula::False);
        }
        let op = if self.is_at(Token::Word) {
            self.advance()
        } else {
            return self.unexpected("a formula");
        };
        self.expect(Token::LeftParen)?;
        let formula = match op.text {
            "not" => self.formula()?.negated(),
            "next" => self.formula()?.next(),
            "always" => self.formula()?.always(),
            "eventually" => self.formula()?.eventually(),
            "and" => self.formula()?.and(self.next_formula()?),
            "or" => self.formula()?.or(self.next_formula()?),
            "until" => self.formula()?.until(self.next_formula()?),
            "release" => self.formula()?.releases(self.next_formula()?),
            _ => {
                let message = format!("there is no temporal operator `{}`", op.text);
                return self.fail(codes::UNKNOWN, op.span, message);
            }
        };
        self.expect(Token::RightParen)?;
        Ok(formula)
    }

    fn next_formula(&mut self) -> Read<Formula> {
        self.expect(Token::Comma)?;
        self.formula()
    }

    /// `NUMBER { STATE* }`, after the word `never`: how many acceptance sets there are, and the
    /// states.
    fn observer(&mut self) -> Read<Observer> {
        let sets = self.number()?;
        self.expect(Token::LeftBrace)?;
        let mut states = Vec::new();
        while self.eat_word("state") {
            let state = self.observer_state(states.len())?;
            states.push(state);
        }
        self.expect(Token::RightBrace)?;
        Ok(Observer { states, sets })
    }

    /// `NUMBER end? { EDGE* }`; the number is the next one.
    fn observer_state(&mut self, next: usize) -> Read<ObserverState> {
        let at = self.peek().span;
        if self.number::<usize>()? != next {
            let message = format!("the next state has number {next}");
            return self.fail(codes::DECLARED, at, message);
        }
        let is_end = self.eat_word("end");
        self.expect(Token::LeftBrace)?;
        let mut edges = Vec::new();
        while !self.eat(Token::RightBrace) {
            edges.push(self.observer_edge()?);
            self.expect(Token::Semicolon)?;
        }
        Ok(ObserverState { edges, is_end })
    }

    /// `(on LITERAL*)? -> NUMBER (marks NUMBER,*)?`.
    fn observer_edge(&mut self) -> Read<ObserverEdge> {
        let mut guard = Guard::default();
        if self.eat_word("on") {
            while !self.is_at(Token::RightArrow) {
                if self.eat_word("not") {
                    guard.none.push(self.number()?)
                } else {
                    guard.all.push(self.number()?)
                }
            }
        }
        self.expect(Token::RightArrow)?;
        let target = self.number()?;
        let marks = if self.eat_word("marks") {
            self.marks()?
        } else {
            0
        };
        Ok(ObserverEdge {
            guard,
            marks,
            target,
        })
    }

    /// Acceptance sets, as a set of bits.
    fn marks(&mut self) -> Read<u64> {
        let at = self.peek().span;
        let sets = self.numbers::<u32>()?;
        let bits = sets.iter().map(|set| 1u64.checked_shl(*set));
        match bits.collect::<Option<Vec<u64>>>() {
            Some(bits) => Ok(bits.into_iter().fold(0, |all, bit| all | bit)),
            None => {
                let at = self.span_from(at);
                self.fail(
                    codes::LITERAL,
                    at,
                    "acceptance sets have numbers from 0 to 63",
                )
            }
        }
    }
}
