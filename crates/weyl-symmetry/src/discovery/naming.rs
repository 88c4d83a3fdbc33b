//! From atoms to names of the model: what the generators move becomes names of new sorts, and the
//! model learns which of its numbers they are.

use crate::SymmetryGroup;
use crate::discovery::bodies::statics::Statics;
use crate::discovery::numbers::classes::{Base, ClassId, Classes, Spot};
use crate::discovery::numbers::inference::leaf_of;
use crate::discovery::terms::AtomId;
use crate::discovery::terms::program::GroundProgram;
use crate::discovery::terms::universe::AtomKind;
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::layout::point;
use weyl_ir::{
    Leaf, LeafStep, Model, NameId, Numbering, NumberingId, ScalarRange, Sort, SortId, Type, TypeId,
    VarId,
};
use weyl_permutation::{Permutation, Point};
use weyl_source::Span;

/// What states can show of what some generators move. The others go there and back, and so the
/// generators on these are generators.
fn moved(
    program: &GroundProgram,
    classes: &Classes,
    generators: &[Permutation],
) -> BTreeSet<AtomId> {
    let points = generators.iter().flat_map(Permutation::support);
    let atoms = points.map(|point| AtomId::new(point.index()));
    let is_seen = |atom: &AtomId| match program.universe.kind(*atom) {
        AtomKind::Value(class, _) => classes.is_in_states(class),
        AtomKind::Name(_) | AtomKind::Channel(_) | AtomKind::Location { .. } => true,
    };
    atoms.filter(is_seen).collect()
}

/// A model whose names are all that some generators move.
pub(crate) struct NewNames<'a> {
    classes: &'a Classes,
    statics: &'a Statics,
    program: &'a GroundProgram,
    moved: BTreeSet<AtomId>,
    names: BTreeMap<AtomId, NameId>,
    indices: Vec<(ClassId, ScalarRange)>,
    pub model: Model,
}

/// What is one sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Family {
    /// Of one type.
    Channels(Option<TypeId>),
    Class(ClassId),
    Locations(SortId),
}

impl<'a> NewNames<'a> {
    pub fn new(
        model: &Model,
        classes: &'a Classes,
        statics: &'a Statics,
        program: &'a GroundProgram,
        generators: &[Permutation],
    ) -> NewNames<'a> {
        let mut names = NewNames {
            classes,
            statics,
            program,
            moved: moved(program, classes, generators),
            names: BTreeMap::new(),
            indices: Vec::new(),
            model: model.clone(),
        };
        names.indices = names.all_indices();
        names.sorts();
        names.channels();
        names.spots();
        names.locations();
        names
    }

    /// Some variables stay where they are.
    pub fn leaving(mut self, inert: BTreeSet<VarId>) -> NewNames<'a> {
        self.model.naming.inert = inert;
        self
    }

    fn sorts(&mut self) {
        let mut families: BTreeMap<Family, Vec<AtomId>> = BTreeMap::new();
        for atom in self.moved.clone() {
            let family = match self.program.universe.kind(atom) {
                AtomKind::Name(name) => {
                    self.names.insert(atom, name);
                    continue;
                }
                AtomKind::Channel(number) => Family::Channels(self.channel_type(number)),
                AtomKind::Value(class, _) => Family::Class(class),
                AtomKind::Location { process, .. } => {
                    Family::Locations(self.model.sort_of(process))
                }
            };
            families.entry(family).or_default().push(atom);
        }
        for (family, atoms) in families {
            let written = atoms.iter().map(|atom| self.written(*atom));
            let sort = Sort {
                name: self.title(family),
                names: written.collect(),
                span: Span::default(),
            };
            let sort = self.model.sorts.push(sort);
            for (index, atom) in atoms.into_iter().enumerate() {
                let name = self.model.name_of(sort, index);
                self.names.insert(atom, name);
            }
        }
    }

    fn channel_type(&self, number: u32) -> Option<TypeId> {
        let channel = self.model.fixed_channel(i128::from(number))?;
        Some(self.model.channel_type(channel.variable))
    }

    fn title(&self, family: Family) -> String {
        match family {
            Family::Channels(_) => "channels".to_string(),
            Family::Class(class) => self.class_title(class),
            Family::Locations(sort) => format!("locations of {}", self.model.sorts[sort].name),
        }
    }

    /// The first variable with numbers of a class, arrays before others.
    pub fn class_title(&self, class: ClassId) -> String {
        let spots = self.classes.spots();
        let own = spots.iter().filter(|(_, of)| *of == class);
        let own: Vec<&Spot> = own.map(|(spot, _)| *spot).collect();
        let array = own.iter().find(|spot| spot.is_index);
        let spot = array.or_else(|| {
            own.iter()
                .find(|spot| matches!(spot.base, Base::Variable(_)))
        });
        match spot.map(|spot| (spot.base, spot.is_index)) {
            Some((Base::Variable(variable), true)) => {
                format!("{}[]", self.model.variables[variable].name)
            }
            Some((Base::Variable(variable), false)) => self.model.variables[variable].name.clone(),
            _ => format!("numbers {class}"),
        }
    }

    /// How an atom is called.
    pub fn written(&self, atom: AtomId) -> String {
        match self.program.universe.kind(atom) {
            AtomKind::Name(name) => self.name_of(name),
            AtomKind::Channel(number) => {
                let channel = self.model.fixed_channel(i128::from(number));
                channel.map_or(String::new(), |channel| {
                    self.model.fixed_channel_name(channel)
                })
            }
            AtomKind::Value(class, value) => match self.class_title(class).strip_suffix("[]") {
                Some(array) if self.is_channel_name(array) => format!("{array}:{value}"),
                Some(array) => format!("{array}[{value}]"),
                None => format!("{}={value}", self.class_title(class)),
            },
            AtomKind::Location { process, location } => {
                format!("{}@{location}", self.name_of(process))
            }
        }
    }

    /// What a number of a class is called in the model, where it has a name.
    pub fn value_name(&self, class: ClassId, value: i128) -> Option<&str> {
        let own = self.classes.spots().into_iter();
        let mut own = own.filter(|(spot, of)| *of == class && !spot.is_index);
        own.find_map(|(spot, _)| {
            let Base::Variable(variable) = spot.base else {
                return None;
            };
            let ty = self.model.variables[variable].ty;
            let ty = self.model.part_type(ty, &spot.path)?;
            let Type::Range { names, .. } = self.model.types.get(ty) else {
                return None;
            };
            let named = names.iter().find(|(number, _)| *number == value);
            named.map(|(_, name)| &**name)
        })
    }

    /// Whether the elements of an array are called like channels.
    fn is_channel_name(&self, array: &str) -> bool {
        let channels = self.model.processes().fixed_channels().iter();
        let mut firsts = channels.filter(|channel| channel.element == Some(0));
        firsts.any(|first| self.model.fixed_channel_name(*first) == format!("{array}[0]"))
    }

    fn name_of(&self, name: NameId) -> String {
        let mut names = self.model.sorts.values().flat_map(|sort| &sort.names);
        names.nth(name.index()).cloned().unwrap_or_default()
    }

    fn channels(&mut self) {
        for (atom, name) in &self.names {
            if let AtomKind::Channel(number) = self.program.universe.kind(*atom) {
                self.model.naming.channels.insert(number, *name);
            }
        }
    }

    /// The numbers of a class that are names.
    fn numbers(&self, class: ClassId) -> Numbering {
        let is_channels = self.classes.is_channel(class);
        let names =
            self.names
                .iter()
                .filter_map(|(atom, name)| match self.program.universe.kind(*atom) {
                    AtomKind::Value(of, value) if of == class => Some((value, *name)),
                    AtomKind::Channel(number) if is_channels => Some((i128::from(number), *name)),
                    _ => None,
                });
        names.collect()
    }

    fn spots(&mut self) {
        for (spot, class) in self.classes.spots() {
            let Some(leaf) = leaf_of(spot) else { continue };
            let Some(ty) = self.type_at(&leaf, spot.is_index) else {
                continue;
            };
            let range = self.model.scalar_range(ty);
            let mut numbers = self.numbers(class);
            numbers.retain(|value, _| range.is_some_and(|range| range.contains(*value)));
            if numbers.is_empty() {
                continue;
            }
            let numbering = self.numbering(numbers);
            match (spot.is_index, self.processes_at(leaf.variable)) {
                (true, _) => {
                    self.model.naming.indices.insert(leaf, numbering);
                }
                (false, None) => {
                    self.model.naming.values.insert(leaf, numbering);
                }
                (false, Some(processes)) => {
                    let entries = processes
                        .into_iter()
                        .map(|name| ((leaf.clone(), name), numbering));
                    self.model.naming.values_at.extend(entries);
                }
            }
        }
    }

    fn numbering(&mut self, numbers: Numbering) -> NumberingId {
        let mut known = self.model.naming.numberings.iter();
        match known.find(|(_, other)| **other == numbers) {
            Some((id, _)) => id,
            None => self.model.naming.numberings.push(numbers),
        }
    }

    /// The processes that are there, if a variable has an element for each process of a kind and
    /// all of them are known. What others would have is not used.
    fn processes_at(&self, variable: VarId) -> Option<Vec<NameId>> {
        let Type::Array { index, .. } = self.model.types.get(self.model.variables[variable].ty)
        else {
            return None;
        };
        let Type::Id(sort) = self.model.types.get(*index) else {
            return None;
        };
        let (number, _) = self.model.processes().kind_of_sort(*sort)?;
        self.statics.of_kind(number).map(<[NameId]>::to_vec)
    }

    /// The type of the numbers at a leaf: its values, or the indices of the array there.
    fn type_at(&self, leaf: &Leaf, is_index: bool) -> Option<TypeId> {
        let ty = self.model.leaf_type(leaf)?;
        if !is_index {
            return Some(ty);
        }
        let Type::Array { index, .. } = self.model.types.get(ty) else {
            return None;
        };
        Some(*index)
    }

    fn locations(&mut self) {
        let mut tables: BTreeMap<NameId, Numbering> = BTreeMap::new();
        for (atom, name) in &self.names {
            if let AtomKind::Location { process, location } = self.program.universe.kind(*atom) {
                tables.entry(process).or_default().insert(location, *name);
            }
        }
        for (process, table) in tables {
            let sort = self.model.sort_of(process);
            let Some((_, kind)) = self.model.processes().kind_of_sort(sort) else {
                continue;
            };
            let variable = kind.location;
            let path = vec![LeafStep::Index];
            let numbering = self.numbering(table);
            let at = (Leaf { variable, path }, process);
            self.model.naming.values_at.insert(at, numbering);
        }
    }

    /// Declared names, channels and indices; not locations and data.
    /// What has a name.
    pub fn atom(&self, name: NameId) -> Option<AtomId> {
        let mut moved = self.names.iter();
        let moved = moved.find(|(_, other)| **other == name);
        let declared = || self.program.universe.find(AtomKind::Name(name));
        moved.map(|(atom, _)| *atom).or_else(declared)
    }

    pub fn counted(&self) -> Vec<Point> {
        let new = self.names.iter().filter(|(atom, _)| self.counts(**atom));
        let mut counted: Vec<Point> = new.map(|(_, name)| point(*name)).collect();
        counted.sort_unstable();
        counted
    }

    pub fn counts(&self, atom: AtomId) -> bool {
        match self.program.universe.kind(atom) {
            AtomKind::Name(_) | AtomKind::Channel(_) => true,
            AtomKind::Value(class, value) => {
                let mut indices = self.indices.iter();
                indices.any(|(of, range)| *of == class && range.contains(value))
            }
            AtomKind::Location { .. } => false,
        }
    }

    /// The indices of all arrays, by their classes.
    fn all_indices(&self) -> Vec<(ClassId, ScalarRange)> {
        let spots = self.classes.spots().into_iter();
        let arrays = spots
            .filter(|(spot, _)| spot.is_index)
            .filter_map(|(spot, class)| {
                let leaf = leaf_of(spot)?;
                let ty = self.type_at(&leaf, true)?;
                Some((class, self.model.scalar_range(ty)?))
            });
        arrays.collect()
    }

    /// What a permutation of atoms does to names.
    pub fn renamed(&self, generator: &Permutation) -> Permutation {
        let mut images: Vec<Point> = (0..self.model.name_count()).map(Point::new).collect();
        for (atom, name) in &self.names {
            let image = generator.image(Point::new(atom.index()));
            let image = self.names[&AtomId::new(image.index())];
            images[name.index()] = point(image);
        }
        match Permutation::from_images(images) {
            Some(renamed) => renamed,
            None => unreachable!("a generator moves names to names"),
        }
    }

    /// The group of permutations of atoms.
    pub fn group(&self, generators: &[Permutation]) -> SymmetryGroup {
        let renamed = generators.iter().map(|generator| self.renamed(generator));
        self.group_of_renamed(renamed.collect())
    }

    /// The group of permutations of names.
    pub fn group_of_renamed(&self, mut generators: Vec<Permutation>) -> SymmetryGroup {
        generators.retain(|generator| !generator.is_identity());
        SymmetryGroup::counting(&self.model, generators, self.counted())
    }
}
