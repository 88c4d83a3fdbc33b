//! A picture in the language of Graphviz.

use super::{Picture, Shape};
use std::fmt::Write;

pub(super) fn write(picture: &Picture) -> String {
    let mut text = String::from("digraph diagram {\n  node [fontname=\"sans-serif\"];\n");
    for (number, vertex) in picture.vertices.iter().enumerate() {
        let shape = match vertex.shape {
            Shape::Ellipse => "ellipse",
            Shape::Box => "box",
        };
        let style = if vertex.is_dashed {
            "filled,dashed"
        } else {
            "filled"
        };
        let label = vertex.label.replace('\\', "\\\\").replace('"', "\\\"");
        let colour = vertex.colour();
        let _ = writeln!(
            text,
            "  v{number} [label=\"{label}\", shape={shape}, style=\"{style}\", fillcolor=\"{colour}\"];"
        );
    }
    for (from, to) in &picture.edges {
        let _ = writeln!(text, "  v{from} -> v{to};");
    }
    text.push_str("}\n");
    text
}
