//! `weyl formula`: what a formula was read as, and what it is translated to.

use crate::program::answer::{fail, printed};
use crate::program::exit::Exit;
use crate::program::flags::FormulaFlags;
use crate::program::screen::Screen;
use std::ops::Range;
use std::path::Path;
use weyl_check::{Failure, formula_too_large, unreadable_formula};
use weyl_ir::formulas;
use weyl_source::{Sources, Span};
use weyl_temporal::branching::{Formula, Names, Steps};
use weyl_temporal::grammar::{self, Atoms, Dialect, Logic, ParseError, Problem};
use weyl_temporal::{Automaton, parse, translate};

pub fn run(flags: &FormulaFlags, screen: &Screen) -> Exit {
    let mut sources = Sources::default();
    let file = sources.add("formula", &flags.formula);
    let whole = Span::new(file, 0..flags.formula.len());
    match text(flags, whole, &sources) {
        Ok(text) => printed(screen.print(&text), Exit::Holds, screen),
        Err(failure) => fail(&failure, Path::new("formula"), &sources, false, screen),
    }
}

/// A formula that no path quantifier is around is one of linear time.
fn text(flags: &FormulaFlags, whole: Span, sources: &Sources) -> Result<String, Failure> {
    let wants_automaton = flags.automaton || flags.hoa || flags.dot || flags.never;
    if wants_automaton {
        return linear(flags, whole, sources);
    }
    match branching(flags) {
        Ok(text) => Ok(text),
        Err(error) if flags.mu => Err(Failure::input(formulas::diagnostic(whole.file, &error))),
        Err(error) => linear(flags, whole, sources).map_err(|linear| {
            // What has path quantifiers was meant as branching time.
            match has_path_quantifiers(&flags.formula) {
                true => Failure::input(formulas::diagnostic(whole.file, &error)),
                false => linear,
            }
        }),
    }
}

fn has_path_quantifiers(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| matches!(word, "A" | "E" | "AX" | "EX" | "AF" | "EF" | "AG" | "EG"))
}

fn linear(flags: &FormulaFlags, whole: Span, sources: &Sources) -> Result<String, Failure> {
    let (formula, names) = parse(&flags.formula).map_err(|error| {
        let at = sources.character(whole.file, error.offset);
        unreadable_formula(at, &error.message)
    })?;
    let automaton = translate(&formula).map_err(|error| formula_too_large(whole, error))?;
    Ok(match (flags.hoa, flags.dot, flags.never) {
        (true, ..) => automaton.to_hoa(&flags.formula, &names),
        (_, true, _) => automaton.to_dot(&names),
        (.., true) => automaton.to_never(&flags.formula, &names),
        _ => {
            let normal = formula.normalised().to_string();
            "logic         LTL\n".to_string() + &summary(&automaton, &normal, &names)
        }
    })
}

fn summary(automaton: &Automaton, normal: &str, names: &[String]) -> String {
    let transitions: usize = automaton.states.iter().map(Vec::len).sum();
    let accepting = automaton.with_accepting_states().states.len();
    let named = names.iter().enumerate();
    let named = named.map(|(number, name)| format!("p{number} = {name}"));
    let named: Vec<String> = named.collect();
    format!(
        "normal form   {normal}\n              {}\n\
         automaton     {} states, {transitions} transitions, {} acceptance sets\n\
         never claim   {accepting} states\n",
        named.join(", "),
        automaton.states.len(),
        automaton.sets,
    )
}

fn branching(flags: &FormulaFlags) -> Result<String, ParseError> {
    let dialect = Dialect {
        logic: if flags.mu {
            Logic::Mu
        } else {
            Logic::Branching
        },
        atoms: Atoms::Names,
        is_declared: &|_| false,
    };
    let tree = grammar::read(&flags.formula, &dialect)?;
    let mut words = Words {
        text: &flags.formula,
        atoms: Vec::new(),
        actions: Vec::new(),
    };
    let formula =
        grammar::lower(&flags.formula, &tree, &mut words).map_err(|failure| match failure {
            grammar::Failure::Formula(error) => error,
            grammar::Failure::Model(place) => ParseError {
                offset: place.start,
                end: place.end,
                problem: Problem::Syntax,
                message: "quantifiers need a model: `--ctl` reads them".to_string(),
            },
        })?;
    let normal = formula.positive();
    Ok(format!(
        "logic         {}\nnormal form   {}\natoms         {}\n",
        formula.class(),
        normal.told(&words),
        words.atoms.join(", "),
    ))
}

/// Atoms that are words, or stand between braces.
struct Words<'t> {
    text: &'t str,
    atoms: Vec<String>,
    actions: Vec<String>,
}

fn number(known: &mut Vec<String>, text: &str) -> u32 {
    let place = known.iter().position(|known| known == text);
    let place = place.unwrap_or_else(|| {
        known.push(text.to_string());
        known.len() - 1
    });
    place as u32
}

impl grammar::Model for Words<'_> {
    type Error = Range<usize>;

    fn atom(&mut self, place: Range<usize>) -> Result<Formula, Range<usize>> {
        let text = self.text[place].trim();
        let inside = text
            .strip_prefix('{')
            .and_then(|text| text.strip_suffix('}'));
        Ok(match inside.unwrap_or(text).trim() {
            "true" => Formula::True,
            "false" => Formula::False,
            name => Formula::Proposition(number(&mut self.atoms, name)),
        })
    }

    fn actions(&mut self, place: Range<usize>) -> Result<Steps, Range<usize>> {
        let text = self.text[place].trim();
        Ok(Steps::Of(number(&mut self.actions, text)))
    }

    fn values(&mut self, header: Range<usize>) -> Result<usize, Range<usize>> {
        Err(header)
    }

    fn bind(&mut self, _: Range<usize>, _: usize) {}

    fn unbind(&mut self) {}
}

impl Names for Words<'_> {
    fn proposition(&self, number: u32) -> String {
        self.atoms[number as usize].clone()
    }

    fn actions(&self, set: u32) -> String {
        self.actions[set as usize].clone()
    }
}
