//! Types. All storage types are finite; they are interned, so that equal types have equal ids.

use crate::{Projection, SortId, TypeId};
use cranelift_entity::EntityRef;
use indexmap::IndexSet;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    pub name: String,
    pub ty: TypeId,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Bool,
    /// A mathematical integer: the type of arithmetic, never of storage.
    Int,
    /// The integers `lo ..= hi`; at most 2^64 − 1 of them, so that a code for "undefined" is left.
    Range {
        lo: i128,
        hi: i128,
        /// What some of the values are called where they are shown, by increasing value. It has no
        /// other meaning.
        names: Vec<(i128, String)>,
    },
    /// Values are numbered from 0 in the order of the variants.
    Enum {
        name: String,
        variants: Vec<String>,
    },
    /// A name of a sort; values are numbered from 0 in the order of the sort's names.
    Id(SortId),
    /// A disjoint union of `Id` and `Enum` types; values are numbered member after member.
    Union(Vec<TypeId>),
    /// Indexed by all values of a finite scalar type.
    Array {
        index: TypeId,
        element: TypeId,
    },
    Record(Vec<Field>),
    /// A bag of at most `capacity` elements. Its positions carry no meaning between steps.
    Multiset {
        capacity: u32,
        element: TypeId,
    },
    /// A queue of at most `capacity` messages, the oldest first; each message has these integer
    /// fields. With capacity 0 it stores nothing: sender and receiver meet, see
    /// [`Interleaving`](crate::Interleaving).
    Channel {
        capacity: u32,
        fields: Vec<TypeId>,
    },
}

impl Type {
    /// The integers `lo ..= hi`, shown as numbers.
    pub const fn range(lo: i128, hi: i128) -> Type {
        let names = Vec::new();
        Type::Range { lo, hi, names }
    }
}

impl Type {
    /// The type of the part that a step leads to, if there is such a part.
    pub fn part(&self, step: &Projection) -> Option<TypeId> {
        match step {
            Projection::Field(number) => {
                let Type::Record(fields) = self else {
                    return None;
                };
                fields.get(*number as usize).map(|field| field.ty)
            }
            Projection::Index(_) => {
                let Type::Array { element, .. } = self else {
                    return None;
                };
                Some(*element)
            }
            Projection::Element(_) => {
                let Type::Multiset { element, .. } = self else {
                    return None;
                };
                Some(*element)
            }
        }
    }
}

/// The values of a scalar type as integers: `lo ..= hi`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScalarRange {
    pub lo: i128,
    pub hi: i128,
}

impl ScalarRange {
    pub fn contains(self, value: i128) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// How many values there are (0 for an empty range).
    pub fn len(self) -> u128 {
        if self.is_empty() {
            0
        } else {
            self.hi.abs_diff(self.lo).saturating_add(1)
        }
    }

    pub fn is_empty(self) -> bool {
        self.hi < self.lo
    }
}

/// The interned types of a model.
#[derive(Clone, Debug, Default)]
pub struct Types {
    set: IndexSet<Type>,
}

impl Types {
    pub fn intern(&mut self, ty: Type) -> TypeId {
        TypeId::new(self.set.insert_full(ty).0)
    }

    /// Gives values of a range other names than it has, if there is no such type yet.
    pub fn name_values(&mut self, id: TypeId, names: Vec<(i128, String)>) {
        let Type::Range { lo, hi, .. } = *self.get(id) else {
            return;
        };
        let named = Type::Range { lo, hi, names };
        if self.set.insert(named) {
            self.set.swap_indices(id.index(), self.set.len() - 1);
            self.set.pop();
        }
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.set[id.index()]
    }

    pub fn len(&self) -> usize {
        self.set.len()
    }

    pub fn contains(&self, id: TypeId) -> bool {
        id.index() < self.set.len()
    }

    pub fn is_empty(&self) -> bool {
        self.set.is_empty()
    }

    pub fn ids(&self) -> impl Iterator<Item = TypeId> + use<> {
        (0..self.set.len()).map(TypeId::new)
    }

    pub fn is_scalar(&self, id: TypeId) -> bool {
        !matches!(
            self.get(id),
            Type::Array { .. } | Type::Record(_) | Type::Multiset { .. } | Type::Channel { .. }
        )
    }

    /// Whether values of the type are integers: `Int` or a range.
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int | Type::Range { .. })
    }
}

/// Equal tables give equal ids to equal types: the order counts.
impl PartialEq for Types {
    fn eq(&self, other: &Types) -> bool {
        self.set.iter().eq(&other.set)
    }
}

impl Eq for Types {}
