//! Makes a program smaller while it keeps a property: the greedy method of the Murphi shrinker, on
//! the lists, the statements and the expressions of a Promela program.

use super::PromelaProgram;
use super::print::print;
use super::syntax::{Expr, Kind, Model, Piece, Stmt};

/// The smallest program that was found for whose text the predicate holds. It holds for the result
/// if it holds for the program itself. Scopes and labels are not looked at, nor whether loops end:
/// the predicate has to refuse texts that are no programs or run for too long.
pub fn shrink_promela(
    program: &PromelaProgram,
    mut predicate: impl FnMut(&str) -> bool,
) -> PromelaProgram {
    let mut model = program.model.clone();
    while round(&mut model, &mut predicate) {}
    PromelaProgram::new(program.seed, model)
}

/// Tries every edit once; says whether one of them was good.
fn round(model: &mut Model, predicate: &mut impl FnMut(&str) -> bool) -> bool {
    let mut good = false;
    for change in [
        Change::Delete(8),
        Change::Delete(3),
        Change::Delete(1),
        Change::Open,
        Change::Omit,
        Change::Simplify(0),
        Change::Simplify(1),
        Change::Simplify(2),
        Change::Simplify(3),
    ] {
        let mut site = 0;
        loop {
            let mut candidate = model.clone();
            let mut editor = Editor {
                change,
                remaining: Some(site),
            };
            editor.model(&mut candidate);
            if editor.remaining.is_some() {
                break;
            }
            if predicate(&print(&candidate)) {
                *model = candidate;
                good = true;
            } else {
                site += 1;
            }
        }
    }
    good
}

#[derive(Clone, Copy)]
enum Change {
    /// Removes so many neighbours from a list.
    Delete(usize),
    /// Puts the bodies of a statement in its place.
    Open,
    /// Removes a label or a `provided`.
    Omit,
    /// Puts the candidate of this number in the place of an expression.
    Simplify(usize),
}

/// One edit on its way to its site. `remaining` counts the sites before it, and is gone after the
/// edit.
struct Editor {
    change: Change,
    remaining: Option<usize>,
}

impl Editor {
    fn arrived(&mut self) -> bool {
        let here = self.remaining == Some(0);
        self.remaining = self.remaining.and_then(|sites| sites.checked_sub(1));
        here
    }

    fn model(&mut self, model: &mut Model) {
        self.list(&mut model.declarations);
        self.list(&mut model.inlines);
        self.list(&mut model.processes);
        for inline in &mut model.inlines {
            self.statements(&mut inline.body);
        }
        for process in &mut model.processes {
            self.omit(&mut process.provided);
            self.list(&mut process.locals);
            self.statements(&mut process.body);
            process.provided.iter_mut().for_each(|it| self.expr(it));
        }
    }

    fn list<T>(&mut self, list: &mut Vec<T>) {
        let Change::Delete(size) = self.change else {
            return;
        };
        for from in 0..(list.len() + 1).saturating_sub(size) {
            if self.arrived() {
                list.drain(from..from + size);
                return;
            }
        }
    }

    fn omit<T>(&mut self, part: &mut Option<T>) {
        if matches!(self.change, Change::Omit) && part.is_some() && self.arrived() {
            *part = None;
        }
    }

    fn statements(&mut self, statements: &mut Vec<Stmt>) {
        self.list(statements);
        for position in 0..statements.len() {
            let inner = bodies(&statements[position].kind);
            if matches!(self.change, Change::Open) && !inner.is_empty() && self.arrived() {
                let contents: Vec<Stmt> = inner.into_iter().flatten().cloned().collect();
                statements.splice(position..=position, contents);
                return;
            }
        }
        for statement in statements {
            self.omit(&mut statement.label);
            self.kind(&mut statement.kind);
        }
    }

    fn kind(&mut self, kind: &mut Kind) {
        match kind {
            Kind::Goto(_) => {}
            Kind::Simple(pieces) => {
                for piece in pieces {
                    if let Piece::Expr(expression) = piece {
                        self.expr(expression);
                    }
                }
            }
            Kind::Block(_, body) | Kind::For(_, body) => self.statements(body),
            Kind::Choice(_, options) => {
                self.list(options);
                options.iter_mut().for_each(|it| self.statements(it));
            }
            Kind::Unless(main, escape) => {
                self.statements(main);
                self.statements(escape);
            }
        }
    }

    fn expr(&mut self, expression: &mut Expr) {
        let Change::Simplify(choice) = self.change else {
            return;
        };
        let simpler = simpler(expression).into_iter().nth(choice);
        if let Some(simpler) = simpler
            && self.arrived()
        {
            *expression = simpler;
            return;
        }
        match expression {
            Expr::Leaf(_) => {}
            Expr::Index(_, operand, _) | Expr::Unary(_, operand) => self.expr(operand),
            Expr::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            Expr::Conditional(parts) => parts.iter_mut().for_each(|it| self.expr(it)),
        }
    }
}

fn bodies(kind: &Kind) -> Vec<&[Stmt]> {
    match kind {
        Kind::Simple(_) | Kind::Goto(_) => Vec::new(),
        Kind::Block(_, body) | Kind::For(_, body) => vec![body],
        Kind::Choice(_, options) => options.iter().map(Vec::as_slice).collect(),
        Kind::Unless(main, escape) => vec![main, escape],
    }
}

/// Candidates to stand for an expression, all smaller than it is.
fn simpler(expression: &Expr) -> Vec<Expr> {
    let mut found = vec![Expr::leaf("1"), Expr::leaf("0")];
    match expression {
        Expr::Leaf(text) if text.parse::<u32>().is_ok() => found.clear(),
        Expr::Leaf(_) | Expr::Index(..) => {}
        Expr::Unary(_, operand) => found.push((**operand).clone()),
        Expr::Binary(_, left, right) => found.extend([(**left).clone(), (**right).clone()]),
        Expr::Conditional(parts) => found.extend([parts[1].clone(), parts[2].clone()]),
    }
    found
}
