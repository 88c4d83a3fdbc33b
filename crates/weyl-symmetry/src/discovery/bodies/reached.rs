//! Where processes can stand, and so which rules never run. What never runs would be left to look
//! alike, and a group that permutes it is large and of no use.
//!
//! The locations that each process reaches are facts of the program, as frozen values are: a
//! symmetry keeps them. So it maps states in which only these rules can fire to such states.

use crate::discovery::bodies::{Body, Code};
use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::layout::PathStep;
use weyl_ir::visit::{Visitor, walk_block, walk_rule};
use weyl_ir::{Layout, Model, Projection, Root, Rule, Stmt, StmtKind, VarId};

/// The variable of the locations of a kind, the number of a process in its sort, and a location.
pub(crate) type Standing = (VarId, i128, i128);

pub(crate) struct Reached {
    /// The locations of processes; where other rules stand is not followed.
    followed: BTreeSet<VarId>,
    standings: BTreeSet<Standing>,
    /// Where processes are in the beginning.
    beginnings: BTreeSet<Standing>,
    /// Variables of locations of which nothing is known.
    open: BTreeSet<VarId>,
}

impl Reached {
    pub fn new(
        model: &Model,
        layout: &Layout,
        beginnings: &[Vec<u8>],
        bodies: &[Body<'_>],
    ) -> Reached {
        let followed: BTreeSet<VarId> = model.processes().locations().collect();
        let mut reached = Reached {
            standings: BTreeSet::new(),
            beginnings: BTreeSet::new(),
            open: match beginnings {
                [] => followed.clone(),
                _ => written_variables(bodies),
            },
            followed: followed.clone(),
        };
        for location in followed {
            reached.begin(layout, beginnings, location);
        }
        reached.beginnings = reached.standings.clone();
        reached.follow(bodies);
        reached
    }

    /// Whether it is known where processes stand whose locations are in a variable.
    pub fn is_known(&self, location: VarId) -> bool {
        self.followed.contains(&location) && !self.open.contains(&location)
    }

    pub fn is_beginning(&self, standing: Standing) -> bool {
        !self.is_known(standing.0) || self.beginnings.contains(&standing)
    }

    /// A process only comes by there.
    pub fn pass(&mut self, standing: Option<Standing>) {
        standing.iter().for_each(|at| {
            self.standings.remove(at);
        });
    }

    /// Whether a process may be at a location.
    pub fn may_stand(&self, standing: Standing) -> bool {
        !self.is_known(standing.0) || self.standings.contains(&standing)
    }

    fn begin(&mut self, layout: &Layout, beginnings: &[Vec<u8>], location: VarId) {
        let slots = layout.slots.values();
        for slot in slots.filter(|slot| slot.variable == location) {
            let [PathStep::Index(_, process)] = &*slot.path else {
                continue;
            };
            for state in beginnings {
                let code = slot.scalar.load(state, slot.offset as usize);
                let at = slot.scalar.decode(code);
                self.standings.extend(at.map(|at| (location, *process, at)));
            }
        }
    }

    fn follow(&mut self, bodies: &[Body<'_>]) {
        let steps = bodies.iter().filter_map(|body| match &body.code {
            Code::Rule { rule, .. } => {
                let from = standing(rule)?;
                let to = rule.control.as_ref()?.to?;
                Some((from, (from.0, from.1, to)))
            }
            Code::Function { .. } | Code::Property { .. } => None,
        });
        let steps: BTreeSet<(Standing, Standing)> = steps.collect();
        let mut pending: Vec<Standing> = self.standings.iter().copied().collect();
        while let Some(from) = pending.pop() {
            let first = (from, (VarId::from_u32(0), i128::MIN, i128::MIN));
            let after = steps.range(first..).take_while(|(other, _)| *other == from);
            pending.extend(after.filter_map(|(_, to)| self.standings.insert(*to).then_some(*to)));
        }
    }
}

/// Leaves out what never runs: rules whose guard is false, and rules at locations where a process
/// never is.
pub(crate) fn drop_dead(
    model: &Model,
    layout: &Layout,
    beginnings: &[Vec<u8>],
    bodies: &mut Vec<Body<'_>>,
) -> Reached {
    let is_false = |rule: &Rule| rule.guard.as_constant() == Some(0);
    bodies.retain(|body| !matches!(&body.code, Code::Rule { rule, .. } if is_false(rule)));
    let reached = Reached::new(model, layout, beginnings, bodies);
    bodies.retain(|body| match &body.code {
        Code::Rule { rule, .. } => standing(rule).is_none_or(|at| reached.may_stand(at)),
        Code::Function { .. } | Code::Property { .. } => true,
    });
    for (id, body) in (0..).zip(bodies) {
        body.id = id;
    }
    reached
}

/// Where a ground rule of a process starts from.
pub(crate) fn standing(rule: &Rule) -> Option<Standing> {
    let control = rule.control.as_ref()?;
    let (Root::Variable(variable), [Projection::Index(process)]) =
        (control.location.root, &*control.location.path)
    else {
        return None;
    };
    Some((variable, process.as_constant()?, control.from))
}

/// All variables that statements write; a process that ends is nowhere after it.
fn written_variables(bodies: &[Body<'_>]) -> BTreeSet<VarId> {
    let mut written = Written::default();
    for body in bodies {
        match &body.code {
            Code::Rule { rule, .. } => walk_rule(&mut written, rule),
            Code::Function { block, .. } => walk_block(&mut written, block),
            Code::Property { .. } => {}
        }
    }
    written.variables
}

#[derive(Default)]
struct Written {
    variables: BTreeSet<VarId>,
}

impl Visitor for Written {
    fn stmt(&mut self, stmt: &Stmt) {
        if matches!(stmt.kind, StmtKind::Undefine(_)) {
            return;
        }
        for place in written_places(stmt) {
            if let Root::Variable(variable) = place.root {
                self.variables.insert(variable);
            }
        }
    }
}
