//! Terms: what a ground program looks like to a permutation of names. Equal terms are one term, so
//! a program is a graph without repetitions, and to rename a program is to rename each term once.

pub(crate) mod build;
pub(crate) mod program;
pub(crate) mod universe;

use cranelift_entity::{EntityRef, EntitySet, entity_impl};
use indexmap::IndexSet;
use rapidhash::fast::RandomState;
use std::collections::BTreeSet;
use weyl_budget::go_on;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct TermId(u32);
entity_impl!(TermId, "term");

/// A name of the universe: what may be renamed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct AtomId(u32);
entity_impl!(AtomId, "atom");

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LabelId(u32);
entity_impl!(LabelId, "label");

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Term {
    Atom(AtomId),
    /// The children of a set are sorted, and may repeat: multiplicities count.
    Node {
        label: LabelId,
        is_set: bool,
        children: Box<[TermId]>,
    },
}

/// Labels that somebody looks for.
pub(crate) mod labels {
    /// What a plain number begins with.
    pub const NUMBER: &str = "number ";
    /// What the result of an operation on numbers that are no names begins with.
    pub const COMPUTED: &str = "computed ";
    /// What is done with messages begins with these; the channel comes first.
    pub const MESSAGES: [&str; 3] = ["send ", "receive ", "can receive "];
    /// A row for each combination of inputs.
    pub const TABLE: &str = "table";
    /// Inputs and the result.
    pub const ROW: &str = "row";
    /// An input and its value in a row.
    pub const IS: &str = "is";
    /// A table and its only input.
    pub const APPLY: &str = "apply";
    /// Statements in a row.
    pub const DO: &str = "do";
    /// Names whose order shows.
    pub const ORDER: &str = "order";
    /// The values that a loop takes in any order.
    pub const VALUES: &str = "values";
    /// The values that a loop takes.
    pub const IN_ORDER: &str = "values in order";
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    terms: IndexSet<Term, RandomState>,
    labels: IndexSet<String, RandomState>,
}

impl Terms {
    fn intern(&mut self, term: Term) -> TermId {
        go_on();
        TermId::new(self.terms.insert_full(term).0)
    }

    fn label(&mut self, label: &str) -> LabelId {
        match self.labels.get_index_of(label) {
            Some(known) => LabelId::new(known),
            None => LabelId::new(self.labels.insert_full(label.to_string()).0),
        }
    }

    pub fn atom(&mut self, atom: AtomId) -> TermId {
        self.intern(Term::Atom(atom))
    }

    /// Children in their order.
    pub fn node(&mut self, label: &str, children: &[TermId]) -> TermId {
        let label = self.label(label);
        self.intern(Term::Node {
            label,
            is_set: false,
            children: children.into(),
        })
    }

    /// Children whose order can't be observed.
    pub fn set(&mut self, label: &str, mut children: Vec<TermId>) -> TermId {
        children.sort_unstable();
        let label = self.label(label);
        self.intern(Term::Node {
            label,
            is_set: true,
            children: children.into(),
        })
    }

    pub fn label_text(&self, label: LabelId) -> &str {
        self.labels
            .get_index(label.index())
            .map_or("", String::as_str)
    }

    pub fn get(&self, term: TermId) -> &Term {
        &self.terms[term.index()]
    }

    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// The terms that others are made of, and these.
    pub fn used_by(&self, roots: impl Iterator<Item = TermId>) -> EntitySet<TermId> {
        let mut used = EntitySet::new();
        roots.for_each(|root| {
            used.insert(root);
        });
        for (number, term) in self.terms.iter().enumerate().rev() {
            if let Term::Node { children, .. } = term
                && used.contains(TermId::new(number))
            {
                children.iter().for_each(|child| {
                    used.insert(*child);
                });
            }
        }
        used
    }

    /// The names in a term, but not those in tables and orders, where all of a kind are.
    pub fn mentions(&self, term: TermId) -> BTreeSet<AtomId> {
        let mut found = BTreeSet::new();
        let mut seen = BTreeSet::new();
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if !seen.insert(term) {
                continue;
            }
            match self.get(term) {
                Term::Atom(atom) => {
                    found.insert(*atom);
                }
                Term::Node {
                    label, children, ..
                } => match self.label_text(*label) {
                    labels::TABLE | labels::ORDER | labels::IN_ORDER | labels::VALUES => {}
                    _ => open.extend(children),
                },
            }
        }
        found
    }

    /// The names in the rows of tables: those that something is computed from or to.
    pub fn computed_with(&self, roots: impl Iterator<Item = TermId>) -> BTreeSet<AtomId> {
        let used = self.used_by(roots);
        let mut found = BTreeSet::new();
        for (_, term) in self.iter().filter(|(id, _)| used.contains(*id)) {
            let Term::Node {
                label, children, ..
            } = term
            else {
                continue;
            };
            if [labels::ROW, labels::IS].contains(&self.label_text(*label)) {
                found.extend(children.iter().filter_map(|child| match self.get(*child) {
                    Term::Atom(atom) => Some(*atom),
                    Term::Node { .. } => None,
                }));
            }
        }
        found
    }

    /// Each term after its children.
    pub fn iter(&self) -> impl Iterator<Item = (TermId, &Term)> {
        let all = self.terms.iter().enumerate();
        all.map(|(number, term)| (TermId::new(number), term))
    }

    /// The image of every term under a renaming of atoms. What no moved name is in stays what it
    /// is, and costs no more than a look at its children.
    pub fn images(&self, rename: impl Fn(AtomId) -> AtomId) -> Images {
        let mut images = Images::default();
        images.images.reserve(self.len());
        for (id, term) in self.iter() {
            go_on();
            let image = match term {
                Term::Atom(atom) if rename(*atom) == *atom => id,
                Term::Atom(atom) => images.number(self, Term::Atom(rename(*atom))),
                Term::Node { children, .. } if images.are_unmoved(children) => id,
                Term::Node {
                    label,
                    is_set,
                    children,
                } => {
                    let mut children = images.all(children);
                    if *is_set {
                        children.sort_unstable();
                    }
                    let image = Term::Node {
                        label: *label,
                        is_set: *is_set,
                        children,
                    };
                    images.number(self, image)
                }
            };
            images.images.push(image);
        }
        images
    }
}

/// What terms become under a renaming. Images that are no terms are numbered behind these.
#[derive(Clone, Debug, Default)]
pub(crate) struct Images {
    images: Vec<TermId>,
    others: IndexSet<Term, RandomState>,
}

impl Images {
    pub fn of(&self, term: TermId) -> TermId {
        self.images[term.index()]
    }

    pub fn moves(&self, term: TermId) -> bool {
        self.of(term) != term
    }

    /// A term, or an image of one.
    pub fn get<'t>(&'t self, terms: &'t Terms, term: TermId) -> &'t Term {
        match term.index().checked_sub(terms.len()) {
            Some(other) => &self.others[other],
            None => terms.get(term),
        }
    }

    fn are_unmoved(&self, terms: &[TermId]) -> bool {
        terms.iter().all(|term| !self.moves(*term))
    }

    fn all(&self, terms: &[TermId]) -> Box<[TermId]> {
        terms.iter().map(|term| self.of(*term)).collect()
    }

    fn number(&mut self, terms: &Terms, image: Term) -> TermId {
        let known = terms.terms.get_index_of(&image);
        let number = known.unwrap_or_else(|| terms.len() + self.others.insert_full(image).0);
        TermId::new(number)
    }
}
