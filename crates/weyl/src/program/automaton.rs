//! `weyl automaton`: what a formula is translated to.

use crate::program::answer::{fail, printed};
use crate::program::exit::Exit;
use crate::program::flags::AutomatonFlags;
use crate::program::screen::Screen;
use std::path::Path;
use weyl_check::{formula_too_large, unreadable_formula};
use weyl_source::{Sources, Span};
use weyl_temporal::{Automaton, parse, translate};

pub fn run(flags: &AutomatonFlags, screen: &Screen) -> Exit {
    let mut sources = Sources::default();
    let file = sources.add("formula", &flags.formula);
    let (formula, names) = match parse(&flags.formula) {
        Ok(read) => read,
        Err(error) => {
            let at = sources.character(file, error.offset);
            let failure = unreadable_formula(at, &error.message);
            return fail(&failure, Path::new("formula"), &sources, false, screen);
        }
    };
    let automaton = match translate(&formula) {
        Ok(automaton) => automaton,
        Err(error) => {
            let all = Span::new(file, 0..flags.formula.len());
            let failure = formula_too_large(all, error);
            return fail(&failure, Path::new("formula"), &sources, false, screen);
        }
    };
    let text = match (flags.hoa, flags.dot, flags.never) {
        (true, ..) => automaton.to_hoa(&flags.formula, &names),
        (_, true, _) => automaton.to_dot(&names),
        (.., true) => automaton.to_never(&flags.formula, &names),
        _ => summary(&automaton, &formula.normalised().to_string(), &names),
    };
    printed(screen.print(&text), Exit::Holds, screen)
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
