//! The way of an exploration: set up what is shared, look at all states where that is asked, and at
//! those that runs need where it is not; then answer from what is stored.

use crate::beside::Beside;
use crate::breadth_first::{self, Expander};
use crate::checkpoint::{Fact, Opened, digest};
use crate::depth_first;
use crate::findings::conclude;
use crate::graph::{Following, Log, OnTheFly, Scribe, Tracked};
use crate::scene::{Scene, Searched};
use crate::spill;
use crate::store::{BitStore, CompactStore, ExactStore, Store, TreeStore, shape_of};
use crate::task::Saving;
use crate::temporal::BadRuns;
use crate::watch::Watch;
use crate::ways::{ParentLog, Ways};
use crate::worker::{Trail, Worker};
use crate::{Exploration, LimitKind, Limits, Order, Parents, Parts, Progress, Storing, Task};
use weyl_store::{Links, Quota};
use weyl_system::{Conditions, Renaming};

/// Explores a system with `rules` rules (initial rules are not among them): in memory, and on disk
/// where that is not enough and there is a place.
pub fn explore<S: Renaming + Conditions, R: Tracked>(
    system: &S,
    rules: usize,
    task: &Task,
    tracked: R,
    progress: &Progress,
) -> Exploration {
    let at_once = spill::at_once(system, rules, task, tracked.clone(), progress);
    if let Some(on_disk) = at_once {
        return on_disk;
    }
    let explored = explore_in_memory(system, rules, task, tracked.clone(), progress);
    let is_full = explored.limit == Some(LimitKind::Memory);
    let scratch = task.spill.as_ref().filter(|_| is_full);
    let on_disk = scratch
        .and_then(|scratch| spill::explore(system, rules, task, tracked, (scratch, progress)));
    match on_disk {
        Some(on_disk) => Exploration {
            bytes: on_disk.bytes.max(explored.bytes),
            ..on_disk
        },
        None => explored,
    }
}

/// Where no parents are kept, what was found is searched for again, up to where it was, with
/// parents in memory.
fn explore_in_memory<S: Renaming + Conditions, R: Tracked>(
    system: &S,
    rules: usize,
    task: &Task,
    tracked: R,
    progress: &Progress,
) -> Exploration {
    let mut explored = explore_once(system, rules, task, tracked.clone(), progress);
    let Some(shown) = explored.unshown.take() else {
        return explored;
    };
    let again = Task {
        parents: Parents::Memory,
        limits: Limits {
            depth: match (shown.levels, task.limits.depth) {
                (Some(levels), Some(depth)) => Some(levels.min(depth)),
                (levels, depth) => levels.or(depth),
            },
            ..task.limits
        },
        graph: false,
        checkpoints: None,
        ..task.clone()
    };
    progress.restart();
    let second = explore_once(system, rules, &again, tracked, progress);
    explored.take_runs(second);
    explored
}

fn explore_once<S: Renaming + Conditions, R: Tracked>(
    system: &S,
    rules: usize,
    task: &Task,
    tracked: R,
    progress: &Progress,
) -> Exploration {
    let quota = Quota::new(task.limits.states, task.limits.memory);
    let quota = quota.in_process(task.process_memory);
    let size = system.packed_size();
    let tells_age = task.parts && task.order == Order::BreadthFirst;
    let links = match (&task.parents, task.order) {
        (Parents::Disk(_) | Parents::None, _) => Links::None,
        (Parents::Memory, Order::BreadthFirst) => Links::Near,
        // Depth first one goes back to states that were stored long ago.
        (Parents::Memory, Order::DepthFirst) => Links::Far,
    };
    let mut saving = None;
    if let Some(Saving { checkpoints, facts }) = &task.checkpoints {
        let facts = [facts.clone(), facts_of(system, rules, task)].concat();
        saving = Opened::next(checkpoints, facts);
        if saving.is_none() {
            return Exploration::not_begun(&task.questions, Some(LimitKind::Interrupted));
        }
    }
    match task.storing.of(size) {
        Kept::Whole => {
            let store = ExactStore::with_links(links, size, &quota);
            let stored = (&store, &quota, ways(task, Ways::InStore), saving);
            explore_with(stored, system, rules, task, tracked, progress)
        }
        Kept::Tree => {
            let fitting = || shape_of(system, &quota, &progress.budget(&task.process_limits()));
            let shape = match &mut saving {
                Some(saving) if saving.saved.is_some() => saving.shape(size),
                Some(_) | None => Some(fitting()),
            };
            let Some(shape) = shape else {
                return Exploration::not_begun(&task.questions, Some(LimitKind::Interrupted));
            };
            let store = TreeStore::with_links(links, shape, &quota);
            if let Some(saving) = &mut saving {
                saving.session.cuts = store.shape().cuts().to_vec();
            }
            let stored = (&store, &quota, ways(task, Ways::InStore), saving);
            explore_with(stored, system, rules, task, tracked, progress)
        }
        Kept::Fingerprint => {
            let store = CompactStore::new(tells_age, &quota);
            let ways = ways(task, Ways::logged(ParentLog::in_memory()));
            let stored = (&store, &quota, ways, saving);
            explore_with(stored, system, rules, task, tracked, progress)
        }
        Kept::Bits { bytes } => {
            let Ok(store) = BitStore::new(bytes, tells_age, &quota) else {
                return Exploration::not_begun(&task.questions, Some(LimitKind::Memory));
            };
            let ways = ways(task, Ways::logged(ParentLog::in_memory()));
            let stored = (&store, &quota, ways, saving);
            explore_with(stored, system, rules, task, tracked, progress)
        }
    }
}

/// What an exploration depends on, of all that this crate knows.
fn facts_of<S: Renaming + Conditions>(system: &S, rules: usize, task: &Task) -> Vec<Fact> {
    let sizes = format!("{} {}", system.state_size(), system.packed_size());
    let store = match task.storing.of(system.packed_size()) {
        Kept::Whole => "exact",
        Kept::Tree => "trees",
        Kept::Fingerprint => "compact",
        Kept::Bits { .. } => "bits",
    };
    let parents = match task.parents {
        Parents::Memory => "memory",
        Parents::Disk(_) => "disk",
        Parents::None => "none",
    };
    let asks_about_runs = task.questions.iter().any(|one| one.temporal().is_some());
    let longest = task.limits.depth.filter(|_| asks_about_runs);
    vec![
        Fact::new("the layout of states", sizes),
        Fact::new("the number of rules", rules.to_string()),
        Fact::new("what is asked", digest(&format!("{:?}", task.questions))),
        Fact::new("--keep-going", task.keep_going.to_string()),
        Fact::new("the tables that may grow", format!("{:?}", task.growing)),
        Fact::new("the order of the search", format!("{:?}", task.order)),
        Fact::new("--store", store),
        Fact::new("--parents", parents),
        Fact::new("--max-depth", format!("{longest:?}")),
        Fact::new("partial-order reduction", task.parts.to_string()),
    ]
}

/// Where parents are, if memory is this.
fn ways(task: &Task, in_memory: Ways) -> Ways {
    match &task.parents {
        Parents::Memory => in_memory,
        Parents::Disk(file) => Ways::logged(ParentLog::on_disk(file)),
        Parents::None => Ways::Unknown,
    }
}

/// What is stored of a state.
enum Kept {
    Whole,
    Tree,
    Fingerprint,
    Bits { bytes: u64 },
}

impl Storing {
    /// What is stored of states of this size.
    fn of(self, packed_size: usize) -> Kept {
        match self {
            Storing::Auto if !TreeStore::suits(packed_size) => Kept::Whole,
            Storing::Exact => Kept::Whole,
            Storing::Auto | Storing::Tree => Kept::Tree,
            Storing::Compact => Kept::Fingerprint,
            Storing::Bits { bytes } => Kept::Bits { bytes },
        }
    }
}

/// The same in a store that is given, with the quota that it keeps to and with parents in it.
pub fn explore_in<S: Renaming + Conditions, R: Tracked, T: Store>(
    (store, quota): (&T, &Quota),
    system: &S,
    rules: usize,
    task: &Task,
    tracked: R,
    progress: &Progress,
) -> Exploration {
    let stored = (store, quota, Ways::InStore, None);
    explore_with(stored, system, rules, task, tracked, progress)
}

fn explore_with<S: Renaming + Conditions, R: Tracked, T: Store>(
    (store, quota, ways, saving): (&T, &Quota, Ways, Option<Opened>),
    system: &S,
    rules: usize,
    task: &Task,
    tracked: R,
    progress: &Progress,
) -> Exploration {
    let watch = Watch::new(progress, task);
    let scene = Scene::new(system, task, (store, quota), ways, &watch);
    let has_parents = matches!(*scene.ways, Ways::InStore);
    assert!(
        T::KEEPS_STATES && has_parents || !scene.needs_graph() && !task.graph,
        "a graph needs its states, and their parents"
    );
    search(system, rules, &scene, tracked, saving)
}

/// What a search for states brought.
pub(crate) struct StateSearch {
    pub searched: Searched,
    pub transitions: u64,
    pub parts: Parts,
    pub fired: Vec<u64>,
    pub trails: Vec<Trail>,
    /// Whether all that was fired is in the graph, and not counted elsewhere.
    pub is_in_graph: bool,
}

impl StateSearch {
    fn new<S, R, T: Store>(searched: Searched, workers: Vec<Worker<'_, S, R, T>>) -> StateSearch {
        let mut search = StateSearch {
            searched,
            transitions: 0,
            parts: Parts::default(),
            fired: Vec::new(),
            trails: Vec::new(),
            is_in_graph: false,
        };
        for worker in workers {
            search.transitions += worker.counts.transitions;
            search.parts += worker.counts.parts;
            search.fired.resize(worker.fired.len(), 0);
            for (fired, also) in search.fired.iter_mut().zip(worker.fired) {
                *fired += also;
            }
            search.trails.extend(worker.trails);
            search.trails.extend(worker.trail);
        }
        search
    }
}

fn search<S: Renaming + Conditions, R: Tracked, T: Store>(
    system: &S,
    rules: usize,
    scene: &Scene<'_, T>,
    tracked: R,
    saving: Option<Opened>,
) -> Exploration {
    let task = scene.task;
    let scribe = Scribe::new(Following::new(&task.questions, &tracked), tracked);
    let threads = task.threads.max(1);
    let mut known = OnTheFly::new(
        (system.clone(), rules),
        scribe.clone(),
        task,
        (scene.store, scene.quota),
        scene.watch,
        threads,
    );
    let leads = !scene.asks_about_states() && !scene.fills_graph();
    let runs = scene.other_runs().map(|own| {
        let runs = BadRuns::at(own, task, known.following(), leads);
        (own.0, runs)
    });
    let mut runs: Vec<(usize, BadRuns<'_>)> = runs.collect();
    if !runs.is_empty() {
        known.have_eyes(scene.threads(true));
    }
    let states = match task.order {
        Order::BreadthFirst => {
            let log = scene.needs_graph().then_some(&scribe);
            let worker = || {
                let log = log.map(|scribe| Log::new(scribe.clone()));
                Worker::new(scene, system.clone(), rules, log)
            };
            let expanders = (0..threads).map(|_| Expander::new(worker())).collect();
            let mut beside = Beside::new(&mut known, &mut runs, leads);
            Some(breadth_first(scene, expanders, &mut beside, saving))
        }
        Order::DepthFirst if scene.asks_about_states() => {
            let mut worker: Worker<'_, S, R, T> = Worker::new(scene, system.clone(), rules, None);
            let searched = depth_first::search(scene, &mut worker);
            Some(StateSearch::new(searched, vec![worker]))
        }
        Order::DepthFirst => None,
    };
    conclude(system, scene, &mut known, states, runs)
}

fn breadth_first<'a, S: Renaming + Conditions, R: Tracked, T: Store>(
    scene: &Scene<'a, T>,
    mut expanders: Vec<Expander<'a, S, R, T>>,
    beside: &mut Beside<'_, 'a, '_, S, R, T>,
    saving: Option<Opened>,
) -> StateSearch {
    let searched = breadth_first::search(scene, &mut expanders, beside, saving);
    let is_in_graph = scene.needs_graph();
    let workers = expanders.into_iter().map(Expander::into_worker).collect();
    StateSearch {
        is_in_graph,
        ..StateSearch::new(searched, workers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::store::{Arriving, Fingerprint, Inserted, StateIndex, StoreWriter, fingerprint};
    use std::collections::{HashMap, HashSet};
    use std::ops::Range;
    use std::sync::Mutex;
    use weyl_ir::{PropertyId, RuleId};
    use weyl_system::{
        Batch, Concrete, Fault, Finding, Firing, Question, Run, System, Unreduced, ViolationKind,
    };

    /// The plainest store that there is: a map behind a lock. It tells states apart by so many bits
    /// of their fingerprints.
    struct PlainStore {
        bits: u32,
        rows: Mutex<PlainRows>,
    }

    #[derive(Default)]
    struct PlainRows {
        indices: HashMap<u64, StateIndex>,
        parents: Vec<Option<StateIndex>>,
    }

    impl PlainStore {
        fn new(bits: u32) -> PlainStore {
            PlainStore {
                bits,
                rows: Mutex::default(),
            }
        }

        fn key(&self, fingerprint: &Fingerprint) -> u64 {
            u64::from_le_bytes(*fingerprint) >> (64 - self.bits)
        }
    }

    impl Store for PlainStore {
        type Writer<'s> = &'s PlainStore;

        const KEEPS_STATES: bool = false;

        fn writer(&self) -> &PlainStore {
            self
        }

        fn get<'s>(&'s self, _: StateIndex, _: &'s mut Vec<u8>) -> Option<&'s [u8]> {
            None
        }

        fn parent(&self, index: StateIndex) -> Option<StateIndex> {
            self.rows.lock().unwrap().parents[index.as_u32() as usize]
        }

        fn adopt(&self, index: StateIndex, parent: Option<StateIndex>) -> Result<(), LimitKind> {
            self.rows.lock().unwrap().parents[index.as_u32() as usize] = parent;
            Ok(())
        }

        fn len(&self) -> u64 {
            self.rows.lock().unwrap().parents.len() as u64
        }

        fn index_bound(&self) -> usize {
            self.len() as usize
        }

        fn bytes(&self) -> u64 {
            0
        }

        fn peak_bytes(&self) -> u64 {
            0
        }
    }

    impl StoreWriter for &PlainStore {
        fn expect(&self, packed: &[u8]) -> Fingerprint {
            fingerprint(packed)
        }

        fn insert_all<'k>(
            &mut self,
            count: usize,
            state: impl Fn(usize) -> Arriving<'k>,
            mut result: impl FnMut(usize, Inserted),
        ) {
            let PlainRows { indices, parents } = &mut *self.rows.lock().unwrap();
            for number in 0..count {
                let state = state(number);
                let new = StateIndex::from_u32(parents.len() as u32);
                let index = *indices.entry(self.key(state.fingerprint)).or_insert(new);
                if index == new {
                    parents.push(state.parent);
                    result(number, Inserted::New(index));
                } else {
                    result(number, Inserted::Known(index));
                }
            }
        }

        fn find(&mut self, packed: &[u8]) -> Option<StateIndex> {
            let rows = self.rows.lock().unwrap();
            rows.indices.get(&self.key(&fingerprint(packed))).copied()
        }

        fn in_hand(&self) -> Range<u32> {
            0..0
        }
    }

    /// Numbers with some successors each; property `p` is false in the numbers that `p + 5`
    /// divides.
    #[derive(Clone)]
    struct Numbers {
        count: u16,
    }

    impl Numbers {
        fn successors_of(&self, number: u16) -> impl Iterator<Item = u16> {
            let (number, count) = (u32::from(number), u32::from(self.count));
            let factors = [3, 5, 7].into_iter();
            factors.map(move |factor| ((number * factor + factor) % count) as u16)
        }

        fn push(&self, numbers: impl Iterator<Item = u16>, batch: &mut Batch) {
            batch.clear();
            for (instance, number) in (0..).zip(numbers) {
                let rule = RuleId::from_u32(0);
                let firing = Firing { rule, instance };
                batch.push_state(firing, &number.to_le_bytes());
            }
        }

        fn end_of(&self, run: &Run) -> u16 {
            let mut at = run.start.instance as u16;
            for firing in &run.steps {
                at = self
                    .successors_of(at)
                    .nth(firing.instance as usize)
                    .unwrap();
            }
            at
        }
    }

    impl System for Numbers {
        fn state_size(&self) -> usize {
            2
        }

        fn packed_size(&self) -> usize {
            2
        }

        fn pack(&self, state: &[u8], packed: &mut [u8]) {
            packed.copy_from_slice(state);
        }

        fn unpack(&self, packed: &[u8], state: &mut [u8]) {
            state.copy_from_slice(packed);
        }

        fn initial(&mut self, batch: &mut Batch) {
            self.push(0..3, batch);
        }

        fn successors(&mut self, state: &[u8], batch: &mut Batch) {
            let number = u16::from_le_bytes([state[0], state[1]]);
            self.push(self.successors_of(number), batch);
        }

        fn may_end(&mut self, _: &[u8]) -> bool {
            false
        }
    }

    impl Conditions for Numbers {
        fn instances(&self, _: PropertyId) -> u64 {
            1
        }

        fn holds(&mut self, p: PropertyId, _: u64, state: &[u8]) -> Result<bool, Box<Fault>> {
            let number = u16::from_le_bytes([state[0], state[1]]);
            Ok(!number.is_multiple_of(p.as_u32() as u16 + 5))
        }
    }

    impl Concrete for Numbers {}

    fn task(order: Order, storing: Storing, threads: usize) -> Task {
        let properties = (0..30).map(PropertyId::from_u32);
        Task {
            questions: properties.map(Question::Invariant).collect(),
            keep_going: true,
            growing: Vec::new(),
            order,
            storing,
            parents: Parents::Memory,
            threads,
            limits: Limits::default(),
            process_memory: None,
            graph: false,
            parts: false,
            spill: None,
            checkpoints: None,
        }
    }

    /// Explores with the plain store.
    fn explore_plainly(system: &Numbers, task: &Task, bits: u32) -> Exploration {
        let (quota, progress) = (Quota::new(None, None), Progress::default());
        let store = PlainStore::new(bits);
        let system = Unreduced::new(system.clone());
        explore_in((&store, &quota), &system, 1, task, (), &progress)
    }

    fn violations(explored: &Exploration) -> Vec<(PropertyId, Run)> {
        let mut found = Vec::new();
        for finding in &explored.findings {
            let Finding::Violations(violations) = finding else {
                continue;
            };
            for violation in violations {
                let ViolationKind::Invariant { property, .. } = violation.kind else {
                    panic!("{violation:?}");
                };
                found.push((property, violation.run.clone()));
            }
        }
        found
    }

    /// Collisions hide states, but what is found is still found again on the way forward.
    #[test]
    fn runs_are_rebuilt_through_collisions() {
        let mut shown = HashSet::new();
        for count in 40..400 {
            for order in [Order::BreadthFirst, Order::DepthFirst] {
                let system = Numbers { count };
                let explored = explore_plainly(&system, &task(order, Storing::Compact, 1), 6);
                assert!(explored.states <= 64);
                for (property, run) in violations(&explored) {
                    let end = system.end_of(&run);
                    assert!(end.is_multiple_of(property.as_u32() as u16 + 5));
                    shown.insert((count, property));
                }
            }
        }
        assert!(shown.len() > 1_000, "{}", shown.len());
    }

    /// Two stores that share no code.
    #[test]
    fn a_plain_store_gives_the_same_answers() {
        for count in [40, 97, 300, 1000] {
            let system = Numbers { count };
            let ways = [
                (Order::BreadthFirst, 1),
                (Order::BreadthFirst, 3),
                (Order::DepthFirst, 1),
            ];
            for (order, threads) in ways {
                let plain = explore_plainly(&system, &task(order, Storing::Compact, threads), 64);
                let unreduced = Unreduced::new(system.clone());
                let progress = Progress::default();
                let task = task(order, Storing::Exact, threads);
                let exact = explore(&unreduced, 1, &task, (), &progress);
                assert_eq!(plain.states, exact.states);
                assert_eq!(plain.transitions, exact.transitions);
                assert_eq!(plain.depth, exact.depth);
                let lengths = |explored: &Exploration| -> Vec<(PropertyId, usize)> {
                    let found = violations(explored).into_iter();
                    found.map(|(id, run)| (id, run.steps.len())).collect()
                };
                assert_eq!(lengths(&plain), lengths(&exact));
                assert_eq!(exact.limit, None::<LimitKind>);
            }
        }
    }
}
