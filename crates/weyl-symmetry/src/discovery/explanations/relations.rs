//! The names of a program and how they are related, for people to look at: a picture in which the
//! group can be seen, where the whole program diagram would be too large.
//!
//! A process is related to what its statements mention; other names that one rule or one constant
//! mentions are related to each other. What is computed from names relates all of them, and is left
//! out. Where all names of an orbit are related to all of another one, that says nothing either.

use crate::discovery::bodies::statics::Statics;
use crate::discovery::naming::NewNames;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::terms::{AtomId, Term};
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use weyl_permutation::group::Orbits;
use weyl_permutation::{Permutation, Point};

/// Names with their relations, and the orbits of the group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePicture {
    pub vertices: Vec<NameVertex>,
    pub edges: BTreeSet<(usize, usize)>,
    /// Whether relations of all with all were left out.
    pub is_thinned: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameVertex {
    pub label: String,
    pub role: NameRole,
    /// The number of its orbit, if there are others in it.
    pub orbit: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRole {
    /// A process, a member of a scalarset.
    Name,
    Channel,
    Index,
}

/// Rules that mention more names relate none of them.
const MOST_TOGETHER: usize = 4;
/// Indices that do not move are left out where there are more.
const MOST_INDICES: usize = 60;
/// Relations of all with all, from this number on, are left out.
const MANY: usize = 12;

pub(in crate::discovery) fn relations(
    program: &GroundProgram,
    roots: &[&Root],
    names: &NewNames<'_>,
    statics: &Statics,
    generators: &[Permutation],
) -> NamePicture {
    let orbits = Orbits::new(program.universe.len(), generators);
    let candidates = candidates(program, names, statics);
    let mut pairs: BTreeSet<(AtomId, AtomId)> = BTreeSet::new();
    for root in roots.iter().filter(|root| root.kind != RootKind::Standing) {
        pairs.extend(related(program, root, &candidates));
    }
    // Indices that do not move are there for what mentions them.
    let mentioned: BTreeSet<AtomId> = pairs.iter().map(|(_, to)| *to).collect();
    let is_shown = |atom: &AtomId| {
        let moves = orbits.of(point(*atom)).len() > 1;
        let is_index = role(program, *atom) == NameRole::Index;
        !is_index || moves || (mentioned.contains(atom) && mentioned.len() <= MOST_INDICES)
    };
    let shown: Vec<AtomId> = candidates.iter().copied().filter(is_shown).collect();
    let places: BTreeMap<AtomId, usize> = shown.iter().copied().zip(0..).collect();
    let edges = pairs
        .iter()
        .filter_map(|(from, to)| Some((*places.get(from)?, *places.get(to)?)));
    let edges: BTreeSet<(usize, usize)> = edges.collect();
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let vertices = shown.iter().map(|atom| {
        let orbit = orbits.number_of(point(*atom));
        let is_alone = orbits.of(point(*atom)).len() == 1;
        let next = numbers.len();
        NameVertex {
            label: names.written(*atom),
            role: role(program, *atom),
            orbit: (!is_alone).then(|| *numbers.entry(orbit).or_insert(next)),
        }
    });
    let vertices: Vec<NameVertex> = vertices.collect();
    let thin = thinned(&vertices, &edges);
    NamePicture {
        is_thinned: thin.len() < edges.len(),
        vertices,
        edges: thin,
    }
}

fn point(atom: AtomId) -> Point {
    Point::new(atom.index())
}

fn role(program: &GroundProgram, atom: AtomId) -> NameRole {
    match program.universe.kind(atom) {
        AtomKind::Name(_) | AtomKind::Location { .. } => NameRole::Name,
        AtomKind::Channel(_) => NameRole::Channel,
        AtomKind::Value(..) => NameRole::Index,
    }
}

/// What may have a place in the picture: processes that are there, names, channels and indices.
fn candidates(
    program: &GroundProgram,
    names: &NewNames<'_>,
    statics: &Statics,
) -> BTreeSet<AtomId> {
    let atoms = (0..program.universe.len()).map(AtomId::new);
    let counted = atoms.filter(|atom| names.counts(*atom));
    let is_there = |atom: &AtomId| match program.universe.kind(*atom) {
        AtomKind::Name(name) => {
            let processes = names.model.processes();
            let kind = processes.kind_of_sort(names.model.sort_of(name));
            kind.is_none_or(|(kind, _)| statics.of_kind(kind).is_some_and(|of| of.contains(&name)))
        }
        AtomKind::Channel(_) | AtomKind::Value(..) | AtomKind::Location { .. } => true,
    };
    counted.filter(is_there).collect()
}

fn related(
    program: &GroundProgram,
    root: &Root,
    candidates: &BTreeSet<AtomId>,
) -> Vec<(AtomId, AtomId)> {
    let mut mentioned = program.terms.mentions(root.term);
    mentioned.retain(|atom| candidates.contains(atom));
    let subject = root.values.first().map(|value| program.terms.get(*value));
    let subject = subject.and_then(|term| match term {
        Term::Atom(atom) if candidates.contains(atom) => Some(*atom),
        Term::Atom(_) | Term::Node { .. } => None,
    });
    match subject {
        Some(subject) => {
            let others = mentioned.into_iter().filter(|atom| *atom != subject);
            others.map(|other| (subject, other)).collect()
        }
        None if mentioned.len() <= MOST_TOGETHER => {
            let all: Vec<AtomId> = mentioned.into_iter().collect();
            all.windows(2).map(|pair| (pair[0], pair[1])).collect()
        }
        None => Vec::new(),
    }
}

/// Without relations of all of one set with all of another one.
fn thinned(vertices: &[NameVertex], edges: &BTreeSet<(usize, usize)>) -> BTreeSet<(usize, usize)> {
    let mut between: BTreeMap<(Option<usize>, Option<usize>), usize> = BTreeMap::new();
    let key = |(from, to): &(usize, usize)| (vertices[*from].orbit, vertices[*to].orbit);
    for edge in edges {
        *between.entry(key(edge)).or_insert(0) += 1;
    }
    let size = |orbit: Option<usize>| {
        let members = vertices.iter().filter(|vertex| vertex.orbit == orbit);
        orbit.map_or(1, |_| members.count())
    };
    let is_everything = |(from, to): (Option<usize>, Option<usize>), count: usize| {
        let all = size(from) * size(to);
        let all = if from == to { all - size(from) } else { all };
        from.is_some() && to.is_some() && count >= MANY && count >= all
    };
    let is_news = |edge: &&(usize, usize)| !is_everything(key(edge), between[&key(edge)]);
    edges.iter().filter(is_news).copied().collect()
}
