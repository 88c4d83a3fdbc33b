//! Which automorphisms of the static channel diagram are symmetries of the program: Algorithm 3 of
//! Donaldson, Miller and Calder. Their Restriction 1 asks that statements are mapped to statements,
//! Restriction 2 the same of initial values.
//!
//! The paper drops generators that fail, so that what is left depends on the generators. The
//! largest subgroup that satisfies both restrictions does not: it is the group of the program
//! diagram to which the edges of the channel diagram and the initial values are added, seen on
//! processes and channels. A generator is valid if it is in there. In one point this is more
//! generous than the paper, which lets only variables declared for it hold processes and channels:
//! numbers that stand for them in any way (indices, offsets) are carried along, and so are the
//! locations of statements.

use crate::channel_diagram::{ChannelDiagram, Vertex, VertexId};
use crate::discovery::explanations::difference::Differences;
use crate::discovery::numbers::classes::ClassId;
use crate::discovery::renamings::certificate::broken_roots;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::terms::{AtomId, TermId};
use crate::discovery::{Reason, Unsound, generators_of};
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{Model, NameId};
use weyl_permutation::{Group, Permutation, Point};
use weyl_source::Span;

/// What is left of the automorphisms of a channel diagram.
#[derive(Clone, Debug)]
pub struct Validity {
    /// The automorphisms of the diagram, on its vertices.
    pub automorphisms: Group,
    /// For each of their generators, why it is not valid; `None`: it is.
    pub generators: Vec<(Permutation, Option<Violation>)>,
    /// The largest group of valid ones.
    pub largest: Group,
}

impl Validity {
    /// Where a diagram has no automorphisms but the identity.
    pub(in crate::discovery) fn of_nothing(automorphisms: Group) -> Validity {
        Validity {
            largest: automorphisms.clone(),
            generators: Vec::new(),
            automorphisms,
        }
    }
}

/// A restriction that an automorphism of a channel diagram violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// 1: a statement has no counterpart; 2: an initial value.
    pub restriction: u8,
    /// Which; `None` if it moves a process that is never renamed.
    pub reason: Option<Reason>,
}

/// Finds the valid ones; the program says what is where in the beginning.
pub(in crate::discovery) fn validity(
    model: &Model,
    mut program: GroundProgram,
    diagram: &ChannelDiagram,
    automorphisms: Group,
) -> Result<Option<Validity>, Unsound> {
    let atoms = diagram.vertices.keys().map(|vertex| {
        let kind = atom_of(diagram, vertex);
        program.universe.find(kind)
    });
    let Some(atoms) = atoms.collect::<Option<Vec<AtomId>>>() else {
        return Ok(None);
    };
    add_edges(&mut program, diagram, &atoms);
    let all_roots = program.roots_with(&[]);
    let (starts, statements): (Vec<&Root>, Vec<&Root>) = all_roots
        .iter()
        .partition(|root| root.kind == RootKind::Start);
    let points: Vec<Point> = atoms.iter().map(|atom| Point::new(atom.index())).collect();
    let group_of = |roots: &[&Root]| -> Result<Option<(Group, Group)>, Unsound> {
        let (_, symmetries) = generators_of(&program, roots)?;
        let whole = Group::new(program.universe.len(), symmetries);
        Ok(whole.and_then(|whole| Some((whole.restricted_to(&points)?, whole))))
    };
    let Some((largest, _)) = group_of(&all_roots)? else {
        return Ok(None);
    };
    let explainer = if automorphisms.is_subgroup_of(&largest) {
        None
    } else {
        group_of(&statements)?.map(|(symmetries, renamings)| Explainer {
            model,
            program: &program,
            atoms: &atoms,
            points: &points,
            statements: &statements,
            starts: &starts,
            differences: Differences::new(&program, &statements),
            symmetries,
            renamings,
        })
    };
    let generators = automorphisms.generators().iter().map(|generator| {
        let is_valid = largest.contains(generator);
        let explainer = explainer.as_ref().filter(|_| !is_valid);
        let violation = explainer.map(|explainer| explainer.violation(generator));
        (generator.clone(), violation)
    });
    Ok(Some(Validity {
        generators: generators.collect(),
        automorphisms,
        largest,
    }))
}

fn atom_of(diagram: &ChannelDiagram, vertex: VertexId) -> AtomKind {
    match &diagram.vertices[vertex] {
        Vertex::Process { name, .. } => AtomKind::Name(*name),
        Vertex::Channel { number, .. } => AtomKind::Channel(*number),
    }
}

fn add_edges(program: &mut GroundProgram, diagram: &ChannelDiagram, atoms: &[AtomId]) {
    for (from, to) in &diagram.edges {
        let ends = [from, to].map(|vertex| program.terms.atom(atoms[vertex.index()]));
        let term = program.terms.node("edge", &ends);
        program.roots.push(fact(term));
    }
}

fn fact(term: TermId) -> Root {
    Root {
        kind: RootKind::Fact,
        term,
        property: None,
        rule: None,
        followers: Vec::new(),
        values: Vec::new(),
        name: String::new(),
        span: Span::default(),
    }
}

/// Offsets between the number of a process and what programs write for it; `None`: it stands for no
/// process.
const OFFSETS: [Option<i128>; 4] = [None, Some(0), Some(1), Some(2)];

/// For each class of numbers, how these stand for processes.
type Offsets = BTreeMap<ClassId, Option<i128>>;

/// A guess at the renaming that an automorphism of a channel diagram is.
struct Attempt<'a> {
    offsets: Offsets,
    broken: Vec<&'a Root>,
}

/// Says what an automorphism of a channel diagram that is not valid breaks.
struct Explainer<'a> {
    model: &'a Model,
    program: &'a GroundProgram,
    /// Of the vertices.
    atoms: &'a [AtomId],
    points: &'a [Point],
    statements: &'a [&'a Root],
    starts: &'a [&'a Root],
    differences: Differences<'a>,
    /// What keeps the statements, on the vertices and on all names.
    symmetries: Group,
    renamings: Group,
}

impl Explainer<'_> {
    fn violation(&self, generator: &Permutation) -> Violation {
        let keeps_statements = self.symmetries.contains(generator);
        let broken = match (keeps_statements, self.difference(generator)) {
            (true, _) => self.broken_starts(generator),
            (false, Some(root)) => vec![root],
            (false, None) => self.broken_statements(generator),
        };
        let is_value = |root: &&Root| root.kind == RootKind::Fact && !root.name.is_empty();
        let named = broken.iter().find(|root| !root.name.is_empty());
        let first = named.or(broken.first()).copied();
        Violation {
            restriction: if keeps_statements || first.as_ref().is_some_and(is_value) {
                2
            } else {
                1
            },
            reason: first.map(Root::reason),
        }
    }

    /// What tells a vertex from its image, where that is nearest.
    fn difference(&self, generator: &Permutation) -> Option<&Root> {
        let moved = generator.support().filter_map(|vertex| {
            let pair = [vertex, generator.image(vertex)].map(|vertex| self.atoms[vertex.index()]);
            let distance = self.differences.distance(pair[0], pair[1])?;
            Some((distance, pair))
        });
        let (_, [one, other]) = moved.min_by_key(|(distance, _)| *distance)?;
        self.differences.between(one, other)
    }

    /// There is a renaming that keeps the statements: initial values that it does not keep.
    fn broken_starts(&self, generator: &Permutation) -> Vec<&Root> {
        let images = (0..self.points.len())
            .map(|vertex| self.points[generator.image(Point::new(vertex)).index()]);
        let images: Vec<Point> = images.collect();
        let renaming = self.renamings.element_with(self.points, &images);
        let broken = renaming.map(|one| broken_roots(self.program, self.starts, &one));
        broken.unwrap_or_default()
    }

    /// There is none, and no vertex is unlike its image: the statements that the best guess at one
    /// does not keep. Which numbers stand for processes is tried class by class. Nothing, if it
    /// moves what is never renamed.
    fn broken_statements(&self, generator: &Permutation) -> Vec<&Root> {
        let classes = self.classes();
        let alike = OFFSETS.map(|offset| classes.iter().map(|class| (*class, offset)).collect());
        let attempts = alike
            .into_iter()
            .filter_map(|offsets| self.attempt(generator, offsets));
        let mut best = attempts.min_by_key(|attempt| attempt.broken.len());
        for (class, offset) in classes
            .iter()
            .flat_map(|class| OFFSETS.map(|of| (class, of)))
        {
            let mut offsets = best
                .as_ref()
                .map_or(Offsets::new(), |best| best.offsets.clone());
            offsets.insert(*class, offset);
            let attempts = best.into_iter().chain(self.attempt(generator, offsets));
            best = attempts.min_by_key(|attempt| attempt.broken.len());
        }
        let least = best.map_or(Vec::new(), |best| best.broken);
        if least.len() < self.statements.len() {
            least
        } else {
            Vec::new()
        }
    }

    fn classes(&self) -> BTreeSet<ClassId> {
        let universe = &self.program.universe;
        let kinds = (0..universe.len()).map(|atom| universe.kind(AtomId::new(atom)));
        let classes = kinds.filter_map(|kind| match kind {
            AtomKind::Value(class, _) => Some(class),
            _ => None,
        });
        classes.collect()
    }

    fn attempt(&self, generator: &Permutation, offsets: Offsets) -> Option<Attempt<'_>> {
        let lift = self.lift(generator, &offsets)?;
        let broken = broken_roots(self.program, self.statements, &lift);
        Some(Attempt { offsets, broken })
    }

    /// Processes and channels as said, locations at their numbers, numbers of a class as those of
    /// processes with an offset.
    fn lift(&self, generator: &Permutation, offsets: &Offsets) -> Option<Permutation> {
        let universe = &self.program.universe;
        let mut images: Vec<AtomId> = (0..universe.len()).map(AtomId::new).collect();
        for (vertex, atom) in self.atoms.iter().enumerate() {
            images[atom.index()] = self.atoms[generator.image(Point::new(vertex)).index()];
        }
        let moved = images.clone();
        for atom in (0..universe.len()).map(AtomId::new) {
            let image = match universe.kind(atom) {
                AtomKind::Location { process, location } => {
                    let process = self.image_of(&moved, process)?;
                    Some(AtomKind::Location { process, location })
                }
                AtomKind::Value(class, number) => {
                    let offset = offsets.get(&class).copied().flatten();
                    offset.and_then(|offset| {
                        let process = self.process_with(number + offset)?;
                        let image = self.image_of(&moved, process)?;
                        Some(AtomKind::Value(class, self.number_of(image)? - offset))
                    })
                }
                AtomKind::Name(_) | AtomKind::Channel(_) => None,
            };
            if let Some(image) = image {
                images[atom.index()] = universe.find(image)?;
            }
        }
        let images = images.into_iter().map(|atom| Point::new(atom.index()));
        Permutation::from_images(images.collect())
    }

    fn image_of(&self, images: &[AtomId], process: NameId) -> Option<NameId> {
        let universe = &self.program.universe;
        let atom = universe.find(AtomKind::Name(process))?;
        match universe.kind(images[atom.index()]) {
            AtomKind::Name(name) => Some(name),
            _ => None,
        }
    }

    fn number_of(&self, process: NameId) -> Option<i128> {
        let sort = self.model.sort_of(process);
        let processes = self.model.processes();
        let (_, kind) = processes.kind_of_sort(sort)?;
        Some(i128::from(
            kind.number_of(processes.index_of(kind, process)),
        ))
    }

    /// The process of the diagram with a number.
    fn process_with(&self, number: i128) -> Option<NameId> {
        let names = self
            .atoms
            .iter()
            .filter_map(|atom| match self.program.universe.kind(*atom) {
                AtomKind::Name(name) => Some(name),
                _ => None,
            });
        let mut names = names;
        names.find(|name| self.number_of(*name) == Some(number))
    }
}
