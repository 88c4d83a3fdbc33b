//! Random models: a few sorts, some of them empty, and variables of random types.

use proptest::prelude::*;
use weyl_ir::{Field, Model, Sort, SortId, Type, TypeId, Variable};
use weyl_source::Span;

#[derive(Clone, Debug)]
enum Spec {
    Bool,
    Range(i128, u64),
    Enum(u8),
    Id(u32),
    /// Which of the candidates are members.
    Union(u8),
    Array(Box<Spec>, Box<Spec>),
    Record(Vec<Spec>),
    Multiset(u32, Box<Spec>),
}

fn index() -> impl Strategy<Value = Spec> {
    prop_oneof![
        Just(Spec::Bool),
        (-3..3i128, 1..4u64).prop_map(|(lo, len)| Spec::Range(lo, len)),
        (1..4u8).prop_map(Spec::Enum),
        (0..3u32).prop_map(Spec::Id),
        (0..3u32).prop_map(Spec::Id),
        (1..8u8).prop_map(Spec::Union),
    ]
}

fn scalar() -> impl Strategy<Value = Spec> {
    prop_oneof![
        index(),
        (
            any::<i64>(),
            prop_oneof![1..70_000u64, Just(u64::MAX), 1..u64::MAX]
        )
            .prop_map(|(lo, len)| Spec::Range(i128::from(lo), len)),
    ]
}

fn spec() -> impl Strategy<Value = Spec> {
    scalar().prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            3 => (index(), inner.clone()).prop_map(|(i, e)| Spec::Array(Box::new(i), Box::new(e))),
            2 => prop::collection::vec(inner.clone(), 0..4).prop_map(Spec::Record),
            1 => (1..4u32, inner).prop_map(|(n, e)| Spec::Multiset(n, Box::new(e))),
        ]
    })
}

pub fn model() -> impl Strategy<Value = Model> {
    let sizes = [0..4usize, 0..3usize, 1..5usize];
    let variables = prop::collection::vec((spec(), any::<bool>()), 1..5);
    (sizes, variables).prop_map(|(sizes, variables)| build(sizes, &variables))
}

fn build(sizes: [usize; 3], variables: &[(Spec, bool)]) -> Model {
    let mut model = Model::default();
    for (number, size) in sizes.into_iter().enumerate() {
        model.sorts.push(Sort {
            name: format!("S{number}"),
            names: (0..size).map(|name| format!("s{number}_{name}")).collect(),
            span: Span::default(),
        });
    }
    for (number, (spec, undefinable)) in variables.iter().enumerate() {
        let ty = intern(&mut model, spec);
        model.variables.push(Variable {
            name: format!("v{number}"),
            ty,
            undefinable: *undefinable,
            hidden: false,
            span: Span::default(),
        });
    }
    model
}

fn intern(model: &mut Model, spec: &Spec) -> TypeId {
    let ty = match spec {
        Spec::Bool => Type::Bool,
        Spec::Range(lo, len) => Type::range(*lo, lo + i128::from(*len) - 1),
        Spec::Enum(count) => Type::Enum {
            name: format!("E{count}"),
            variants: (0..*count).map(|variant| format!("e{variant}")).collect(),
        },
        Spec::Id(sort) => Type::Id(SortId::from_u32(*sort)),
        Spec::Union(mask) => {
            let candidates = [Spec::Id(1), Spec::Enum(2), Spec::Id(2)];
            let chosen = candidates.iter().enumerate();
            let chosen = chosen.filter(|(bit, _)| mask >> bit & 1 == 1);
            Type::Union(chosen.map(|(_, member)| intern(model, member)).collect())
        }
        Spec::Array(index, element) => Type::Array {
            index: intern(model, index),
            element: intern(model, element),
        },
        Spec::Record(parts) => {
            let parts = parts.iter().enumerate();
            let field = |(number, part)| Field {
                name: format!("f{number}"),
                ty: intern(model, part),
            };
            Type::Record(parts.map(field).collect())
        }
        Spec::Multiset(capacity, element) => Type::Multiset {
            capacity: *capacity,
            element: intern(model, element),
        },
    };
    model.types.intern(ty)
}
