//! Places as the dependence test sees them: after references are followed, with indices as far as
//! they are known.

use weyl_ir::{LocalId, VarId};

/// One activation of a rule, a property or a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FrameId(pub u32);

/// A local of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot {
    pub frame: FrameId,
    pub local: LocalId,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Base {
    Variable(VarId),
    Local(Slot),
}

/// A value that can't change while it is compared with others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Known {
    Constant(i128),
    /// The value of a bound variable, also as a value of a union or back.
    Bound(Slot),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    Field(u32),
    /// An index, or a position of a multiset.
    Part(Option<Known>),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Spot {
    pub base: Base,
    pub path: Vec<Step>,
}

impl Spot {
    pub fn of(base: Base) -> Spot {
        Spot {
            base,
            path: Vec::new(),
        }
    }

    /// Whether it is always the same place.
    pub fn is_fixed(&self) -> bool {
        self.path.iter().all(|step| *step != Step::Part(None))
    }

    /// Whether a write here overwrites all of the other place.
    pub fn covers(&self, other: &Spot) -> bool {
        self.is_fixed() && self.base == other.base && other.path.starts_with(&self.path)
    }

    /// Whether one may be a part of the other.
    pub fn may_meet(&self, other: &Spot) -> bool {
        let apart = |(a, b): (&Step, &Step)| match (a, b) {
            (Step::Field(a), Step::Field(b)) => a != b,
            (Step::Part(Some(Known::Constant(a))), Step::Part(Some(Known::Constant(b)))) => a != b,
            _ => false,
        };
        self.base == other.base && !self.path.iter().zip(&other.path).any(apart)
    }

    /// Whether both are indexed by the loop variable at some step: in different turns they are
    /// apart.
    pub fn is_split_by(&self, variable: Slot, other: &Spot) -> bool {
        let own = Step::Part(Some(Known::Bound(variable)));
        let mut steps = self.path.iter().zip(&other.path);
        steps.any(|(a, b)| *a == own && *b == own)
    }

    /// After its scope the variable means nothing any more.
    pub fn forget(&mut self, variable: Slot) {
        for step in &mut self.path {
            if *step == Step::Part(Some(Known::Bound(variable))) {
                *step = Step::Part(None);
            }
        }
    }
}
