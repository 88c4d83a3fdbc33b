//! Discovery: the group of all renamings that map the text of a program onto itself.
//!
//! Rules are grounded, frozen values put in, what never runs is left out ([`bodies`]); numbers that
//! belong together are found ([`numbers`]); the program becomes terms over names ([`terms`]), these
//! a graph; its automorphisms are the generators, each of which is checked against the terms again
//! ([`renamings`]). Why there is not more: [`explanations`].

mod assumed;
mod bodies;
mod explanations;
mod naming;
mod numbers;
mod prepared;
mod removed;
mod renamings;
mod terms;

use crate::channel_diagram::{ChannelDiagram, channel_diagram};
use crate::processes::static_processes;
use crate::{Fact, SymmetryGroup};
use bodies::statics::Statics;
use cranelift_entity::{EntityRef, SecondaryMap};
use explanations::difference::Differences;
use explanations::families::Scene;
use naming::NewNames;
use prepared::{Prepared, Subject, order_pins, prepare};
use renamings::claims::ClaimTerms;
use renamings::diagram::Diagram;
use renamings::shown::Shown;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;
use terms::AtomId;
use terms::program::{GroundProgram, Root};
use weyl_ir::{Layout, Model, PropertyId, RuleId};
use weyl_permutation::group::Orbits;
use weyl_permutation::{Permutation, Point};
use weyl_source::Span;

/// Orbits of names of one kind that are explained.
const MOST_DISTINCTIONS: usize = 8;

/// In larger diagrams of programs the static channel diagram is not looked at.
const MOST_VERTICES_BESIDE_CHANNELS: usize = 20_000;

pub use explanations::families::{Break, Extent, Family, FamilyKind};
pub use explanations::picture::{PictureRole, ProgramPicture, ProgramVertex};
pub use explanations::relations::{NamePicture, NameRole, NameVertex};
pub use explanations::validity::{Validity, Violation};
pub use explanations::words::How;
pub use renamings::claims::ClaimSymmetry;
pub use renamings::given::{Refusal, given, read_generators};

#[cfg(test)]
mod tests;

/// What to find.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'a> {
    /// Properties whose groups are of interest.
    pub properties: &'a [PropertyId],
    /// The atoms of temporal properties, each with the number of its instances.
    pub claims: &'a [(Vec<PropertyId>, usize)],
    /// Rules that runs must be fair to.
    pub fair_rules: &'a [RuleId],
    /// Loops over a sort count as independent of their order on the user's word.
    pub trust_loops: bool,
    /// Not all that can be found, but the group of these permutations, in cycle notation.
    pub given: Option<&'a str>,
    /// Why there is not more.
    pub explanations: bool,
    /// What is drawn for people to look at.
    pub drawn: Option<Drawn>,
}

/// A picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Names and their relations.
    Names,
    /// The program diagram.
    Program,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The model, with a naming of all that the group moves.
    pub model: Model,
    /// Of the program alone: all of it, or what was given.
    pub group: SymmetryGroup,
    /// Why what was given is not used.
    pub refusal: Option<Refusal>,
    /// Of the program with one property, for each that the group of the program does not keep.
    pub restricted: Vec<(PropertyId, SymmetryGroup)>,
    /// For each of the claims.
    pub claims: Vec<ClaimSymmetry>,
    /// For each rule the first of those that it may be mapped to, if it may fire while names are
    /// renamed.
    pub rule_orbits: SecondaryMap<RuleId, Option<RuleId>>,
    pub size: DiagramSize,
    /// What was taken for granted of all states, from the beginnings on.
    pub facts: Vec<Fact>,
    /// Names that can't change places although they are of one kind, and why, if that was wanted.
    pub distinctions: Vec<Distinction>,
    /// Names that are alike at first sight, and all that tells them apart, if that was wanted.
    pub families: Vec<Family>,
    /// The static channel diagram and what its automorphisms are worth, if that was wanted and
    /// there are processes.
    pub channels: Option<(ChannelDiagram, Validity)>,
    /// The program diagram, if that was wanted.
    pub picture: Option<ProgramPicture>,
    /// Names and their relations, if that was wanted.
    pub relations: Option<NamePicture>,
}

/// Two names of one kind that a program tells apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distinction {
    pub one: String,
    pub other: String,
    /// What tells them apart, if it is a single part of the program.
    pub because: Option<Reason>,
}

/// A part of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub kind: ReasonKind,
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonKind {
    Rule,
    /// A process that has ended is removed.
    End,
    Function,
    Property,
    /// A value that never changes, a range, a type.
    Fact,
    /// Something in which the order of names shows.
    Order,
    /// A value in the beginning.
    Start,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.kind {
            ReasonKind::Rule => write!(f, "`{name}`"),
            ReasonKind::End => write!(f, "the removal of processes that have ended"),
            ReasonKind::Function => write!(f, "the function `{name}`"),
            ReasonKind::Property => write!(f, "the property `{name}`"),
            ReasonKind::Fact if name.is_empty() => write!(f, "their types or ranges"),
            ReasonKind::Fact => write!(f, "the value of `{name}`"),
            ReasonKind::Order if name.is_empty() => write!(f, "the order of process numbers"),
            ReasonKind::Order => write!(f, "the order of numbers in `{name}`"),
            ReasonKind::Start if name.is_empty() => write!(f, "the initial states"),
            ReasonKind::Start => write!(f, "the initial value of `{name}`"),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramSize {
    pub vertices: usize,
    pub edges: usize,
}

/// A generator does not keep what the program says: a bug.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("a symmetry that was found does not keep `{0}`")]
pub struct Unsound(String);

/// Finds the groups of a model and some of its properties. The beginnings are its initial states,
/// in its layout, or the first states in which all static processes are there: until then nothing
/// is renamed.
pub fn discover(
    model: &Model,
    layout: &Layout,
    beginnings: &[Vec<u8>],
    wanted: &Wanted<'_>,
) -> Result<Discovery, Unsound> {
    let statics = Statics::new(model);
    let subject = Subject {
        model,
        layout,
        beginnings,
        statics: &statics,
        trust_loops: wanted.trust_loops,
        ignores_pins: false,
        without: None,
    };
    let Prepared {
        mut program,
        classes,
        inert,
        facts,
        shown,
    } = prepare(subject, false);
    let mut claim_terms: Vec<ClaimTerms> = Vec::new();
    for (atoms, count) in wanted.claims {
        let terms = ClaimTerms::new(&mut program, model, atoms, *count, wanted.fair_rules);
        claim_terms.push(terms);
    }
    let (size, all) = generators(&program, &[])?;
    let generators = shown.telling(all);
    let names = NewNames::new(model, &classes, &statics, &program, &generators).leaving(inert);
    let claim = |terms| renamings::claims::claim(&program, &names, &generators, terms);
    let mut claims: Vec<ClaimSymmetry> = claim_terms.iter().map(claim).collect::<Result<_, _>>()?;
    let mut restricted = restricted(&program, &names, &generators, &shown, wanted)?;
    let scene = Scene {
        model,
        statics: &statics,
        classes: &classes,
        program: &program,
        names: &names,
        generators: &generators,
    };
    let whole = names.group(&generators);
    let roots = program.roots_with(&[]);
    let given = wanted
        .given
        .map(|text| renamings::given::subgroup(text, &names, &program, &roots, &whole));
    let (whole, refusal) = match given {
        Some(Ok(given)) => {
            restricted = renamings::given::restricted(&names, &given, restricted);
            claims = renamings::given::claims(&names, &given, claims);
            (given, None)
        }
        Some(Err(refusal)) => (whole, Some(refusal)),
        None => (whole, None),
    };
    Ok(Discovery {
        group: whole,
        refusal,
        rule_orbits: renamings::rule_orbits::rule_orbits(&program, &generators),
        restricted,
        claims,
        distinctions: distinctions(&program, &names, &generators, wanted),
        families: families(subject, scene, wanted)?,
        channels: channels(subject, wanted, size)?,
        picture: (wanted.drawn == Some(Drawn::Program))
            .then(|| explanations::picture::picture(&program, &roots, &names, &generators)),
        relations: (wanted.drawn == Some(Drawn::Names)).then(|| {
            explanations::relations::relations(&program, &roots, &names, &statics, &generators)
        }),
        model: names.model,
        size,
        facts,
    })
}

/// The groups of properties that the group of the program does not keep.
fn restricted(
    program: &GroundProgram,
    names: &NewNames<'_>,
    generators: &[Permutation],
    shown: &Shown,
    wanted: &Wanted<'_>,
) -> Result<Vec<(PropertyId, SymmetryGroup)>, Unsound> {
    let mut restricted = Vec::new();
    for property in wanted.properties {
        let roots = program.roots_with(&[*property]);
        let is_kept =
            |generator| renamings::certificate::broken_root(program, &roots, generator).is_none();
        if !generators.iter().all(is_kept) {
            let (_, fewer) = self::generators(program, &[*property])?;
            restricted.push((*property, names.group(&shown.telling(fewer))));
        }
    }
    Ok(restricted)
}

/// Families with all that breaks them. What a pin hides is looked at as if it were not there.
fn families(
    subject: Subject<'_>,
    scene: Scene<'_>,
    wanted: &Wanted<'_>,
) -> Result<Vec<Family>, Unsound> {
    if !wanted.explanations {
        return Ok(Vec::new());
    }
    let pins = order_pins(subject.model, subject.trust_loops);
    if subject.model.has_processes() || pins.is_empty() {
        return Ok(explanations::families::families(subject, scene, &[]));
    }
    let unpinned = Subject {
        ignores_pins: true,
        ..subject
    };
    let Prepared {
        program,
        classes,
        shown,
        ..
    } = prepare(unpinned, false);
    let (_, generators) = generators(&program, &[])?;
    let generators = shown.telling(generators);
    let names = NewNames::new(
        subject.model,
        &classes,
        subject.statics,
        &program,
        &generators,
    );
    let scene = Scene {
        classes: &classes,
        program: &program,
        names: &names,
        generators: &generators,
        ..scene
    };
    Ok(explanations::families::families(unpinned, scene, &pins))
}

/// Where there are channels, and somebody wants to know: in a program that is not too large, since
/// that takes another diagram with all values in the beginning.
fn channels(
    subject: Subject<'_>,
    wanted: &Wanted<'_>,
    size: DiagramSize,
) -> Result<Option<(ChannelDiagram, Validity)>, Unsound> {
    let is_large = size.vertices > MOST_VERTICES_BESIDE_CHANNELS;
    if !wanted.explanations || !subject.model.has_processes() || is_large {
        return Ok(None);
    }
    let diagram = channel_diagram(subject.model, &static_processes(subject.model));
    let automorphisms = diagram.automorphisms();
    let validity = if automorphisms.is_trivial() {
        Some(Validity::of_nothing(automorphisms))
    } else {
        let program = prepare(subject, true).program;
        explanations::validity::validity(subject.model, program, &diagram, automorphisms)?
    };
    Ok(validity.map(|validity| (diagram, validity)))
}

/// For each set of names of one colour: its orbits, each beside the first.
fn distinctions(
    program: &GroundProgram,
    names: &NewNames<'_>,
    generators: &[Permutation],
    wanted: &Wanted<'_>,
) -> Vec<Distinction> {
    if !wanted.explanations {
        return Vec::new();
    }
    let mut cells: BTreeMap<u32, Vec<AtomId>> = BTreeMap::new();
    for atom in (0..program.universe.len()).map(AtomId::new) {
        if names.counts(atom) {
            cells
                .entry(program.universe.colour(atom))
                .or_default()
                .push(atom);
        }
    }
    let orbits = Orbits::new(program.universe.len(), generators);
    let point = |atom: AtomId| Point::new(atom.index());
    let explainer = OnceCell::new();
    let mut found = Vec::new();
    for cell in cells.values() {
        let mut firsts: Vec<AtomId> = Vec::new();
        for atom in cell {
            let is_known = |other: &AtomId| orbits.same(point(*other), point(*atom));
            if firsts.iter().any(is_known) {
                continue;
            }
            if let Some(first) = firsts.first().filter(|_| firsts.len() <= MOST_DISTINCTIONS) {
                let explainer = explainer.get_or_init(|| Explanations::new(program));
                let because = explainer.between(*first, *atom);
                found.push(Distinction {
                    one: names.written(*first),
                    other: names.written(*atom),
                    because: because.map(Root::reason),
                });
            }
            firsts.push(*atom);
        }
    }
    found
}

/// What tells names apart: something that a person can be shown, if that is enough.
struct Explanations<'p> {
    program: &'p GroundProgram,
    good: Differences<'p>,
    all: OnceCell<Differences<'p>>,
}

impl<'p> Explanations<'p> {
    fn new(program: &'p GroundProgram) -> Explanations<'p> {
        let all = program.roots_with(&[]);
        let good = all.iter().copied().filter(|root| root.is_explanation());
        Explanations {
            program,
            good: Differences::new(program, &good.collect::<Vec<_>>()),
            all: OnceCell::new(),
        }
    }

    fn between(&self, one: AtomId, two: AtomId) -> Option<&'p Root> {
        let good = self.good.between(one, two);
        good.or_else(|| {
            let all = || Differences::new(self.program, &self.program.roots_with(&[]));
            self.all.get_or_init(all).between(one, two)
        })
    }
}

/// Generators of the symmetries of a program with some of its properties, each of them checked.
fn generators(
    program: &GroundProgram,
    properties: &[PropertyId],
) -> Result<(DiagramSize, Vec<Permutation>), Unsound> {
    generators_of(program, &program.roots_with(properties))
}

/// The same for some of its roots.
fn generators_of(
    program: &GroundProgram,
    roots: &[&Root],
) -> Result<(DiagramSize, Vec<Permutation>), Unsound> {
    let diagram = Diagram::new(program, roots);
    // They are found from the last names to the first.
    let generators: Vec<Permutation> = diagram.automorphisms().into_iter().rev().collect();
    for generator in &generators {
        if let Some(root) = renamings::certificate::broken_root(program, roots, generator) {
            return Err(Unsound(root.name.clone()));
        }
    }
    let size = DiagramSize {
        vertices: diagram.vertices(),
        edges: diagram.edges(),
    };
    Ok((size, generators))
}
