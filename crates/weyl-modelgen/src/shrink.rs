//! Makes a program smaller while it keeps a property.
//!
//! Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002: delete large
//! chunks first, then smaller ones, until nothing more can go. Here the input is a tree: besides
//! deletion, a statement or rule may give way to its body, and an expression to one of its operands
//! or to a literal. Neither types nor termination are looked at, so the predicate has to refuse
//! texts that are no programs or run for too long.

use crate::Program;
use crate::print::{Style, print};
use crate::syntax::{Expr, Item, Model, Rule, Stmt};
use crate::walk::{Editor, walk};

/// The smallest program that was found for whose text the predicate holds. It holds for the result
/// if it holds for the program itself.
pub fn shrink(program: &Program, mut predicate: impl FnMut(&str) -> bool) -> Program {
    let mut shrinker = Shrinker {
        model: program.model.clone(),
        predicate: &mut predicate,
    };
    let plain = Model {
        items: shrinker.model.items.clone(),
        style: Style::plain(),
    };
    shrinker.keep_if_good(plain);
    while shrinker.round() {}
    Program::new(program.seed, shrinker.model)
}

struct Shrinker<'a> {
    model: Model,
    predicate: &'a mut dyn FnMut(&str) -> bool,
}

impl Shrinker<'_> {
    /// Tries every edit once; says whether one of them was good.
    fn round(&mut self) -> bool {
        let deleted = self.delete_chunks();
        let omitted = self.everywhere(|site| Edit {
            site,
            change: Change::Omit,
        });
        let opened = self.everywhere(|site| Edit {
            site,
            change: Change::OpenRule,
        });
        let unwrapped = self.everywhere(|site| Edit {
            site,
            change: Change::OpenStatement,
        });
        let simplified = self.simplify_expressions();
        deleted | omitted | opened | unwrapped | simplified
    }

    fn keep_if_good(&mut self, candidate: Model) -> bool {
        let good = (self.predicate)(&print(&candidate));
        if good {
            self.model = candidate;
        }
        good
    }

    /// Applies an edit to a copy. `None` where there is no such site, or nothing to change there.
    fn attempt(&mut self, edit: Edit) -> Option<bool> {
        let mut candidate = self.model.clone();
        let mut applied = Applied {
            edit,
            seen: 0,
            found: false,
            changed: false,
        };
        walk(&mut candidate, &mut applied);
        if !applied.found {
            return None;
        }
        Some(applied.changed && self.keep_if_good(candidate))
    }

    fn everywhere(&mut self, edit: impl Fn(usize) -> Edit) -> bool {
        let mut good = false;
        let mut site = 0;
        while let Some(kept) = self.attempt(edit(site)) {
            good |= kept;
            // What was kept may have put something new at the same site.
            site += usize::from(!kept);
        }
        good
    }

    fn delete_chunks(&mut self) -> bool {
        let mut good = false;
        let mut site = 0;
        while let Some(length) = self.list_length(site) {
            good |= self.shorten(site, length);
            site += 1;
        }
        good
    }

    fn shorten(&mut self, site: usize, mut length: usize) -> bool {
        let mut good = false;
        let mut chunk = length;
        while chunk > 0 {
            let mut from = 0;
            while from < length {
                let size = chunk.min(length - from);
                let kept = self.attempt(Edit {
                    site,
                    change: Change::Delete { from, size },
                }) == Some(true);
                good |= kept;
                if kept { length -= size } else { from += size }
            }
            chunk /= 2;
        }
        good
    }

    fn list_length(&self, site: usize) -> Option<usize> {
        let mut lengths = Lengths(Vec::new());
        walk(&mut self.model.clone(), &mut lengths);
        lengths.0.get(site).copied()
    }

    fn simplify_expressions(&mut self) -> bool {
        let mut good = false;
        let mut site = 0;
        let mut choice = 0;
        while let Some(kept) = self.attempt(Edit {
            site,
            change: Change::Simplify { choice },
        }) {
            good |= kept;
            // The last choice at a site is the one past its simplifications.
            let finished = !kept && choice >= self.simplifications(site);
            choice = if kept || finished { 0 } else { choice + 1 };
            site += usize::from(finished);
        }
        good
    }

    fn simplifications(&self, site: usize) -> usize {
        let mut counted = Simplifications {
            site,
            seen: 0,
            count: 0,
        };
        walk(&mut self.model.clone(), &mut counted);
        counted.count
    }
}

#[derive(Clone, Copy)]
struct Edit {
    site: usize,
    change: Change,
}

#[derive(Clone, Copy)]
enum Change {
    Delete { from: usize, size: usize },
    Omit,
    OpenRule,
    OpenStatement,
    Simplify { choice: usize },
}

/// An edit on its way through a program. Sites are counted for each kind of change.
struct Applied {
    edit: Edit,
    seen: usize,
    found: bool,
    changed: bool,
}

impl Applied {
    fn arrived(&mut self) -> bool {
        let here = self.seen == self.edit.site;
        self.seen += 1;
        self.found |= here;
        here
    }

    /// Replaces one element of the list by what it holds.
    fn open<T>(&mut self, list: &mut Vec<T>, contents: impl Fn(&T) -> Option<Vec<T>>) {
        for position in 0..list.len() {
            let Some(inner) = contents(&list[position]) else {
                continue;
            };
            if self.arrived() {
                list.splice(position..=position, inner);
                self.changed = true;
                return;
            }
        }
    }
}

impl Editor for Applied {
    fn list<T>(&mut self, list: &mut Vec<T>) {
        let Change::Delete { from, size } = self.edit.change else {
            return;
        };
        if self.arrived() && from + size <= list.len() {
            list.drain(from..from + size);
            self.changed = size > 0;
        }
    }

    fn optional<T>(&mut self, part: &mut Option<T>) {
        if matches!(self.edit.change, Change::Omit) && part.is_some() && self.arrived() {
            *part = None;
            self.changed = true;
        }
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        if matches!(self.edit.change, Change::OpenRule) {
            self.open(items, items_inside);
        }
    }

    fn rules(&mut self, rules: &mut Vec<Rule>) {
        if matches!(self.edit.change, Change::OpenRule) && !self.found {
            self.open(rules, rules_inside);
        }
    }

    fn statements(&mut self, statements: &mut Vec<Stmt>) {
        if matches!(self.edit.change, Change::OpenStatement) && !self.found {
            self.open(statements, statements_inside);
        }
    }

    fn expression(&mut self, expression: &mut Expr) {
        let Change::Simplify { choice } = self.edit.change else {
            return;
        };
        if !self.found
            && self.arrived()
            && let Some(simpler) = simpler(expression).into_iter().nth(choice)
        {
            *expression = simpler;
            self.changed = true;
        }
    }
}

struct Lengths(Vec<usize>);

impl Editor for Lengths {
    fn list<T>(&mut self, list: &mut Vec<T>) {
        self.0.push(list.len());
    }
}

struct Simplifications {
    site: usize,
    seen: usize,
    count: usize,
}

impl Editor for Simplifications {
    fn expression(&mut self, expression: &mut Expr) {
        if self.seen == self.site {
            self.count = simpler(expression).len();
        }
        self.seen += 1;
    }
}

fn items_inside(item: &Item) -> Option<Vec<Item>> {
    match item {
        Item::Rule(rule) => Some(rules_inside(rule)?.into_iter().map(Item::Rule).collect()),
        Item::Decl(_) | Item::Function(_) => None,
    }
}

fn rules_inside(rule: &Rule) -> Option<Vec<Rule>> {
    match rule {
        Rule::Ruleset { rules, .. } | Rule::Alias { rules, .. } | Rule::Choose { rules, .. } => {
            Some(rules.clone())
        }
        Rule::Start(_) | Rule::Simple { .. } | Rule::Property(_) => None,
    }
}

/// All bodies of a statement, one after the other: what is too much can be deleted later.
fn statements_inside(statement: &Stmt) -> Option<Vec<Stmt>> {
    match statement {
        Stmt::If {
            first,
            others,
            otherwise,
        } => {
            let clauses = std::iter::once(first).chain(others);
            let bodies = clauses.map(|clause| &clause.body).chain(otherwise);
            Some(bodies.flatten().cloned().collect())
        }
        Stmt::Switch {
            cases, otherwise, ..
        } => {
            let bodies = cases.iter().map(|case| &case.body).chain(otherwise);
            Some(bodies.flatten().cloned().collect())
        }
        Stmt::For { body, .. } | Stmt::While { body, .. } | Stmt::Alias { body, .. } => {
            Some(body.clone())
        }
        _ => None,
    }
}

/// Candidates to stand for an expression, all smaller than it is, or equal in size and more
/// ordinary.
fn simpler(expression: &Expr) -> Vec<Expr> {
    let mut found = vec![
        Expr::Bool(true),
        Expr::Bool(false),
        Expr::Int(0),
        Expr::Int(1),
    ];
    match expression {
        Expr::Bool(_) | Expr::Int(0 | 1) => return Vec::new(),
        Expr::Int(_) => return vec![Expr::Int(0), Expr::Int(1)],
        Expr::Unary(_, operand) => found.push((**operand).clone()),
        Expr::Binary(_, left, right) => found.extend([(**left).clone(), (**right).clone()]),
        Expr::Conditional(_, yes, no) => found.extend([(**yes).clone(), (**no).clone()]),
        Expr::Quantified { body, .. } => found.push((**body).clone()),
        _ => {}
    }
    found
}
