//! Live variables: what nobody will look at any more has its default.
//!
//! Which variables of processes are dead where: [`processes`]. What they are set to, so that no
//! symmetry is lost: [`defaults`]. What is never touched: [`pins`].

mod body;
mod classes;
mod covering;
mod creation;
mod defaults;
mod hidden;
mod items;
mod numbers;
mod pins;
mod processes;
mod steps;
mod turn_ends;
mod turns;

pub use defaults::Aim;
pub use hidden::{Forgotten, forget_hidden};

use classes::Classes;
use creation::Moves;
use defaults::{Defaults, Owner, Resetting};
use items::{Item, ItemId, Items};
use processes::{Automaton, Reset, Site};
use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::{
    Block, Expr, LeafStep, Model, Place, ProcessKind, Projection, PropertyId, Rule, ScalarRange,
    Stmt, StmtKind, Type, VarId,
};
use weyl_symmetry::{StaticProcesses, static_processes};

/// A model in which what is dead has its default.
#[derive(Clone, Debug)]
pub struct Live {
    /// With the same names, types, variables, rules, properties and locations.
    pub model: Model,
    pub resets: Resets,
}

/// What was done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resets {
    /// Each variable with how many control locations it is reset at; one that no process indexes
    /// with how many rules reset it.
    pub variables: Vec<(VarId, usize)>,
    /// How many statements were added.
    pub statements: usize,
}

impl Resets {
    pub fn is_empty(&self) -> bool {
        self.statements == 0
    }

    /// A variable is reset at one more place.
    fn note(&mut self, variable: VarId) {
        let known = self.variables.iter_mut();
        match known.into_iter().find(|(known, _)| *known == variable) {
            Some((_, places)) => *places += 1,
            None => self.variables.push((variable, 1)),
        }
    }
}

/// Sets the variables of processes to their defaults where they are dead, and others if they are
/// dead between all turns. What properties in `seen` look at is left alone; nobody may evaluate
/// others on the result.
///
/// The result steps as the model does: with the same rules by the same processes, failures, ends,
/// and values of the properties that are seen. It has no more states.
pub fn live(model: &Model, seen: &[PropertyId], aim: Aim) -> Live {
    let mut reduced = model.clone();
    let mut resets = Resets::default();
    let rules = model.starts.values().chain(model.rules.values());
    let returns = rules.into_iter().any(|rule| covering::returns(&rule.body));
    if !model.has_processes() {
        resets = steps::reduce(model, seen, aim, &mut reduced);
    } else if !returns {
        let sites = sites(model);
        let statics = static_processes(model);
        let classes = numbers::classes(model, &statics);
        let moved = creation::moved_by_functions(model);
        for (number, kind) in model.processes().numbered_kinds() {
            if moved.contains(&number) {
                continue;
            }
            let early = early(kind, &statics, aim);
            let Some(automaton) = Automaton::new(model, number, &sites, early) else {
                continue;
            };
            let is_static = !statics.dynamic_kinds.contains(&number);
            let owner = owner(model, kind, is_static);
            let resetting = OfKind {
                kind,
                owner,
                sites: &sites,
                classes: &classes,
                aim,
            };
            resetting.reduce(automaton, seen, &mut reduced, &mut resets);
        }
        let defaults = Defaults {
            model,
            classes: &classes,
            aim,
            owner: None,
            must_exist: false,
        };
        globals(&defaults, seen, &mut reduced, &mut resets);
    }
    Live {
        model: reduced,
        resets,
    }
}

/// Sets variables that no process indexes to their defaults if they are dead between turns.
fn globals(defaults: &Defaults<'_>, seen: &[PropertyId], reduced: &mut Model, resets: &mut Resets) {
    let model = defaults.model;
    let is_indexed = |ty: &Type| {
        let Type::Array { index, .. } = ty else {
            return false;
        };
        let mut kinds = model.processes().kinds().iter();
        kinds.any(|kind| *model.types.get(*index) == Type::Id(kind.sort))
    };
    let all = model.variables.iter();
    let free = all.filter(|(_, of)| !is_indexed(model.types.get(of.ty)));
    let turns = turns::Turns::new(model, free.map(|(id, _)| id), seen);
    let dead = turns.forgettable(defaults);
    let changed = turns.apply(&dead, defaults, reduced);
    if changed.statements > 0 {
        resets.statements += changed.statements;
        resets.variables.extend(changed.variables);
    }
}

/// Where processes of a kind may still have to create static processes.
fn early(kind: &ProcessKind, statics: &StaticProcesses, aim: Aim) -> BTreeSet<i128> {
    let creators = statics.creators.iter();
    let own = creators.filter(|of| of.location == kind.location && aim == Aim::Symmetry);
    own.flat_map(|creator| creator.before.iter().copied())
        .collect()
}

/// All rules, with what they do to processes.
fn sites(model: &Model) -> Vec<(Site, &Rule, Moves)> {
    let starts = model.starts.iter();
    let starts =
        starts.map(|(id, rule)| (Site::Start(id), rule, creation::moves(model, rule, true)));
    let rules = model.rules.iter();
    let rules = rules.map(|(id, rule)| (Site::Rule(id), rule, creation::moves(model, rule, false)));
    starts.chain(rules).collect()
}

/// What is known of a kind of processes.
struct OfKind<'a, 'm> {
    kind: &'m ProcessKind,
    owner: Owner,
    sites: &'a processes::Sites<'m>,
    classes: &'a Classes,
    aim: Aim,
}

impl<'m> OfKind<'_, 'm> {
    fn reduce(
        &self,
        mut automaton: Automaton<'m>,
        seen: &[PropertyId],
        reduced: &mut Model,
        resets: &mut Resets,
    ) {
        let model = reduced.clone();
        let defaults = Defaults {
            model: &model,
            classes: self.classes,
            aim: self.aim,
            owner: Some(self.owner),
            must_exist: false,
        };
        automaton.choose(seen, self.sites);
        automaton.retain(|items, item| {
            let of = items.get(item);
            defaults.exist(of.variable, &mut leaf_path(&of.fields), of.ty)
        });
        let all = automaton.resets(
            self.sites,
            self.owner.is_static && self.aim == Aim::Symmetry,
        );
        for reset in &all {
            resets.statements += apply(reduced, self.kind, &automaton.items, &defaults, reset);
        }
        for variable in automaton.items.variables() {
            let is_of = |item: &ItemId| automaton.items.get(*item).variable == variable;
            let at = all.iter().filter(|reset| reset.items.iter().any(is_of));
            let locations: BTreeSet<i128> = at.map(|reset| reset.location).collect();
            if !locations.is_empty() {
                resets.variables.push((variable, locations.len()));
            }
        }
    }
}

fn leaf_path(fields: &[u32]) -> Vec<LeafStep> {
    let fields = fields_path(fields).into_iter();
    [LeafStep::Index].into_iter().chain(fields).collect()
}

fn fields_path(fields: &[u32]) -> Vec<LeafStep> {
    let fields = fields.iter().map(|field| LeafStep::Field(*field));
    fields.collect()
}

fn owner(model: &Model, kind: &ProcessKind, is_static: bool) -> Owner {
    let copies = kind.copies.iter();
    let above = copies.map(|copy| above_place(kind, i128::from(copy.location)));
    let above: Vec<i128> = above.chain([above_place(kind, 0)]).collect();
    let least = above.iter().min().copied().unwrap_or(0);
    let most = above.iter().max().copied().unwrap_or(0);
    Owner {
        sort: kind.sort,
        is_static,
        numbers: ScalarRange {
            lo: least,
            hi: most + i128::from(model.processes().room(kind)) - 1,
        },
    }
}

/// Adds the statements of a reset to the end of a rule; how many.
fn apply(
    reduced: &mut Model,
    kind: &ProcessKind,
    items: &Items,
    defaults: &Defaults<'_>,
    reset: &Reset,
) -> usize {
    let integer = reduced.types.intern(Type::Int);
    let name_type = reduced.types.intern(Type::Id(kind.sort));
    let rule = rule_at(reduced, reset.site);
    let span = rule.span;
    let name = Expr::read(Place::local(reset.process, name_type, span));
    let mut resetting = Resetting {
        defaults,
        process: Some((name.clone(), above_place(kind, reset.location))),
        integer,
        locals: &mut rule.locals,
        span,
    };
    let mut block = Block::new();
    for item in &reset.items {
        let Item {
            variable, fields, ..
        } = items.get(*item);
        let place = part(defaults.model, *variable, Some(name.clone()), fields);
        resetting.reset(*variable, place, &mut leaf_path(fields), &mut block);
    }
    // What comes into being with its default has it already.
    block.retain(|stmt| !is_set_so(&rule.body, stmt));
    let added = block.len();
    rule.body.extend(block);
    added
}

/// The same for items that belong to no process.
fn reset_without_process(
    reduced: &mut Model,
    site: Site,
    items: &[&Item],
    defaults: &Defaults<'_>,
) -> usize {
    let integer = reduced.types.intern(Type::Int);
    let rule = rule_at(reduced, site);
    let mut resetting = Resetting {
        defaults,
        process: None,
        integer,
        span: rule.span,
        locals: &mut rule.locals,
    };
    let mut block = Block::new();
    for Item {
        variable, fields, ..
    } in items.iter().copied()
    {
        let place = part(defaults.model, *variable, None, fields);
        resetting.reset(*variable, place, &mut fields_path(fields), &mut block);
    }
    block.retain(|stmt| !is_set_so(&rule.body, stmt));
    let added = block.len();
    rule.body.extend(block);
    added
}

/// Whether the last write of a place, whatever happens, is the same constant.
fn is_set_so(body: &Block, reset: &Stmt) -> bool {
    let StmtKind::Assign { to, value } = &reset.kind else {
        return false;
    };
    let mut writes = body.iter().filter(|stmt| {
        let mut written = written_places(stmt).into_iter();
        written.any(|place| place.root == to.root)
    });
    let is_flat = |stmt: &Stmt| {
        !matches!(
            stmt.kind,
            StmtKind::If { .. } | StmtKind::For { .. } | StmtKind::While { .. }
        )
    };
    let Some(last) = writes.next_back() else {
        return false;
    };
    let StmtKind::Assign { to: at, value: is } = &last.kind else {
        return false;
    };
    body.iter().all(is_flat)
        && covering::steps(at).is_some()
        && covering::steps(at) == covering::steps(to)
        && is.as_constant().is_some()
        && is.as_constant() == value.as_constant()
}

fn rule_at(model: &mut Model, site: Site) -> &mut Rule {
    match site {
        Site::Start(id) => &mut model.starts[id],
        Site::Rule(id) => &mut model.rules[id],
    }
}

/// What the number of a process at a location is above its place in its sort: a process stays in
/// its text.
fn above_place(kind: &ProcessKind, location: i128) -> i128 {
    let copies = kind.copies.iter();
    let before = copies.filter(|copy| i128::from(copy.location) <= location);
    let copy = before.max_by_key(|copy| copy.location);
    copy.map_or(i128::from(kind.first), |copy| {
        i128::from(copy.first) - i128::from(copy.process)
    })
}

/// A field of a variable, of a process if it is one of a process.
fn part(model: &Model, variable: VarId, process: Option<Expr>, fields: &[u32]) -> Place {
    let mut place = Place::variable(variable, model.variables[variable].ty, Default::default());
    let index = process.map(Projection::Index).into_iter();
    let fields = fields.iter().map(|field| Projection::Field(*field));
    for step in index.chain(fields) {
        let ty = model.types.get(place.ty).part(&step).unwrap_or(place.ty);
        let span = place.span;
        place = place.project(step, ty, span);
    }
    place
}
