//! The rules of one process where more is known than what holds in all reachable states: what some
//! slots hold just now. (Partial evaluation: Jones, Gomard and Sestoft, 1993; here of the analysis,
//! not of the program.)

use super::ground::Ground;
use super::possible_values::PossibleValues;
use super::{Enabling, Footprint, PATIENCE, SlotSet, Structure, beginnings};
use crate::layout::{Layout, SlotId};
use crate::{Model, RuleId, Valuations};
use std::collections::BTreeMap;

/// A structure that can be asked again about states in which slots hold certain values.
#[derive(Clone, Debug)]
pub struct Foresight {
    pub structure: Structure,
    possible: PossibleValues,
    assumptions: SlotSet,
}

impl Foresight {
    /// The model must have passed [`crate::verify`]; the layout is its own.
    pub fn new(model: &Model, layout: &Layout) -> Foresight {
        let (structure, possible) = Structure::from(model, layout, beginnings(model, layout));
        Foresight {
            assumptions: structure.assumptions(model),
            structure,
            possible,
        }
    }

    /// The values that a slot may hold, if they are few.
    pub fn values(&self, slot: SlotId) -> Option<Vec<i128>> {
        self.possible.values(slot).known().map(<[i128]>::to_vec)
    }

    /// The values that one instance of a rule with one parameter may leave in a slot, if they are
    /// few.
    pub fn left_by(
        &self,
        (model, layout): (&Model, &Layout),
        (rule, instance): (RuleId, u64),
        slot: SlotId,
    ) -> Option<Vec<i128>> {
        let ground = self.ground((model, layout), &self.possible);
        let values = valuation(model, rule, instance);
        let (_, walk) = ground.rule(&model.rules[rule], &layout.rules[rule], values.as_deref());
        let left = PossibleValues::left_by(&walk, slot);
        left.known().map(<[i128]>::to_vec)
    }

    /// What the rules of a process do as long as slots hold what is known of them, or what these
    /// rules themselves store there.
    pub fn footprints(
        &self,
        (model, layout): (&Model, &Layout),
        (rules, instance): (&[RuleId], u64),
        known: impl Iterator<Item = (SlotId, i128)>,
    ) -> BTreeMap<RuleId, Footprint> {
        let mut possible = self.possible.knowing(known);
        let mut footprints = BTreeMap::new();
        for pass in 0.. {
            let before = possible.clone();
            let ground = self.ground((model, layout), &before);
            let mut is_stable = true;
            for rule in rules {
                let values = valuation(model, *rule, instance);
                let frame = &layout.rules[*rule];
                let (footprint, walk) = ground.rule(&model.rules[*rule], frame, values.as_deref());
                is_stable &= !possible.absorb_known(&walk, pass >= PATIENCE);
                footprints.insert(*rule, footprint);
            }
            if is_stable {
                break;
            }
        }
        self.with_enabling((model, layout), instance, footprints)
    }

    fn with_enabling(
        &self,
        (model, layout): (&Model, &Layout),
        instance: u64,
        mut footprints: BTreeMap<RuleId, Footprint>,
    ) -> BTreeMap<RuleId, Footprint> {
        let enabling = Enabling {
            model,
            layout,
            structure: &self.structure,
            own: &footprints,
        };
        let sets = footprints.keys();
        let sets: Vec<SlotSet> = sets.map(|rule| enabling.slots(*rule, instance)).collect();
        for (footprint, slots) in footprints.values_mut().zip(sets) {
            footprint.enabling = slots;
        }
        footprints
    }

    fn ground<'m>(
        &self,
        (model, layout): (&'m Model, &'m Layout),
        possible: &'m PossibleValues,
    ) -> Ground<'m> {
        Ground {
            model,
            layout,
            possible,
            assumptions: self.assumptions.clone(),
        }
    }
}

/// What the parameter of a rule is in one of its instances; `None` for several parameters.
fn valuation(model: &Model, rule: RuleId, instance: u64) -> Option<Vec<i128>> {
    let parameters = &model.rules[rule].parameters;
    let all = Valuations::new(model, parameters).filter(|_| parameters.len() == 1)?;
    Some(all.values(instance))
}
