//! Calls are walked into: what a function touches depends on who calls it.

use super::flow::{Cell, Target};
use super::values::Values;
use super::walk::{Scope, Walk};
use crate::layout::Located;
use crate::{Argument, Function, FunctionId, Place};

/// Deeper calls are given up: they may be recursive.
const MOST_CALLS: u32 = 12;

/// An argument after its evaluation in the caller.
enum Handed {
    Value(Cell),
    Copy(Vec<Target>),
    Reference(Vec<Target>),
}

impl<'m> Walk<'m> {
    /// A call of a pure function in an expression.
    pub fn call_for_value(&mut self, function: FunctionId, arguments: &'m [Argument]) -> Values {
        let values = self.call(function, arguments, |walk, result| {
            let Some(at) = result else {
                return Values::NONE;
            };
            walk.look(at.offset);
            walk.cell(at.offset).values
        });
        if self.has_given_up() {
            Values::ANY
        } else {
            values.unwrap_or(Values::NONE)
        }
    }

    /// Whether anything can come after the call.
    pub fn exec_call(
        &mut self,
        function: FunctionId,
        arguments: &'m [Argument],
        result: Option<&'m Place>,
    ) -> bool {
        let to = result.map(|place| self.targets(place));
        let returns = self.call(function, arguments, |walk, value| {
            if let Some((to, at)) = to.zip(value) {
                walk.look_at_flags(&to);
                walk.copy(&to, &[Target { at, flag: None }]);
            }
        });
        returns.is_some() || self.fails() || self.has_given_up()
    }

    /// Walks through a function; `finish` sees its result while its frame is still there. `None` if
    /// it never returns.
    fn call<T>(
        &mut self,
        function: FunctionId,
        arguments: &'m [Argument],
        finish: impl FnOnce(&mut Self, Option<Located>) -> T,
    ) -> Option<T> {
        let callee = &self.model.functions[function];
        let handed: Vec<Handed> = arguments.iter().map(|of| self.evaluate(of)).collect();
        let outer = self.scope;
        if outer.depth >= MOST_CALLS {
            self.give_up();
            return None;
        }
        self.scope = Scope {
            locals: &callee.locals,
            frame: &self.layout.functions[function],
            base: outer.base + outer.frame.size,
            depth: outer.depth + 1,
        };
        let returned = self.returned.take();
        self.flow.forget(self.scope.base, self.scope.depth);
        self.hand_over(callee, handed);
        let finished = self.run(callee).then(|| {
            let result = callee.result.map(|local| self.stored(local));
            finish(self, result)
        });
        self.flow.forget(self.scope.base, self.scope.depth);
        self.returned = returned;
        self.scope = outer;
        finished
    }

    /// Whether the function may return; one with a result does so only where it says so.
    fn run(&mut self, callee: &'m Function) -> bool {
        let falls_off = self.exec_block(&callee.body);
        let falls_off = falls_off && (callee.result.is_none() || self.fails());
        match (self.returned.take(), falls_off) {
            (Some(returned), true) => self.flow = self.joined(returned, self.flow.clone()),
            (Some(returned), false) => self.flow = returned,
            (None, true) => {}
            (None, false) => return false,
        }
        true
    }

    fn evaluate(&mut self, argument: &'m Argument) -> Handed {
        match argument {
            Argument::Value(value) => Handed::Value(Cell::computed(self.eval(value))),
            Argument::Copy(place) => Handed::Copy(self.targets(place)),
            Argument::Reference(place) => Handed::Reference(self.targets(place)),
        }
    }

    fn hand_over(&mut self, callee: &'m Function, handed: Vec<Handed>) {
        for (parameter, handed) in callee.parameters.iter().zip(handed) {
            match handed {
                Handed::Value(cell) => {
                    let at = self.stored(*parameter);
                    let scalars = self.scalars(&[Target { at, flag: None }]);
                    self.store(&scalars, &cell);
                }
                Handed::Copy(from) => {
                    let at = self.stored(*parameter);
                    self.copy(&[Target { at, flag: None }], &from);
                }
                Handed::Reference(targets) => {
                    let depth = self.scope.depth;
                    self.flow.references.insert((depth, *parameter), targets);
                }
            }
        }
    }
}
