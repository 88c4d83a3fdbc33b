//! What stays as it is: the values of variables that no rule writes, and those that static
//! processes got at their creation and keep.

use super::StaticProcesses;
use super::evaluate::Scope;
use super::execute::set_local;
use super::memory::{Address, Memory, Value};
use super::start;
use cranelift_entity::EntityRef;
use weyl_ir::{Expr, Model, NameId, Root, Rule, Stmt, Type, TypeId};

/// The constants of a model with static processes.
pub(crate) struct Constants<'m> {
    model: &'m Model,
    memory: Memory<'m>,
}

impl<'m> Constants<'m> {
    pub fn new(model: &'m Model, processes: &StaticProcesses) -> Constants<'m> {
        let beginning = start::beginning(model);
        let mut memory = beginning.map_or_else(|| Memory::unknown(model), |(memory, _)| memory);
        for (id, variable) in &model.variables {
            if !processes.kept.contains(&id) || row_type(model, variable.ty).is_some() {
                memory.forget_root(Root::Variable(id));
            }
        }
        for process in &processes.processes {
            let index = number_in_sort(model, process.name);
            let kept = process.initial.iter();
            for (variable, value) in kept.filter(|(variable, _)| processes.kept.contains(variable))
            {
                if let Some(ty) = row_type(model, model.variables[*variable].ty) {
                    let root = Root::Variable(*variable);
                    let path = vec![index];
                    memory.write(Address { root, path }, ty, Value::Known(*value));
                }
            }
        }
        Constants { model, memory }
    }

    /// Visits the statements of a rule of a process, not those inside others, each with the values
    /// of expressions there as far as they are always the same.
    pub fn visit_body(
        &self,
        rule: &'m Rule,
        process: NameId,
        mut visit: impl FnMut(&Stmt, &dyn Fn(&Expr) -> Option<i128>),
    ) {
        let mut memory = self.memory.clone();
        if let Some(own) = rule.parameters.first() {
            set_local(&mut memory, own.local, number_in_sort(self.model, process));
        }
        let (model, locals) = (self.model, &rule.locals);
        let scope = Scope { model, locals };
        for stmt in &rule.body {
            visit(stmt, &|expr| scope.value(&memory, expr));
            if scope.stmt(&mut memory, stmt).is_err() {
                memory = Memory::unknown(model);
                let locals = locals.keys().map(Root::Local);
                locals.for_each(|local| memory.forget_root(local));
            }
        }
    }
}

/// The type of the elements of an array over the names of a sort.
fn row_type(model: &Model, ty: TypeId) -> Option<TypeId> {
    let Type::Array { index, element } = model.types.get(ty) else {
        return None;
    };
    matches!(model.types.get(*index), Type::Id(_)).then_some(*element)
}

fn number_in_sort(model: &Model, name: NameId) -> i128 {
    let first = model.name_of(model.sort_of(name), 0);
    (name.index() - first.index()) as i128
}
