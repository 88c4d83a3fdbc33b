//! Families of names that are alike at first sight (the processes of a kind, the members of a
//! scalarset, the indices of arrays), and everything that keeps one from having all its
//! permutations.

use super::causes::{Cause, Sieve, Sifted, causes, counting, in_order};
use super::words::{How, Speaker};
use crate::discovery::bodies::statics::Statics;
use crate::discovery::naming::NewNames;
use crate::discovery::numbers::classes::{ClassId, Classes};
use crate::discovery::terms::AtomId;
use crate::discovery::terms::program::{GroundProgram, Root};
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::{Reason, ReasonKind};
use crate::pin::Pin;
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};
use weyl_ir::{Model, NameId, SortId};
use weyl_permutation::group::BigUint;
use weyl_permutation::{Group, Permutation, Point};

/// What all explanations of a model may take.
const TIME: Duration = Duration::from_millis(1_000);

/// Families that are explained.
const MOST_FAMILIES: usize = 12;

/// Breaks for which it is said what the group would be without them alone.
const MOST_ALONE: usize = 10;

/// Names that are alike at first sight, and not all alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// What the members are called together.
    pub title: String,
    pub kind: FamilyKind,
    pub members: Vec<String>,
    /// What the symmetries of the program do to it.
    pub present: Extent,
    /// What they could do without all the breaks.
    pub widest: Extent,
    /// In the order of the source.
    pub breaks: Vec<Break>,
    /// Whether there are no others.
    pub is_complete: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FamilyKind {
    Processes,
    /// Of a declared sort.
    Names,
    Numbers,
}

/// The name and the size of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    pub structure: String,
    pub order: BigUint,
}

impl Extent {
    fn of(group: &Group) -> Extent {
        Extent {
            structure: group.structure().to_string(),
            order: group.order(),
        }
    }

    fn everything(count: usize) -> Extent {
        Extent {
            structure: format!("S{count}"),
            order: (1..=count).map(BigUint::from).product(),
        }
    }
}

/// A part of the program that keeps names of a family from changing places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// The first statement of what is one step.
    cause: Reason,
    pub reason: Reason,
    pub how: How,
    /// What there would be without this one, if that is more.
    pub alone: Option<Extent>,
}

/// A program, and what is known of it.
#[derive(Clone, Copy)]
pub(in crate::discovery) struct Scene<'a> {
    pub model: &'a Model,
    pub statics: &'a Statics,
    pub classes: &'a Classes,
    pub program: &'a GroundProgram,
    pub names: &'a NewNames<'a>,
    /// Of its symmetries.
    pub generators: &'a [Permutation],
}

/// A family before anything is known about it.
struct Members {
    title: String,
    kind: FamilyKind,
    sort: Option<SortId>,
    atoms: Vec<AtomId>,
}

/// The families of a program that have not all their permutations. Those of pinned sorts are
/// explained by these pins as well.
pub(in crate::discovery) fn families(scene: Scene<'_>, pins: &[Pin]) -> Vec<Family> {
    let deadline = Instant::now() + TIME;
    let roots = scene.program.roots_with(&[]);
    let causes = causes(scene.model, &roots);
    let all = scene.members().into_iter();
    let explained = all.filter_map(|members| {
        let own = pins.iter().filter(|pin| Some(pin.sort) == members.sort);
        let own: Vec<&Pin> = own.collect();
        scene.explained(members, &roots, &causes, &own, deadline)
    });
    explained.take(MOST_FAMILIES).collect()
}

impl Scene<'_> {
    fn members(&self) -> Vec<Members> {
        let all = if self.model.has_processes() {
            self.processes()
        } else {
            let mut all = self.sorts();
            all.extend(self.numbers());
            all
        };
        let several = all.into_iter().filter(|family| family.atoms.len() > 1);
        several.collect()
    }

    fn of_names(&self, sort: SortId, kind: FamilyKind, names: &[NameId]) -> Members {
        let atoms = names.iter().map(|name| AtomKind::Name(*name));
        Members {
            title: self.model.sorts[sort].name.clone(),
            kind,
            sort: Some(sort),
            atoms: atoms
                .filter_map(|of| self.program.universe.find(of))
                .collect(),
        }
    }

    fn processes(&self) -> Vec<Members> {
        let kinds = self.model.processes().numbered_kinds();
        let known = kinds.filter_map(|(number, kind)| {
            let processes = self.statics.of_kind(number)?;
            Some(self.of_names(kind.sort, FamilyKind::Processes, processes))
        });
        known.collect()
    }

    fn sorts(&self) -> Vec<Members> {
        let sorts = self.model.sorts.iter().map(|(sort, declared)| {
            let names = (0..declared.names.len()).map(|index| self.model.name_of(sort, index));
            self.of_names(sort, FamilyKind::Names, &names.collect::<Vec<_>>())
        });
        sorts.collect()
    }

    /// The numbers of each class that are indices.
    fn numbers(&self) -> Vec<Members> {
        let mut classes: BTreeMap<ClassId, Vec<AtomId>> = BTreeMap::new();
        let universe = &self.program.universe;
        for atom in (0..universe.len()).map(AtomId::new) {
            if let AtomKind::Value(class, _) = universe.kind(atom)
                && self.names.counts(atom)
            {
                classes.entry(class).or_default().push(atom);
            }
        }
        let classes = classes.into_iter().map(|(class, atoms)| Members {
            title: self.names.class_title(class),
            kind: FamilyKind::Numbers,
            sort: None,
            atoms,
        });
        classes.collect()
    }

    fn explained(
        &self,
        members: Members,
        roots: &[&Root],
        causes: &[Cause<'_>],
        pins: &[&Pin],
        deadline: Instant,
    ) -> Option<Family> {
        let points = members.atoms.iter().map(|atom| Point::new(atom.index()));
        let points: Vec<Point> = points.collect();
        let whole = Group::new(self.program.universe.len(), self.generators.to_vec())?;
        let present = if pins.is_empty() {
            Extent::of(&whole.restricted_to(&points)?)
        } else {
            Extent::of(&Group::trivial(points.len()))
        };
        let widest = Extent::everything(points.len());
        if present == widest {
            return None;
        }
        let mut sieve = Sieve {
            program: self.program,
            points,
            deadline,
        };
        let causes = in_order(causes, self.model, self.program, &members.atoms);
        let mut sifted = sieve.sift(&causes);
        sifted.gather(counting(self.model, &sifted.broken));
        let mut breaks: Vec<Break> = pins.iter().map(|pin| pinned(pin)).collect();
        breaks.extend(self.breaks(&members, &sifted));
        breaks.sort_by_key(|one| (one.how == How::Ends, one.reason.span));
        if pins.is_empty() {
            alone(&mut breaks, &sifted, roots, &present, &sieve);
        }
        let written = members.atoms.iter().map(|atom| self.names.written(*atom));
        Some(Family {
            title: members.title,
            kind: members.kind,
            members: written.collect(),
            present,
            widest,
            breaks,
            is_complete: sifted.is_complete,
        })
    }

    fn breaks(&self, members: &Members, sifted: &Sifted<'_, '_>) -> Vec<Break> {
        let speaker = Speaker {
            model: self.model,
            program: self.program,
            names: self.names,
            classes: self.classes,
            family: members.atoms.iter().copied().collect(),
            renamings: &sifted.renamings,
        };
        let words = speaker.words(&sifted.broken);
        let breaks = sifted.broken.iter().zip(words);
        let breaks = breaks.map(|(cause, (how, reason))| Break {
            cause: cause.reason(),
            reason: reason.unwrap_or_else(|| cause.reason()),
            how,
            alone: None,
        });
        breaks.collect()
    }
}

/// Says of the first breaks what there would be without each.
fn alone(
    breaks: &mut [Break],
    sifted: &Sifted<'_, '_>,
    roots: &[&Root],
    present: &Extent,
    sieve: &Sieve<'_>,
) {
    for one in breaks.iter_mut().take(MOST_ALONE) {
        let is_own = |cause: &&&Cause<'_>| cause.reason() == one.cause;
        let Some(cause) = sifted.broken.iter().find(is_own) else {
            continue;
        };
        let own = sifted.with(cause).flat_map(|cause| &cause.roots);
        let own: BTreeSet<*const Root> = own.map(|root| std::ptr::from_ref(*root)).collect();
        let is_own = |root: &Root| own.contains(&std::ptr::from_ref(root));
        let is_left = |root: &&&Root| !is_own(root);
        let others: Vec<&Root> = roots.iter().filter(is_left).copied().collect();
        let Some((group, _)) = sieve.group(&others) else {
            return;
        };
        let group = Extent::of(&group);
        one.alone = Some(group).filter(|group| group.order > present.order);
    }
}

fn pinned(pin: &Pin) -> Break {
    let reason = Reason {
        kind: ReasonKind::Order,
        name: String::new(),
        span: pin.place(),
    };
    Break {
        cause: reason.clone(),
        reason,
        how: How::Pinned(pin.reason()),
        alone: None,
    }
}
