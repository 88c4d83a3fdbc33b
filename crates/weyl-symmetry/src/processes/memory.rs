//! What is known of a state: for each scalar its value, that it is undefined, or nothing.

use std::collections::BTreeMap;
use weyl_ir::{LocalId, Model, Root, Type, TypeId, VarId};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Known(i128),
    Undefined,
    Unknown,
}

impl Value {
    pub fn known(self) -> Option<i128> {
        match self {
            Value::Known(value) => Some(value),
            Value::Undefined | Value::Unknown => None,
        }
    }

    pub fn of(value: Option<i128>) -> Value {
        value.map_or(Value::Unknown, Value::Known)
    }
}

/// A part of a variable or local: values of indices and numbers of fields on the way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Address {
    pub root: Root,
    pub path: Vec<i128>,
}

/// What is known of one variable or local.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Storage {
    /// Whether nothing is known of the scalars that are not in `parts`; otherwise they are as at
    /// the beginning.
    is_unknown: bool,
    parts: BTreeMap<Vec<i128>, Value>,
}

/// Larger aggregates are not taken apart.
const MAX_LEAVES: usize = 1 << 14;

#[derive(Clone, Debug)]
pub(super) struct Memory<'m> {
    model: &'m Model,
    variables: BTreeMap<VarId, Storage>,
    locals: BTreeMap<LocalId, Storage>,
}

impl<'m> Memory<'m> {
    /// The state that initial rules start from.
    pub fn blank(model: &'m Model) -> Memory<'m> {
        Memory {
            model,
            variables: BTreeMap::new(),
            locals: BTreeMap::new(),
        }
    }

    /// Any state.
    pub fn unknown(model: &'m Model) -> Memory<'m> {
        let mut memory = Memory::blank(model);
        for id in model.variables.keys() {
            memory.forget_root(Root::Variable(id));
        }
        memory
    }

    /// Forgets the locals of the last rule.
    pub fn enter_rule(&mut self) {
        self.locals.clear();
    }

    /// Whether the same is known of all variables, locals aside.
    pub fn has_same_variables(&self, other: &Memory<'m>) -> bool {
        self.variables == other.variables
    }

    fn storage(&self, root: Root) -> Option<&Storage> {
        match root {
            Root::Variable(id) => self.variables.get(&id),
            Root::Local(id) => self.locals.get(&id),
        }
    }

    fn storage_mut(&mut self, root: Root) -> &mut Storage {
        match root {
            Root::Variable(id) => self.variables.entry(id).or_default(),
            Root::Local(id) => self.locals.entry(id).or_default(),
        }
    }

    /// A scalar of the given type.
    pub fn read(&self, address: &Address, ty: TypeId) -> Value {
        let Some(storage) = self.storage(address.root) else {
            return self.first_value(address.root, ty);
        };
        match storage.parts.get(&address.path) {
            Some(value) => *value,
            None if storage.is_unknown => Value::Unknown,
            None => self.first_value(address.root, ty),
        }
    }

    /// A variable that is a scalar.
    pub fn scalar(&self, root: Root) -> Value {
        let ty = match root {
            Root::Variable(id) => self.model.variables.get(id).map(|variable| variable.ty),
            Root::Local(_) => None,
        };
        let path = Vec::new();
        ty.map_or(Value::Unknown, |ty| self.read(&Address { root, path }, ty))
    }

    fn first_value(&self, root: Root, ty: TypeId) -> Value {
        match root {
            Root::Variable(id) if !self.model.variables[id].undefinable => least(self.model, ty),
            Root::Variable(_) | Root::Local(_) => Value::Undefined,
        }
    }

    /// Stores into a scalar variable or local.
    pub fn set(&mut self, root: Root, value: Value) {
        self.storage_mut(root).parts.insert(Vec::new(), value);
    }

    /// Stores into a scalar; what does not fit its type is an error of the model, after which
    /// nothing matters.
    pub fn write(&mut self, address: Address, ty: TypeId, value: Value) {
        let range = self.model.scalar_range(ty);
        let fits = |value| range.is_some_and(|range| range.contains(value));
        let value = match value {
            Value::Known(value) if !fits(value) => Value::Unknown,
            value => value,
        };
        self.storage_mut(address.root)
            .parts
            .insert(address.path, value);
    }

    /// Nothing is known any more of a variable or local.
    pub fn forget_root(&mut self, root: Root) {
        *self.storage_mut(root) = Storage {
            is_unknown: true,
            parts: BTreeMap::new(),
        };
    }

    /// Nothing is known any more of a part of type `ty`.
    pub fn forget(&mut self, address: &Address, ty: TypeId) {
        self.write_all(address, ty, |_, _| Value::Unknown);
    }

    /// Stores into every scalar of a part of type `ty`; the value may depend on the way to the
    /// scalar from there and on its type.
    pub fn write_all(
        &mut self,
        address: &Address,
        ty: TypeId,
        value: impl Fn(&[i128], TypeId) -> Value,
    ) {
        let mut leaves = Vec::new();
        if !collect_leaves(self.model, ty, &mut Vec::new(), &mut leaves) {
            return self.forget_root(address.root);
        }
        for (way, ty) in leaves {
            let value = value(&way, ty);
            let mut path = address.path.clone();
            path.extend(way);
            let root = address.root;
            self.write(Address { root, path }, ty, value);
        }
    }

    /// Keeps what two memories agree about.
    pub fn join(&mut self, other: &Memory<'m>) {
        let roots = |memory: &Memory<'m>| {
            let variables = memory.variables.keys().map(|id| Root::Variable(*id));
            let locals = memory.locals.keys().map(|id| Root::Local(*id));
            variables.chain(locals).collect::<Vec<Root>>()
        };
        for root in roots(self).into_iter().chain(roots(other)) {
            let theirs = other.storage(root).cloned().unwrap_or_default();
            self.storage_mut(root).join(theirs);
        }
    }
}

pub(super) fn least(model: &Model, ty: TypeId) -> Value {
    Value::of(model.scalar_range(ty).map(|range| range.lo))
}

impl Storage {
    fn join(&mut self, other: Storage) {
        if *self == other {
            return;
        }
        let has_same_rest = !self.is_unknown && !other.is_unknown;
        let is_same = |path: &Vec<i128>, value: &Value| other.parts.get(path) == Some(value);
        if !has_same_rest {
            self.is_unknown = true;
            return self.parts.retain(|path, value| is_same(path, value));
        }
        for (path, value) in &mut self.parts {
            if !is_same(path, value) {
                *value = Value::Unknown;
            }
        }
        for path in other.parts.into_keys() {
            self.parts.entry(path).or_insert(Value::Unknown);
        }
    }
}

/// The scalars of a type with the ways to them, multisets and channels left out; false if there are
/// too many.
fn collect_leaves(
    model: &Model,
    ty: TypeId,
    way: &mut Vec<i128>,
    found: &mut Vec<(Vec<i128>, TypeId)>,
) -> bool {
    let parts: Vec<(i128, TypeId)> = match model.types.get(ty) {
        Type::Array { index, element } => match model.scalar_range(*index) {
            Some(range) if range.len() <= MAX_LEAVES as u128 => {
                (range.lo..=range.hi).map(|at| (at, *element)).collect()
            }
            _ => return false,
        },
        Type::Record(fields) => (0..)
            .zip(fields)
            .map(|(number, field)| (number, field.ty))
            .collect(),
        Type::Multiset { .. } | Type::Channel { .. } => return true,
        Type::Bool
        | Type::Int
        | Type::Range { .. }
        | Type::Enum { .. }
        | Type::Id(_)
        | Type::Union(_) => {
            found.push((way.clone(), ty));
            return found.len() <= MAX_LEAVES;
        }
    };
    parts.into_iter().all(|(step, part)| {
        way.push(step);
        let is_complete = collect_leaves(model, part, way, found);
        way.pop();
        is_complete
    })
}
