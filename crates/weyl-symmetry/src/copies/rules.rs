//! Rules without parameters that are written once for each of several participants: for people.
//!
//! Rules that differ in names and numbers alone have one shape. Where most shapes have as many
//! rules as each other, the first rules of all shapes are those of one participant, and so on.

use super::words::{Word, words};
use super::{Kind, MOST_STATEMENTS, NearCopies, Quotation, Quoted, Statement, compared};
use std::collections::{BTreeMap, BTreeSet};
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
            quotation: Quotation {
                text,
                span,
                quoted: Quoted::Statement,
            },
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
    let (shapes, others): (Vec<_>, Vec<_>) =
        shapes.into_iter().partition(|shape| shape.len() == size);
    let mut participants: Vec<Vec<Statement>> = vec![Vec::new(); size];
    for shape in shapes {
        for (own, rule) in participants.iter_mut().zip(shape) {
            own.push(rule);
        }
    }
    add_by_title(&mut participants, others.into_iter().flatten());
    participants.into_iter().map(participant).collect()
}

/// Other rules belong to the only participant whose words are in their titles.
fn add_by_title(participants: &mut [Vec<Statement>], others: impl Iterator<Item = Statement>) {
    let titles = participants.iter().map(|rules| -> BTreeSet<String> {
        let rules = rules.iter();
        rules.flat_map(title_words).collect()
    });
    let titles: Vec<BTreeSet<String>> = titles.collect();
    let is_own = |participant: usize, word: &String| {
        let with = titles.iter().filter(|words| words.contains(word));
        with.count() == 1 && titles[participant].contains(word)
    };
    for rule in others {
        let words = title_words(&rule);
        let owns = |participant: &usize| words.iter().any(|word| is_own(*participant, word));
        let mut owners = (0..participants.len()).filter(owns);
        if let (Some(owner), None) = (owners.next(), owners.next()) {
            participants[owner].push(rule);
        }
    }
    for rules in participants {
        rules.sort_by_key(|rule| rule.quotation.span);
    }
}

fn title_words(rule: &Statement) -> Vec<String> {
    let words = words(&rule.quotation.text).into_iter();
    words.map(|word| word.text).collect()
}

/// Called after its first rule.
fn participant(statements: Vec<Statement>) -> Kind {
    Kind {
        title: format!("{} …", statements[0].quotation.text),
        declarations: Vec::new(),
        statements,
    }
}
