//! The universe: everything that a renaming may move. Names that the model declares (members of
//! scalarsets, processes), channels, the numbers of a class, and the control locations of a
//! process.

use crate::discovery::numbers::classes::ClassId;
use crate::discovery::terms::AtomId;
use cranelift_entity::EntityRef;
use indexmap::{IndexMap, IndexSet};
use rapidhash::fast::RandomState;
use weyl_ir::{NameId, SortId, TypeId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AtomKind {
    Name(NameId),
    /// By number.
    Channel(u32),
    Value(ClassId, i128),
    Location {
        process: NameId,
        location: i128,
    },
}

/// Atoms of different colours never change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Colour {
    Sort(SortId),
    /// Of one type.
    Channel(TypeId),
    Class(ClassId),
    /// A class that no state shows, and those that are like it.
    Hidden(ClassId),
    /// Of the processes of a kind.
    Location(SortId),
    /// It stays where it is.
    Fixed(AtomKind),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Universe {
    atoms: IndexMap<AtomKind, u32, RandomState>,
    colours: IndexSet<Colour, RandomState>,
}

impl Universe {
    pub fn add(&mut self, kind: AtomKind, colour: Colour) -> AtomId {
        let (colour, _) = self.colours.insert_full(colour);
        let entry = self.atoms.entry(kind);
        let number = entry.index();
        entry.or_insert(colour as u32);
        AtomId::new(number)
    }

    pub fn len(&self) -> usize {
        self.atoms.len()
    }

    pub fn colour(&self, atom: AtomId) -> u32 {
        self.atoms[atom.index()]
    }

    /// It stays where it is.
    pub fn fix(&mut self, atom: AtomId) {
        let (colour, _) = self.colours.insert_full(Colour::Fixed(self.kind(atom)));
        self.atoms[atom.index()] = colour as u32;
    }

    /// Whether no state shows it: where nothing that is asked mentions it, it means nothing.
    pub fn is_hidden(&self, atom: AtomId) -> bool {
        let colour = self.colours.get_index(self.colour(atom) as usize);
        matches!(colour, Some(Colour::Hidden(_)))
    }

    pub fn find(&self, kind: AtomKind) -> Option<AtomId> {
        self.atoms.get_index_of(&kind).map(AtomId::new)
    }

    pub fn kind(&self, atom: AtomId) -> AtomKind {
        match self.atoms.get_index(atom.index()) {
            Some((kind, _)) => *kind,
            None => unreachable!("atoms are made by `add`"),
        }
    }
}
