//! A ground program as terms: what a renaming must map onto itself.

use crate::discovery::terms::universe::Universe;
use crate::discovery::terms::{AtomId, Term, TermId, Terms};
use crate::discovery::{Reason, ReasonKind};
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use weyl_ir::{PropertyId, RuleId, VarId};
use weyl_source::Span;

/// What a root is a root of. Roots of different kinds are never mapped to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum RootKind {
    Rule,
    /// A rule that removes a process that has ended.
    End,
    Function,
    Property,
    /// What all states agree on: frozen values, the indices of arrays, the types of channels.
    Fact,
    /// Where a process may stand.
    Standing,
    /// What a process keeps until it ends.
    Kept,
    /// Numbers or names whose order shows, with what shows it.
    Order,
    /// What is where in the states in which everything begins, if that is asked for.
    Start,
    /// What a variable may hold, and the indices of an array.
    Range,
}

impl RootKind {
    pub fn colour(self) -> u32 {
        self as u32
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Root {
    pub kind: RootKind,
    pub term: TermId,
    /// Only if this property is asked.
    pub property: Option<PropertyId>,
    /// The rule that it is an instance of.
    pub rule: Option<RuleId>,
    /// Those that always follow it, and are part of it.
    pub followers: Vec<RuleId>,
    /// The values of the rule's parameters, as far as they were put in.
    pub values: Vec<TermId>,
    /// What it is called, and where it comes from.
    pub name: String,
    pub span: Span,
}

impl Root {
    /// Whether a person can be shown it.
    pub fn is_explanation(&self) -> bool {
        !self.name.is_empty() && !matches!(self.kind, RootKind::End | RootKind::Range)
    }

    /// It as a reason why something is not symmetric.
    pub fn reason(&self) -> Reason {
        Reason {
            kind: match self.kind {
                RootKind::Rule => ReasonKind::Rule,
                RootKind::End => ReasonKind::End,
                RootKind::Function => ReasonKind::Function,
                RootKind::Property => ReasonKind::Property,
                RootKind::Fact | RootKind::Standing | RootKind::Kept | RootKind::Range => {
                    ReasonKind::Fact
                }
                RootKind::Order => ReasonKind::Order,
                RootKind::Start => ReasonKind::Start,
            },
            name: self.name.clone(),
            span: self.span,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct GroundProgram {
    pub universe: Universe,
    pub terms: Terms,
    pub roots: Vec<Root>,
    /// The terms that are variables.
    pub variables: BTreeMap<TermId, VarId>,
}

impl GroundProgram {
    /// The roots of the program and of some of its properties.
    pub fn roots_with(&self, properties: &[PropertyId]) -> Vec<&Root> {
        let is_asked = |root: &&Root| root.property.is_none_or(|of| properties.contains(&of));
        self.roots.iter().filter(is_asked).collect()
    }

    /// For each atom whether it is in some of these terms.
    pub fn mentioned(&self, terms: impl Iterator<Item = TermId>) -> Vec<bool> {
        let used = self.terms.used_by(terms);
        let mut is_used = vec![false; self.universe.len()];
        for (_, term) in self.terms.iter().filter(|(id, _)| used.contains(*id)) {
            if let Term::Atom(atom) = term {
                is_used[atom.index()] = true;
            }
        }
        is_used
    }

    /// Atoms that no state shows and no root mentions: they would change places with each other,
    /// and nothing else would change.
    pub fn meaningless(&self, roots: &[&Root]) -> Vec<AtomId> {
        let is_used = self.mentioned(roots.iter().map(|root| root.term));
        let atoms = (0..self.universe.len()).map(AtomId::new);
        atoms
            .filter(|atom| self.universe.is_hidden(*atom) && !is_used[atom.index()])
            .collect()
    }

    /// What no root mentions at all stays where it is.
    pub fn fix_meaningless(&mut self) {
        let roots: Vec<&Root> = self.roots.iter().collect();
        for atom in self.meaningless(&roots) {
            self.universe.fix(atom);
        }
    }
}
