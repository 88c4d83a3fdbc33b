//! Names in a layout: which codes of a scalar are names, and where the slots of other names lie.

use super::shape::ScalarShape;
use crate::{Model, NameId, Numbering, NumberingId, Type, TypeId};
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use std::collections::HashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodesId(u32);
entity_impl!(CodesId, "codes");

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionsId(u32);
entity_impl!(PositionsId, "positions");

/// For each name, how many bytes behind a common start the part that it indexes lies, if there is
/// one.
pub type Positions = Vec<Option<u32>>;

/// Which values of a scalar are names: the names of the codes from the first to the last that is
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameCodes {
    first: u64,
    names: Vec<Option<NameId>>,
}

impl NameCodes {
    /// `None` if there is none.
    fn new(pairs: &[(u64, NameId)]) -> Option<NameCodes> {
        let codes = || pairs.iter().map(|(code, _)| *code);
        let (first, last) = (codes().min()?, codes().max()?);
        let mut names = vec![None; (last - first) as usize + 1];
        for (code, name) in pairs {
            names[(code - first) as usize] = Some(*name);
        }
        Some(NameCodes { first, names })
    }

    fn of_type(model: &Model, ty: TypeId, scalar: ScalarShape) -> Option<NameCodes> {
        if !matches!(model.types.get(ty), Type::Id(_) | Type::Union(_)) {
            return None;
        }
        let codes = 0..u64::try_from(scalar.codes()).ok()?;
        let name = |code: u64| {
            let value = scalar.decode(code)?;
            Some((code, model.value_name(ty, value)?))
        };
        NameCodes::new(&codes.filter_map(name).collect::<Vec<_>>())
    }

    fn of_numbering(numbering: &Numbering, scalar: ScalarShape) -> Option<NameCodes> {
        let pairs = numbering.iter();
        let pairs = pairs.filter_map(|(value, name)| Some((scalar.encode(*value)?, *name)));
        NameCodes::new(&pairs.collect::<Vec<_>>())
    }

    /// Without the names that do not count; `None` if no other is left.
    pub fn only(mut self, counts: impl Fn(NameId) -> bool) -> Option<NameCodes> {
        for name in &mut self.names {
            *name = name.filter(|name| counts(*name));
        }
        self.names.iter().any(Option::is_some).then_some(self)
    }

    /// The codes that are names, with these.
    pub fn iter(&self) -> impl Iterator<Item = (u64, NameId)> {
        let coded = (self.first..).zip(&self.names);
        coded.filter_map(|(code, name)| Some((code, (*name)?)))
    }

    /// For each of `names` names its code, if it has one.
    pub fn by_name(&self, names: usize) -> Vec<Option<u64>> {
        let mut codes = vec![None; names];
        for (code, name) in self.iter() {
            codes[name.index()] = Some(code);
        }
        codes
    }
}

/// Tables with a number for each name that is coded, one after the other.
#[derive(Clone, Debug, Default)]
pub struct CodeTables {
    entries: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeTable {
    start: u32,
    len: u32,
    first: u64,
}

impl CodeTables {
    /// A table with an entry for each name, and another one for all other codes; equal ones are
    /// kept once.
    pub fn add(
        &mut self,
        codes: &NameCodes,
        otherwise: u32,
        entry: impl Fn(NameId) -> u32,
    ) -> CodeTable {
        let entries = codes
            .names
            .iter()
            .map(|name| name.map_or(otherwise, &entry));
        let entries: Vec<u32> = entries.chain([otherwise]).collect();
        let mut known = self.entries.windows(entries.len());
        let start = known.position(|other| other == entries);
        let start = start.unwrap_or_else(|| {
            self.entries.extend(&entries);
            self.entries.len() - entries.len()
        });
        CodeTable {
            start: start as u32,
            len: codes.names.len() as u32,
            first: codes.first,
        }
    }

    /// All entries changed.
    pub fn map(mut self, change: impl Fn(u32) -> u32) -> CodeTables {
        let entries = self.entries.iter_mut();
        entries.for_each(|entry| *entry = change(*entry));
        self
    }

    #[inline]
    pub fn get(&self, table: CodeTable, code: u64) -> u32 {
        // Behind the last code of the table is the entry for all others.
        let at = code.wrapping_sub(table.first).min(u64::from(table.len));
        self.entries[table.start as usize + at as usize]
    }
}

/// The tables of a layout: equal ones have equal ids.
#[derive(Clone, Debug, Default)]
pub struct NameTables {
    pub codes: PrimaryMap<CodesId, NameCodes>,
    pub positions: PrimaryMap<PositionsId, Positions>,
}

/// What a table of codes is made from.
type CodesSource = (TypeId, bool, Option<NumberingId>);

/// Makes the tables of a layout.
pub(super) struct TableMaker<'a> {
    model: &'a Model,
    pub tables: NameTables,
    codes: HashMap<CodesSource, Option<CodesId>>,
}

impl<'a> TableMaker<'a> {
    pub(super) fn new(model: &'a Model) -> TableMaker<'a> {
        TableMaker {
            model,
            tables: NameTables::default(),
            codes: HashMap::new(),
        }
    }

    /// The names that a scalar may hold: those of the numbering, or of its type if there is none.
    pub(super) fn codes(
        &mut self,
        ty: TypeId,
        scalar: ScalarShape,
        numbering: Option<NumberingId>,
    ) -> Option<CodesId> {
        let source = (ty, scalar.undefinable, numbering);
        if let Some(known) = self.codes.get(&source) {
            return *known;
        }
        let numbering = numbering.and_then(|id| self.model.naming.numberings.get(id));
        let made = match numbering {
            Some(numbering) => NameCodes::of_numbering(numbering, scalar),
            None => NameCodes::of_type(self.model, ty, scalar),
        };
        let id = made.map(|made| {
            let mut known = self.tables.codes.iter();
            let known = known.find(|(_, other)| **other == made).map(|(id, _)| id);
            known.unwrap_or_else(|| self.tables.codes.push(made))
        });
        self.codes.insert(source, id);
        id
    }

    /// A table of positions, from pairs of names and positions.
    pub(super) fn positions(&mut self, pairs: impl Iterator<Item = (NameId, u32)>) -> PositionsId {
        let mut made = vec![None; self.model.name_count()];
        for (name, position) in pairs {
            made[name.index()] = Some(position);
        }
        let mut known = self.tables.positions.iter();
        let known = known.find(|(_, other)| **other == made).map(|(id, _)| id);
        known.unwrap_or_else(|| self.tables.positions.push(made))
    }
}
