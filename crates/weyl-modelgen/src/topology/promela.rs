//! Topologies in Promela.

use super::{Graph, Topology};
use crate::dice::Dice;
use std::fmt::Write;

/// What a process knows itself by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Identity {
    /// `active [N]`, and `_pid`.
    Active,
    /// `run` in `init`, and `_pid - 1`.
    Created,
    /// A parameter.
    Parameter,
}

/// How neighbours are told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Neighbours {
    /// A table that nobody writes.
    Table,
    /// An option for each arc, of a shared array.
    Options,
    /// Channels as parameters.
    Channels,
}

/// What tells one node from the others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Odd {
    Nothing,
    Constant,
    Capacity,
    Comparison,
    SortedSend,
    Label,
    Assertion,
}

pub struct Writer {
    dice: Dice,
    graph: Graph,
    identity: Identity,
    neighbours: Neighbours,
    odd: Odd,
    /// Which node is told from the others.
    node: usize,
    /// Each process has a proctype of its own, with its number in place of `ME`.
    is_written_out: bool,
}

impl Writer {
    pub fn new(mut dice: Dice, graph: Graph) -> Writer {
        let identities = [Identity::Active, Identity::Created, Identity::Parameter];
        let mut identity = identities[dice.below(3)];
        let neighbours = match dice.below(4) {
            0 => Neighbours::Table,
            2 | 3 if graph.is_regular() => Neighbours::Channels,
            _ => Neighbours::Options,
        };
        let sends = neighbours == Neighbours::Channels;
        if sends {
            identity = Identity::Parameter;
        }
        let odd = match (dice.below(8), sends) {
            (0, _) => Odd::Constant,
            (1, true) => Odd::Capacity,
            (2, true) => Odd::Comparison,
            (3, true) => Odd::SortedSend,
            (4, _) => Odd::Label,
            (5, _) => Odd::Assertion,
            _ => Odd::Nothing,
        };
        Writer {
            node: dice.below(graph.size),
            is_written_out: identity != Identity::Parameter && dice.chance(40),
            dice,
            graph,
            identity,
            neighbours,
            odd,
        }
    }

    fn sends(&self) -> bool {
        self.neighbours == Neighbours::Channels
    }

    /// Who looks at one location looks at them all; and parameters have an order, so that several
    /// neighbours have one.
    fn is_exact(&self) -> bool {
        let has_ports = self.sends() && self.graph.out(0).len() > 1;
        self.odd != Odd::Label && !has_ports
    }

    fn me(&self) -> &'static str {
        match self.identity {
            Identity::Active | Identity::Created if self.is_written_out => "ME",
            Identity::Active => "_pid",
            Identity::Created => "(_pid - 1)",
            Identity::Parameter => "me",
        }
    }

    /// The proctype of a node.
    fn proctype(&self, node: usize) -> String {
        if self.is_written_out {
            format!("P_{node}")
        } else {
            "P".to_string()
        }
    }

    pub fn write(mut self) -> Topology {
        let mut text = format!("byte x[{}];\n", self.graph.size);
        self.colour();
        self.globals(&mut text);
        let process = self.process();
        let copies = if self.is_written_out {
            self.graph.size
        } else {
            1
        };
        for node in 0..copies {
            let number = node.to_string();
            text += &process
                .replace("PROCTYPE", &self.proctype(node))
                .replace("ME", &number);
        }
        self.observer(&mut text);
        self.init(&mut text);
        Topology {
            text,
            atoms: self.atoms(),
            is_exact: self.is_exact(),
            graph: self.graph,
        }
    }

    /// What the odd thing does to the symmetry of the graph.
    fn colour(&mut self) {
        let senders: Vec<usize> = (0..self.graph.size)
            .filter(|node| !self.graph.out(*node).is_empty())
            .collect();
        match self.odd {
            Odd::Nothing => {}
            Odd::Constant | Odd::Capacity | Odd::Label | Odd::Assertion => {
                self.graph.colours[self.node] = 1;
            }
            // Nothing but the 0 of the beginning is compared: no node is less.
            Odd::Comparison if senders.is_empty() => self.graph.colours[0] = 1,
            // All that is sent has an order.
            Odd::Comparison | Odd::SortedSend => {
                for (colour, node) in (1..).zip(senders) {
                    self.graph.colours[node] = colour;
                }
            }
        }
    }

    fn globals(&mut self, text: &mut String) {
        let size = self.graph.size;
        if self.odd == Odd::Constant {
            let values = (0..size).map(|node| if node == self.node { "5" } else { "4" });
            let values: Vec<&str> = values.collect();
            let _ = writeln!(text, "byte k[{size}] = {{ {} }};", values.join(", "));
        }
        if self.neighbours == Neighbours::Table {
            let pairs = (0..size).flat_map(|from| (0..size).map(move |to| (from, to)));
            let values = pairs.map(|pair| {
                if self.graph.arcs.contains(&pair) {
                    "1"
                } else {
                    "0"
                }
            });
            let values: Vec<&str> = values.collect();
            let _ = writeln!(
                text,
                "bool arcs[{}] = {{ {} }};",
                size * size,
                values.join(", ")
            );
        }
        if self.sends() {
            self.channels(text);
        }
    }

    fn channels(&mut self, text: &mut String) {
        let is_buffered = self.odd == Odd::SortedSend || self.dice.chance(60);
        let usual = if is_buffered { 1 } else { 0 };
        let _ = writeln!(text, "byte last[{}];", self.graph.size);
        if self.odd != Odd::Capacity {
            let _ = writeln!(
                text,
                "chan q[{}] = [{usual}] of {{ byte }};",
                self.graph.size
            );
            return;
        }
        for node in 0..self.graph.size {
            let capacity = if node == self.node { 2 } else { usual };
            let _ = writeln!(text, "chan q{node} = [{capacity}] of {{ byte }};");
        }
    }

    /// The channel of a node.
    fn channel(&self, node: usize) -> String {
        match self.odd {
            Odd::Capacity => format!("q{node}"),
            _ => format!("q[{node}]"),
        }
    }

    fn process(&mut self) -> String {
        let mut text = String::new();
        let (me, size) = (self.me(), self.graph.size);
        let active = match (self.identity, self.is_written_out) {
            (Identity::Active, true) => "active ".to_string(),
            (Identity::Active, false) => format!("active [{size}] "),
            (Identity::Created | Identity::Parameter, _) => String::new(),
        };
        let ports = self.graph.out(0).len();
        let mut parameters = Vec::new();
        if self.identity == Identity::Parameter {
            parameters.push("byte me".to_string());
        }
        if self.neighbours == Neighbours::Channels {
            parameters.push("chan own".to_string());
            parameters.extend((0..ports).map(|port| format!("chan to{port}")));
        }
        let local = if self.sends() { " byte y;" } else { "" };
        let _ = writeln!(
            &mut text,
            "{active}proctype PROCTYPE({}) {{{local}",
            parameters.join("; ")
        );
        let _ = writeln!(&mut text, "  do");
        let _ = writeln!(&mut text, "  :: x[{me}] == 0 -> step: x[{me}] = 1");
        let _ = writeln!(&mut text, "  :: x[{me}] == 1 -> x[{me}] = 2");
        // What options have in common: they lead to no places of their own.
        let _ = writeln!(&mut text, "  :: false -> again: x[{me}] = 1");
        if self.odd == Odd::Constant {
            let _ = writeln!(
                &mut text,
                "  :: x[{me}] == 2 && k[{me}] == 5 -> x[{me}] = 0"
            );
        }
        if self.odd == Odd::Comparison {
            let _ = writeln!(
                &mut text,
                "  :: x[{me}] == 2 && last[{me}] < {me} -> x[{me}] = 0"
            );
        }
        let mut options = self.options();
        self.dice.shuffle(&mut options);
        options.iter().for_each(|option| text += option);
        text + "  od\n}\n"
    }

    fn options(&self) -> Vec<String> {
        let (me, size) = (self.me(), self.graph.size);
        let send = if self.odd == Odd::SortedSend {
            "!!"
        } else {
            "!"
        };
        let arcs = self.graph.arcs.iter();
        let mut options: Vec<String> = match self.neighbours {
            Neighbours::Table => (0..size)
                .map(|to| {
                    let is_arc = format!("arcs[{me} * {size} + {to}]");
                    format!("  :: {is_arc} && x[{me}] == 2 && x[{to}] == 2 -> goto again\n")
                })
                .collect(),
            Neighbours::Options => arcs
                .map(|(from, to)| {
                    let guard = format!("{me} == {from} && x[{to}] == 2 && x[{from}] == 2");
                    format!("  :: {guard} -> goto again\n")
                })
                .collect(),
            Neighbours::Channels => (0..self.graph.out(0).len())
                .map(|port| format!("  :: x[{me}] == 2 -> to{port}{send}{me}\n"))
                .collect(),
        };
        if self.sends() {
            options.push(format!("  :: own?y -> last[{me}] = y; x[{me}] = 1\n"));
        }
        options
    }

    /// The number of the process of a node.
    fn process_number(&self, node: usize) -> usize {
        match self.identity {
            Identity::Active => node,
            Identity::Created | Identity::Parameter => node + 1,
        }
    }

    fn atoms(&self) -> Vec<String> {
        let mut atoms = Topology::about_all(0..self.graph.size, "==");
        for node in 0..self.graph.size {
            atoms.extend((0..3).map(|value| format!("x[{node}] == {value}")));
            let (proctype, number) = (self.proctype(node), self.process_number(node));
            atoms.push(format!("{proctype}[{number}]@step"));
        }
        atoms
    }

    fn observer(&self, text: &mut String) {
        let node = self.node;
        let pid = self.process_number(node);
        let watched = match self.odd {
            Odd::Label => format!("{}[{pid}]@step -> skip", self.proctype(node)),
            Odd::Assertion => format!("assert(x[{node}] < 3)"),
            _ => return,
        };
        let is_active = self.identity == Identity::Active;
        let active = if is_active { "active " } else { "" };
        let _ = writeln!(text, "{active}proctype O() {{ do :: {watched} od }}");
    }

    fn init(&self, text: &mut String) {
        if self.identity == Identity::Active {
            return;
        }
        let _ = writeln!(text, "init {{ atomic {{");
        for node in 0..self.graph.size {
            let mut arguments = Vec::new();
            if self.identity == Identity::Parameter {
                arguments.push(node.to_string());
            }
            if self.neighbours == Neighbours::Channels {
                let ports = self.graph.out(node);
                let channels = [node].into_iter().chain(ports);
                arguments.extend(channels.map(|node| self.channel(node)));
            }
            let proctype = self.proctype(node);
            let _ = writeln!(text, "  run {proctype}({});", arguments.join(", "));
        }
        if matches!(self.odd, Odd::Label | Odd::Assertion) {
            let _ = writeln!(text, "  run O();");
        }
        let _ = writeln!(text, "}} }}");
    }
}
