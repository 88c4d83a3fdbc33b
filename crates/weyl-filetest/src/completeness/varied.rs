//! Other states to begin in: what breaks a symmetry may be one value in the beginning, which a
//! quotient does not mind.

use super::explored::Explored;
use super::places::{Domain, Places, Scalar, Value};
use std::collections::{BTreeSet, HashMap};

/// Variables with more values are left as they are.
const MOST_VALUES: usize = 8;

/// For each variable, the first state with other values in one of its scalars, all that it ever
/// has.
pub fn starts(places: &Places, explored: &Explored) -> Vec<Vec<Vec<u8>>> {
    let mut variables: HashMap<&Domain, Vec<&Scalar>> = HashMap::new();
    let mut order = Vec::new();
    for scalar in &places.scalars {
        let domain = &places.places[scalar.place].domain;
        let is_plain = scalar.position.is_none() && scalar.slot.presence.is_none();
        if is_plain && matches!(domain, Domain::Part(_)) {
            let scalars = variables.entry(domain).or_default();
            if scalars.is_empty() {
                order.push(domain);
            }
            scalars.push(scalar);
        }
    }
    let variables = order.iter().map(|domain| &variables[domain]);
    variables
        .map(|scalars| variants(places, explored, scalars))
        .filter(|variants| !variants.is_empty())
        .collect()
}

fn variants(places: &Places, explored: &Explored, scalars: &[&Scalar]) -> Vec<Vec<u8>> {
    let Some(first) = explored.states.first() else {
        return Vec::new();
    };
    let states = explored.states.iter();
    let values = states.flat_map(|state| scalars.iter().map(|one| places.value(one, state)));
    let values: BTreeSet<Value> = values.collect();
    if values.len() > MOST_VALUES {
        return Vec::new();
    }
    let mut variants = Vec::new();
    for scalar in scalars {
        for value in &values {
            let slot = &scalar.slot;
            if let Value::Number(number) = value
                && let Some(code) = slot.scalar.encode(*number)
            {
                let mut variant = first.clone();
                slot.scalar.store(&mut variant, slot.offset as usize, code);
                variants.push(variant);
            }
        }
    }
    variants.retain(|variant| explored.number(variant).is_none());
    variants
}
