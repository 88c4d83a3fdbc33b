//! Statements: what they look at and write, and what is known after them.

use super::flow::{Cell, Target};
use super::values::Values;
use super::walk::Walk;
use crate::{Block, Domain, Expr, MultisetStmt, PutItem, Stmt, StmtKind};

impl<'m> Walk<'m> {
    /// Whether anything can come after the block.
    pub fn exec_block(&mut self, block: &'m Block) -> bool {
        block.iter().all(|stmt| self.exec(stmt))
    }

    fn exec(&mut self, stmt: &'m Stmt) -> bool {
        if !self.goes_on() {
            return true;
        }
        let around = self.enter(stmt);
        let goes_on = self.exec_kind(stmt);
        self.leave_to(around);
        goes_on
    }

    fn exec_kind(&mut self, stmt: &'m Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let to = self.targets(to);
                let cell = self.carry(value);
                let scalars = self.scalars(&to);
                self.store(&scalars, &cell);
            }
            StmtKind::Copy { to, from } => {
                let to = self.targets(to);
                let from = self.targets(from);
                self.copy(&to, &from);
            }
            StmtKind::Undefine(place) => {
                let targets = self.targets(place);
                self.reset(&targets, |_| Values::NONE);
            }
            StmtKind::Clear(place) => {
                let targets = self.targets(place);
                self.reset(&targets, |scalar| Values::one(scalar.lo));
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => return self.exec_if(condition, then, otherwise),
            StmtKind::For { binding, body } => return self.exec_for(binding, body),
            StmtKind::While { condition, body } => return self.exec_while(condition, body),
            StmtKind::Assert {
                condition, goes_on, ..
            } => {
                let holds = self.eval(condition);
                return *goes_on || holds.may_hold() || self.fails();
            }
            StmtKind::Error { .. } => return self.fails(),
            StmtKind::Refute { .. } | StmtKind::Hit { .. } => {}
            StmtKind::Assume { condition } => {
                self.assumes = true;
                return self.eval(condition).may_hold() || self.fails();
            }
            StmtKind::Call {
                function,
                arguments,
                result,
            } => return self.exec_call(*function, arguments, result.as_ref()),
            StmtKind::Return => {
                self.leave();
                return false;
            }
            StmtKind::Reserve { count, .. } => drop(self.eval(count)),
            StmtKind::Put(items) => items.iter().for_each(|item| self.put(item)),
            StmtKind::Bind { local, place } => {
                let targets = self.targets(place);
                let depth = self.scope.depth;
                self.note_reference(*local, true);
                self.flow.references.insert((depth, *local), targets);
            }
            StmtKind::Multiset(of) => self.exec_multiset(of),
            StmtKind::Channel(of) => self.exec_channel(of),
        }
        true
    }

    /// A failure ends the step, but not at once where turns have no order.
    pub fn fails(&self) -> bool {
        self.unordered > 0
    }

    fn exec_if(&mut self, condition: &'m Expr, then: &'m Block, otherwise: &'m Block) -> bool {
        let condition = self.eval(condition);
        match (condition.may_hold(), condition.may_fail()) {
            (true, false) => return self.exec_block(then),
            (false, true) => return self.exec_block(otherwise),
            (false, false) => return self.fails(),
            (true, true) => {}
        }
        let before = self.flow.clone();
        let first = self.exec_block(then);
        let after = std::mem::replace(&mut self.flow, before);
        let second = self.exec_block(otherwise);
        match (first, second) {
            (true, true) => self.flow = self.joined(after, self.flow.clone()),
            (true, false) => self.flow = after,
            (false, true) => {}
            (false, false) => return false,
        }
        true
    }

    /// One of the ways out of a function or a rule.
    fn leave(&mut self) {
        let flow = self.flow.clone();
        self.returned = Some(match self.returned.take() {
            Some(before) => self.joined(before, flow),
            None => flow,
        });
    }

    fn put(&mut self, item: &'m PutItem) {
        match item {
            PutItem::Text(_) => {}
            PutItem::Value(expr) | PutItem::Number(expr, _) => drop(self.eval(expr)),
            PutItem::Place(place) => {
                let targets = self.targets(place);
                self.look_at(&targets);
            }
        }
    }

    fn exec_multiset(&mut self, of: &'m MultisetStmt) {
        match of {
            MultisetStmt::Add { set, element } => {
                let sets = self.targets(set);
                let element = self.targets(element);
                let all = sets.iter();
                let positions = all.flat_map(|set| self.positions_with(set.at, &Values::ANY));
                let positions: Vec<Target> = positions.collect();
                self.look_at_flags(&positions);
                for flag in positions.iter().filter_map(|position| position.flag) {
                    self.write(flag, Cell::computed(Values::ANY), positions.len() == 1);
                }
                self.copy(&positions, &element);
            }
            MultisetStmt::Remove { set, position } => {
                let sets = self.targets(set);
                let positions = self.positions(&sets, position);
                self.look_at_flags(&positions);
                self.vacate(&positions, positions.len() == 1);
            }
            MultisetStmt::RemoveWhere { binding, condition } => {
                self.each_value(binding, |walk| drop(walk.eval(condition)));
                if let Domain::Positions(set) = &binding.domain {
                    let sets = self.targets(set);
                    for set in sets {
                        let positions = self.positions_with(set.at, &Values::ANY);
                        self.vacate(&positions, false);
                    }
                }
            }
        }
    }

    fn vacate(&mut self, positions: &[Target], surely: bool) {
        for position in positions {
            let leaves = self.leaves(position.at);
            let offsets = leaves.iter().map(|leaf| leaf.offset);
            for offset in offsets.chain(position.flag) {
                self.write(offset, Cell::computed(Values::ANY), surely);
            }
        }
    }
}
