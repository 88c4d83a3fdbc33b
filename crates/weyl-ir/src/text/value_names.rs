//! Values by their names, for texts that name many values of one type.

use crate::{Model, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;

/// What was looked up in a type once is known for all its values.
#[derive(Default)]
pub(super) struct ValueNames {
    known: RefCell<HashMap<TypeId, HashMap<String, i128>>>,
}

impl ValueNames {
    /// The first value of an enumeration, sort or union that is written like this.
    pub fn value(&self, model: &Model, ty: TypeId, name: &str) -> Option<i128> {
        let mut known = self.known.borrow_mut();
        let values = known.entry(ty).or_insert_with(|| {
            let values = model.values_by_name(ty).into_iter();
            values
                .map(|(name, value)| (name.to_string(), value))
                .collect()
        });
        values.get(name).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Type;

    #[test]
    fn the_first_of_several_is_meant() {
        let mut model = Model::default();
        let mut enumeration = |names: &[&str]| {
            let variants = names.iter().map(|name| name.to_string()).collect();
            let name = String::new();
            model.types.intern(Type::Enum { name, variants })
        };
        let (one, other) = (enumeration(&["a", "b", "a"]), enumeration(&["b", "c"]));
        let union = model.types.intern(Type::Union(vec![one, other]));
        let names = ValueNames::default();
        let value = |ty, name| names.value(&model, ty, name);
        assert_eq!(
            (value(one, "a"), value(one, "b"), value(one, "c")),
            (Some(0), Some(1), None)
        );
        assert_eq!((value(union, "b"), value(union, "c")), (Some(1), Some(4)));
    }
}
