//! Sequential depth first search with an explicit stack.
//!
//! The stack holds, beside its frames, the packed successors of every state on it; a state is stored when
//! the search goes to it, not when it is first seen, so that the stack is a path of the system.

use crate::LimitKind;
use crate::budget::Account;
use crate::found::Found;
use crate::inspect::Arrival;
use crate::scene::{Scene, Searched};
use crate::store::{Origin, StateIndex, Store};
use crate::worker::Worker;
use std::sync::atomic::Ordering::Relaxed;
use weyl_system::{Batch, Outcome, TransitionSystem};

/// Visits between two looks at the clock.
const VISITS: u32 = 256;

/// A state on the stack, or, at the bottom, the choice of an initial state.
struct Frame {
    at: Option<StateIndex>,
    /// Where its successors begin.
    base: usize,
    /// The first one that was not visited yet.
    next: usize,
}

struct Stack<'w, 'a, S, T> {
    worker: &'w mut Worker<'a, S, T>,
    known: Found,
    frames: Vec<Frame>,
    /// Rows of a packed state and the number of the firing.
    successors: Vec<u8>,
    row: usize,
    account: Account,
    deepest: u64,
    is_cut_at_depth: bool,
}

impl<S: TransitionSystem, T: Store> Stack<'_, '_, S, T> {
    fn push(&mut self, at: Option<StateIndex>, batch: &Batch) {
        let base = self.successors.len();
        for (step, (_, outcome)) in (0u32..).zip(batch.iter()) {
            let Outcome::State { state, .. } = outcome else {
                continue;
            };
            if at.is_some() && state == self.worker.state {
                continue;
            }
            let worker = &mut self.worker;
            worker.system.pack(state, &mut worker.packed);
            self.successors.extend_from_slice(&worker.packed);
            self.successors.extend_from_slice(&step.to_le_bytes());
        }
        self.frames.push(Frame {
            at,
            base,
            next: base,
        });
    }

    /// Takes the next successor into the worker's buffer, or leaves the top frame.
    fn advance(&mut self) -> Option<Origin> {
        let end = self.successors.len();
        let top = self.frames.last_mut()?;
        if top.next == end {
            self.successors.truncate(top.base);
            self.frames.pop();
            return None;
        }
        let row = &self.successors[top.next..top.next + self.row];
        top.next += self.row;
        let (packed, step) = row.split_at(self.row - 4);
        self.worker.packed.copy_from_slice(packed);
        Some(Origin {
            parent: top.at.into(),
            step: u32::from_le_bytes([step[0], step[1], step[2], step[3]]),
        })
    }

    /// Goes to the state in the worker's buffer.
    fn visit(&mut self, origin: Origin) -> Result<(), LimitKind> {
        let (index, is_new) = self.worker.store(origin)?;
        if !is_new {
            return Ok(());
        }
        let depth = self.frames.len() as u64 - 1;
        self.deepest = self.deepest.max(depth);
        let state = self.unpack();
        let inspected = self.worker.inspect(Arrival {
            index,
            state: &state,
            known: &self.known,
        });
        self.worker.state = state;
        inspected?;
        self.known.absorb(&mut self.worker.found);
        if !self.worker.scene.goes_on(&self.known) {
            return Ok(());
        }
        if self.worker.scene.is_depth_limit(depth) {
            self.is_cut_at_depth = true;
            return Ok(());
        }
        self.expand(index)
    }

    /// Unpacks the worker's packed state into its other buffer, taken out of it.
    fn unpack(&mut self) -> Vec<u8> {
        let worker = &mut self.worker;
        let mut state = std::mem::take(&mut worker.state);
        worker.system.unpack(&worker.packed, &mut state);
        state
    }

    fn expand(&mut self, index: StateIndex) -> Result<(), LimitKind> {
        self.worker.scene.watch.go_on()?;
        let batch = self.worker.fire(index, &self.known)?;
        self.known.absorb(&mut self.worker.found);
        self.push(Some(index), &batch);
        self.worker.hand_back(batch);
        let bytes = self.successors.capacity() + self.frames.capacity() * size_of::<Frame>();
        self.account.settle(self.worker.scene.budget, bytes)
    }

    fn begin(&mut self) -> Result<(), LimitKind> {
        let batch = self.worker.fire_initial(&self.known)?;
        self.known.absorb(&mut self.worker.found);
        self.push(None, &batch);
        self.worker.hand_back(batch);
        Ok(())
    }

    fn run(&mut self) -> Result<(), LimitKind> {
        let scene = self.worker.scene;
        let mut visits: u32 = 0;
        while !self.frames.is_empty() && scene.goes_on(&self.known) {
            let Some(origin) = self.advance() else {
                continue;
            };
            if visits.is_multiple_of(VISITS) {
                if scene.watch.is_over() {
                    break;
                }
                self.show_progress();
            }
            visits = visits.wrapping_add(1);
            self.visit(origin)?;
        }
        Ok(())
    }

    fn show_progress(&mut self) {
        self.worker.show_progress();
        let progress = self.worker.scene.watch.progress;
        progress.frontier.store(self.frames.len() as u64, Relaxed);
        progress.depth.store(self.deepest, Relaxed);
    }
}

pub(crate) fn search<S: TransitionSystem, T: Store>(
    scene: &Scene<'_, T>,
    worker: &mut Worker<'_, S, T>,
) -> Searched {
    let mut stack = Stack {
        row: worker.packed.len() + 4,
        worker,
        known: Found::new(scene.covers.len()),
        frames: Vec::new(),
        successors: Vec::new(),
        account: Account::default(),
        deepest: 0,
        is_cut_at_depth: false,
    };
    if let Err(limit) = stack.begin().and_then(|()| stack.run()) {
        scene.watch.end(limit);
    }
    stack.known.absorb(&mut stack.worker.found);
    stack.show_progress();
    Searched {
        is_exhausted: stack.frames.is_empty() && !stack.is_cut_at_depth,
        found: stack.known,
        depth: stack.deepest,
        is_cut_at_depth: stack.is_cut_at_depth,
    }
}
