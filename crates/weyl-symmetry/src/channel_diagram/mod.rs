//! The static channel diagram C(P) of a program with processes and channels.
//!
//! A. F. Donaldson, A. Miller and M. Calder, "Finding symmetry in models of concurrent systems by
//! static channel diagram analysis" (2005): processes and channels are vertices, coloured by type;
//! an edge goes from a process to each channel that it sends to, and from each channel to the
//! processes that receive from it, as far as the text alone says which channel it is (Algorithm 2).
//! Its automorphisms are candidates for symmetries.
//!
//! Deviations. Processes are those that every execution creates, whoever creates them
//! ([`crate::static_processes`]); the process that creates the others is one of them. Which channel
//! a statement names is known if constants decide it: the paper's fixed channels, parameters and
//! elements of arrays of channels that nobody changes, indexed by such values. Which automorphisms
//! are symmetries of the program (Restrictions 1 and 2, Algorithm 3) is a question about its ground
//! rules and initial values, which [`crate::Validity`] answers.

mod edges;

use crate::StaticProcesses;
use cranelift_entity::{EntityRef, PrimaryMap, entity_impl};
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{FixedChannel, Model, NameId, TypeId};
use weyl_permutation::refinement::{Graph, GraphBuilder, automorphisms};
use weyl_permutation::{Group, Point};

/// A process or a channel of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VertexId(u32);
entity_impl!(VertexId, "vertex");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vertex {
    Process {
        name: NameId,
        /// Its number in [`weyl_ir::Processes::kinds`].
        kind: u32,
        /// Some of its statements are about channels that only a state knows.
        is_dynamic: bool,
    },
    Channel {
        channel: FixedChannel,
        number: u32,
        /// Capacity and fields.
        ty: TypeId,
    },
}

#[derive(Clone, Debug)]
pub struct ChannelDiagram {
    /// The processes in the order of their numbers, then the channels in that of theirs.
    pub vertices: PrimaryMap<VertexId, Vertex>,
    /// From processes to channels where something is sent, from channels to processes where it is
    /// received.
    pub edges: BTreeSet<(VertexId, VertexId)>,
}

/// The static channel diagram of a model.
pub fn channel_diagram(model: &Model, processes: &StaticProcesses) -> ChannelDiagram {
    let found = edges::find(model, processes);
    let mut vertices = PrimaryMap::new();
    let mut of_process = BTreeMap::new();
    let mut of_channel = BTreeMap::new();
    let mut sorted: Vec<_> = processes.processes.iter().collect();
    sorted.sort_by_key(|process| process.number);
    for process in sorted {
        let vertex = vertices.push(Vertex::Process {
            name: process.name,
            kind: process.kind,
            is_dynamic: found.dynamic.contains(&process.name),
        });
        of_process.insert(process.name, vertex);
    }
    for (number, channel) in (1..).zip(model.processes().fixed_channels()) {
        let vertex = vertices.push(Vertex::Channel {
            channel: *channel,
            number,
            ty: model.channel_type(channel.variable),
        });
        of_channel.insert(number, vertex);
    }
    let edges = found.uses.into_iter().map(|used| {
        let (process, channel) = (of_process[&used.process], of_channel[&used.channel]);
        if used.sends {
            (process, channel)
        } else {
            (channel, process)
        }
    });
    let edges = edges.collect();
    ChannelDiagram { vertices, edges }
}

impl ChannelDiagram {
    /// How a vertex is called.
    pub fn label(&self, model: &Model, vertex: VertexId) -> String {
        match &self.vertices[vertex] {
            Vertex::Process { name, .. } => {
                let mut names = model.sorts.values().flat_map(|sort| &sort.names);
                names.nth(name.index()).cloned().unwrap_or_default()
            }
            Vertex::Channel { channel, .. } => model.fixed_channel_name(*channel),
        }
    }

    /// Its automorphisms, as permutations of the vertices.
    pub fn automorphisms(&self) -> Group {
        let graph = self.graph();
        let vertices: Vec<Point> = self.vertices.keys().map(point).collect();
        let generators = automorphisms(&graph).restricted_to(&vertices);
        let group = generators.and_then(|generators| Group::new(vertices.len(), generators));
        group.unwrap_or_else(|| Group::trivial(vertices.len()))
    }

    fn graph(&self) -> Graph {
        let mut graph = GraphBuilder::new();
        let mut colours: BTreeMap<(bool, u32), u32> = BTreeMap::new();
        for vertex in self.vertices.values() {
            let ty = match vertex {
                Vertex::Process { kind, .. } => (true, *kind),
                Vertex::Channel { ty, .. } => (false, ty.index() as u32),
            };
            let next = colours.len() as u32;
            graph.vertex(*colours.entry(ty).or_insert(next));
        }
        for (from, to) in &self.edges {
            graph.edge(point(*from), point(*to), 0);
        }
        graph.build()
    }
}

fn point(vertex: VertexId) -> Point {
    Point::new(vertex.index())
}
