//! Explorations, and the products with automata in them.

use super::{Pairs, rounded};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_check::{ExplorationSummary, Indices, ProductSummary};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ExplorationView {
    pub properties: Vec<String>,
    pub states: u64,
    pub transitions: u64,
    /// Of the first product with an automaton.
    pub product_states: Option<u64>,
    pub automaton_states: Option<usize>,
    /// What became of the instances of the first temporal property.
    pub indices: Option<IndicesView>,
    /// All products with automata.
    pub products: Vec<ProductView>,
    pub symmetry: Option<OrderView>,
    /// What finding representatives cost, all threads together.
    pub representatives: Option<RepresentingView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct OrderView {
    pub order: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RepresentingView {
    pub states: u64,
    pub seconds: f64,
}

/// The product of the system with the automaton of a temporal property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ProductView {
    pub property: String,
    /// 0 where single states answer the question.
    pub states: u64,
    pub automaton_states: usize,
    pub indices: IndicesView,
    /// The instance that is fixed, if there are several.
    pub instance: Option<InstanceView>,
}

/// What became of the instances of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum IndicesView {
    Fixed,
    Followed,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct InstanceView {
    pub parameters: Pairs,
    /// How many instances it stands for, itself included.
    pub stands_for: u32,
}

impl ExplorationView {
    pub fn of(exploration: &ExplorationSummary) -> ExplorationView {
        let order = exploration.order.as_ref();
        let products: Vec<ProductView> = exploration.products.iter().map(ProductView::of).collect();
        let first = products.first();
        ExplorationView {
            properties: exploration.properties.clone(),
            states: exploration.states,
            transitions: exploration.transitions,
            product_states: first.map(|product| product.states),
            automaton_states: first.map(|product| product.automaton_states),
            indices: first.map(|product| product.indices),
            symmetry: order.map(|order| OrderView {
                order: order.clone(),
            }),
            representatives: order.map(|_| RepresentingView {
                states: exploration.representatives.pieces,
                seconds: rounded(exploration.representatives.seconds, 1e6),
            }),
            products,
        }
    }
}

impl ProductView {
    fn of(product: &ProductSummary) -> ProductView {
        let instance = product.instance.as_ref();
        ProductView {
            property: product.property.clone(),
            states: product.states,
            automaton_states: product.automaton,
            indices: match product.indices {
                Indices::Followed => IndicesView::Followed,
                Indices::Fixed | Indices::Cheapest => IndicesView::Fixed,
            },
            instance: instance.map(|(parameters, stands_for)| InstanceView {
                parameters: Pairs(parameters.clone()),
                stands_for: *stands_for,
            }),
        }
    }
}
