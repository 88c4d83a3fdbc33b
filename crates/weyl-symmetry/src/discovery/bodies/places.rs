//! Where places are: their spots, and the storage of channels.

use crate::discovery::bodies::{Body, Code};
use crate::discovery::numbers::classes::{Base, BodyId, Spot};
use cranelift_entity::SecondaryMap;
use weyl_ir::{FunctionId, LeafStep, Model, Place, Projection, Root, Type, TypeId, VarId};

pub(crate) struct Bases<'a> {
    model: &'a Model,
    functions: SecondaryMap<FunctionId, BodyId>,
}

impl<'a> Bases<'a> {
    pub fn new(model: &'a Model, bodies: &[Body<'_>]) -> Bases<'a> {
        let mut functions = SecondaryMap::new();
        for body in bodies {
            if let Code::Function { origin, .. } = body.code {
                functions[origin] = body.id;
            }
        }
        Bases { model, functions }
    }

    pub fn body_of(&self, function: FunctionId) -> BodyId {
        self.functions[function]
    }

    /// Whether a variable has an element for each process of a kind.
    pub fn is_of_processes(&self, variable: VarId) -> bool {
        let Type::Array { index, .. } = self.model.types.get(self.model.variables[variable].ty)
        else {
            return false;
        };
        let Type::Id(sort) = self.model.types.get(*index) else {
            return false;
        };
        self.model.processes().kind_of_sort(*sort).is_some()
    }

    /// Whether a variable holds the messages of channels.
    pub fn is_storage(&self, variable: VarId) -> bool {
        let processes = self.model.processes();
        let mut fixed = processes.fixed_channels().iter();
        fixed.any(|channel| channel.variable == variable)
            || processes.pooled_storages().contains(&variable)
    }

    /// What the first steps of a place lead to, or the indices of the array there.
    pub fn spot(&self, body: BodyId, place: &Place, steps: usize, is_index: bool) -> Spot {
        let base = match place.root {
            Root::Variable(variable) => Base::Variable(variable),
            Root::Local(local) => Base::Local(body, local),
        };
        let path = place.path[..steps].iter().map(|step| match step {
            Projection::Field(field) => LeafStep::Field(*field),
            Projection::Index(_) => LeafStep::Index,
            Projection::Element(_) => LeafStep::Element,
        });
        let path = path.collect();
        Spot {
            base,
            path,
            is_index,
        }
    }

    /// A field of the messages of the channel with a number, or of all channels.
    pub fn stored_fields(&self, number: Option<i128>, field: u32) -> Vec<Spot> {
        let mut spots = Vec::new();
        for (variable, is_element) in self.storages(number) {
            let fields = self.fields_of(variable).unwrap_or_default();
            if (field as usize) < fields.len() {
                let mut path = element_path(is_element);
                path.extend([LeafStep::Element, LeafStep::Field(field)]);
                spots.push(Spot::value(Base::Variable(variable), path));
            }
        }
        spots
    }

    /// Where the messages of a channel are, or those of all channels: variables, and whether these
    /// are arrays. Numbers of no fixed channel are those of channels that come and go.
    pub fn storages(&self, number: Option<i128>) -> Vec<(VarId, bool)> {
        let processes = self.model.processes();
        if let Some(channel) = number.and_then(|number| self.model.fixed_channel(number)) {
            return vec![(channel.variable, channel.element.is_some())];
        }
        let pool = processes.pooled_storages().iter();
        let pool = pool.map(|variable| (*variable, true));
        let fixed = processes.fixed_channels().iter();
        let fixed = fixed.filter(|_| number.is_none());
        let fixed = fixed.map(|channel| (channel.variable, channel.element.is_some()));
        let mut all: Vec<_> = fixed.chain(pool).collect();
        all.dedup();
        all
    }

    /// The type of the channel with a number, if it is a fixed one.
    pub fn channel_type(&self, number: i128) -> Option<TypeId> {
        let channel = self.model.fixed_channel(number)?;
        Some(self.model.channel_type(channel.variable))
    }

    /// The fields of the messages of a channel, or of the channels of an array.
    pub fn fields_of(&self, variable: VarId) -> Option<&'a [TypeId]> {
        let ty = self.model.channel_type(variable);
        let Type::Channel { fields, .. } = self.model.types.get(ty) else {
            return None;
        };
        Some(fields)
    }
}

fn element_path(is_element: bool) -> Vec<LeafStep> {
    if is_element {
        vec![LeafStep::Index]
    } else {
        Vec::new()
    }
}
