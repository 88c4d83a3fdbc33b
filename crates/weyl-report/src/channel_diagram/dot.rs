//! A channel diagram in the language of Graphviz.

use super::ChannelDrawing;
use cranelift_entity::EntityRef;
use std::fmt::Write;

pub(super) fn write(drawing: &ChannelDrawing<'_>) -> String {
    let mut text = String::from("digraph channels {\n  node [fontname=\"sans-serif\"];\n");
    for vertex in drawing.diagram.vertices.keys() {
        let shape = match drawing.is_process(vertex) {
            true => "ellipse",
            false => "box",
        };
        let style = match drawing.is_dynamic(vertex) {
            true => "filled,dashed",
            false => "filled",
        };
        let label = drawing
            .label(vertex)
            .replace('\\', "\\\\")
            .replace('"', "\\\"");
        let (number, colour) = (vertex.index(), drawing.colour(vertex));
        let _ = writeln!(
            text,
            "  v{number} [label=\"{label}\", shape={shape}, style=\"{style}\", fillcolor=\"{colour}\"];"
        );
    }
    for (from, to) in &drawing.diagram.edges {
        let _ = writeln!(text, "  v{} -> v{};", from.index(), to.index());
    }
    text.push_str("}\n");
    text
}
