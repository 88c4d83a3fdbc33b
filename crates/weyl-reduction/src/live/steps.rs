//! Variables of a model without processes that are dead in every state.
//!
//! Where each rule is a step by itself, a variable is dead between steps if no rule looks at it
//! before it has written all of it, no guard does, and nobody else. Every rule that may write it
//! then ends with its default. As for processes, equality of all else is a bisimulation; a dead
//! variable has its default in every state, so there are no more states.

use super::body::summary;
use super::covering;
use super::defaults::{Aim, Defaults};
use super::items::{Item, ItemId, ItemSet, Items};
use super::pins::Pins;
use super::processes::Site;
use super::{Resets, numbers, reset_without_process, sites};
use std::collections::BTreeSet;
use weyl_ir::{Model, PropertyId, VarId};
use weyl_symmetry::StaticProcesses;

/// Adds the resets to a copy of the model.
pub(super) fn reduce(model: &Model, seen: &[PropertyId], aim: Aim, reduced: &mut Model) -> Resets {
    let items = Items::of_variables(model, model.variables.keys());
    let classes = numbers::classes(model, &StaticProcesses::default());
    let defaults = Defaults {
        model,
        classes: &classes,
        aim,
        owner: None,
        must_exist: false,
    };
    let dead = dead(model, seen, &items, &defaults);
    let mut resets = Resets::default();
    for (site, rule, _) in sites(model) {
        let written = summary(model, &items, rule, None).may_write;
        // In an initial rule all is undefined, or least, before.
        let stale = dead.intersection(match site {
            Site::Start(_) => &dead,
            Site::Rule(_) => &written,
        });
        let stale: Vec<&Item> = stale.map(|item| items.get(*item)).collect();
        resets.statements += reset_without_process(reduced, site, &stale, &defaults);
    }
    let variables: BTreeSet<VarId> = dead.iter().map(|item| items.get(*item).variable).collect();
    if resets.statements > 0 {
        resets.variables = variables
            .into_iter()
            .map(|variable| (variable, 1))
            .collect();
    }
    resets
}

fn dead(model: &Model, seen: &[PropertyId], items: &Items, defaults: &Defaults<'_>) -> ItemSet {
    let mut pins = Pins::new(items);
    pins.outside_of_rules(model, seen);
    for (site, rule, _) in sites(model) {
        pins.rule(rule, vec![None]);
        let found = summary(model, items, rule, None);
        let is_start = matches!(site, Site::Start(_));
        pins.pin_all(found.reads.into_iter().filter(|_| !is_start));
        if covering::returns(&rule.body) {
            pins.pin_all(found.may_write);
        }
    }
    let has_default = |item: &ItemId| {
        let of = items.get(*item);
        model.variables[of.variable].undefinable
            || defaults.exist(of.variable, &mut super::fields_path(&of.fields), of.ty)
    };
    let all = items.all();
    let free = all.difference(&pins.pinned);
    free.copied().filter(has_default).collect()
}
