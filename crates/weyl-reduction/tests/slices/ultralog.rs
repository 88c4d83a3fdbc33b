//! Saïdi's example: whether an authority comes back has nothing to do with managers and agents.

use crate::agree::{compare, kept_variables};
use crate::explored::Explored;
use crate::texts::{self, MURPHI};
use weyl_ir::{Layout, PropertyId};
use weyl_reduction::slice::{Wanted, slice};

const TEXT: &str = include_str!("../../../../models/murphi/ultralog.m");

/// Two enclaves of two nodes: 8 states each, and the root.
const SLICED: usize = 8 * 8 * 2;

#[test]
fn the_number_of_agents_does_not_count() {
    for agents in [1, 2, 3, 10] {
        let model = texts::model_with(MURPHI, TEXT, &[("A", agents)]).expect("a model");
        let layout = Layout::new(&model).expect("a layout");
        let slice = slice(
            &model,
            &layout,
            &Wanted::properties([PropertyId::from_u32(0)]),
        );
        let kept = kept_variables(&model, &layout, &slice);
        let kept: Vec<&str> = kept.iter().map(String::as_str).collect();
        assert_eq!(kept, ["authority", "root", "up"]);
        let program = texts::program(slice.model).expect("a program");
        let explored = Explored::new(&program, 10_000).expect("few states");
        assert_eq!(explored.states.len(), SLICED);
    }
}

#[test]
fn slices_say_the_same() {
    let model = texts::model(MURPHI, TEXT).expect("a model");
    for (property, states) in [(0, SLICED), (1, 2)] {
        let property = PropertyId::from_u32(property);
        let compared = compare(&model, &[property], 10_000).expect("the same");
        let compared = compared.expect("few states");
        assert_eq!((compared.states, compared.sliced_states), (3528, states));
    }
}
