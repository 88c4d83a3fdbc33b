//! Partial-order reduction: of steps that commute, one order is enough.
//!
//! In a state that many processes can leave, a part of their steps is offered: a *persistent set*
//! (Godefroid), here the turns of some processes such that nothing that others may ever do
//! interferes with what these may do where they are, possible or not ([`conflicts`]). It is found
//! by closing the set of one process under interference ([`choice`]); who sends to a channel and
//! who receives from it interfere only where the channel is full, or empty, so that a channel with
//! one sender and one receiver needs no `xs` and `xr`. What differs from SPIN (Holzmann and Peled,
//! 1994): sets of several processes, and what a process can still do from where it is, not all that
//! its text says.
//!
//! What is kept where the search expands a state fully unless the part leads to something new
//! (that is its decision, [`Extent::Part`]): every deadlock, every assertion that fails, every
//! statement that is reached, and, as no step of a part writes what questions see, every invariant
//! and cover; formulas that can't count steps where no circle consists of parts alone (Peled,
//! *Combining partial order reductions with on-the-fly model-checking*, 1994).
//!
//! Where rules are steps by themselves (Murphi), the set is one of ground rules ([`stubborn`]).
//!
//! A step is a turn. A statement that comes later in a turn does not wait: it ends the turn, and
//! whoever makes it possible changes what the turn does ([`effects::Observed::inside`]).
//!
//! [`Extent::Part`]: weyl_system::Extent::Part

mod channels;
mod choice;
mod conflicts;
mod effects;
mod operations;
mod outlooks;
mod seats;
mod settled;
mod stubborn;
mod table;
mod turns;

use choice::Choice;
use std::sync::Arc;
use stubborn::Ground;
use table::Table;
use weyl_ir::{Layout, Model, PropertyId};
use weyl_system::{Batch, Layer, System, Transparent};

/// In larger states nobody looks for what commutes.
const MOST_SLOTS: usize = 1 << 16;

/// What commutes in a program.
#[derive(Clone, Debug)]
pub struct Independence(Arc<Commuting>);

#[derive(Debug)]
enum Commuting {
    Turns(Box<Table>),
    Rules(Ground),
}

impl Independence {
    /// `seen` are the properties that are asked about. `None` where nothing is known to commute.
    pub fn new(model: &Model, layout: &Layout, seen: &[PropertyId]) -> Option<Independence> {
        if model.processes().have_priorities() || layout.slots.len() > MOST_SLOTS {
            return None;
        }
        let commuting = if model.has_processes() {
            Commuting::Turns(Box::new(Table::new(model, layout, seen)?))
        } else {
            Commuting::Rules(Ground::new(model, layout, seen)?)
        };
        Some(Independence(Arc::new(commuting)))
    }
}

/// A system of which whoever agrees to it gets a part of the steps.
#[derive(Clone)]
pub struct PartialOrder<S> {
    system: S,
    independence: Option<Independence>,
    choice: Choice,
    scratch: Option<stubborn::Scratch>,
}

impl<S: System> PartialOrder<S> {
    /// Without independence there are always all steps.
    pub fn new(system: S, independence: Option<Independence>) -> PartialOrder<S> {
        PartialOrder {
            system,
            independence,
            choice: Choice::default(),
            scratch: None,
        }
    }
}

impl<S: System> Layer for PartialOrder<S> {
    type Inside = S;

    fn inside(&self) -> &S {
        &self.system
    }

    fn inside_mut(&mut self) -> &mut S {
        &mut self.system
    }

    fn steps(
        &mut self,
        source: Option<&[u8]>,
        batch: &mut Batch,
        take: impl FnOnce(&mut S, &mut Batch),
    ) {
        take(&mut self.system, batch);
        if let (Some(state), Some(independence)) = (source, &self.independence)
            && batch.agrees_to_part()
            && batch.cut().is_none()
        {
            match &*independence.0 {
                Commuting::Turns(table) => self.choice.reduce(table, state, batch),
                Commuting::Rules(ground) => ground.reduce(batch, &mut self.scratch),
            }
        }
    }
}

impl<S: System> Transparent for PartialOrder<S> {}
