//! Types, variables and channels.

use super::{Expr, Program, Visibility};
use cranelift_entity::entity_impl;
use std::sync::Arc;
use weyl_source::Span;

/// An mtype: the unnamed one or a subtype.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MtypeId(u32);
entity_impl!(MtypeId, "mtype");

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypedefId(u32);
entity_impl!(TypedefId, "typedef");

/// A field of a typedef, counted within it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FieldId(u32);
entity_impl!(FieldId, "field");

/// A channel initialiser in the text. One initialiser makes one channel for each element of the
/// variable that it initialises, each time that variable comes into being.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChannelInitId(u32);
entity_impl!(ChannelInitId, "channel");

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(u32);
entity_impl!(GlobalId, "global");

/// A local variable or parameter of a proctype. Variables of different blocks are different locals.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LocalId(u32);
entity_impl!(LocalId, "local");

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Bit,
    Bool,
    Byte,
    Pid,
    Short,
    Int,
    /// 1 to 31 bits.
    Unsigned(u8),
    Mtype(MtypeId),
    Channel,
    Struct(TypedefId),
}

impl Type {
    /// The values that a variable of the type can hold; `None` for a structure.
    pub fn range(self) -> Option<(i64, i64)> {
        Some(match self {
            Type::Bit | Type::Bool => (0, 1),
            Type::Byte | Type::Pid | Type::Mtype(_) | Type::Channel => (0, 255),
            Type::Short => (i64::from(i16::MIN), i64::from(i16::MAX)),
            Type::Int => (i64::from(i32::MIN), i64::from(i32::MAX)),
            Type::Unsigned(bits) => (0, (1 << bits) - 1),
            Type::Struct(_) => return None,
        })
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mtype {
    /// `None` for the unnamed mtype.
    pub name: Option<Arc<str>>,
    /// The name of value n at n - 1: the last name in the text is 1.
    pub constants: Vec<Arc<str>>,
}

impl Mtype {
    pub fn constant(&self, value: i64) -> Option<&str> {
        let at = usize::try_from(value).ok()?.checked_sub(1)?;
        self.constants.get(at).map(|name| &**name)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typedef {
    pub name: Arc<str>,
    pub fields: Vec<Variable>,
    /// Plain values in one structure of the type.
    pub leaves: usize,
    /// The channels that are made with a value of it.
    pub channels: u64,
    /// Levels of structures, itself included.
    pub depth: usize,
    pub span: Span,
}

impl Typedef {
    pub fn field(&self, id: FieldId) -> Option<&Variable> {
        use cranelift_entity::EntityRef;
        self.fields.get(id.index())
    }
}

/// A global, a local, a parameter or a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: Arc<str>,
    pub ty: Type,
    /// The number of elements of an array; `None` for a single value.
    pub size: Option<u32>,
    pub initial: Initial,
    pub visibility: Visibility,
    /// The name in its declaration.
    pub span: Span,
    /// Declared inside a block of the process, not at its top level.
    pub nested: bool,
}

impl Variable {
    pub fn elements(&self) -> u32 {
        self.size.unwrap_or(1)
    }
}

/// The value of a variable when it comes into being.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// 0, or no channel.
    Zero,
    /// Every element starts with the value of the expression, which is evaluated at that moment.
    Value(Expr),
    /// Elements in order; where there are fewer, the last one is repeated; more are ignored.
    List(Vec<i64>),
    /// Every element is a new channel.
    Channel(ChannelInitId),
    /// The argument of `run`; 0 for a process that is active from the start.
    Parameter,
    /// 0 until the `Initialise` statement at the place of the declaration.
    Later,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelInit {
    /// 0 for rendezvous.
    pub capacity: u32,
    /// The types of the message fields, structures split into theirs.
    pub fields: Vec<Type>,
    /// The typedef, where a message is exactly one structure.
    pub structure: Option<TypedefId>,
    pub span: Span,
}

impl Program {
    /// The number of plain values in a value of a type, structures split into their fields.
    pub fn leaves(&self, ty: Type) -> usize {
        match ty {
            Type::Struct(id) => self.typedefs.get(id).map_or(0, |typedef| typedef.leaves),
            _ => 1,
        }
    }

    /// The channels that a variable makes when it comes into being.
    pub fn channels_made(&self, variable: &Variable) -> u64 {
        let of_one = match (&variable.initial, variable.ty) {
            (Initial::Channel(_), _) => 1,
            (_, Type::Struct(id)) => self.typedefs.get(id).map_or(0, |typedef| typedef.channels),
            _ => 0,
        };
        of_one.saturating_mul(u64::from(variable.elements()))
    }

    /// Levels of structures in a type.
    pub fn depth(&self, ty: Type) -> usize {
        match ty {
            Type::Struct(id) => self.typedefs.get(id).map_or(0, |typedef| typedef.depth),
            _ => 0,
        }
    }
}
