//! The oracle of completeness: all symmetries of a small model, found on its explored graph, beside
//! those that discovery finds in its text.
//!
//! Let C be a set of states that contains all that are reachable once no process is created any
//! more, and that is closed under steps. A permutation that maps C onto itself and steps to steps,
//! failures and ends to such, is a bisimulation on C; together with the identity on the states
//! before it is one on everything that is reachable. So each group of these gives a right quotient,
//! whether or not it keeps the initial states (Emerson and Sistla, Lemma 3.1), and none that is
//! larger is right on C. What is explored here is the smallest C that the found group keeps: the
//! found group must be a part of the group of C (otherwise it is wrong), and what the latter has
//! beyond it is lost, unless the program breaks it in states outside of C.
//!
//! The names that are permuted are as many as the action of a layout can move ([`places`]), with
//! bijections of values for each variable; orders are those of the action on processes, members of
//! declared sorts, channels and indices that a state can show. A rendezvous channel shows nowhere.
//! All permutations are tried in the sense that the automorphisms of the graph are computed
//! ([`graph`]); each generator is then applied to all states ([`acting`]). Nothing is shared with
//! discovery but what is compared.

mod acting;
mod drawn;
mod explored;
mod found;
mod graph;
mod movers;
mod places;

use crate::commutation::Symmetric;
use acting::Acting;
use drawn::Drawing;
use explored::{Explored, starts};
use graph::{FinishedGraph, StateGraph};
use movers::Movers;
use places::{Name, Places, has_nested_multisets};
use std::fmt;
use weyl_ir::{Model, PropertyId};
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::refinement::Automorphism;
use weyl_permutation::{Group, Permutation, Point};
use weyl_system::{Conditions, Interpreter, Program};

/// How a found group compares with all symmetries of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Same,
    /// The others map states and steps, but not who makes these: some steps are made by several.
    Coincidence,
    /// The program breaks the others in states that are not reached.
    Unreachable,
    /// The program has more symmetries than were found.
    Loss,
    /// What was found is no symmetry of the graph.
    Wrong,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Same => "same",
            Outcome::Coincidence => "coincidence of steps",
            Outcome::Unreachable => "unreachable asymmetry",
            Outcome::Loss => "loss",
            Outcome::Wrong => "wrong",
        })
    }
}

#[derive(Clone, Debug)]
pub struct Comparison {
    /// The property that is kept; `None`: the program alone.
    pub property: Option<String>,
    pub states: usize,
    pub names: usize,
    /// Orders of the actions on names that states show.
    pub found: String,
    pub all: String,
    pub outcome: Outcome,
    /// Symmetries that were not found, or what is wrong.
    pub others: Vec<String>,
}

/// Why a model is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Skipped {
    ManyStates,
    NestedMultisets,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Skipped::ManyStates => "too many states",
            Skipped::NestedMultisets => "multisets in multisets",
        })
    }
}

/// Compares the groups of a model, that of its program and those of properties that it does not
/// keep, with what the graph of at most so many states says.
pub fn compare(model: &Symmetric, most: usize) -> Result<Vec<Comparison>, Skipped> {
    let whole = model.group.group().generators();
    let mut found = vec![compare_permutations(model, None, whole, most)?];
    for (property, group) in &model.restricted {
        let generators = group.group().generators();
        found.push(compare_permutations(
            model,
            Some(*property),
            generators,
            most,
        )?);
    }
    Ok(found)
}

/// The same for a group that anybody may have made.
pub fn compare_permutations(
    model: &Symmetric,
    property: Option<PropertyId>,
    generators: &[Permutation],
    most: usize,
) -> Result<Comparison, Skipped> {
    let program = &model.program;
    if has_nested_multisets(program) {
        return Err(Skipped::NestedMultisets);
    }
    let explore = |starts, generators| {
        let explored = Explored::new(program, starts, generators, most);
        explored.ok_or(Skipped::ManyStates)
    };
    let settled = explore(starts(program), &[])?.settled(program);
    let renamed = explore(model.beginnings.clone(), &[])?;
    let both = settled
        .iter()
        .filter(|state| renamed.number(state).is_some());
    let both: Vec<Vec<u8>> = both.cloned().collect();
    // Where processes that every run should create are never all there, nothing is renamed.
    let (starts, generators) = if both.is_empty() {
        (settled, &[][..])
    } else {
        (both, generators)
    };
    let explored = explore(starts, generators)?;
    Ok(Judge::new(program, property, &explored).judge(generators))
}

/// The graph, with all that is asked of it.
struct Judge<'a> {
    program: &'a Program,
    property: Option<PropertyId>,
    explored: &'a Explored,
    places: Places,
    graph: FinishedGraph,
    names: Vec<Name>,
    truths: Option<Vec<(usize, usize)>>,
}

impl<'a> Judge<'a> {
    fn new(
        program: &'a Program,
        property: Option<PropertyId>,
        explored: &'a Explored,
    ) -> Judge<'a> {
        let places = Places::new(program, explored);
        let truths = property.map(|property| truths(program, property, explored));
        let graph = StateGraph::new(&program.model, &places, explored, truths.as_deref());
        let names = graph.names.iter().map(|(name, _)| name.clone());
        Judge {
            names: names.collect(),
            program,
            property,
            explored,
            places,
            graph,
            truths,
        }
    }

    fn judge(&self, generators: &[Permutation]) -> Comparison {
        let symmetries = self.graph.automorphisms();
        let points: Vec<Point> = self.graph.names.iter().map(|(_, point)| *point).collect();
        let all = symmetries
            .iter()
            .filter_map(|one| one.restricted_to(&points));
        let all = self.group(all.collect());
        let model = &self.program.model;
        let found = generators.iter();
        let found: Option<Vec<Permutation>> = found
            .map(|one| found::on_names(model, one, &self.names))
            .collect();
        let mut wrong = self.wrong(generators);
        let Some(found) = found.map(|found| self.group(found)) else {
            wrong.push("it takes names that states show to others".to_string());
            return self.comparison("?".to_string(), &all, Outcome::Wrong, wrong);
        };
        if wrong.is_empty() && !found.is_subgroup_of(&all) {
            wrong.push("the graph has fewer symmetries".to_string());
        }
        let order = found.order().to_string();
        if !wrong.is_empty() {
            return self.comparison(order, &all, Outcome::Wrong, wrong);
        }
        let lost: Vec<(&Automorphism, Permutation)> = symmetries
            .iter()
            .filter_map(|one| Some((one, one.restricted_to(&points)?)))
            .filter(|(_, permutation)| !found.contains(permutation))
            .collect();
        let outcome = self.explanation(&lost);
        let written = lost
            .iter()
            .map(|(_, permutation)| self.written(permutation));
        self.comparison(order, &all, outcome, written.collect())
    }

    fn comparison(
        &self,
        found: String,
        all: &Group,
        outcome: Outcome,
        others: Vec<String>,
    ) -> Comparison {
        let properties = &self.program.model.properties;
        let property = self.property.map(|id| properties[id].name.clone());
        Comparison {
            property,
            states: self.explored.states.len(),
            names: self.names.len(),
            found,
            all: all.order().to_string(),
            outcome,
            others,
        }
    }

    fn group(&self, generators: Vec<Permutation>) -> Group {
        Group::new(self.names.len(), generators).expect("generators act on the names of the graph")
    }

    /// What the found generators do not keep, by the action of the layout on the states themselves.
    fn wrong(&self, generators: &[Permutation]) -> Vec<String> {
        let action = weyl_ir::layout::Action::new(&self.program.model, &self.program.layout);
        let names = |point: Point| declared_name(&self.program.model, point);
        let mut image = vec![0; self.program.layout.size];
        let mut images = |by: &Permutation| -> Option<Vec<usize>> {
            let states = self.explored.states.iter();
            let images = states.map(|state| {
                action.apply(by.images(), state, &mut image);
                self.explored.number(&image)
            });
            images.collect()
        };
        let wrong = generators.iter().filter(|one| {
            let images = images(one);
            !images.is_some_and(|images| self.is_kept_by(&images))
        });
        wrong.map(|one| write_cycles(one, &names)).collect()
    }

    /// Whether a permutation of states keeps steps, ends, failures and the property.
    fn is_kept_by(&self, images: &[usize]) -> bool {
        let truths = self.truths.as_ref();
        self.explored.is_kept_by(images)
            && truths.is_none_or(|truths| {
                let mut pairs = images.iter().enumerate();
                pairs.all(|(from, to)| truths[from] == truths[*to])
            })
    }

    /// Why symmetries were not found; the worst is told.
    fn explanation(&self, lost: &[(&Automorphism, Permutation)]) -> Outcome {
        if lost.is_empty() {
            return Outcome::Same;
        }
        let mut drawing = Drawing::new(self.program, &self.places, self.explored);
        let movers = Movers::new(self.program, self.explored);
        let reasons = lost.iter().map(|(symmetry, _)| {
            let acting = Acting::new(self.program, &self.places, &self.graph, symmetry);
            let images = acting.images(self.explored);
            let images = images.filter(|images| self.is_kept_by(images));
            let images = images.expect("the graph is what the states say");
            if !movers.are_kept_by(&images) {
                Outcome::Coincidence
            } else if !drawing.keep(&acting) {
                Outcome::Unreachable
            } else {
                Outcome::Loss
            }
        });
        reasons.fold(Outcome::Same, Outcome::max)
    }

    fn written(&self, permutation: &Permutation) -> String {
        let name = |point: Point| self.name(&self.names[point.as_u32() as usize]);
        write_cycles(permutation, &name)
    }

    fn name(&self, name: &Name) -> String {
        let model = &self.program.model;
        match name {
            Name::Declared(name) => declared_name(model, weyl_ir::layout::point(*name)),
            Name::Channel(number) => {
                let channel = model.fixed_channel(i128::from(*number));
                let local = || format!("channel {number}");
                channel.map_or_else(local, |channel| model.fixed_channel_name(channel))
            }
            Name::Index(array, number) => {
                let depth = "[]".repeat(array.path.len());
                let variable = &model.variables[array.variable].name;
                format!("{variable}{depth}[{number}]")
            }
        }
    }
}

fn declared_name(model: &Model, point: Point) -> String {
    let mut names = model.sorts.values().flat_map(|sort| &sort.names);
    let name = names.nth(point.as_u32() as usize);
    name.cloned().unwrap_or_default()
}

/// For each state how many instances of a property hold, and how many fail.
fn truths(program: &Program, property: PropertyId, explored: &Explored) -> Vec<(usize, usize)> {
    let mut system = Interpreter::new(program);
    let states = explored.states.iter();
    let truths = states.map(|state| {
        let mut counts = (0, 0);
        for instance in 0..system.instances(property) {
            match system.holds(property, instance, state) {
                Ok(true) => counts.0 += 1,
                Ok(false) => {}
                Err(_) => counts.1 += 1,
            }
        }
        counts
    });
    truths.collect()
}
