//! From the program representation to Cranelift's: one function for each rule and property.
//!
//! Calls are translated in place, so that the shape of everything is known where it is used: a
//! reference parameter may stand for a part of the state or for a local, whose strides differ.

mod arithmetic;
mod calls;
mod conditions;
mod domains;
mod exprs;
mod items;
mod memory;
mod messages;
mod moves;
mod multisets;
mod places;
mod stmts;

pub(crate) use items::{property, rule, turn};
pub(crate) use moves::{are_steps, moves};

use crate::context::status;
use crate::number::{Interval, Number};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, Block, BlockArg, InstBuilder, MemFlagsData, Signature, StackSlot, StackSlotData,
    StackSlotKind, Value, types,
};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_entity::SecondaryMap;
use cranelift_frontend::{FunctionBuilder, Variable};
use weyl_ir::layout::{Frame, ScalarShape, ShapeId};
use weyl_ir::{LocalId, Locals};
use weyl_system::Program;

/// What machine code is not made for; the interpreter does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub &'static str);

pub(crate) type Translated<T> = Result<T, Unsupported>;

/// Instructions in one function, more of which take too long to compile.
const MAX_INSTRUCTIONS: usize = 40_000;
/// Bytes of the locals of one rule with all that it calls.
const MAX_FRAME_BYTES: u32 = 1 << 16;

/// Where a local lives.
#[derive(Clone, Copy, Debug, Default)]
enum Home {
    /// In the frame.
    #[default]
    Memory,
    /// A bound variable: its value.
    Bound(Variable, Interval),
    /// What a reference stands for.
    Reference {
        address: Variable,
        shape: ShapeId,
        /// The address of the flag of the innermost position of a multiset around it.
        flag: Option<Variable>,
    },
}

/// The locals of a rule, property or call.
struct Scope<'p> {
    locals: &'p Locals,
    frame: &'p Frame,
    memory: Option<StackSlot>,
    homes: SecondaryMap<LocalId, Home>,
    /// Where `return` leads to.
    exit: Block,
}

pub(crate) struct Translator<'p, 'f> {
    program: &'p Program,
    target: TargetFrontendConfig,
    b: FunctionBuilder<'f>,
    scope: Scope<'p>,
    context: Value,
    /// The address of the working state at hand.
    state: Value,
    give_up: Block,
    infeasible: Block,
    /// How many loops without an order are under way.
    unordered: u32,
    /// Turns of the loops inside the one at hand that nothing counts.
    uncounted: u64,
    calls: u32,
    frame_bytes: u32,
}

/// The place of a field of [`Context`].
macro_rules! context_field {
    ($field:ident) => {
        std::mem::offset_of!($crate::context::Context, $field) as i32
    };
}
use context_field;

impl<'p, 'f> Translator<'p, 'f> {
    /// Starts a function; its parameters are those of the signature.
    fn begin(
        program: &'p Program,
        (locals, frame): (&'p Locals, &'p Frame),
        target: TargetFrontendConfig,
        mut b: FunctionBuilder<'f>,
    ) -> Translated<(Translator<'p, 'f>, Vec<Value>)> {
        let entry = b.create_block();
        b.append_block_params_for_function_params(entry);
        b.switch_to_block(entry);
        let parameters = b.block_params(entry).to_vec();
        let (give_up, infeasible) = (b.create_block(), b.create_block());
        b.set_cold_block(give_up);
        let exit = b.create_block();
        let mut translator = Translator {
            program,
            target,
            scope: Scope {
                locals,
                frame,
                memory: None,
                homes: SecondaryMap::new(),
                exit,
            },
            context: parameters[0],
            state: parameters[1],
            give_up,
            infeasible,
            unordered: 0,
            uncounted: 0,
            calls: 0,
            frame_bytes: 0,
            b,
        };
        translator.scope.memory = translator.frame_memory(frame)?;
        Ok((translator, parameters))
    }

    /// Ends the function: the blocks that all parts of it lead to.
    fn finish(mut self) {
        for (block, answer) in [
            (self.give_up, status::GIVE_UP),
            (self.infeasible, status::INFEASIBLE),
        ] {
            self.b.switch_to_block(block);
            self.answer(answer);
        }
        self.b.seal_all_blocks();
        self.b.finalize(self.target);
    }

    fn answer(&mut self, status: i64) {
        let value = self.b.ins().iconst(types::I64, status);
        self.b.ins().return_(&[value]);
    }

    /// Room for the locals of a scope.
    fn frame_memory(&mut self, frame: &Frame) -> Translated<Option<StackSlot>> {
        self.frame_bytes += frame.size;
        if self.frame_bytes > MAX_FRAME_BYTES {
            return Err(Unsupported("large locals"));
        }
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, frame.size, 3);
        Ok((frame.size > 0).then(|| self.b.create_sized_stack_slot(data)))
    }

    fn is_small_enough(&self) -> Translated<()> {
        if self.b.func.dfg.num_insts() > MAX_INSTRUCTIONS {
            Err(Unsupported("large code"))
        } else {
            Ok(())
        }
    }

    fn constant(&mut self, value: i64) -> Value {
        self.b.ins().iconst(types::I64, value)
    }

    fn number(&mut self, value: i128) -> Translated<Number> {
        let word = i64::try_from(value).map_err(|_| Unsupported("numbers beyond 64 bits"))?;
        Ok(Number {
            value: self.constant(word),
            within: Interval::constant(value),
        })
    }

    /// Goes on in a new block that nothing leads to yet: what came before has ended.
    fn begin_unreachable(&mut self) {
        let block = self.b.create_block();
        self.b.switch_to_block(block);
    }

    fn jump(&mut self, block: Block) {
        self.b.ins().jump(block, &[]);
    }

    fn jump_with(&mut self, block: Block, value: Value) {
        self.b.ins().jump(block, &[BlockArg::Value(value)]);
    }

    fn branch_on(&mut self, condition: Value, yes: Block, no: Block) {
        self.b.ins().brif(condition, yes, &[], no, &[]);
    }

    fn give_up_if(&mut self, condition: Value) {
        let next = self.b.create_block();
        self.branch_on(condition, self.give_up, next);
        self.b.switch_to_block(next);
    }

    fn give_up_unless(&mut self, condition: Value) {
        let next = self.b.create_block();
        self.branch_on(condition, next, self.give_up);
        self.b.switch_to_block(next);
    }

    /// A truth value as a number.
    fn truth(&mut self, condition: Value) -> Number {
        let value = match self.b.func.dfg.value_type(condition) {
            types::I64 => condition,
            _ => self.b.ins().uextend(types::I64, condition),
        };
        Number {
            value,
            within: Interval::TRUTH,
        }
    }

    fn compare(&mut self, condition: IntCC, value: Value, with: i64) -> Value {
        self.b.ins().icmp_imm_s(condition, value, with)
    }

    fn load_context(&mut self, offset: i32) -> Value {
        let flags = MemFlagsData::trusted();
        self.b.ins().load(types::I64, flags, self.context, offset)
    }

    fn store_context(&mut self, value: Value, offset: i32) {
        let flags = MemFlagsData::trusted();
        self.b.ins().store(flags, value, self.context, offset);
    }

    /// Calls a function of the executor; all its parameters and its result have 64 bits.
    fn call(&mut self, function: *const u8, arguments: &[Value]) -> Value {
        let mut signature = Signature::new(self.target.default_call_conv);
        signature.params = vec![AbiParam::new(types::I64); arguments.len()];
        signature.returns = vec![AbiParam::new(types::I64)];
        let signature = self.b.import_signature(signature);
        let callee = self.constant(function as i64);
        let call = self.b.ins().call_indirect(signature, callee, arguments);
        self.b.inst_results(call)[0]
    }
}

/// The interval of a scalar's values, if they fit into 64 bits.
fn interval(scalar: &ScalarShape) -> Translated<Interval> {
    let within = Interval::new(scalar.lo, scalar.hi);
    if within.is_within(Interval::WORD) {
        Ok(within)
    } else {
        Err(Unsupported("numbers beyond 64 bits"))
    }
}
