//! Which rules look at and write what belongs to their own process, and nothing else that changes.

use std::collections::BTreeSet;
use weyl_ir::analysis::written_places;
use weyl_ir::visit::{Visitor, walk_block, walk_expr};
use weyl_ir::{
    Expr, ExprKind, LocalId, LocalKind, Model, Place, Projection, PropertyId, PropertyKind, Root,
    Rule, Stmt, StmtKind, VarId,
};
use weyl_symmetry::written_elsewhere;

/// What belongs to whom.
pub(super) struct Locality {
    /// Variables in which some process looks at or writes the row of another, or which a question
    /// sees.
    shared: BTreeSet<VarId>,
    /// Variables that some rule or function may write.
    written: BTreeSet<VarId>,
}

impl Locality {
    pub fn new(model: &Model, seen: &[PropertyId]) -> Locality {
        let mut shared = written_elsewhere(model);
        let mut written = Written::default();
        for rule in model.rules.values() {
            let mut reads = ForeignReads::new(own(rule));
            walk_expr(&mut reads, &rule.guard);
            walk_block(&mut reads, &rule.body);
            shared.extend(reads.found);
            walk_block(&mut written, &rule.body);
        }
        let mut reads = ForeignReads::new(None);
        for function in model.functions.values() {
            walk_block(&mut reads, &function.body);
            walk_block(&mut written, &function.body);
        }
        for condition in conditions(model, seen) {
            walk_expr(&mut reads, condition);
        }
        shared.extend(reads.found);
        // Rules move their processes without a statement that says so.
        let mut written = written.found;
        written.extend(model.processes().locations());
        Locality { shared, written }
    }

    /// Whether nobody else can tell whether a rule fired, but for where its process is.
    pub fn is_local(&self, rule: &Rule) -> bool {
        let Some(own) = own(rule).filter(|_| rule.parameters.len() == 1) else {
            return false;
        };
        let mut look = Look {
            locality: self,
            rule,
            own,
            is_local: true,
        };
        walk_expr(&mut look, &rule.guard);
        walk_block(&mut look, &rule.body);
        look.is_local
    }

    /// What a rule of this process may look at, or write.
    fn is_own(&self, rule: &Rule, own: LocalId, place: &Place) -> bool {
        match place.root {
            Root::Local(local) => rule.locals[local].kind != LocalKind::Reference,
            Root::Variable(variable) => {
                let is_row = row(place) == Some(own) && !self.shared.contains(&variable);
                is_row || !self.written.contains(&variable)
            }
        }
    }
}

/// What is evaluated in states: what is asked about, and what excludes states.
pub(super) fn conditions<'m>(
    model: &'m Model,
    seen: &'m [PropertyId],
) -> impl Iterator<Item = &'m Expr> {
    let properties = model.properties.iter();
    let evaluated = properties.filter(|(id, property)| {
        let restricts = match property.kind {
            PropertyKind::Assumption | PropertyKind::Events => true,
            PropertyKind::Invariant
            | PropertyKind::Cover
            | PropertyKind::Liveness
            | PropertyKind::Atom
            | PropertyKind::Shown => false,
        };
        restricts || seen.contains(id)
    });
    evaluated.map(|(_, property)| &property.condition)
}

/// The parameter that is the acting process.
fn own(rule: &Rule) -> Option<LocalId> {
    rule.turn?;
    rule.parameters.first().map(|binding| binding.local)
}

/// The local that is the first index of a place.
fn row(place: &Place) -> Option<LocalId> {
    let Some(Projection::Index(index)) = place.path.first() else {
        return None;
    };
    if let ExprKind::Read(place) = &index.kind
        && let Root::Local(local) = place.root
        && place.path.is_empty()
    {
        return Some(local);
    }
    None
}

/// Variables that are looked at elsewhere than in the row of the acting process.
struct ForeignReads {
    own: Option<LocalId>,
    /// Places that are stored to and not looked at.
    targets: Vec<*const Place>,
    found: BTreeSet<VarId>,
}

impl ForeignReads {
    fn new(own: Option<LocalId>) -> ForeignReads {
        ForeignReads {
            own,
            targets: Vec::new(),
            found: BTreeSet::new(),
        }
    }
}

impl Visitor for ForeignReads {
    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { to, .. }
            | StmtKind::Copy { to, .. }
            | StmtKind::Undefine(to)
            | StmtKind::Clear(to) => self.targets.push(to),
            StmtKind::If { .. }
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
    }

    fn place(&mut self, place: &Place) {
        let is_target = self.targets.pop_if(|target| std::ptr::eq(*target, place));
        let is_own = self.own.is_some() && row(place) == self.own;
        if let Root::Variable(variable) = place.root
            && is_target.is_none()
            && !is_own
        {
            self.found.insert(variable);
        }
    }
}

/// Variables that may be written.
#[derive(Default)]
struct Written {
    found: BTreeSet<VarId>,
}

impl Visitor for Written {
    fn stmt(&mut self, stmt: &Stmt) {
        for place in written_places(stmt) {
            if let Root::Variable(variable) = place.root {
                self.found.insert(variable);
            }
        }
    }
}

/// Whether a rule keeps to itself.
struct Look<'a> {
    locality: &'a Locality,
    rule: &'a Rule,
    own: LocalId,
    is_local: bool,
}

impl Visitor for Look<'_> {
    fn stmt(&mut self, stmt: &Stmt) {
        self.is_local &= match &stmt.kind {
            StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::If { .. }
            | StmtKind::For { .. }
            | StmtKind::While { .. }
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Return
            | StmtKind::Put(_) => true,
            StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Call { .. }
            | StmtKind::Reserve { .. }
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_)
            | StmtKind::Channel(_) => false,
        };
    }

    fn expr(&mut self, expr: &Expr) {
        self.is_local &= match &expr.kind {
            ExprKind::Constant(_)
            | ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Truncate { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(_) => true,
            ExprKind::Count { .. }
            | ExprKind::Call { .. }
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => false,
        };
    }

    fn place(&mut self, place: &Place) {
        self.is_local &= self.locality.is_own(self.rule, self.own, place);
    }
}
