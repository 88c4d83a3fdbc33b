//! Statements.

use super::memory::Reset;
use super::{Home, Translated, Translator, Unsupported};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block as Way, InstBuilder, types};
use weyl_ir::{
    Binding, Block, ChannelStmt, Domain, Expr, LocalId, MultisetStmt, Place, PutItem, Stmt,
    StmtKind, Table, Type,
};

impl<'p> Translator<'p, '_> {
    pub(super) fn block(&mut self, block: &'p Block) -> Translated<()> {
        block.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &'p Stmt) -> Translated<()> {
        self.is_small_enough()?;
        match &stmt.kind {
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => self.exec_if(condition, then, otherwise),
            StmtKind::For { binding, body } => self.exec_for(binding, body),
            StmtKind::While { condition, body } => self.exec_while(condition, body),
            StmtKind::Return => {
                self.jump(self.scope.exit);
                self.begin_unreachable();
                Ok(())
            }
            StmtKind::Assert { condition, .. } => {
                let failed = self.give_up;
                self.go_on_if(condition, failed)
            }
            StmtKind::Refute { .. } | StmtKind::Hit { .. } | StmtKind::Error { .. } => self.fail(),
            StmtKind::Assume { condition } => self.exec_assume(condition),
            StmtKind::Assign { to, value } => {
                let to = self.address(to)?;
                let number = self.eval(value)?;
                self.store_number(to, number)
            }
            StmtKind::Copy { to, from } => {
                let to = self.address(to)?;
                let from = self.place(from)?;
                self.copy(to, from)
            }
            StmtKind::Undefine(place) => {
                let at = self.address(place)?;
                self.reset(at, Reset::Undefined)
            }
            StmtKind::Clear(place) => {
                let at = self.address(place)?;
                self.reset(at, Reset::Least)
            }
            StmtKind::Call {
                function,
                arguments,
                result,
            } => self.exec_call(*function, arguments, result.as_ref()),
            StmtKind::Reserve { table, count } => self.reserve(*table, count),
            StmtKind::Put(items) => items.iter().try_for_each(|item| self.put(item)),
            StmtKind::Bind { local, place } => self.bind(*local, place),
            StmtKind::Multiset(of) => self.multiset_stmt(of),
            StmtKind::Channel(of) => self.channel_stmt(of),
        }
    }

    fn multiset_stmt(&mut self, of: &'p MultisetStmt) -> Translated<()> {
        match of {
            MultisetStmt::Add { set, element } => self.multiset_add(set, element),
            MultisetStmt::Remove { set, position } => self.multiset_remove(set, position),
            MultisetStmt::RemoveWhere { binding, condition } => {
                self.multiset_remove_where(binding, condition)
            }
        }
    }

    fn channel_stmt(&mut self, of: &'p ChannelStmt) -> Translated<()> {
        match of {
            ChannelStmt::Send {
                channel,
                sorted,
                message,
            } => self.send(channel, *sorted, message),
            ChannelStmt::Receive {
                channel,
                random,
                keep,
                fields,
            } => self.receive(channel, (*random, *keep), fields),
        }
    }

    /// Loops without an order take all their turns before they say that there is no such step.
    fn exec_assume(&mut self, condition: &'p Expr) -> Translated<()> {
        let otherwise = match self.unordered {
            0 => self.infeasible,
            _ => self.give_up,
        };
        self.go_on_if(condition, otherwise)
    }

    fn go_on_if(&mut self, condition: &'p Expr, otherwise: Way) -> Translated<()> {
        let next = self.b.create_block();
        self.branch(condition, next, otherwise)?;
        self.b.switch_to_block(next);
        Ok(())
    }

    /// Nobody listens, but an error in what is printed is an error of the model.
    fn put(&mut self, item: &'p PutItem) -> Translated<()> {
        match item {
            PutItem::Text(_) => Ok(()),
            PutItem::Value(expr) | PutItem::Number(expr, _) => self.eval(expr).map(|_| ()),
            PutItem::Place(place) => self.place(place).map(|_| ()),
        }
    }

    fn reserve(&mut self, table: Table, count: &'p Expr) -> Translated<()> {
        let count = self.eval(count)?;
        let room = i64::from(self.program.room(table));
        let is_too_much = self.compare(IntCC::SignedGreaterThan, count.value, room);
        self.give_up_if(is_too_much);
        Ok(())
    }

    fn bind(&mut self, local: LocalId, place: &'p Place) -> Translated<()> {
        let address = self.address(place)?;
        let base = self.absolute(address);
        let (variable, flag) = match self.scope.homes[local] {
            Home::Reference {
                address: variable,
                shape,
                flag,
            } => {
                let is_like = self.shape(shape) == self.shape(address.shape);
                if !is_like || flag.is_some() != address.flag.is_some() {
                    return Err(Unsupported("references to several kinds of places"));
                }
                (variable, flag)
            }
            _ => {
                let variable = self.b.declare_var(types::I64);
                let flag = address.flag.map(|_| self.b.declare_var(types::I64));
                (variable, flag)
            }
        };
        self.b.def_var(variable, base);
        if let Some((variable, flag)) = flag.zip(address.flag) {
            self.b.def_var(variable, flag);
        }
        self.scope.homes[local] = Home::Reference {
            address: variable,
            shape: address.shape,
            flag,
        };
        Ok(())
    }

    fn exec_if(
        &mut self,
        condition: &'p Expr,
        then: &'p Block,
        otherwise: &'p Block,
    ) -> Translated<()> {
        let [yes, no, done] = [(); 3].map(|()| self.b.create_block());
        self.branch(condition, yes, no)?;
        for (entry, block) in [(yes, then), (no, otherwise)] {
            self.b.switch_to_block(entry);
            self.block(block)?;
            self.jump(done);
        }
        self.b.switch_to_block(done);
        Ok(())
    }

    fn exec_for(&mut self, binding: &'p Binding, body: &'p Block) -> Translated<()> {
        let is_unordered = self.is_unordered(&binding.domain);
        self.unordered += u32::from(is_unordered);
        self.for_each(binding, |translator, _| translator.block(body))?;
        self.unordered -= u32::from(is_unordered);
        Ok(())
    }

    /// Names have no order, nor have positions of a multiset.
    fn is_unordered(&self, domain: &Domain) -> bool {
        match domain {
            Domain::Type(ty) => {
                let ty = self.program.model.types.get(*ty);
                matches!(ty, Type::Id(_) | Type::Union(_))
            }
            Domain::Positions(_) => true,
            Domain::Steps { .. } => false,
        }
    }

    fn exec_while(&mut self, condition: &'p Expr, body: &'p Block) -> Translated<()> {
        let [head, turn, done] = [(); 3].map(|()| self.b.create_block());
        let turns = self.b.declare_var(types::I64);
        let zero = self.constant(0);
        self.b.def_var(turns, zero);
        self.jump(head);
        self.b.switch_to_block(head);
        self.branch(condition, turn, done)?;
        self.b.switch_to_block(turn);
        let before = self.b.use_var(turns);
        let limit = i64::try_from(self.program.limits.loop_turns).unwrap_or(i64::MAX);
        let is_over = self.compare(IntCC::SignedGreaterThanOrEqual, before, limit);
        self.give_up_if(is_over);
        self.tick(1);
        let after = self.b.ins().iadd_imm_s(before, 1);
        self.b.def_var(turns, after);
        self.block(body)?;
        self.jump(head);
        self.b.switch_to_block(done);
        Ok(())
    }
}
