//! No two states look the same: the boxes of a state graph have different labels, on many models.

mod collection;

use collection::{models, root};
use std::collections::HashSet;
use std::time::Duration;
use weyl::{Check, GraphFormat};

/// Turns of very many paths, and very long channels.
const SLOW: [&str; 2] = [
    "models/promela/token-ring-6.pml",
    "models/promela/long-channel.pml",
];

/// The labels of the boxes of a model's state graph; none if it has none.
fn labels(model: &str) -> Vec<String> {
    let check = Check::file(root().join(model)).graph().keep_going();
    let check = check.max_states(150).max_time(Duration::from_secs(3));
    let Ok(report) = check.run() else {
        return Vec::new();
    };
    let mut graph = Vec::new();
    let written = report.write_graph(GraphFormat::Dot, &mut graph);
    written.expect("memory to write to");
    let graph = String::from_utf8(graph).expect("UTF-8");
    let boxes = graph.lines().filter(|line| !line.contains(" -> s"));
    let labels = boxes.filter_map(|line| line.split_once("[label=\""));
    let labels = labels.map(|(_, label)| label.trim_end_matches("\", peripheries=2];"));
    labels
        .map(|label| label.trim_end_matches("\"];").to_string())
        .collect()
}

#[test]
fn boxes_have_different_labels() {
    let mut graphs = 0;
    for model in models()
        .iter()
        .filter(|model| !SLOW.contains(&model.as_str()))
        .step_by(3)
    {
        let labels = labels(model);
        graphs += usize::from(labels.len() > 1);
        let mut seen = HashSet::new();
        for label in &labels {
            assert!(seen.insert(label), "{model}: two boxes with {label}");
        }
    }
    assert!(graphs >= 40, "{graphs} graphs");
}

#[test]
fn what_nobody_wrote_tells_states_apart_too() {
    for model in [
        "promela/last-process.pml",
        "promela/notrace-holds.pml",
        "promela/for-channel.pml",
        "promela/inline-and-macros.pml",
        "promela/dynamic-tree.pml",
    ] {
        let labels = labels(&format!("models/{model}"));
        assert!(labels.len() > 10, "{model}");
        let different: HashSet<&String> = labels.iter().collect();
        assert_eq!(different.len(), labels.len(), "{model}");
    }
}
