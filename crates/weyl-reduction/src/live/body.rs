//! What a body reads of the items of one process before it writes them, and what it writes.

use super::covering::{Covering, Step};
use super::items::{ItemId, ItemSet, Items, Mention};
use weyl_ir::visit::{Visitor, walk_binding, walk_expr, walk_place};
use weyl_ir::{
    Argument, Binding, Block, ChannelStmt, Expr, LocalId, MessageField, Model, MultisetStmt, Place,
    Projection, PutItem, Rule, Stmt, StmtKind,
};

/// What happens to items from the beginning of a step to its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Summary {
    /// Their values before the step may be looked at.
    pub reads: ItemSet,
    pub may_write: ItemSet,
    /// All of each is written if the step comes to its end.
    pub must_write: ItemSet,
}

/// The summary of a rule for the items of the process in a local.
pub(super) fn summary(
    model: &Model,
    items: &Items,
    rule: &Rule,
    process: Option<LocalId>,
) -> Summary {
    let mut walk = Walk {
        model,
        items,
        process,
        found: Summary::default(),
    };
    for binding in &rule.parameters {
        walk.binding(binding);
    }
    walk.expr(&rule.guard);
    walk.block(&rule.body);
    walk.found
}

struct Walk<'a> {
    model: &'a Model,
    items: &'a Items,
    process: Option<LocalId>,
    found: Summary,
}

impl Walk<'_> {
    fn own(&self, place: &Place) -> Option<(Vec<ItemId>, bool)> {
        match self.items.mention(place) {
            Mention::Of {
                process,
                items,
                is_whole,
            } if process == self.process => Some((items, is_whole)),
            Mention::Of { .. } | Mention::OfAnybody(_) | Mention::Nothing => None,
        }
    }

    fn expr(&mut self, expr: &Expr) {
        walk_expr(&mut Reader(self), expr);
    }

    fn binding(&mut self, binding: &Binding) {
        walk_binding(&mut Reader(self), binding);
    }

    fn place(&mut self, place: &Place) {
        walk_place(&mut Reader(self), place);
    }

    fn read(&mut self, place: &Place) {
        let (items, _) = self.own(place).unwrap_or_default();
        let written = &self.found.must_write;
        let before = items.into_iter().filter(|item| !written.contains(item));
        self.found.reads.extend(before);
    }

    /// The place is written; surely and as a whole, or perhaps and in part.
    fn write(&mut self, place: &Place, surely: bool) {
        for step in &place.path {
            if let Projection::Index(index) | Projection::Element(index) = step {
                self.expr(index);
            }
        }
        if let Some((items, is_whole)) = self.own(place) {
            self.found.may_write.extend(&items);
            if surely && is_whole {
                self.found.must_write.extend(items);
            }
        }
    }

    fn block(&mut self, block: &Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                self.expr(value);
                self.write(to, true);
            }
            StmtKind::Copy { to, from } => {
                self.place(from);
                self.write(to, true);
            }
            StmtKind::Undefine(place) | StmtKind::Clear(place) => self.write(place, true),
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition);
                self.either(then, otherwise);
            }
            StmtKind::For { binding, body } => {
                self.binding(binding);
                self.perhaps(body);
                self.fill(stmt);
            }
            StmtKind::While { condition, body } => {
                self.expr(condition);
                self.perhaps(body);
            }
            StmtKind::Assert { condition, .. } | StmtKind::Assume { condition } => {
                self.expr(condition);
            }
            StmtKind::Call {
                arguments, result, ..
            } => self.call(arguments, result.as_ref()),
            StmtKind::Reserve { count, .. } => self.expr(count),
            StmtKind::Put(items) => items.iter().for_each(|item| self.put(item)),
            StmtKind::Bind { place, .. } => self.place(place),
            StmtKind::Multiset(of) => self.multiset(of),
            StmtKind::Channel(of) => self.channel(of),
            StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Return => {}
        }
    }

    fn either(&mut self, then: &Block, otherwise: &Block) {
        let before = self.found.must_write.clone();
        self.block(then);
        let first = std::mem::replace(&mut self.found.must_write, before);
        self.block(otherwise);
        self.found.must_write.retain(|item| first.contains(item));
    }

    /// A block that is executed any number of times.
    fn perhaps(&mut self, block: &Block) {
        let before = self.found.must_write.clone();
        self.block(block);
        self.found.must_write = before;
    }

    /// A loop may write whole arrays.
    fn fill(&mut self, stmt: &Stmt) {
        for item in self.found.may_write.clone() {
            let of = self.items.get(item);
            let covering = Covering {
                model: self.model,
                variable: of.variable,
            };
            let process = self.process.map(Step::Local).into_iter();
            let fields = of.fields.iter().map(|field| Step::Field(*field));
            let mut path: Vec<Step> = process.chain(fields).collect();
            if covering.covers(std::slice::from_ref(stmt), &mut path, of.ty) {
                self.found.must_write.insert(item);
            }
        }
    }

    fn call(&mut self, arguments: &[Argument], result: Option<&Place>) {
        for argument in arguments {
            match argument {
                Argument::Value(value) => self.expr(value),
                Argument::Copy(place) => self.place(place),
                Argument::Reference(place) => {
                    self.place(place);
                    self.write(place, false);
                }
            }
        }
        result.iter().for_each(|place| self.write(place, false));
    }

    fn put(&mut self, item: &PutItem) {
        match item {
            PutItem::Text(_) => {}
            PutItem::Value(value) | PutItem::Number(value, _) => self.expr(value),
            PutItem::Place(place) => self.place(place),
        }
    }

    fn multiset(&mut self, of: &MultisetStmt) {
        match of {
            MultisetStmt::Add { set, element } => {
                self.place(set);
                self.place(element);
            }
            MultisetStmt::Remove { set, position } => {
                self.place(set);
                self.expr(position);
            }
            MultisetStmt::RemoveWhere { binding, condition } => {
                self.binding(binding);
                self.expr(condition);
            }
        }
    }

    fn channel(&mut self, of: &ChannelStmt) {
        match of {
            ChannelStmt::Send {
                channel, message, ..
            } => {
                self.expr(channel);
                message.iter().for_each(|field| self.expr(field));
            }
            ChannelStmt::Receive {
                channel, fields, ..
            } => {
                self.expr(channel);
                for field in fields {
                    match field {
                        MessageField::Any | MessageField::Into(_) => {}
                        MessageField::Equal(value) => self.expr(value),
                    }
                }
            }
        }
    }
}

/// Whatever an expression mentions may be looked at.
struct Reader<'w, 'a>(&'w mut Walk<'a>);

impl Visitor for Reader<'_, '_> {
    fn place(&mut self, place: &Place) {
        self.0.read(place);
    }
}
