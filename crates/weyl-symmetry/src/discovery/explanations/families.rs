//! Families of names that are alike at first sight (the processes of a kind, the members of a
//! scalarset, the indices of arrays), and everything that keeps one from having all its
//! permutations.

use super::causes::{Cause, causes};
use super::mended::{Member, Mended};
use super::obstacles::{Obstacle, Obstacles, Search, all};
use super::values::{Unequal, unequal};
use super::words::How;
use crate::discovery::bodies::statics::Statics;
use crate::discovery::naming::NewNames;
use crate::discovery::numbers::classes::{ClassId, Classes};
use crate::discovery::prepared::Subject;
use crate::discovery::terms::AtomId;
use crate::discovery::terms::program::GroundProgram;
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::{Reason, ReasonKind};
use crate::pin::Pin;
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use std::time::Duration;
use weyl_budget::Steps;
use weyl_ir::{Model, NameId, SortId};
use weyl_permutation::group::BigUint;
use weyl_permutation::{Group, Permutation, Point};

/// Steps of all explanations of a model: half of them to find what breaks families, and half to try
/// it out.
const STEPS: u64 = 12_000_000;

/// Steps end explanations, so that they say the same on each machine, however busy it is; but
/// somebody waits for them.
const TIME: Duration = Duration::from_secs(20);

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
    /// Whether that was found; otherwise it is at most so.
    pub is_found: bool,
    /// In the order of the source.
    pub breaks: Vec<Break>,
    /// Some of them without which there would be more, if that is not one alone and not all.
    pub together: Option<(Vec<Reason>, Extent)>,
    /// Where nothing was found in time: what asks for an order of the members, and may break it.
    pub suspects: Vec<Break>,
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
    pub(crate) fn of(group: &Group) -> Extent {
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
pub(in crate::discovery) fn families(
    subject: Subject<'_>,
    scene: Scene<'_>,
    pins: &[Pin],
) -> Vec<Family> {
    families_within(subject, scene, pins, Steps::new(STEPS).at_most(TIME))
}

/// The same with as many steps as there are.
pub(in crate::discovery) fn families_within(
    subject: Subject<'_>,
    scene: Scene<'_>,
    pins: &[Pin],
    steps: Steps,
) -> Vec<Family> {
    let roots = scene.program.roots_with(&[]);
    let causes = causes(scene.model, &roots);
    let all = scene.members();
    let count = all.len().min(MOST_FAMILIES);
    let unequal = if scene.model.has_processes() {
        unequal(subject, scene.classes)
    } else {
        Unequal::default()
    };
    let explained = all.into_iter().enumerate().filter_map(|(number, members)| {
        // What one family does not need is for the others.
        let share = steps.part(count.saturating_sub(number) as u64);
        let own = pins.iter().filter(|pin| Some(pin.sort) == members.sort);
        let own: Vec<&Pin> = own.collect();
        scene.explained(subject, members, &causes, &unequal, &own, share)
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
        subject: Subject<'_>,
        members: Members,
        causes: &[Cause<'_>],
        unequal: &Unequal,
        pins: &[&Pin],
        share: Steps,
    ) -> Option<Family> {
        let points = members.atoms.iter().map(|atom| Point::new(atom.index()));
        let points: Vec<Point> = points.collect();
        let whole = Group::new(self.program.universe.len(), self.generators.to_vec())?;
        let present = if pins.is_empty() {
            Extent::of(&whole.restricted_to(&points)?)
        } else {
            Extent::of(&Group::trivial(points.len()))
        };
        let everything = Extent::everything(points.len());
        if present == everything {
            return None;
        }
        let kinds = members
            .atoms
            .iter()
            .map(|atom| self.program.universe.kind(*atom));
        let own = kinds.map(|kind| Member::of(kind, self.classes));
        let mended = Mended {
            subject,
            members: own.collect::<Option<_>>()?,
            steps: share,
        };
        let unequal = &unequal.of_kind(self.model, members.sort);
        let search = Search {
            scene: *self,
            family: &members.atoms,
            causes,
            unequal,
            mended: &mended,
            present: &present.order,
            steps: share.part(2),
        };
        let found = search.obstacles();
        let together = together(&found, &mended, &present);
        let widest = found.widest.as_ref().map(Extent::of);
        let widest = widest.filter(|widest| widest.order > present.order);
        let mut breaks: Vec<Break> = pins.iter().map(|pin| pinned(pin)).collect();
        let tells = pins.is_empty();
        breaks.extend(told(found.all, &mended, &present, tells));
        breaks.sort_by_key(|one| (one.how == How::Ends, one.reason.span));
        let suspects = if breaks.is_empty() && !found.is_complete {
            search.suspects()
        } else {
            Vec::new()
        };
        let written = members.atoms.iter().map(|atom| self.names.written(*atom));
        Some(Family {
            title: members.title,
            kind: members.kind,
            members: written.collect(),
            present,
            is_found: widest.is_some(),
            widest: widest.unwrap_or(everything),
            breaks,
            together,
            suspects,
            is_complete: found.is_complete,
        })
    }
}

/// A smallest set of obstacles without which there is more: those that break a smaller group, or
/// what is left when all that can be is put back.
fn together(
    found: &Obstacles,
    mended: &Mended<'_>,
    present: &Extent,
) -> Option<(Vec<Reason>, Extent)> {
    let is_more = |group: &Group| group.order() > present.order;
    let (some, group) = match &found.narrow {
        Some((count, group)) => (found.all[..*count].to_vec(), group.clone()),
        None => {
            let mut some = found.all.clone();
            let mut group = found.widest.clone().filter(is_more)?;
            let mut at = 0;
            while at < some.len() {
                let one = some.remove(at);
                match mended.group(&all(&some)).filter(is_more) {
                    Some(smaller) => group = smaller,
                    None => {
                        some.insert(at, one);
                        at += 1;
                    }
                }
            }
            (some, group)
        }
    };
    let is_news = some.len() > 1 && some.len() < found.all.len();
    let reasons = some.iter().map(|obstacle| obstacle.one.reason.clone());
    is_news.then(|| (reasons.collect(), Extent::of(&group)))
}

/// Says of the first breaks what there would be without each.
fn told(
    obstacles: Vec<Obstacle>,
    mended: &Mended<'_>,
    present: &Extent,
    tells: bool,
) -> Vec<Break> {
    let mut left = if tells { MOST_ALONE } else { 0 };
    let mut told = |Obstacle { one, removed }: Obstacle| {
        let is_asked = left > 0;
        left -= usize::from(is_asked);
        let alone = is_asked.then(|| mended.group(&removed)).flatten();
        let alone = alone.as_ref().map(Extent::of);
        Break {
            alone: alone.filter(|group| group.order > present.order),
            ..one
        }
    };
    obstacles.into_iter().map(&mut told).collect()
}

fn pinned(pin: &Pin) -> Break {
    let reason = Reason {
        kind: ReasonKind::Order,
        name: String::new(),
        span: pin.place(),
    };
    Break {
        reason,
        how: How::Pinned(pin.reason()),
        alone: None,
    }
}
