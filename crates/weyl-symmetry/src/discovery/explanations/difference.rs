//! Why two names can't change places: the part of the program that tells them apart.
//!
//! Colours of terms are refined round by round (Weisfeiler and Leman): two names that get different
//! colours in a round have, in the round before, a neighbour without a counterpart. To go from
//! difference to difference leads to what the difference began with.

use crate::discovery::terms::program::{GroundProgram, Root};
use crate::discovery::terms::{AtomId, Term, TermId};
use cranelift_entity::EntityRef;
use rapidhash::fast::RapidHasher;
use std::collections::{BTreeMap, HashMap};
use std::hash::{Hash, Hasher};

/// Rounds after which names count as not told apart by a single part.
const MOST_ROUNDS: usize = 64;

/// How a term is joined with another: upwards or downwards, and at which place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Link {
    Child(u32),
    Parent(u32),
}

pub(crate) struct Differences<'p> {
    program: &'p GroundProgram,
    neighbours: Vec<Vec<(Link, TermId)>>,
    /// The colours of all terms, for each round.
    rounds: Vec<Vec<u64>>,
    roots: HashMap<TermId, Vec<&'p Root>>,
    atoms: HashMap<AtomId, TermId>,
}

impl<'p> Differences<'p> {
    pub fn new(program: &'p GroundProgram, roots: &[&'p Root]) -> Differences<'p> {
        let mut differences = Differences {
            program,
            neighbours: vec![Vec::new(); program.terms.len()],
            rounds: Vec::new(),
            roots: HashMap::new(),
            atoms: HashMap::new(),
        };
        for root in roots {
            differences.roots.entry(root.term).or_default().push(root);
        }
        let used = program.terms.used_by(roots.iter().map(|root| root.term));
        for (term, content) in program.terms.iter().filter(|(id, _)| used.contains(*id)) {
            differences.join(term, content);
        }
        differences.refine();
        differences
    }

    fn join(&mut self, term: TermId, content: &Term) {
        match content {
            Term::Atom(atom) => {
                self.atoms.insert(*atom, term);
            }
            Term::Node {
                is_set, children, ..
            } => {
                for (place, child) in (1..).zip(children) {
                    let place = if *is_set { 0 } else { place };
                    self.neighbours[term.index()].push((Link::Child(place), *child));
                    self.neighbours[child.index()].push((Link::Parent(place), term));
                }
            }
        }
    }

    fn refine(&mut self) {
        let first = self
            .program
            .terms
            .iter()
            .map(|(term, content)| match content {
                Term::Atom(atom) => hash(&(0, self.program.universe.colour(*atom))),
                Term::Node { label, is_set, .. } => {
                    let roots = self.roots.get(&term);
                    let roots =
                        roots.map(|all| all.iter().map(|root| root.kind).collect::<Vec<_>>());
                    hash(&(1, label.as_u32(), is_set, roots))
                }
            });
        self.rounds.push(first.collect());
        let mut cells = 0;
        while self.rounds.len() < MOST_ROUNDS {
            let last = &self.rounds[self.rounds.len() - 1];
            let next: Vec<u64> = (0..last.len())
                .map(|term| self.next_colour(term, last))
                .collect();
            let mut different = next.clone();
            different.sort_unstable();
            different.dedup();
            self.rounds.push(next);
            if different.len() == cells {
                return;
            }
            cells = different.len();
        }
    }

    fn next_colour(&self, term: usize, last: &[u64]) -> u64 {
        let around = self.neighbours[term].iter();
        // In no order.
        let around = around.fold(0u64, |all, (link, other)| {
            all.wrapping_add(hash(&(link, last[other.index()])))
        });
        hash(&(last[term], around))
    }

    /// How far around two names one has to look to tell them apart; `None`: colours don't.
    pub fn distance(&self, one: AtomId, two: AtomId) -> Option<usize> {
        let (one, two) = (*self.atoms.get(&one)?, *self.atoms.get(&two)?);
        let differs = |round: &Vec<u64>| round[one.index()] != round[two.index()];
        self.rounds.iter().position(differs)
    }

    /// The part of the program that tells one name from another; none if no single part does.
    pub fn between(&self, one: AtomId, two: AtomId) -> Option<&'p Root> {
        let (mut one, mut two) = (*self.atoms.get(&one)?, *self.atoms.get(&two)?);
        let differs = |round: &Vec<u64>| round[one.index()] != round[two.index()];
        let mut round = self.rounds.iter().position(differs)?;
        while round > 0 {
            let (surplus, partner) = self.step(one, two, round)?;
            // Rules that are alike but for what they mention differ there.
            let Some(partner) = partner else {
                return self.root_above(surplus);
            };
            (one, two) = (surplus, partner);
            let differs = |round: &Vec<u64>| round[one.index()] != round[two.index()];
            round = self.rounds.iter().position(differs)?;
        }
        self.root_above(one)
    }

    /// A neighbour of the first term without a counterpart at the second, or the other way round,
    /// and the neighbour there that was like it for longest.
    fn step(&self, one: TermId, two: TermId, round: usize) -> Option<(TermId, Option<TermId>)> {
        let before = &self.rounds[round - 1];
        let surplus = |here: TermId, there: TermId| {
            let count = |at: TermId| {
                let around = self.neighbours[at.index()].iter();
                around.fold(BTreeMap::new(), |mut all, (link, other)| {
                    *all.entry((*link, before[other.index()])).or_insert(0) += 1;
                    all
                })
            };
            let (here_counts, there_counts): (BTreeMap<_, i32>, BTreeMap<_, i32>) =
                (count(here), count(there));
            let around = self.neighbours[here.index()].iter();
            let mut around = around.filter(move |(link, other)| {
                let key = (*link, before[other.index()]);
                here_counts.get(&key) > there_counts.get(&key)
            });
            around.next().copied()
        };
        let (link, found, elsewhere) = match surplus(one, two) {
            Some((link, found)) => (link, found, two),
            None => {
                let (link, found) = surplus(two, one)?;
                (link, found, one)
            }
        };
        let others = self.neighbours[elsewhere.index()].iter();
        let others = others
            .filter(|(other, _)| *other == link)
            .map(|(_, other)| *other);
        let likeness = |other: &TermId| {
            let same = self.rounds.iter();
            same.take_while(|round| round[found.index()] == round[other.index()])
                .count()
        };
        let partner = others
            .filter(|other| likeness(other) < round)
            .max_by_key(likeness);
        Some((found, partner))
    }

    /// A root that a term is part of.
    fn root_above(&self, term: TermId) -> Option<&'p Root> {
        let mut pending = vec![term];
        let mut seen = std::collections::HashSet::new();
        while let Some(term) = pending.pop() {
            if let Some(root) = self.roots.get(&term).and_then(|roots| roots.first()) {
                return Some(root);
            }
            let around = self.neighbours[term.index()].iter();
            for (link, other) in around {
                if matches!(link, Link::Parent(_)) && seen.insert(*other) {
                    pending.push(*other);
                }
            }
        }
        None
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = RapidHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
