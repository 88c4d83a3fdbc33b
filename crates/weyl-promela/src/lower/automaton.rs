//! The control automaton of a process: which statements are steps, and where they lead.
//!
//! It is SPIN's automaton without statement merging, since stored states are compared with SPIN's:
//! every statement is an element; a step leads to the next element, past jumps and joins, unless
//! that would leave an atomic sequence (`huntele` in SPIN's sources; `docs/spin-compatibility.md`
//! has the rules).

use super::desugar;
use super::numbering::{Counting, Numbers, is_bare};
use crate::resolved::{Block, LabelId, Stmt, StmtKind};
use std::collections::HashMap;
use weyl_budget::go_on;
use weyl_source::Span;

pub(super) type ElementId = usize;

#[derive(Clone, Debug)]
pub(super) enum Node {
    /// A statement that is a step.
    Step(Box<Stmt>),
    /// An unconditional step: a jump, a `break`, the join behind a selection. The target is where
    /// it leads.
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
    /// Behind an `if`, a `do` or an `unless`: what it is called.
    Join(&'static str),
}

#[derive(Clone, Debug)]
pub(super) struct Element {
    pub node: Node,
    /// The number that SPIN gives it.
    pub number: u32,
    pub next: ElementId,
    /// The process goes on alone after it.
    pub atomic: bool,
    /// It is part of an atomic sequence, maybe the last.
    in_atomic: bool,
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
    in_atomic: bool,
    d_step: Option<ElementId>,
    escapes: Vec<ElementId>,
    /// Where `break` leads.
    after_loop: Option<ElementId>,
}

impl Automaton {
    pub fn new(body: &Block, counting: &Counting<'_>) -> Automaton {
        let mut automaton = Automaton::default();
        let around = Around::default();
        let last = counting.size(&body.statements) + 1;
        let end = automaton.push(Node::End, last, 0, &around, body.span);
        let statements = counting.sequence(&body.statements, 1);
        let first = automaton.sequence(&statements, end, &around, false, counting);
        automaton.start = automaton.hunt(first, false);
        automaton
    }

    fn push(
        &mut self,
        node: Node,
        number: u32,
        next: ElementId,
        around: &Around,
        span: Span,
    ) -> ElementId {
        self.elements.push(Element {
            node,
            number,
            next,
            atomic: around.atomic,
            in_atomic: around.in_atomic,
            d_step: around.d_step,
            labels: Vec::new(),
            is_marked: false,
            escapes: around.escapes.clone(),
            span,
        });
        self.elements.len() - 1
    }

    /// Builds statements from the last to the first; `ends_atomic`: the last one ends an atomic
    /// sequence.
    fn sequence(
        &mut self,
        statements: &[(&Stmt, Numbers)],
        next: ElementId,
        around: &Around,
        ends_atomic: bool,
        counting: &Counting<'_>,
    ) -> ElementId {
        go_on();
        let mut first = next;
        for (place, (stmt, numbers)) in statements.iter().enumerate().rev() {
            let ends = ends_atomic && place + 1 == statements.len();
            first = self.statement(stmt, *numbers, first, around, ends, counting);
        }
        first
    }

    fn statement(
        &mut self,
        stmt: &Stmt,
        numbers: Numbers,
        next: ElementId,
        around: &Around,
        ends: bool,
        counting: &Counting<'_>,
    ) -> ElementId {
        let last = Around {
            atomic: around.atomic && !ends,
            ..around.clone()
        };
        let (span, own) = (stmt.span, numbers.own);
        let id = match &stmt.kind {
            StmtKind::Goto(label) => {
                self.push(Node::Pass(Jump::To(*label)), own, next, &last, span)
            }
            StmtKind::Break => {
                let to = around.after_loop.unwrap_or(next);
                self.push(Node::Pass(Jump::Break), own, to, &last, span)
            }
            StmtKind::If(options) => {
                let join = self.join("fi", own + 1, next, &last, span);
                let options = counting.options(options, numbers.inside);
                let firsts = self.options(&options, join, around, counting);
                self.push(Node::Select(firsts), own, join, around, span)
            }
            StmtKind::Do(options) => {
                let options = counting.options(options, numbers.inside);
                self.repetition(&options, own, next, (around, &last), counting, span)
            }
            StmtKind::Select { variable, to, .. } => {
                let options = desugar::select_options(variable, to, span, &stmt.origin);
                let mut options = counting.options(&options, numbers.inside);
                // SPIN numbers the step before the way out, and tries it after.
                options.reverse();
                self.repetition(&options, own, next, (around, &last), counting, span)
            }
            StmtKind::Block(body) => {
                self.block(body, numbers, next, (around, ends), counting, span)
            }
            // Inside a d_step another one is a block.
            StmtKind::DStep(body) if around.d_step.is_some() => {
                self.block(body, numbers, next, (around, ends), counting, span)
            }
            StmtKind::Atomic(body) => {
                let outside = around.atomic && !ends;
                let inside = Around {
                    atomic: true,
                    in_atomic: true,
                    ..around.clone()
                };
                let statements = counting.sequence(&body.statements, numbers.inside);
                let first = self.sequence(&statements, next, &inside, !outside, counting);
                self.push(Node::Enter(first), own, next, around, span)
            }
            StmtKind::DStep(body) => self.d_step(body, numbers, next, &last, counting, span),
            StmtKind::Unless { body, escape } => {
                let of = counting.unless(stmt, body, escape, numbers);
                let join = self.join("end of unless", own + 1, next, &last, span);
                let escape = self.part(escape, of.escape, join, around, counting);
                let mut inside = around.clone();
                inside.escapes.push(escape);
                let main = self.part(body, of.main, join, &inside, counting);
                self.push(Node::Unless(main), of.own, next, around, span)
            }
            _ => self.push(Node::Step(Box::new(stmt.clone())), own, next, &last, span),
        };
        self.attach(id, stmt, around, counting)
    }

    fn block(
        &mut self,
        body: &Block,
        numbers: Numbers,
        next: ElementId,
        (around, ends): (&Around, bool),
        counting: &Counting<'_>,
        span: Span,
    ) -> ElementId {
        let statements = counting.sequence(&body.statements, numbers.inside);
        let first = self.sequence(&statements, next, around, ends, counting);
        self.push(Node::Enter(first), numbers.own, next, around, span)
    }

    /// A part of an `unless`.
    fn part(
        &mut self,
        part: &Stmt,
        numbers: Numbers,
        next: ElementId,
        around: &Around,
        counting: &Counting<'_>,
    ) -> ElementId {
        let statements = match &part.kind {
            StmtKind::Block(body) if is_bare(part) => {
                counting.sequence(&body.statements, numbers.inside)
            }
            _ => vec![(part, numbers)],
        };
        self.sequence(&statements, next, around, false, counting)
    }

    /// The place behind a selection or an `unless`. No escape guards it.
    fn join(
        &mut self,
        name: &'static str,
        number: u32,
        next: ElementId,
        around: &Around,
        span: Span,
    ) -> ElementId {
        let around = Around {
            escapes: Vec::new(),
            ..around.clone()
        };
        self.push(Node::Pass(Jump::Join(name)), number, next, &around, span)
    }

    /// Gives an element its labels. A jump at which a special label stands becomes a control state.
    fn attach(
        &mut self,
        id: ElementId,
        stmt: &Stmt,
        around: &Around,
        counting: &Counting<'_>,
    ) -> ElementId {
        let is_jump = matches!(stmt.kind, StmtKind::Goto(_) | StmtKind::Break);
        let mut labels = stmt.labels.iter();
        let is_marked = labels.any(|label| (counting.is_special)(*label));
        let id = if is_jump && is_marked {
            let skip = Stmt {
                labels: Vec::new(),
                kind: StmtKind::Nothing,
                span: stmt.span,
                origin: stmt.origin.clone(),
            };
            let number = self.elements[id].number + 1;
            self.push(Node::Step(Box::new(skip)), number, id, around, stmt.span)
        } else {
            id
        };
        for label in &stmt.labels {
            self.labels.insert(*label, id);
        }
        self.elements[id].labels.extend(&stmt.labels);
        let is_unless = matches!(stmt.kind, StmtKind::Unless { .. });
        self.elements[id].is_marked = is_marked || is_unless && !stmt.labels.is_empty();
        id
    }

    /// The first element of each option; those of `else` last.
    fn options(
        &mut self,
        options: &[(&Block, u32)],
        next: ElementId,
        around: &Around,
        counting: &Counting<'_>,
    ) -> Vec<ElementId> {
        let (others, plain): (Vec<_>, Vec<_>) = options.iter().partition(|(option, _)| {
            let first = option.statements.first();
            first.is_some_and(|stmt| matches!(stmt.kind, StmtKind::Else))
        });
        let ordered = plain.into_iter().chain(others);
        let firsts = ordered.map(|(option, first)| {
            let statements = counting.sequence(&option.statements, first);
            self.sequence(&statements, next, around, false, counting)
        });
        firsts.collect()
    }

    fn repetition(
        &mut self,
        options: &[(&Block, u32)],
        number: u32,
        next: ElementId,
        (around, last): (&Around, &Around),
        counting: &Counting<'_>,
        span: Span,
    ) -> ElementId {
        // The loop refers to itself: a place is taken first and filled afterwards.
        let exit = self.push(Node::Pass(Jump::Join("od")), number + 2, next, last, span);
        let head = self.push(Node::Enter(0), number, next, around, span);
        let inside = Around {
            after_loop: Some(exit),
            ..around.clone()
        };
        let firsts = self.options(options, head, &inside, counting);
        self.elements[head].node = Node::Select(firsts);
        head
    }

    fn d_step(
        &mut self,
        body: &Block,
        numbers: Numbers,
        next: ElementId,
        last: &Around,
        counting: &Counting<'_>,
        span: Span,
    ) -> ElementId {
        let head = self.push(Node::DStep(0), numbers.own, next, last, span);
        let inside = Around {
            atomic: false,
            in_atomic: false,
            d_step: Some(head),
            escapes: Vec::new(),
            after_loop: None,
        };
        let statements = counting.sequence(&body.statements, numbers.inside);
        let first = self.sequence(&statements, next, &inside, false, counting);
        self.elements[head].node = Node::DStep(first);
        head
    }

    /// How many numbers SPIN gives to elements of it: the end of the process has the last.
    pub fn size(&self) -> u32 {
        self.elements.first().map_or(0, |end| end.number)
    }

    /// The number that a trail has for a step that leaves a control state, counted from the first
    /// one of the automaton. A d_step is one step: `None` inside.
    pub fn statement_number(&self, from: ElementId, transition: Transition) -> Option<u32> {
        if self.continues_d_step(from, transition) {
            return None;
        }
        let element = transition.group.unwrap_or(transition.element);
        Some(self.elements[element].number - 1)
    }

    /// Whether a step that leaves a control state goes on with a d_step that has begun before.
    pub fn continues_d_step(&self, from: ElementId, transition: Transition) -> bool {
        transition.group.is_some() && self.elements[from].d_step == transition.group
    }

    /// The numbers of control states, in the order of their locations. Inside a d_step a process is
    /// for SPIN still where it came from.
    pub fn state_numbers(&self, locations: &HashMap<ElementId, u32>) -> Vec<u32> {
        let mut numbers = vec![0; locations.len()];
        for (id, location) in locations {
            let came_from = self.elements[*id]
                .d_step
                .and_then(|d_step| self.entry(d_step, locations));
            numbers[*location as usize] = self.elements[came_from.unwrap_or(*id)].number;
        }
        numbers
    }

    /// The first control state from which a d_step can be entered.
    fn entry(&self, d_step: ElementId, locations: &HashMap<ElementId, u32>) -> Option<ElementId> {
        let enters = |id: &ElementId| {
            let mut transitions = self.transitions(*id).into_iter();
            self.elements[*id].d_step.is_none()
                && transitions.any(|transition| transition.group == Some(d_step))
        };
        let entries = locations.iter().filter(|(id, _)| enters(id));
        entries.min_by_key(|(_, at)| **at).map(|(id, _)| *id)
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

    /// Whether the process goes on alone after an element. A jump does not end a sequence if it
    /// leads into one, its last statement included (`patch_atomic` in SPIN's sources).
    fn is_atomic(&self, id: ElementId) -> bool {
        let element = &self.elements[id];
        match &element.node {
            Node::Pass(Jump::To(_) | Jump::Break) => {
                let target = self.jump(id);
                element.in_atomic && target.is_some_and(|target| self.elements[target].in_atomic)
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
