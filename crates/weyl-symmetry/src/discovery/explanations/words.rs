//! How a part of a program tells names apart, in words that say what could be written differently.

use crate::discovery::explanations::causes::{Cause, Rank};
use crate::discovery::naming::NewNames;
use crate::discovery::numbers::classes::{Base, Classes, Spot};
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::{AtomId, Term, TermId, Terms, labels};
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;
use weyl_ir::Root as PlaceRoot;
use weyl_ir::visit::{Visitor, walk_rule};
use weyl_ir::{BinaryOp, Comparison, Expr, ExprKind, Model, Place, Rule, Stmt, StmtKind, VarId};
use weyl_permutation::{Permutation, Point};
use weyl_source::Span;

/// How something tells names of a family apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// It asks which of two is the smaller.
    Compares,
    /// It goes from one to the next.
    Counts,
    Computes,
    /// This one is written out.
    Mentions(String),
    /// Not said which.
    MentionsSome,
    /// Their order shows.
    Order,
    /// A sequence in which one comes first.
    InTurn,
    /// Only these get there.
    Only(Vec<String>),
    /// A value that never changes is not the same for all.
    Differs,
    /// Numbers in this variable are no names, since anything may be computed there.
    Wide {
        variable: String,
        at: Span,
    },
    /// Those that have ended are removed in the order of their numbers.
    Ends,
    /// What may be where is not the same for all.
    Ranges,
    /// Their sort is pinned.
    Pinned(&'static str),
    Unlike,
}

/// What words are found in.
pub(crate) struct Speaker<'a> {
    pub model: &'a Model,
    pub program: &'a GroundProgram,
    pub names: &'a NewNames<'a>,
    pub classes: &'a Classes,
    /// The family.
    pub family: BTreeSet<AtomId>,
    /// All permutations of the family, as the parts that are kept allow them.
    pub renamings: &'a [Permutation],
}

/// Renamings that are tried on a part.
const MOST_RENAMINGS: usize = 6;

/// Where two terms that should be one differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Difference {
    /// In what is computed.
    Table,
    /// In a number that is no name.
    Number,
    Atom(AtomId),
    /// In what comes first.
    Sequence,
    Otherwise,
}

impl Speaker<'_> {
    /// How each cause tells names apart.
    pub fn words(&self, causes: &[&Cause<'_>]) -> Vec<How> {
        let moves = |one: &&Permutation| {
            let mut family = self.family.iter();
            family.any(|atom| !is_fixed(one, *atom))
        };
        let mut found: Vec<Option<How>> = causes.iter().map(|cause| self.at_once(cause)).collect();
        for renaming in self.renamings.iter().filter(moves).take(MOST_RENAMINGS) {
            if found.iter().all(Option::is_some) {
                break;
            }
            let renamed = Renamed::new(&self.program.terms, renaming);
            for (cause, how) in causes.iter().zip(&mut found) {
                if how.is_none() {
                    *how = self.by_renaming(cause, &renamed);
                }
            }
        }
        let found = found.into_iter();
        found.map(|how| how.unwrap_or(How::Unlike)).collect()
    }

    /// What can be said without looking into terms.
    fn at_once(&self, cause: &Cause<'_>) -> Option<How> {
        match (cause.rank, cause.kind) {
            (Rank::End, _) => return Some(How::Ends),
            (Rank::Silent | Rank::Standing, _) => return Some(How::Ranges),
            (Rank::Written, RootKind::Fact) => return Some(How::Differs),
            (Rank::Written, _) => {}
        }
        if cause.kind == RootKind::Order {
            return Some(self.operation(cause).unwrap_or(How::Order));
        }
        self.only(cause)
    }

    /// Those of the family that a statement is there for, where it is not for all.
    fn only(&self, cause: &Cause<'_>) -> Option<How> {
        let subjects = cause.roots.iter().map(|root| self.subject(root));
        let subjects: BTreeSet<AtomId> = subjects.collect::<Option<_>>()?;
        let is_part = subjects.len() < self.family.len() && subjects.is_subset(&self.family);
        is_part.then(|| {
            let names = subjects.iter().map(|atom| self.names.written(*atom));
            How::Only(names.collect())
        })
    }

    /// Whose statement it is.
    fn subject(&self, root: &Root) -> Option<AtomId> {
        match self.program.terms.get(*root.values.first()?) {
            Term::Atom(atom) => Some(*atom),
            Term::Node { .. } => None,
        }
    }

    fn by_renaming(&self, cause: &Cause<'_>, renamed: &Renamed) -> Option<How> {
        let own: BTreeSet<TermId> = cause.roots.iter().map(|root| root.term).collect();
        let is_broken = |root: &&&Root| !own.contains(&renamed.image(root.term));
        let broken = cause.roots.iter().find(is_broken)?;
        let values: Vec<TermId> = broken.values.iter().map(|v| renamed.image(*v)).collect();
        let mut partners = cause.roots.iter();
        let partner = partners.find(|root| root.values == values)?;
        let difference = renamed.difference(renamed.image(broken.term), partner.term);
        Some(match difference {
            Difference::Table => self.operation(cause).unwrap_or(How::Computes),
            Difference::Atom(atom) => How::Mentions(self.names.written(atom)),
            Difference::Number => self.wide(cause).unwrap_or(How::MentionsSome),
            Difference::Sequence => How::InTurn,
            Difference::Otherwise => return self.operation(cause),
        })
    }

    fn rule(&self, cause: &Cause<'_>) -> Option<&Rule> {
        let by_number = cause.roots.iter().find_map(|root| root.rule);
        let title = cause.first();
        // What orders numbers is called after its statement.
        let is_titled = |rule: &Rule| (&rule.name, rule.span) == (&title.name, title.span);
        let titled = || {
            let mut rules = self.model.rules.iter();
            rules.find(|(_, rule)| is_titled(rule)).map(|(id, _)| id)
        };
        let rule = by_number.or_else(titled);
        rule.map(|rule| &self.model.rules[rule])
    }

    /// What a statement computes, by the operators in it.
    fn operation(&self, cause: &Cause<'_>) -> Option<How> {
        let mut operations = Operations::default();
        walk_rule(&mut operations, self.rule(cause)?);
        let Operations {
            counts,
            compares,
            computes,
            ..
        } = operations;
        let found = [
            (counts, How::Counts),
            (compares, How::Compares),
            (computes, How::Computes),
        ];
        let mut found = found.into_iter();
        found.find_map(|(is_so, how)| is_so.then_some(how))
    }

    /// A variable of the statement, or one that numbers go to from there, in which there may be too
    /// many numbers.
    fn wide(&self, cause: &Cause<'_>) -> Option<How> {
        let mut operations = Operations::default();
        walk_rule(&mut operations, self.rule(cause)?);
        let mentioned = operations.variables;
        let spots = self.classes.spots();
        let is_mentioned =
            |spot: &Spot| matches!(spot.base, Base::Variable(of) if mentioned.contains(&of));
        let classes = spots
            .iter()
            .filter(|(spot, class)| is_mentioned(spot) && self.classes.numbers(*class).is_none());
        let classes: BTreeSet<_> = classes.map(|(_, class)| *class).collect();
        let mut own = spots.iter().filter(|(_, class)| classes.contains(class));
        own.find_map(|(spot, _)| {
            let Base::Variable(variable) = spot.base else {
                return None;
            };
            let declared = &self.model.variables[variable];
            let ty = self.model.part_type(declared.ty, &spot.path)?;
            let range = self.model.scalar_range(ty).filter(|_| !spot.is_index)?;
            let is_wide = range.len() > crate::discovery::numbers::classes::MOST_NUMBERS;
            is_wide.then(|| How::Wide {
                variable: declared.name.clone(),
                at: declared.span,
            })
        })
    }
}

fn is_fixed(renaming: &Permutation, atom: AtomId) -> bool {
    let point = Point::new(atom.index());
    renaming.image(point) == point
}

/// A program under a renaming: terms of both are terms of one set.
struct Renamed {
    terms: Terms,
    images: Vec<TermId>,
}

impl Renamed {
    fn new(terms: &Terms, renaming: &Permutation) -> Renamed {
        let mut terms = terms.clone();
        let image = |atom: AtomId| AtomId::new(renaming.image(Point::new(atom.index())).index());
        let images = terms.images(image);
        Renamed { terms, images }
    }

    fn image(&self, term: TermId) -> TermId {
        self.images[term.index()]
    }

    /// Where the image of a term and the term that it should be begin to differ.
    fn difference(&self, image: TermId, wanted: TermId) -> Difference {
        let (mut one, mut other) = (image, wanted);
        loop {
            let (label, is_set, below) = match (self.terms.get(one), self.terms.get(other)) {
                (_, Term::Atom(atom)) => return Difference::Atom(*atom),
                (Term::Atom(_), Term::Node { .. }) => return Difference::Otherwise,
                (
                    Term::Node {
                        label, children, ..
                    },
                    Term::Node {
                        label: wanted,
                        is_set,
                        children: theirs,
                    },
                ) => {
                    let text = self.terms.label_text(*wanted);
                    if label != wanted {
                        return if text.starts_with(labels::NUMBER) {
                            Difference::Number
                        } else {
                            Difference::Otherwise
                        };
                    }
                    (text, *is_set, differing(children, theirs, *is_set))
                }
            };
            match (label, below) {
                (labels::TABLE | labels::APPLY, _) => return Difference::Table,
                (_, Some(next)) => (one, other) = next,
                (labels::IN_ORDER | labels::DO, None) if !is_set => return Difference::Sequence,
                (_, None) => return Difference::Otherwise,
            }
        }
    }
}

/// The only children that differ, or the first that do where they have an order.
fn differing(one: &[TermId], other: &[TermId], is_set: bool) -> Option<(TermId, TermId)> {
    if !is_set {
        let pairs = || one.iter().zip(other).filter(|(one, other)| one != other);
        let (a, b) = pairs().next()?;
        // The same parts in another order.
        let sorted = |all: &[TermId]| all.iter().copied().collect::<BTreeSet<TermId>>();
        let is_reordered = pairs().nth(1).is_some() && sorted(one) == sorted(other);
        return (one.len() == other.len() && !is_reordered).then_some((*a, *b));
    }
    let beyond = |these: &[TermId], those: &[TermId]| {
        let mut left = these.iter().copied().filter(|term| !those.contains(term));
        left.next()
    };
    beyond(one, other).zip(beyond(other, one))
}

#[derive(Default)]
struct Operations {
    counts: bool,
    compares: bool,
    computes: bool,
    variables: BTreeSet<VarId>,
}

impl Visitor for Operations {
    fn stmt(&mut self, stmt: &Stmt) {
        if let StmtKind::Assign { to, value } = &stmt.kind {
            self.counts |= is_next_of(uncut(value), to);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Compare(comparison), ..) => {
                self.compares |= !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
            }
            ExprKind::Binary(..) => self.computes = true,
            // What they are made of is looked at by itself.
            ExprKind::Constant(_)
            | ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Truncate { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => {}
        }
    }

    fn place(&mut self, place: &Place) {
        if let PlaceRoot::Variable(variable) = place.root {
            self.variables.insert(variable);
        }
    }
}

fn uncut(value: &Expr) -> &Expr {
    if let ExprKind::Truncate { value, .. } = &value.kind {
        uncut(value)
    } else {
        value
    }
}

/// Whether something becomes what it was, and a constant more or less.
fn is_next_of(value: &Expr, to: &Place) -> bool {
    let ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, left, right) = &value.kind else {
        return false;
    };
    let was = |expr: &Expr| {
        matches!(&uncut(expr).kind, ExprKind::Read(from) if from.root == to.root
            && from.path.len() == to.path.len())
    };
    was(left) && right.as_constant().is_some() || was(right) && left.as_constant().is_some()
}
