//! The model: sorts, variables, functions, rules, properties.

use crate::{
    Binding, Block, Expr, FunctionId, LocalId, NameId, Naming, Place, PropertyId, RuleId,
    ScalarRange, SortId, Type, TypeId, Types, VarId,
};
use cranelift_entity::{EntityRef, PrimaryMap};
use std::collections::HashMap;
use weyl_permutation::Permutation;
use weyl_source::Span;

/// A finite set of names that the program may treat as interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sort {
    pub name: String,
    /// What the names are called in output, in the order of their numbers.
    pub names: Vec<String>,
    pub span: Span,
}

/// A variable of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    pub ty: TypeId,
    /// Whether its scalars may be undefined.
    pub undefinable: bool,
    /// Whether it is said to be no part of states. It is, unless a reduction shows that it need not
    /// be.
    pub hidden: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LocalKind {
    /// Storage of its own; undefined (empty, for multisets) when the rule or function is entered,
    /// unless it is a parameter.
    Value,
    /// A parameter of a rule or a property, or a bound variable: always defined, never written.
    Bound,
    /// Stands for another place: a reference parameter, or the target of a `Bind`.
    Reference,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    pub name: String,
    pub ty: TypeId,
    pub kind: LocalKind,
}

pub type Locals = PrimaryMap<LocalId, Local>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub name: String,
    /// Value and reference parameters, in order; a prefix of what the arguments of a call fill.
    pub parameters: Vec<LocalId>,
    pub locals: Locals,
    /// The local that holds the result. To end such a function without `Return` is a run-time
    /// error.
    pub result: Option<LocalId>,
    pub body: Block,
    pub span: Span,
}

/// Where a rule stands in the text of a process: it can fire only if the process is at `from`, and
/// leaves it at `to`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Control {
    /// The acting process: a name.
    pub process: Option<Expr>,
    /// The place that holds the control location; its type is an enumeration.
    pub location: Place,
    pub from: i128,
    /// `None`: the body decides.
    pub to: Option<i128>,
}

/// How a rule takes its turn among the transitions of its process; see [`Interleaving`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The kind of the acting process, by its number in [`Interleaving::kinds`]. The process itself
    /// is the rule's first parameter.
    pub kind: u32,
    /// It can fire only if no rule before it at the same location could.
    pub otherwise: bool,
    /// Once a rule of one level could fire, rules of other levels at the same location are not
    /// tried.
    pub level: u32,
    /// Of the rules of one group at a location only the first that can fire is taken.
    pub group: Option<u32>,
    pub then: Then,
}

/// Who goes on after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Then {
    Anybody,
    /// The acting process, as long as it can.
    Itself,
    /// The acting process; an error if it can't.
    ItselfSurely,
    /// The acting process, as long as it can and nothing fails that would end the run. It makes
    /// steps that others could make theirs before or after just as well: who merges steps says so,
    /// no front end does.
    Along,
}

impl Then {
    /// Whether nobody else comes before the acting process goes on, unless it can't. Who goes along
    /// may stop where it likes.
    pub fn is_alone(self) -> bool {
        match self {
            Then::Anybody | Then::Along => false,
            Then::Itself | Then::ItselfSurely => true,
        }
    }
}

/// Processes that take turns. The model's rules are the transitions of their control automata, in
/// the order in which they are tried; every rule has a [`Turn`].
///
/// A state is seen by others only between turns. A turn is one step, or several: after a step to be
/// continued by the process itself, and after an offer on a rendezvous channel, which another
/// process must take at once (otherwise it could not be made), nothing is seen. Where a process
/// that may go on alone can't, its turn ends. Who made an offer that was taken goes along at the
/// end of the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Interleaving {
    pub kinds: Vec<ProcessKind>,
    /// The variable with the number of processes.
    pub process_count: VarId,
    /// The channels that are always there: number n is at n − 1.
    pub channels: Vec<FixedChannel>,
    pub pool: Option<ChannelPool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessKind {
    pub name: String,
    /// The texts, where there are several: those that are alike make one kind, so that their
    /// processes can change places.
    pub copies: Vec<KindCopy>,
    /// The processes of the kind: the name with number i is the process with number `first + i`,
    /// if there is one text.
    pub sort: SortId,
    pub first: u32,
    /// Their control locations: an array over the sort, undefined where there is no such process.
    pub location: VarId,
    /// For each location, whether a process may stay there for ever.
    pub may_end: Vec<bool>,
    /// What some locations are called in the text, by increasing location; one may have several
    /// names. It has no other meaning.
    pub labels: Vec<(u32, String)>,
    /// Their priorities, an array of integers over the sort: a process has no turn while another
    /// one of greater priority could make a step. It may take an offer, and goes on where it surely
    /// does.
    pub priority: Option<VarId>,
}

/// One of several texts of a kind of processes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindCopy {
    pub name: String,
    /// The names of the sort from this one on are its processes, up to those of another text.
    pub process: u32,
    /// The number of the first of them.
    pub first: u32,
    /// Its locations begin here, and end where those of another text do.
    pub location: u32,
}

impl ProcessKind {
    /// The number of the process that is a name of the sort.
    pub fn number_of(&self, name: u32) -> u32 {
        let copy = self.copy_of(name);
        copy.map_or(self.first + name, |copy| copy.first + name - copy.process)
    }

    /// The names of the sort that may be the process with a number: as many as there are texts at
    /// most.
    pub fn names_with(&self, number: u32) -> impl Iterator<Item = u32> {
        let only = [(self.first, 0)]
            .into_iter()
            .take(usize::from(self.copies.is_empty()));
        let copies = self.copies.iter().map(|copy| (copy.first, copy.process));
        let names = only.chain(copies);
        let names = names.filter_map(move |(first, name)| Some(name + number.checked_sub(first)?));
        names.filter(move |name| self.number_of(*name) == number)
    }

    /// How the text is called that a process follows, by its name in the sort.
    pub fn text_of(&self, name: u32) -> &str {
        let copy = self.copy_of(name);
        copy.map_or(&self.name, |copy| &copy.name)
    }

    /// How the text is called that a location is in.
    pub fn text_at(&self, location: i128) -> &str {
        let copies = self.copies.iter();
        let before = copies.filter(|copy| i128::from(copy.location) <= location);
        let copy = before.max_by_key(|copy| copy.location);
        copy.map_or(&self.name, |copy| &copy.name)
    }

    fn copy_of(&self, name: u32) -> Option<&KindCopy> {
        let copies = self.copies.iter();
        let before = copies.filter(|copy| copy.process <= name);
        before.max_by_key(|copy| copy.process)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FixedChannel {
    /// A channel, or an array of channels.
    pub variable: VarId,
    /// The element, counted from 0.
    pub element: Option<u32>,
}

/// Channels that come and go. Numbers from `first` on index the arrays `shape_of` and all `shapes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelPool {
    pub first: u32,
    /// An array of 0 (no channel) or 1 + the number of its shape.
    pub shape_of: VarId,
    /// For each shape an array of channels.
    pub shapes: Vec<VarId>,
    /// Variables that count channels, for the bookkeeping alone: states are shown without them.
    pub counters: Vec<VarId>,
}

/// A guarded command, or, in [`Model::starts`], an initial rule: it writes a state from nothing
/// (all variables undefined, or least where they can't be).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub name: String,
    /// Outermost first; each domain may mention the parameters before it.
    pub parameters: Vec<Binding>,
    pub locals: Locals,
    pub control: Option<Control>,
    /// Set for all rules of a model with [`Model::interleaving`], and for no others.
    pub turn: Option<Turn>,
    pub guard: Expr,
    pub body: Block,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PropertyKind {
    /// Holds in every reachable state, for all parameters.
    Invariant,
    /// States where it is false (for some parameters) do not belong to the system.
    Assumption,
    /// Some reachable state satisfies it, for some parameters, or some step executes a
    /// [`Hit`](crate::StmtKind::Hit) of it.
    Cover,
    /// AG EF: from every reachable state one that satisfies it can be reached; each valuation of
    /// the parameters is a property of its own.
    Liveness,
    /// What temporal properties are made of; it says nothing by itself.
    Atom,
    /// No condition but a value of any scalar type, without parameters, that is shown along runs.
    Shown,
    /// What happens, happens in a certain order: violated by each
    /// [`Refute`](crate::StmtKind::Refute) that is executed. The order is complete where the
    /// condition holds; a system with processes may end only there.
    Events,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub name: String,
    pub kind: PropertyKind,
    pub parameters: Vec<Binding>,
    pub locals: Locals,
    pub condition: Expr,
    pub span: Span,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub name: String,
    pub sorts: PrimaryMap<SortId, Sort>,
    pub types: Types,
    pub variables: PrimaryMap<VarId, Variable>,
    pub functions: PrimaryMap<FunctionId, Function>,
    pub starts: PrimaryMap<RuleId, Rule>,
    pub rules: PrimaryMap<RuleId, Rule>,
    pub properties: PrimaryMap<PropertyId, Property>,
    /// `None`: every rule is a step by itself.
    pub interleaving: Option<Interleaving>,
    /// Permutations of names that are said to map the model onto itself. Nothing is proved by that.
    pub claimed_symmetries: Vec<Permutation>,
    /// Which of its plain numbers are names.
    pub naming: Naming,
}

impl Model {
    /// The values of a scalar type; `None` for `Int` and for aggregates.
    pub fn scalar_range(&self, ty: TypeId) -> Option<ScalarRange> {
        let count = |n: usize| ScalarRange {
            lo: 0,
            hi: n as i128 - 1,
        };
        match self.types.get(ty) {
            Type::Bool => Some(count(2)),
            Type::Range { lo, hi, .. } => Some(ScalarRange { lo: *lo, hi: *hi }),
            Type::Enum { variants, .. } => Some(count(variants.len())),
            Type::Id(sort) => Some(count(self.sorts[*sort].names.len())),
            Type::Union(members) => {
                let sizes = members.iter().map(|member| self.scalar_range(*member));
                let total: Option<u128> = sizes.map(|range| range.map(ScalarRange::len)).sum();
                total.map(|total| count(total as usize))
            }
            Type::Int
            | Type::Array { .. }
            | Type::Record(_)
            | Type::Multiset { .. }
            | Type::Channel { .. } => None,
        }
    }

    /// The number of the first value of a union's member.
    pub fn member_offset(&self, members: &[TypeId], member: u32) -> i128 {
        let before = members.iter().take(member as usize);
        let sizes = before.filter_map(|ty| self.scalar_range(*ty));
        sizes.map(|range| range.len() as i128).sum()
    }

    /// The channel with a number, if it is one that is always there.
    pub fn fixed_channel(&self, number: i128) -> Option<FixedChannel> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        self.processes().fixed_channels().get(index).copied()
    }

    /// The type of the channels in a variable that is a channel or an array of channels.
    pub fn channel_type(&self, variable: VarId) -> TypeId {
        let ty = self.variables[variable].ty;
        if let Type::Array { element, .. } = self.types.get(ty) {
            return *element;
        }
        ty
    }

    /// How the channel, or the array of channels, is called whose messages a variable holds: it is
    /// named after the one that holds the number.
    pub fn channel_name(&self, messages: VarId) -> &str {
        let name = &self.variables[messages].name;
        name.strip_suffix(" (messages)").unwrap_or(name)
    }

    /// How a channel that is always there is called.
    pub fn fixed_channel_name(&self, channel: FixedChannel) -> String {
        let name = self.channel_name(channel.variable);
        match channel.element {
            Some(element) => format!("{name}[{element}]"),
            None => name.to_string(),
        }
    }

    /// How many names there are, of all sorts together.
    pub fn name_count(&self) -> usize {
        self.sorts.values().map(|sort| sort.names.len()).sum()
    }

    /// The sort of a name.
    pub fn sort_of(&self, name: NameId) -> SortId {
        let mut before = 0;
        let ends = self.sorts.values().map(|sort| {
            before += sort.names.len();
            before
        });
        let earlier = ends.take_while(|end| *end <= name.index());
        SortId::new(earlier.count())
    }

    /// The name with a number in a sort.
    pub fn name_of(&self, sort: SortId, index: usize) -> NameId {
        let before: usize = self
            .sorts
            .values()
            .take(sort.index())
            .map(|sort| sort.names.len())
            .sum();
        NameId::new(before + index)
    }

    /// The name that a value of a type is, if it is one.
    pub fn value_name(&self, ty: TypeId, value: i128) -> Option<NameId> {
        match self.types.get(ty) {
            Type::Id(sort) => {
                let index = usize::try_from(value).ok()?;
                let is_there = index < self.sorts[*sort].names.len();
                is_there.then(|| self.name_of(*sort, index))
            }
            Type::Union(members) => {
                let (member, value) = self.union_member(members, value)?;
                self.value_name(member, value)
            }
            Type::Bool | Type::Int | Type::Range { .. } | Type::Enum { .. } => None,
            Type::Array { .. } | Type::Record(_) | Type::Multiset { .. } | Type::Channel { .. } => {
                None
            }
        }
    }

    /// The member of a union that a value belongs to, and its number there.
    pub fn union_member(&self, members: &[TypeId], mut value: i128) -> Option<(TypeId, i128)> {
        for member in members {
            let size = self.scalar_range(*member)?.len() as i128;
            if value < size {
                return Some((*member, value));
            }
            value -= size;
        }
        None
    }

    /// The values of an enumeration, sort or union by how they are written; the first where several
    /// are written alike.
    pub fn values_by_name(&self, ty: TypeId) -> HashMap<&str, i128> {
        let values: Vec<(i128, &str)> = match self.types.get(ty) {
            Type::Enum { variants, .. } => numbered(variants),
            Type::Id(sort) => numbered(&self.sorts[*sort].names),
            Type::Union(members) => (0..)
                .zip(members)
                .flat_map(|(number, member)| {
                    let offset = self.member_offset(members, number);
                    let values = self.values_by_name(*member).into_iter();
                    values.map(move |(name, value)| (offset + value, name))
                })
                .collect(),
            Type::Bool | Type::Int | Type::Range { .. } => Vec::new(),
            Type::Array { .. } | Type::Record(_) | Type::Multiset { .. } | Type::Channel { .. } => {
                Vec::new()
            }
        };
        let mut by_name = HashMap::new();
        for (value, name) in values {
            let first = by_name.entry(name).or_insert(value);
            *first = value.min(*first);
        }
        by_name
    }

    /// How a value of a scalar type is written.
    pub fn display_value(&self, ty: TypeId, value: i128) -> String {
        let nth = |list: &[String]| {
            let index = usize::try_from(value).ok();
            index.and_then(|index| list.get(index).cloned())
        };
        let name = match self.types.get(ty) {
            Type::Bool => Some(if value == 0 { "false" } else { "true" }.to_string()),
            Type::Range { names, .. } => {
                let found = names.binary_search_by_key(&value, |(named, _)| *named);
                found.ok().map(|index| names[index].1.clone())
            }
            Type::Enum { variants, .. } => nth(variants),
            Type::Id(sort) => nth(&self.sorts[*sort].names),
            Type::Union(members) => self
                .union_member(members, value)
                .map(|(member, value)| self.display_value(member, value)),
            Type::Int => None,
            Type::Array { .. } | Type::Record(_) | Type::Multiset { .. } | Type::Channel { .. } => {
                None
            }
        };
        name.unwrap_or_else(|| value.to_string())
    }

    /// How a type is called in messages.
    pub fn describe_type(&self, ty: TypeId) -> String {
        match self.types.get(ty) {
            Type::Bool => "boolean".to_string(),
            Type::Int => "integer".to_string(),
            Type::Range { lo, hi, .. } => format!("{lo}..{hi}"),
            Type::Enum { name, variants } if name.is_empty() => {
                format!("enum {{{}}}", variants.join(", "))
            }
            Type::Enum { name, .. } => name.clone(),
            Type::Id(sort) => self.sorts[*sort].name.clone(),
            Type::Union(members) => {
                let members: Vec<String> =
                    members.iter().map(|ty| self.describe_type(*ty)).collect();
                format!("union {{{}}}", members.join(", "))
            }
            Type::Array { index, element } => format!(
                "array [{}] of {}",
                self.describe_type(*index),
                self.describe_type(*element)
            ),
            Type::Record(_) => "record".to_string(),
            Type::Channel { capacity, .. } => format!("channel [{capacity}]"),
            Type::Multiset { capacity, element } => {
                format!("multiset [{capacity}] of {}", self.describe_type(*element))
            }
        }
    }
}

/// Names with their numbers.
fn numbered(names: &[String]) -> Vec<(i128, &str)> {
    (0..).zip(names.iter().map(String::as_str)).collect()
}
