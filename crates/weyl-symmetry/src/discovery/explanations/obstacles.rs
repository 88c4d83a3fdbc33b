//! A smallest set of parts without which a family has more permutations.
//!
//! A sieve of the program as it is proposes parts ([`super::causes`]); they are taken out of the
//! program, and everything is discovered again. Where that is not all, what they have hidden shows
//! now, and is sieved in its turn. In the end parts that are not needed are put back, as in A.
//! Zeller and R. Hildebrandt, "Simplifying and isolating failure-inducing input" (2002).
//!
//! Values that are not the same for all are looked at in two steps: what breaks the group that they
//! allow (a ring), and then they themselves, with what else breaks the rest.

use super::causes::{Cause, Rank, Sieve, Sifted, causes, counting, in_order};
use super::families::{Break, Scene};
use super::mended::Mended;
use super::operations::{Operations, visible};
use super::values::Unequal;
use super::words::{How, Speaker};
use crate::discovery::naming::NewNames;
use crate::discovery::prepared::{Prepared, Subject, prepare};
use crate::discovery::removed::Removed;
use crate::discovery::terms::AtomId;
use crate::discovery::terms::program::Root;
use crate::discovery::{Reason, ReasonKind};
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use weyl_budget::Steps;
use weyl_ir::visit::walk_rule;
use weyl_ir::{Model, Rule, RuleId, VarId};
use weyl_permutation::group::BigUint;
use weyl_permutation::{Group, Point};
use weyl_source::Span;

/// How often something is looked for behind what was found.
const MOST_ROUNDS: usize = 4;

/// Steps of one of these rounds.
const ROUND: u64 = 6_000_000;

/// A part of a program that breaks a family, and how it is taken out.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Obstacle {
    pub one: Break,
    pub removed: Removed,
}

#[derive(Default)]
pub(crate) struct Obstacles {
    pub all: Vec<Obstacle>,
    /// Without all of them.
    pub widest: Option<Group>,
    /// So many of them, from the first on, break a smaller group, and without them there is this.
    pub narrow: Option<(usize, Group)>,
    /// Whether there are no others.
    pub is_complete: bool,
}

/// What is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Search<'a> {
    pub scene: Scene<'a>,
    pub family: &'a [AtomId],
    pub causes: &'a [Cause<'a>],
    pub unequal: &'a Unequal,
    pub mended: &'a Mended<'a>,
    /// The order of the group that there is.
    pub present: &'a BigUint,
    /// What all that is looked for may take.
    pub steps: Steps,
}

impl Search<'_> {
    /// What keeps a family from having all its permutations.
    pub fn obstacles(self) -> Obstacles {
        if self.unequal.is_empty() {
            return self.whole(Vec::new(), None, self.proposed());
        }
        let (values, begun) = of_values(self.scene, self.unequal);
        let unfolded = Removed {
            unfolded: self.unequal.own.clone(),
            ..all(&begun)
        };
        let is_own = !begun.is_empty() || !self.unequal.own.is_empty();
        let within = is_own.then(|| self.behind(&unfolded, &unfolded.unfolded));
        let within = within.flatten();
        let mut is_complete = within.as_ref().is_none_or(|of| of.is_complete);
        let within = within.map_or(Vec::new(), |within| within.all);
        let within: Vec<Obstacle> = begun.iter().cloned().chain(within).collect();
        let narrow = self.mended.group(&all(&within));
        let narrow = narrow.filter(|group| group.order() > *self.present);
        let (mut first, mut rest) = match &narrow {
            Some(_) => (within, Vec::new()),
            None => (Vec::new(), begun),
        };
        if let Some(group) = &narrow {
            self.put_back(&Removed::default(), &mut first, &group.order());
        }
        rest.extend(values);
        let mut removed = all(&first);
        removed.extend(&all(&rest));
        if let Some(more) = self.behind(&removed, &BTreeSet::new()) {
            is_complete &= more.is_complete;
            add(&mut rest, more.all);
        }
        let found = Obstacles {
            all: rest,
            is_complete,
            ..Obstacles::default()
        };
        self.whole(first, narrow, found)
    }

    /// Where the texts of copies would be blamed for the numbers in them, loops are blamed, and
    /// what else asks for an order, if that is all; and loops where statements inside of them would
    /// be blamed for what they do to each in its turn.
    fn proposed(self) -> Obstacles {
        let found = self.sifted(self.scene, self.family, self.causes, &BTreeSet::new());
        let is_copy = |one: &Obstacle| matches!(one.one.how, How::Copies { .. });
        let has_copies = found.all.iter().any(is_copy);
        if !has_copies && !self.is_about_counters(&found.all) {
            return found;
        }
        let loops = self.loops().filter(|all| !all.iter().any(is_copy));
        let proposed = if has_copies {
            loops.or_else(|| self.orders())
        } else {
            loops.filter(|all| !all.is_empty() && all.len() <= found.all.len())
        };
        let Some(all) = proposed else {
            return found;
        };
        Obstacles {
            all,
            is_complete: true,
            ..Obstacles::default()
        }
    }

    /// Whether a statement that uses a counter is blamed for something else.
    fn is_about_counters(self, obstacles: &[Obstacle]) -> bool {
        let model = self.scene.model;
        let counted = counted(model);
        let uses = |rule: &RuleId| {
            let mut operations = Operations::default();
            walk_rule(&mut operations, &model.rules[*rule]);
            !operations.variables.is_disjoint(&counted)
        };
        obstacles.iter().any(|one| {
            let how = &one.one.how;
            let is_tie = matches!(how, How::Given(_) | How::Mentions(_) | How::MentionsSome);
            is_tie && one.removed.rules.iter().any(uses)
        })
    }

    /// All counters, and what breaks the family without them, if it has all its permutations then.
    fn loops(self) -> Option<Vec<Obstacle>> {
        let mut loops = counters(self.scene.model);
        if loops.is_empty() {
            return None;
        }
        let behind = self.behind(&all(&loops), &BTreeSet::new())?;
        add(&mut loops, behind.all);
        self.needed(loops)
    }

    /// What is needed of some obstacles without which a family has all its permutations, if that
    /// can be found out in time.
    fn needed(self, mut obstacles: Vec<Obstacle>) -> Option<Vec<Obstacle>> {
        let most: BigUint = (1..=self.family.len()).map(BigUint::from).product();
        let group = self.mended.group(&all(&obstacles))?;
        if group.order() < most {
            return None;
        }
        self.put_back_many(&mut obstacles, &most);
        (self.mended.steps.left() > 0).then_some(obstacles)
    }

    /// All that asks for an order, if the family has all its permutations without it.
    fn orders(self) -> Option<Vec<Obstacle>> {
        self.needed(self.all_orders())
    }

    /// The same, in the order of the source and whether or not it does.
    pub fn suspects(self) -> Vec<Break> {
        let mut all = Vec::new();
        add(&mut all, self.all_orders());
        let mut suspects: Vec<Break> = all.into_iter().map(|obstacle| obstacle.one).collect();
        suspects.sort_by_key(|one| one.reason.span);
        suspects
    }

    fn all_orders(self) -> Vec<Obstacle> {
        let model = self.scene.model;
        let mut orders = counters(model);
        let causes = self
            .causes
            .iter()
            .filter(|cause| cause.rank == Rank::Written);
        for cause in causes {
            let mut operations = Operations::default();
            for rule in cause.rules() {
                walk_rule(&mut operations, &model.rules[rule]);
            }
            let reason = cause.written(model);
            if let Some(how) = operations.first(visible(model, &reason.name)) {
                let removed = cause.removed(model, self.scene.program);
                let alone = None;
                let one = Break { reason, how, alone };
                orders.push(Obstacle { one, removed });
            }
        }
        orders
    }

    /// Puts back what is not needed, several at once where that goes.
    fn put_back_many(self, obstacles: &mut Vec<Obstacle>, most: &BigUint) {
        let mut size = obstacles.len() / 2;
        while size > 0 {
            let mut at = 0;
            while at < obstacles.len() {
                let mut others = obstacles.clone();
                others.drain(at..obstacles.len().min(at + size));
                match self.mended.group(&all(&others)) {
                    Some(group) if group.order() >= *most => *obstacles = others,
                    _ => at += size,
                }
            }
            size /= 2;
        }
    }

    /// With what is found behind the obstacles that are known, and without what is not needed.
    fn whole(self, first: Vec<Obstacle>, narrow: Option<Group>, mut found: Obstacles) -> Obstacles {
        let fixed = all(&first);
        let removed = |found: &Obstacles| {
            let mut removed = fixed.clone();
            removed.extend(&all(&found.all));
            removed
        };
        let most: BigUint = (1..=self.family.len()).map(BigUint::from).product();
        for _ in 0..MOST_ROUNDS {
            found.widest = self.mended.group(&removed(&found));
            let is_whole = found.widest.as_ref().is_some_and(|it| it.order() == most);
            if is_whole {
                found.is_complete = true;
            }
            if !found.is_complete || is_whole {
                break;
            }
            let more = self.behind(&removed(&found), &BTreeSet::new());
            let Some(more) = more.filter(|more| !more.all.is_empty()) else {
                break;
            };
            add(&mut found.all, more.all);
            found.is_complete &= more.is_complete;
        }
        if let Some(widest) = found.widest.as_ref().map(Group::order) {
            self.put_back(&fixed, &mut found.all, &widest);
        }
        self.drop_ends(&fixed, &mut found);
        found.narrow = narrow.map(|group| (first.len(), group));
        found.all.splice(0..0, first);
        found
    }

    /// The order in which processes are removed is not named where something else tells all apart.
    fn drop_ends(self, fixed: &Removed, found: &mut Obstacles) {
        let is_end = |one: &Obstacle| one.one.how == How::Ends;
        let Some(end) = found.all.iter().position(is_end) else {
            return;
        };
        let has_others = found.all.len() > 1 || *fixed != Removed::default();
        let alone = self.mended.group(&found.all[end].removed);
        if has_others && alone.is_none_or(|group| group.order() <= *self.present) {
            found.all.remove(end);
            let mut removed = fixed.clone();
            removed.extend(&all(&found.all));
            found.widest = self.mended.group(&removed);
        }
    }

    /// What shows once some parts are taken out; some values stay, whatever comes of it.
    fn behind(self, removed: &Removed, staying: &BTreeSet<VarId>) -> Option<Obstacles> {
        let Search { scene, mended, .. } = self;
        let removed = &mended.without_ends(removed);
        mended.steps.doing(ROUND, || {
            let subject = Subject {
                without: Some(removed),
                ..mended.subject
            };
            let Prepared {
                program, classes, ..
            } = prepare(subject, false);
            let roots = program.roots_with(&[]);
            let mut causes = causes(scene.model, &roots);
            causes.retain(|cause| !removed.ranks.contains(&cause.rank));
            let names = NewNames::new(scene.model, &classes, scene.statics, &program, &[]);
            let own = mended.members.iter();
            let own = own.map(|one| one.find(&program, &classes));
            let family: Vec<AtomId> = own.collect::<Option<_>>()?;
            let scene = Scene {
                classes: &classes,
                program: &program,
                names: &names,
                generators: &[],
                ..scene
            };
            Some(self.sifted(scene, &family, &causes, staying))
        })?
    }

    /// What breaks a family in the text of a program.
    fn sifted(
        self,
        scene: Scene<'_>,
        family: &[AtomId],
        causes: &[Cause<'_>],
        staying: &BTreeSet<VarId>,
    ) -> Obstacles {
        let points = family.iter().map(|atom| Point::new(atom.index()));
        let mut sieve = Sieve {
            program: scene.program,
            points: points.collect(),
            most: (1..=family.len()).map(BigUint::from).product(),
            steps: self.steps,
        };
        let variables = &scene.model.variables;
        let stays = |root: &Root| {
            let mut staying = staying.iter().map(|of| &variables[*of]);
            staying.any(|of| (&of.name, of.span) == (&root.name, root.span))
        };
        let causes = in_order(causes, scene.model, scene.statics, scene.program, family);
        let (kept, causes): (Vec<_>, Vec<_>) = causes.into_iter().partition(|cause| {
            !staying.is_empty() && (cause.rank == Rank::Silent || stays(cause.first()))
        });
        let kept: Vec<&Root> = kept.iter().flat_map(|cause| cause.roots.clone()).collect();
        if !kept.is_empty() {
            match sieve.group(&kept) {
                Some((group, _)) if group.order() > *self.present => sieve.most = group.order(),
                found => {
                    return Obstacles {
                        is_complete: found.is_some(),
                        ..Obstacles::default()
                    };
                }
            }
        }
        let mut sifted = sieve.sift(&causes, kept);
        sifted.gather(counting(scene.model, &sifted.broken));
        Obstacles {
            all: said(scene, family, &sifted),
            is_complete: sifted.is_complete,
            ..Obstacles::default()
        }
    }

    /// Puts back what is not needed for a group of some order.
    fn put_back(self, fixed: &Removed, obstacles: &mut Vec<Obstacle>, most: &BigUint) {
        let mut at = 0;
        while at < obstacles.len() {
            // What only some get to is told with how they get there.
            let (before, rest) = obstacles.split_at(at);
            if before.iter().any(|other| other.removed == rest[0].removed) {
                at += 1;
                continue;
            }
            let is_other = |other: &&Obstacle| other.removed != rest[0].removed;
            let others: Vec<Obstacle> = obstacles.iter().filter(is_other).cloned().collect();
            let mut removed = fixed.clone();
            removed.extend(&all(&others));
            match self.mended.group(&removed) {
                Some(group) if group.order() >= *most => *obstacles = others,
                _ => at += 1,
            }
        }
    }
}

/// Values that are not the same for all, and those among them that something is computed for.
fn of_values(scene: Scene<'_>, unequal: &Unequal) -> (Vec<Obstacle>, Vec<Obstacle>) {
    let model = scene.model;
    let of = |variable: VarId, how: How, removed: Removed| {
        let declared = &model.variables[variable];
        let reason = Reason {
            kind: ReasonKind::Fact,
            name: declared.name.clone(),
            span: declared.span,
        };
        let alone = None;
        let one = Break { reason, how, alone };
        Obstacle { one, removed }
    };
    let values = unequal.values.iter().map(|(variable, values)| {
        let mut removed = Removed::default();
        removed.values.insert(*variable);
        let used = used(model, *variable);
        of(*variable, How::Values(values.clone(), used), removed)
    });
    let begun = unequal.begun.iter().map(|(variable, from)| {
        let mut removed = Removed::default();
        removed.begun.insert(*variable, from.clone());
        of(*variable, How::Begins, removed)
    });
    (values.collect(), begun.collect())
}

/// A statement that compares a variable or computes with it.
fn used(model: &Model, variable: VarId) -> Option<(Reason, Box<How>)> {
    let mut rules: Vec<&Rule> = model.rules.values().collect();
    rules.sort_by_key(|rule| rule.span);
    rules.into_iter().find_map(|rule| {
        let mut operations = Operations::default();
        walk_rule(&mut operations, rule);
        let is_used =
            operations.operands.contains(&variable) && !operations.written.contains(&variable);
        let how = operations
            .first(visible(model, &rule.name))
            .filter(|_| is_used)?;
        let reason = Reason {
            kind: ReasonKind::Rule,
            name: rule.name.clone(),
            span: rule.span,
        };
        Some((reason, Box::new(how)))
    })
}

fn said(scene: Scene<'_>, family: &[AtomId], sifted: &Sifted<'_, '_>) -> Vec<Obstacle> {
    let speaker = Speaker {
        model: scene.model,
        program: scene.program,
        names: scene.names,
        classes: scene.classes,
        family: family.iter().copied().collect(),
        renamings: &sifted.renamings,
    };
    let words = speaker.words(&sifted.broken);
    let words = sifted.broken.iter().zip(words);
    let obstacles = words.flat_map(|(cause, (how, reason))| {
        if let Some(variable) = wide_variable(scene.model, &how) {
            let counter = counter(scene.model, variable).map(|counter| vec![counter]);
            let computed = counter.or_else(|| computations(scene, variable));
            if let Some(computed) = computed {
                return computed;
            }
        }
        let mut removed = Removed::default();
        if let Some(variable) = wide_variable(scene.model, &how) {
            removed.rules = computing(scene.model, variable);
        } else {
            for own in sifted.with(cause) {
                removed.extend(&own.removed(scene.model, scene.program));
            }
        }
        let one = Break {
            reason: reason.unwrap_or_else(|| cause.written(scene.model)),
            how,
            alone: None,
        };
        vec![Obstacle { one, removed }]
    });
    let mut all: Vec<Obstacle> = Vec::new();
    add(&mut all, obstacles);
    join_only(&mut all);
    all
}

/// The variable that makes numbers plain.
fn wide_variable(model: &Model, how: &How) -> Option<VarId> {
    let How::Wide { variable, at } = how else {
        return None;
    };
    let mut variables = model.variables.iter();
    let own = variables.find(|(_, one)| (&one.name, one.span) == (variable, *at));
    own.map(|(id, _)| id)
}

/// The statements that compute what makes numbers plain, where all of them compute with names or go
/// on from what was computed before: then they are to blame, whatever the type.
fn computations(scene: Scene<'_>, variable: VarId) -> Option<Vec<Obstacle>> {
    let model = scene.model;
    let mut told: BTreeMap<(&str, Span), Removed> = BTreeMap::new();
    for id in computing(model, variable) {
        let rule = &model.rules[id];
        let mut operations = Operations::default();
        walk_rule(&mut operations, rule);
        let mut operands = operations.operands.iter();
        let is_name = |of: &VarId| *of == variable || scene.statics.kept.contains(of);
        if !operations.computes_bound && !operands.any(is_name) {
            return None;
        }
        let removed = told.entry((&rule.name, rule.span)).or_default();
        removed.rules.insert(id);
    }
    let obstacle = |((name, span), removed): ((&str, Span), Removed)| {
        let reason = Reason {
            kind: ReasonKind::Rule,
            name: name.to_string(),
            span,
        };
        let (how, alone) = (How::Computes, None);
        let one = Break { reason, how, alone };
        Obstacle { one, removed }
    };
    Some(told.into_iter().map(obstacle).collect())
}

/// All variables that count.
fn counters(model: &Model) -> Vec<Obstacle> {
    let counted = counted(model);
    counted
        .iter()
        .filter_map(|variable| counter(model, *variable))
        .collect()
}

/// Variables of which some statement makes the next number, where numbers of names may be.
fn counted(model: &Model) -> BTreeSet<VarId> {
    let mut counted = Operations::default();
    for rule in model.rules.values() {
        walk_rule(&mut counted, rule);
    }
    // How many processes there are is nobody's counter.
    let processes = model.processes().count();
    let counters = counted.counted.iter();
    let counters = counters.filter(|of| Some(**of) != processes);
    // What is never where names are counts something else.
    counters
        .filter(|of| counted.meets.contains(of))
        .copied()
        .collect()
}

/// A variable that nothing is computed for but the next number, with all that is about it alone.
fn counter(model: &Model, variable: VarId) -> Option<Obstacle> {
    let operations = |id: &RuleId| {
        let mut operations = Operations::default();
        walk_rule(&mut operations, &model.rules[*id]);
        operations
    };
    let computing = computing(model, variable);
    let counts = |id: &RuleId| operations(id).counted.contains(&variable);
    let first = computing.iter().min_by_key(|id| model.rules[**id].span);
    let first = &model.rules[*first.filter(|_| computing.iter().all(counts))?];
    let locations: BTreeSet<VarId> = model.processes().locations().collect();
    let is_alone = |id: &RuleId| {
        let operations = operations(id);
        operations.variables.difference(&locations).eq([&variable])
    };
    let alone = model.rules.keys().filter(is_alone);
    let removed = Removed {
        rules: alone.chain(computing.iter().copied()).collect(),
        ..Removed::default()
    };
    let reason = Reason {
        kind: ReasonKind::Rule,
        name: first.name.clone(),
        span: first.span,
    };
    let (how, alone) = (How::Counts, None);
    let one = Break { reason, how, alone };
    Some(Obstacle { one, removed })
}

/// The statements that store something computed in a variable.
fn computing(model: &Model, variable: VarId) -> BTreeSet<RuleId> {
    let computes = |rule: &Rule| {
        let mut operations = Operations::default();
        walk_rule(&mut operations, rule);
        operations.computed.contains(&variable)
    };
    let rules = model.rules.iter().filter(|(_, rule)| computes(rule));
    rules.map(|(id, _)| id).collect()
}

/// What the same is said of is one: a counter may make numbers plain in many statements.
fn add(all: &mut Vec<Obstacle>, more: impl IntoIterator<Item = Obstacle>) {
    for obstacle in more {
        let known = all.iter_mut().find(|known| known.one == obstacle.one);
        match known {
            Some(known) => known.removed.extend(&obstacle.removed),
            None => all.push(obstacle),
        }
    }
}

/// Statements that the same ones get to are taken out together.
fn join_only(obstacles: &mut [Obstacle]) {
    let is_only = |one: &Obstacle| matches!(one.one.how, How::Only(_));
    for at in 0..obstacles.len() {
        if !is_only(&obstacles[at]) {
            continue;
        }
        let how = obstacles[at].one.how.clone();
        let own = obstacles.iter().filter(|one| one.one.how == how);
        let mut together = Removed::default();
        own.for_each(|one| together.extend(&one.removed));
        obstacles[at].removed = together;
    }
}

pub(crate) fn all(obstacles: &[Obstacle]) -> Removed {
    let mut all = Removed::default();
    for one in obstacles {
        all.extend(&one.removed);
    }
    all
}
