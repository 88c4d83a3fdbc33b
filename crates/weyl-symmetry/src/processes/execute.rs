//! Statements in a state of which only a part is known.

use super::calls::{call_facts, handed_over};
use super::evaluate::Scope;
use super::memory::{Address, Memory, Value, least};
use weyl_ir::{
    Binding, Block, ChannelStmt, Domain, Expr, LocalId, MessageField, MultisetStmt, Place, Root,
    Stmt, StmtKind, TypeId,
};

/// Turns of one loop.
const MAX_TURNS: usize = 1 << 12;

/// A statement whose effect can't be followed: it may have changed anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lost;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    GoesOn,
    Returns,
}

impl<'m> Scope<'m> {
    pub fn block(&self, memory: &mut Memory<'m>, block: &Block) -> Result<Flow, Lost> {
        for stmt in block {
            if self.stmt(memory, stmt)? == Flow::Returns {
                return Ok(Flow::Returns);
            }
        }
        Ok(Flow::GoesOn)
    }

    pub fn stmt(&self, memory: &mut Memory<'m>, stmt: &Stmt) -> Result<Flow, Lost> {
        match &stmt.kind {
            StmtKind::Assign { to, value } => {
                let value = Value::of(self.value(memory, value));
                self.write(memory, to, |_, _| value)?;
            }
            StmtKind::Copy { to, from } => self.copy(memory, to, from)?,
            StmtKind::Undefine(place) => self.write(memory, place, |_, _| Value::Undefined)?,
            StmtKind::Clear(place) => {
                self.write(memory, place, |_, ty| least(self.model, ty))?;
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => return self.branch(memory, condition, then, otherwise),
            StmtKind::For { binding, body } => return self.iterate(memory, binding, body),
            StmtKind::While { condition, body } => return self.repeat(memory, condition, body),
            StmtKind::Channel(ChannelStmt::Receive { fields, .. }) => {
                forget_received(memory, fields)
            }
            StmtKind::Return => return Ok(Flow::Returns),
            StmtKind::Call {
                function,
                arguments,
                result,
            } => {
                for variable in call_facts(self.model, *function).writes {
                    memory.forget_root(Root::Variable(variable));
                }
                for place in handed_over(arguments, result.as_ref()) {
                    self.write(memory, place, |_, _| Value::Unknown)?;
                }
            }
            StmtKind::Bind { .. } => return Err(Lost),
            // What they change is read as unknown anyway: messages, elements of multisets, output.
            StmtKind::Channel(ChannelStmt::Send { .. })
            | StmtKind::Multiset(MultisetStmt::Add { .. })
            | StmtKind::Multiset(MultisetStmt::Remove { .. })
            | StmtKind::Multiset(MultisetStmt::RemoveWhere { .. })
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Assert { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Error { .. } => {}
        }
        Ok(Flow::GoesOn)
    }

    fn write(
        &self,
        memory: &mut Memory<'m>,
        place: &Place,
        value: impl Fn(&[i128], TypeId) -> Value,
    ) -> Result<(), Lost> {
        if self.is_reference(place.root) {
            return Err(Lost);
        }
        match self.address(memory, place) {
            Some(address) => memory.write_all(&address, place.ty, value),
            None => memory.forget_root(place.root),
        }
        Ok(())
    }

    fn copy(&self, memory: &mut Memory<'m>, to: &Place, from: &Place) -> Result<(), Lost> {
        let source = self.address(memory, from);
        let before = memory.clone();
        let value = |way: &[i128], ty: TypeId| match &source {
            None => Value::Unknown,
            Some(source) => {
                let path = [source.path.as_slice(), way].concat();
                let root = source.root;
                before.read(&Address { root, path }, ty)
            }
        };
        self.write(memory, to, value)
    }

    fn branch(
        &self,
        memory: &mut Memory<'m>,
        condition: &Expr,
        then: &Block,
        otherwise: &Block,
    ) -> Result<Flow, Lost> {
        match self.value(memory, condition) {
            Some(0) => self.block(memory, otherwise),
            Some(_) => self.block(memory, then),
            None => {
                let mut other = memory.clone();
                let flow = self.block(memory, then)?;
                if self.block(&mut other, otherwise)? != flow {
                    return Err(Lost);
                }
                memory.join(&other);
                Ok(flow)
            }
        }
    }

    fn iterate(
        &self,
        memory: &mut Memory<'m>,
        binding: &Binding,
        body: &Block,
    ) -> Result<Flow, Lost> {
        for value in self.domain(memory, &binding.domain).ok_or(Lost)? {
            set_local(memory, binding.local, value);
            if self.block(memory, body)? == Flow::Returns {
                return Ok(Flow::Returns);
            }
        }
        Ok(Flow::GoesOn)
    }

    fn domain(&self, memory: &Memory<'m>, domain: &Domain) -> Option<Vec<i128>> {
        let (from, to, by) = match domain {
            Domain::Positions(_) => return None,
            Domain::Type(ty) => {
                let range = self.model.scalar_range(*ty)?;
                (range.lo, range.hi, 1)
            }
            Domain::Steps { from, to, by } => {
                let value = |expr: &Expr| self.value(memory, expr);
                (value(from)?, value(to)?, value(by)?)
            }
        };
        let is_inside = |value: &i128| if by > 0 { *value <= to } else { *value >= to };
        let steps = std::iter::successors(Some(from), |last| last.checked_add(by));
        let values: Vec<i128> = steps.take_while(is_inside).take(MAX_TURNS + 1).collect();
        (by != 0 && values.len() <= MAX_TURNS).then_some(values)
    }

    fn repeat(
        &self,
        memory: &mut Memory<'m>,
        condition: &Expr,
        body: &Block,
    ) -> Result<Flow, Lost> {
        for _ in 0..MAX_TURNS {
            match self.value(memory, condition).ok_or(Lost)? {
                0 => return Ok(Flow::GoesOn),
                _ if self.block(memory, body)? == Flow::Returns => return Ok(Flow::Returns),
                _ => {}
            }
        }
        Err(Lost)
    }
}

/// Gives a parameter or a bound variable its value.
pub(super) fn set_local(memory: &mut Memory<'_>, local: LocalId, value: i128) {
    let root = Root::Local(local);
    memory.set(root, Value::Known(value));
}

fn forget_received(memory: &mut Memory<'_>, fields: &[MessageField]) {
    for field in fields {
        if let MessageField::Into(local) = field {
            memory.forget_root(Root::Local(*local));
        }
    }
}
