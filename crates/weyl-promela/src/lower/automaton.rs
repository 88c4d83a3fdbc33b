//! The control automaton of a process: which statements are steps, and where they lead.
//!
//! It is SPIN's automaton without statement merging, since stored states are compared with SPIN's: every
//! statement is an element; a step leads to the next element, past jumps and joins, unless that would
//! leave an atomic sequence (`huntele` in SPIN's sources; `docs/spin-compatibility.md` has the rules).

use crate::resolved::{Block, LabelId, Stmt, StmtKind};
use std::collections::HashMap;
use weyl_source::Span;

pub(super) type ElementId = usize;

#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A statement that is a step.
    Step(Box<Stmt>),
    /// An unconditional step: a jump, a `break`, the join behind a selection. The target is where it leads.
    Pass(Jump),
    /// The first element of each option; those of `else` last.
    Select(Vec<ElementId>),
    /// A block, an atomic sequence, or the main part of an `unless`: its first element.
    Enter(ElementId),
    Unless(ElementId),
    DStep(ElementId),
    /// The end of the process.
    End,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Jump {
    To(LabelId),
    Break,
    /// Behind an `if` or a `do`, as its last word says.
    Join(&'static str),
}

#[derive(Clone, Debug)]
pub(super) struct Element {
    pub node: Node,
    pub next: ElementId,
    /// The process goes on alone after it.
    pub atomic: bool,
    /// The d_step that it is inside of.
    pub d_step: Option<ElementId>,
    pub labels: Vec<LabelId>,
    /// A label makes it a control state of its own.
    is_marked: bool,
    /// The first elements of the escapes that it is guarded by, outermost first.
    pub escapes: Vec<ElementId>,
    pub span: Span,
}

/// A way out of a control state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transition {
    pub element: ElementId,
    pub target: ElementId,
    /// 0, or 1 + the number of the escape that it begins.
    pub level: u32,
    /// The d_step that it is part of: of its ways out only the first that can be taken is.
    pub group: Option<ElementId>,
    pub is_else: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Automaton {
    pub elements: Vec<Element>,
    labels: HashMap<LabelId, ElementId>,
    pub start: ElementId,
}

/// Where the builder is.
#[derive(Clone, Debug, Default)]
struct Around {
    atomic: bool,
    d_step: Option<ElementId>,
    escapes: Vec<ElementId>,
    /// Where `break` leads.
    after_loop: Option<ElementId>,
}

impl Automaton {
    /// `is_special` tells labels that make a control state of a jump that carries them.
    pub fn new(body: &Block, is_special: &dyn Fn(LabelId) -> bool) -> Automaton {
        let mut automaton = Automaton::default();
        let end = automaton.push(Node::End, 0, &Around::default(), body.span);
        let around = Around::default();
        let first = automaton.sequence(&body.statements, end, &around, false, is_special);
        automaton.start = automaton.hunt(first, false);
        automaton
    }

    fn push(&mut self, node: Node, next: ElementId, around: &Around, span: Span) -> ElementId {
        self.elements.push(Element {
            node,
            next,
            atomic: around.atomic,
            d_step: around.d_step,
            labels: Vec::new(),
            is_marked: false,
            escapes: around.escapes.clone(),
            span,
        });
        self.elements.len() - 1
    }

    /// Builds statements from the last to the first; `ends_atomic`: the last one ends an atomic sequence.
    fn sequence(
        &mut self,
        statements: &[Stmt],
        next: ElementId,
        around: &Around,
        ends_atomic: bool,
        is_special: &dyn Fn(LabelId) -> bool,
    ) -> ElementId {
        let mut first = next;
        for (number, stmt) in statements.iter().enumerate().rev() {
            let ends = ends_atomic && number + 1 == statements.len();
            first = self.statement(stmt, first, around, ends, is_special);
        }
        first
    }

    fn statement(
        &mut self,
        stmt: &Stmt,
        next: ElementId,
        around: &Around,
        ends: bool,
        is_special: &dyn Fn(LabelId) -> bool,
    ) -> ElementId {
        let last = Around {
            atomic: around.atomic && !ends,
            ..around.clone()
        };
        let span = stmt.span;
        let id = match &stmt.kind {
            StmtKind::Goto(label) => self.push(Node::Pass(Jump::To(*label)), next, &last, span),
            StmtKind::Break => {
                let to = around.after_loop.unwrap_or(next);
                self.push(Node::Pass(Jump::Break), to, &last, span)
            }
            StmtKind::If(options) => {
                let join = self.push(Node::Pass(Jump::Join("fi")), next, &last, span);
                self.selection(options, join, around, is_special, span)
            }
            StmtKind::Do(options) => {
                self.repetition(options, next, (around, &last), is_special, span)
            }
            StmtKind::Block(body) => {
                let inside = &body.statements;
                let first = self.sequence(inside, next, around, ends, is_special);
                self.push(Node::Enter(first), next, around, span)
            }
            StmtKind::Atomic(body) => {
                let outside = around.atomic && !ends;
                let inside = Around {
                    atomic: true,
                    ..around.clone()
                };
                let first = self.sequence(&body.statements, next, &inside, !outside, is_special);
                self.push(Node::Enter(first), next, around, span)
            }
            StmtKind::DStep(body) => self.d_step(body, next, &last, is_special, span),
            StmtKind::Unless { body, escape } => {
                let escape = self.sequence(bare(escape), next, around, ends, is_special);
                let mut inside = around.clone();
                inside.escapes.push(escape);
                let main = self.sequence(bare(body), next, &inside, ends, is_special);
                self.push(Node::Unless(main), next, around, span)
            }
            _ => self.push(Node::Step(Box::new(stmt.clone())), next, &last, span),
        };
        self.attach(id, stmt, around, is_special)
    }

    /// Gives an element its labels. A jump at which a special label stands becomes a control state.
    fn attach(
        &mut self,
        id: ElementId,
        stmt: &Stmt,
        around: &Around,
        is_special: &dyn Fn(LabelId) -> bool,
    ) -> ElementId {
        let is_jump = matches!(stmt.kind, StmtKind::Goto(_) | StmtKind::Break);
        let is_marked = stmt.labels.iter().any(|label| is_special(*label));
        let id = match is_jump && is_marked {
            true => {
                let skip = Stmt {
                    labels: Vec::new(),
                    kind: StmtKind::Nothing,
                    span: stmt.span,
                    origin: stmt.origin.clone(),
                };
                self.push(Node::Step(Box::new(skip)), id, around, stmt.span)
            }
            false => id,
        };
        for label in &stmt.labels {
            self.labels.insert(*label, id);
        }
        self.elements[id].labels.extend(&stmt.labels);
        let is_unless = matches!(stmt.kind, StmtKind::Unless { .. });
        self.elements[id].is_marked = is_marked || is_unless && !stmt.labels.is_empty();
        id
    }

    fn selection(
        &mut self,
        options: &[Block],
        next: ElementId,
        around: &Around,
        is_special: &dyn Fn(LabelId) -> bool,
        span: Span,
    ) -> ElementId {
        let (others, plain): (Vec<&Block>, Vec<&Block>) = options.iter().partition(|option| {
            let first = option.statements.first();
            first.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Else))
        });
        let ordered = plain.into_iter().chain(others);
        let firsts = ordered
            .map(|option| self.sequence(&option.statements, next, around, false, is_special));
        let firsts = firsts.collect();
        self.push(Node::Select(firsts), next, around, span)
    }

    fn repetition(
        &mut self,
        options: &[Block],
        next: ElementId,
        (around, last): (&Around, &Around),
        is_special: &dyn Fn(LabelId) -> bool,
        span: Span,
    ) -> ElementId {
        // The loop refers to itself: a place is taken first and filled afterwards.
        let exit = self.push(Node::Pass(Jump::Join("od")), next, last, span);
        let head = self.push(Node::Enter(0), next, around, span);
        let inside = Around {
            after_loop: Some(exit),
            ..around.clone()
        };
        let select = self.selection(options, head, &inside, is_special, span);
        self.elements[head].node = self.elements[select].node.clone();
        head
    }

    fn d_step(
        &mut self,
        body: &Block,
        next: ElementId,
        last: &Around,
        is_special: &dyn Fn(LabelId) -> bool,
        span: Span,
    ) -> ElementId {
        let head = self.push(Node::DStep(0), next, last, span);
        let inside = Around {
            atomic: false,
            d_step: Some(head),
            escapes: Vec::new(),
            after_loop: None,
        };
        let first = self.sequence(&body.statements, next, &inside, false, is_special);
        self.elements[head].node = Node::DStep(first);
        head
    }

    pub fn label(&self, label: LabelId) -> Option<ElementId> {
        self.labels.get(&label).copied()
    }

    /// The element one jump further, if this one is a jump.
    fn jump(&self, id: ElementId) -> Option<ElementId> {
        match &self.elements[id].node {
            Node::Pass(Jump::To(label)) => self.label(*label),
            Node::Pass(Jump::Break | Jump::Join(_)) => Some(self.elements[id].next),
            Node::Unless(main) if !self.elements[id].is_marked => Some(*main),
            _ => None,
        }
    }

    /// Where a step to an element really leads.
    fn hunt(&self, id: ElementId, from_atomic: bool) -> ElementId {
        let mut at = id;
        // A chain of jumps that comes back to itself has no end.
        for _ in 0..=self.elements.len() {
            match self.jump(at) {
                Some(next) if from_atomic && !self.is_atomic(next) => return at,
                Some(next) => at = next,
                None => return at,
            }
        }
        at
    }

    /// Whether the process goes on alone after an element. A jump out of an atomic sequence ends it.
    fn is_atomic(&self, id: ElementId) -> bool {
        let element = &self.elements[id];
        match &element.node {
            Node::Pass(Jump::To(label)) => {
                let target = self.label(*label);
                element.atomic && target.is_some_and(|target| self.elements[target].atomic)
            }
            _ => element.atomic,
        }
    }

    /// The same for a step: what is inside a d_step ends as the d_step does.
    pub fn goes_on_alone(&self, id: ElementId) -> bool {
        match self.elements[id].d_step {
            Some(head) => self.elements[head].atomic,
            None => self.is_atomic(id),
        }
    }

    /// All ways out of a control state, in the order in which they are tried.
    pub fn transitions(&self, id: ElementId) -> Vec<Transition> {
        let mut found = Vec::new();
        let escapes = &self.elements[id].escapes;
        for (number, escape) in escapes.iter().enumerate() {
            self.collect(*escape, 1 + number as u32, None, &mut found);
        }
        self.collect(id, 0, self.elements[id].d_step, &mut found);
        found
    }

    fn collect(
        &self,
        id: ElementId,
        level: u32,
        group: Option<ElementId>,
        found: &mut Vec<Transition>,
    ) {
        let element = &self.elements[id];
        match &element.node {
            Node::End => {}
            Node::Select(firsts) => {
                for first in firsts {
                    self.collect(*first, level, group, found);
                }
            }
            Node::Enter(first) => self.collect(*first, level, group, found),
            Node::Unless(main) => {
                let outer = element.escapes.len();
                let own = self.elements[*main].escapes.iter().enumerate().skip(outer);
                for (number, escape) in own {
                    self.collect(*escape, 1 + number as u32, None, found);
                }
                self.collect(*main, level, group, found);
            }
            Node::DStep(first) => self.collect(*first, level, Some(id), found),
            Node::Step(stmt) => found.push(Transition {
                element: id,
                target: self.hunt(element.next, self.goes_on_alone(id)),
                level,
                group,
                is_else: matches!(stmt.kind, StmtKind::Else),
            }),
            Node::Pass(_) => found.push(Transition {
                element: id,
                target: self.hunt(self.jump(id).unwrap_or(id), self.goes_on_alone(id)),
                level,
                group,
                is_else: false,
            }),
        }
    }
}

/// The statements of a part of an `unless`: a block there is no element of its own.
fn bare(stmt: &Stmt) -> &[Stmt] {
    match &stmt.kind {
        StmtKind::Block(body) if stmt.labels.is_empty() => &body.statements,
        _ => std::slice::from_ref(stmt),
    }
}
