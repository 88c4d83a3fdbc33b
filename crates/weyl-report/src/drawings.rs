//! What is drawn: static channel diagrams and program diagrams.

use crate::picture::{Picture, PictureVertex, Shape};
use cranelift_entity::EntityRef;
use weyl_ir::Model;
use weyl_permutation::Point;
use weyl_symmetry::{ChannelDiagram, PictureRole, ProgramPicture, Vertex};

/// A static channel diagram: processes are ellipses, channels are boxes, arrows are sends and
/// receives; with the orbits of its own group.
pub fn channel_picture(model: &Model, diagram: &ChannelDiagram) -> Picture {
    let group = diagram.automorphisms();
    let orbits = group.orbits();
    let vertices = diagram.vertices.iter().map(|(id, vertex)| {
        let own = orbits.of(Point::new(id.index()));
        let orbit = orbits
            .moved()
            .position(|orbit| orbit.first() == own.first());
        let (shape, is_dashed) = match vertex {
            Vertex::Process { is_dynamic, .. } => (Shape::Ellipse, *is_dynamic),
            Vertex::Channel { .. } => (Shape::Box, false),
        };
        PictureVertex {
            label: diagram.label(model, id),
            shape,
            is_dashed,
            orbit,
            alike: own.len(),
        }
    });
    let edges = diagram.edges.iter();
    let legend = [
        "Ellipses are processes, rectangles channels; what can be exchanged has one colour.",
        "Processes with a dashed outline also use channels that only a state knows.",
    ];
    Picture {
        vertices: vertices.collect(),
        edges: edges.map(|(from, to)| (from.index(), to.index())).collect(),
        legend: legend.map(String::from).to_vec(),
    }
}

/// A program diagram: names are ellipses, parts of the program are boxes; with the orbits of the
/// group.
pub fn program_picture(program: &ProgramPicture) -> Picture {
    let alike = |orbit: Option<usize>| {
        let members = program.vertices.iter().filter(|other| other.orbit == orbit);
        orbit.map_or(1, |_| members.count())
    };
    let vertices = program.vertices.iter().map(|vertex| PictureVertex {
        label: vertex.label.clone(),
        shape: match vertex.role {
            PictureRole::Name => Shape::Ellipse,
            PictureRole::Term | PictureRole::Root => Shape::Box,
        },
        is_dashed: vertex.role == PictureRole::Root,
        orbit: vertex.orbit,
        alike: alike(vertex.orbit),
    });
    let legend = [
        "Ellipses are names, rectangles parts of the program; what can be exchanged has one colour.",
        "Rules, facts and properties have a dashed outline.",
    ];
    Picture {
        vertices: vertices.collect(),
        edges: program.edges.iter().map(|edge| (edge.0, edge.1)).collect(),
        legend: legend.map(String::from).to_vec(),
    }
}
