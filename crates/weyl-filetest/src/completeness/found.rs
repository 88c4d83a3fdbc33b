//! The group that was found, as it acts on the names of the graph.

use super::places::Name;
use cranelift_entity::EntityRef;
use std::collections::BTreeMap;
use weyl_ir::layout::{name, point};
use weyl_ir::{Model, NameId, Numbering};
use weyl_permutation::{Permutation, Point};

/// What a permutation of the names of a model does to the names of a graph; `None` if it takes some
/// of them to others.
pub fn on_names(model: &Model, by: &Permutation, names: &[Name]) -> Option<Permutation> {
    let places = names.iter().enumerate();
    let places: BTreeMap<&Name, usize> = places.map(|(at, name)| (name, at)).collect();
    let images = names.iter().map(|name| {
        let image = image(model, by, name)?;
        places.get(&image).copied().map(Point::new)
    });
    Permutation::from_images(images.collect::<Option<_>>()?)
}

fn image(model: &Model, by: &Permutation, of: &Name) -> Option<Name> {
    let moved = |from: NameId| name(by.image(point(from)));
    match of {
        Name::Declared(declared) => Some(Name::Declared(moved(*declared))),
        Name::Channel(number) => {
            let channels = &model.naming.channels;
            let Some(from) = channels.get(number) else {
                return Some(of.clone());
            };
            let mut all = channels.iter();
            let to = all.find(|(_, name)| **name == moved(*from));
            to.map(|(number, _)| Name::Channel(*number))
        }
        Name::Index(array, number) => {
            let naming = &model.naming;
            let numbering = naming.indices.get(array);
            let numbering = numbering.filter(|_| !naming.inert.contains(&array.variable));
            let numbering: Option<&Numbering> = numbering.map(|id| &naming.numberings[*id]);
            let named = numbering.and_then(|all| Some((all, *all.get(number)?)));
            let Some((numbering, from)) = named else {
                return Some(of.clone());
            };
            let mut all = numbering.iter();
            let to = all.find(|(_, name)| **name == moved(from));
            to.map(|(number, _)| Name::Index(array.clone(), *number))
        }
    }
}
