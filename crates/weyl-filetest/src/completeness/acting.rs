//! What a symmetry of the graph does to a state, scalar by scalar.

use super::explored::{Explored, Explorer};
use super::graph::StateGraph;
use super::places::{Domain, Places, Scalar, Value};
use std::collections::{BTreeSet, HashMap};
use weyl_permutation::Point;
use weyl_permutation::refinement::Automorphism;
use weyl_system::Program;

pub struct Acting<'a> {
    program: &'a Program,
    places: &'a Places,
    /// For each place, where it goes.
    moved: Vec<usize>,
    /// What values of a domain become.
    values: HashMap<(Domain, Value), Value>,
    /// The scalar of a place, at a position if it is in a multiset.
    scalars: HashMap<(usize, Option<u32>), usize>,
}

impl<'a> Acting<'a> {
    pub fn new(
        program: &'a Program,
        places: &'a Places,
        graph: &StateGraph,
        by: &Automorphism,
    ) -> Acting<'a> {
        let numbers = graph.places.iter().enumerate();
        let numbers: HashMap<Point, usize> = numbers.map(|(at, point)| (*point, at)).collect();
        let moved = graph.places.iter().map(|point| numbers[&by.image(*point)]);
        let known = graph.values.iter();
        let known: HashMap<Point, Value> = known.map(|((_, value), at)| (*at, *value)).collect();
        let values = graph.values.iter();
        let values = values.map(|(of, point)| (of.clone(), known[&by.image(*point)]));
        let scalars = places.scalars.iter().enumerate();
        let scalars = scalars.map(|(at, scalar)| ((scalar.place, position(scalar)), at));
        Acting {
            program,
            places,
            moved: moved.collect(),
            values: values.collect(),
            scalars: scalars.collect(),
        }
    }

    /// The image of a state. Values that no state of the graph has stay what they are.
    pub fn image(&self, state: &[u8]) -> Vec<u8> {
        let mut image = state.to_vec();
        for scalar in &self.places.scalars {
            let place = self.moved[scalar.place];
            let target = self.scalars.get(&(place, position(scalar)));
            let Some(target) = target.map(|target| &self.places.scalars[*target].slot) else {
                continue;
            };
            let domain = self.places.places[scalar.place].domain.clone();
            let value = self.places.value(scalar, state);
            let value = *self.values.get(&(domain, value)).unwrap_or(&value);
            let code = match value {
                Value::Absent | Value::Undefined => Some(0),
                Value::Number(number) => target.scalar.encode(number),
            };
            let kept = scalar.slot.scalar.load(state, scalar.slot.offset as usize);
            let code = code.unwrap_or(kept);
            target
                .scalar
                .store(&mut image, target.offset as usize, code);
        }
        self.program.layout.normalise(&mut image);
        image
    }

    /// The numbers of the images of all states of a graph, if all of them are there.
    pub fn images(&self, explored: &Explored) -> Option<Vec<usize>> {
        let states = explored.states.iter();
        let images = states.map(|state| explored.number(&self.image(state)));
        images.collect()
    }

    /// Whether it maps the steps of a state, whatever it is, to those of its image; `None` where
    /// that takes too long.
    pub fn commutes(&self, explorer: &mut Explorer<'_>, state: &[u8]) -> Option<bool> {
        let (outlook, steps) = explorer.steps(state)?;
        let (other, found) = explorer.steps(&self.image(state))?;
        let wanted: BTreeSet<Vec<u8>> = steps.keys().map(|step| self.image(step)).collect();
        Some(outlook == other && wanted == found.into_keys().collect())
    }
}

/// Where a scalar is in its multiset.
fn position(scalar: &Scalar) -> Option<u32> {
    scalar.position.map(|(_, position)| position)
}
