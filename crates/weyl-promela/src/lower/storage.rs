//! Where variables and channels are kept: the variables of the model.

use super::Lowering;
use super::held_values::{Held, Holder};
use super::initial::channels_of;
use crate::resolved::{
    ChannelInitId, GlobalId, Initial, LocalId, MtypeId, ProctypeId, ProctypeKind, Program, Type,
    Variable, Visibility,
};
use cranelift_entity::{EntityRef, SecondaryMap};
use std::collections::HashMap;
use weyl_ir::{
    ChannelPool, Field, FixedChannel, SortId, Type as IrType, TypeId, VarId, Variable as IrVariable,
};
use weyl_source::Span;

/// What a channel variable holds that no channel was given to.
const NO_CHANNEL: &str = "none";

#[derive(Default)]
pub(super) struct Storage {
    /// The type of the numbers of channels, where there are any.
    channel_number: Option<TypeId>,
    pub globals: SecondaryMap<GlobalId, Option<VarId>>,
    pub locals: HashMap<(ProctypeId, LocalId), VarId>,
    process_count: Option<VarId>,
    pub last: Option<VarId>,
    pub fixed_channels: Vec<FixedChannel>,
    /// The number of the first channel of each global that has some.
    pub global_channels: HashMap<GlobalId, u32>,
    /// The same for the variables of processes, by process number.
    pub local_channels: HashMap<(u32, LocalId), u32>,
    pub dynamic: Option<DynamicChannels>,
}

/// Channels that processes make when they are created.
#[derive(Clone)]
pub(super) struct DynamicChannels {
    pub pool: ChannelPool,
    /// How many channels there are, the fixed ones included.
    pub count: VarId,
    pub shape: HashMap<ChannelInitId, usize>,
    /// For each kind of process the number of channels when it was created.
    pub base: HashMap<ProctypeId, VarId>,
}

impl Storage {
    pub fn process_count(&self) -> VarId {
        self.process_count.unwrap_or_else(|| VarId::new(0))
    }

    pub fn pool(&self) -> Option<ChannelPool> {
        self.dynamic.as_ref().map(|dynamic| dynamic.pool.clone())
    }
}

impl Lowering<'_> {
    pub fn range(&mut self, lo: i128, hi: i128) -> TypeId {
        self.model.types.intern(IrType::range(lo, hi))
    }

    pub fn byte(&mut self) -> TypeId {
        self.range(0, 255)
    }

    /// The type of one value.
    pub fn scalar_type(&mut self, ty: Type) -> TypeId {
        match ty {
            Type::Struct(id) => {
                let program = self.program;
                let fields = program.typedefs[id].fields.iter().map(|field| Field {
                    name: field.name.to_string(),
                    ty: self.variable_type(field),
                });
                let record = IrType::Record(fields.collect());
                self.model.types.intern(record)
            }
            Type::Mtype(id) => self.mtype(id),
            Type::Channel => self.channel_number(),
            Type::Bit
            | Type::Bool
            | Type::Byte
            | Type::Pid
            | Type::Short
            | Type::Int
            | Type::Unsigned(_) => {
                let (lo, hi) = ty.range().unwrap_or((0, 0));
                self.range(i128::from(lo), i128::from(hi))
            }
        }
    }

    /// A byte whose values are shown by the names of an mtype.
    pub fn mtype(&mut self, id: MtypeId) -> TypeId {
        self.named_range((0, 255), id)
    }

    /// Integers that are shown by the names of an mtype.
    fn named_range(&mut self, (lo, hi): (i128, i128), id: MtypeId) -> TypeId {
        let constants = self.program.mtypes[id].constants.iter();
        let names = (1..).zip(constants.map(|name| name.to_string()));
        let names = names.collect();
        self.model.types.intern(IrType::Range { lo, hi, names })
    }

    /// The type of one value, of which is known what it is ever set to.
    fn told_type(&mut self, ty: Type, held: Held) -> TypeId {
        match (ty, held) {
            (Type::Byte | Type::Short | Type::Int, Held::Only(mtype)) => {
                let (lo, hi) = ty.range().unwrap_or((0, 0));
                self.named_range((i128::from(lo), i128::from(hi)), mtype)
            }
            _ => self.scalar_type(ty),
        }
    }

    /// A byte that holds the number of a channel, or 0. How they are called is known when all are
    /// declared.
    fn channel_number(&mut self) -> TypeId {
        let known = self.storage.channel_number;
        known.unwrap_or_else(|| {
            let names = vec![(0, NO_CHANNEL.to_string())];
            let (lo, hi) = (0, 255);
            let ty = self.model.types.intern(IrType::Range { lo, hi, names });
            self.storage.channel_number = Some(ty);
            ty
        })
    }

    /// Numbers of channels are shown as what these are called.
    fn name_channels(&mut self) {
        let Some(ty) = self.storage.channel_number else {
            return;
        };
        let fixed = self.storage.fixed_channels.iter();
        let fixed = fixed.map(|channel| self.model.fixed_channel_name(*channel));
        let pool = self.storage.pool().map_or(0..0, |pool| {
            pool.first..(pool.first + self.capacity.channels).min(256)
        });
        let pooled = pool.map(|number| (i128::from(number), format!("channel {number}")));
        let none = [(0, NO_CHANNEL.to_string())];
        let names = none.into_iter().chain((1..).zip(fixed)).chain(pooled);
        let names = names.collect();
        self.model.types.name_values(ty, names);
    }

    /// The type of a variable: an array where it has a size.
    pub fn variable_type(&mut self, variable: &Variable) -> TypeId {
        self.type_of_variable(variable, Held::Mixed)
    }

    /// The same for one of which is known what it is ever set to.
    fn type_of_variable(&mut self, variable: &Variable, held: Held) -> TypeId {
        let element = self.told_type(variable.ty, held);
        match variable.size {
            None => element,
            Some(size) => {
                let index = self.range(0, i128::from(size) - 1);
                self.model.types.intern(IrType::Array { index, element })
            }
        }
    }

    pub fn add_variable(
        &mut self,
        name: String,
        ty: TypeId,
        undefinable: bool,
        span: Span,
    ) -> VarId {
        self.model.variables.push(IrVariable {
            name,
            ty,
            undefinable,
            hidden: false,
            span,
        })
    }

    /// An array with one element for each process of a kind.
    pub fn per_process(
        &mut self,
        sort: SortId,
        name: String,
        element: TypeId,
        span: Span,
    ) -> VarId {
        let index = self.model.types.intern(IrType::Id(sort));
        let ty = self.model.types.intern(IrType::Array { index, element });
        self.add_variable(name, ty, false, span)
    }

    /// The type of the local variables at one place of several proctypes that are alike.
    pub(super) fn shared_local_type(
        &mut self,
        members: &[(ProctypeId, LocalId)],
    ) -> Option<TypeId> {
        let (proctype, local) = members.first()?;
        let held = members
            .iter()
            .map(|(proctype, local)| self.held_values.of(Holder::Local(*proctype, *local)))
            .reduce(Held::join)?;
        let program = self.program;
        let variable = &program.proctypes[*proctype].locals[*local];
        Some(self.type_of_variable(variable, held))
    }

    pub(super) fn declare(&mut self) {
        let byte = self.byte();
        let nowhere = Span::default();
        let count = self.add_variable("_nr_pr".into(), byte, false, nowhere);
        self.storage.process_count = Some(count);
        if self.program.features.last_process {
            let last = self.add_variable("_last".into(), byte, false, nowhere);
            self.storage.last = Some(last);
        }
        let program = self.program;
        for (id, global) in &program.globals {
            let held = self.held_values.of(Holder::Global(id));
            let ty = self.type_of_variable(global, held);
            let variable = self.add_variable(global.name.to_string(), ty, false, global.span);
            self.model.variables[variable].hidden = global.visibility == Visibility::Hidden;
            self.storage.globals[id] = Some(variable);
            let first = self.declare_channels(&global.name, global);
            self.storage.global_channels.insert(id, first);
        }
        self.declare_kinds();
        self.declare_dynamic_channels();
        self.declare_trace();
        self.name_channels();
    }

    fn channel_type(&mut self, init: ChannelInitId) -> TypeId {
        let program = self.program;
        let channel = &program.channels[init];
        let fields = (0..).zip(&channel.fields).map(|(number, ty)| {
            let held = self.held_values.of(Holder::Field(init, number));
            self.told_type(*ty, held)
        });
        let fields = fields.collect();
        self.model.types.intern(IrType::Channel {
            capacity: channel.capacity,
            fields,
        })
    }

    /// The channels that a variable makes at the start, and never again; the number of the first.
    /// An array of channels is one variable; each channel in a structure is one.
    pub(super) fn declare_channels(&mut self, name: &str, global: &Variable) -> u32 {
        let first = 1 + self.storage.fixed_channels.len() as u32;
        if let (Initial::Channel(init), Some(size)) = (&global.initial, global.size) {
            let element = self.channel_type(*init);
            let index = self.range(0, i128::from(size) - 1);
            let array = self.model.types.intern(IrType::Array { index, element });
            let variable = self.add_messages(name, array, global.span);
            let elements = (0..size).map(Some);
            let channels = elements.map(|element| FixedChannel { variable, element });
            self.storage.fixed_channels.extend(channels);
            return first;
        }
        for (path, init) in channels_of(self.program, global) {
            let ty = self.channel_type(init);
            let path = path.strip_prefix(&*global.name).unwrap_or(&path);
            let variable = self.add_messages(&format!("{name}{path}"), ty, global.span);
            let element = None;
            let channel = FixedChannel { variable, element };
            self.storage.fixed_channels.push(channel);
        }
        first
    }

    fn add_messages(&mut self, channel: &str, ty: TypeId, span: Span) -> VarId {
        self.add_variable(format!("{channel} (messages)"), ty, false, span)
    }

    fn declare_dynamic_channels(&mut self) {
        if !self.has_pooled_channels() {
            return;
        }
        let makers = makers(self.program);
        let first = 1 + self.storage.fixed_channels.len() as u32;
        let last = i128::from(first + self.capacity.channels.min(255)) - 1;
        let index = self.range(i128::from(first), last);
        let (mut shape, mut types) = (HashMap::new(), Vec::new());
        for (_, init) in &makers {
            let ty = self.channel_type(*init);
            let known = types.iter().position(|known| *known == ty);
            let number = known.unwrap_or_else(|| {
                types.push(ty);
                types.len() - 1
            });
            shape.insert(*init, number);
        }
        let number = self.range(0, types.len() as i128);
        let shape_of = self.pool_array("channel shape".into(), index, number);
        let arrays = types
            .iter()
            .enumerate()
            .map(|(number, ty)| self.pool_array(format!("channel {}", number + 1), index, *ty));
        let shapes = arrays.collect();
        let byte = self.byte();
        let count = self.add_variable("_nr_qs".into(), byte, false, Span::default());
        let base = self.declare_bases();
        let mut counters: Vec<VarId> = base.values().copied().chain([count]).collect();
        counters.sort();
        self.storage.dynamic = Some(DynamicChannels {
            pool: ChannelPool {
                first,
                shape_of,
                shapes,
                counters,
            },
            count,
            shape,
            base,
        });
    }

    fn pool_array(&mut self, name: String, index: TypeId, element: TypeId) -> VarId {
        let ty = self.model.types.intern(IrType::Array { index, element });
        self.add_variable(name, ty, false, Span::default())
    }

    fn declare_bases(&mut self) -> HashMap<ProctypeId, VarId> {
        let byte = self.byte();
        let program = self.program;
        let kinds = program.proctypes.keys().filter_map(|id| {
            let sort = self.kinds[id].as_ref()?.sort;
            let name = format!("{}:_nr_qs", program.proctypes[id].name);
            Some((id, self.per_process(sort, name, byte, Span::default())))
        });
        kinds.collect()
    }
}

/// Which proctypes make channels, and which.
pub(super) fn makers(program: &Program) -> Vec<(ProctypeId, ChannelInitId)> {
    let processes = program.proctypes.iter().filter(|(_, proctype)| {
        matches!(
            proctype.kind,
            ProctypeKind::Init | ProctypeKind::Proctype { .. }
        )
    });
    let made = processes.flat_map(|(id, proctype)| {
        let channels = proctype.locals.values();
        let channels = channels.flat_map(|local| channels_of(program, local));
        channels.map(move |(_, init)| (id, init))
    });
    made.collect()
}
