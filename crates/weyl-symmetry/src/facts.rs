//! What discovery takes for granted of all states in which every static process is there: a scalar
//! that never changes, a place where a process never stands, a number that is never held, a
//! variable that is never undefined.
//!
//! Symmetries are proved for states that agree with these facts, so the facts are part of the
//! certificate: the group keeps them, steps keep them, and every state that a search expands must
//! agree with them ([`FactTable`]).

use std::collections::{BTreeSet, HashMap};
use weyl_ir::layout::{Layout, PathStep, Presence, ScalarShape, Slot, SlotId, SlotRole};
use weyl_ir::{Model, VarId};

/// What is known of one scalar, wherever it is present.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub variable: VarId,
    pub path: Vec<PathStep>,
    pub held: Held,
    /// Where the process is that it belongs to: known only while there is one.
    pub process_at: Option<VarId>,
}

/// What a scalar may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub undefined: bool,
    /// `None`: every value of its type.
    pub values: Option<BTreeSet<i128>>,
}

impl Held {
    /// Everything that a slot has room for.
    pub fn anything(slot: &Slot) -> Held {
        Held {
            undefined: slot.scalar.undefinable,
            values: None,
        }
    }

    pub fn allows(&self, value: Option<i128>) -> bool {
        match (value, &self.values) {
            (None, _) => self.undefined,
            (Some(value), Some(values)) => values.contains(&value),
            (Some(_), None) => true,
        }
    }
}

impl Fact {
    /// When it is known: while its slot is there, or its process.
    fn presence(&self, slot: &Slot, layout: &Layout) -> Option<Presence> {
        let location = self.process_at.zip(self.path.get(..1));
        let location = location.and_then(|(at, process)| layout.slot_of(at, process));
        let stands = location.map(|location| {
            let location = &layout.slots[location];
            Presence {
                flag: location.offset,
                width: location.scalar.width,
                // The least code is that of nobody.
                least: 1,
            }
        });
        stands.or(slot.presence)
    }

    /// In words: `next[1] = 2`.
    pub fn describe(&self, model: &Model, layout: &Layout) -> String {
        let own = |slot: &&Slot| slot.variable == self.variable && slot.path == self.path;
        self.describe_slot(model, layout.slots.values().find(own))
    }

    /// All of them in words.
    pub fn describe_all(facts: &[Fact], model: &Model, layout: &Layout) -> Vec<String> {
        let slots = layout.slots.values();
        let slots = slots.map(|slot| ((slot.variable, &*slot.path), slot));
        let slots: HashMap<_, &Slot> = slots.collect();
        let own = |fact: &Fact| slots.get(&(fact.variable, &*fact.path)).copied();
        let described = facts.iter();
        let described = described.map(|fact| fact.describe_slot(model, own(fact)));
        described.collect()
    }

    fn describe_slot(&self, model: &Model, slot: Option<&Slot>) -> String {
        let name = slot.map_or(String::new(), |slot| slot_name(model, slot));
        let ty = slot.and_then(|slot| match slot.role {
            SlotRole::Value(ty) => Some(ty),
            SlotRole::Occupied | SlotRole::Length => None,
        });
        let written = |value: &i128| match ty {
            Some(ty) => model.display_value(ty, *value),
            None => value.to_string(),
        };
        let values = self.held.values.as_ref();
        let values = values.map(|values| values.iter().map(written).collect::<Vec<_>>());
        let undefined = self.held.undefined.then(|| "undefined".to_string());
        match values {
            None => format!("{name} is defined"),
            Some(values) => match &*values.into_iter().chain(undefined).collect::<Vec<_>>() {
                [] => format!("{name} is never there"),
                [only] => format!("{name} = {only}"),
                all => format!("{name} in {{{}}}", all.join(", ")),
            },
        }
    }
}

/// How a scalar of the state is called.
pub fn slot_name(model: &Model, slot: &Slot) -> String {
    let mut name = model.variables[slot.variable].name.clone();
    let mut ty = model.variables[slot.variable].ty;
    for step in &slot.path {
        match (step, model.types.get(ty)) {
            (PathStep::Field(number), weyl_ir::Type::Record(fields)) => {
                let field = &fields[*number as usize];
                name.push_str(&format!(".{}", field.name));
                ty = field.ty;
            }
            (PathStep::Index(index, value), weyl_ir::Type::Array { element, .. }) => {
                name.push_str(&format!("[{}]", model.display_value(*index, *value)));
                ty = *element;
            }
            (PathStep::Element(number), weyl_ir::Type::Multiset { element, .. }) => {
                name.push_str(&format!("[{number}]"));
                ty = *element;
            }
            (PathStep::Element(number), _) => name.push_str(&format!("[{number}]")),
            (PathStep::Field(number), _) => name.push_str(&format!(".{number}")),
            (PathStep::Index(_, value), _) => name.push_str(&format!("[{value}]")),
        }
    }
    name
}

/// Facts, ready to be asked about states of a layout.
#[derive(Clone, Debug, Default)]
pub struct FactTable {
    /// From here on.
    first: usize,
    /// Bytes that are always the same, wherever `mask` has ones.
    mask: Vec<u8>,
    expected: Vec<u8>,
    /// What is known otherwise.
    others: Vec<Known>,
    /// What is no constant, by the offset of the slot, and when it is known.
    held: HashMap<u32, (Held, Option<Presence>)>,
}

#[derive(Clone, Debug)]
struct Known {
    offset: usize,
    scalar: ScalarShape,
    presence: Option<Presence>,
    codes: Codes,
}

/// So many codes in a row have a bit each.
const MOST_BITS: u64 = 1 << 13;

/// The codes that a scalar may have.
#[derive(Clone, Debug)]
enum Codes {
    NotUndefined,
    /// A bit for each code from the first on.
    Among {
        first: u64,
        bits: Vec<u64>,
    },
    /// Far from each other; sorted.
    OneOf(Vec<u64>),
}

impl FactTable {
    pub fn new(facts: &[Fact], layout: &Layout) -> FactTable {
        let known = facts.iter().map(|fact| ((fact.variable, &fact.path), fact));
        let known: HashMap<_, _> = known.collect();
        let mut table = FactTable {
            mask: vec![0; layout.size],
            expected: vec![0; layout.size],
            ..FactTable::default()
        };
        for slot in layout.slots.values() {
            let is_value = matches!(slot.role, SlotRole::Value(_));
            if let Some(fact) = known.get(&(slot.variable, &slot.path)).filter(|_| is_value) {
                table.add(slot, &fact.held, fact.presence(slot, layout));
            }
        }
        table.trim();
        table
    }

    /// Leaves out what is known of no byte, before the first and behind the last.
    fn trim(&mut self) {
        let is_known = |mask: &u8| *mask != 0;
        let last = self.mask.iter().rposition(is_known);
        self.first = self.mask.iter().position(is_known).unwrap_or(0);
        let known = self.first..last.map_or(self.first, |last| last + 1);
        self.mask = self.mask[known.clone()].to_vec();
        self.expected = self.expected[known].to_vec();
    }

    fn add(&mut self, slot: &Slot, held: &Held, presence: Option<Presence>) {
        let offset = slot.offset as usize;
        let codes = held.values.as_ref().map(|values| {
            let codes = values.iter().filter_map(|value| slot.scalar.encode(*value));
            codes.chain(held.undefined.then_some(0)).collect::<Vec<_>>()
        });
        match codes.as_deref() {
            Some([only]) if presence.is_none() => {
                let width = slot.scalar.width as usize;
                self.mask[offset..offset + width].fill(u8::MAX);
                slot.scalar.store(&mut self.expected, offset, *only);
            }
            codes => {
                self.others.push(Known {
                    offset,
                    scalar: slot.scalar,
                    presence,
                    codes: codes.map_or(Codes::NotUndefined, Codes::among),
                });
                self.held.insert(slot.offset, (held.clone(), presence));
            }
        }
    }

    /// What a slot may hold in a state that agrees with the facts.
    pub fn held(&self, slot: &Slot) -> Held {
        let known = self.held.get(&slot.offset).map(|(held, _)| held.clone());
        let known = known.or_else(|| self.constant(slot));
        known.unwrap_or_else(|| Held::anything(slot))
    }

    /// The only content of a slot that never changes: most facts are of this kind, and there is one
    /// for each element of an array that nobody writes.
    fn constant(&self, slot: &Slot) -> Option<Held> {
        let offset = (slot.offset as usize).checked_sub(self.first)?;
        self.mask.get(offset).filter(|mask| **mask != 0)?;
        let value = slot.scalar.decode(slot.scalar.load(&self.expected, offset));
        Some(Held {
            undefined: value.is_none(),
            values: Some(value.into_iter().collect()),
        })
    }

    /// Whether a state agrees with all facts.
    pub fn agrees(&self, state: &[u8]) -> bool {
        let masked = state[self.first..].iter();
        let masked = masked.zip(&self.expected).zip(&self.mask);
        let differing = masked.fold(0, |all, ((is, expected), mask)| {
            all | ((is ^ expected) & mask)
        });
        differing == 0 && self.others.iter().all(|known| known.agrees(state))
    }

    /// The first slot in which a state does not.
    pub fn contradiction(&self, layout: &Layout, state: &[u8]) -> Option<SlotId> {
        let slots = layout.slots.iter();
        let is_known =
            |slot: &Slot| self.held.contains_key(&slot.offset) || self.constant(slot).is_some();
        let mut known = slots.filter(|(_, slot)| is_known(slot));
        let is_wrong = |slot: &Slot| {
            let presence = self
                .held
                .get(&slot.offset)
                .and_then(|(_, presence)| *presence);
            let is_there = presence.is_none_or(|presence| presence.holds(state));
            let code = slot.scalar.load(state, slot.offset as usize);
            is_there && !self.held(slot).allows(slot.scalar.decode(code))
        };
        known.find(|(_, slot)| is_wrong(slot)).map(|(id, _)| id)
    }
}

impl Codes {
    fn among(codes: &[u64]) -> Codes {
        let mut codes = codes.to_vec();
        codes.sort_unstable();
        let first = codes.first().copied().unwrap_or(0);
        let span = codes.last().map_or(0, |last| last - first);
        if span > MOST_BITS {
            return Codes::OneOf(codes);
        }
        let mut bits = vec![0; span as usize / 64 + 1];
        for code in codes {
            let at = code - first;
            bits[at as usize / 64] |= 1 << (at % 64);
        }
        Codes::Among { first, bits }
    }
}

impl Known {
    fn agrees(&self, state: &[u8]) -> bool {
        let code = self.scalar.load(state, self.offset);
        let fits = match &self.codes {
            Codes::NotUndefined => !self.scalar.undefinable || code != 0,
            Codes::Among { first, bits } => {
                let at = code.wrapping_sub(*first);
                let word = usize::try_from(at / 64).ok().and_then(|at| bits.get(at));
                word.is_some_and(|word| word >> (at % 64) & 1 == 1)
            }
            Codes::OneOf(codes) => codes.binary_search(&code).is_ok(),
        };
        fits || self.presence.is_some_and(|presence| !presence.holds(state))
    }
}
