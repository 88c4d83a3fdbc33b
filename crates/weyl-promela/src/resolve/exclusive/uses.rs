//! Who does what with which channel.

use super::is_process;
use super::parameters::Parameters;
use super::processes::{Processes, RunAt};
use crate::resolved::{
    ChannelTest, Exclusive, Expr, ExprKind, Origin, Place, Proctype, ProctypeId, ProctypeKind,
    Program, Property, Stmt, StmtKind, each_of_statement, inner_statements, walk,
};
use std::sync::Arc;
use weyl_source::{Diagnostic, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Send {
        sorted: bool,
    },
    Receive {
        random: bool,
    },
    /// `len` and polls look at the channel as `empty` and `full` do: `None`.
    Test(Option<ChannelTest>),
}

impl Access {
    /// Whether only the process that has made a claim may do it.
    pub fn breaks(self, mode: Exclusive) -> bool {
        match self {
            Access::Send { .. } | Access::Test(Some(ChannelTest::NotFull)) => {
                mode == Exclusive::Send
            }
            Access::Receive { .. } | Access::Test(Some(ChannelTest::NotEmpty)) => {
                mode == Exclusive::Receive
            }
            Access::Test(Some(ChannelTest::Full | ChannelTest::Empty) | None) => true,
        }
    }

    pub fn is_out_of_order(self) -> bool {
        match self {
            Access::Send { sorted } => sorted,
            Access::Receive { random } => random,
            Access::Test(_) => false,
        }
    }
}

pub struct Use {
    pub channel: Place,
    pub access: Access,
    span: Span,
    /// The use of an inline that leads to it.
    call: Option<(Arc<str>, Span)>,
    at: Position,
}

impl Use {
    pub fn labelled(&self, diagnostic: Diagnostic, text: &str) -> Diagnostic {
        let diagnostic = diagnostic.label(self.span, text);
        match &self.call {
            Some((name, call)) => diagnostic.label(*call, format!("in this use of `{name}`")),
            None => diagnostic,
        }
    }
}

/// Where a statement stands in its body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// In the order of the text.
    pub number: usize,
    /// The number of the outermost loop around it.
    pub around: Option<usize>,
}

impl Position {
    /// Whether it is never reached after another place, in a body without jumps.
    fn is_before(self, other: Position) -> bool {
        let in_one_loop = self.around.is_some() && self.around == other.around;
        self.number < other.number && !in_one_loop
    }
}

/// A proctype, a never claim or a formula.
pub struct User {
    pub name: String,
    pub proctype: Option<ProctypeId>,
    pub uses: Vec<Use>,
    jumps: bool,
}

impl User {
    /// Adds what an expression looks at that is evaluated all the time.
    fn tests(&mut self, expr: &Expr) {
        let at = Position {
            number: usize::MAX,
            around: None,
        };
        walk(expr, &mut |part| {
            test(part, &mut |channel, access, span| {
                self.uses.push(Use {
                    channel: channel.clone(),
                    access,
                    span,
                    call: None,
                    at,
                });
            });
        });
    }

    /// Whether the use comes before the first process of a proctype, which this user alone creates.
    pub fn is_before(&self, used: &Use, owner: ProctypeId, processes: &Processes) -> bool {
        let Some(own) = self.proctype else {
            return false;
        };
        let before = |run: &RunAt| used.at.is_before(run.at);
        !self.jumps
            && processes.is_single(own)
            && processes.come_only_from(owner, own)
            && processes.runs_towards(own, owner).all(before)
    }
}

/// Everybody who may look at a channel.
pub fn users(program: &Program, processes: &Processes, parameters: &Parameters) -> Vec<User> {
    let mut users: Vec<User> = Vec::new();
    for (id, proctype) in program.proctypes.iter() {
        let name = match proctype.kind {
            ProctypeKind::Proctype { .. } | ProctypeKind::Init if processes.exist(id) => {
                format!("`{}`", proctype.name)
            }
            ProctypeKind::Never => "the never claim".into(),
            // A trace sees sends and receives, and looks at no channel itself.
            _ => continue,
        };
        users.push(in_body(name, id, proctype, parameters));
    }
    let formulas = program.formulas.iter().map(in_formula);
    users.extend(formulas);
    users
}

fn in_formula(property: &Property) -> User {
    let mut user = User {
        name: format!("the formula `{}`", property.name),
        proctype: None,
        uses: Vec::new(),
        jumps: false,
    };
    for atom in property.atoms() {
        user.tests(atom);
    }
    user
}

fn in_body(name: String, id: ProctypeId, proctype: &Proctype, known: &Parameters) -> User {
    let mut user = User {
        name,
        proctype: is_process(proctype.kind).then_some(id),
        uses: Vec::new(),
        jumps: false,
    };
    if let Some(expr) = &proctype.provided {
        user.tests(expr);
    }
    each_with_position(proctype, &mut |stmt, at| {
        user.jumps |= matches!(stmt.kind, StmtKind::Goto(_));
        in_statement(stmt, &mut |channel, access, span| {
            user.uses.push(Use {
                channel: known.behind(id, channel),
                access,
                span,
                call: call(stmt),
                at,
            });
        });
    });
    user
}

fn call(stmt: &Stmt) -> Option<(Arc<str>, Span)> {
    match &stmt.origin {
        Origin::Inlined { name, call } => Some((name.clone(), *call)),
        Origin::Written | Origin::Derived => None,
    }
}

/// What is to be done with a use that is found.
type Found<'f> = dyn FnMut(&Place, Access, Span) + 'f;

fn in_statement(stmt: &Stmt, found: &mut Found) {
    match &stmt.kind {
        StmtKind::Send {
            channel, sorted, ..
        } => found(channel, Access::Send { sorted: *sorted }, stmt.span),
        StmtKind::Receive {
            channel, random, ..
        } => found(channel, Access::Receive { random: *random }, stmt.span),
        // Each message is received and sent back.
        StmtKind::ForMessage { channel, .. } => {
            found(channel, Access::Send { sorted: false }, channel.span);
            found(channel, Access::Receive { random: false }, channel.span);
        }
        _ => {}
    }
    each_of_statement(stmt, &mut |expr| test(expr, found));
}

/// The channel that an expression itself looks at.
fn test(expr: &Expr, found: &mut Found) {
    let (channel, test) = match &expr.kind {
        ExprKind::Length(channel) => (channel, None),
        ExprKind::Test(test, channel) => (channel, Some(*test)),
        ExprKind::Poll(poll) => (&poll.channel, None),
        _ => return,
    };
    found(channel, Access::Test(test), expr.span);
}

/// All statements of a body in the order of the text, with their places.
pub fn each_with_position(proctype: &Proctype, visit: &mut dyn FnMut(&Stmt, Position)) {
    let mut at = Position::default();
    for stmt in &proctype.body.statements {
        each_inside(stmt, &mut at, visit);
    }
}

fn each_inside(stmt: &Stmt, at: &mut Position, visit: &mut dyn FnMut(&Stmt, Position)) {
    at.number += 1;
    let outer = at.around;
    let is_loop = matches!(
        stmt.kind,
        StmtKind::Do(_)
            | StmtKind::For { .. }
            | StmtKind::ForIndex { .. }
            | StmtKind::ForMessage { .. }
    );
    if is_loop && outer.is_none() {
        at.around = Some(at.number);
    }
    visit(stmt, *at);
    for inner in inner_statements(stmt) {
        each_inside(inner, at, visit);
    }
    at.around = outer;
}
