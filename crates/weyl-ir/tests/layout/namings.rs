//! Random namings: of a model that has channels in several variables, with numbers in any order.

use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use weyl_ir::{
    FixedChannel, Interleaving, Leaf, LeafStep, Model, NameId, NumberingId, Sort, SortId, Type,
    TypeId, VarId, Variable,
};
use weyl_permutation::{Permutation, Point};
use weyl_source::Span;

/// Choices, from random numbers.
pub struct Picks<'n> {
    numbers: std::iter::Cycle<std::slice::Iter<'n, u64>>,
    count: u64,
}

impl<'n> Picks<'n> {
    pub fn new(numbers: &'n [u64]) -> Picks<'n> {
        Picks {
            numbers: numbers.iter().cycle(),
            count: 0,
        }
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.count += 1;
        let number = self.numbers.next().unwrap();
        let mixed = number
            .wrapping_add(self.count)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 16) % end.max(1)
    }

    fn shuffled<T: Clone>(&mut self, list: &[T]) -> Vec<T> {
        let mut left = list.to_vec();
        let mut shuffled = Vec::new();
        while !left.is_empty() {
            let at = self.below(left.len() as u64) as usize;
            shuffled.push(left.swap_remove(at));
        }
        shuffled
    }
}

/// Channels of one type: a variable, the elements of an array, and those of an array over a sort.
pub fn add_channels(model: &mut Model) {
    let number = model.types.intern(Type::range(-2, 7));
    let bit = model.types.intern(Type::range(0, 1));
    let channel = model.types.intern(Type::Channel {
        capacity: 2,
        fields: vec![number, bit],
    });
    let index = model.types.intern(Type::range(3, 5));
    let element = channel;
    let array = model.types.intern(Type::Array { index, element });
    let index = model.types.intern(Type::Id(SortId::from_u32(2)));
    let over_sort = model.types.intern(Type::Array { index, element });
    let mut channels = Vec::new();
    let sizes = [
        None,
        Some(3),
        Some(model.sorts[SortId::from_u32(2)].names.len() as u32),
    ];
    for (ty, size) in [channel, array, over_sort].into_iter().zip(sizes) {
        let variable = add_variable(model, ty);
        let elements = size.map_or(vec![None], |size| (0..size).map(Some).collect());
        let places = elements
            .into_iter()
            .map(|element| FixedChannel { variable, element });
        channels.extend(places);
    }
    model.interleaving = Some(Interleaving {
        kinds: Vec::new(),
        process_count: add_variable(model, number),
        channels,
        pool: None,
    });
}

fn add_variable(model: &mut Model, ty: TypeId) -> VarId {
    model.variables.push(Variable {
        name: format!("w{}", model.variables.len()),
        ty,
        undefinable: false,
        hidden: false,
        span: Span::default(),
    })
}

/// Numbers and as many names, which come in whole sorts.
type Lot = (Vec<i128>, Vec<NameId>);

struct Namer<'m, 'p, 'n> {
    model: &'m mut Model,
    picks: &'p mut Picks<'n>,
    /// Of each field of a message: corresponding fields of all channels must agree on which numbers
    /// are names.
    messages: BTreeMap<u32, Option<Lot>>,
}

/// Names what can be named, or does not, as random numbers say. All permutations that keep sorts
/// act.
pub fn name_randomly(model: &mut Model, picks: &mut Picks<'_>) {
    name_channels(model, picks);
    let mut namer = Namer {
        model,
        picks,
        messages: BTreeMap::new(),
    };
    let variables: Vec<_> = namer
        .model
        .variables
        .iter()
        .map(|(id, v)| (id, v.ty))
        .collect();
    for (id, ty) in variables {
        namer.visit(
            Leaf {
                variable: id,
                path: Vec::new(),
            },
            ty,
        );
    }
}

/// Of each variable all channels have names or none.
fn name_channels(model: &mut Model, picks: &mut Picks<'_>) {
    let channels = model.processes().fixed_channels().iter();
    let mut named: Vec<u32> = Vec::new();
    let mut chosen: BTreeMap<VarId, bool> = BTreeMap::new();
    for (number, channel) in (1..).zip(channels) {
        if *chosen
            .entry(channel.variable)
            .or_insert_with(|| picks.below(3) > 0)
        {
            named.push(number);
        }
    }
    let sort = model.sorts.push(Sort {
        name: "C".to_string(),
        names: (0..named.len())
            .map(|number| format!("c{number}"))
            .collect(),
        span: Span::default(),
    });
    let names: Vec<NameId> = (0..named.len()).map(|n| model.name_of(sort, n)).collect();
    model.naming.channels = named.into_iter().zip(picks.shuffled(&names)).collect();
}

impl Namer<'_, '_, '_> {
    fn visit(&mut self, leaf: Leaf, ty: TypeId) {
        let inside = |step| {
            let mut inside = leaf.clone();
            inside.path.push(step);
            inside
        };
        match self.model.types.get(ty).clone() {
            Type::Array { index, element } => {
                if !self.has_named_channels(leaf.variable) {
                    self.name_indices(&leaf, index);
                }
                self.visit(inside(LeafStep::Index), element);
            }
            Type::Record(fields) => {
                for (number, field) in (0..).zip(fields) {
                    self.visit(inside(LeafStep::Field(number)), field.ty);
                }
            }
            Type::Multiset { element, .. } => self.visit(inside(LeafStep::Element), element),
            Type::Channel { fields, .. } => {
                for (number, ty) in (0..).zip(fields) {
                    let mut field = inside(LeafStep::Element);
                    field.path.push(LeafStep::Field(number));
                    let lot = match self.messages.get(&number) {
                        Some(lot) => lot.clone(),
                        None => self.lot(ty),
                    };
                    self.messages.insert(number, lot.clone());
                    self.name_values(&field, lot);
                }
            }
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_) => {
                let lot = self.lot(ty);
                self.name_values(&leaf, lot);
            }
        }
    }

    fn has_named_channels(&self, variable: VarId) -> bool {
        let channels = self.model.processes().fixed_channels().iter();
        let mut numbered = (1..).zip(channels);
        numbered.any(|(number, channel)| {
            channel.variable == variable && self.model.naming.channels.contains_key(&number)
        })
    }

    fn name_indices(&mut self, leaf: &Leaf, index: TypeId) {
        if let Some(lot) = self.lot(index) {
            let numbering = self.numbering(&lot);
            self.model.naming.indices.insert(leaf.clone(), numbering);
        }
    }

    fn name_values(&mut self, leaf: &Leaf, lot: Option<Lot>) {
        let Some(lot) = lot else {
            return;
        };
        let numbering = self.numbering(&lot);
        self.model.naming.values.insert(leaf.clone(), numbering);
        if self.picks.below(2) == 0 {
            return;
        }
        // For each first name of a sort in another order.
        let sorts: Vec<SortId> = self.model.sorts.keys().collect();
        let sort = sorts[self.picks.below(sorts.len() as u64) as usize];
        for index in 0..self.model.sorts[sort].names.len() {
            let first = self.model.name_of(sort, index);
            let numbering = self.numbering(&lot);
            let at = (leaf.clone(), first);
            self.model.naming.values_at.insert(at, numbering);
        }
    }

    fn numbering(&mut self, (numbers, names): &Lot) -> NumberingId {
        let names = self.picks.shuffled(names);
        let numbering = numbers.iter().copied().zip(names).collect();
        self.model.naming.numberings.push(numbering)
    }

    /// Numbers of a type that are to be names, and these.
    fn lot(&mut self, ty: TypeId) -> Option<Lot> {
        let is_plain = matches!(
            self.model.types.get(ty),
            Type::Bool | Type::Range { .. } | Type::Enum { .. }
        );
        let range = self.model.scalar_range(ty)?;
        if !is_plain || self.picks.below(3) == 0 {
            return None;
        }
        let window = range.len().min(20);
        let start = u128::from(self.picks.below(u64::MAX)) % (range.len() - window + 1);
        let numbers = (0..window).map(|at| range.lo + (start + at) as i128);
        let numbers = self.picks.shuffled(&numbers.collect::<Vec<_>>());
        let mut names: Vec<NameId> = Vec::new();
        let sorts: Vec<SortId> = self.model.sorts.keys().collect();
        for sort in self.picks.shuffled(&sorts) {
            let size = self.model.sorts[sort].names.len();
            if names.len() + size <= numbers.len() && self.picks.below(3) > 0 {
                names.extend((0..size).map(|index| self.model.name_of(sort, index)));
            }
        }
        let numbers = numbers.into_iter().take(names.len()).collect();
        (!names.is_empty()).then_some((numbers, names))
    }
}

/// Processes with control locations of their own: each has as many, in an order of its own.
pub const LOCATIONS: &str = "
    sort P { a b c } sort L { a0 a1 b0 b1 c0 c1 }
    type Loc = enum { init left right end }
    var pc : array [P] of record { now : Loc, next : array [0..1] of Loc } undefinable
    var seen : array [-3..4] of bool
    var wait : array [P] of multiset [2] of record { to : Loc, by : 5..9 } undefinable
    var last : 0..100 undefinable";

/// Names the locations of [`LOCATIONS`]: the numbers 1 and 2 are names of the process's own,
/// numbers of others all of them.
pub fn name_locations(model: &mut Model, picks: &mut Picks<'_>) {
    let [processes, locations] = [0, 1].map(SortId::from_u32);
    let all: Vec<NameId> = (0..6)
        .map(|index| model.name_of(locations, index))
        .collect();
    let part = |variable: u32, path: &[LeafStep]| Leaf {
        variable: VarId::from_u32(variable),
        path: path.to_vec(),
    };
    let (index, element) = (LeafStep::Index, LeafStep::Element);
    let own = [
        part(0, &[index, LeafStep::Field(0)]),
        part(0, &[index, LeafStep::Field(1), index]),
        part(2, &[index, element, LeafStep::Field(0)]),
    ];
    for (process, names) in all.chunks(2).enumerate() {
        for leaf in &own {
            let numbering = (1..).zip(picks.shuffled(names)).collect();
            let numbering = model.naming.numberings.push(numbering);
            let first = model.name_of(processes, process);
            model
                .naming
                .values_at
                .insert((leaf.clone(), first), numbering);
        }
    }
    let numbers: Vec<i128> = (-3..=4).collect();
    let numbering = picks
        .shuffled(&numbers)
        .into_iter()
        .zip(picks.shuffled(&all))
        .collect();
    let indices = model.naming.numberings.push(numbering);
    model.naming.indices.insert(part(1, &[]), indices);
    let values = (20..).step_by(7).zip(picks.shuffled(&all)).collect();
    let values = model.naming.numberings.push(values);
    model.naming.values.insert(part(3, &[]), values);
    let processes = (0..3).map(|index| model.name_of(processes, index));
    let processes: Vec<NameId> = processes.collect();
    let values = (6..).zip(picks.shuffled(&processes)).collect();
    let values = model.naming.numberings.push(values);
    model
        .naming
        .values
        .insert(part(2, &[index, element, LeafStep::Field(1)]), values);
}

/// A permutation of processes that takes the locations of each to those of its image.
pub fn permutation_of_locations(picks: &mut Picks<'_>) -> Permutation {
    let images = picks.shuffled(&[0, 1, 2]);
    let locations = images.iter().flat_map(|image| {
        let pair = picks.shuffled(&[0, 1]);
        pair.into_iter()
            .map(move |location| 3 + 2 * image + location)
    });
    let locations: Vec<usize> = locations.collect();
    let all = images.iter().copied().chain(locations).map(Point::new);
    Permutation::from_images(all.collect()).unwrap()
}
