//! The explored graph as a coloured graph whose automorphisms are the symmetries.
//!
//! A state is joined with what it says (a value at a place) and with its successors; what it says,
//! with the place and the value; a place with the names that lead to it, in their order; a value
//! with the name that it is. An automorphism is then a permutation of names, with bijections of
//! values for each variable, that maps states to states and steps to steps: neither more nor less.

use super::explored::{Explored, Outlook};
use super::places::{Domain, Name, PlaceKind, Places, Value};
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use weyl_ir::{Leaf, Model, SortId, TypeId};
use weyl_permutation::Point;
use weyl_permutation::refinement::{Automorphism, Graph, GraphBuilder, automorphisms_on};

/// What is never mapped to anything else.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Colour {
    Declared(SortId),
    /// A channel; those that come and go have no type.
    Channel(Option<TypeId>),
    Index(Leaf),
    Place(PlaceKind),
    /// A value; numbers that mean how many, and what is no number, stand for themselves.
    Value(DomainKind, Option<Value>),
    Saying,
    /// Contents of a multiset, and how often they are there.
    Content,
    Times(usize),
    /// A state; with what a property says of it.
    State(Outlook, Option<(usize, usize)>),
}

/// Domains of one kind may be mapped to each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum DomainKind {
    Part(Leaf),
    Locations(Leaf),
    Messages(TypeId, u32),
    Counts,
}

impl DomainKind {
    fn of(domain: &Domain) -> DomainKind {
        match domain {
            Domain::Part(leaf) => DomainKind::Part(leaf.clone()),
            Domain::Locations(leaf, _) => DomainKind::Locations(leaf.clone()),
            Domain::Messages(ty, _, field) => DomainKind::Messages(*ty, *field),
            Domain::Counts => DomainKind::Counts,
        }
    }
}

/// Vertices by what they stand for.
#[derive(Debug)]
struct Vertices<K> {
    points: HashMap<K, Point>,
}

impl<K> Default for Vertices<K> {
    fn default() -> Self {
        let points = HashMap::new();
        Vertices { points }
    }
}

/// A value at a place.
type Saying = (usize, Value);

struct Builder<'a> {
    model: &'a Model,
    places: &'a Places,
    explored: &'a Explored,
    graph: GraphBuilder,
    colours: HashMap<Colour, u32>,
    names: BTreeMap<Name, Point>,
    values: Vertices<(Domain, Value)>,
    place_vertices: Vec<Point>,
    sayings: Vertices<Saying>,
    contents: Vertices<Vec<Saying>>,
    times: Vertices<(Point, usize)>,
}

/// Joins of states: with what they say, with their successors.
const SAYS: u32 = 0;
const STEPS: u32 = 1;

impl<'a> Builder<'a> {
    fn vertex(&mut self, colour: Colour) -> Point {
        let next = self.colours.len() as u32;
        let colour = *self.colours.entry(colour).or_insert(next);
        self.graph.vertex(colour)
    }

    fn name(&mut self, name: &Name) -> Point {
        if let Some(known) = self.names.get(name) {
            return *known;
        }
        let colour = match name {
            Name::Declared(declared) => Colour::Declared(self.model.sort_of(*declared)),
            Name::Channel(number) => {
                let channel = self.model.fixed_channel(i128::from(*number));
                let ty = channel.map(|channel| self.model.channel_type(channel.variable));
                Colour::Channel(ty)
            }
            Name::Index(array, _) => Colour::Index(array.clone()),
        };
        let vertex = self.vertex(colour);
        self.names.insert(name.clone(), vertex);
        vertex
    }

    fn add_places(&mut self) {
        let places = self.places;
        for place in &places.places {
            let vertex = self.vertex(Colour::Place(place.kind.clone()));
            self.place_vertices.push(vertex);
            for (order, name) in (0..).zip(&place.names) {
                let name = self.name(name);
                self.graph.edge(vertex, name, order);
            }
        }
    }

    fn add_states(&mut self, truths: Option<&[(usize, usize)]>) {
        let explored = self.explored;
        let outlooks = explored.outlooks.iter().enumerate();
        let states: Vec<Point> = outlooks
            .map(|(number, outlook)| {
                let truth = truths.map(|truths| truths[number]);
                self.vertex(Colour::State(outlook.clone(), truth))
            })
            .collect();
        for (number, state) in explored.states.iter().enumerate() {
            for saying in self.said(state) {
                self.graph.edge(states[number], saying, SAYS);
            }
            for to in explored.successors[number].keys() {
                self.graph.edge(states[number], states[*to], STEPS);
            }
        }
    }

    /// All that a state says.
    fn said(&mut self, state: &[u8]) -> Vec<Point> {
        let places = self.places;
        let mut said = Vec::new();
        let mut elements: BTreeMap<(usize, u32), Vec<Saying>> = BTreeMap::new();
        for scalar in &places.scalars {
            let saying = (scalar.place, places.value(scalar, state));
            match scalar.position {
                None => said.push(self.saying(saying)),
                Some(_) if saying.1 == Value::Absent => {}
                Some(position) => elements.entry(position).or_default().push(saying),
            }
        }
        let mut contents: BTreeMap<Vec<Saying>, usize> = BTreeMap::new();
        for content in elements.into_values() {
            *contents.entry(content).or_default() += 1;
        }
        let contents = contents.into_iter();
        said.extend(contents.map(|(content, times)| self.content(content, times)));
        said
    }

    fn saying(&mut self, saying: Saying) -> Point {
        if let Some(known) = self.sayings.points.get(&saying) {
            return *known;
        }
        let vertex = self.vertex(Colour::Saying);
        self.sayings.points.insert(saying, vertex);
        let value = self.value(saying);
        self.graph.edge(vertex, self.place_vertices[saying.0], 0);
        self.graph.edge(vertex, value, 1);
        vertex
    }

    /// The elements of a multiset that say the same, so many times.
    fn content(&mut self, content: Vec<Saying>, times: usize) -> Point {
        let vertex = match self.contents.points.get(&content) {
            Some(known) => *known,
            None => {
                let vertex = self.vertex(Colour::Content);
                self.contents.points.insert(content.clone(), vertex);
                for saying in content {
                    let saying = self.saying(saying);
                    self.graph.edge(vertex, saying, 0);
                }
                vertex
            }
        };
        if let Some(known) = self.times.points.get(&(vertex, times)) {
            return *known;
        }
        let counted = self.vertex(Colour::Times(times));
        self.graph.edge(counted, vertex, 0);
        self.times.points.insert((vertex, times), counted);
        counted
    }

    fn value(&mut self, (place, value): Saying) -> Point {
        let place = &self.places.places[place];
        let key = (place.domain.clone(), value);
        if let Some(known) = self.values.points.get(&key) {
            return *known;
        }
        let number = match value {
            Value::Number(number) => Some(number),
            Value::Absent | Value::Undefined => None,
        };
        let stays = number.is_none() || place.domain == Domain::Counts;
        let kind = DomainKind::of(&place.domain);
        let vertex = self.vertex(Colour::Value(kind, stays.then_some(value)));
        self.values.points.insert(key, vertex);
        let declared = place.ty.zip(number);
        let declared = declared.and_then(|(ty, number)| self.model.value_name(ty, number));
        let owner = match place.domain {
            Domain::Locations(_, process) => Some(Name::Declared(process)),
            Domain::Messages(_, channel, _) => Some(Name::Channel(channel)),
            Domain::Part(_) | Domain::Counts => declared.map(Name::Declared),
        };
        if let Some(owner) = owner {
            let owner = self.name(&owner);
            self.graph.edge(vertex, owner, 0);
        }
        vertex
    }
}

/// The graph, and what its vertices stand for.
pub struct StateGraph {
    graph: Graph,
    /// All names that a state can show.
    pub names: Vec<(Name, Point)>,
    pub places: Vec<Point>,
    pub values: HashMap<(Domain, Value), Point>,
}

impl StateGraph {
    /// With what a property says of each state, if it is to be kept.
    pub fn new(
        model: &Model,
        places: &Places,
        explored: &Explored,
        truths: Option<&[(usize, usize)]>,
    ) -> StateGraph {
        let mut builder = Builder {
            model,
            places,
            explored,
            graph: GraphBuilder::new(),
            colours: HashMap::new(),
            names: BTreeMap::new(),
            values: Vertices::default(),
            place_vertices: Vec::new(),
            sayings: Vertices::default(),
            contents: Vertices::default(),
            times: Vertices::default(),
        };
        builder.add_places();
        builder.add_states(truths);
        StateGraph {
            graph: builder.graph.build(),
            names: builder.names.into_iter().collect(),
            places: builder.place_vertices,
            values: builder.values.points,
        }
    }

    /// Generators of the symmetries, as they act on names.
    pub fn automorphisms(&self) -> Vec<Automorphism> {
        let points: Vec<Point> = self.names.iter().map(|(_, point)| *point).collect();
        automorphisms_on(&self.graph, &points).generators().to_vec()
    }
}
