//! The group of a graph beside one that was found.

use super::acting::Acting;
use super::drawn::Drawing;
use super::explored::Explored;
use super::graph::StateGraph;
use super::movers::Movers;
use super::places::{Name, Places};
use super::{Comparison, Outcome, found};
use weyl_ir::layout::Action;
use weyl_ir::{Model, PropertyId};
use weyl_permutation::cycles::write_cycles;
use weyl_permutation::group::BigUint;
use weyl_permutation::refinement::Automorphism;
use weyl_permutation::{Group, Permutation, Point};
use weyl_system::{Conditions, Interpreter, Program};

/// The graph, with all that is asked of it.
pub struct Judge<'a> {
    program: &'a Program,
    property: Option<PropertyId>,
    explored: &'a Explored,
    places: Places,
    graph: StateGraph,
    names: Vec<Name>,
    truths: Option<Vec<(usize, usize)>>,
}

impl<'a> Judge<'a> {
    pub fn new(
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

    pub fn places(&self) -> &Places {
        &self.places
    }

    pub fn judge(&self, generators: &[Permutation]) -> Comparison {
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
            return self.comparison(BigUint::default(), &all, Outcome::Wrong, wrong);
        };
        if wrong.is_empty() && !found.is_subgroup_of(&all) {
            wrong.push("the graph has fewer symmetries".to_string());
        }
        let order = found.order();
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
        found: BigUint,
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
            all: all.order(),
            outcome,
            others,
        }
    }

    fn group(&self, generators: Vec<Permutation>) -> Group {
        Group::new(self.names.len(), generators).expect("generators act on the names of the graph")
    }

    /// What the found generators do not keep, by the action of the layout on the states themselves.
    fn wrong(&self, generators: &[Permutation]) -> Vec<String> {
        let action = Action::new(&self.program.model, &self.program.layout);
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
