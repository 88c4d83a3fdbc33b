//! All turns that a process begins at a location, where each is one step: one function, so that
//! nobody calls for each rule, and nobody copies what it leads to.

use super::{Home, Scope, Translated, Translator, Unsupported, context_field};
use crate::channels::is_rendezvous;
use crate::context::{Offer, status};
use crate::number::Number;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_entity::SecondaryMap;
use cranelift_frontend::{FunctionBuilder, Variable};
use std::mem;
use weyl_ir::{ChannelStmt, ExprKind, Rule, StmtKind, Then};
use weyl_system::{Program, Transition};

/// Whether the turns that begin at a location are single steps. Where the channel is not known, an
/// offer, which somebody must take, shows when the code runs.
pub(crate) fn are_steps(program: &Program, transitions: &[Transition]) -> bool {
    let is_step = |transition: &Transition| {
        let turn = transition.turn;
        turn.then == Then::Anybody && turn.group.is_none() && !offers(program, transition)
    };
    !transitions.is_empty() && transitions.iter().all(is_step)
}

/// Whether a transition surely makes an offer.
fn offers(program: &Program, transition: &Transition) -> bool {
    let rule = &program.model.rules[transition.rule];
    rule.body.iter().any(|stmt| {
        if let StmtKind::Channel(ChannelStmt::Send { channel, .. }) = &stmt.kind
            && let ExprKind::Constant(number) = channel.kind
        {
            is_rendezvous(program, number)
        } else {
            false
        }
    })
}

/// Context, source state and acting process in, a status out: the states that the transitions lead
/// to are written to the context's buffers, where there is room for one of each, with the numbers
/// of their rules; the context says then where the next ones go.
pub(crate) fn moves(
    program: &Program,
    transitions: &[Transition],
    target: TargetFrontendConfig,
    b: FunctionBuilder<'_>,
) -> Translated<()> {
    let first = transitions.first().ok_or(Unsupported("no transitions"))?;
    let rule = &program.model.rules[first.rule];
    let scope = (&rule.locals, &program.layout.rules[first.rule]);
    let (mut translator, parameters) = Translator::begin(program, scope, target, b)?;
    let sheet = translator.sheet(&parameters);
    for (number, transition) in transitions.iter().enumerate() {
        let next = translator.b.create_block();
        let before = number.checked_sub(1).map(|before| &transitions[before]);
        translator.open(transition, before, &sheet, next);
        translator.one_step(transition, &sheet, next)?;
        translator.b.switch_to_block(next);
    }
    translator.jump(sheet.done);
    translator.b.switch_to_block(sheet.done);
    let record = translator.b.use_var(sheet.record);
    translator.store_context(record, context_field!(instances));
    let cursor = translator.b.use_var(sheet.cursor);
    translator.store_context(cursor, context_field!(cursor));
    translator.answer(status::DONE);
    translator.b.switch_to_block(sheet.offers);
    translator.answer(status::OFFERS);
    translator.finish();
    Ok(())
}

/// Where the steps of a process are written.
struct Sheet {
    source: Value,
    actor: Value,
    /// Where the next state goes.
    cursor: Variable,
    /// Where the number of its rule goes.
    record: Variable,
    /// Where the first such number went.
    first_record: Value,
    done: Block,
    offers: Block,
}

impl<'p> Translator<'p, '_> {
    fn sheet(&mut self, parameters: &[Value]) -> Sheet {
        let [_, source, actor] = *parameters else {
            unreachable!("the signature has three parameters")
        };
        let cursor = self.load_context(context_field!(cursor));
        let first_record = self.load_context(context_field!(instances));
        let [cursor, record] = [cursor, first_record].map(|start| {
            let variable = self.b.declare_var(types::I64);
            self.b.def_var(variable, start);
            variable
        });
        Sheet {
            source,
            actor,
            cursor,
            record,
            first_record,
            done: self.b.create_block(),
            offers: self.b.create_block(),
        }
    }

    /// Leaves where a transition is not tried because of one that fired.
    fn open(
        &mut self,
        transition: &Transition,
        before: Option<&Transition>,
        sheet: &Sheet,
        next: Block,
    ) {
        if before.is_some_and(|one| one.sends) {
            // What was offered in a step that did not come about.
            let nothing = self.constant(0);
            self.store_context(nothing, OFFERED);
        }
        let has_other_level = before.is_some_and(|one| one.turn.level != transition.turn.level);
        let to = match (has_other_level, transition.turn.otherwise) {
            (true, _) => sheet.done,
            (false, true) => next,
            (false, false) => return,
        };
        let record = self.b.use_var(sheet.record);
        let nobody_fired = self.b.ins().icmp(IntCC::Equal, record, sheet.first_record);
        let open = self.b.create_block();
        self.branch_on(nobody_fired, open, to);
        self.b.switch_to_block(open);
    }

    /// Writes what a transition leads to, if it can fire.
    fn one_step(&mut self, transition: &Transition, sheet: &Sheet, next: Block) -> Translated<()> {
        let program = self.program;
        let rule = &program.model.rules[transition.rule];
        self.begin_scope(transition, rule)?;
        self.state = sheet.source;
        if let Some(own) = rule.parameters.first() {
            let shape = self.scope.frame.locals[own.local].shape;
            let within = self.bound_interval(&self.scalar(shape))?;
            let value = sheet.actor;
            self.set_bound(own, Number { value, within })?;
        }
        let enabled = self.b.create_block();
        self.branch(&rule.guard, enabled, next)?;
        self.b.switch_to_block(enabled);
        let cursor = self.b.use_var(sheet.cursor);
        self.copy_bytes(cursor, sheet.source, program.layout.size as u32);
        self.state = cursor;
        self.clear_locals();
        let infeasible = mem::replace(&mut self.infeasible, next);
        self.run(rule, next)?;
        self.infeasible = infeasible;
        if transition.sends {
            let offered = self.load_context(OFFERED);
            let made = self.b.create_block();
            self.branch_on(offered, sheet.offers, made);
            self.b.switch_to_block(made);
        }
        self.note_step(transition, sheet);
        self.jump(next);
        Ok(())
    }

    /// The locals of a rule, which is translated next.
    fn begin_scope(&mut self, transition: &Transition, rule: &'p Rule) -> Translated<()> {
        let frame = &self.program.layout.rules[transition.rule];
        let scope = Scope {
            locals: &rule.locals,
            frame,
            memory: self.frame_memory(frame)?,
            homes: SecondaryMap::<_, Home>::new(),
            exit: self.scope.exit,
        };
        drop(mem::replace(&mut self.scope, scope));
        Ok(())
    }

    fn note_step(&mut self, transition: &Transition, sheet: &Sheet) {
        let flags = MemFlagsData::trusted();
        let (cursor, record) = (self.b.use_var(sheet.cursor), self.b.use_var(sheet.record));
        let rule = self.constant(i64::from(transition.rule.as_u32()));
        self.b.ins().store(flags, rule, record, 0);
        let size = self.program.layout.size as i64;
        let cursor = self.b.ins().iadd_imm_s(cursor, size);
        let record = self.b.ins().iadd_imm_s(record, 8);
        self.b.def_var(sheet.cursor, cursor);
        self.b.def_var(sheet.record, record);
    }
}

/// Where the context says to which channel an offer is made, 0 if to none.
const OFFERED: i32 = context_field!(offer) + mem::offset_of!(Offer, channel) as i32;
