//! The structure of a program: which slots of the state its rules read and write, and who may
//! enable or disable whom. Reductions, slicing and symbolic engines ask here instead of walking
//! over bodies by themselves. (LTSmin's dependency matrices, by guards and by kinds of access:
//! Blom, van de Pol and Weber, *LTSmin*, 2010; Laarman, Pater, van de Pol and Weber, *Guard-based
//! partial-order reduction*, 2013.)
//!
//! All of it is about *rules* as they are written in the representation, with one valuation of
//! their parameters where that is cheap, and with all at once (`is_ground`) where there are too
//! many. In a model with processes a step is a turn of one or several such rules; what a turn reads
//! and writes is the union over its rules. Only [`Footprint::may_enable`] and
//! [`Footprint::may_disable`] ask about the first rule of a turn.
//!
//! What is promised, in every reachable state and in every state inside of a turn
//! ([`Structure::of`]), or in all well-formed states ([`Structure::in_all_states`]):
//!
//! - Whether the rule fires, what fails, and what is written depends on nothing but
//!   [`Footprint::reads`]. Slots that are only copied are in `copies` alone.
//! - Nothing outside of `may_write` changes.
//! - Everything in `must_write` is written whenever the rule fires without a failure.
//! - If b is enabled after a and was not before, a may enable b; the same for disabling.
//!
//! An index that is a constant, a parameter, or a value that can be foreseen leads to one element;
//! any other to all elements.

mod calls;
mod channels;
mod enabling;
mod exprs;
mod flow;
mod foresight;
mod ground;
mod loops;
mod places;
mod possible_values;
mod slot_set;
mod stmts;
mod touches;
mod values;
mod walk;

pub use foresight::Foresight;
pub use slot_set::SlotSet;
pub use touches::{Address, Statements, Touch, Touches};

use crate::layout::{Layout, SlotId};
use crate::{Binding, Model, PropertyId, PropertyKind, RuleId, Valuations, VarId};
use cranelift_entity::SecondaryMap;
use enabling::Enabling;
use ground::Ground;
use possible_values::PossibleValues;
use std::collections::BTreeMap;

/// Instances of one rule or property; where there are more, they are not told apart.
const MOST_INSTANCES: u64 = 1024;
/// Instances of all rules.
const MOST_IN_ALL: u64 = 16_384;
/// Walks over all rules before slots that still change are taken to have any value.
const PATIENCE: u32 = 3;

/// What a rule needs of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ChannelNeed {
    /// Its length is looked at, no more.
    Length,
    /// Room for one more message, which comes to its end or to its place in the order.
    Room,
    /// Somebody who takes a message at once: the channel stores none.
    Receiver,
    /// The oldest message.
    Oldest,
    /// Any message.
    Message,
    /// Somebody who offers a message: the channel stores none.
    Sender,
}

/// A channel, and what is needed of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChannelUse {
    /// The variable that holds it.
    pub variable: VarId,
    /// Which element of the variable it is, if that is an array.
    pub element: Option<u32>,
    pub need: ChannelNeed,
}

impl ChannelUse {
    pub fn is_same_channel(&self, other: &ChannelUse) -> bool {
        (self.variable, self.element) == (other.variable, other.element)
    }
}

/// The control location that a rule leaves and reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub slot: SlotId,
    pub from: i128,
    /// `None`: the body decides.
    pub to: Option<i128>,
}

/// What one rule touches; see [the module](self).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// By domains of parameters, control location and guard.
    pub guard_reads: SlotSet,
    /// By the body, the normal form, and the assumptions of the model.
    pub body_reads: SlotSet,
    pub may_write: SlotSet,
    pub must_write: SlotSet,
    /// To, from: slots whose value may be copied without being looked at; ascending.
    pub copies: Vec<(SlotId, SlotId)>,
    /// On which slots it depends whether it can begin a step.
    pub enabling: SlotSet,
    /// Whether its body may say that there is no such step.
    pub assumes: bool,
    pub channels: Vec<ChannelUse>,
    /// Where it stands, if that is one slot.
    pub moves: Option<Move>,
}

/// The structure of a program.
#[derive(Clone, Debug, Default)]
pub struct Structure {
    /// One for each instance, or one for all.
    rules: SecondaryMap<RuleId, Vec<Footprint>>,
    ground: SecondaryMap<RuleId, bool>,
    properties: SecondaryMap<PropertyId, Vec<SlotSet>>,
}

impl Structure {
    /// What holds in reachable states. The model must have passed [`crate::verify`]; the layout is
    /// its own.
    pub fn of(model: &Model, layout: &Layout) -> Structure {
        Structure::from(model, layout, beginnings(model, layout)).0
    }

    /// The same, with what each statement touches by itself.
    pub fn with_statements(model: &Model, layout: &Layout) -> (Structure, Statements) {
        let (structure, possible) = Structure::from(model, layout, beginnings(model, layout));
        let statements = Statements::new(model, layout, &possible);
        (structure, statements)
    }

    /// What holds in all well-formed states, for engines that do not begin with the initial ones:
    /// no value of a slot is foreseen.
    pub fn in_all_states(model: &Model, layout: &Layout) -> Structure {
        Structure::from(model, layout, PossibleValues::anything(layout)).0
    }

    /// What holds in all states in which slots hold what is known of them, and in what follows
    /// these.
    fn from(
        model: &Model,
        layout: &Layout,
        mut possible: PossibleValues,
    ) -> (Structure, PossibleValues) {
        let grounding = Grounding::new(model);
        for pass in 0.. {
            let widen = pass >= PATIENCE;
            let (structure, is_stable) = grounding.walk(model, layout, &mut possible, widen);
            if is_stable {
                return (structure.with_enabling(model, layout), possible);
            }
        }
        unreachable!("values are few, and what changes for long is given up")
    }

    /// Whether the instances of a rule are told apart.
    pub fn is_ground(&self, rule: RuleId) -> bool {
        self.ground[rule]
    }

    /// One instance of a rule, by the number of the valuation of its parameters.
    pub fn rule(&self, rule: RuleId, instance: u64) -> &Footprint {
        of_instance(&self.rules[rule], instance)
    }

    /// All that are told apart.
    pub fn instances(&self, rule: RuleId) -> &[Footprint] {
        &self.rules[rule]
    }

    /// The slots that one instance of a property sees.
    pub fn property(&self, property: PropertyId, instance: u64) -> &SlotSet {
        of_instance(&self.properties[property], instance)
    }

    /// The slots that some instance of a property sees.
    pub fn seen_by(&self, property: PropertyId) -> SlotSet {
        let sets = self.properties[property].iter();
        sets.fold(SlotSet::default(), |all, set| all.union(set))
    }

    fn with_enabling(mut self, model: &Model, layout: &Layout) -> Structure {
        let mut sets = Vec::new();
        let enabling = Enabling {
            model,
            layout,
            structure: &self,
            own: &BTreeMap::new(),
        };
        for rule in model.rules.keys() {
            for instance in 0..self.rules[rule].len() {
                sets.push((rule, instance, enabling.slots(rule, instance as u64)));
            }
        }
        for (rule, instance, slots) in sets {
            self.rules[rule][instance].enabling = slots;
        }
        self
    }
}

fn of_instance<T>(all: &[T], instance: u64) -> &T {
    let own = usize::try_from(instance).ok().and_then(|own| all.get(own));
    let own = own.filter(|_| all.len() > 1);
    own.unwrap_or(&all[0])
}

/// Which rules have few instances: for these, all valuations of the parameters.
struct Grounding {
    rules: SecondaryMap<RuleId, Vec<Option<Vec<i128>>>>,
}

impl Grounding {
    fn new(model: &Model) -> Grounding {
        let mut left = MOST_IN_ALL;
        let mut rules = SecondaryMap::new();
        for (id, rule) in &model.rules {
            let list = valuations(model, &rule.parameters, left);
            left = left.saturating_sub(list.len() as u64);
            rules[id] = list;
        }
        Grounding { rules }
    }

    /// The structure as far as it is known what slots may hold; and whether that was known.
    fn walk(
        &self,
        model: &Model,
        layout: &Layout,
        possible: &mut PossibleValues,
        widen: bool,
    ) -> (Structure, bool) {
        let before = possible.clone();
        let mut ground = Ground {
            model,
            layout,
            possible: &before,
            assumptions: SlotSet::default(),
        };
        let mut structure = Structure {
            properties: properties(&ground),
            ..Structure::default()
        };
        ground.assumptions = structure.assumptions(model);
        let mut is_stable = true;
        for (id, rule) in &model.rules {
            structure.ground[id] = self.rules[id].iter().all(Option::is_some);
            for values in &self.rules[id] {
                let (footprint, walk) = ground.rule(rule, &layout.rules[id], values.as_deref());
                is_stable &= !possible.absorb(&walk, false, widen);
                structure.rules[id].push(footprint);
            }
        }
        (structure, is_stable)
    }
}

impl Structure {
    /// What the assumptions of the model see.
    fn assumptions(&self, model: &Model) -> SlotSet {
        let properties = model.properties.iter();
        let assumed = properties.filter(|(_, of)| of.kind == PropertyKind::Assumption);
        let sets = assumed.flat_map(|(id, _)| &self.properties[id]);
        sets.fold(SlotSet::default(), |all, set| all.union(set))
    }
}

fn properties(ground: &Ground<'_>) -> SecondaryMap<PropertyId, Vec<SlotSet>> {
    let mut sets = SecondaryMap::new();
    for (id, property) in &ground.model.properties {
        let instances = valuations(ground.model, &property.parameters, MOST_IN_ALL);
        let seen = instances
            .iter()
            .map(|values| ground.property(id, property, values.as_deref()));
        sets[id] = seen.collect();
    }
    sets
}

/// All valuations of parameters, or `None` alone where there are more than are left.
fn valuations(model: &Model, parameters: &[Binding], left: u64) -> Vec<Option<Vec<i128>>> {
    let valuations = Valuations::new(model, parameters);
    let few = valuations.filter(|all| (1..=MOST_INSTANCES.min(left)).contains(&all.count));
    match few {
        Some(all) => (0..all.count)
            .map(|instance| Some(all.values(instance)))
            .collect(),
        None => vec![None],
    }
}

/// What slots may hold in initial states.
fn beginnings(model: &Model, layout: &Layout) -> PossibleValues {
    let blank = PossibleValues::blank(layout);
    let mut possible = PossibleValues::nothing(layout);
    let ground = Ground {
        model,
        layout,
        possible: &blank,
        assumptions: SlotSet::default(),
    };
    for (id, start) in &model.starts {
        for values in valuations(model, &start.parameters, MOST_INSTANCES) {
            let (_, walk) = ground.rule(start, &layout.starts[id], values.as_deref());
            possible.absorb(&walk, true, false);
        }
    }
    possible
}
