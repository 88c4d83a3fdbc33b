//! The messages of the first turns of a program against the diagram of its text.

use anyhow::{Result, ensure};
use std::collections::{HashMap, HashSet, VecDeque};
use weyl_ir::{Model, NameId};
use weyl_symmetry::{ChannelDiagram, Vertex, VertexId, channel_diagram, static_processes};
use weyl_system::{Batch, Direction, Interpreter, Microstep, Outcome, Program, System};

/// States from which there are more turns are passed over: each turn is found by taking all of them
/// again.
const MAX_FIRINGS: usize = 20;

#[derive(Default)]
pub struct Seen {
    /// Of static processes, on channels that are always there.
    pub messages: usize,
    /// Edges along which a message went.
    pub edges: usize,
}

/// Looks at every turn from the first states. Where a process is not known to use other channels
/// than those of the text, each message goes along an edge.
pub fn check(program: &Program, most: usize) -> Result<Seen> {
    let processes = static_processes(&program.model);
    if processes.numbers_need_stay {
        return Ok(Seen::default());
    }
    let diagram = channel_diagram(&program.model, &processes);
    let watch = Watch::new(&program.model, &diagram);
    let mut interpreter = Interpreter::new(program);
    let mut batch = Batch::default();
    interpreter.initial(&mut batch);
    let mut queue: VecDeque<Vec<u8>> = states(&batch).into();
    let (mut seen, mut used) = (HashSet::new(), HashSet::new());
    let mut messages = 0;
    while let Some(state) = queue.pop_front().filter(|_| seen.len() < most) {
        if !seen.insert(state.clone()) {
            continue;
        }
        interpreter.successors(&state, &mut batch);
        queue.extend(states(&batch));
        let firings: Vec<_> = batch.iter().map(|(firing, _)| firing).collect();
        if firings.len() > MAX_FIRINGS {
            continue;
        }
        let fired = firings
            .into_iter()
            .map(|firing| interpreter.fire(&state, firing));
        for step in fired.flatten().flat_map(|fired| fired.microsteps) {
            messages += watch.step(&step, &mut used)?;
        }
    }
    let edges = used.len();
    Ok(Seen { messages, edges })
}

fn states(batch: &Batch) -> Vec<Vec<u8>> {
    let states = batch.iter().filter_map(|(_, outcome)| match outcome {
        Outcome::State { state, .. } => Some(state.to_vec()),
        _ => None,
    });
    states.collect()
}

struct Watch<'a> {
    model: &'a Model,
    diagram: &'a ChannelDiagram,
    processes: HashMap<NameId, VertexId>,
    first_channel: u32,
}

impl<'a> Watch<'a> {
    fn new(model: &'a Model, diagram: &'a ChannelDiagram) -> Watch<'a> {
        let processes = diagram
            .vertices
            .iter()
            .filter_map(|(id, vertex)| match vertex {
                Vertex::Process { name, .. } => Some((*name, id)),
                Vertex::Channel { .. } => None,
            });
        let processes: HashMap<NameId, VertexId> = processes.collect();
        let first_channel = processes.len() as u32;
        Watch {
            model,
            diagram,
            processes,
            first_channel,
        }
    }

    /// How many of the messages were looked at.
    fn step(&self, step: &Microstep, used: &mut HashSet<(VertexId, VertexId)>) -> Result<usize> {
        let rule = &self.model.rules[step.firing.rule];
        let kind = self.model.processes().kind_of_rule(rule);
        let name = kind.map(|kind| self.model.name_of(kind.sort, step.firing.instance as usize));
        let Some(process) = name.and_then(|name| self.processes.get(&name)) else {
            return Ok(0);
        };
        let mut count = 0;
        for message in &step.messages {
            if self.model.fixed_channel(message.channel).is_none() {
                continue;
            }
            count += 1;
            let channel = VertexId::from_u32(self.first_channel + message.channel as u32 - 1);
            let edge = match message.direction {
                Direction::Sent => (*process, channel),
                Direction::Received | Direction::Read => (channel, *process),
            };
            let is_free = matches!(
                self.diagram.vertices[*process],
                Vertex::Process {
                    is_dynamic: true,
                    ..
                }
            );
            let is_edge = self.diagram.edges.contains(&edge);
            ensure!(is_free || is_edge, "{edge:?}: {message:?}");
            if is_edge {
                used.insert(edge);
            }
        }
        Ok(count)
    }
}
