//! Processes that are told when they begin which channels and elements are theirs: by a loop, one
//! by one, or by each other. Two may be told the same; a process may change its mind, send on what
//! it was told, or end and leave its place to one that is told something else.

use crate::dice::Dice;

/// A program, with a formula `f` in one of two.
pub fn promela_wirings(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut wirings = Wirings {
        nodes: dice.between(2, 3),
        capacity: *dice.pick(&[0, 1, 1, 2]).unwrap_or(&1),
        rewrites: dice.chance(25),
        respawns: dice.chance(20),
        counts: dice.chance(8),
        dice,
    };
    wirings.program()
}

struct Wirings {
    dice: Dice,
    nodes: i64,
    capacity: i64,
    /// Processes store in their parameters.
    rewrites: bool,
    /// Processes create others.
    respawns: bool,
    counts: bool,
}

impl Wirings {
    fn program(&mut self) -> String {
        let Wirings {
            nodes, capacity, ..
        } = *self;
        let body = self.body();
        let init = self.init();
        let formula = if self.dice.chance(50) {
            let condition = self.shared_condition();
            let form = *self.dice.pick(&["[] ", "<> ", "[] <> "]).unwrap_or(&"[] ");
            format!("ltl f {{ {form}({condition}) }}\n")
        } else {
            String::new()
        };
        format!(
            "chan q[{nodes}] = [{capacity}] of {{ byte }};\nbyte a[{nodes}]; byte g; byte left = 2;\n\
             proctype P(chan in, out; byte i, k) {{ byte x; {body} }}\n{init}\n{formula}"
        )
    }

    fn body(&mut self) -> String {
        let count = self.dice.between(2, 4);
        let mut body: Vec<String> = (0..count).map(|_| self.statement()).collect();
        if self.respawns {
            let arguments = self.arguments_of_a_child();
            body.push(format!(
                "if :: left > 0 -> left--; run P({arguments}) :: else fi"
            ));
        }
        let body = body.join("; ");
        match self.dice.below(6) {
            0 => format!("do :: {body} :: break od"),
            1 => format!("do :: {body} :: x > 1 -> break od"),
            _ => body,
        }
    }

    fn arguments_of_a_child(&mut self) -> String {
        let arguments = ["in, out, i, k", "out, in, k, i", "in, in, k, k"];
        self.dice.pick(&arguments).unwrap_or(&"").to_string()
    }

    /// What creates the processes: a ring, a line, or anything else.
    fn init(&mut self) -> String {
        let nodes = self.nodes;
        let next = match self.dice.below(4) {
            0 => format!("q[n], q[{}], n, {}", self.node(), self.node()),
            1 => format!("q[0], q[n], n, ({nodes} - 1) - n"),
            2 => format!("q[n], q[({nodes} - 1) - n], 0, n"),
            _ => format!("q[n], q[(n + 1) % {nodes}], n, (n + 1) % {nodes}"),
        };
        let creation =
            format!("do :: n < {nodes} -> run P({next}); n++ :: n >= {nodes} -> break od");
        let last = if self.dice.chance(30) {
            format!("; {}", self.last_words())
        } else {
            String::new()
        };
        match self.dice.below(4) {
            0 => {
                let runs = (0..nodes).map(|_| {
                    let [one, other, i, k] = [(); 4].map(|()| self.node());
                    format!("run P(q[{one}], q[{other}], {i}, {k})")
                });
                let runs: Vec<String> = runs.collect();
                format!("init {{ byte n; atomic {{ {} }}{last} }}", runs.join("; "))
            }
            1 => format!("init {{ byte n; {creation}{last} }}"),
            _ => format!("init {{ byte n; atomic {{ {creation} }}{last} }}"),
        }
    }

    /// What the creator does afterwards.
    fn last_words(&mut self) -> String {
        let (node, other) = (self.node(), self.node());
        match self.dice.below(4) {
            0 => format!("a[{node}] = 1"),
            1 => format!("q[{node}]!1"),
            2 => format!("(_nr_pr == 1); run P(q[{node}], q[{other}], {other}, {node})"),
            _ => format!("assert({})", self.shared_condition()),
        }
    }

    fn node(&mut self) -> i64 {
        self.dice.between(0, self.nodes - 1)
    }

    fn shared_condition(&mut self) -> String {
        match self.dice.below(3) {
            0 => format!("g != {}", self.dice.between(0, 2)),
            1 => format!("a[{}] < 2", self.node()),
            _ => format!("a[{}] != a[{}]", self.node(), self.node()),
        }
    }

    fn value(&mut self) -> &'static str {
        let values = ["0", "1", "2", "x", "i", "k", "a[i]", "a[k]", "g"];
        self.dice.pick(&values).copied().unwrap_or("x")
    }

    fn condition(&mut self) -> String {
        let conditions = [
            "x == 1",
            "i == 0",
            "i < k",
            "a[i] == 0",
            "a[k] != 1",
            "nempty(in)",
            "nfull(out)",
            "len(in) == 0",
            "g == i",
        ];
        let buffered = self.capacity > 0;
        match self.dice.pick(&conditions) {
            Some(look) if buffered || !look.contains('(') => look.to_string(),
            _ if self.counts => "_nr_pr < 4".to_string(),
            _ => format!("x != {}", self.dice.between(0, 2)),
        }
    }

    fn simple(&mut self) -> String {
        match self.dice.below(20) {
            0..=3 => format!("out!{}", self.value()),
            4..=7 => "in?x".to_string(),
            8..=10 => format!("a[i] = {}", self.value()),
            11 => format!("a[k] = {}", self.value()),
            12 | 13 => format!("x = {}", self.value()),
            17 => format!("g = {}", self.value()),
            14 | 15 if self.rewrites => {
                let stores = ["i = k", "in = out", "k = x % 2", "out = q[0]", "i = 0"];
                self.dice.pick(&stores).unwrap_or(&"skip").to_string()
            }
            16 => format!("assert({})", self.condition()),
            _ => format!("({})", self.condition()),
        }
    }

    fn statement(&mut self) -> String {
        match self.dice.below(10) {
            0 => format!("atomic {{ {}; {} }}", self.simple(), self.simple()),
            1 => format!(
                "if :: ({}) -> {} :: else -> {} fi",
                self.condition(),
                self.simple(),
                self.simple()
            ),
            2 => format!("if :: {} :: {} fi", self.simple(), self.simple()),
            _ => self.simple(),
        }
    }
}
