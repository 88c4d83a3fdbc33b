//! Whole functions: rules, rules of processes that take turns, properties.

use super::{Translated, Translator, context_field};
use crate::context::{EXCLUDED_MARK, status};
use crate::number::Number;
use crate::runtime;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::FunctionBuilder;
use weyl_ir::{
    Binding, Domain, Expr, ExprKind, LocalId, Place, Property, PropertyId, PropertyKind, Root,
    Rule, RuleId, visit,
};
use weyl_system::{Program, Series};

/// Context and source state in, a status out: all firings of a rule are written to the context's
/// buffers.
pub(crate) fn rule(
    program: &Program,
    id: RuleId,
    target: TargetFrontendConfig,
    b: FunctionBuilder<'_>,
) -> Translated<()> {
    let rule = &program.model.rules[id];
    let scope = (&rule.locals, &program.layout.rules[id]);
    let (mut translator, _) = Translator::begin(program, scope, target, b)?;
    let attempt = Attempt {
        rule,
        series: &program.rules[id].series,
        conjuncts: conjuncts(&rule.guard),
        hoist_from: unfailing_from(rule),
        full: translator.b.create_block(),
    };
    let zero = translator.constant(0);
    translator.parameters(&attempt, 0, 0, zero)?;
    translator.answer(status::DONE);
    translator.b.switch_to_block(attempt.full);
    translator.answer(status::FULL);
    translator.finish();
    Ok(())
}

/// Context, source state, target state and acting process in, a status out.
pub(crate) fn turn(
    program: &Program,
    id: RuleId,
    target: TargetFrontendConfig,
    b: FunctionBuilder<'_>,
) -> Translated<()> {
    let rule = &program.model.rules[id];
    let scope = (&rule.locals, &program.layout.rules[id]);
    let (mut translator, parameters) = Translator::begin(program, scope, target, b)?;
    let [_, source, next, actor] = parameters[..] else {
        unreachable!("the signature has four parameters")
    };
    if let Some(own) = rule.parameters.first() {
        let shape = program.layout.rules[id].locals[own.local].shape;
        let within = translator.bound_interval(&translator.scalar(shape))?;
        let number = Number {
            value: actor,
            within,
        };
        translator.set_bound(own, number)?;
    }
    let (enabled, disabled) = (translator.b.create_block(), translator.b.create_block());
    translator.branch(&rule.guard, enabled, disabled)?;
    translator.b.switch_to_block(disabled);
    translator.answer(status::DISABLED);
    translator.b.switch_to_block(enabled);
    translator.copy_bytes(next, source, program.layout.size as u32);
    translator.state = next;
    translator.clear_locals();
    let excluded = translator.b.create_block();
    translator.run(rule, excluded)?;
    translator.answer(status::DONE);
    translator.b.switch_to_block(excluded);
    translator.answer(status::EXCLUDED);
    translator.finish();
    Ok(())
}

/// Context, state and number of the instance in, a status out.
pub(crate) fn property(
    program: &Program,
    id: PropertyId,
    target: TargetFrontendConfig,
    b: FunctionBuilder<'_>,
) -> Translated<()> {
    let property = &program.model.properties[id];
    let scope = (&property.locals, &program.layout.properties[id]);
    let (mut translator, parameters) = Translator::begin(program, scope, target, b)?;
    let (yes, no) = (translator.b.create_block(), translator.b.create_block());
    let nothing = match property.kind {
        PropertyKind::Cover | PropertyKind::Atom | PropertyKind::Shown => no,
        PropertyKind::Invariant
        | PropertyKind::Assumption
        | PropertyKind::Liveness
        | PropertyKind::Events => yes,
    };
    let numbers = translator.split(parameters[2], &program.properties[id].series);
    let bindings = property.parameters.iter().zip(numbers);
    for ((binding, number), series) in bindings.zip(&program.properties[id].series) {
        translator.skip_unoccupied(binding, number, nothing)?;
        let value = translator.of_series(*series, number)?;
        translator.set_bound(binding, value)?;
    }
    translator.branch(&property.condition, yes, no)?;
    for (block, answer) in [(yes, status::DONE), (no, status::DISABLED)] {
        translator.b.switch_to_block(block);
        translator.answer(answer);
    }
    translator.finish();
    Ok(())
}

/// What the instances of a rule have in common.
struct Attempt<'p> {
    rule: &'p Rule,
    series: &'p [Series],
    conjuncts: Vec<&'p Expr>,
    /// From how many bound parameters on parts of the guard may be tested.
    hoist_from: usize,
    full: Block,
}

/// The guard as a conjunction, in the order of evaluation.
fn conjuncts(guard: &Expr) -> Vec<&Expr> {
    let ExprKind::And(left, right) = &guard.kind else {
        return vec![guard];
    };
    let mut all = conjuncts(left);
    all.extend(conjuncts(right));
    all
}

/// A part of the guard that is false must not hide an error in the domain of a parameter behind it,
/// nor one in the place of the control location.
fn unfailing_from(rule: &Rule) -> usize {
    let is_positions = |binding: &Binding| matches!(binding.domain, Domain::Positions(_));
    match rule.control {
        Some(_) => rule.parameters.len(),
        None => {
            let last = rule.parameters.iter().rposition(is_positions);
            last.map_or(0, |last| last + 1)
        }
    }
}

/// Looks for a local.
struct Search {
    local: LocalId,
    is_found: bool,
}

impl visit::Visitor for Search {
    fn place(&mut self, place: &Place) {
        self.is_found |= place.root == Root::Local(self.local);
    }
}

impl<'p> Attempt<'p> {
    /// How many parameters must be bound before an expression has a value.
    fn level(&self, expr: &Expr) -> usize {
        let mut level = 0;
        let parameters = self.rule.parameters.iter();
        for (number, binding) in parameters.enumerate() {
            let mut search = Search {
                local: binding.local,
                is_found: false,
            };
            visit::walk_expr(&mut search, expr);
            if search.is_found {
                level = number + 1;
            }
        }
        level
    }
}

impl<'p> Translator<'p, '_> {
    /// Goes through the values of the parameters from the one with number `level` on; `tested`
    /// conjuncts of the guard are known to be true, and `instance` is the number of the valuation
    /// of the parameters before.
    fn parameters(
        &mut self,
        attempt: &Attempt<'p>,
        level: usize,
        mut tested: usize,
        instance: Value,
    ) -> Translated<()> {
        let skip = self.b.create_block();
        let is_last = level == attempt.rule.parameters.len();
        if is_last {
            self.test_control(attempt.rule, skip)?;
        }
        while let Some(conjunct) = attempt.conjuncts.get(tested)
            && level >= attempt.hoist_from
            && attempt.level(conjunct) <= level
        {
            let next = self.b.create_block();
            self.branch(conjunct, next, skip)?;
            self.b.switch_to_block(next);
            tested += 1;
        }
        match attempt.rule.parameters.get(level) {
            None => self.fire(attempt, instance)?,
            Some(binding) => {
                let series = attempt.series[level];
                self.counted(series.count, |translator, number, ways| {
                    translator.skip_unoccupied(binding, number, ways.next)?;
                    let count = series.count as i64;
                    let before = translator.b.ins().imul_imm_s(instance, count);
                    let instance = translator.b.ins().iadd(before, number);
                    let value = translator.of_series(series, number)?;
                    translator.set_bound(binding, value)?;
                    translator.parameters(attempt, level + 1, tested, instance)
                })?;
            }
        }
        self.jump(skip);
        self.b.switch_to_block(skip);
        Ok(())
    }

    /// Leaves where a parameter stands for a position of a multiset that is empty.
    fn skip_unoccupied(
        &mut self,
        binding: &'p Binding,
        number: Value,
        empty: Block,
    ) -> Translated<()> {
        let Domain::Positions(set) = &binding.domain else {
            return Ok(());
        };
        let set = self.address(set)?;
        let (_, stride) = self.multiset(set);
        let ways = super::domains::Ways {
            next: empty,
            exit: empty,
        };
        self.skip_empty(set, stride, number, ways);
        Ok(())
    }

    fn test_control(&mut self, rule: &'p Rule, skip: Block) -> Translated<()> {
        let Some(control) = &rule.control else {
            return Ok(());
        };
        let at = self.address(&control.location)?;
        let is_there = self.has_value(at, control.from)?;
        let next = self.b.create_block();
        self.branch_on(is_there, next, skip);
        self.b.switch_to_block(next);
        Ok(())
    }

    /// Writes the successor behind those before it.
    fn fire(&mut self, attempt: &Attempt<'p>, instance: Value) -> Translated<()> {
        let source = self.state;
        let cursor = self.load_context(context_field!(cursor));
        let last = self.load_context(context_field!(last));
        let record = self.load_context(context_field!(instances));
        let last_record = self.load_context(context_field!(last_instance));
        for (at, last) in [(cursor, last), (record, last_record)] {
            let beyond = IntCC::UnsignedGreaterThan;
            let is_full = self.b.ins().icmp(beyond, at, last);
            let next = self.b.create_block();
            self.branch_on(is_full, attempt.full, next);
            self.b.switch_to_block(next);
        }
        let size = self.program.layout.size as u32;
        self.copy_bytes(cursor, source, size);
        self.state = cursor;
        self.clear_locals();
        let [excluded, done, missed] = [(); 3].map(|()| self.b.create_block());
        let infeasible = std::mem::replace(&mut self.infeasible, missed);
        self.run(attempt.rule, excluded)?;
        self.infeasible = infeasible;
        let after = self.b.ins().iadd_imm_s(cursor, i64::from(size));
        self.store_context(after, context_field!(cursor));
        self.note_instance(record, instance);
        self.jump(done);
        self.b.switch_to_block(excluded);
        let marked = self.constant(EXCLUDED_MARK as i64);
        let marked = self.b.ins().bor(instance, marked);
        self.note_instance(record, marked);
        self.jump(done);
        self.b.switch_to_block(missed);
        self.jump(done);
        self.b.switch_to_block(done);
        self.state = source;
        Ok(())
    }

    fn note_instance(&mut self, record: Value, instance: Value) {
        let flags = MemFlagsData::trusted();
        self.b.ins().store(flags, instance, record, 0);
        let after = self.b.ins().iadd_imm_s(record, 8);
        self.store_context(after, context_field!(instances));
    }

    /// Runs the body, moves the control location, brings the state into normal form, and asks the
    /// assumptions.
    pub(super) fn run(&mut self, rule: &'p Rule, excluded: Block) -> Translated<()> {
        let exit = self.b.create_block();
        self.scope.exit = exit;
        let moving = match &rule.control {
            Some(control) => Some((self.address(&control.location)?, control.to)),
            None => None,
        };
        self.block(&rule.body)?;
        self.jump(exit);
        self.b.switch_to_block(exit);
        if let Some((at, Some(to))) = moving {
            self.follow(at);
            let to = self.number(to)?;
            self.store_number(at, to)?;
        }
        if !self.program.layout.multisets.is_empty() {
            let arguments = [self.context, self.state];
            self.call(runtime::normalise as *const u8, &arguments);
        }
        for assumption in &self.program.assumptions {
            self.assume(*assumption, excluded)?;
        }
        Ok(())
    }

    /// Leaves if some instance of an assumption is false; all are asked.
    fn assume(&mut self, id: PropertyId, excluded: Block) -> Translated<()> {
        let program = self.program;
        let property = &program.model.properties[id];
        let frame = &program.layout.properties[id];
        let scope = super::Scope {
            locals: &property.locals,
            frame,
            memory: self.frame_memory(frame)?,
            homes: Default::default(),
            exit: self.scope.exit,
        };
        let outer = std::mem::replace(&mut self.scope, scope);
        let is_false = self.b.declare_var(types::I64);
        let zero = self.constant(0);
        self.b.def_var(is_false, zero);
        self.assume_instances(property, &program.properties[id].series, is_false)?;
        self.scope = outer;
        let is_false = self.b.use_var(is_false);
        let next = self.b.create_block();
        self.branch_on(is_false, excluded, next);
        self.b.switch_to_block(next);
        Ok(())
    }

    fn assume_instances(
        &mut self,
        property: &'p Property,
        series: &'p [Series],
        is_false: cranelift_frontend::Variable,
    ) -> Translated<()> {
        let count = series.iter().map(|series| series.count).product();
        self.counted(count, |translator, instance, ways| {
            let numbers = translator.split(instance, series);
            let bindings = property.parameters.iter().zip(numbers);
            for ((binding, number), series) in bindings.zip(series) {
                translator.skip_unoccupied(binding, number, ways.next)?;
                let value = translator.of_series(*series, number)?;
                translator.set_bound(binding, value)?;
            }
            let fails = translator.b.create_block();
            translator.branch(&property.condition, ways.next, fails)?;
            translator.b.switch_to_block(fails);
            let one = translator.constant(1);
            translator.b.def_var(is_false, one);
            Ok(())
        })
    }

    /// The numbers of the parameters' values in an instance: the last parameter turns fastest.
    fn split(&mut self, instance: Value, series: &[Series]) -> Vec<Value> {
        let mut rest = instance;
        let mut numbers = Vec::new();
        for (place, series) in series.iter().enumerate().rev() {
            let count = series.count.max(1) as i64;
            let number = match (place, count) {
                (0, _) => rest,
                _ => self.b.ins().urem_imm_u(rest, count),
            };
            numbers.push(number);
            if place > 0 {
                rest = self.b.ins().udiv_imm_u(rest, count);
            }
        }
        numbers.reverse();
        numbers
    }
}
