//! Calls, translated in place.

use super::places::{Address, Spot};
use super::{Home, Scope, Translated, Translator, Unsupported};
use crate::number::Number;
use cranelift_codegen::ir::{InstBuilder, types};
use cranelift_entity::SecondaryMap;
use std::mem;
use weyl_ir::{Argument, Function, FunctionId, LocalId, LocalKind, Place};

/// Calls within calls; a recursive function would go on for ever.
const MAX_CALLS: u32 = 24;

/// An argument after its evaluation in the caller.
#[derive(Clone, Copy)]
enum Handed {
    Value(Number),
    Copy(Spot),
    Reference(Address),
}

impl<'p> Translator<'p, '_> {
    pub(super) fn exec_call(
        &mut self,
        function: FunctionId,
        arguments: &'p [Argument],
        result: Option<&'p Place>,
    ) -> Translated<()> {
        let to = result.map(|place| self.address(place)).transpose()?;
        let from = self.run_function(function, arguments)?;
        match to.zip(from) {
            Some((to, from)) => {
                self.follow(to);
                self.copy(to, Spot::Memory(from))
            }
            None => Ok(()),
        }
    }

    pub(super) fn call_for_value(
        &mut self,
        function: FunctionId,
        arguments: &'p [Argument],
    ) -> Translated<Number> {
        let result = self.run_function(function, arguments)?;
        let result = result.ok_or(Unsupported("functions without a result in expressions"))?;
        self.load(Spot::Memory(result))
    }

    /// Translates the body; where its result lies.
    fn run_function(
        &mut self,
        function: FunctionId,
        arguments: &'p [Argument],
    ) -> Translated<Option<Address>> {
        self.is_small_enough()?;
        if self.calls == MAX_CALLS {
            return Err(Unsupported("deeply nested calls"));
        }
        let callee = &self.program.model.functions[function];
        let handed = arguments.iter().map(|argument| self.argument(argument));
        let handed: Vec<Handed> = handed.collect::<Translated<_>>()?;
        let caller = self.enter(function)?;
        self.calls += 1;
        self.hand_over(callee, &handed)?;
        self.block(&callee.body)?;
        match callee.result {
            Some(_) => self.jump(self.give_up),
            None => self.jump(self.scope.exit),
        }
        self.b.switch_to_block(self.scope.exit);
        let result = callee.result.map(|local| self.stored(local)).transpose()?;
        self.calls -= 1;
        self.scope = caller;
        Ok(result)
    }

    fn argument(&mut self, argument: &'p Argument) -> Translated<Handed> {
        Ok(match argument {
            Argument::Value(value) => Handed::Value(self.eval(value)?),
            Argument::Copy(place) => Handed::Copy(self.place(place)?),
            Argument::Reference(place) => Handed::Reference(self.address(place)?),
        })
    }

    /// Opens a scope in which every local is undefined; returns the one before.
    fn enter(&mut self, function: FunctionId) -> Translated<Scope<'p>> {
        let program = self.program;
        let frame = &program.layout.functions[function];
        let scope = Scope {
            locals: &program.model.functions[function].locals,
            frame,
            memory: self.frame_memory(frame)?,
            homes: SecondaryMap::new(),
            exit: self.b.create_block(),
        };
        let caller = mem::replace(&mut self.scope, scope);
        self.clear_locals();
        Ok(caller)
    }

    /// Makes every local of the present scope undefined.
    pub(super) fn clear_locals(&mut self) {
        let mut locals = self.scope.locals.values();
        let has_values = locals.any(|local| local.kind == LocalKind::Value);
        let Some(memory) = self.scope.memory.filter(|_| has_values) else {
            return;
        };
        let base = self.b.ins().stack_addr(types::I64, memory, 0);
        let start = Address {
            base,
            offset: 0,
            shape: Default::default(),
            flag: None,
        };
        self.zero(start, self.scope.frame.size);
    }

    fn hand_over(&mut self, callee: &'p Function, handed: &[Handed]) -> Translated<()> {
        for (parameter, handed) in callee.parameters.iter().zip(handed) {
            match *handed {
                Handed::Value(number) => {
                    let to = self.stored(*parameter)?;
                    self.store_number(to, number)?;
                }
                Handed::Copy(from) => {
                    let to = self.stored(*parameter)?;
                    self.copy(to, from)?;
                }
                Handed::Reference(address) => self.refer(*parameter, address),
            }
        }
        Ok(())
    }

    fn refer(&mut self, parameter: LocalId, to: Address) {
        let base = self.absolute(to);
        let variable = self.b.declare_var(types::I64);
        self.b.def_var(variable, base);
        let flag = to.flag.map(|flag| {
            let variable = self.b.declare_var(types::I64);
            self.b.def_var(variable, flag);
            variable
        });
        self.scope.homes[parameter] = Home::Reference {
            address: variable,
            shape: to.shape,
            flag,
        };
    }
}
