//! What is asked of an exploration, and what it answers.

use crate::checkpoint::{Checkpoints, Fact, get_u64, put_u64};
use crate::ways::Parents;
use crate::{Coverage, Phase, Scratch};
use std::io::{self, Read, Write};
use std::mem::discriminant;
use std::ops::{AddAssign, SubAssign};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use weyl_budget::{Budget, Limit};
use weyl_ir::Table;
use weyl_system::{Finding, Firing, Question};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    BreadthFirst,
    DepthFirst,
}

/// What is kept of a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Storing {
    /// All of it, as what takes less room: plain or as a tree.
    #[default]
    Auto,
    /// All of it, plainly.
    Exact,
    /// All of it, as a tree whose parts states share.
    Tree,
    /// A fingerprint of 64 bits: states may be left out. The graph is not known afterwards, so that
    /// neither liveness can be asked about nor the graph itself.
    Compact,
    /// Some bits in a table of fixed size: many states may be left out. What can't be asked of
    /// fingerprints can't be asked here. With several threads what is left out depends on timing.
    Bits {
        /// Of the table.
        bytes: u64,
    },
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    pub states: Option<u64>,
    /// Bytes: in a task those of table, states, parents and edges, elsewhere those of the process.
    pub memory: Option<u64>,
    /// Since the [`Progress`] was made that goes with it.
    pub time: Option<Duration>,
    /// Steps from an initial state.
    pub depth: Option<u64>,
}

/// Which limit ended a search before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    States,
    Memory,
    Time,
    Depth,
    /// Files of [`Task::spill`] or of parents can't be written or read any more.
    Disk,
    /// The user asked to stop.
    Interrupted,
    /// There are no more numbers for states.
    Numbers,
}

impl From<Limit> for LimitKind {
    fn from(limit: Limit) -> LimitKind {
        match limit {
            Limit::Time => LimitKind::Time,
            Limit::Memory => LimitKind::Memory,
            Limit::Interrupted => LimitKind::Interrupted,
        }
    }
}

/// Counters that a progress line may read while something runs, the clock that all of it goes by,
/// and the switch that stops it.
#[derive(Debug)]
pub struct Progress {
    pub states: AtomicU64,
    pub transitions: AtomicU64,
    pub frontier: AtomicU64,
    pub depth: AtomicU64,
    pub bytes: AtomicU64,
    pub stop: Arc<AtomicBool>,
    phase: AtomicU8,
    began: Instant,
}

/// The clock begins now.
impl Default for Progress {
    fn default() -> Progress {
        Progress {
            states: AtomicU64::default(),
            transitions: AtomicU64::default(),
            frontier: AtomicU64::default(),
            depth: AtomicU64::default(),
            bytes: AtomicU64::default(),
            stop: Arc::default(),
            phase: AtomicU8::default(),
            began: Instant::now(),
        }
    }
}

impl Progress {
    /// When the clock began.
    pub fn began(&self) -> Instant {
        self.began
    }

    /// What may be spent within limits of the process, counted from the beginning.
    pub fn budget(&self, limits: &Limits) -> Budget {
        let budget = Budget::stopped_by(&self.stop);
        budget.until(self.began, limits.time).within(limits.memory)
    }

    pub fn phase(&self) -> Phase {
        Phase::from_number(self.phase.load(Ordering::Relaxed))
    }

    pub fn enter(&self, phase: Phase) {
        self.phase.store(phase as u8, Ordering::Relaxed);
    }

    /// Before a search begins again from nothing.
    pub fn restart(&self) {
        for counter in [
            &self.states,
            &self.transitions,
            &self.frontier,
            &self.depth,
            &self.bytes,
        ] {
            counter.store(0, Ordering::Relaxed);
        }
    }
}

/// Questions that one exploration answers.
#[derive(Clone, Debug)]
pub struct Task {
    pub questions: Vec<Question>,
    /// Explore everything and report every distinct violation.
    pub keep_going: bool,
    /// End all the same where one of these tables is full: the system can be made anew with a
    /// larger one.
    pub growing: Vec<Table>,
    pub order: Order,
    pub storing: Storing,
    /// Only in memory where liveness or temporal properties are asked about.
    pub parents: Parents,
    pub threads: usize,
    pub limits: Limits,
    /// Bytes that the process may have, with everything that is not counted.
    pub process_memory: Option<u64>,
    /// Keep the whole graph in the answer (for small systems).
    pub graph: bool,
    /// Do with a part of the steps of a state where the system offers one and nothing is ignored
    /// for ever; breadth first only.
    pub parts: bool,
    /// Where states go if memory is not enough: breadth first, where no question needs the graph.
    pub spill: Option<Arc<dyn Scratch>>,
    /// Where it is saved what the exploration has found: breadth first, whole states or
    /// fingerprints.
    pub checkpoints: Option<Saving>,
}

/// The checkpoints of a run, and what the exploration depends on beside the run and its task.
#[derive(Clone, Debug)]
pub struct Saving {
    pub checkpoints: Arc<Checkpoints>,
    pub facts: Vec<Fact>,
}

impl Task {
    /// The limits of everything together.
    pub(crate) fn process_limits(&self) -> Limits {
        Limits {
            memory: self.process_memory,
            ..self.limits
        }
    }

    /// Whether all states must be looked at for what is asked; they are, too, where nothing is.
    pub(crate) fn asks_about_states(&self) -> bool {
        let mut questions = self.questions.iter();
        self.questions.is_empty() || questions.any(|question| question.temporal().is_none())
    }
}

/// One edge of a stored graph, states by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GraphEdge {
    pub from: u32,
    pub to: u32,
    pub firing: Firing,
}

#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Working states.
    pub states: Vec<Vec<u8>>,
    pub initial: Vec<u32>,
    pub edges: Vec<GraphEdge>,
}

/// Of how many states a part of the steps was enough, and why not of others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    pub part: u64,
    /// All steps had to be taken, or there was nothing to leave out.
    pub all: u64,
    /// Others may interfere with every part.
    pub interfering: u64,
    /// A question sees every part.
    pub visible: u64,
    /// The part led to nothing new.
    pub ignoring: u64,
    /// Nobody looked for a part: there had been none for long.
    pub untried: u64,
}

impl AddAssign for Parts {
    fn add_assign(&mut self, other: Parts) {
        self.part += other.part;
        self.all += other.all;
        self.interfering += other.interfering;
        self.visible += other.visible;
        self.ignoring += other.ignoring;
        self.untried += other.untried;
    }
}

impl SubAssign for Parts {
    fn sub_assign(&mut self, other: Parts) {
        self.part -= other.part;
        self.all -= other.all;
        self.interfering -= other.interfering;
        self.visible -= other.visible;
        self.ignoring -= other.ignoring;
        self.untried -= other.untried;
    }
}

impl Parts {
    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let Parts {
            part,
            all,
            interfering,
            visible,
            ignoring,
            untried,
        } = self;
        let numbers = [part, all, interfering, visible, ignoring, untried];
        numbers
            .into_iter()
            .try_for_each(|number| put_u64(to, *number))
    }

    pub(crate) fn read(from: &mut impl Read) -> io::Result<Parts> {
        Ok(Parts {
            part: get_u64(from)?,
            all: get_u64(from)?,
            interfering: get_u64(from)?,
            visible: get_u64(from)?,
            ignoring: get_u64(from)?,
            untried: get_u64(from)?,
        })
    }

    /// How many states were expanded.
    pub fn states(&self) -> u64 {
        self.tried() + self.part + self.untried
    }

    /// Of how many states a part was looked for in vain.
    pub(crate) fn tried(&self) -> u64 {
        self.all + self.interfering + self.visible + self.ignoring
    }
}

#[derive(Clone, Debug)]
pub struct Exploration {
    /// One for each question.
    pub findings: Vec<Finding>,
    /// For each question the states of its product with an observer; 0 where there is none.
    pub product_states: Vec<u64>,
    pub states: u64,
    /// Firings from stored states, those into excluded states included; failed ones and initial
    /// rules are not counted.
    pub transitions: u64,
    /// Steps to the farthest state.
    pub depth: u64,
    /// `None` if the search is complete, or ended at a violation. A limit may also be reached after
    /// all states were found, while questions are answered.
    pub limit: Option<LimitKind>,
    /// Whether every reachable state was explored.
    pub has_seen_all_states: bool,
    /// Whether nothing is left to do: all states were explored, if states were asked about, and
    /// every question about runs was answered.
    pub complete: bool,
    /// Where all states that the search knew were explored, but some may have been left out: how
    /// probable that is.
    pub omission: Option<f64>,
    /// The same of a store of bits: what its table was worth.
    pub coverage: Option<Coverage>,
    /// A table of the task that proved too small: nothing else is to be trusted then.
    pub full_table: Option<Table>,
    /// How many steps each rule (by number) had a part in.
    pub fired: Vec<u64>,
    /// Where parts of steps were asked for.
    pub parts: Parts,
    /// How many threads searched.
    pub threads: usize,
    /// Peak of table, states, parents and, where it is kept, the graph.
    pub bytes: u64,
    /// Where states went to disk.
    pub spilled: Option<Spilled>,
    pub graph: Option<Graph>,
    /// Where runs to what was found must be looked for again: those here are none.
    pub(crate) unshown: Option<Unshown>,
}

/// Up to where something was found whose run is not known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Unshown {
    /// Breadth first.
    pub levels: Option<u64>,
}

/// What was on disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spilled {
    /// Peak of all files.
    pub bytes: u64,
    /// Why they could not be written or read any more.
    pub failure: Option<String>,
}

impl Spilled {
    /// Of two explorations, one after the other.
    pub fn and(self, other: Spilled) -> Spilled {
        Spilled {
            bytes: self.bytes.max(other.bytes),
            failure: self.failure.or(other.failure),
        }
    }
}

impl Exploration {
    /// Takes the runs to what was found from a search that found it again. What that one did not
    /// find, as a limit ended it, is not known.
    pub(crate) fn take_runs(&mut self, again: Exploration) {
        let mut is_lost = false;
        for (own, other) in self.findings.iter_mut().zip(again.findings) {
            match own {
                Finding::Violations(_) | Finding::Reached(_) | Finding::Bad(_) => {
                    let is_same = discriminant(own) == discriminant(&other);
                    is_lost |= !is_same;
                    *own = if is_same { other } else { Finding::Unknown };
                }
                Finding::Holds
                | Finding::Unreachable
                | Finding::Lost { .. }
                | Finding::Decided(_)
                | Finding::Fails(_)
                | Finding::TooLarge
                | Finding::Settled
                | Finding::Unknown => {}
            }
        }
        self.bytes = self.bytes.max(again.bytes);
        if is_lost {
            self.limit = self.limit.or(again.limit);
            self.complete = false;
            self.omission = None;
        }
    }

    /// Whether every state that the search knew was explored: all there are, but for what a store
    /// may leave out.
    pub fn is_exhausted(&self) -> bool {
        self.complete || self.omission.is_some()
    }

    /// For questions that were not asked, because of a limit or of how an earlier exploration
    /// ended.
    pub fn not_begun(questions: &[Question], limit: Option<LimitKind>) -> Exploration {
        Exploration {
            findings: vec![Finding::Unknown; questions.len()],
            product_states: vec![0; questions.len()],
            states: 0,
            transitions: 0,
            depth: 0,
            limit,
            has_seen_all_states: false,
            complete: false,
            omission: None,
            coverage: None,
            full_table: None,
            fired: Vec::new(),
            parts: Parts::default(),
            threads: 0,
            bytes: 0,
            spilled: None,
            graph: None,
            unshown: None,
        }
    }
}
