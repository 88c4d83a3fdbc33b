//! Static channel diagrams as drawings: processes are ellipses, channels are rectangles, arrows are sends and receives, and
//! what can be exchanged has one colour.

mod dot;
mod geometry;
mod placement;
mod stress;
mod svg;

use cranelift_entity::EntityRef;
use weyl_ir::Model;
use weyl_permutation::Point;
use weyl_permutation::group::Orbits;
use weyl_symmetry::{ChannelDiagram, Vertex, VertexId};

/// A diagram with the orbits of a group on its vertices.
#[derive(Clone, Copy)]
pub struct ChannelDrawing<'a> {
    pub model: &'a Model,
    pub diagram: &'a ChannelDiagram,
    /// Of the points with the numbers of the vertices.
    pub orbits: &'a Orbits,
}

/// Light enough for dark text, and told apart also without red or green.
const COLOURS: [&str; 10] = [
    "#a6cee3", "#fdbf6f", "#cab2d6", "#b2df8a", "#fb9a99", "#ffff99", "#80cdc1", "#dfc27d",
    "#d9d9ff", "#f4cae4",
];

/// Of what can't be exchanged with anything.
const ALONE: &str = "#f2f2f2";

impl ChannelDrawing<'_> {
    /// The language of Graphviz.
    pub fn to_dot(&self) -> String {
        dot::write(self)
    }

    pub fn to_svg(&self) -> String {
        svg::write(self)
    }

    fn label(&self, vertex: VertexId) -> String {
        self.diagram.label(self.model, vertex)
    }

    /// The vertices that a vertex can be exchanged with, itself included.
    fn orbit(&self, vertex: VertexId) -> &[Point] {
        self.orbits.of(Point::new(vertex.index()))
    }

    fn colour(&self, vertex: VertexId) -> &'static str {
        let own = self.orbit(vertex).first();
        let number = self.orbits.moved().position(|orbit| orbit.first() == own);
        number.map_or(ALONE, |number| COLOURS[number % COLOURS.len()])
    }

    fn is_process(&self, vertex: VertexId) -> bool {
        matches!(self.diagram.vertices[vertex], Vertex::Process { .. })
    }

    /// Whether a process also uses channels that only a state knows.
    fn is_dynamic(&self, vertex: VertexId) -> bool {
        matches!(
            self.diagram.vertices[vertex],
            Vertex::Process {
                is_dynamic: true,
                ..
            }
        )
    }
}
