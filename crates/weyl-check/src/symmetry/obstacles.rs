//! What keeps a model from having symmetries before any statement is looked at.

use crate::Termination;
use weyl_ir::Model;
use weyl_source::Span;
use weyl_symmetry::{
    Family, How, NearCopies, UnmovedKind, copies_of_rules, near_copies, static_processes, staying,
    unmoved_kinds,
};

/// What stands in the way.
#[derive(Clone, Debug, Default)]
pub struct Obstacles {
    /// No symmetry was looked for: there are too many states before everything is there.
    pub too_many_beginnings: bool,
    /// Kinds whose processes stay where they are.
    pub unmoved: Vec<UnmovedKind>,
    /// Kinds, or rules of several participants, that are written several times.
    pub copies: Vec<NearCopies>,
    /// What sees that processes have ended, if that tells them apart.
    pub end_shows: Option<EndShows>,
    /// Whether there is a process for each kind, and no more.
    pub are_all_single: bool,
}

/// Who sees that a process has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndShows {
    pub because: &'static str,
    pub at: Span,
}

impl Obstacles {
    pub(super) fn new(
        model: &Model,
        families: &[Family],
        is_trivial: bool,
        too_many_beginnings: bool,
        termination: Termination,
    ) -> Obstacles {
        if !model.has_processes() {
            // Where something is exchanged, it may be what these rules do.
            let copies = is_trivial.then(|| copies_of_rules(model));
            return Obstacles {
                too_many_beginnings,
                copies: copies.unwrap_or_default(),
                ..Obstacles::default()
            };
        }
        let witness = staying(model).err();
        let unmoved = match termination {
            // They could all be moved where processes stay: families tell why that did not help.
            Termination::Best | Termination::Stay if witness.is_none() => Vec::new(),
            Termination::Best | Termination::Stay | Termination::Spin => {
                unmoved_kinds(model, witness.as_ref())
            }
        };
        let mut breaks = families.iter().flat_map(|family| &family.breaks);
        let ends = breaks.any(|one| one.how == How::Ends);
        let witness = witness.filter(|_| ends);
        Obstacles {
            too_many_beginnings,
            are_all_single: unmoved.is_empty() && are_all_single(model),
            unmoved,
            copies: near_copies(model),
            end_shows: witness.map(|witness| EndShows {
                because: witness.what.words(),
                at: witness.span,
            }),
        }
    }
}

fn are_all_single(model: &Model) -> bool {
    let processes = static_processes(model).processes;
    let mut kinds: Vec<u32> = processes.iter().map(|process| process.kind).collect();
    kinds.sort_unstable();
    kinds.windows(2).all(|pair| pair[0] != pair[1])
}
