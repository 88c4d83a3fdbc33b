//! State graphs in the language of Graphviz.

use crate::run::choice_name;
use crate::view::StepView;
use std::fmt::Write;
use weyl_explore::Graph;
use weyl_system::Program;
use weyl_trace::Recorder;

/// A node for each state, labelled with its defined variables; initial states have a double border.
pub fn render_dot(graph: &Graph, program: &Program) -> String {
    let mut recorder = Recorder::new(program);
    let mut text = String::from("digraph states {\n  node [shape=box, fontname=\"monospace\"];\n");
    for (number, state) in (0u32..).zip(&graph.states) {
        let lines = recorder.defined(state);
        let lines = lines.iter();
        let label: String = lines
            .map(|change| escaped(&format!("{} = {}", change.path, change.value)) + "\\l")
            .collect();
        let border = if graph.initial.contains(&number) {
            ", peripheries=2"
        } else {
            ""
        };
        let _ = writeln!(text, "  s{number} [label=\"{label}\"{border}];");
    }
    for edge in &graph.edges {
        let before = graph.states.get(edge.from as usize);
        let steps = before.and_then(|before| recorder.steps(before, edge.firing));
        let views = steps.iter().flatten().map(StepView::somewhere);
        let names = views.map(|step| choice_name(&step));
        let name = names.collect::<Vec<String>>().join("\n");
        let (from, to, label) = (edge.from, edge.to, escaped(&name));
        let _ = writeln!(text, "  s{from} -> s{to} [label=\"{label}\"];");
    }
    text.push_str("}\n");
    text
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        assert_eq!(escaped(r#"say "a\b""#), r#"say \"a\\b\""#);
    }
}
