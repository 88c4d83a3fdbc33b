//! The program diagram, for people to look at.

use crate::discovery::naming::NewNames;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::{AtomId, Term, TermId};
use cranelift_entity::{EntityRef, SecondaryMap};
use indexmap::IndexSet;
use std::collections::BTreeMap;
use weyl_ir::Model;
use weyl_permutation::{DisjointSets, Permutation, Point};

/// A program diagram with the orbits of the group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramPicture {
    pub vertices: Vec<ProgramVertex>,
    /// From what is made of others to these, with the place that each has there; 0 where they have
    /// no order.
    pub edges: Vec<(usize, usize, u32)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramVertex {
    pub label: String,
    pub role: PictureRole,
    /// Vertices of different colours are never exchanged.
    pub colour: u32,
    /// The number of its orbit, if there are others in it.
    pub orbit: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureRole {
    Name,
    Term,
    /// A rule, a function, a property, a fact.
    Root,
}

/// What a vertex is, and of what kinds it is a root.
type VertexColour = ((u8, u32, bool), Vec<RootKind>);

pub(in crate::discovery) fn picture(
    program: &GroundProgram,
    roots: &[&Root],
    names: &NewNames<'_>,
    generators: &[Permutation],
) -> ProgramPicture {
    let used = program.terms.used_by(roots.iter().map(|root| root.term));
    let orbits = term_orbits(program, generators);
    let mut places: SecondaryMap<TermId, usize> = SecondaryMap::new();
    let mut picture = ProgramPicture {
        vertices: Vec::new(),
        edges: Vec::new(),
    };
    let mut of_roots: BTreeMap<TermId, Vec<&Root>> = BTreeMap::new();
    for root in roots {
        of_roots.entry(root.term).or_default().push(root);
    }
    let mut colours: IndexSet<VertexColour> = IndexSet::new();
    for (id, term) in program.terms.iter().filter(|(id, _)| used.contains(*id)) {
        places[id] = picture.vertices.len();
        let own = of_roots.get(&id);
        let (label, role) = match (term, own.and_then(|roots| roots.first())) {
            (Term::Atom(atom), _) => (names.written(*atom), PictureRole::Name),
            (Term::Node { .. }, Some(root)) if !root.name.is_empty() => {
                (root.name.clone(), PictureRole::Root)
            }
            (Term::Node { label, .. }, root) => {
                let role = root.map_or(PictureRole::Term, |_| PictureRole::Root);
                (
                    readable(program.terms.label_text(*label), &names.model),
                    role,
                )
            }
        };
        let orbit = Some(orbits[id.index()]);
        let kinds = own.into_iter().flatten().map(|root| root.kind);
        let content = match term {
            Term::Atom(atom) => (0, program.universe.colour(*atom), false),
            Term::Node { label, is_set, .. } => (1, label.as_u32(), *is_set),
        };
        let (colour, _) = colours.insert_full((content, kinds.collect()));
        picture.vertices.push(ProgramVertex {
            label,
            role,
            colour: colour as u32,
            orbit,
        });
        if let Term::Node {
            children, is_set, ..
        } = term
        {
            let below = (1..).zip(children).map(|(place, child)| {
                let place = if *is_set { 0 } else { place };
                (places[id], places[*child], place)
            });
            picture.edges.extend(below);
        }
    }
    number_orbits(&mut picture);
    picture
}

/// Variables by their names.
fn readable(label: &str, model: &Model) -> String {
    let mut variables = model.variables.iter();
    let variable = variables.find(|(id, _)| id.to_string() == label);
    variable.map_or(label.to_string(), |(_, variable)| variable.name.clone())
}

/// For each term the least of those that it can be exchanged with.
fn term_orbits(program: &GroundProgram, generators: &[Permutation]) -> Vec<usize> {
    let count = program.terms.len();
    let images = generators.iter().map(|generator| {
        let image = |atom: AtomId| AtomId::new(generator.image(Point::new(atom.index())).index());
        let images = program.terms.images(image);
        let terms = program.terms.iter();
        terms
            .map(|(term, _)| images.of(term).index())
            .collect::<Vec<usize>>()
    });
    let images: Vec<Vec<usize>> = images.collect();
    let mut orbits = DisjointSets::new(count);
    for images in &images {
        for (from, to) in images.iter().enumerate().filter(|(_, to)| **to < count) {
            orbits.unite(from, *to);
        }
    }
    (0..count).map(|term| orbits.find(term)).collect()
}

/// Orbits of more than one vertex are numbered, the others forgotten.
fn number_orbits(picture: &mut ProgramPicture) {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for vertex in &picture.vertices {
        *sizes.entry(vertex.orbit.unwrap_or_default()).or_insert(0) += 1;
    }
    let large = sizes.into_iter().filter(|(_, size)| *size > 1);
    let numbers: BTreeMap<usize, usize> = large
        .zip(0..)
        .map(|((orbit, _), number)| (orbit, number))
        .collect();
    for vertex in &mut picture.vertices {
        vertex.orbit = vertex.orbit.and_then(|orbit| numbers.get(&orbit).copied());
    }
}
