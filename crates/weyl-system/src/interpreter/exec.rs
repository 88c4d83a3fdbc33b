//! Statements.

use super::locate::Position;
use super::machine::{Machine, Target, Value};
use crate::{Fault, FaultKind};
use weyl_ir::analysis::sum_with_constant;
use weyl_ir::layout::Located;
use weyl_ir::{
    Argument, Binding, Block, ChannelStmt, Domain, Expr, Function, FunctionId, MultisetStmt, Place,
    Stmt, StmtKind, Table, Type,
};
use weyl_source::Span;

/// What comes after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Return,
}

/// What ends a step early.
#[derive(Debug)]
pub(super) enum Stop {
    Fault(Box<Fault>),
    /// An `assume` statement does not hold: there is no such step.
    Infeasible,
    /// An assumption about states does not hold in the next one: the step leads out of the system.
    Excluded,
}

impl From<Box<Fault>> for Stop {
    fn from(fault: Box<Fault>) -> Stop {
        Stop::Fault(fault)
    }
}

pub(super) type Executed = Result<Flow, Stop>;

fn fault(kind: FaultKind, span: Span) -> Executed {
    Err(Stop::Fault(Fault::new(kind, span)))
}

/// After a statement that leaves nothing.
fn next(done: Value<()>) -> Executed {
    done?;
    Ok(Flow::Next)
}

impl<'p> Machine<'p> {
    pub fn exec_block(&mut self, block: &'p Block) -> Executed {
        for stmt in block {
            if self.exec(stmt)? == Flow::Return {
                return Ok(Flow::Return);
            }
        }
        Ok(Flow::Next)
    }

    fn exec(&mut self, stmt: &'p Stmt) -> Executed {
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                if self.test(condition)? {
                    self.exec_block(then)
                } else {
                    self.exec_block(otherwise)
                }
            }
            StmtKind::For { binding, body } => self.exec_for(binding, body),
            StmtKind::While { condition, body } => self.exec_while(condition, body, stmt.span),
            StmtKind::Return => Ok(Flow::Return),
            StmtKind::Assign { to, value } => next(self.assign(to, value, stmt.span)),
            StmtKind::Copy { to, from } => {
                let to = self.locate(to)?;
                let from = self.locate(from)?;
                next(self.copy(to, from, stmt.span))
            }
            StmtKind::Undefine(place) => {
                let at = self.locate(place)?;
                next(self.reset(at, &mut |machine, at| machine.undefine(at, stmt.span)))
            }
            StmtKind::Clear(place) => next(self.clear(place)),
            StmtKind::Assert {
                condition,
                message,
                goes_on,
            } => self.assert(condition, message, *goes_on, stmt.span),
            StmtKind::Refute { property, message } => {
                let (property, message) = (*property, message.clone());
                let refuted = FaultKind::Refuted { property, message };
                self.failures.push(*Fault::new(refuted, stmt.span));
                Ok(Flow::Next)
            }
            StmtKind::Hit { property } => {
                if !self.hits.contains(property) {
                    self.hits.push(*property);
                }
                Ok(Flow::Next)
            }
            StmtKind::Error { message } => {
                let message = message.clone();
                fault(FaultKind::Error { message }, stmt.span)
            }
            StmtKind::Assume { condition } => {
                if self.test(condition)? {
                    Ok(Flow::Next)
                } else {
                    Err(Stop::Infeasible)
                }
            }
            StmtKind::Call {
                function,
                arguments,
                result,
            } => {
                self.exec_call(*function, arguments, result.as_ref(), stmt.span)?;
                Ok(Flow::Next)
            }
            StmtKind::Reserve { table, count } => next(self.reserve(*table, count, stmt.span)),
            StmtKind::Put(items) => next(self.put(items)),
            StmtKind::Bind { local, place } => {
                let target = self.target(place)?;
                self.bind(*local, target);
                Ok(Flow::Next)
            }
            StmtKind::Multiset(of) => next(self.exec_multiset(of, stmt.span)),
            StmtKind::Channel(of) => next(self.exec_channel(of, stmt.span)),
        }
    }

    fn exec_multiset(&mut self, of: &'p MultisetStmt, span: Span) -> Value<()> {
        match of {
            MultisetStmt::Add { set, element } => self.multiset_add(set, element, span),
            MultisetStmt::Remove { set, position } => self.multiset_remove(set, position),
            MultisetStmt::RemoveWhere { binding, condition } => {
                self.multiset_remove_where(binding, condition)
            }
        }
    }

    fn exec_channel(&mut self, of: &'p ChannelStmt, span: Span) -> Value<()> {
        match of {
            ChannelStmt::Send {
                channel,
                sorted,
                message,
            } => self.send(channel, *sorted, message, span),
            ChannelStmt::Receive {
                channel,
                random,
                keep,
                fields,
            } => self.receive(channel, (*random, *keep), fields, span),
        }
    }

    fn clear(&mut self, place: &'p Place) -> Value<()> {
        let at = self.locate(place)?;
        self.reset(at, &mut |machine, at| {
            let scalar = machine.scalar(at);
            let least = u64::from(scalar.undefinable);
            machine.memory.store(scalar, at.offset, least);
            Ok(())
        })
    }

    fn assert(
        &mut self,
        condition: &'p Expr,
        message: &str,
        goes_on: bool,
        span: Span,
    ) -> Executed {
        if self.test(condition)? {
            return Ok(Flow::Next);
        }
        let message = message.to_string();
        let failed = Fault::new(FaultKind::Assertion { message }, span);
        if goes_on {
            self.failures.push(*failed)
        } else {
            return Err(Stop::Fault(failed));
        }
        Ok(Flow::Next)
    }

    fn reserve(&mut self, table: Table, count: &'p Expr, span: Span) -> Value<()> {
        let count = self.eval(count)?;
        if count > i128::from(self.program.room(table)) {
            Err(Fault::new(FaultKind::TableFull { table }, span))
        } else {
            Ok(())
        }
    }

    fn assign(&mut self, to: &'p Place, value: &'p Expr, span: Span) -> Value<()> {
        let at = self.locate(to)?;
        let carried = self.carry(value)?;
        match self.store_carried(at, carried, span) {
            Err(fault) if self.unordered > 0 && self.is_sum(at, value) => self.note_failure(fault),
            stored => stored,
        }
    }

    /// Whether the value is that of the place and a constant. In a loop without an order it depends
    /// on the order for which turn such a sum overflows: the turn goes on, so that nothing else
    /// shows it.
    fn is_sum(&mut self, at: Located, value: &'p Expr) -> bool {
        let place = sum_with_constant(value).map(|(place, _)| place);
        let place = place.and_then(|place| self.locate(place).ok());
        place.is_some_and(|place| place.offset == at.offset)
    }

    fn exec_for(&mut self, binding: &'p Binding, body: &'p Block) -> Executed {
        if self.is_unordered(&binding.domain) {
            return self.exec_turns(binding, body);
        }
        let mut flow = Flow::Next;
        self.for_each_value(binding, &mut |machine| {
            flow = machine.exec_block(body)?;
            Ok::<bool, Stop>(flow == Flow::Return)
        })?;
        Ok(flow)
    }

    /// Names have no order, and positions of a multiset lie in the order of their contents.
    fn is_unordered(&self, domain: &Domain) -> bool {
        match domain {
            Domain::Type(ty) => {
                let ty = self.program.model.types.get(*ty);
                matches!(ty, Type::Id(_) | Type::Union(_))
            }
            Domain::Positions(_) => true,
            Domain::Steps { .. } => false,
        }
    }

    /// Turns without an order: all are taken, even if some fail, so that what is reported does not
    /// depend on the order. A failure outweighs an `assume` that does not hold.
    fn exec_turns(&mut self, binding: &'p Binding, body: &'p Block) -> Executed {
        let known = self.noted.len();
        let mut flow = Flow::Next;
        let (mut is_feasible, mut is_cut_short) = (true, false);
        self.unordered += 1;
        let done = self.for_each_value(binding, &mut |machine| {
            match machine.exec_block(body) {
                Ok(after) => flow = after,
                Err(Stop::Fault(fault)) => {
                    is_cut_short = true;
                    machine.note_failure(fault)?;
                }
                Err(Stop::Infeasible) => is_feasible = false,
                Err(Stop::Excluded) => return Err(Stop::Excluded),
            }
            Ok(flow == Flow::Return)
        });
        self.unordered -= 1;
        done?;
        // Overflowing sums alone do not end the turn of a loop around this one either.
        if is_cut_short || self.unordered == 0 {
            self.fail_if_noted(known)?;
        }
        if is_feasible {
            Ok(flow)
        } else {
            Err(Stop::Infeasible)
        }
    }

    /// A sum that overflows must not keep a `while` going.
    fn exec_while(&mut self, condition: &'p Expr, body: &'p Block, span: Span) -> Executed {
        let unordered = std::mem::take(&mut self.unordered);
        let done = self.exec_while_turns(condition, body, span);
        self.unordered = unordered;
        done
    }

    fn exec_while_turns(&mut self, condition: &'p Expr, body: &'p Block, span: Span) -> Executed {
        let turns = self.program.limits.loop_turns;
        let mut turn = 0;
        while self.test(condition)? {
            if turn == turns {
                return fault(FaultKind::LoopLimit { turns }, span);
            }
            self.tick(span)?;
            if self.exec_block(body)? == Flow::Return {
                return Ok(Flow::Return);
            }
            turn += 1;
        }
        Ok(Flow::Next)
    }

    fn exec_call(
        &mut self,
        function: FunctionId,
        arguments: &'p [Argument],
        result: Option<&'p Place>,
        span: Span,
    ) -> Result<(), Stop> {
        let result = result.map(|place| self.target(place)).transpose()?;
        self.call(function, arguments, span, |machine, value| {
            match result.zip(value) {
                Some((to, from)) => machine.copy(machine.follow(to, span)?, from, span),
                None => Ok(()),
            }
        })
    }

    /// A call of a pure function in an expression.
    pub fn call_for_value(
        &mut self,
        function: FunctionId,
        arguments: &'p [Argument],
        span: Span,
    ) -> Value<i128> {
        let called = self.call(function, arguments, span, |machine, value| match value {
            Some(at) => machine.load(at, span),
            None => Err(Fault::new(FaultKind::Undefined, span)),
        });
        called.map_err(|stop| match stop {
            Stop::Fault(fault) => fault,
            _ => unreachable!("the verifier lets no pure function assume anything"),
        })
    }

    /// Runs a function; `finish` sees its result while its frame is still there.
    fn call<T>(
        &mut self,
        function: FunctionId,
        arguments: &'p [Argument],
        span: Span,
        finish: impl FnOnce(&mut Self, Option<Located>) -> Value<T>,
    ) -> Result<T, Stop> {
        let program = self.program;
        let calls = program.limits.call_depth;
        if self.depth >= calls {
            return Err(Stop::Fault(Fault::new(
                FaultKind::CallDepth { calls },
                span,
            )));
        }
        let callee = &program.model.functions[function];
        let frame = &program.layout.functions[function];
        let handed = self.evaluate_arguments(arguments)?;
        let caller = self.enter(&callee.locals, frame);
        self.depth += 1;
        let finished = self
            .hand_over(callee, handed)
            .map_err(Stop::Fault)
            .and_then(|()| self.run_body(callee, span))
            .and_then(|result| finish(self, result).map_err(Stop::Fault));
        self.depth -= 1;
        self.leave(caller);
        finished
    }

    fn run_body(&mut self, callee: &'p Function, span: Span) -> Result<Option<Located>, Stop> {
        let flow = self.exec_block(&callee.body)?;
        match callee.result {
            Some(_) if flow == Flow::Next => {
                Err(Stop::Fault(Fault::new(FaultKind::MissingReturn, span)))
            }
            result => Ok(result.map(|local| self.stored(local))),
        }
    }

    fn evaluate_arguments(&mut self, arguments: &'p [Argument]) -> Value<Vec<Handed>> {
        let handed = arguments.iter().map(|argument| {
            Ok(match argument {
                Argument::Value(value) => Handed::Value(self.eval(value)?, value.span),
                Argument::Copy(place) => Handed::Copy(self.locate(place)?, place.span),
                Argument::Reference(place) => Handed::Reference(self.target(place)?),
            })
        });
        handed.collect()
    }

    fn hand_over(&mut self, callee: &'p Function, handed: Vec<Handed>) -> Value<()> {
        for (parameter, handed) in callee.parameters.iter().zip(handed) {
            match handed {
                Handed::Value(value, span) => self.store(self.stored(*parameter), value, span)?,
                Handed::Copy(at, span) => self.copy(self.stored(*parameter), at, span)?,
                Handed::Reference(target) => self.bind(*parameter, target),
            }
        }
        Ok(())
    }

    fn multiset_add(&mut self, set: &'p Place, element: &'p Place, span: Span) -> Value<()> {
        let set = self.locate(set)?;
        let element = self.locate(element)?;
        let (capacity, ..) = self.multiset(set);
        let mut positions = (0..capacity).filter_map(|n| self.position(set, i128::from(n)));
        let Some(free) = positions.find(|position| !self.is_occupied(*position)) else {
            let full = Fault::new(FaultKind::MultisetFull { capacity }, span);
            return if self.unordered > 0 {
                self.note_failure(full)
            } else {
                Err(full)
            };
        };
        self.memory.set(free.flag);
        self.copy(free.element, element, span)
    }

    fn multiset_remove(&mut self, set: &'p Place, position: &'p Expr) -> Value<()> {
        let set = self.locate(set)?;
        let number = self.eval(position)?;
        let found = self.occupied_position(set, number);
        let found = found.ok_or_else(|| Fault::new(FaultKind::EmptyPosition, position.span))?;
        self.vacate(found);
        Ok(())
    }

    fn vacate(&mut self, position: Position) {
        self.memory
            .clear(position.flag..position.flag + position.size);
    }

    /// All conditions see the multiset as it was: with the elements going one by one, the result
    /// would depend on the order of the positions, which means nothing.
    fn multiset_remove_where(&mut self, binding: &'p Binding, condition: &'p Expr) -> Value<()> {
        let Domain::Positions(set) = &binding.domain else {
            unreachable!("the verifier lets only multisets lose elements")
        };
        let set = self.locate(set)?;
        let mut unwanted: Vec<Position> = Vec::new();
        self.for_all_values(binding, &mut |machine| {
            if machine.test(condition)? {
                let number = machine.load(machine.stored(binding.local), condition.span)?;
                unwanted.extend(machine.position(set, number));
            }
            Ok(())
        })?;
        for position in unwanted {
            self.vacate(position);
        }
        Ok(())
    }
}

/// An argument after its evaluation in the caller.
enum Handed {
    Value(i128, Span),
    Copy(Located, Span),
    Reference(Target),
}
