//! Statements: what is stored where.

use super::Inference;
use crate::discovery::numbers::classes::{Base, Spot};
use weyl_ir::{
    Argument, Block, FunctionId, LeafStep, MultisetStmt, Place, PutItem, Stmt, StmtKind,
};

impl Inference<'_> {
    pub(super) fn block(&mut self, block: &Block) {
        block.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let value = self.value(value);
                let to_node = self.place(to);
                self.store(to_node, to.ty, value);
            }
            StmtKind::Copy { to, from } => self.same_parts(to, from),
            StmtKind::Undefine(place) => {
                self.place(place);
            }
            StmtKind::Clear(place) => {
                self.place(place);
                let steps = place.path.len();
                let spot = self.bases.spot(self.body, place, steps, false);
                self.cleared(spot, place.ty);
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.visit(condition);
                self.block(then);
                self.block(otherwise);
            }
            StmtKind::For { binding, body } => {
                self.binding(binding);
                self.block(body);
            }
            StmtKind::While { condition, body } => {
                self.visit(condition);
                self.block(body);
            }
            StmtKind::Assert { condition, .. } | StmtKind::Assume { condition } => {
                self.visit(condition);
            }
            StmtKind::Call {
                function,
                arguments,
                result,
            } => self.call_stmt(*function, arguments, result.as_ref()),
            StmtKind::Reserve { count, .. } => self.visit(count),
            StmtKind::Bind { local, place } => {
                self.place(place);
                let steps = place.path.len();
                let spot = self.bases.spot(self.body, place, steps, false);
                let reference = Spot::value(Base::Local(self.body, *local), Vec::new());
                self.join(spot, reference, place.ty);
            }
            StmtKind::Multiset(of) => self.multiset(of),
            StmtKind::Channel(of) => self.on_channel(of),
            // Nothing that numbers go through.
            StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Return => {}
            StmtKind::Put(items) => items.iter().for_each(|item| self.output(item)),
        }
    }

    fn output(&mut self, item: &PutItem) {
        match item {
            PutItem::Text(_) => {}
            PutItem::Value(value) | PutItem::Number(value, _) => self.visit(value),
            PutItem::Place(place) => {
                self.place(place);
            }
        }
    }

    fn multiset(&mut self, of: &MultisetStmt) {
        match of {
            MultisetStmt::Add { set, element } => {
                self.place(set);
                self.place(element);
                let set_steps = set.path.len();
                let mut into = self.bases.spot(self.body, set, set_steps, false);
                into.path.push(LeafStep::Element);
                let steps = element.path.len();
                let from = self.bases.spot(self.body, element, steps, false);
                self.join(into, from, element.ty);
            }
            MultisetStmt::Remove { set, position } => {
                self.place(set);
                self.visit(position);
            }
            MultisetStmt::RemoveWhere { binding, condition } => {
                self.binding(binding);
                self.visit(condition);
            }
        }
    }

    fn call_stmt(&mut self, function: FunctionId, arguments: &[Argument], result: Option<&Place>) {
        self.call(function, arguments);
        let callee = &self.model.functions[function];
        if let (Some(to), Some(from)) = (result, callee.result) {
            self.place(to);
            let body = self.bases.body_of(function);
            let steps = to.path.len();
            let to_spot = self.bases.spot(self.body, to, steps, false);
            let from = Spot::value(Base::Local(body, from), Vec::new());
            self.join(to_spot, from, to.ty);
        }
    }
}
