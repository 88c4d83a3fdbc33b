//! Which parts of a program keep a family of names from having all its permutations.
//!
//! Parts are put back one after the other, beginning with names alone: with those that are kept the
//! family has all its permutations, every other one breaks some. Several are tried at once, and in
//! halves where they break something, as in U. Junker, "QuickXplain" (2004): what comes out is what
//! one by one would, since with more parts there are never more symmetries. What is kept is a
//! largest set in the sense that nothing can be added to it; another order of the parts may give
//! another one, and the order of the source is the one that a reader expects, but that statements
//! which mention certain names come last.

use super::operations::{Operations, visible};
use crate::discovery::bodies::statics::Statics;
use crate::discovery::numbers::classes::ClassId;
use crate::discovery::removed::Removed;
use crate::discovery::renamings::diagram::Diagram;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::terms::{AtomId, Term, TermId};
use crate::discovery::{Reason, ReasonKind};
use std::collections::{BTreeMap, BTreeSet};
use weyl_budget::Steps;
use weyl_ir::visit::walk_rule;
use weyl_ir::{Model, PropertyKind, RuleId, VarId};
use weyl_permutation::group::BigUint;
use weyl_permutation::{Group, Permutation, Point};
use weyl_source::Span;

/// What comes later is put back later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Rank {
    /// Ranges and types.
    Silent,
    /// What stands in the source.
    Written,
    /// Where processes may stand, which follows from what they do, and is named where nothing else
    /// is.
    Standing,
    /// What processes keep until they end: it keeps apart what nothing else does.
    Kept,
    /// The removal of processes that have ended.
    End,
}

/// A part of the source, with all that became of it in the ground program.
#[derive(Clone, Debug)]
pub(crate) struct Cause<'p> {
    pub rank: Rank,
    pub kind: RootKind,
    pub roots: Vec<&'p Root>,
}

/// The numbers that a root mentions.
fn numbers(program: &GroundProgram, root: &Root) -> BTreeSet<AtomId> {
    let all = program.terms.mentions(root.term);
    let is_number = |atom: &AtomId| matches!(program.universe.kind(*atom), AtomKind::Value(..));
    all.into_iter().filter(is_number).collect()
}

/// The numbers that all roots of a part mention.
fn common(program: &GroundProgram, roots: &[&Root]) -> BTreeSet<AtomId> {
    let all = roots.iter().map(|root| numbers(program, root));
    let common = all.reduce(|one, other| one.intersection(&other).copied().collect());
    common.unwrap_or_default()
}

/// The classes of the numbers that a part mentions here and there: numbers of one who says it.
fn tied(program: &GroundProgram, roots: &[&Root]) -> BTreeSet<ClassId> {
    let common = common(program, roots);
    let all = roots.iter().flat_map(|root| numbers(program, root));
    all.filter(|atom| !common.contains(atom))
        .filter_map(|atom| class(program, atom))
        .collect()
}

fn class(program: &GroundProgram, atom: AtomId) -> Option<ClassId> {
    match program.universe.kind(atom) {
        AtomKind::Value(class, _) => Some(class),
        AtomKind::Name(_) | AtomKind::Channel(_) | AtomKind::Location { .. } => None,
    }
}

/// Whether a part mentions one number here and another there, and computes with others at most: in
/// `n[0] = m + 1` and `n[1] = m + 1` the elements are tied to those who write them, whatever is
/// computed with what they hold.
fn is_tie(program: &GroundProgram, roots: &[&Root]) -> bool {
    let own = tied(program, roots);
    let terms = roots.iter().map(|root| root.term);
    let computed = program.terms.computed_with(terms).into_iter();
    let computed: BTreeSet<ClassId> = computed.filter_map(|atom| class(program, atom)).collect();
    !own.is_empty() && own.is_disjoint(&computed)
}

impl<'p> Cause<'p> {
    pub fn first(&self) -> &'p Root {
        self.roots[0]
    }

    /// All rules that became part of it.
    pub fn rules(&self) -> BTreeSet<RuleId> {
        let rules = self.roots.iter();
        rules
            .flat_map(|root| root.rule.iter().chain(&root.followers).copied())
            .collect()
    }

    /// It, to be taken out of a program.
    pub fn removed(&self, model: &Model, program: &GroundProgram) -> Removed {
        let mut removed = Removed::default();
        match self.rank {
            Rank::Silent | Rank::Standing | Rank::End => {
                removed.ranks.insert(self.rank);
            }
            Rank::Written | Rank::Kept => {
                let titles = self.roots.iter().map(|root| (&*root.name, root.span));
                let titles: BTreeSet<(&str, Span)> = titles.collect();
                let is_own = |name: &str, span: Span| titles.contains(&(name, span));
                let known = program.roots.iter();
                // What orders numbers is called after its statement.
                let known = known.filter(|root| is_own(&root.name, root.span));
                let rules = known.flat_map(|root| root.rule.iter().chain(&root.followers));
                removed.rules = rules.copied().chain(self.rules()).collect();
                let functions = model.functions.iter();
                let own = functions.filter(|(_, one)| is_own(&one.name, one.span));
                removed.functions = own.map(|(id, _)| id).collect();
                let properties = model.properties.iter();
                let own = properties.filter(|(_, one)| is_own(&one.name, one.span));
                removed.properties = own.map(|(id, _)| id).collect();
                removed.add_watchers(model);
                let variables = model.variables.iter();
                let own = variables.filter(|(_, one)| is_own(&one.name, one.span));
                removed.values = own.map(|(id, _)| id).collect();
            }
        }
        removed
    }

    fn operations(&self, model: &Model) -> Operations {
        let mut operations = Operations::default();
        for rule in self.rules() {
            walk_rule(&mut operations, &model.rules[rule]);
        }
        operations
    }

    /// The kinds of processes that execute it.
    fn kinds(&self, model: &Model) -> BTreeSet<u32> {
        let turns = self.rules().into_iter();
        let turns = turns.filter_map(|rule| model.rules[rule].turn);
        turns.map(|turn| turn.kind).collect()
    }

    /// Whether it asks for more than equality of numbers: that is blamed before what ties numbers
    /// to those who use them.
    fn is_about_order(&self, model: &Model, program: &GroundProgram, statics: &Statics) -> About {
        if self.kind == RootKind::Order {
            return About::Order;
        }
        let text = visible(model, &self.first().name);
        let operations = self.operations(model);
        // What was put in for parameters may be computed, too.
        let may_tie = operations.operands.is_disjoint(&statics.kept);
        match operations.first(text) {
            None => About::Nothing,
            Some(_) if may_tie && is_tie(program, &self.roots) => About::Tie,
            Some(_) => About::Order,
        }
    }

    /// What it is called; what removes processes has orders beside it.
    pub fn reason(&self) -> Reason {
        let mut ends = self.roots.iter().filter(|root| root.kind == RootKind::End);
        ends.next().copied().unwrap_or(self.first()).reason()
    }

    /// What it is called in the source: functions that watch events are part of a property.
    pub fn written(&self, model: &Model) -> Reason {
        let reason = self.reason();
        let mut properties = model.properties.values();
        let watched =
            properties.find(|one| one.kind == PropertyKind::Events && one.span == reason.span);
        match watched.filter(|_| reason.kind == ReasonKind::Function) {
            Some(property) => Reason {
                kind: ReasonKind::Property,
                name: property.name.clone(),
                ..reason
            },
            None => reason,
        }
    }
}

/// All parts of a program, in the order of the source. What copies of a proctype do at the same
/// place is one part, as the statement of one proctype would be.
pub(crate) fn causes<'p>(model: &Model, roots: &[&'p Root]) -> Vec<Cause<'p>> {
    let originals = originals(model);
    let original = |rule: &RuleId| originals.get(rule).copied();
    let part = |root: &'p Root| {
        let copied = root.rule.as_ref().and_then(original);
        let Some(first) = copied.filter(|_| root.kind == RootKind::Rule) else {
            return (root.span, root.kind, &*root.name, Vec::new());
        };
        let steps = root.followers.iter().filter_map(original);
        let steps = [first].into_iter().chain(steps).collect();
        (model.rules[first].span, root.kind, "", steps)
    };
    let mut found: BTreeMap<_, Cause<'p>> = BTreeMap::new();
    for (root, rank) in roots.iter().zip(Rank::of_all(roots)) {
        let key = match rank {
            Rank::Written | Rank::Kept => (rank, Some(part(root))),
            Rank::Silent | Rank::Standing | Rank::End => (rank, None),
        };
        let cause = found.entry(key).or_insert_with(|| Cause {
            rank,
            kind: root.kind,
            roots: Vec::new(),
        });
        cause.roots.push(root);
    }
    found.into_values().collect()
}

/// For each rule of a copy of a proctype the one that the first copy has in its place: the texts of
/// a kind have the same steps in the same order.
fn originals(model: &Model) -> BTreeMap<RuleId, RuleId> {
    let mut places: BTreeMap<(u32, i128), BTreeMap<i128, Vec<RuleId>>> = BTreeMap::new();
    if !model.has_processes() {
        return BTreeMap::new();
    }
    for (id, rule) in &model.rules {
        let (Some(turn), Some(control)) = (rule.turn, &rule.control) else {
            continue;
        };
        let copies = model.processes().kind(turn.kind).copies.iter();
        let begins = copies.map(|copy| i128::from(copy.location));
        let Some(begin) = begins.filter(|begin| *begin <= control.from).max() else {
            continue;
        };
        let place = places.entry((turn.kind, control.from - begin)).or_default();
        place.entry(begin).or_default().push(id);
    }
    let mut originals = BTreeMap::new();
    for texts in places.into_values() {
        let Some(first) = texts.values().next() else {
            continue;
        };
        let own = texts.values().flat_map(|rules| rules.iter().zip(first));
        originals.extend(own.map(|(rule, original)| (*rule, *original)));
    }
    originals
}

/// The same as they are put back for a family: first what its own members do, what mentions no
/// number for all of them and asks for no order before what does, and what only some of them do
/// last.
pub(crate) fn in_order<'p>(
    causes: &[Cause<'p>],
    model: &Model,
    statics: &Statics,
    program: &GroundProgram,
    family: &[AtomId],
) -> Vec<Cause<'p>> {
    let members = Membership { program, family };
    // Numbers that are nobody's are data: to write them out tells nobody apart.
    let ties: BTreeSet<ClassId> = causes
        .iter()
        .flat_map(|cause| tied(program, &cause.roots))
        .collect();
    // What is written out is blamed before what is tied to the one who says it.
    let has_constants = |cause: &Cause<'_>| {
        let mut common = common(program, &cause.roots).into_iter();
        common.any(|atom| class(program, atom).is_some_and(|class| ties.contains(&class)))
    };
    let has_processes = model.has_processes();
    let mut causes = causes.to_vec();
    causes.sort_by_cached_key(|cause| {
        let (is_others, is_of_some) = if has_processes {
            members.as_subjects(cause)
        } else {
            members.as_parameters(cause)
        };
        let is_written = cause.rank == Rank::Written;
        let own = (is_written && !is_others).then(|| {
            let is_late = has_constants(cause);
            let about = cause.is_about_order(model, program, statics);
            (
                is_of_some,
                about.max(if is_late {
                    About::Order
                } else {
                    About::Nothing
                }),
            )
        });
        (cause.rank, is_written && is_others, own)
    });
    causes
}

/// What a part asks of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    Nothing,
    /// It computes in its text, and ties each number to another one: a plain tie comes first.
    Tie,
    Order,
}

/// What parts of a program have to do with a family.
struct Membership<'a> {
    program: &'a GroundProgram,
    family: &'a [AtomId],
}

impl Membership<'_> {
    /// Whether they are others' than the family's, and whether only some members do it.
    fn as_subjects(&self, cause: &Cause<'_>) -> (bool, bool) {
        let is_own = |root: &&Root| {
            let subject = root.values.first();
            let subject = subject.map(|value| self.program.terms.get(*value));
            matches!(subject, Some(Term::Atom(atom)) if self.family.contains(atom))
        };
        let subjects = cause.roots.iter().filter_map(|root| root.values.first());
        let subjects: BTreeSet<&TermId> = subjects.collect();
        let is_others = !cause.roots.iter().all(is_own);
        (is_others, subjects.len() < self.family.len())
    }

    /// The same where nobody does anything: rules that are there for several names or numbers join
    /// those of one family with those of others, whichever of them they are called after.
    fn as_parameters(&self, cause: &Cause<'_>) -> (bool, bool) {
        let is_single = cause.roots.iter().any(|root| root.values.is_empty());
        let mentioned = cause.roots.iter().flat_map(|root| {
            let all = self.program.terms.mentions(root.term).into_iter();
            all.filter(|atom| self.family.contains(atom))
        });
        let mentioned: BTreeSet<AtomId> = mentioned.collect();
        let is_of_some = !mentioned.is_empty() && mentioned.len() < self.family.len();
        (is_single, is_of_some)
    }
}

/// For each counter the other causes about nothing but it and numbers that are written out: where
/// it begins and ends. Without the counting they would not be there.
pub(crate) fn counting<'c, 'p>(
    model: &Model,
    causes: &[&'c Cause<'p>],
) -> Vec<(&'c Cause<'p>, &'c Cause<'p>)> {
    let of_cause = |cause: &Cause<'_>| (cause.operations(model), cause.kinds(model));
    let operations: Vec<_> = causes.iter().map(|cause| of_cause(cause)).collect();
    let locations: BTreeSet<VarId> = model.processes().locations().collect();
    let mut found = Vec::new();
    for (begin, (own, kinds)) in causes.iter().zip(&operations) {
        let about: BTreeSet<&VarId> = own.variables.difference(&locations).collect();
        // Other variables may begin with something in the same step.
        if about.len() != 1 && !own.only_sets(&about) {
            continue;
        }
        let is_about = |counter: &VarId| about.contains(counter);
        let counts = |of: &Operations| of.counts && of.counted.iter().any(is_about);
        let mut others = causes.iter().zip(&operations);
        let counted = others.find(|(_, (of, others))| counts(of) && others == kinds);
        if let Some((counted, _)) = counted.filter(|_| !counts(own)) {
            found.push((*begin, *counted));
        }
    }
    found
}

/// The causes that break a family, and those that do not.
pub(crate) struct Sifted<'c, 'p> {
    pub kept: Vec<&'p Root>,
    pub broken: Vec<&'c Cause<'p>>,
    /// More of them, each with the one that it goes with.
    pub gathered: Vec<(&'c Cause<'p>, &'c Cause<'p>)>,
    /// With what is kept, these are all permutations of the family.
    pub renamings: Vec<Permutation>,
    /// Whether all causes were looked at.
    pub is_complete: bool,
}

impl<'c, 'p> Sifted<'c, 'p> {
    /// Some causes are told by others.
    pub fn gather(&mut self, gathered: Vec<(&'c Cause<'p>, &'c Cause<'p>)>) {
        let is_gathered = |one: &Cause<'p>| gathered.iter().any(|(own, _)| std::ptr::eq(*own, one));
        self.broken.retain(|cause| !is_gathered(cause));
        self.gathered = gathered;
    }

    /// A cause, and those that it tells.
    pub fn with(&self, cause: &'c Cause<'p>) -> impl Iterator<Item = &'c Cause<'p>> {
        let told = self.gathered.iter();
        let told = told.filter(move |(_, by)| std::ptr::eq(*by, cause));
        std::iter::once(cause).chain(told.map(|(own, _)| *own))
    }
}

pub(crate) struct Sieve<'p> {
    pub program: &'p GroundProgram,
    /// The family.
    pub points: Vec<Point>,
    /// The order of the group that it has where nothing breaks it.
    pub most: BigUint,
    /// What all that is looked for may take.
    pub steps: Steps,
}

/// Steps of one look: a program of which parts are missing may have a graph that is harder than its
/// own.
const LOOK: u64 = 2_000_000;

/// Causes that are looked for; a person does not read more.
const MOST_CAUSES: usize = 40;

impl<'p> Sieve<'p> {
    /// Of some causes those that break what other parts leave.
    pub fn sift<'c>(&mut self, causes: &'c [Cause<'p>], kept: Vec<&'p Root>) -> Sifted<'c, 'p> {
        let mut sifted = Sifted {
            kept,
            broken: Vec::new(),
            gathered: Vec::new(),
            renamings: Vec::new(),
            is_complete: true,
        };
        for ranked in causes.chunk_by(|one, other| one.rank == other.rank) {
            let is_told = match ranked[0].rank {
                Rank::Silent | Rank::Written => false,
                // It follows from what was found.
                Rank::Standing | Rank::Kept => !sifted.broken.is_empty() || !sifted.is_complete,
                Rank::End => self.tells_all_apart(&sifted),
            };
            if !is_told {
                self.admit(ranked, &mut sifted);
            }
        }
        sifted
    }

    /// Whether any two of the family are told apart by what was looked at.
    fn tells_all_apart(&self, sifted: &Sifted<'_, 'p>) -> bool {
        let broken = sifted.broken.iter().flat_map(|cause| &cause.roots);
        let roots: Vec<&Root> = sifted.kept.iter().chain(broken).copied().collect();
        let group = (!sifted.broken.is_empty()).then(|| self.group(&roots));
        group.flatten().is_some_and(|(group, _)| group.is_trivial())
    }

    fn admit<'c>(&mut self, causes: &'c [Cause<'p>], sifted: &mut Sifted<'c, 'p>) {
        if causes.is_empty() {
            return;
        }
        if sifted.broken.len() >= MOST_CAUSES || self.steps.left() == 0 {
            sifted.is_complete = false;
            return;
        }
        let more = causes.iter().flat_map(|cause| &cause.roots).copied();
        let all: Vec<&Root> = sifted.kept.iter().copied().chain(more).collect();
        match (self.all_renamings(&all), causes) {
            (Look::All(renamings), _) => {
                sifted.kept = all;
                sifted.renamings = renamings;
            }
            (Look::Some, [only]) => sifted.broken.push(only),
            (Look::TooHard, [_]) => sifted.is_complete = false,
            (Look::Some | Look::TooHard, _) => {
                let (one, other) = causes.split_at(causes.len() / 2);
                self.admit(one, sifted);
                self.admit(other, sifted);
            }
        }
    }

    fn all_renamings(&self, roots: &[&Root]) -> Look {
        match self.group(roots) {
            Some((group, renamings)) if group.order() == self.most => Look::All(renamings),
            Some(_) => Look::Some,
            None => Look::TooHard,
        }
    }

    /// What some parts of the program leave of the permutations of the family, and the renamings
    /// that do it; none if that is too hard to find out.
    pub fn group(&self, roots: &[&Root]) -> Option<(Group, Vec<Permutation>)> {
        self.steps.doing(LOOK, || {
            let renamings = Diagram::new(self.program, roots).automorphisms();
            let group = Group::new(self.program.universe.len(), renamings.clone());
            let group = group.and_then(|group| group.restricted_to(&self.points));
            group.map(|group| (group, renamings))
        })?
    }
}

/// What some parts of a program leave of the permutations of a family.
enum Look {
    /// All, by these renamings.
    All(Vec<Permutation>),
    Some,
    TooHard,
}
