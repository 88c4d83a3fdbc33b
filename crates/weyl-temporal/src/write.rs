//! Automata as text: the Hanoi omega-automata format, Graphviz, never claims.

use crate::automaton::{Automaton, Cube, Marks};
use std::fmt::Write;

/// How the parts of a label are written.
struct Signs {
    and: &'static str,
    nothing: &'static str,
}

fn label(cube: Cube, signs: &Signs, name: &dyn Fn(u32) -> String) -> String {
    let bits = (0..u64::BITS).filter_map(|bit| {
        let is = |word: u64| word >> bit & 1 == 1;
        match (is(cube.positive), is(cube.negative)) {
            (true, _) => Some(name(bit)),
            (_, true) => Some(format!("!{}", name(bit))),
            _ => None,
        }
    });
    let parts: Vec<String> = bits.collect();
    if parts.is_empty() {
        signs.nothing.to_string()
    } else {
        parts.join(signs.and)
    }
}

fn numbers(marks: Marks) -> Vec<String> {
    let bits = (0..Marks::BITS).filter(|bit| marks >> bit & 1 == 1);
    bits.map(|bit| bit.to_string()).collect()
}

impl Automaton {
    /// The Hanoi omega-automata format, version 1.
    pub fn to_hoa(&self, title: &str, names: &[String]) -> String {
        let quoted =
            |text: &String| format!(" \"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let propositions: String = names.iter().map(quoted).collect();
        let sets = (0..self.sets).map(|set| format!("Inf({set})"));
        let sets: Vec<String> = sets.collect();
        let condition = if sets.is_empty() {
            "t".to_string()
        } else {
            sets.join("&")
        };
        let mut text = format!(
            "HOA: v1\nname:{}\nStates: {}\nStart: 0\nAP: {}{propositions}\n\
             acc-name: generalized-Buchi {}\nAcceptance: {} {condition}\n\
             properties: trans-labels explicit-labels trans-acc\n--BODY--\n",
            quoted(&title.to_string()),
            self.states.len(),
            names.len(),
            self.sets,
            self.sets,
        );
        let signs = Signs {
            and: "&",
            nothing: "t",
        };
        for (state, transitions) in self.states.iter().enumerate() {
            let _ = writeln!(text, "State: {state}");
            for transition in transitions {
                let label = label(transition.label, &signs, &|bit| bit.to_string());
                let marks = match numbers(transition.marks) {
                    marks if marks.is_empty() => String::new(),
                    marks => format!(" {{{}}}", marks.join(" ")),
                };
                let _ = writeln!(text, "[{label}] {}{marks}", transition.target);
            }
        }
        text.push_str("--END--\n");
        text
    }

    /// For Graphviz; acceptance sets are numbers in brackets.
    pub fn to_dot(&self, names: &[String]) -> String {
        let mut text = String::from(
            "digraph automaton {\n  rankdir=LR;\n  start [shape=point];\n  start -> s0;\n",
        );
        let signs = Signs {
            and: " && ",
            nothing: "true",
        };
        for state in 0..self.states.len() {
            let _ = writeln!(text, "  s{state} [label=\"{state}\", shape=circle];");
        }
        for (state, transitions) in self.states.iter().enumerate() {
            for transition in transitions {
                let label = label(transition.label, &signs, &|bit| name_of(names, bit));
                let marks = match numbers(transition.marks) {
                    marks if marks.is_empty() => String::new(),
                    marks => format!(" [{}]", marks.join(" ")),
                };
                let label = format!("{label}{marks}")
                    .replace('\\', "\\\\")
                    .replace('"', "\\\"");
                let target = transition.target;
                let _ = writeln!(text, "  s{state} -> s{target} [label=\"{label}\"];");
            }
        }
        text.push_str("}\n");
        text
    }

    /// A never claim for SPIN.
    pub fn to_never(&self, title: &str, names: &[String]) -> String {
        let buchi = self.with_accepting_states();
        let mut text = format!("never {{  /* {} */\n", title.replace("*/", "* /"));
        let state = |number: usize| {
            let accepting = if buchi.states[number].is_accepting {
                "accept"
            } else {
                "T0"
            };
            match number {
                0 => format!("{accepting}_init"),
                _ => format!("{accepting}_S{number}"),
            }
        };
        let signs = Signs {
            and: " && ",
            nothing: "true",
        };
        for (number, own) in buchi.states.iter().enumerate() {
            let _ = writeln!(text, "{}:", state(number));
            if own.transitions.is_empty() {
                text.push_str("\tfalse;\n");
                continue;
            }
            text.push_str("\tdo\n");
            for (cube, target) in &own.transitions {
                let label = label(*cube, &signs, &|bit| format!("({})", name_of(names, bit)));
                let _ = writeln!(text, "\t:: ({label}) -> goto {}", state(*target));
            }
            text.push_str("\tod;\n");
        }
        text.push_str("}\n");
        text
    }
}

fn name_of(names: &[String], bit: u32) -> String {
    names
        .get(bit as usize)
        .map_or(format!("p{bit}"), String::clone)
}
