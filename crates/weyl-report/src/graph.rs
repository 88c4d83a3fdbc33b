//! State graphs as files: for Graphviz, as JSON, as GraphML. They are written piece by piece, for
//! they may be large.

use crate::grouping::grouped;
use crate::run::choice_name;
use crate::view::{Pairs, StateView, StepView, VERSION};
use serde::Serialize;
use std::io::{self, Write};
use weyl_explore::{Graph, GraphEdge};
use weyl_source::Sources;
use weyl_system::Program;
use weyl_trace::Recorder;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    Dot,
    Json,
    GraphMl,
}

impl GraphFormat {
    /// By what the name of a file ends in.
    pub fn by_ending(ending: &str) -> Option<GraphFormat> {
        match ending.to_ascii_lowercase().as_str() {
            "dot" | "gv" => Some(GraphFormat::Dot),
            "json" => Some(GraphFormat::Json),
            "graphml" => Some(GraphFormat::GraphMl),
            _ => None,
        }
    }
}

/// A vertex for each state, with where processes are and what is defined, and an edge for each
/// firing.
pub fn write_graph(
    graph: &Graph,
    format: GraphFormat,
    (program, sources): (&Program, &Sources),
    into: &mut dyn Write,
) -> io::Result<()> {
    let mut drawn = Drawn {
        graph,
        recorder: Recorder::new(program),
        sources,
    };
    let mut into = io::BufWriter::new(into);
    match format {
        GraphFormat::Dot => dot(&mut drawn, &mut into)?,
        GraphFormat::Json => json(&mut drawn, &mut into)?,
        GraphFormat::GraphMl => graphml(&mut drawn, &mut into)?,
    }
    into.flush()
}

struct Drawn<'a> {
    graph: &'a Graph,
    recorder: Recorder<'a>,
    sources: &'a Sources,
}

/// A state with its number.
struct Vertex {
    number: usize,
    is_initial: bool,
    state: StateView,
}

impl Drawn<'_> {
    fn vertices(&self) -> impl Iterator<Item = Vertex> {
        let mut initial = self.graph.initial.clone();
        initial.sort_unstable();
        let states = self.graph.states.iter().enumerate();
        states.map(move |(number, state)| Vertex {
            number,
            is_initial: initial.binary_search(&(number as u32)).is_ok(),
            state: StateView::of(state, &self.recorder, self.sources),
        })
    }

    fn steps(&mut self, edge: &GraphEdge) -> Vec<StepView> {
        let before = self.graph.states.get(edge.from as usize);
        let steps = before.and_then(|before| self.recorder.steps(before, edge.firing));
        let steps = steps.iter().flatten();
        steps.map(|step| StepView::of(step, self.sources)).collect()
    }

    /// What happens along an edge, a line for each step.
    fn label(&mut self, edge: &GraphEdge) -> String {
        let steps = self.steps(edge);
        let names: Vec<String> = steps.iter().map(choice_name).collect();
        names.join("\n")
    }
}

/// The lines of a box.
pub(crate) fn lines(state: &StateView) -> Vec<String> {
    let locations = state.locations.iter();
    let locations = locations.map(|location| (location.name(), location.text.clone()));
    let locations = grouped(locations.collect()).into_iter();
    let values = grouped(state.values.0.clone()).into_iter();
    let locations = locations.map(|(name, text)| format!("{name} at {text}"));
    locations
        .chain(values.map(|(path, value)| format!("{path} = {value}")))
        .collect()
}

/// Initial states have a double border.
fn dot(drawn: &mut Drawn<'_>, into: &mut impl Write) -> io::Result<()> {
    into.write_all(b"digraph states {\n  node [shape=box, fontname=\"monospace\"];\n")?;
    for vertex in drawn.vertices() {
        let lines = lines(&vertex.state);
        let label: String = lines.iter().map(|line| quoted(line) + "\\l").collect();
        let border = if vertex.is_initial {
            ", peripheries=2"
        } else {
            ""
        };
        writeln!(into, "  s{} [label=\"{label}\"{border}];", vertex.number)?;
    }
    for edge in &drawn.graph.edges {
        let label = quoted(&drawn.label(edge));
        let (from, to) = (edge.from, edge.to);
        writeln!(into, "  s{from} -> s{to} [label=\"{label}\"];")?;
    }
    into.write_all(b"}\n")
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[derive(Serialize)]
struct VertexJson {
    id: usize,
    initial: bool,
    #[serde(flatten)]
    state: StateView,
}

#[derive(Serialize)]
struct EdgeJson {
    from: u32,
    to: u32,
    steps: Vec<ActionJson>,
}

/// What happens along an edge.
#[derive(Serialize)]
struct ActionJson {
    rule: String,
    parameters: Pairs,
    process: Option<u64>,
    proctype: Option<String>,
    line: Option<usize>,
}

impl From<StepView> for ActionJson {
    fn from(step: StepView) -> ActionJson {
        ActionJson {
            rule: step.rule,
            parameters: step.parameters,
            process: step.process,
            proctype: step.proctype,
            line: step.span.map(|place| place.line),
        }
    }
}

/// One object; each state and each edge has a line.
fn json(drawn: &mut Drawn<'_>, into: &mut impl Write) -> io::Result<()> {
    write!(into, "{{\n\"weyl\": \"{VERSION}\",\n\"states\": [")?;
    let vertices = drawn.vertices().map(|vertex| VertexJson {
        id: vertex.number,
        initial: vertex.is_initial,
        state: vertex.state,
    });
    write_lines(vertices, into)?;
    into.write_all(b"],\n\"edges\": [")?;
    let graph = drawn.graph;
    let edges = graph.edges.iter().map(|edge| EdgeJson {
        from: edge.from,
        to: edge.to,
        steps: drawn
            .steps(edge)
            .into_iter()
            .map(ActionJson::from)
            .collect(),
    });
    write_lines(edges, into)?;
    into.write_all(b"]\n}\n")
}

fn write_lines(
    items: impl Iterator<Item = impl Serialize>,
    into: &mut impl Write,
) -> io::Result<()> {
    for (number, item) in items.enumerate() {
        into.write_all(if number == 0 { b"\n" } else { b",\n" })?;
        serde_json::to_writer(&mut *into, &item)?;
    }
    into.write_all(b"\n")
}

const GRAPHML_HEAD: &str = "\
<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">
<key id=\"state\" for=\"node\" attr.name=\"state\" attr.type=\"string\"/>
<key id=\"initial\" for=\"node\" attr.name=\"initial\" attr.type=\"boolean\"/>
<key id=\"action\" for=\"edge\" attr.name=\"action\" attr.type=\"string\"/>
<graph id=\"states\" edgedefault=\"directed\">
";

fn graphml(drawn: &mut Drawn<'_>, into: &mut impl Write) -> io::Result<()> {
    into.write_all(GRAPHML_HEAD.as_bytes())?;
    for vertex in drawn.vertices() {
        let state = escaped(&lines(&vertex.state).join("\n"));
        let (number, initial) = (vertex.number, vertex.is_initial);
        writeln!(
            into,
            "<node id=\"s{number}\"><data key=\"state\">{state}</data>\
             <data key=\"initial\">{initial}</data></node>"
        )?;
    }
    for edge in &drawn.graph.edges {
        let action = escaped(&drawn.label(edge));
        let (from, to) = (edge.from, edge.to);
        writeln!(
            into,
            "<edge source=\"s{from}\" target=\"s{to}\"><data key=\"action\">{action}</data></edge>"
        )?;
    }
    into.write_all(b"</graph>\n</graphml>\n")
}

/// For XML, which has no other control characters than these.
pub(crate) fn escaped(text: &str) -> String {
    let is_allowed = |letter: &char| !letter.is_control() || matches!(letter, '\n' | '\t');
    let text: String = text.chars().filter(is_allowed).collect();
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        assert_eq!(quoted(r#"say "a\b""#), r#"say \"a\\b\""#);
        assert_eq!(
            escaped("a < b && \"c\"\u{1}"),
            "a &lt; b &amp;&amp; &quot;c&quot;"
        );
    }
}
