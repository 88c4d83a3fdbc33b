//! What all workers of a search share.

use crate::found::Found;
use crate::store::Store;
use crate::watch::Watch;
use crate::{Progress, Task};
use weyl_ir::PropertyId;
use weyl_store::Budget;
use weyl_system::Conditions;

/// A property with the number of its instances.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbered {
    pub property: PropertyId,
    pub instances: u64,
}

#[derive(Debug)]
pub(crate) struct Scene<'a, T> {
    pub task: &'a Task,
    pub store: &'a T,
    pub budget: &'a Budget,
    pub watch: Watch<'a>,
    pub invariants: Vec<Numbered>,
    pub covers: Vec<Numbered>,
    pub liveness: Vec<Asked>,
}

/// A liveness property with the instances that are asked about.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    pub property: PropertyId,
    pub instances: Vec<u64>,
}

/// How a search ended.
#[derive(Debug)]
pub(crate) struct Searched {
    pub found: Found,
    pub depth: u64,
    /// Whether no stored state was left unexplored.
    pub is_exhausted: bool,
    /// Whether states were left unexplored because of their depth.
    pub is_cut_at_depth: bool,
}

impl<'a, T: Store> Scene<'a, T> {
    pub fn new(
        system: &impl Conditions,
        task: &'a Task,
        (store, budget): (&'a T, &'a Budget),
        progress: &'a Progress,
    ) -> Scene<'a, T> {
        let number = |properties: &[PropertyId]| -> Vec<Numbered> {
            let number = |property: &PropertyId| Numbered {
                property: *property,
                instances: system.instances(*property),
            };
            properties.iter().map(number).collect()
        };
        let asked = task.liveness.iter().map(|question| {
            let all = || (0..system.instances(question.property)).collect();
            Asked {
                property: question.property,
                instances: question.instances.clone().unwrap_or_else(all),
            }
        });
        Scene {
            task,
            store,
            budget,
            watch: Watch::new(progress, task.limits.time),
            invariants: number(&task.invariants),
            covers: number(&task.covers),
            liveness: asked.collect(),
        }
    }

    pub fn liveness_instances(&self) -> usize {
        let instances = self.liveness.iter().map(|asked| asked.instances.len());
        instances.sum()
    }

    /// Whether the search goes on after what was found.
    pub fn goes_on(&self, found: &Found) -> bool {
        match self.task.keep_going {
            true => !found.has_full_table(&self.task.growing),
            false => found.violations.is_empty(),
        }
    }

    pub fn is_depth_limit(&self, depth: u64) -> bool {
        self.task.limits.depth.is_some_and(|limit| depth >= limit)
    }
}
