//! What is left of a family's symmetries when parts of the program are written differently: they
//! are taken out, and everything is discovered again.

use super::causes::Rank;
use crate::discovery::numbers::classes::{ClassId, Classes, Spot};
use crate::discovery::prepared::{Prepared, Subject, prepare};
use crate::discovery::removed::Removed;
use crate::discovery::renamings::diagram::Diagram;
use crate::discovery::terms::AtomId;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::universe::AtomKind;
use crate::processes::{may_end, staying};
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;
use weyl_budget::Steps;
use weyl_ir::NameId;
use weyl_permutation::{Group, Point};

/// Steps of one look.
const LOOK: u64 = 3_000_000;

/// One of a family, whatever classes a program has.
#[derive(Clone, Debug)]
pub(crate) enum Member {
    Name(NameId),
    /// A number that is found in such a place.
    Number(Spot, i128),
}

impl Member {
    pub fn of(kind: AtomKind, classes: &Classes) -> Option<Member> {
        match kind {
            AtomKind::Name(name) => Some(Member::Name(name)),
            AtomKind::Value(class, number) => {
                Some(Member::Number(spot_of(classes, class)?, number))
            }
            AtomKind::Channel(_) | AtomKind::Location { .. } => None,
        }
    }

    pub fn find(&self, program: &GroundProgram, classes: &Classes) -> Option<AtomId> {
        program.universe.find(match self {
            Member::Name(name) => AtomKind::Name(*name),
            Member::Number(spot, number) => AtomKind::Value(classes.of(spot)?, *number),
        })
    }
}

/// A place where numbers of a class are: the indices of an array if there is one.
fn spot_of(classes: &Classes, class: ClassId) -> Option<Spot> {
    let spots = classes.spots();
    let own = || spots.iter().filter(|(_, of)| *of == class);
    let index = own().find(|(spot, _)| spot.is_index);
    index.or(own().next()).map(|(spot, _)| (*spot).clone())
}

/// A family in programs that are like one, but for some parts.
pub(crate) struct Mended<'a> {
    pub subject: Subject<'a>,
    pub members: Vec<Member>,
    /// What all that is looked for may take.
    pub steps: Steps,
}

impl Mended<'_> {
    /// The group on the family without some parts; none if that is too hard to find out, or its
    /// members can't be found.
    pub fn group(&self, removed: &Removed) -> Option<Group> {
        self.steps.doing(LOOK, || {
            let subject = Subject {
                without: Some(removed),
                ..self.subject
            };
            let Prepared {
                program, classes, ..
            } = prepare(subject, false);
            let all = program.roots_with(&[]);
            let removed = self.without_ends(removed);
            let roots: Vec<&Root> = remaining(&all, &removed);
            let renamings = Diagram::new(&program, &roots).automorphisms();
            let atoms = self.members.iter().map(|one| one.find(&program, &classes));
            let points = atoms.map(|atom| Some(Point::new(atom?.index())));
            let points = points.collect::<Option<Vec<Point>>>()?;
            Group::new(program.universe.len(), renamings)?.restricted_to(&points)
        })?
    }

    /// Where nobody sees any more whether processes have ended, they stay.
    pub fn without_ends(&self, removed: &Removed) -> Removed {
        let mut removed = removed.clone();
        let is_changed = !removed.rules.is_empty() || !removed.functions.is_empty();
        let model = self.subject.model;
        if is_changed && may_end(model) && staying(&removed.model(model)).is_ok() {
            removed.ranks.insert(Rank::End);
        }
        removed
    }
}

/// The roots of a program but for what was taken out as a whole.
fn remaining<'p>(roots: &[&'p Root], removed: &Removed) -> Vec<&'p Root> {
    let ranks = Rank::of_all(roots);
    let roots = roots.iter().zip(ranks);
    let left = roots.filter(|(_, rank)| !removed.ranks.contains(rank));
    left.map(|(root, _)| *root).collect()
}

impl Rank {
    /// Of each root.
    pub fn of_all(roots: &[&Root]) -> Vec<Rank> {
        let ends = roots.iter().filter(|root| root.kind == RootKind::End);
        let ends: BTreeSet<_> = ends.map(|root| (&*root.name, root.span)).collect();
        let rank = |root: &&Root| match root.kind {
            RootKind::Standing => Rank::Standing,
            RootKind::Kept => Rank::Kept,
            RootKind::Order if root.name.is_empty() => Rank::End,
            _ if ends.contains(&(&*root.name, root.span)) => Rank::End,
            _ if root.is_explanation() => Rank::Written,
            _ => Rank::Silent,
        };
        roots.iter().map(rank).collect()
    }
}
