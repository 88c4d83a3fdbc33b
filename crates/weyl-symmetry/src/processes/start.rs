//! The processes that are there from the beginning.

use super::evaluate::Scope;
use super::execute::set_local;
use super::inhabitants::{Inhabitant, newcomers};
use super::memory::Memory;
use crate::ground::valuations;
use weyl_ir::{Model, Root};

/// More initial states than this are not compared.
const MAX_STARTS: usize = 1 << 10;

/// What all initial states have in common: what is known of them, and the processes by number.
/// `None` if they differ in the processes, or can't be followed.
pub(super) fn beginning(model: &Model) -> Option<(Memory<'_>, Vec<Inhabitant>)> {
    let mut common: Option<(Memory<'_>, Vec<Inhabitant>)> = None;
    let mut starts = 0;
    for rule in model.starts.values() {
        for valuation in valuations(model, &rule.parameters)? {
            starts += 1;
            if starts > MAX_STARTS || valuation.len() != rule.parameters.len() {
                return None;
            }
            let mut memory = Memory::blank(model);
            for (local, value) in valuation {
                set_local(&mut memory, local, value);
            }
            let locals = &rule.locals;
            let scope = Scope { model, locals };
            scope.block(&mut memory, &rule.body).ok()?;
            memory.enter_rule();
            let processes = inhabitants(model, &memory)?;
            common = Some(match common.take() {
                None => (memory, processes),
                Some((mut known, others)) if others == processes => {
                    known.join(&memory);
                    (known, processes)
                }
                Some(_) => return None,
            });
        }
    }
    common
}

/// The processes of an initial state; `None` unless their numbers are those below their count.
fn inhabitants(model: &Model, memory: &Memory<'_>) -> Option<Vec<Inhabitant>> {
    let found = newcomers(model, &Memory::blank(model), memory)?;
    let count = memory.scalar(Root::Variable(model.processes().count()?));
    let is_counted = count.known() == Some(found.len() as i128);
    let numbers = found.iter().map(|process| process.number(model));
    let is_dense = numbers.eq(0..found.len() as u32);
    (is_counted && is_dense).then_some(found)
}
