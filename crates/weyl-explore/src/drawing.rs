//! A picture of the stored graph, numbered in an order that depends on the system alone: breadth
//! first, firings in the order of their batches.

use crate::store::{StateIndex, Store, StoreWriter};
use crate::{Graph, GraphEdge};
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{SecondaryMap, entity_impl};
use weyl_system::{Batch, Outcome, System};

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Vertex(u32);
entity_impl!(Vertex);

struct Drawing<'a, S, T: Store + 'a> {
    system: S,
    writer: T::Writer<'a>,
    packed: Vec<u8>,
    vertices: SecondaryMap<StateIndex, PackedOption<Vertex>>,
    graph: Graph,
}

impl<S: System, T: Store> Drawing<'_, S, T> {
    /// The number of a stored state: a new one if it was not seen before.
    fn vertex(&mut self, state: &[u8]) -> Option<u32> {
        self.system.pack(state, &mut self.packed);
        let index = self.writer.find(&self.packed)?;
        let new = Vertex::from_u32(self.graph.states.len() as u32);
        let vertex = self.vertices[index].expand().unwrap_or(new);
        if vertex == new {
            self.vertices[index] = new.into();
            self.graph.states.push(state.to_vec());
        }
        Some(vertex.as_u32())
    }

    fn draw_initial(&mut self, batch: &mut Batch) {
        self.system.initial(batch);
        for (_, outcome) in batch.iter() {
            if let Outcome::State { state, .. } = outcome
                && let Some(vertex) = self.vertex(state)
                && !self.graph.initial.contains(&vertex)
            {
                self.graph.initial.push(vertex);
            }
        }
    }

    fn draw_edges(&mut self, from: usize, batch: &mut Batch) {
        self.system.successors(&self.graph.states[from], batch);
        for (firing, outcome) in batch.iter() {
            if let Outcome::State { state, .. } = outcome
                && let Some(to) = self.vertex(state)
            {
                self.graph.edges.push(GraphEdge {
                    from: from as u32,
                    to,
                    firing,
                });
            }
        }
    }
}

/// Stored states and all firings between them.
pub(crate) fn draw<S: System, T: Store>(system: S, store: &T) -> Graph {
    let mut drawing: Drawing<'_, S, T> = Drawing {
        packed: vec![0; system.packed_size()],
        system,
        writer: store.writer(),
        vertices: SecondaryMap::new(),
        graph: Graph::default(),
    };
    let mut batch = Batch::default();
    drawing.draw_initial(&mut batch);
    let mut from = 0;
    while from < drawing.graph.states.len() {
        drawing.draw_edges(from, &mut batch);
        from += 1;
    }
    drawing.graph
}
