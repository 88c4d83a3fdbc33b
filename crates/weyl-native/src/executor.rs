//! The executor: machine code where there is some, the interpreter for the rest.

use crate::channels::Channels;
use crate::code::{Code, RuleFn};
use crate::compile::compile;
use crate::context::{Context, EXCLUDED_MARK, Offer, WORK, status};
use crate::packing::Packing;
use crate::turns::Processes;
use std::ptr;
use std::sync::Arc;
use weyl_budget::Budget;
use weyl_ir::{PropertyId, RuleId};
use weyl_system::{Batch, Concrete, Conditions, Fault, Firing, Interpreter, Program, Room, System};

/// Why there is no machine code on this machine.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("{0}")]
pub struct Unavailable(String);

impl Unavailable {
    pub(crate) fn new(reason: impl ToString) -> Unavailable {
        Unavailable(reason.to_string())
    }
}

impl From<cranelift_module::ModuleError> for Unavailable {
    fn from(error: cranelift_module::ModuleError) -> Unavailable {
        Unavailable::new(error)
    }
}

impl From<cranelift_codegen::settings::SetError> for Unavailable {
    fn from(error: cranelift_codegen::settings::SetError) -> Unavailable {
        Unavailable::new(error)
    }
}

impl From<cranelift_codegen::CodegenError> for Unavailable {
    fn from(error: cranelift_codegen::CodegenError) -> Unavailable {
        Unavailable::new(error)
    }
}

/// Successors that there is room for at first.
const FIRST_ROOM: usize = 64;

/// What all clones of an executor share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub code: Code,
    pub channels: Channels,
    pub processes: Option<Processes>,
}

#[derive(Debug)]
pub struct Native<'p> {
    pub(crate) program: &'p Program,
    pub(crate) shared: Arc<Shared>,
    pub(crate) interpreter: Interpreter<'p>,
    pub(crate) context: Context,
    packing: Packing,
    /// Room for the state that a step inside a turn leads to.
    pub(crate) next: Vec<u8>,
    /// Room for the instances that lead to successors, or for their rules.
    pub(crate) instances: Vec<u64>,
    /// Memory for turns.
    pub(crate) room: Room<RuleId>,
    given_up: u64,
}

impl<'p> Native<'p> {
    /// Compiles the program. The interpreter does what machine code does not, and brings its
    /// budget.
    pub fn new(interpreter: Interpreter<'p>) -> Result<Native<'p>, Unavailable> {
        let program = interpreter.program();
        let channels = Channels::new(program).ok_or_else(|| Unavailable::new("huge messages"))?;
        let mut code = compile(program)?;
        let processes = Processes::new(program, &code);
        if program.model.has_processes() && processes.is_none() {
            let reason = "processes with priorities";
            code.interpreted.push(("processes".to_string(), reason));
        }
        let shared = Arc::new(Shared {
            code,
            channels,
            processes,
        });
        Ok(Native::with(program, shared, interpreter))
    }

    /// The same executor, whose interpreter stops when the budget is spent.
    pub fn within(mut self, budget: Budget) -> Native<'p> {
        self.interpreter = self.interpreter.within(budget);
        self
    }

    fn with(program: &'p Program, shared: Arc<Shared>, interpreter: Interpreter<'p>) -> Native<'p> {
        let most = shared.processes.as_ref().map_or(0, |all| all.most);
        let context = Context {
            cursor: ptr::null_mut(),
            last: ptr::null_mut(),
            instances: ptr::null_mut(),
            last_instance: ptr::null_mut(),
            work: 0,
            timeout: 0,
            offer: Offer::NONE,
            channels: &raw const shared.channels,
            layout: &raw const program.layout,
        };
        Native {
            program,
            shared,
            interpreter,
            context,
            packing: Packing::of_this_machine(),
            next: vec![0; program.layout.size],
            instances: vec![0; FIRST_ROOM.max(most)],
            room: Room::default(),
            given_up: 0,
        }
    }

    /// Adds all firings of a rule to the batch.
    fn fire_rule(&mut self, id: RuleId, function: RuleFn, state: &[u8], batch: &mut Batch) {
        loop {
            self.begin_rule(batch);
            // SAFETY: the context points to buffers with room for what lies before its ends, to the
            // layout and the channels, all alive; the state has the layout's size; the code checks
            // for room before it writes.
            let status = unsafe { function(&raw mut self.context, state.as_ptr()) };
            match status {
                status::DONE => return self.hand_over(id, batch),
                status::FULL if batch.admits_scratch(2 * self.room()) => self.grow(),
                status::FULL => return,
                _ => {
                    self.given_up += 1;
                    return self.interpreter.fire_rule(id, state, batch);
                }
            }
        }
    }

    /// How often machine code gave up.
    pub fn given_up(&self) -> u64 {
        self.given_up
    }

    /// Rules and properties that have no machine code, and why.
    pub fn interpreted(&self) -> &[(String, &'static str)] {
        &self.shared.code.interpreted
    }

    /// Bytes for as many successors as for instances.
    fn room(&self) -> usize {
        self.instances.len() * self.program.layout.size
    }

    fn begin_rule(&mut self, batch: &mut Batch) {
        let size = self.program.layout.size;
        let room = self.instances.len();
        self.context.work = WORK;
        self.context.cursor = batch.room(self.room()).as_mut_ptr();
        self.context.instances = self.instances.as_mut_ptr();
        self.context.last = self.context.cursor.wrapping_add((room - 1) * size);
        self.context.last_instance = self.context.instances.wrapping_add(room - 1);
    }

    fn grow(&mut self) {
        self.instances.resize(2 * self.instances.len(), 0);
    }

    /// Adds what a rule has written, in the order of its instances.
    fn hand_over(&self, rule: RuleId, batch: &mut Batch) {
        let count = (self.context.instances.addr() - self.instances.as_ptr().addr()) / 8;
        let instances = self.instances[..count].iter();
        let is_excluded = |instance: &u64| instance & EXCLUDED_MARK != 0;
        let firing = |instance: &u64| Firing {
            rule,
            instance: instance & !EXCLUDED_MARK,
        };
        let size = self.program.layout.size;
        if !instances.clone().any(is_excluded) {
            return batch.add_written(size, instances.map(firing));
        }
        for instance in instances {
            if is_excluded(instance) {
                batch.push_excluded(firing(instance));
            } else {
                batch.add_written(size, [firing(instance)].into_iter());
            }
        }
    }
}

// SAFETY: the pointers of the context lead to what the executor itself owns or shares with an
// `Arc`, and to the program, which it borrows; none is used but in calls of its own methods.
unsafe impl Send for Native<'_> {}

impl Clone for Native<'_> {
    fn clone(&self) -> Self {
        let interpreter = self.interpreter.clone();
        Native::with(self.program, Arc::clone(&self.shared), interpreter)
    }
}

impl System for Native<'_> {
    fn state_size(&self) -> usize {
        self.interpreter.state_size()
    }

    fn packed_size(&self) -> usize {
        self.interpreter.packed_size()
    }

    #[inline]
    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        self.packing.pack(&self.program.packer, state, packed);
    }

    #[inline]
    fn pack_all(&self, states: &[u8], packed: &mut [u8]) {
        let sizes = (self.program.layout.size, self.program.packer.size());
        let packing = self.packing;
        packing.pack_all(&self.program.packer, (states, packed), sizes);
    }

    #[inline]
    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        self.packing.unpack(&self.program.packer, packed, state);
    }

    /// Done once: not worth compiling.
    fn initial(&mut self, batch: &mut Batch) {
        self.interpreter.initial(batch);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        assert_eq!(state.len(), self.program.layout.size);
        if self.program.model.has_processes() {
            if !self.take_turns(state, batch) {
                self.given_up += 1;
                self.interpreter.successors(state, batch);
            }
            return;
        }
        batch.clear();
        for id in self.program.model.rules.keys() {
            match self.shared.code.rules[id] {
                Some(function) => self.fire_rule(id, function, state, batch),
                None => self.interpreter.fire_rule(id, state, batch),
            }
            if batch.cut().is_some() {
                return;
            }
        }
    }

    fn may_end(&mut self, state: &[u8]) -> bool {
        self.interpreter.may_end(state)
    }
}

impl Concrete for Native<'_> {}

impl Conditions for Native<'_> {
    fn instances(&self, property: PropertyId) -> u64 {
        self.interpreter.instances(property)
    }

    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>> {
        assert_eq!(state.len(), self.program.layout.size);
        let is_instance = instance < self.program.properties[property].count;
        if let Some(function) = self.shared.code.properties[property].filter(|_| is_instance) {
            self.context.work = WORK;
            // SAFETY: as for rules; a property writes nothing but its own frame.
            let answer = unsafe { function(&raw mut self.context, state.as_ptr(), instance) };
            match answer {
                status::DONE => return Ok(true),
                status::DISABLED => return Ok(false),
                _ => {}
            }
        }
        self.given_up += 1;
        self.interpreter.holds(property, instance, state)
    }
}
