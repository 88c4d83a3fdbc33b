//! A picture in the language of Graphviz.

use super::{BROKEN, Picture, Shape};
use std::fmt::Write;

pub(super) fn write(picture: &Picture) -> String {
    let mut text = String::from("digraph diagram {\n  node [fontname=\"sans-serif\"];\n");
    if !picture.title.is_empty() {
        let title = escaped(&picture.title);
        let _ = writeln!(
            text,
            "  label=\"{title}\"; labelloc=t; fontname=\"sans-serif\";"
        );
    }
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
        let label = escaped(&vertex.label);
        let colour = vertex.colour();
        let _ = writeln!(
            text,
            "  v{number} [label=\"{label}\", shape={shape}, style=\"{style}\", fillcolor=\"{colour}\"];"
        );
    }
    for (from, to) in &picture.edges {
        let _ = writeln!(text, "  v{from} -> v{to};");
    }
    for tie in &picture.ties {
        let ((from, to), label) = (tie.ends, escaped(&tie.label));
        let _ = writeln!(
            text,
            "  v{from} -> v{to} [dir=none, style=dashed, color=\"{BROKEN}\", label=\"{label}\"];"
        );
    }
    text.push_str("}\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
