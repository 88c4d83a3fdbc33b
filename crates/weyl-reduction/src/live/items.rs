//! What lives and dies as a whole: the plain fields of the variables of processes, arrays in one
//! piece.

use cranelift_entity::{PrimaryMap, entity_impl};
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{
    Expr, ExprKind, LocalId, Model, Place, ProcessKind, Projection, Root, Type, TypeId, VarId,
};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ItemId(u32);
entity_impl!(ItemId, "item");

pub(super) type ItemSet = BTreeSet<ItemId>;

/// A scalar or an array: the field of a record, or a variable that is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub variable: VarId,
    pub fields: Vec<u32>,
    pub ty: TypeId,
}

/// The items of all variables of one kind of processes, or of some variables without an index.
#[derive(Clone, Debug)]
pub(super) struct Items {
    list: PrimaryMap<ItemId, Item>,
    of_variable: BTreeMap<VarId, Vec<ItemId>>,
    /// The first index of each is a process.
    has_process: bool,
}

/// Which items a place has a part in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mention {
    Nothing,
    /// Those of the process in a local, or without an index.
    Of {
        process: Option<LocalId>,
        items: Vec<ItemId>,
        /// All of each.
        is_whole: bool,
    },
    /// Those of some process.
    OfAnybody(Vec<ItemId>),
}

impl Items {
    /// The variables of the processes of a kind: arrays over its sort that are nothing else.
    pub fn of_kind(model: &Model, kind: &ProcessKind) -> Items {
        let kept = bookkeeping(model);
        let own = model.variables.iter().filter_map(|(id, variable)| {
            let Type::Array { index, element } = *model.types.get(variable.ty) else {
                return None;
            };
            let is_own = *model.types.get(index) == Type::Id(kind.sort);
            (is_own && !kept.contains(&id)).then_some((id, element))
        });
        Items::new(model, own.collect(), true)
    }

    /// Variables that no process indexes.
    pub fn of_variables(model: &Model, variables: impl Iterator<Item = VarId>) -> Items {
        let kept = bookkeeping(model);
        let all = variables.filter(|id| !kept.contains(id));
        let all = all.map(|id| (id, model.variables[id].ty));
        Items::new(model, all.collect(), false)
    }

    fn new(model: &Model, variables: Vec<(VarId, TypeId)>, has_process: bool) -> Items {
        let mut items = Items {
            list: PrimaryMap::new(),
            of_variable: BTreeMap::new(),
            has_process,
        };
        for (variable, ty) in variables {
            if is_plain(model, ty) {
                items.add(model, variable, &mut Vec::new(), ty);
            }
        }
        items
    }

    fn add(&mut self, model: &Model, variable: VarId, fields: &mut Vec<u32>, ty: TypeId) {
        if let Type::Record(inside) = model.types.get(ty) {
            for (number, field) in (0..).zip(inside) {
                fields.push(number);
                self.add(model, variable, fields, field.ty);
                fields.pop();
            }
            return;
        }
        let fields = fields.clone();
        let item = self.list.push(Item {
            variable,
            fields,
            ty,
        });
        self.of_variable.entry(variable).or_default().push(item);
    }

    pub fn all(&self) -> ItemSet {
        self.list.keys().collect()
    }

    pub fn get(&self, item: ItemId) -> &Item {
        &self.list[item]
    }

    pub fn variables(&self) -> impl Iterator<Item = VarId> {
        self.of_variable.keys().copied()
    }

    pub fn mention(&self, place: &Place) -> Mention {
        let Root::Variable(variable) = place.root else {
            return Mention::Nothing;
        };
        let Some(all) = self.of_variable.get(&variable) else {
            return Mention::Nothing;
        };
        if !self.has_process {
            return self.of_process(None, all, &place.path);
        }
        match place.path.split_first() {
            Some((Projection::Index(index), path)) => match plain_local(index) {
                Some(process) => self.of_process(Some(process), all, path),
                None => Mention::OfAnybody(all.clone()),
            },
            Some((Projection::Field(_) | Projection::Element(_), _)) | None => {
                Mention::OfAnybody(all.clone())
            }
        }
    }

    fn of_process(&self, process: Option<LocalId>, all: &[ItemId], path: &[Projection]) -> Mention {
        let fields = path.iter().map_while(|step| match step {
            Projection::Field(field) => Some(*field),
            Projection::Index(_) | Projection::Element(_) => None,
        });
        let fields: Vec<u32> = fields.collect();
        let is_inside = |item: &ItemId| {
            let own = &self.list[*item].fields;
            own.starts_with(&fields) || fields.starts_with(own)
        };
        let items: Vec<ItemId> = all.iter().copied().filter(is_inside).collect();
        let is_part = |item: &ItemId| self.list[*item].fields.len() < path.len();
        let is_whole = !items.iter().any(is_part);
        Mention::Of {
            process,
            items,
            is_whole,
        }
    }
}

/// The local that an expression is.
pub(super) fn plain_local(expr: &Expr) -> Option<LocalId> {
    if let ExprKind::Read(place) = &expr.kind
        && let Root::Local(local) = place.root
        && place.path.is_empty()
    {
        return Some(local);
    }
    None
}

/// Variables that executors look at, or that hold messages.
fn bookkeeping(model: &Model) -> BTreeSet<VarId> {
    let processes = model.processes();
    let priorities = processes.kinds().iter().filter_map(|kind| kind.priority);
    let fixed = processes.fixed_channels().iter().map(|of| of.variable);
    let pool = processes.channel_pool().into_iter().flat_map(|pool| {
        let counted = pool.counters.iter().chain(&pool.shapes);
        counted.copied().chain([pool.shape_of])
    });
    let all = processes.locations().chain(priorities).chain(fixed);
    all.chain(pool).chain(processes.count()).collect()
}

/// Whether a type is made of scalars alone.
fn is_plain(model: &Model, ty: TypeId) -> bool {
    match model.types.get(ty) {
        Type::Bool
        | Type::Int
        | Type::Range { .. }
        | Type::Enum { .. }
        | Type::Id(_)
        | Type::Union(_) => true,
        Type::Array { element, .. } => is_plain(model, *element),
        Type::Record(fields) => fields.iter().all(|field| is_plain(model, field.ty)),
        Type::Multiset { .. } | Type::Channel { .. } => false,
    }
}
