//! The program diagram: the terms of a program as a coloured directed graph. Its automorphisms,
//! restricted to names, are the syntactic automorphisms of the program (docs/design.md; the idea of
//! reading symmetry off a graph of the program is that of Donaldson, Miller and Calder, here with
//! the whole program in the graph).

use crate::discovery::terms::program::{GroundProgram, Root};
use crate::discovery::terms::{AtomId, Term, TermId};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::BTreeMap;
use weyl_permutation::refinement::{Graph, GraphBuilder, automorphisms_on};
use weyl_permutation::{Permutation, Point};

pub(crate) struct Diagram {
    graph: Graph,
    /// The vertex of each atom.
    atoms: Vec<Point>,
    edges: usize,
}

impl Diagram {
    pub fn new(program: &GroundProgram, roots: &[&Root]) -> Diagram {
        let mut drawing = Drawing::default();
        let names = program.universe.len();
        let mut colours: Vec<u32> = (0..names)
            .map(|atom| program.universe.colour(AtomId::new(atom)))
            .collect();
        let mut plain = colours.iter().copied().max().map_or(0, |most| most + 1);
        for atom in program.meaningless(roots) {
            colours[atom.index()] = plain;
            plain += 1;
        }
        let atoms = colours.iter().map(|colour| drawing.builder.vertex(*colour));
        let atoms: Vec<Point> = atoms.collect();
        let vertices = drawing.terms(program, roots, &atoms, plain);
        let counted = roots.iter().fold(BTreeMap::new(), |mut counted, root| {
            *counted.entry((root.term, root.kind.colour())).or_insert(0) += 1;
            counted
        });
        drawing.roots(&counted, &vertices);
        Diagram {
            atoms,
            edges: drawing.edges,
            graph: drawing.builder.build(),
        }
    }

    pub fn vertices(&self) -> usize {
        self.graph.degree()
    }

    pub fn edges(&self) -> usize {
        self.edges
    }

    /// Generators of the automorphisms, on atoms.
    pub fn automorphisms(&self) -> Vec<Permutation> {
        let found = automorphisms_on(&self.graph, &self.atoms);
        match found.generators_on(&self.atoms) {
            Some(generators) => generators,
            None => unreachable!("atoms have colours of their own"),
        }
    }
}

#[derive(Default)]
struct Drawing {
    builder: GraphBuilder,
    /// Different things have different colours.
    colours: BTreeMap<(u32, bool), u32>,
    edges: usize,
}

impl Drawing {
    fn edge(&mut self, from: Point, to: Point, colour: u32) {
        self.builder.edge(from, to, colour);
        self.edges += 1;
    }

    /// A vertex for each term of the roots, with edges to its children; colours from `first` on.
    fn terms(
        &mut self,
        program: &GroundProgram,
        roots: &[&Root],
        atoms: &[Point],
        first: u32,
    ) -> SecondaryMap<TermId, Option<Point>> {
        let used = program.terms.used_by(roots.iter().map(|root| root.term));
        let mut vertices: SecondaryMap<TermId, Option<Point>> = SecondaryMap::new();
        for (id, term) in program.terms.iter().filter(|(id, _)| used.contains(*id)) {
            let vertex = match term {
                Term::Atom(atom) => atoms[atom.index()],
                Term::Node {
                    label,
                    is_set,
                    children,
                } => {
                    let next = first + self.colours.len() as u32;
                    let key = (label.as_u32(), *is_set);
                    let colour = *self.colours.entry(key).or_insert(next);
                    let vertex = self.builder.vertex(colour);
                    for (place, child) in (1..).zip(children) {
                        let colour = if *is_set { 0 } else { place };
                        if let Some(child) = vertices[*child] {
                            self.edge(vertex, child, colour);
                        }
                    }
                    vertex
                }
            };
            vertices[id] = Some(vertex);
        }
        vertices
    }

    /// A vertex for each root, which says what it is a root of, and how often.
    fn roots(
        &mut self,
        counted: &BTreeMap<(TermId, u32), u32>,
        vertices: &SecondaryMap<TermId, Option<Point>>,
    ) {
        let mut kinds: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for ((term, kind), count) in counted {
            let next = u32::MAX - kinds.len() as u32;
            let colour = *kinds.entry((*kind, *count)).or_insert(next);
            let root = self.builder.vertex(colour);
            if let Some(vertex) = vertices[*term] {
                self.edge(root, vertex, 0);
            }
        }
    }
}
