//! Loops over names: whether their turns may be taken in any order.
//!
//! The idea is the dependence test of vectorising compilers: no place that one turn writes is read
//! or written by another. Two accesses are apart if, at some step of their paths, both are indexed
//! by the loop variable, or they differ in a field or a constant. Calls are followed with their
//! arguments, so that references stand for their places. What differs here: places are names of a
//! finite program, so there is no arithmetic on indices; writes of one constant, or of what one
//! place holds that the loop does not write, and commutative updates that the loop does not read
//! are no dependences; a local of the rule that each turn writes before it reads it is private to
//! the turn, and what is left in it after the loop must not be read.
//!
//! There is a limit to how much is looked at. So each loop is first looked at alone (`alone.rs`);
//! only what has to be known of its surroundings is decided by walking rules with all their calls,
//! and what is too much there speaks against no loop that was understood alone.

mod access;
mod alone;
mod calls;
mod conflicts;
mod exprs;
mod flow;
mod place;
mod room;
mod stmts;
mod updates;

use crate::pin::{Cause, Dependence, Pins};
use access::{Access, Moment, SourceId};
use alone::Alone;
use flow::Flow;
use place::{FrameId, Slot, Spot};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use weyl_ir::visit::{walk_expr, walk_rule};
use weyl_ir::{Binding, Block, Expr, FunctionId, Locals, Model, Rule, SortId};
use weyl_source::Span;

/// How many calls are followed from one rule, or one loop that is looked at alone.
const MOST_CALLS: u32 = 5_000;
/// How deep calls are followed.
const MOST_DEPTH: usize = 16;
/// How many accesses of one rule are compared.
const MOST_ACCESSES: usize = 5_000;

/// How much of one rule is looked at, calls and repetitions included.
const MOST_MOMENTS: Moment = 200_000;

pub(crate) fn find<'m>(model: &'m Model, pins: &mut Pins<'m>) {
    let alone = Rc::new(Alone::of(model));
    for rule in model.starts.values().chain(model.rules.values()) {
        let mut walk = Walk::new(model, pins, &rule.locals);
        walk.alone = alone.clone();
        walk.rule(rule);
        walk.give_up_if_too_long(&|loops| walk_rule(loops, rule));
    }
    for property in model.properties.values() {
        let mut walk = Walk::new(model, pins, &property.locals);
        walk.alone = alone.clone();
        walk.parameters(&property.parameters);
        walk.expr(&property.condition);
        walk.give_up_if_too_long(&|loops| walk_expr(loops, &property.condition));
    }
}

/// An activation under way.
struct Frame<'m> {
    id: FrameId,
    function: Option<FunctionId>,
    locals: &'m Locals,
    /// How many loops over names were under way when it began.
    loops: usize,
    /// What holds after one of its `return`s.
    returned: Option<Flow>,
}

/// A loop over names under way.
struct Loop {
    number: usize,
    over: Span,
    variable: Slot,
    /// What is pinned if its turns are not independent.
    sorts: BTreeSet<SortId>,
    start: Moment,
    first_access: usize,
    first_failure: usize,
    /// Activations from this one on belong to a turn.
    first_frame: FrameId,
    /// What its turns copy and do not write, once all of it is known.
    steady: BTreeSet<SourceId>,
}

/// Which calls are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Follow {
    All,
    /// Those in this loop.
    In(Span),
    None,
}

/// Loops that are done: what is needed if something of theirs is read later.
struct Done {
    over: Span,
    sorts: BTreeSet<SortId>,
}

struct Walk<'m, 'p> {
    model: &'m Model,
    pins: &'p mut Pins<'m>,
    /// `None`: this point is never reached.
    flow: Option<Flow>,
    frames: Vec<Frame<'m>>,
    loops: Vec<Loop>,
    done: Vec<Done>,
    accesses: Vec<Access>,
    /// Places that are copied from.
    sources: Vec<Spot>,
    /// What else may fail, and when.
    failures: Vec<(Moment, Span)>,
    /// When bound variables got their values.
    bound_at: BTreeMap<Slot, Moment>,
    branch: Rc<Vec<u32>>,
    apart: Rc<Vec<(Slot, Slot)>>,
    moment: Moment,
    frame_count: u32,
    calls: u32,
    /// How many `while` loops are under way inside loops over names.
    whiles: u32,
    /// Where it became too much to look at.
    gave_up: Option<Span>,
    follow: Follow,
    /// What is known without the surroundings of loops.
    alone: Rc<Alone>,
}

impl<'m, 'p> Walk<'m, 'p> {
    fn new(model: &'m Model, pins: &'p mut Pins<'m>, locals: &'m Locals) -> Walk<'m, 'p> {
        let root = Frame {
            id: FrameId(0),
            function: None,
            locals,
            loops: 0,
            returned: None,
        };
        Walk {
            model,
            pins,
            flow: Some(Flow::default()),
            frames: vec![root],
            loops: Vec::new(),
            done: Vec::new(),
            accesses: Vec::new(),
            sources: Vec::new(),
            failures: Vec::new(),
            bound_at: BTreeMap::new(),
            branch: Rc::default(),
            apart: Rc::default(),
            moment: 0,
            frame_count: 1,
            calls: 0,
            whiles: 0,
            gave_up: None,
            follow: Follow::All,
            alone: Rc::default(),
        }
    }

    fn rule(&mut self, rule: &'m Rule) {
        self.parameters(&rule.parameters);
        if let Some(control) = &rule.control {
            self.spots(&control.location);
        }
        self.expr(&rule.guard);
        self.block(&rule.body);
    }

    fn frame(&self) -> &Frame<'m> {
        &self.frames[self.frames.len() - 1]
    }

    fn slot(&self, local: weyl_ir::LocalId) -> Slot {
        Slot {
            frame: self.frame().id,
            local,
        }
    }

    fn next_moment(&mut self) -> Moment {
        self.moment += 1;
        self.moment
    }

    fn bind_variable(&mut self, binding: &'m Binding) -> Slot {
        self.domain(&binding.domain);
        let slot = self.slot(binding.local);
        let moment = self.next_moment();
        self.bound_at.insert(slot, moment);
        slot
    }

    fn parameters(&mut self, bindings: &'m [Binding]) {
        for binding in bindings {
            self.bind_variable(binding);
        }
    }

    /// Notes that something may fail here.
    fn may_fail(&mut self, at: Span) {
        if !self.loops.is_empty() {
            let moment = self.next_moment();
            self.failures.push((moment, at));
        }
    }

    fn depends(&mut self, on: usize, because: Dependence) {
        let Loop { over, sorts, .. } = &self.loops[on];
        self.blame(*over, sorts.clone(), because);
    }

    /// Something speaks against a loop.
    fn blame(&mut self, over: Span, sorts: BTreeSet<SortId>, because: Dependence) {
        if !self.alone.independent.contains(&over) {
            self.pins.pin_all(sorts, &Cause::Loop { over, because });
        }
    }

    fn all_depend(&mut self, because: &Dependence) {
        for number in 0..self.loops.len() {
            self.depends(number, because.clone());
        }
    }

    /// Walks a body that is executed any number of times. It is walked again until nothing new can
    /// hold at its start; only the last walk counts.
    fn repeated(&mut self, at: Span, walk: &mut dyn FnMut(&mut Self)) {
        const ROUNDS: usize = 8;
        let (accesses, failures) = (self.accesses.len(), self.failures.len());
        for _ in 0..ROUNDS {
            let start = self.flow.clone();
            self.accesses.truncate(accesses);
            self.failures.truncate(failures);
            walk(self);
            let end = std::mem::take(&mut self.flow);
            self.flow = Flow::join(start.clone(), end);
            let pair = self.flow.as_ref().zip(start.as_ref());
            if pair.is_none_or(|(end, start)| end.is_same_start(start)) {
                return;
            }
        }
        self.all_depend(&Dependence::Call { at });
    }

    fn body(&mut self, variable: Slot, block: &'m Block, at: Span) {
        self.in_branch(|walk| {
            walk.repeated(at, &mut |walk| {
                walk.block(block);
                if let Some(flow) = &mut walk.flow {
                    flow.forget(variable);
                }
            });
        });
    }

    fn while_body(&mut self, condition: &'m Expr, block: &'m Block, at: Span) {
        let counts = u32::from(!self.loops.is_empty());
        self.whiles += counts;
        self.in_branch(|walk| {
            walk.repeated(at, &mut |walk| {
                walk.expr(condition);
                walk.block(block);
            });
        });
        self.whiles -= counts;
        self.may_fail(at);
    }
}
