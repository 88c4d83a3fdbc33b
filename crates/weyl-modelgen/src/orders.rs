//! Processes whose steps commute, or almost: for what looks for one order among many.
//!
//! Channels with one sender and one receiver and channels that all share, of all capacities;
//! operations that are first in a turn, and such that end one in the middle; looks at lengths, at
//! places of others, at the number of processes; `else`, `timeout`, escapes, `provided`; loops in
//! which one process could go on for ever while another has something to say.

use crate::dice::Dice;

/// A program, with a formula `f` in two of three.
pub fn promela_orders(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let channels = (0..dice.between(1, 4)).map(|_| *dice.pick(&[0, 1, 1, 2, 3]).unwrap_or(&1));
    let channels = channels.collect();
    let mut orders = Orders {
        processes: dice.between(2, 4) as usize,
        globals: dice.between(1, 3) as usize,
        channels,
        is_exclusive: dice.chance(50),
        waits: dice.chance(15),
        counts: dice.chance(10),
        creates: dice.chance(25),
        escapes: dice.chance(15),
        is_provided: dice.chance(8),
        labels: Vec::new(),
        own: 0,
        dice,
    };
    orders.program()
}

struct Orders {
    dice: Dice,
    processes: usize,
    globals: usize,
    /// Their capacities.
    channels: Vec<i64>,
    /// Each has one sender and one receiver.
    is_exclusive: bool,
    waits: bool,
    counts: bool,
    creates: bool,
    escapes: bool,
    is_provided: bool,
    /// Processes with a label that others may ask about.
    labels: Vec<usize>,
    /// The process at hand.
    own: usize,
}

impl Orders {
    fn program(&mut self) -> String {
        let mut text = String::new();
        for (number, capacity) in self.channels.iter().enumerate() {
            text += &format!("chan c{number} = [{capacity}] of {{ byte }};\n");
        }
        for number in 0..self.globals {
            text += &format!("byte g{number};\n");
        }
        let labelled: Vec<usize> = (0..self.processes).collect();
        let labelled: Vec<usize> = labelled
            .into_iter()
            .filter(|_| self.dice.chance(40))
            .collect();
        if !self.creates {
            self.labels.clone_from(&labelled);
        }
        for process in 0..self.processes {
            text += &self.process(process, labelled.contains(&process));
        }
        if self.creates {
            let runs = (1..self.processes).map(|process| format!("run P{process}()"));
            let mut runs: Vec<String> = runs.collect();
            if self.dice.chance(30) {
                runs.push("run P1()".to_string());
            }
            text += &format!("init {{ {} }}\n", runs.join("; "));
        }
        if self.dice.chance(66) {
            text += &format!("ltl f {{ {} }}\n", self.formula());
        }
        text
    }

    fn process(&mut self, own: usize, is_labelled: bool) -> String {
        self.own = own;
        let count = self.dice.between(2, 5);
        let mut body: Vec<String> = (0..count).map(|_| self.statement(2, own)).collect();
        if is_labelled {
            let at = self.dice.below(body.len());
            body[at] = format!("L{own}: {}", body[at]);
        }
        let body = body.join("; ");
        let body = match self.dice.below(6) {
            0 => format!("do :: {body} od"),
            1 => format!("do :: {body} :: break od"),
            2 => format!(
                "do :: {body} :: ({}) -> break od; {}",
                self.condition(),
                self.statement(1, own)
            ),
            _ => body,
        };
        let provided = if self.is_provided && self.dice.chance(50) {
            format!(" provided ({} != 2)", self.global())
        } else {
            String::new()
        };
        let active = if self.creates && own > 0 {
            ""
        } else {
            "active "
        };
        format!("{active}proctype P{own}(){provided} {{ byte x; byte y; {body} }}\n")
    }

    fn global(&mut self) -> String {
        format!("g{}", self.dice.below(self.globals))
    }

    fn local(&mut self) -> &'static str {
        self.dice.pick(&["x", "y"]).copied().unwrap_or("x")
    }

    fn value(&mut self) -> String {
        match self.dice.below(10) {
            0..=2 => self.local().to_string(),
            3 | 4 => self.global(),
            5 | 6 => format!("({} + 1) % 3", self.local()),
            _ => self.dice.between(0, 2).to_string(),
        }
    }

    fn comparison(&mut self) -> String {
        let operator = *self.dice.pick(&["==", "!=", "<"]).unwrap_or(&"==");
        format!("{operator} {}", self.dice.between(0, 2))
    }

    /// A channel that stores messages.
    fn buffer(&mut self) -> Option<usize> {
        let buffers = (0..self.channels.len()).filter(|of| self.channels[*of] > 0);
        let buffers: Vec<usize> = buffers.collect();
        self.dice.pick(&buffers).copied()
    }

    fn condition(&mut self) -> String {
        match (self.dice.below(20), self.buffer()) {
            (0..=5, _) => format!("{} {}", self.local(), self.comparison()),
            (6..=12, _) => format!("{} {}", self.global(), self.comparison()),
            (13..=15, Some(channel)) => self.look(channel),
            (16 | 17, _) if !self.asked().is_empty() => {
                let asked = self.asked();
                let process = asked[self.dice.below(asked.len())];
                format!("P{process}@L{process}")
            }
            (18, _) if self.counts => format!("_nr_pr == {}", self.dice.between(1, 3)),
            _ => format!("{} == {}", self.local(), self.global()),
        }
    }

    /// Whose labels the process at hand may ask about: those before it in the text.
    fn asked(&self) -> Vec<usize> {
        let labels = self.labels.iter().copied();
        labels.filter(|process| *process < self.own).collect()
    }

    fn look(&mut self, channel: usize) -> String {
        match self.dice.below(6) {
            0 => format!("empty(c{channel})"),
            1 => format!("nempty(c{channel})"),
            2 => format!("full(c{channel})"),
            3 => format!("nfull(c{channel})"),
            4 => format!("c{channel}?[{}]", self.dice.between(0, 2)),
            _ => format!("len(c{channel}) {}", self.comparison()),
        }
    }

    fn assignment(&mut self) -> String {
        let to = if self.dice.chance(50) {
            self.local().to_string()
        } else {
            self.global()
        };
        format!("{to} = {}", self.value())
    }

    /// Channels that a process may send to, or receive from.
    fn usable(&self, own: usize, shift: usize) -> Vec<usize> {
        let all = 0..self.channels.len();
        let usable = all.filter(|at| !self.is_exclusive || (at + shift) % self.processes == own);
        usable.collect()
    }

    fn message(&mut self, own: usize) -> String {
        let sends = self.dice.chance(50);
        let usable = self.usable(own, usize::from(!sends));
        let Some(channel) = self.dice.pick(&usable).copied() else {
            return self.assignment();
        };
        let stores = self.channels[channel] > 0;
        if sends {
            let operator = if stores && self.dice.chance(12) {
                "!!"
            } else {
                "!"
            };
            return format!("c{channel}{operator}{}", self.value());
        }
        let operator = if stores && self.dice.chance(15) {
            "??"
        } else {
            "?"
        };
        let field = if self.dice.chance(60) {
            self.local().to_string()
        } else {
            self.dice.between(0, 2).to_string()
        };
        if stores && self.dice.chance(10) {
            format!("c{channel}{operator}<{field}>")
        } else {
            format!("c{channel}{operator}{field}")
        }
    }

    fn simple(&mut self, own: usize) -> String {
        match self.dice.below(20) {
            0..=7 => self.assignment(),
            8..=14 => self.message(own),
            15 | 16 => format!("({})", self.condition()),
            17 | 18 => format!("assert({})", self.condition()),
            _ => "skip".to_string(),
        }
    }

    fn statement(&mut self, depth: u32, own: usize) -> String {
        if depth == 0 {
            return self.simple(own);
        }
        match self.dice.below(20) {
            0..=11 => self.simple(own),
            12 | 13 => {
                let parts: Vec<String> = (0..3).map(|_| self.simple(own)).collect();
                format!("atomic {{ {} }}", parts.join("; "))
            }
            14 => format!("d_step {{ {}; {} }}", self.assignment(), self.assignment()),
            15 if self.escapes => format!(
                "{{ {}; {} }} unless {{ ({}) }}",
                self.simple(own),
                self.simple(own),
                self.condition()
            ),
            _ => self.selection(depth, own),
        }
    }

    fn selection(&mut self, depth: u32, own: usize) -> String {
        let has_else = self.dice.chance(30);
        let mut options = String::new();
        for _ in 0..self.dice.between(1, 3) {
            let first = match self.dice.below(3) {
                0 if !has_else => self.message(own),
                1 if !has_else => self.assignment(),
                _ => format!("({})", self.condition()),
            };
            options += &format!(":: {first} -> {} ", self.statement(depth - 1, own));
        }
        if has_else {
            options += &format!(":: else -> {} ", self.statement(depth - 1, own));
        } else if self.waits && self.dice.chance(30) {
            options += &format!(":: timeout -> {} ", self.statement(depth - 1, own));
        }
        format!("if {options}fi")
    }

    fn atom(&mut self) -> String {
        match self.buffer() {
            Some(channel) if self.dice.chance(20) => format!("(len(c{channel}) < 2)"),
            _ => format!("({} {})", self.global(), self.comparison()),
        }
    }

    fn formula(&mut self) -> String {
        let (p, q) = (self.atom(), self.atom());
        match self.dice.below(8) {
            0 => format!("[] {p}"),
            1 => format!("<> {p}"),
            2 => format!("[] <> {p}"),
            3 => format!("<> [] {p}"),
            4 => format!("{p} U {q}"),
            5 => format!("[] ({p} -> <> {q})"),
            6 => format!("(<> {p}) -> ([] {q})"),
            _ => format!("[] ({p} -> X {q})"),
        }
    }
}
