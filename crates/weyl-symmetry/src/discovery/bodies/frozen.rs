//! Frozen variables: what no rule writes and all beginnings agree on is a constant. A topology that
//! is handed to processes as parameters is found this way.

use crate::discovery::bodies::statics::Statics;
use crate::discovery::bodies::{Body, Code};
use crate::ground::fold;
use std::collections::{BTreeMap, HashMap, HashSet};
use weyl_ir::analysis::written_places;
use weyl_ir::layout::{Layout, PathStep, Slot, SlotRole};
use weyl_ir::rewrite::Rewriter;
use weyl_ir::visit::{Visitor, walk_block, walk_rule};
use weyl_ir::{Control, Expr, ExprKind, Model, Place, Projection, Root, Stmt, Type, VarId};

/// One step to what is written; an index is known or may be any.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Field(u32),
    Index(Option<i128>),
    Element,
}

/// The value of every scalar that never changes.
pub(crate) struct Frozen {
    /// By variable and path, what all beginnings agree on.
    starts: HashMap<(VarId, Vec<PathStep>), Option<i128>>,
    written: BTreeMap<VarId, Vec<Vec<Step>>>,
    /// What belongs to processes that are not there for good: their rules are not ground, so
    /// nothing is put in for it.
    apart: HashSet<(VarId, Vec<PathStep>)>,
}

impl Frozen {
    pub fn new(
        model: &Model,
        layout: &Layout,
        statics: &Statics,
        beginnings: &[Vec<u8>],
        bodies: &[Body<'_>],
    ) -> Frozen {
        let mut writes = Writes::default();
        for body in bodies {
            match &body.code {
                Code::Rule { rule, .. } => walk_rule(&mut writes, rule),
                Code::Function { block, .. } => walk_block(&mut writes, block),
                Code::Property { .. } => {}
            }
        }
        let mut frozen = Frozen {
            starts: HashMap::new(),
            written: writes.found,
            apart: HashSet::new(),
        };
        let slots = layout.slots.values();
        let apart = slots.filter(|slot| !statics.is_there(model, slot));
        let apart = apart.map(|slot| (slot.variable, slot.path.clone()));
        frozen.apart.extend(apart);
        for state in beginnings {
            frozen.agree(layout, state);
        }
        frozen
    }

    fn agree(&mut self, layout: &Layout, state: &[u8]) {
        for slot in layout.slots.values() {
            let is_value = matches!(slot.role, SlotRole::Value(_)) && slot.presence.is_none();
            if !is_value {
                continue;
            }
            let code = slot.scalar.load(state, slot.offset as usize);
            let value = slot.scalar.decode(code);
            let key = (slot.variable, slot.path.clone());
            let known = self.starts.entry(key).or_insert(value);
            if *known != value {
                *known = None;
            }
        }
    }

    /// Whether all starts define every scalar of a variable.
    pub fn starts_defined(&self, variable: VarId) -> bool {
        let mut own = self.starts.iter().filter(|((of, _), _)| *of == variable);
        own.all(|(_, value)| value.is_some())
    }

    fn value(&self, model: &Model, place: &Place) -> Option<i128> {
        let Root::Variable(variable) = place.root else {
            return None;
        };
        self.at(variable, known_path(model, place)?)
    }

    /// The value of a slot that never changes.
    pub fn slot_value(&self, slot: &Slot) -> Option<i128> {
        let is_always_there = slot.presence.is_none();
        is_always_there.then(|| self.at(slot.variable, slot.path.clone()))?
    }

    fn at(&self, variable: VarId, path: Vec<PathStep>) -> Option<i128> {
        let is_written = |pattern: &Vec<Step>| matches(pattern, &path);
        if self
            .written
            .get(&variable)
            .is_some_and(|all| all.iter().any(is_written))
        {
            return None;
        }
        let key = (variable, path);
        if self.apart.contains(&key) {
            None
        } else {
            *self.starts.get(&key)?
        }
    }
}

fn known_path(model: &Model, place: &Place) -> Option<Vec<PathStep>> {
    let mut ty = match place.root {
        Root::Variable(variable) => model.variables[variable].ty,
        Root::Local(_) => return None,
    };
    let mut path = Vec::new();
    for step in &place.path {
        let outer = model.types.get(ty);
        path.push(match step {
            Projection::Field(field) => PathStep::Field(*field),
            Projection::Index(at) => {
                let Type::Array { index, .. } = outer else {
                    return None;
                };
                PathStep::Index(*index, at.as_constant()?)
            }
            Projection::Element(_) => return None,
        });
        ty = outer.part(step)?;
    }
    Some(path)
}

fn matches(pattern: &[Step], path: &[PathStep]) -> bool {
    pattern.iter().zip(path).all(|(step, at)| match at {
        PathStep::Field(b) => !matches!(step, Step::Field(a) if a != b),
        PathStep::Index(_, b) => !matches!(step, Step::Index(Some(a)) if a != b),
        PathStep::Element(_) => true,
    })
}

#[derive(Default)]
struct Writes {
    found: BTreeMap<VarId, Vec<Vec<Step>>>,
}

impl Writes {
    fn write(&mut self, place: &Place) {
        let Root::Variable(variable) = place.root else {
            return;
        };
        let steps = place.path.iter().map(|step| match step {
            Projection::Field(field) => Step::Field(*field),
            Projection::Index(index) => Step::Index(index.as_constant()),
            Projection::Element(_) => Step::Element,
        });
        let pattern = steps.collect();
        let known = self.found.entry(variable).or_default();
        if !known.contains(&pattern) {
            known.push(pattern);
        }
    }
}

impl Visitor for Writes {
    fn stmt(&mut self, stmt: &Stmt) {
        for place in written_places(stmt) {
            self.write(place);
        }
    }

    /// A rule that leads somewhere writes the location of its process.
    fn control(&mut self, control: &Control) {
        if control.to.is_some() {
            self.write(&control.location);
        }
    }
}

/// Puts frozen values in and folds what becomes constant.
pub(crate) struct Folding<'a> {
    pub model: &'a Model,
    pub frozen: &'a Frozen,
}

impl Rewriter for Folding<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        let folded = if let ExprKind::Read(place) = &expr.kind {
            self.frozen.value(self.model, place)
        } else {
            fold(self.model, expr)
        };
        if let Some(value) = folded {
            expr.kind = ExprKind::Constant(value);
        }
    }
}
