//! A program under a renaming, beside the program: where two terms that should be one differ.

use crate::discovery::terms::program::GroundProgram;
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::terms::{AtomId, Images, Term, TermId, labels};
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;
use weyl_ir::{Model, NameId, VarId};
use weyl_permutation::{Permutation, Point};

/// Where two terms that should be one differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference {
    /// In what is computed.
    Table,
    /// In a number that is no name.
    Number,
    Atom(AtomId),
    /// In a name that is part of a message.
    Message(AtomId),
    /// In what comes first.
    Sequence,
    Otherwise,
}

/// A program under a renaming: terms of both are terms of one set.
pub(super) struct Renamed<'a> {
    model: &'a Model,
    program: &'a GroundProgram,
    renaming: &'a Permutation,
    images: Images,
}

impl<'a> Renamed<'a> {
    pub fn new(
        model: &'a Model,
        program: &'a GroundProgram,
        renaming: &'a Permutation,
    ) -> Renamed<'a> {
        let mut renamed = Renamed {
            model,
            program,
            renaming,
            images: Images::default(),
        };
        renamed.images = program.terms.images(|atom| renamed.atom(atom));
        renamed
    }

    /// Locations go with their processes: where statements are missing, a renaming may do anything
    /// with them. In a copy of a proctype the same place has another number.
    pub fn atom(&self, atom: AtomId) -> AtomId {
        let universe = &self.program.universe;
        let image = |atom: AtomId| {
            let point = self.renaming.image(Point::new(atom.index()));
            AtomId::new(point.index())
        };
        let with_process = || match universe.kind(atom) {
            AtomKind::Location { process, location } => {
                let to = image(universe.find(AtomKind::Name(process))?);
                let AtomKind::Name(to) = universe.kind(to) else {
                    return None;
                };
                let location = location - begin(self.model, process) + begin(self.model, to);
                let process = to;
                universe.find(AtomKind::Location { process, location })
            }
            AtomKind::Name(_) | AtomKind::Channel(_) | AtomKind::Value(..) => None,
        };
        with_process().unwrap_or_else(|| image(atom))
    }

    pub fn image(&self, term: TermId) -> TermId {
        self.images.of(term)
    }

    fn get(&self, term: TermId) -> &Term {
        self.images.get(&self.program.terms, term)
    }

    /// Where the image of a term and the term that it should be begin to differ, and the variable
    /// that this is about.
    pub fn difference(&self, image: TermId, wanted: TermId) -> (Difference, Option<VarId>) {
        let (mut one, mut other) = (image, wanted);
        let mut place = None;
        let (mut is_message, mut is_computed) = (false, false);
        loop {
            let (label, is_set, below) = match (self.get(one), self.get(other)) {
                (_, Term::Atom(atom)) if is_message => return (Difference::Message(*atom), place),
                (_, Term::Atom(atom)) => return (Difference::Atom(*atom), place),
                (Term::Atom(_), Term::Node { .. }) => return (Difference::Otherwise, place),
                (
                    Term::Node {
                        label, children, ..
                    },
                    Term::Node {
                        label: wanted,
                        is_set,
                        children: theirs,
                    },
                ) => {
                    let text = self.program.terms.label_text(*wanted);
                    if label != wanted {
                        let difference = if text.starts_with(labels::NUMBER) && is_computed {
                            Difference::Table
                        } else if text.starts_with(labels::NUMBER) {
                            Difference::Number
                        } else {
                            Difference::Otherwise
                        };
                        return (difference, place);
                    }
                    place = self.variable_at(theirs).or(place);
                    is_computed = text.starts_with(labels::COMPUTED);
                    let is_about_messages = labels::MESSAGES.iter().any(|of| text.starts_with(of));
                    is_message |= is_about_messages && children.first() == theirs.first();
                    (text, *is_set, differing(children, theirs, *is_set))
                }
            };
            match (label, below) {
                (labels::TABLE | labels::APPLY, _) => return (Difference::Table, place),
                (_, Some(next)) => (one, other) = next,
                (labels::IN_ORDER | labels::DO, None) if !is_set => {
                    return (Difference::Sequence, place);
                }
                (_, None) => return (Difference::Otherwise, place),
            }
        }
    }

    /// The variable that the first child is, or is a place in.
    fn variable_at(&self, children: &[TermId]) -> Option<VarId> {
        let first = *children.first()?;
        let variable = |term: TermId| self.program.variables.get(&term).copied();
        let Term::Node { children, .. } = self.get(first) else {
            return None;
        };
        variable(first).or_else(|| variable(*children.first()?))
    }
}

/// The only children that differ, or the first that do where they have an order.
fn differing(one: &[TermId], other: &[TermId], is_set: bool) -> Option<(TermId, TermId)> {
    if !is_set {
        let pairs = || one.iter().zip(other).filter(|(one, other)| one != other);
        let (a, b) = pairs().next()?;
        // The same parts in another order.
        let sorted = |all: &[TermId]| all.iter().copied().collect::<BTreeSet<TermId>>();
        let is_reordered = pairs().nth(1).is_some() && sorted(one) == sorted(other);
        return (one.len() == other.len() && !is_reordered).then_some((*a, *b));
    }
    let beyond = |these: &[TermId], those: &[TermId]| {
        let mut left = these.iter().copied().filter(|term| !those.contains(term));
        left.next()
    };
    beyond(one, other).zip(beyond(other, one))
}

/// Where the locations of the text begin that a process follows.
fn begin(model: &Model, process: NameId) -> i128 {
    let processes = model.processes();
    let kind = processes.kind_of_sort(model.sort_of(process));
    let begin = kind.and_then(|(_, kind)| {
        let own = processes.index_of(kind, process);
        let copies = kind.copies.iter().filter(|copy| copy.process <= own);
        copies.max_by_key(|copy| copy.process)
    });
    begin.map_or(0, |copy| i128::from(copy.location))
}
