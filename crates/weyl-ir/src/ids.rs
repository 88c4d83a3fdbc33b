//! Typed indices: one for each table of a [`Model`](crate::Model).

use cranelift_entity::entity_impl;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident, $prefix:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u32);
        entity_impl!($name, $prefix);
    };
}

index!(
    /// A set of names that the program may treat as interchangeable.
    SortId, "sort"
);
index!(
    /// One name; all names of all sorts together are the universe.
    NameId, "name"
);
index!(
    /// An interned type.
    TypeId, "type"
);
index!(
    /// A variable of the state.
    VarId, "var"
);
index!(
    /// A parameter, bound variable, local variable or reference of one rule, function or property.
    LocalId, "local"
);
index!(FunctionId, "fn");
index!(
    /// A rule or an initial rule: each has its own table.
    RuleId, "rule"
);
index!(PropertyId, "property");
