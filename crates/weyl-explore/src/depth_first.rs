//! Sequential depth first search with an explicit stack.
//!
//! The stack holds, beside its frames, the packed successors of every state on it; a state is
//! stored when the search goes to it, not when it is first seen, so that the stack is a path of the
//! system.

use crate::LimitKind;
use crate::account::Account;
use crate::found::Found;
use crate::graph::Tracked;
use crate::inspect::Arrival;
use crate::scene::{Scene, Searched};
use crate::store::{StateIndex, Store, fingerprint};
use crate::ways::{Record, check_of};
use crate::worker::Worker;
use std::sync::atomic::Ordering::Relaxed;
use weyl_system::{Batch, Conditions, Renaming};

/// Visits between two looks at the clock.
const VISITS: u32 = 256;

/// A state on the stack, or, at the bottom, the choice of an initial state.
struct Frame {
    at: Option<StateIndex>,
    /// Where its successors begin.
    base: usize,
    /// Where the first one is that was not visited yet.
    next: usize,
    /// How many were not visited yet.
    left: usize,
}

struct Stack<'w, 'a, S, R, T: Store + 'a> {
    worker: &'w mut Worker<'a, S, R, T>,
    known: Found,
    frames: Vec<Frame>,
    /// Packed states, one after the other.
    successors: Vec<u8>,
    /// The one that is visited.
    packed: Vec<u8>,
    batch: Batch,
    account: Account,
    deepest: u64,
    is_cut_at_depth: bool,
}

impl<S: Renaming + Conditions, R: Tracked, T: Store> Stack<'_, '_, S, R, T> {
    /// The successors that wait in the worker go on the stack.
    fn push(&mut self, at: Option<StateIndex>) {
        let base = self.successors.len();
        let pending = &mut self.worker.pending;
        self.successors.extend_from_slice(pending.all_packed());
        self.frames.push(Frame {
            at,
            base,
            next: base,
            left: pending.len(),
        });
        pending.clear();
    }

    /// Takes the next successor into the buffer and returns its parent, or leaves the top frame.
    fn advance(&mut self) -> Option<Option<StateIndex>> {
        let top = self.frames.last_mut()?;
        if top.left == 0 {
            self.successors.truncate(top.base);
            self.frames.pop();
            return None;
        }
        let end = top.next + self.packed.len();
        self.packed.copy_from_slice(&self.successors[top.next..end]);
        top.next = end;
        top.left -= 1;
        Some(top.at)
    }

    /// Goes to the state in the buffer.
    fn visit(&mut self, parent: Option<StateIndex>) -> Result<(), LimitKind> {
        let (index, is_new) = self.worker.store(&self.packed, parent)?;
        if !is_new {
            return Ok(());
        }
        if let Some(mut log) = self.worker.scene.ways.log() {
            let check = check_of(&fingerprint(&self.packed));
            log.add(index, Record { parent, check })?;
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
        if !self.worker.scene.goes_on(&self.known, 0) {
            return Ok(());
        }
        if self.worker.scene.is_depth_limit(depth) {
            self.is_cut_at_depth = true;
            return Ok(());
        }
        self.expand(index)
    }

    /// Unpacks the state in the buffer into that of the worker, taken out of it.
    fn unpack(&mut self) -> Vec<u8> {
        let worker = &mut self.worker;
        let mut state = std::mem::take(&mut worker.state);
        worker.system.unpack(&self.packed, &mut state);
        state
    }

    fn expand(&mut self, index: StateIndex) -> Result<(), LimitKind> {
        self.worker.scene.watch.go_on()?;
        self.worker.fire(index, &mut self.batch, &self.known)?;
        self.known.absorb(&mut self.worker.found);
        self.push(Some(index));
        let bytes = self.successors.capacity()
            + self.frames.capacity() * size_of::<Frame>()
            + self.batch.bytes()
            + self.worker.pending.bytes();
        let scene = self.worker.scene;
        self.account.settle(scene.quota, bytes)?;
        let log = scene.ways.log();
        log.map_or(Ok(()), |mut log| log.settle(scene.quota))
    }

    fn begin(&mut self) -> Result<(), LimitKind> {
        self.worker.fire_initial(&mut self.batch, &self.known)?;
        self.known.absorb(&mut self.worker.found);
        self.push(None);
        Ok(())
    }

    fn run(&mut self) -> Result<(), LimitKind> {
        let scene = self.worker.scene;
        let mut visits: u32 = 0;
        while !self.frames.is_empty() && scene.goes_on(&self.known, 0) {
            let Some(parent) = self.advance() else {
                continue;
            };
            if visits.is_multiple_of(VISITS) {
                if scene.watch.is_over() {
                    break;
                }
                self.show_progress();
            }
            visits = visits.wrapping_add(1);
            self.visit(parent)?;
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

pub(crate) fn search<S: Renaming + Conditions, R: Tracked, T: Store>(
    scene: &Scene<'_, T>,
    worker: &mut Worker<'_, S, R, T>,
) -> Searched {
    let mut stack = Stack {
        packed: vec![0; worker.system.packed_size()],
        batch: Batch::default(),
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
    // What is released was charged.
    let _ = stack.account.settle(scene.quota, 0);
    Searched {
        is_exhausted: stack.frames.is_empty() && !stack.is_cut_at_depth,
        found: stack.known,
        depth: stack.deepest,
        levels_to_find: None,
        is_cut_at_depth: stack.is_cut_at_depth,
    }
}
