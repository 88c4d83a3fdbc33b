//! Verdicts. A violation can't be stated without a witness, and no witness can be made by hand:
//! traces come from [`weyl_trace::replay`], regions from [`weyl_trace::confirm_region`], exhausted
//! spaces from a complete exploration.

use crate::CheckpointSummary;
use crate::engine::{Profile, Work};
use crate::reducing::Reduction;
use crate::symmetry::Tried;
use crate::vacuity::Note;
use weyl_explore::{Coverage, Exploration, Graph, LimitKind, Limits, Spilled, Storing};
use weyl_ir::StatementNumbers;
use weyl_source::{Diagnostics, Span};
use weyl_symmetry::GroupDescription;
use weyl_system::{Finding, Program};
use weyl_trace::{AvoidedRegion, Trace};

/// Every reachable state was explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exhausted {
    pub states: u64,
}

impl Exhausted {
    /// No run came to what was looked for.
    pub(crate) fn without_a_run(exploration: &Exploration, finding: &Finding) -> Option<Exhausted> {
        let is_known = *finding == Finding::Holds && exploration.complete;
        is_known.then_some(Exhausted {
            states: exploration.states,
        })
    }

    /// Nothing was left to explore when something proved unreachable.
    pub(crate) fn of(exploration: &Exploration, finding: &Finding) -> Option<Exhausted> {
        let is_known = *finding == Finding::Unreachable && exploration.has_seen_all_states;
        is_known.then_some(Exhausted {
            states: exploration.states,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// A run that ends in the violation.
    Run(Trace),
    /// A run into a region where the property never holds again (AG EF).
    RunIntoRegion(Trace, AvoidedRegion),
    /// No reachable state satisfies the property (a cover).
    Exhausted(Exhausted),
    /// What shows that the negation of a formula of branching time holds.
    Tree(Evidence),
}

/// Why a formula of branching time holds: first the formula itself. All runs were executed on the
/// unreduced system.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Evidence {
    pub parts: Vec<Part>,
}

/// A formula that holds in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    pub formula: String,
    /// From the beginning on; so many of its steps lead to the state.
    pub trace: Option<Trace>,
    pub from: usize,
    pub reason: Reason,
}

/// Parts are named by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The state itself shows it.
    State,
    Both([usize; 2]),
    One(usize),
    /// All runs were searched.
    AllRuns,
    /// All values of a quantifier show it together.
    AllInstances,
    /// The run goes on in such a way; what else is shown for that, with how many steps lead there.
    Run(Vec<(usize, usize)>),
    /// A game with so many positions was won; what its plays come to.
    Game(usize, Vec<usize>),
    /// There was enough before it.
    LeftOut,
}

impl Evidence {
    /// The first run that goes on where something is shown.
    pub fn run(&self) -> Option<&Trace> {
        let mut runs = self.parts.iter();
        let run = runs.find(|part| matches!(part.reason, Reason::Run(_)));
        run.and_then(|part| part.trace.as_ref())
    }
}

impl Witness {
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Witness::Run(trace) | Witness::RunIntoRegion(trace, _) => Some(trace),
            Witness::Exhausted(_) => None,
            Witness::Tree(evidence) => evidence.run(),
        }
    }
}

/// Why a property was not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undecided {
    Limit(LimitKind),
    /// A run was found, but the limit was reached before it was replayed.
    NotReplayed(LimitKind),
    /// The search ended at a violation of another property, or of another instance.
    EndedAtViolation,
    /// Nothing was found, but the store may have left out states.
    Omission,
    /// Some state has no way on but steps that fail: there are no runs from there.
    NoWayOn,
    /// The automaton of the formula, or a product with it, would be too large.
    TooLarge,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Violated(Box<Witness>),
    Inconclusive(Undecided),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Safety,
    Cover,
    Liveness,
    Temporal,
    /// Of branching time.
    Branching,
    /// A run to some state is looked for.
    Witness,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertyResult {
    /// What `--property` selects.
    pub name: String,
    pub kind: Kind,
    pub verdict: Verdict,
    /// What is wrong.
    pub message: Option<String>,
    /// The property, or the statement that fails.
    pub span: Option<Span>,
    /// The instance that is violated.
    pub parameters: Vec<(String, String)>,
    /// A run to a state that satisfies a cover.
    pub example: Option<Trace>,
    /// Why a formula of branching time holds.
    pub evidence: Option<Evidence>,
    /// Of one that holds: why that may not be what was meant.
    pub notes: Vec<Note>,
}

/// What becomes of the instances of a temporal property under symmetry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Indices {
    /// What takes fewer states.
    #[default]
    Cheapest,
    /// One of each orbit is explored, under the symmetries that keep it.
    Fixed,
    /// All are explored at once, on the annotated quotient.
    Followed,
}

/// The verdict about the model as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    Holds,
    Violated,
    Inconclusive,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    pub seconds: f64,
    /// Peak of table, states and parents.
    pub bytes: u64,
    pub threads: usize,
    pub storing: Storing,
}

impl Statistics {
    pub fn bytes_per_state(&self) -> f64 {
        self.bytes as f64 / self.states.max(1) as f64
    }

    pub fn states_per_second(&self) -> f64 {
        self.states as f64 / self.seconds.max(1e-6)
    }
}

/// How often a rule has fired, or a statement of a process was executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Covered {
    pub name: String,
    /// The kind of the process that it belongs to.
    pub process: Option<String>,
    pub span: Span,
    /// In how many of the steps that were explored.
    pub fired: u64,
    /// Whether it would be news that it never does.
    pub is_expected: bool,
}

/// The symmetry that was used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SymmetryUsed {
    pub group: GroupDescription,
    /// It stands on the user's word that loops are independent.
    pub is_unproved: bool,
    /// Processes that have ended stay, for the sake of symmetry.
    pub stays: bool,
    /// Whether it merged some states, where everything was explored and that was looked at.
    pub merged: Option<bool>,
    /// On how many steps its generators were tried out.
    pub tried: Tried,
}

/// The product of the system with what watches its runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductSummary {
    /// The temporal property.
    pub property: String,
    /// 0 where single states answer the question.
    pub states: u64,
    /// States of the automaton.
    pub automaton: usize,
    /// How the instances of the property were treated.
    pub indices: Indices,
    /// The instance that is fixed, if there are several, and how many it stands for.
    pub instance: Option<(Vec<(String, String)>, u32)>,
}

/// One exploration: properties with different groups are explored apart.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorationSummary {
    pub properties: Vec<String>,
    pub states: u64,
    pub transitions: u64,
    /// Of temporal properties.
    pub products: Vec<ProductSummary>,
    /// The order of its group; `None` if symmetry is off.
    pub order: Option<String>,
    /// What finding representatives cost.
    pub representatives: Work,
}

/// What a comparison with the unreduced system showed. There is none if they disagree: that is a
/// bug.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfCheck {
    pub full_states: u64,
    pub full_seconds: f64,
    /// How many orbits the reachable states have; `None` without symmetry, or if a limit was
    /// reached first.
    pub orbits: Option<u64>,
    /// Whether verdicts were compared: no limit was reached.
    pub agrees: bool,
}

/// The answer to a [`Request`](crate::Request).
#[derive(Clone, Debug)]
pub struct Report {
    pub program: Program,
    pub warnings: Diagnostics,
    pub properties: Vec<PropertyResult>,
    pub statistics: Statistics,
    pub profile: Profile,
    /// What was asked not to be exceeded.
    pub limits: Limits,
    /// The limit that ended the search.
    pub limit: Option<LimitKind>,
    /// Whether every reachable state was explored.
    pub complete: bool,
    /// Where all that was known was explored, but states may have been left out: how probable that
    /// is.
    pub omission: Option<f64>,
    /// The same of a store of bits: what its table was worth; of several the worst.
    pub bits: Option<Coverage>,
    /// In the order of the text; empty where states were not looked at.
    pub coverage: Vec<Covered>,
    /// `None` if it is off.
    pub symmetry: Option<SymmetryUsed>,
    pub explorations: Vec<ExplorationSummary>,
    /// What became of reductions that were asked for.
    pub reductions: Vec<Reduction>,
    /// What was on disk, where there is a place for states there.
    pub spilled: Option<Spilled>,
    /// Where there are checkpoints.
    pub checkpoint: Option<CheckpointSummary>,
    /// Where the unreduced system was explored too.
    pub self_check: Option<SelfCheck>,
    pub graph: Option<Graph>,
    /// Of Promela models.
    pub numbers: Option<StatementNumbers>,
}

/// Of two tables the one that left out more.
pub(crate) fn worst(a: Option<Coverage>, b: Option<Coverage>) -> Option<Coverage> {
    match (a, b) {
        (Some(a), Some(b)) if a.omitted >= b.omitted => Some(a),
        (one, None) | (None, one) | (Some(_), one) => one,
    }
}

/// What two explorations had on disk, one after the other.
pub(crate) fn together(one: Option<Spilled>, other: Option<Spilled>) -> Option<Spilled> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.and(other)),
        (one, other) => one.or(other),
    }
}

impl Report {
    /// Takes in what was asked about another slice of the same model.
    pub(crate) fn take_in(&mut self, other: Report) {
        self.properties.extend(other.properties);
        self.explorations.extend(other.explorations);
        self.reductions.extend(other.reductions);
        self.profile += other.profile;
        self.statistics.seconds += other.statistics.seconds;
        self.statistics.bytes = self.statistics.bytes.max(other.statistics.bytes);
        self.limit = self.limit.or(other.limit);
        self.complete &= other.complete;
        self.spilled = together(self.spilled.take(), other.spilled);
        self.omission = match (self.omission, other.omission) {
            (Some(a), Some(b)) => Some((a + b).min(1.0)),
            (one, None) | (None, one) => one,
        };
        self.bits = worst(self.bits, other.bits);
        for warning in other.warnings.iter() {
            if !self.warnings.iter().any(|known| known == warning) {
                self.warnings.push(warning.clone());
            }
        }
    }

    pub fn outcome(&self) -> Conclusion {
        let some = |wanted: fn(&Verdict) -> bool| {
            let mut verdicts = self.properties.iter().map(|property| &property.verdict);
            verdicts.any(wanted)
        };
        if some(|verdict| matches!(verdict, Verdict::Violated(_))) {
            Conclusion::Violated
        } else if some(|verdict| matches!(verdict, Verdict::Inconclusive(_))) {
            Conclusion::Inconclusive
        } else {
            Conclusion::Holds
        }
    }

    /// Rules that never fired, and statements that were never executed.
    pub fn unreached(&self) -> impl Iterator<Item = &Covered> {
        let coverage = self.coverage.iter();
        coverage.filter(|covered| covered.fired == 0 && covered.is_expected)
    }

    /// The run of the first violation that has one.
    pub fn first_run(&self) -> Option<&Trace> {
        let mut properties = self.properties.iter();
        properties.find_map(|property| match &property.verdict {
            Verdict::Violated(witness) => witness.trace(),
            Verdict::Holds | Verdict::Inconclusive(_) => None,
        })
    }
}
