//! Classes of numbers: which variables, indices, fields of messages and locals hold numbers of the
//! same kind.
//!
//! What is copied, compared for equality, used as an index or sent belongs together (a union-find
//! over all places of a program). Numbers of a class can be renamed as long as everything that is
//! computed with them is: arithmetic relates classes by tables and joins none.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use weyl_ir::{LeafStep, LocalId, ScalarRange, VarId};
use weyl_permutation::disjoint_sets::{DisjointSets, United};

/// The number of a class, from 0 on.
pub(crate) type ClassId = u32;

/// Classes with more numbers than this are not looked at one by one: their numbers are no names.
pub(crate) const MOST_NUMBERS: u128 = 512;

/// A body of code with locals of its own, by number.
pub(crate) type BodyId = u32;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Base {
    Variable(VarId),
    Local(BodyId, LocalId),
}

/// Where numbers are: all parts of a variable or local that are reached in the same way, or the
/// indices of an array there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Spot {
    pub base: Base,
    pub path: Vec<LeafStep>,
    pub is_index: bool,
}

impl Spot {
    pub fn value(base: Base, path: Vec<LeafStep>) -> Spot {
        let is_index = false;
        Spot {
            base,
            path,
            is_index,
        }
    }

    pub fn index(base: Base, path: Vec<LeafStep>) -> Spot {
        let is_index = true;
        Spot {
            base,
            path,
            is_index,
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Facts {
    /// All its numbers lie in it, those that were stored as computed apart.
    bound: Option<ScalarRange>,
    /// What is stored as computed lies in it.
    room: Option<ScalarRange>,
    /// A number was stored as computed.
    is_filled: bool,
    /// Numbers that do not fit are cut to these ranges.
    cuts: BTreeSet<(i128, i128)>,
    /// Its numbers are no names.
    is_plain: bool,
    /// Its numbers are those of channels.
    is_channel: bool,
    /// Numbers that are known to be in it.
    known: BTreeSet<i128>,
    /// A number in it was computed.
    is_computed: bool,
    /// What the messages of its channels hold: a node for each field.
    fields: BTreeMap<u32, usize>,
}

impl Facts {
    /// All that may be there: what flows in, and where something else does, all that there is room
    /// for.
    fn numbers(&self) -> Option<ScalarRange> {
        let mut numbers = self.bound?;
        if self.is_filled {
            return joined(self.bound, self.room);
        }
        // What is cut comes out inside of its range, and may be cut again.
        loop {
            if numbers.len() > MOST_NUMBERS {
                return Some(numbers);
            }
            let all = (numbers.lo..=numbers.hi).flat_map(|number| self.cut(number));
            let (lo, hi) = all.fold((numbers.lo, numbers.hi), |(lo, hi), value| {
                (lo.min(value), hi.max(value))
            });
            let wider = ScalarRange { lo, hi };
            if wider == numbers {
                return Some(numbers);
            }
            numbers = wider;
        }
    }

    /// What a number may come out as.
    fn cut(&self, number: i128) -> impl Iterator<Item = i128> {
        let cuts = self.cuts.iter();
        cuts.map(move |(lo, hi)| lo + (number - lo).rem_euclid(hi - lo + 1))
    }
}

fn joined(one: Option<ScalarRange>, two: Option<ScalarRange>) -> Option<ScalarRange> {
    match (one, two) {
        (Some(one), Some(two)) => Some(ScalarRange {
            lo: one.lo.min(two.lo),
            hi: one.hi.max(two.hi),
        }),
        (one, two) => one.or(two),
    }
}

/// Under construction.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClassBuilder {
    spots: HashMap<Spot, usize>,
    sets: DisjointSets,
    /// By node; those of a class are at its root.
    facts: Vec<Facts>,
}

impl ClassBuilder {
    pub fn node(&mut self, spot: Spot) -> usize {
        if let Some(known) = self.spots.get(&spot) {
            return *known;
        }
        let node = self.new_node();
        self.spots.insert(spot, node);
        node
    }

    fn new_node(&mut self) -> usize {
        self.facts.push(Facts::default());
        self.sets.push()
    }

    fn root(&mut self, node: usize) -> usize {
        self.sets.find(node)
    }

    pub fn unify(&mut self, one: usize, two: usize) {
        let mut pairs = vec![(one, two)];
        while let Some((one, two)) = pairs.pop() {
            let Some(United { kept, lost }) = self.sets.unite(one, two) else {
                continue;
            };
            let other = std::mem::take(&mut self.facts[lost]);
            if let Some(bound) = other.bound {
                self.widen(kept, bound);
            }
            let facts = &mut self.facts[kept];
            facts.room = joined(facts.room, other.room);
            facts.is_filled |= other.is_filled;
            facts.cuts.extend(other.cuts);
            facts.is_plain |= other.is_plain;
            facts.is_channel |= other.is_channel;
            facts.is_computed |= other.is_computed;
            facts.known.extend(other.known);
            for (field, node) in other.fields {
                match facts.fields.get(&field) {
                    Some(own) => pairs.push((*own, node)),
                    None => {
                        facts.fields.insert(field, node);
                    }
                }
            }
        }
    }

    /// A number that is in the class.
    pub fn contains(&mut self, node: usize, value: i128) {
        let range = ScalarRange {
            lo: value,
            hi: value,
        };
        self.widen(node, range);
        let root = self.root(node);
        self.facts[root].known.insert(value);
    }

    pub fn is_computed(&mut self, node: usize) {
        let root = self.root(node);
        self.facts[root].is_computed = true;
    }

    /// What was computed is stored there, whatever there is room for.
    pub fn is_filled(&mut self, node: usize) {
        let root = self.root(node);
        self.facts[root].is_filled = true;
    }

    /// There is room for numbers in this range.
    pub fn has_room(&mut self, node: usize, range: ScalarRange) {
        let root = self.root(node);
        self.facts[root].room = joined(self.facts[root].room, Some(range));
    }

    /// Numbers of the class are cut to a range where they are not in it.
    pub fn is_cut(&mut self, node: usize, range: ScalarRange) {
        let root = self.root(node);
        self.facts[root].cuts.insert((range.lo, range.hi));
    }

    /// The numbers of a class are those of channels.
    pub fn are_channels(&mut self, node: usize) {
        let root = self.root(node);
        self.facts[root].is_channel = true;
    }

    /// A field of the messages of the channels of a class.
    pub fn field(&mut self, node: usize, field: u32) -> usize {
        let root = self.root(node);
        if let Some(known) = self.facts[root].fields.get(&field) {
            return *known;
        }
        let new = self.new_node();
        self.facts[root].fields.insert(field, new);
        new
    }

    /// Joins the fields of the messages of all channels that a class has. `storage` gives the spot
    /// of a field of the channel with a number, or of all channels.
    pub fn resolve_channels(&mut self, storage: &dyn Fn(Option<i128>, u32) -> Vec<Spot>) {
        loop {
            let mut is_done = true;
            for node in 0..self.sets.len() {
                if self.root(node) != node || !self.facts[node].is_channel {
                    continue;
                }
                let facts = self.facts[node].clone();
                for (field, inside) in &facts.fields {
                    let spots = if facts.is_computed {
                        storage(None, *field)
                    } else {
                        let known = facts.known.iter();
                        known
                            .flat_map(|number| storage(Some(*number), *field))
                            .collect()
                    };
                    for spot in spots {
                        let stored = self.node(spot);
                        is_done &= self.root(stored) == self.root(*inside);
                        self.unify(*inside, stored);
                    }
                }
            }
            if is_done {
                return;
            }
        }
    }

    /// Numbers in this range may be in the class.
    pub fn widen(&mut self, node: usize, range: ScalarRange) {
        let root = self.root(node);
        self.facts[root].bound = joined(self.facts[root].bound, Some(range));
    }

    /// The numbers of the class are no names.
    pub fn make_plain(&mut self, node: usize) {
        let root = self.root(node);
        self.facts[root].is_plain = true;
    }

    pub fn finish(mut self) -> Classes {
        let mut numbers: HashMap<usize, ClassId> = HashMap::new();
        let mut facts: Vec<Facts> = Vec::new();
        let mut spots: Vec<(Spot, usize)> = std::mem::take(&mut self.spots).into_iter().collect();
        // The order of a hash table is not that of the next run.
        spots.sort_unstable();
        let mut of_spot = HashMap::new();
        for (spot, node) in spots {
            let root = self.root(node);
            let class = *numbers.entry(root).or_insert_with(|| {
                facts.push(self.facts[root].clone());
                facts.len() as ClassId - 1
            });
            of_spot.insert(spot, class);
        }
        let mut fields = HashMap::new();
        for (class, own) in (0..).zip(&facts) {
            for (field, node) in &own.fields {
                let root = self.root(*node);
                fields.extend(numbers.get(&root).map(|of| ((class, *field), *of)));
            }
        }
        let names = |of: &Facts| of.numbers().filter(|_| !of.is_plain);
        let few = |range: &ScalarRange| range.len() <= MOST_NUMBERS;
        let numbers: Vec<_> = facts.iter().map(|of| names(of).filter(few)).collect();
        Classes {
            kin: kin(&of_spot, &numbers),
            of_spot,
            numbers,
            facts,
            fields,
        }
    }
}

/// Where a class is in a body, and all its numbers.
type Likeness<'s> = (
    BTreeSet<(LocalId, &'s [LeafStep], bool)>,
    Option<(i128, i128)>,
);

/// For each class the first that is like it. Classes of one body alone are bound there: what their
/// numbers are called in another body is another matter, and a renaming that maps the one body to
/// the other may map these to those. A class is like one of another body if it has the same locals
/// there, and so at most one of each body is.
fn kin(of_spot: &HashMap<Spot, ClassId>, numbers: &[Option<ScalarRange>]) -> Vec<Kin> {
    let mut bodies: Vec<Option<BTreeSet<BodyId>>> = vec![Some(BTreeSet::new()); numbers.len()];
    let mut places = vec![BTreeSet::new(); numbers.len()];
    for (spot, class) in of_spot {
        let class = *class as usize;
        match (spot.base, &mut bodies[class]) {
            (Base::Variable(_), of_class) => *of_class = None,
            (Base::Local(body, local), Some(all)) => {
                all.insert(body);
                places[class].insert((local, &spot.path[..], spot.is_index));
            }
            (Base::Local(..), None) => {}
        }
    }
    let mut first: BTreeMap<Likeness<'_>, ClassId> = BTreeMap::new();
    let classes = (0..).zip(bodies).zip(places).zip(numbers);
    let kin = classes.map(|(((class, bodies), places), numbers)| {
        let Some(bodies) = bodies else {
            return Kin::Seen(class);
        };
        let likeness = (places, numbers.map(|range| (range.lo, range.hi)));
        Kin::Hidden(match bodies.len() {
            1 => *first.entry(likeness).or_insert(class),
            _ => class,
        })
    });
    kin.collect()
}

/// Which classes may be mapped to each other: those that are like the same.
#[derive(Clone, Copy, Debug)]
enum Kin {
    /// States have numbers of the class, which is like no other.
    Seen(ClassId),
    /// No state has.
    Hidden(ClassId),
}

#[derive(Clone, Debug)]
pub(crate) struct Classes {
    of_spot: HashMap<Spot, ClassId>,
    facts: Vec<Facts>,
    /// All numbers of each class, if they may be names.
    numbers: Vec<Option<ScalarRange>>,
    /// Of the messages of the channels of a class.
    fields: HashMap<(ClassId, u32), ClassId>,
    kin: Vec<Kin>,
}

impl Classes {
    pub fn of(&self, spot: &Spot) -> Option<ClassId> {
        self.of_spot.get(spot).copied()
    }

    /// Whether its numbers are those of channels.
    pub fn is_channel(&self, class: ClassId) -> bool {
        self.facts[class as usize].is_channel
    }

    pub fn all(&self) -> impl Iterator<Item = ClassId> + use<> {
        0..self.facts.len() as ClassId
    }

    /// The first class that is like it. Numbers of classes that are not alike are never mapped to
    /// each other.
    pub fn like(&self, class: ClassId) -> ClassId {
        match self.kin[class as usize] {
            Kin::Seen(first) | Kin::Hidden(first) => first,
        }
    }

    /// Whether a state may have numbers of the class; otherwise only expressions and statements do,
    /// as long as they are evaluated.
    pub fn is_in_states(&self, class: ClassId) -> bool {
        matches!(self.kin[class as usize], Kin::Seen(_))
    }

    /// Whether a number may be in a class.
    pub fn may_hold(&self, class: ClassId, number: i128) -> bool {
        let facts = &self.facts[class as usize];
        facts.is_computed || facts.known.contains(&number)
    }

    pub fn field(&self, class: ClassId, field: u32) -> Option<ClassId> {
        self.fields.get(&(class, field)).copied()
    }

    /// All numbers of a class, if its numbers may be names.
    pub fn numbers(&self, class: ClassId) -> Option<ScalarRange> {
        self.numbers[class as usize]
    }

    /// All spots with their classes, in an order that is always the same.
    pub fn spots(&self) -> Vec<(&Spot, ClassId)> {
        let mut spots: Vec<_> = self.of_spot.iter().map(|(s, class)| (s, *class)).collect();
        spots.sort_unstable();
        spots
    }
}
