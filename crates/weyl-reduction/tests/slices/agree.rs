//! Whether a slice says the same as its program.

use crate::explored::Explored;
use crate::texts;
use anyhow::{Context, Result, ensure};
use std::collections::{BTreeSet, HashMap};
use weyl_ir::layout::{Layout, SlotId};
use weyl_ir::{Model, PropertyId, PropertyKind};
use weyl_reduction::slice::{Slice, Wanted, slice};
use weyl_system::{Conditions, Firing, Interpreter, Program};

/// What was compared.
pub struct Compared {
    pub slice: Slice,
    pub states: usize,
    pub sliced_states: usize,
}

/// Slices a program for some properties and compares; `None` if it has too many states.
pub fn compare(model: &Model, properties: &[PropertyId], most: usize) -> Result<Option<Compared>> {
    let whole = texts::program(model.clone())?;
    let slice = slice(
        model,
        &whole.layout,
        &Wanted::properties(properties.to_vec()),
    );
    let small = texts::program(slice.model.clone()).context("the slice")?;
    ensure!(same_tables(model, &slice.model), "numbers have changed");
    let (Some(all), Some(few)) = (Explored::new(&whole, most), Explored::new(&small, 4 * most))
    else {
        return Ok(None);
    };
    let pair = Pair {
        layout: &whole.layout,
        slice: &slice,
        all: &all,
        few: &few,
        by_projection: by_projection(&whole.layout, &slice, &few)?,
        has_processes: model.has_processes(),
    };
    pair.same_projections()?;
    pair.same_steps()?;
    pair.runs_can_be_completed()?;
    for property in properties {
        let verdicts = [(&whole, &all), (&small, &few)]
            .map(|(program, explored)| verdict(program, explored, *property));
        ensure!(verdicts[0] == verdicts[1], "verdicts differ: {verdicts:?}");
    }
    let (states, sliced_states) = (all.states.len(), few.states.len());
    Ok(Some(Compared {
        slice,
        states,
        sliced_states,
    }))
}

fn same_tables(one: &Model, other: &Model) -> bool {
    let parameters = |model: &Model| -> Vec<_> {
        let rules = model.rules.values().chain(model.starts.values());
        rules
            .map(|rule| (rule.name.clone(), rule.parameters.clone(), rule.turn))
            .collect()
    };
    one.variables == other.variables
        && one.sorts == other.sorts
        && one.types == other.types
        && one.properties == other.properties
        && parameters(one) == parameters(other)
}

/// The bytes of a state that are kept.
fn projection(layout: &Layout, slice: &Slice, state: &[u8]) -> Vec<u8> {
    let mut kept = vec![0; state.len()];
    for (id, slot) in &layout.slots {
        if slice.keeps(id) {
            let begin = slot.offset as usize;
            let bytes = begin..begin + usize::from(slot.scalar.width);
            kept[bytes.clone()].copy_from_slice(&state[bytes]);
        }
    }
    kept
}

/// The states of the slice by what is kept in them: nothing else tells them apart.
fn by_projection(
    layout: &Layout,
    slice: &Slice,
    few: &Explored,
) -> Result<HashMap<Vec<u8>, usize>> {
    let mut numbers = HashMap::new();
    for (number, state) in few.states.iter().enumerate() {
        let before = numbers.insert(projection(layout, slice, state), number);
        ensure!(
            before.is_none(),
            "something that is not kept changes in the slice"
        );
    }
    Ok(numbers)
}

struct Pair<'a> {
    layout: &'a Layout,
    slice: &'a Slice,
    all: &'a Explored,
    few: &'a Explored,
    by_projection: HashMap<Vec<u8>, usize>,
    has_processes: bool,
}

impl Pair<'_> {
    fn project(&self, state: usize) -> Vec<u8> {
        projection(self.layout, self.slice, &self.all.states[state])
    }

    fn small(&self, state: usize) -> Option<usize> {
        self.by_projection.get(&self.project(state)).copied()
    }

    fn same_projections(&self) -> Result<()> {
        let all = 0..self.all.states.len();
        let all: BTreeSet<Vec<u8>> = all.map(|state| self.project(state)).collect();
        let few: BTreeSet<Vec<u8>> = self.by_projection.keys().cloned().collect();
        let more = few.difference(&all).count();
        let fewer = all.difference(&few).count();
        ensure!(
            more + fewer == 0,
            "{more} states of the slice are none, {fewer} are missing: kept {:?}",
            self.kept()
        );
        Ok(())
    }

    fn kept(&self) -> Vec<String> {
        let slots = self.layout.slots.iter();
        let kept = slots.filter(|(id, _)| self.slice.keeps(*id));
        kept.map(|(id, slot)| format!("{id} {} {:?}", slot.variable, slot.path))
            .collect()
    }

    /// Steps of rules have the number of the instance; those of processes that of the turn, which
    /// is another one where turns are missing.
    fn is_same_step(&self, one: Firing, other: Firing) -> bool {
        one.rule == other.rule && (self.has_processes || one.instance == other.instance)
    }

    /// Wherever states agree, the same steps can be made, but for those that change nothing.
    fn same_steps(&self) -> Result<()> {
        for state in 0..self.all.states.len() {
            let small = self.small(state).context("no such state in the slice")?;
            for (firing, to) in &self.all.steps[state] {
                let target = self.small(*to);
                let mut steps = self.few.steps[small].iter();
                let is_there = steps
                    .any(|(other, to)| self.is_same_step(*firing, *other) && Some(*to) == target);
                ensure!(
                    is_there || target == Some(small),
                    "a step by {} is missing in the slice",
                    firing.rule
                );
            }
            for (firing, to) in &self.few.steps[small] {
                let mut steps = self.all.steps[state].iter();
                let is_there = steps.any(|(other, target)| {
                    self.is_same_step(*firing, *other) && self.small(*target) == Some(*to)
                });
                ensure!(is_there, "a step by {} is none of the program", firing.rule);
            }
        }
        Ok(())
    }

    /// The run to each state of the slice, with the same rules in the program from its beginning.
    fn runs_can_be_completed(&self) -> Result<()> {
        let mut reached: Vec<Option<usize>> = vec![None; self.few.states.len()];
        for (firing, small) in &self.few.initial {
            let mut starts = self.all.initial.iter();
            let same =
                starts.find(|(other, to)| other == firing && self.small(*to) == Some(*small));
            reached[*small] = same.map(|(_, to)| *to);
        }
        for small in 0..self.few.states.len() {
            if let Some((from, firing)) = self.few.found[small] {
                let before = reached[from].context("a run can't be completed")?;
                let mut steps = self.all.steps[before].iter();
                let next = steps.find(|(other, to)| {
                    self.is_same_step(firing, *other) && self.small(*to) == Some(small)
                });
                reached[small] = next.map(|(_, to)| *to);
            }
            ensure!(reached[small].is_some(), "a run can't be completed");
        }
        Ok(())
    }
}

/// What holds of each instance: in all states, in some; whether it fails to have a value in some;
/// whether a state where it holds can be reached from all.
#[derive(Debug, PartialEq, Eq)]
pub struct Truth {
    always: bool,
    sometimes: bool,
    makes_sense: bool,
    again: bool,
}

fn verdict(program: &Program, explored: &Explored, property: PropertyId) -> Vec<Truth> {
    let mut interpreter = Interpreter::new(program);
    if program.model.properties[property].kind == PropertyKind::Shown {
        return Vec::new();
    }
    let instances = 0..interpreter.instances(property).min(64);
    let verdicts = instances.map(|instance| {
        let states = explored.states.iter();
        let values = states.map(|state| interpreter.holds(property, instance, state).ok());
        let values: Vec<Option<bool>> = values.collect();
        let goals: Vec<bool> = values.iter().map(|value| *value == Some(true)).collect();
        Truth {
            always: goals.iter().all(|holds| *holds),
            sometimes: goals.iter().any(|holds| *holds),
            makes_sense: values.iter().all(Option::is_some),
            again: explored.reaching(&goals).iter().all(|reaches| *reaches),
        }
    });
    verdicts.collect()
}

/// The names of the variables of which something is kept.
pub fn kept_variables(model: &Model, layout: &Layout, slice: &Slice) -> BTreeSet<String> {
    let slots = layout.slots.iter();
    let kept = slots.filter(|(id, _): &(SlotId, _)| slice.keeps(*id));
    kept.map(|(_, slot)| model.variables[slot.variable].name.clone())
        .collect()
}
