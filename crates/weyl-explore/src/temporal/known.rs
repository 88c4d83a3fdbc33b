//! What is known of the system: its states, and the steps of those that were looked at, each once.

use super::{TemporalTask, Tracked};
use crate::account::Account;
use crate::store::{fingerprint, hash};
use crate::watch::Watch;
use crate::{Fairness, LimitKind, ViolationKind};
use cranelift_entity::EntityRef;
use indexmap::IndexSet;
use std::sync::atomic::Ordering::Relaxed;
use weyl_permutation::Permutation;
use weyl_store::{Budget, Inserted, Key, RowSet, Writer};
use weyl_system::{Batch, Conditions, Cut, FaultKind, Firing, Outcome, Renaming};

/// Expansions between two looks at the clock.
const LOOKS: u64 = 64;

/// Expansions between two looks at the accounts.
const SETTLED: u64 = 16;

/// A state of the system, by its number.
pub(super) type Vertex = u32;

/// Why a search can't go on.
pub(super) enum Stop {
    Limit(LimitKind),
    /// Something fails in a state, or in a step from it.
    Failure {
        at: Vertex,
        step: Option<Firing>,
        kind: Box<ViolationKind>,
    },
}

impl From<LimitKind> for Stop {
    fn from(limit: LimitKind) -> Stop {
        Stop::Limit(limit)
    }
}

impl From<weyl_store::Refusal> for Stop {
    fn from(refusal: weyl_store::Refusal) -> Stop {
        Stop::Limit(refusal.into())
    }
}

/// The steps of a state.
#[derive(Clone, Copy, Debug)]
struct Steps {
    first: usize,
    count: u32,
    /// There is no step: the state repeats.
    is_end: bool,
    /// The set of units that can act.
    enabled: u32,
}

/// How a step renames what is followed, and who acts in it.
#[derive(Clone, Copy, Debug)]
struct Note {
    renaming: u32,
    acting: u32,
}

/// A step to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    /// `None`: the state repeats.
    pub number: Option<u32>,
    pub target: Vertex,
    /// By its number; 0 keeps everything in its place.
    pub renaming: u32,
    /// The set of units that act, by its number; 0 is empty.
    pub acting: u32,
}

pub(super) struct Known<'a, S, R> {
    system: S,
    task: &'a TemporalTask,
    tracked: R,
    pub watch: &'a Watch<'a>,
    budget: &'a Budget,
    rows: &'a RowSet<'a>,
    writer: Writer<'a>,
    vertex_of_row: Vec<Vertex>,
    row_of_vertex: Vec<u32>,
    steps: Vec<Option<Steps>>,
    targets: Vec<Vertex>,
    /// One for each target, if anything is followed.
    notes: Vec<Note>,
    /// Images of all units, then of all instances.
    renamings: IndexSet<Vec<u32>>,
    unit_sets: IndexSet<Vec<u32>>,
    /// For each state which atoms are known, and which of them hold.
    labels: Vec<u64>,
    batch: Batch,
    permutations: Vec<Permutation>,
    acting: Vec<Vec<u32>>,
    state: Vec<u8>,
    /// The states of a batch, packed, with their hashes and what the store said of them.
    packed: Vec<u8>,
    hashes: Vec<u32>,
    inserted: Vec<Inserted>,
    expanded: u64,
    account: Account,
    peak: u64,
    pub transitions: u64,
    pub fired: Vec<bool>,
    shown: (u64, u64),
}

impl<'a, S: Renaming + Conditions, R: Tracked> Known<'a, S, R> {
    pub fn new(
        system: S,
        rules: usize,
        task: &'a TemporalTask,
        tracked: R,
        (rows, budget): (&'a RowSet<'a>, &'a Budget),
        watch: &'a Watch<'a>,
    ) -> Known<'a, S, R> {
        let followed = tracked.units() + task.tracked_instances.unwrap_or(0);
        Known {
            state: vec![0; system.state_size()],
            packed: Vec::new(),
            hashes: Vec::new(),
            inserted: Vec::new(),
            expanded: 0,
            system,
            task,
            tracked,
            watch,
            budget,
            rows,
            writer: rows.writer(),
            vertex_of_row: Vec::new(),
            row_of_vertex: Vec::new(),
            steps: Vec::new(),
            targets: Vec::new(),
            notes: Vec::new(),
            renamings: IndexSet::from([Vec::from_iter(0..followed)]),
            unit_sets: IndexSet::from([Vec::new()]),
            labels: Vec::new(),
            batch: Batch::default(),
            permutations: Vec::new(),
            acting: Vec::new(),
            account: Account::default(),
            peak: 0,
            transitions: 0,
            fired: vec![false; rules],
            shown: (0, 0),
        }
    }

    fn follows_anything(&self) -> bool {
        self.task.fairness != Fairness::None || self.task.tracked_instances.is_some()
    }

    pub fn units(&self) -> u32 {
        self.tracked.units()
    }

    /// Which unit a unit becomes.
    pub fn unit_after(&self, unit: u32, renaming: u32) -> u32 {
        match renaming {
            0 => unit,
            _ => self.renamings[renaming as usize][unit as usize],
        }
    }

    /// Which instance an instance becomes.
    pub fn instance_after(&self, instance: u32, renaming: u32) -> u32 {
        match (renaming, self.task.tracked_instances) {
            (0, _) | (_, None) => instance,
            _ => {
                self.renamings[renaming as usize][(self.units() + instance) as usize] - self.units()
            }
        }
    }

    pub fn acts(&self, unit: u32, acting: u32) -> bool {
        self.unit_sets[acting as usize].binary_search(&unit).is_ok()
    }

    /// Whether a unit can act in a state whose steps are known.
    pub fn is_enabled(&self, unit: u32, vertex: Vertex) -> bool {
        self.steps[vertex as usize].is_some_and(|steps| self.acts(unit, steps.enabled))
    }

    /// The initial states with the firings that lead to them, and how they are renamed.
    pub fn initial(&mut self) -> Result<Vec<(Firing, Step)>, Stop> {
        match self.follows_anything() {
            true => self
                .system
                .renamed_initial(&mut self.batch, &mut self.permutations),
            false => self.system.initial(&mut self.batch),
        }
        self.look_at_batch(None)?;
        let batch = std::mem::take(&mut self.batch);
        let targets = self.vertices(&batch)?;
        let states = batch.iter().filter_map(|(firing, outcome)| match outcome {
            Outcome::State { .. } => Some(firing),
            Outcome::Fault(_) | Outcome::Excluded => None,
        });
        let found = states.zip(targets).enumerate();
        let found = found.map(|(number, (firing, target))| {
            let step = Step {
                number: None,
                target,
                renaming: self.renaming(number),
                acting: 0,
            };
            (firing, step)
        });
        let found = found.collect();
        self.batch = batch;
        Ok(found)
    }

    /// The reason why the batch is incomplete, if it is.
    fn is_whole(&self) -> Result<(), LimitKind> {
        match self.batch.cut() {
            Some(Cut::Alarm) => Err(self.watch.reason()),
            Some(Cut::Memory) => Err(LimitKind::Memory),
            None => Ok(()),
        }
    }

    /// Ends the search if the batch is incomplete, or a table is full.
    fn look_at_batch(&mut self, at: Option<Vertex>) -> Result<(), Stop> {
        self.is_whole()?;
        for (firing, outcome) in self.batch.iter() {
            if let Outcome::Fault(fault) = outcome
                && let FaultKind::TableFull { table, .. } = &fault.kind
                && self.task.growing.contains(table)
            {
                return Err(Stop::Failure {
                    at: at.unwrap_or(0),
                    step: Some(firing),
                    kind: Box::new(ViolationKind::Fault(Box::new(fault.clone()))),
                });
            }
        }
        Ok(())
    }

    /// The numbers of all states in a batch, in their order: new ones for those that were not seen before. All are announced to the store
    /// before the first is looked for.
    fn vertices(&mut self, batch: &Batch) -> Result<Vec<Vertex>, Stop> {
        let size = self.system.packed_size();
        self.packed.clear();
        self.hashes.clear();
        for (_, outcome) in batch.iter() {
            if let Outcome::State { state, .. } = outcome {
                let at = self.packed.len();
                self.packed.resize(at + size, 0);
                self.system.pack(state, &mut self.packed[at..]);
                let hash = hash(&fingerprint(&self.packed[at..]));
                self.writer.expect(hash);
                self.hashes.push(hash);
            }
        }
        let (packed, hashes) = (&self.packed, &self.hashes);
        let key = |number: usize| Key {
            hash: hashes[number],
            bytes: &packed[number * size..(number + 1) * size],
        };
        let mut inserted = std::mem::take(&mut self.inserted);
        inserted.clear();
        self.writer.insert_all(
            hashes.len(),
            |number| (key(number), None),
            |_, result| inserted.push(result),
        );
        let vertices = inserted.iter().map(|one| self.vertex(*one)).collect();
        self.inserted = inserted;
        vertices
    }

    /// The number of a stored state: a new one if it is new.
    fn vertex(&mut self, inserted: Inserted) -> Result<Vertex, Stop> {
        match inserted {
            Inserted::Known(row) => Ok(self.vertex_of_row[row as usize]),
            Inserted::Full(refusal) => Err(refusal.into()),
            Inserted::New(row) => {
                let vertex = self.row_of_vertex.len() as Vertex;
                let rows = self.vertex_of_row.len().max(row as usize + 1);
                self.vertex_of_row.resize(rows, 0);
                self.vertex_of_row[row as usize] = vertex;
                self.row_of_vertex.push(row);
                self.steps.push(None);
                if self.keeps_labels() {
                    let words = self.labels.len() + 2 * self.label_words();
                    self.labels.resize(words, 0);
                }
                Ok(vertex)
            }
        }
    }

    /// How the state with a number in the batch was renamed.
    fn renaming(&mut self, number: usize) -> u32 {
        let Some(permutation) = self.permutations.get(number) else {
            return 0;
        };
        if permutation.is_identity() {
            return 0;
        }
        let units = self.tracked.units();
        let unit_images = (0..units).map(|unit| self.tracked.unit_image(unit, permutation));
        let instances = 0..self.task.tracked_instances.unwrap_or(0);
        let instance_images =
            instances.map(|instance| units + self.tracked.instance_image(instance, permutation));
        let images = unit_images.chain(instance_images).collect();
        self.renamings.insert_full(images).0 as u32
    }

    fn unit_set(&mut self, mut units: Vec<u32>) -> u32 {
        units.sort_unstable();
        units.dedup();
        self.unit_sets.insert_full(units).0 as u32
    }

    /// Unpacks a state into the buffer.
    fn unpack(&mut self, vertex: Vertex) {
        let row = self.row_of_vertex[vertex as usize];
        self.system.unpack(self.rows.key(row), &mut self.state);
    }

    /// Finds out the steps of a state, if they are not known.
    pub fn expand(&mut self, vertex: Vertex) -> Result<(), Stop> {
        if self.steps[vertex as usize].is_some() {
            return Ok(());
        }
        if self.expanded.is_multiple_of(LOOKS) {
            self.watch.go_on()?;
        }
        self.unpack(vertex);
        self.batch.limit(self.budget.left());
        match self.follows_anything() {
            true => {
                self.system
                    .renamed_successors(&self.state, &mut self.batch, &mut self.permutations)
            }
            false => self.system.successors(&self.state, &mut self.batch),
        }
        self.look_at_batch(Some(vertex))?;
        self.mark_fired();
        let fairness = self.task.fairness != Fairness::None;
        if fairness {
            self.tracked
                .acting(&self.state, &self.batch, &mut self.acting);
        }
        let batch = std::mem::take(&mut self.batch);
        let targets = self.vertices(&batch)?;
        let first = self.targets.len();
        self.targets.extend(&targets);
        self.transitions += targets.len() as u64;
        let is_end = batch
            .iter()
            .all(|(_, outcome)| matches!(outcome, Outcome::Excluded));
        let enabled = match self.follows_anything() {
            true => self.note(&batch),
            false => 0,
        };
        self.batch = batch;
        self.steps[vertex as usize] = Some(Steps {
            first,
            count: targets.len() as u32,
            is_end,
            enabled,
        });
        self.expanded += 1;
        match self.expanded.is_multiple_of(SETTLED) {
            true => self.settle(),
            false => Ok(()),
        }
    }

    /// Keeps how each step of a batch renames and who acts in it; the set of those that can act.
    fn note(&mut self, batch: &Batch) -> u32 {
        let acting = std::mem::take(&mut self.acting);
        let mut enabled: Vec<u32> = Vec::new();
        let mut number = 0;
        for (at, (_, outcome)) in batch.iter().enumerate() {
            let units = acting.get(at).map_or(&[][..], Vec::as_slice);
            match outcome {
                Outcome::State { .. } => {
                    enabled.extend(units);
                    let renaming = self.renaming(number);
                    let acting = self.unit_set(units.to_vec());
                    self.notes.push(Note { renaming, acting });
                    number += 1;
                }
                Outcome::Fault(_) => enabled.extend(units),
                Outcome::Excluded => {}
            }
        }
        self.acting = acting;
        self.unit_set(enabled)
    }

    fn mark_fired(&mut self) {
        let first = self.batch.iter().map(|(firing, _)| firing.rule);
        let later = self.batch.later_rules().iter().copied();
        for rule in first.chain(later) {
            if let Some(fired) = self.fired.get_mut(rule.index()) {
                *fired = true;
            }
        }
    }

    /// Charges what has grown beside the rows.
    fn settle(&mut self) -> Result<(), Stop> {
        let followed = self.units() as usize + self.task.tracked_instances.unwrap_or(0) as usize;
        let bytes = self.vertex_of_row.capacity() * 4
            + self.row_of_vertex.capacity() * 4
            + self.steps.capacity() * size_of::<Option<Steps>>()
            + self.targets.capacity() * 4
            + self.notes.capacity() * size_of::<Note>()
            + self.renamings.len() * (followed * 4 + 40)
            + self.unit_sets.len() * 48
            + self.labels.capacity() * 8
            + self.batch.bytes();
        self.peak = self.peak.max(self.budget.bytes());
        Ok(self.account.settle(self.budget, bytes)?)
    }

    pub fn budget(&self) -> &'a Budget {
        self.budget
    }

    pub fn peak_bytes(&self) -> u64 {
        self.peak.max(self.budget.bytes())
    }

    /// How many steps a state has, where it is known; one that can't go on may have one to itself.
    pub fn step_count(&self, vertex: Vertex) -> u32 {
        let Some(steps) = self.steps[vertex as usize] else {
            return 0;
        };
        match steps.is_end && self.task.repeats_ends {
            true => 1,
            false => steps.count,
        }
    }

    pub fn is_expanded(&self, vertex: Vertex) -> bool {
        self.steps[vertex as usize].is_some()
    }

    pub fn step(&self, vertex: Vertex, number: u32) -> Step {
        let stays = Step {
            number: None,
            target: vertex,
            renaming: 0,
            acting: 0,
        };
        let Some(steps) = self.steps[vertex as usize].filter(|steps| !steps.is_end) else {
            return stays;
        };
        let at = steps.first + number as usize;
        let note = self.notes.get(at).copied();
        Step {
            number: Some(number),
            target: self.targets[at],
            renaming: note.map_or(0, |note| note.renaming),
            acting: note.map_or(0, |note| note.acting),
        }
    }

    /// The firing of a step.
    pub fn firing(&mut self, vertex: Vertex, number: u32) -> Result<Firing, LimitKind> {
        self.unpack(vertex);
        self.batch.limit(None);
        self.system.successors(&self.state, &mut self.batch);
        self.is_whole()?;
        let mut states = self
            .batch
            .iter()
            .filter_map(|(firing, outcome)| match outcome {
                Outcome::State { .. } => Some(firing),
                Outcome::Fault(_) | Outcome::Excluded => None,
            });
        let firing = states.nth(number as usize);
        Ok(firing.expect("firings come always in the same order"))
    }

    fn label_words(&self) -> usize {
        self.task.atoms.len().div_ceil(64)
    }

    /// Labels that depend on an instance are not kept.
    fn keeps_labels(&self) -> bool {
        self.task.tracked_instances.is_none() && self.task.instances.len() <= 1
    }

    /// Makes an atom known in a state, and says whether it holds there.
    pub fn holds(&mut self, vertex: Vertex, instance: u32, atom: usize) -> Result<bool, Stop> {
        let words = self.label_words();
        let at = 2 * words * vertex as usize + 2 * (atom / 64);
        let bit = 1u64 << (atom % 64);
        if self.keeps_labels() && self.labels[at] & bit != 0 {
            return Ok(self.labels[at + 1] & bit != 0);
        }
        self.unpack(vertex);
        let property = self.task.atoms[atom];
        let holds = self
            .system
            .holds(property, u64::from(instance), &self.state)
            .map_err(|fault| self.not_evaluable(vertex, atom, fault))?;
        if self.keeps_labels() {
            self.labels[at] |= bit;
            self.labels[at + 1] |= if holds { bit } else { 0 };
        }
        Ok(holds)
    }

    fn not_evaluable(&self, vertex: Vertex, atom: usize, fault: Box<weyl_system::Fault>) -> Stop {
        if fault.is_interruption() {
            return self.watch.reason().into();
        }
        let property = self.task.atoms[atom];
        Stop::Failure {
            at: vertex,
            step: None,
            kind: Box::new(ViolationKind::StateFault { property, fault }),
        }
    }

    pub fn show_progress(&mut self) {
        let progress = self.watch.progress;
        let now = (self.rows.len(), self.transitions);
        progress.states.fetch_add(now.0 - self.shown.0, Relaxed);
        progress
            .transitions
            .fetch_add(now.1 - self.shown.1, Relaxed);
        progress.bytes.store(self.budget.bytes(), Relaxed);
        self.shown = now;
    }
}
