//! What the interpreter works with: its memory, in which an address is one number, whatever it
//! points to, and what is known of the step under way.

use super::Message;
use super::channels::Offer;
use super::memory::Memory;
use super::shadow::Origin;
use crate::{Fault, FaultKind, Program};
use cranelift_entity::EntityRef;
use weyl_budget::{Budget, go_on_from_far};
use weyl_ir::layout::{Frame, Located, ScalarShape, Shape};
use weyl_ir::{LocalId, LocalKind, Locals, PropertyId};
use weyl_source::Span;

/// A value, or the run-time error that took its place.
pub(super) type Value<T> = Result<T, Box<Fault>>;

/// Where the locals of what is being executed lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope<'p> {
    pub locals: &'p Locals,
    pub frame: &'p Frame,
    pub base: u32,
    pub first_reference: u32,
}

/// What a place comes to, and a reference stands for.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Target {
    pub at: Located,
    /// The flag of the innermost position of a multiset around the place. Emptying a position
    /// clears all flags in it, so while this one is set the place is there.
    pub flag: Option<u32>,
}

/// A value, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    pub value: i128,
    pub origin: Origin,
}

impl Carried {
    pub fn computed(value: i128) -> Carried {
        let origin = Origin::COMPUTED;
        Carried { value, origin }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Machine<'p> {
    pub program: &'p Program,
    pub memory: Memory<'p>,
    /// What locals of kind `Reference` stand for, scope after scope.
    pub references: Vec<Target>,
    pub scope: Scope<'p>,
    pub depth: u32,
    /// What `put` prints, if somebody wants to know.
    pub output: Option<String>,
    /// What was sent and received, if somebody wants to know.
    pub messages: Option<Vec<Message>>,
    /// A message on a rendezvous channel that waits for a partner.
    pub offer: Option<Offer>,
    /// Whether nobody could do anything else.
    pub timeout: bool,
    /// The processes of which is being asked whether they are enabled.
    pub asked: Vec<u32>,
    /// Assertions that failed in a step that went on.
    pub failures: Vec<Fault>,
    /// The covers that the step has hit so far.
    pub hits: Vec<PropertyId>,
    /// What failed in instances and turns without an order, apart from what ends the step.
    pub noted: Vec<Fault>,
    /// How many loops without an order are under way; 0 in a `while`.
    pub unordered: u32,
    pub budget: Option<Budget>,
    /// Turns of loops, values of bound variables and parameters, rules that were tried so far.
    pub work: u64,
    /// When there has been so much of it, the step is interrupted.
    pub most_work: u64,
}

/// Work between two looks at the budget.
const WORK: u64 = 4096;

impl<'p> Machine<'p> {
    pub fn new(program: &'p Program, scope: Scope<'p>) -> Machine<'p> {
        Machine {
            program,
            memory: Memory::new(program.layout.size),
            references: Vec::new(),
            scope,
            depth: 0,
            output: None,
            messages: None,
            offer: None,
            timeout: false,
            asked: Vec::new(),
            failures: Vec::new(),
            hits: Vec::new(),
            noted: Vec::new(),
            unordered: 0,
            budget: None,
            work: 0,
            most_work: u64::MAX,
        }
    }

    /// What was printed since the last time.
    pub fn take_output(&mut self) -> String {
        self.output.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// The messages since the last time.
    pub fn take_messages(&mut self) -> Vec<Message> {
        let messages = self.messages.as_mut();
        messages.map(std::mem::take).unwrap_or_default()
    }

    /// Forgets what a rule printed, sent and failed at.
    pub fn forget_effects(&mut self) {
        self.take_output();
        self.take_messages();
        self.failures.clear();
        self.noted.clear();
    }

    /// Counts a turn of something that may take long.
    pub fn tick(&mut self, span: Span) -> Value<()> {
        self.work += 1;
        let is_time = self.work.is_multiple_of(WORK);
        let is_spent = || {
            go_on_from_far();
            self.budget.as_ref().is_some_and(Budget::is_spent)
        };
        if self.work > self.most_work || is_time && is_spent() {
            return Err(Fault::new(FaultKind::Interrupted, span));
        }
        Ok(())
    }

    pub fn state(&self) -> &[u8] {
        &self.memory.bytes()[..self.program.layout.size]
    }

    pub fn set_state(&mut self, state: &[u8]) {
        self.memory.set_state(state, None);
    }

    /// Makes the frame of a rule or property the only one.
    pub fn enter_root(&mut self, locals: &'p Locals, frame: &'p Frame) {
        let size = self.program.layout.size;
        self.memory.resize(size);
        self.references.clear();
        self.enter(locals, frame);
    }

    /// Opens a new scope on top; every local in it is undefined.
    pub fn enter(&mut self, locals: &'p Locals, frame: &'p Frame) -> Scope<'p> {
        let scope = Scope {
            locals,
            frame,
            base: self.memory.len() as u32,
            first_reference: self.references.len() as u32,
        };
        self.memory.resize(self.memory.len() + frame.size as usize);
        let references = self.references.len() + locals.len();
        self.references.resize(references, Target::default());
        std::mem::replace(&mut self.scope, scope)
    }

    /// Closes the scope on top and goes back to the one before it.
    pub fn leave(&mut self, previous: Scope<'p>) {
        self.memory.resize(self.scope.base as usize);
        self.references
            .truncate(self.scope.first_reference as usize);
        self.scope = previous;
    }

    /// Makes every local of the present scope undefined again.
    pub fn reset_locals(&mut self) {
        let start = self.scope.base;
        self.memory.clear(start..start + self.scope.frame.size);
    }

    pub fn local(&self, local: LocalId) -> Target {
        let scope = &self.scope;
        if scope.locals[local].kind == LocalKind::Reference {
            return self.references[scope.first_reference as usize + local.index()];
        }
        Target {
            at: self.stored(local),
            flag: None,
        }
    }

    /// Where a local with storage of its own lies.
    pub fn stored(&self, local: LocalId) -> Located {
        let located = self.scope.frame.locals[local];
        Located {
            offset: self.scope.base + located.offset,
            shape: located.shape,
        }
    }

    pub fn bind(&mut self, local: LocalId, to: Target) {
        self.references[self.scope.first_reference as usize + local.index()] = to;
    }

    /// Gives a bound variable its value; the value belongs to its type.
    pub fn set_bound(&mut self, local: LocalId, value: i128, span: Span) -> Value<()> {
        self.store(self.stored(local), value, span)
    }

    #[inline]
    pub fn scalar(&self, at: Located) -> &'p ScalarShape {
        let Shape::Scalar(scalar) = &self.program.layout.shapes[at.shape] else {
            unreachable!("the verifier lets only scalars be read and assigned")
        };
        scalar
    }

    /// The value of a scalar, `None` if it is undefined.
    #[inline]
    pub fn peek(&self, at: Located) -> Option<i128> {
        let scalar = self.scalar(at);
        scalar.decode(self.memory.load(scalar, at.offset))
    }

    pub fn load(&self, at: Located, span: Span) -> Value<i128> {
        match self.peek(at) {
            Some(value) => Ok(value),
            None => Err(Fault::new(FaultKind::Undefined, span)),
        }
    }

    pub fn store(&mut self, at: Located, value: i128, span: Span) -> Value<()> {
        self.store_carried(at, Carried::computed(value), span)
    }

    /// Stores a value that comes from elsewhere.
    #[inline]
    pub fn store_carried(&mut self, at: Located, carried: Carried, span: Span) -> Value<()> {
        let scalar = self.scalar(at);
        if carried.origin != Origin::COMPUTED {
            self.memory.settle(carried.origin, scalar);
        }
        let Some(code) = scalar.encode(carried.value) else {
            let (value, lo, hi) = (carried.value, scalar.lo, scalar.hi);
            return Err(Fault::new(FaultKind::OutOfRange { value, lo, hi }, span));
        };
        let origin = carried.origin;
        self.memory.store_from(scalar, at.offset, code, origin);
        Ok(())
    }

    /// Not every scalar can be undefined, and through a reference that shows only now.
    pub fn undefine(&mut self, at: Located, span: Span) -> Value<()> {
        let scalar = self.scalar(at);
        if !scalar.undefinable {
            return Err(Fault::new(FaultKind::Undefined, span));
        }
        self.memory.store(scalar, at.offset, 0);
        Ok(())
    }

    /// What one scalar holds, undefined or not, to another.
    pub fn copy_scalar(&mut self, to: Located, from: Located, span: Span) -> Value<()> {
        let (source, target) = (self.scalar(from), self.scalar(to));
        let origin = self.memory.origin(from.offset);
        self.memory.settle(origin, target);
        match source.decode(self.memory.glance(source, from.offset)) {
            Some(value) => self.store_carried(to, Carried { value, origin }, span),
            None => {
                self.undefine(to, span)?;
                self.memory.store_from(target, to.offset, 0, origin);
                Ok(())
            }
        }
    }
}
