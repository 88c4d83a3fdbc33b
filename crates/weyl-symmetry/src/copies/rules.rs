//! Rules without parameters that are written once for each of several participants: for people.
//!
//! Rules that differ in names and numbers alone have one shape. Where most shapes have as many
//! rules as each other, the first rules of all shapes are those of one participant, and so on.

use super::words::{Word, words};
use super::{Kind, MOST_STATEMENTS, NearCopies, Quotation, Statement, compared};
use std::collections::BTreeMap;
use weyl_ir::{Model, Rule, text};

/// Participants whose rules are written out, each beside the first.
pub fn copies_of_rules(model: &Model) -> Vec<NearCopies> {
    if model.rules.len() > MOST_STATEMENTS {
        return Vec::new();
    }
    let participants = participants(shapes(model), model.rules.len());
    let Some((first, others)) = participants.split_first() else {
        return Vec::new();
    };
    let copies = others.iter().filter_map(|other| compared(first, other));
    let copies = copies.map(|copies| NearCopies {
        are_rules: true,
        ..copies
    });
    copies.collect()
}

/// Rules by what they look like without their names and numbers, in the order of the source.
fn shapes(model: &Model) -> Vec<Vec<Statement>> {
    let mut shapes: BTreeMap<Vec<String>, Vec<Statement>> = BTreeMap::new();
    let without_parameters = |rule: &&Rule| rule.parameters.is_empty();
    for rule in model.rules.values().filter(without_parameters) {
        let words = words(&text::print_rule(model, rule));
        let shape = |word: &Word| {
            if word.is_name() {
                String::new()
            } else {
                word.text.clone()
            }
        };
        let shape = words.iter().map(shape).collect();
        let text = rule.name.clone();
        let span = rule.span;
        shapes.entry(shape).or_default().push(Statement {
            words,
            quotation: Quotation { text, span },
        });
    }
    let mut shapes: Vec<Vec<Statement>> = shapes.into_values().collect();
    shapes.sort_by_key(|rules| rules[0].quotation.span);
    shapes
}

/// The rules of each participant, if these are most of the rules and each has several.
fn participants(shapes: Vec<Vec<Statement>>, all: usize) -> Vec<Kind> {
    let mut rules_by_size: BTreeMap<usize, usize> = BTreeMap::new();
    for shape in shapes.iter().filter(|shape| shape.len() > 1) {
        *rules_by_size.entry(shape.len()).or_insert(0) += shape.len();
    }
    let most = rules_by_size.into_iter().max_by_key(|(_, rules)| *rules);
    let Some((size, rules)) = most.filter(|(size, rules)| rules * 2 > all && rules / size > 1)
    else {
        return Vec::new();
    };
    debug_assert_eq!(rules % size, 0, "shapes of one size");
    let shapes = shapes.into_iter().filter(|shape| shape.len() == size);
    let mut participants: Vec<Vec<Statement>> = vec![Vec::new(); size];
    for shape in shapes {
        for (own, rule) in participants.iter_mut().zip(shape) {
            own.push(rule);
        }
    }
    participants.into_iter().map(participant).collect()
}

/// Called after its first rule.
fn participant(statements: Vec<Statement>) -> Kind {
    Kind {
        title: format!("{} …", statements[0].quotation.text),
        declarations: Vec::new(),
        statements,
    }
}
