//! What can be asked about a system: one enum, which every engine reads.

use crate::{Fault, FaultKind};
use weyl_ir::PropertyId;
use weyl_temporal::Observer;
use weyl_temporal::branching::Branching;

/// When a state counts as a deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deadlock {
    Off,
    /// No rule is enabled, and nothing fails or is excluded by an assumption.
    Stuck,
    /// No step leads to another state.
    Stuttering,
}

/// Which failed assertions count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Assertions {
    All,
    /// Those with one of these messages.
    Only(Vec<String>),
}

/// Which runs count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fairness {
    /// All of them.
    #[default]
    None,
    /// Those in which every unit that is enabled from some time on acts again and again.
    Weak,
    /// Those in which every unit that is enabled again and again acts again and again.
    Strong,
}

/// Which states of a run may repeat, without a step that leads there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeats {
    /// None: a run that can't go on is no run.
    #[default]
    Nothing,
    /// The last one of a run that can't go on, which stays where it is for ever.
    Ends,
    /// All of them, as often as they like: the system is a part of another one that may go on
    /// elsewhere, and nothing of that is to be seen here (the idle step of a slice).
    Everything,
}

/// AG EF p: which instances of p are asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivenessQuestion {
    pub property: PropertyId,
    /// `None`: all of them.
    pub instances: Option<Vec<u64>>,
}

/// Whether there is a run that an observer accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemporalQuestion {
    /// Which of the model's temporal properties it belongs to, by number.
    pub number: usize,
    /// Of bad runs.
    pub observer: Observer,
    /// What its propositions are.
    pub atoms: Vec<PropertyId>,
    /// The instances of the atoms that are asked about.
    pub instances: Vec<u32>,
    /// How many instances there are, if they are followed through renamings; otherwise each stays
    /// what it is.
    pub followed: Option<u32>,
    /// How many instances one that is not followed stands for, itself included.
    pub stands_for: u32,
    /// Whether all atoms must make sense wherever the observer comes, or only those that it looks
    /// at.
    pub evaluates_all: bool,
    pub repeats: Repeats,
    pub fairness: Fairness,
}

/// Whether every initial state satisfies a formula of branching time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchingQuestion {
    /// Which of the model's temporal properties it belongs to, by number.
    pub number: usize,
    /// Propositions behind the atoms are families.
    pub branching: Branching,
    /// What its other propositions are.
    pub atoms: Vec<PropertyId>,
    pub fairness: Fairness,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// All instances hold in all reachable states.
    Invariant(PropertyId),
    /// No assertion fails.
    Assertions(Assertions),
    /// No step refutes an order of events.
    Events(PropertyId),
    /// No step fails in another way.
    RunTimeErrors,
    /// There is no deadlock of this kind.
    Deadlock(Deadlock),
    /// Some instance holds in some reachable state, or some step hits it.
    Cover(PropertyId),
    /// From every reachable state one that satisfies an instance can be reached.
    Liveness(LivenessQuestion),
    /// No run is bad.
    Temporal(TemporalQuestion),
    /// All initial states satisfy a formula.
    Branching(BranchingQuestion),
}

impl Question {
    /// Whether a step that fails in this way answers it.
    pub fn concerns(&self, fault: &Fault) -> bool {
        match (self, &fault.kind) {
            (Question::Assertions(Assertions::All), FaultKind::Assertion { .. }) => true,
            (
                Question::Assertions(Assertions::Only(messages)),
                FaultKind::Assertion { message },
            ) => messages.contains(message),
            (Question::Events(own), FaultKind::Refuted { property, .. }) => own == property,
            (Question::RunTimeErrors, _) => !fault.is_failed_claim(),
            _ => false,
        }
    }

    /// The properties of the model whose conditions it looks at.
    pub fn properties(&self) -> &[PropertyId] {
        match self {
            Question::Invariant(property)
            | Question::Events(property)
            | Question::Cover(property)
            | Question::Liveness(LivenessQuestion { property, .. }) => {
                std::slice::from_ref(property)
            }
            Question::Temporal(temporal) => &temporal.atoms,
            Question::Branching(branching) => &branching.atoms,
            Question::Assertions(_) | Question::RunTimeErrors | Question::Deadlock(_) => &[],
        }
    }

    pub fn temporal(&self) -> Option<&TemporalQuestion> {
        match self {
            Question::Temporal(temporal) => Some(temporal),
            Question::Invariant(_)
            | Question::Assertions(_)
            | Question::Events(_)
            | Question::RunTimeErrors
            | Question::Deadlock(_)
            | Question::Cover(_)
            | Question::Liveness(_)
            | Question::Branching(_) => None,
        }
    }

    pub fn branching(&self) -> Option<&BranchingQuestion> {
        match self {
            Question::Branching(branching) => Some(branching),
            Question::Invariant(_)
            | Question::Assertions(_)
            | Question::Events(_)
            | Question::RunTimeErrors
            | Question::Deadlock(_)
            | Question::Cover(_)
            | Question::Liveness(_)
            | Question::Temporal(_) => None,
        }
    }

    /// Which of the model's temporal properties it is about, by number, with its atoms and the
    /// number of their instances.
    pub fn claim(&self) -> Option<(usize, &[PropertyId], usize)> {
        let linear = self.temporal();
        let linear = linear.map(|one| (one.number, &*one.atoms, one.instances.len()));
        linear.or_else(|| {
            let branching = self.branching();
            branching.map(|one| (one.number, &*one.atoms, 1))
        })
    }

    /// Which runs count, where it is about runs.
    pub fn fairness(&self) -> Fairness {
        let linear = self.temporal().map(|one| one.fairness);
        let branching = || self.branching().map(|one| one.fairness);
        linear.or_else(branching).unwrap_or_default()
    }
}

impl LivenessQuestion {
    pub fn about_all(property: PropertyId) -> LivenessQuestion {
        LivenessQuestion {
            property,
            instances: None,
        }
    }
}
