//! What is asked for.

use crate::Indices;
use std::sync::Arc;
use weyl_explore::{Checkpoints, Limits, Order, Parents, Scratch, Storing};
use weyl_ir::{FrontEnd, ReadOptions};
use weyl_quotient::Precision;
use weyl_source::FileId;
use weyl_system::{Deadlock, ExecutionLimits, Fairness};

/// How the text of a model is to be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelOptions {
    pub front_end: &'static dyn FrontEnd,
    pub reading: ReadOptions,
    pub execution: ExecutionLimits,
}

impl ModelOptions {
    /// A model of this language, as it is.
    pub fn new(front_end: &'static dyn FrontEnd) -> ModelOptions {
        ModelOptions {
            front_end,
            reading: ReadOptions::default(),
            execution: ExecutionLimits::default(),
        }
    }
}

/// Where the group of symmetries comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SymmetrySource {
    #[default]
    Off,
    /// All that is found in the text of the model.
    Discovered {
        /// Loops over a sort count as independent on the user's word.
        trust_loops: bool,
    },
    /// The sorts that the model declares.
    Declared {
        /// Loops over a sort count as independent on the user's word.
        trust_loops: bool,
    },
    /// Generators in a file.
    File(FileId),
}

/// What fires the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Executor {
    /// Machine code where there is some for this machine, else the interpreter.
    #[default]
    Best,
    Native,
    Interpreter,
}

/// What becomes of processes that have ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Termination {
    /// They stay if there is more symmetry then, and nobody can see it.
    #[default]
    Best,
    /// They are removed as SPIN does it, the youngest first.
    Spin,
    Stay,
}

/// What is done to a program before symmetry is looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reductions {
    /// What has no say in a property is left out, where that alone is asked about.
    pub slice: bool,
    /// Variables that nobody will look at any more have their defaults.
    pub live: bool,
    /// Steps that nobody can tell from steps made at another time belong to the step before.
    pub merge: bool,
    /// Of steps that commute, one order is explored (partial-order reduction).
    pub por: bool,
}

impl Reductions {
    /// The model as it was written.
    pub const NONE: Reductions = Reductions {
        slice: false,
        live: false,
        merge: false,
        por: false,
    };
    pub const ALL: Reductions = Reductions {
        slice: true,
        live: true,
        merge: true,
        por: true,
    };
}

#[derive(Clone, Debug)]
pub struct Request {
    pub model: ModelOptions,
    /// The names of the properties to check; all of them if empty.
    pub properties: Vec<String>,
    /// Those of them that say that no state satisfies something, and are asked for a run to such a
    /// state: the names, and what is looked for.
    pub witnesses: Vec<(String, String)>,
    /// Neither covers nor liveness nor temporal properties.
    pub safety_only: bool,
    /// When a state counts as a deadlock; as is usual for models of its kind if nothing is said.
    pub deadlock: Option<Deadlock>,
    pub keep_going: bool,
    pub order: Order,
    pub storing: Storing,
    /// Where the parents of states are kept.
    pub parents: Parents,
    pub threads: usize,
    pub executor: Executor,
    pub limits: Limits,
    pub symmetry: SymmetrySource,
    pub reductions: Reductions,
    /// Runs are as short as any, in steps of the model as it was written.
    pub shortest: bool,
    pub termination: Termination,
    pub precision: Precision,
    /// Which runs count for temporal properties.
    pub fairness: Fairness,
    /// The rules that runs must be fair to, where there are no processes; all of them if empty.
    pub fair_rules: Vec<String>,
    pub indices: Indices,
    /// Parts of the state that the user means to see, or not to see: they must be there.
    pub names: Vec<String>,
    /// Keep the state graph.
    pub graph: bool,
    /// Where states go if memory is not enough.
    pub spill: Option<Arc<dyn Scratch>>,
    /// Where it is saved what explorations have found.
    pub checkpoints: Option<Arc<Checkpoints>>,
}

impl Request {
    /// What is looked for by asking about a property.
    pub(crate) fn wanted(&self, property: &str) -> Option<&str> {
        let mut witnesses = self.witnesses.iter();
        let asked = witnesses.find(|(name, _)| name == property);
        asked.map(|(_, wanted)| &**wanted)
    }

    /// All properties of the model as it was written, on one thread, without limits.
    pub fn new(model: ModelOptions) -> Request {
        Request {
            model,
            properties: Vec::new(),
            witnesses: Vec::new(),
            safety_only: false,
            deadlock: None,
            keep_going: false,
            order: Order::BreadthFirst,
            storing: Storing::Auto,
            parents: Parents::Memory,
            threads: 1,
            executor: Executor::Best,
            limits: Limits::default(),
            symmetry: SymmetrySource::Off,
            reductions: Reductions::NONE,
            shortest: false,
            termination: Termination::Best,
            precision: Precision::Exact,
            fairness: Fairness::None,
            fair_rules: Vec::new(),
            indices: Indices::Cheapest,
            names: Vec::new(),
            graph: false,
            spill: None,
            checkpoints: None,
        }
    }
}
