//! Scalars that are defined in all reachable states: every initial rule writes them, and nothing
//! that makes scalars undefined is ever done to them. Told part by part: all scalars that fields
//! and indices lead to in the same way are one.

use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::layout::Layout;
use weyl_ir::structure::Statements;
use weyl_ir::visit::{Visitor, walk_block};
use weyl_ir::{Leaf, LeafStep, LocalKind, Locals, Model, Place, Projection, Root, Stmt, StmtKind};

pub(super) struct Defined {
    all: BTreeSet<Leaf>,
    /// What may be undefined.
    lost: BTreeSet<Leaf>,
}

impl Defined {
    pub fn new(model: &Model, layout: &Layout, statements: &Statements) -> Defined {
        let slots = layout.slots.values();
        let mut defined = Defined {
            all: slots.map(|slot| slot.leaf()).collect(),
            lost: BTreeSet::new(),
        };
        let starts = model.starts.keys().flat_map(|id| statements.start(id));
        for start in starts.filter(|start| start.fires) {
            let left = layout.slots.iter();
            let left = left
                .filter(|(id, slot)| slot.scalar.undefinable && !start.must_write.contains(*id));
            defined.lost.extend(left.map(|(_, slot)| slot.leaf()));
        }
        let losses = Losses::of(model);
        losses.lost.iter().for_each(|part| defined.lose(part));
        while losses
            .copied
            .iter()
            .any(|(to, from)| defined.copy(to, from))
        {}
        defined
    }

    /// All that is inside of a part.
    fn lose(&mut self, part: &Leaf) {
        let inside = self.all.iter().filter(|leaf| is_inside(leaf, part));
        let inside: Vec<Leaf> = inside.cloned().collect();
        self.lost.extend(inside);
    }

    /// What is lost in one part is lost in its copy; whether that is new.
    fn copy(&mut self, to: &Leaf, from: &Leaf) -> bool {
        let inside = self.lost.iter().filter(|leaf| is_inside(leaf, from));
        let copies = inside.map(|leaf| {
            let mut copy = to.clone();
            copy.path.extend(&leaf.path[from.path.len()..]);
            copy
        });
        let copies: Vec<Leaf> = copies.filter(|copy| !self.lost.contains(copy)).collect();
        let is_new = !copies.is_empty();
        self.lost.extend(copies);
        is_new
    }

    /// Whether what a place holds is always defined, if that is one scalar of a variable.
    pub fn contains(&self, place: &Place) -> bool {
        let leaf = part_of(place);
        leaf.is_some_and(|leaf| self.all.contains(&leaf) && !self.lost.contains(&leaf))
    }
}

fn is_inside(leaf: &Leaf, part: &Leaf) -> bool {
    leaf.variable == part.variable && leaf.path.starts_with(&part.path)
}

/// The part of a variable that a place is in.
fn part_of(place: &Place) -> Option<Leaf> {
    let Root::Variable(variable) = place.root else {
        return None;
    };
    let steps = place.path.iter().map(|step| match step {
        Projection::Field(field) => LeafStep::Field(*field),
        Projection::Index(_) => LeafStep::Index,
        Projection::Element(_) => LeafStep::Element,
    });
    Some(Leaf {
        variable,
        path: steps.collect(),
    })
}

/// What statements may make undefined.
#[derive(Default)]
struct Losses {
    lost: Vec<Leaf>,
    /// To, from.
    copied: Vec<(Leaf, Leaf)>,
}

impl Losses {
    fn of(model: &Model) -> Losses {
        let mut losses = Losses::default();
        let rules = model.rules.values().chain(model.starts.values());
        let rules = rules.map(|rule| (&rule.locals, &rule.body));
        let functions = model.functions.values();
        let functions = functions.map(|function| (&function.locals, &function.body));
        for (locals, body) in rules.chain(functions) {
            let losses = &mut losses;
            walk_block(&mut Finder { locals, losses }, body);
        }
        losses
    }
}

/// Looks at one rule or function.
struct Finder<'a> {
    locals: &'a Locals,
    losses: &'a mut Losses,
}

impl Finder<'_> {
    /// Whether a place is a parameter or a bound variable: these have values.
    fn is_bound(&self, place: &Place) -> bool {
        match place.root {
            Root::Variable(_) => false,
            Root::Local(local) => self.locals[local].kind == LocalKind::Bound,
        }
    }
}

impl Visitor for Finder<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            // What is stored by an assignment is defined.
            StmtKind::Assign { .. } | StmtKind::Clear(_) => return,
            StmtKind::Copy { from, .. } if self.is_bound(from) => return,
            StmtKind::Copy { to, from } => {
                if let (Some(to), Some(from)) = (part_of(to), part_of(from)) {
                    self.losses.copied.push((to, from));
                    return;
                }
            }
            StmtKind::Undefine(_)
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_)
            | StmtKind::Channel(_) => {}
        }
        let places = written_places(stmt);
        self.losses
            .lost
            .extend(places.into_iter().filter_map(part_of));
    }
}
