//! A model made ready for execution: laid out, its parameters counted.

use crate::transition::{Transition, transitions};
use cranelift_entity::SecondaryMap;
use weyl_ir::layout::{Frame, LayoutError, Packer};
use weyl_ir::{
    Binding, Layout, Locals, Model, ProcessKind, PropertyId, PropertyKind, RuleId, Table, Type,
    Valuations, VarId,
};

/// What ends a step that would not end by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExecutionLimits {
    /// Turns of one `while` loop.
    pub loop_turns: u64,
    /// Nested calls.
    pub call_depth: u32,
}

impl Default for ExecutionLimits {
    fn default() -> ExecutionLimits {
        ExecutionLimits {
            loop_turns: 100_000,
            call_depth: 1_000,
        }
    }
}

#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum ProgramError {
    #[error(transparent)]
    Layout(#[from] LayoutError),
    #[error("`{0}` has more than 2^32 valuations of its parameters")]
    TooManyInstances(String),
}

/// A model with its layout: what every executor works on.
#[derive(Clone, Debug)]
pub struct Program {
    pub model: Model,
    pub layout: Layout,
    pub limits: ExecutionLimits,
    pub packer: Packer,
    pub assumptions: Vec<PropertyId>,
    /// The orders of events.
    pub events: Vec<PropertyId>,
    pub starts: SecondaryMap<RuleId, Valuations>,
    pub rules: SecondaryMap<RuleId, Valuations>,
    pub properties: SecondaryMap<PropertyId, Valuations>,
    /// The transitions of each kind of process, by location, in the order in which they are tried.
    pub turns: Vec<Vec<Vec<Transition>>>,
    /// The scope of code that has no locals.
    pub(crate) nothing: (Locals, Frame),
}

impl Program {
    /// The model must have passed [`weyl_ir::verify`].
    pub fn new(model: Model, limits: ExecutionLimits) -> Result<Program, ProgramError> {
        let layout = Layout::new(&model)?;
        let count = |name: &str, bindings: &[Binding]| {
            let valuations = Valuations::new(&model, bindings);
            valuations.ok_or_else(|| ProgramError::TooManyInstances(name.to_string()))
        };
        let mut starts = SecondaryMap::new();
        for (id, rule) in &model.starts {
            starts[id] = count(&rule.name, &rule.parameters)?;
        }
        let mut rules = SecondaryMap::new();
        for (id, rule) in &model.rules {
            rules[id] = count(&rule.name, &rule.parameters)?;
        }
        let mut properties = SecondaryMap::new();
        for (id, property) in &model.properties {
            properties[id] = count(&property.name, &property.parameters)?;
        }
        let turns = transitions(&model);
        Ok(Program {
            assumptions: of_kind(&model, PropertyKind::Assumption),
            events: of_kind(&model, PropertyKind::Events),
            packer: layout.packer(),
            layout,
            model,
            limits,
            starts,
            rules,
            properties,
            nothing: (Locals::new(), Frame::default()),
            turns,
        })
    }

    /// How many processes or channels there is room for.
    pub fn room(&self, table: Table) -> u32 {
        let processes = self.model.processes();
        let numbers = |kind: &'_ ProcessKind| {
            let names = 0..processes.room(kind);
            names.map(|name| kind.number_of(name) + 1).max()
        };
        match table {
            Table::Processes => processes
                .kinds()
                .iter()
                .filter_map(numbers)
                .max()
                .unwrap_or(0),
            Table::Channels => match processes.channel_pool() {
                None => processes.fixed_channels().len() as u32,
                Some(pool) => pool.first - 1 + self.elements(pool.shape_of),
            },
        }
    }

    fn elements(&self, array: VarId) -> u32 {
        let ty = self.model.variables[array].ty;
        let Type::Array { index, .. } = self.model.types.get(ty) else {
            return 0;
        };
        let range = self.model.scalar_range(*index);
        range.map_or(0, |range| u32::try_from(range.len()).unwrap_or(u32::MAX))
    }

    /// What initial rules start from: every scalar undefined, or least where it can't be.
    pub(crate) fn blank(&self) -> Vec<u8> {
        vec![0; self.layout.size]
    }

    /// The values of the parameters in one instance of a rule or property.
    pub fn parameter_values(&self, bindings: &[Binding], instance: u64) -> Vec<i128> {
        let valuations = Valuations::new(&self.model, bindings);
        valuations.map_or_else(Vec::new, |valuations| valuations.values(instance))
    }

    /// The names and values of the parameters in one instance of a rule or property.
    pub fn parameters(
        &self,
        bindings: &[Binding],
        locals: &Locals,
        instance: u64,
    ) -> Vec<(String, String)> {
        let values = self.parameter_values(bindings, instance);
        let named = bindings.iter().zip(values).map(|(binding, value)| {
            let local = &locals[binding.local];
            let text = self.model.display_value(local.ty, value);
            (local.name.clone(), text)
        });
        named.collect()
    }
}

fn of_kind(model: &Model, kind: PropertyKind) -> Vec<PropertyId> {
    let properties = model.properties.iter();
    let some = properties.filter(|(_, property)| property.kind == kind);
    some.map(|(id, _)| id).collect()
}
