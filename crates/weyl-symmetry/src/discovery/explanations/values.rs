//! Values that never change and are not the same for all of a family: weights, bounds, the topology
//! that processes are handed as parameters.
//!
//! A value that is another one for each is a name, and where two parameters are such names in
//! another order each (`left` and `right`), the second says who is whose neighbour. Values that are
//! the same for some only are no names.

use crate::discovery::bodies;
use crate::discovery::bodies::frozen::Frozen;
use crate::discovery::bodies::places::Bases;
use crate::discovery::numbers::classes::{Base, Classes, Spot};
use crate::discovery::numbers::inference::live_variables;
use crate::discovery::prepared::Subject;
use indexmap::IndexMap;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::layout::{PathStep, SlotRole};
use weyl_ir::visit::{Visitor, walk_expr, walk_rule};
use weyl_ir::{
    Expr, ExprKind, LeafStep, Model, Place, Projection, Root, SortId, Stmt, StmtKind, Type, TypeId,
    VarId,
};

/// Values that never change, in the order of those that they belong to.
type Columns = IndexMap<(VarId, Vec<PathStep>), Column>;

#[derive(Default)]
struct Column {
    ty: Option<TypeId>,
    values: Vec<Option<i128>>,
}

/// What may keep a family apart by its values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unequal {
    /// In the order of the source, each with its values.
    pub values: BTreeMap<VarId, Vec<String>>,
    /// Those of them that belong to processes.
    pub own: BTreeSet<VarId>,
    /// Those that begin with something computed, and the parameters that it is computed from.
    pub begun: BTreeMap<VarId, BTreeSet<VarId>>,
}

impl Unequal {
    pub fn is_empty(&self) -> bool {
        self.values.is_empty() && self.begun.is_empty()
    }

    /// What belongs to no process of another kind.
    pub fn of_kind(&self, model: &Model, sort: Option<SortId>) -> Unequal {
        let is_own = |variable: &VarId| {
            let ty = model.types.get(model.variables[*variable].ty);
            let Type::Array { index, .. } = ty else {
                return true;
            };
            let Type::Id(of) = model.types.get(*index) else {
                return true;
            };
            Some(*of) == sort
        };
        let mut own = self.clone();
        own.values.retain(|variable, _| is_own(variable));
        own.begun.retain(|variable, _| is_own(variable));
        own.own.retain(is_own);
        own
    }
}

/// The variables of a model whose values are not the same for all, and no names.
pub(crate) fn unequal(subject: Subject<'_>, classes: &Classes) -> Unequal {
    let model = subject.model;
    let bodies = bodies::ground(model, subject.statics);
    let frozen = Frozen::new(
        model,
        subject.layout,
        subject.statics,
        subject.beginnings,
        &bodies,
    );
    let bases = Bases::new(model, &bodies);
    let live = live_variables(&bodies);
    let begun = Begun::of(model, &bases);
    // What a beginning is computed from is looked at with it.
    let is_used = |variable: &VarId| {
        let mut users = begun.iter().filter(|(of, _)| live.contains(of));
        live.contains(variable) || users.any(|(_, from)| from.contains(variable))
    };
    let mut columns = Columns::default();
    for (id, slot) in &subject.layout.slots {
        let (Some((PathStep::Index(..), rest)), SlotRole::Value(ty)) =
            (slot.path.split_first(), slot.role)
        else {
            continue;
        };
        let belongs = subject.statics.is_there(model, slot) && is_used(&slot.variable);
        if !belongs || model.processes().locations().any(|of| of == slot.variable) {
            continue;
        }
        let column = columns.entry((slot.variable, rest.to_vec())).or_default();
        column.ty = Some(ty);
        let value = frozen.slot_value(id).or_else(|| frozen.kept_value(id));
        column.values.push(value);
    }
    let mut found = Unequal::default();
    let mut names: Vec<(TypeId, Vec<i128>)> = Vec::new();
    for ((variable, _), column) in columns {
        let values = column.values.iter().copied().collect::<Option<Vec<i128>>>();
        let (Some(values), Some(ty)) = (values, column.ty) else {
            continue;
        };
        if values.windows(2).all(|pair| pair[0] == pair[1]) || is_tie(ty, &values, &mut names) {
            continue;
        }
        let spot = Spot::value(Base::Variable(variable), vec![LeafStep::Index]);
        let class = classes.of(&spot);
        let is_channel = class.is_some_and(|class| classes.is_channel(class));
        let written = values
            .iter()
            .map(|value| written(model, ty, *value, is_channel));
        let written = written.collect();
        // What is another one for each says who is whose neighbour, however it was computed.
        match begun.get(&variable).filter(|_| !are_all_different(&values)) {
            Some(from) => {
                found.begun.insert(variable, from.clone());
            }
            None => {
                found.values.insert(variable, written);
                found
                    .own
                    .extend(bases.is_of_processes(variable).then_some(variable));
            }
        }
    }
    found
}

fn are_all_different(values: &[i128]) -> bool {
    let all: BTreeSet<i128> = values.iter().copied().collect();
    all.len() == values.len()
}

/// Whether these are names that agree with those before them.
fn is_tie(ty: TypeId, values: &[i128], names: &mut Vec<(TypeId, Vec<i128>)>) -> bool {
    if !are_all_different(values) {
        return false;
    }
    let all: BTreeSet<i128> = values.iter().copied().collect();
    let contradicts = |(of, others): &(TypeId, Vec<i128>)| {
        *of == ty && others != values && others.iter().any(|one| all.contains(one))
    };
    let is_new = !names.iter().any(contradicts);
    if is_new {
        names.push((ty, values.to_vec()));
    }
    is_new
}

fn written(model: &Model, ty: TypeId, value: i128, is_channel: bool) -> String {
    let channel = model.fixed_channel(value).filter(|_| is_channel);
    match channel {
        Some(channel) => model.fixed_channel_name(channel),
        None => model.display_value(ty, value),
    }
}

/// Variables of processes that begin with something computed from others of the same process.
struct Begun<'a> {
    model: &'a Model,
    bases: &'a Bases<'a>,
    found: BTreeMap<VarId, BTreeSet<VarId>>,
}

impl<'a> Begun<'a> {
    fn of(model: &'a Model, bases: &'a Bases<'a>) -> BTreeMap<VarId, BTreeSet<VarId>> {
        let mut begun = Begun {
            model,
            bases,
            found: BTreeMap::new(),
        };
        for rule in model.starts.values().chain(model.rules.values()) {
            walk_rule(&mut begun, rule);
        }
        begun.found
    }
}

impl Visitor for Begun<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        let StmtKind::Assign { to, value } = &stmt.kind else {
            return;
        };
        let (Root::Variable(variable), Some(own)) = (to.root, of_a_new_one(to)) else {
            return;
        };
        if !self.bases.is_of_processes(variable) {
            return;
        }
        let mut reads = Reads::default();
        walk_expr(&mut reads, value);
        let from = reads
            .places
            .iter()
            .filter(|place| of_a_new_one(place) == Some(own));
        let from = from.filter_map(|place| match place.root {
            Root::Variable(of) if self.is_like(of, variable) => Some(of),
            Root::Variable(_) | Root::Local(_) => None,
        });
        let from: BTreeSet<VarId> = from.collect();
        if reads.computes && !from.is_empty() {
            self.found.entry(variable).or_default().extend(from);
        }
    }
}

impl Begun<'_> {
    /// Whether both belong to the same processes.
    fn is_like(&self, one: VarId, other: VarId) -> bool {
        let index = |of: VarId| {
            let ty = self.model.types.get(self.model.variables[of].ty);
            if let Type::Array { index, .. } = ty {
                Some(*index)
            } else {
                None
            }
        };
        index(one).is_some() && index(one) == index(other)
    }
}

/// The local that stands for the process whose variable a place is.
fn of_a_new_one(place: &Place) -> Option<Root> {
    let [Projection::Index(process)] = &place.path[..] else {
        return None;
    };
    let ExprKind::Read(of) = &process.kind else {
        return None;
    };
    (of.path.is_empty() && matches!(of.root, Root::Local(_))).then_some(of.root)
}

#[derive(Default)]
struct Reads {
    places: Vec<Place>,
    computes: bool,
}

impl Visitor for Reads {
    fn expr(&mut self, expr: &Expr) {
        self.computes |= matches!(
            expr.kind,
            ExprKind::Binary(..) | ExprKind::Conditional { .. }
        );
    }

    fn place(&mut self, place: &Place) {
        self.places.push(place.clone());
    }
}
