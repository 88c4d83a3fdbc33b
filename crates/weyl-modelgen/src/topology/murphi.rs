//! Topologies in Murphi.

use super::{Graph, Topology};
use crate::dice::Dice;
use std::fmt::Write;

/// A model over the numbers of nodes, which begin with 0 or 1.
pub fn write(dice: &mut Dice, mut graph: Graph) -> Topology {
    let first = dice.below(2);
    let size = graph.size;
    let mut text = format!(
        "type N: {first}..{};\nvar x: array [N] of 0..2; last: array [N] of N;\n",
        first + size - 1
    );
    let is_function = dice.chance(50);
    let pairs = graph.arcs.iter();
    let pairs = pairs.map(|(from, to)| format!("(i = {} & j = {})", from + first, to + first));
    let adjacent = pairs.collect::<Vec<_>>().join(" | ");
    let adjacent = if adjacent.is_empty() {
        "false".to_string()
    } else {
        adjacent
    };
    if is_function {
        let _ = writeln!(
            text,
            "function adjacent(i: N; j: N): boolean; begin return {adjacent}; end;"
        );
    }
    text += "startstate begin for i: N do x[i] := 0; last[i] := i; end; end;\n";
    text += "ruleset i: N do\n  rule \"one\" x[i] = 0 ==> begin x[i] := 1; end;\n";
    text += "  rule \"two\" x[i] = 1 ==> begin x[i] := 2; end;\n";
    if dice.chance(30) {
        let node = dice.below(size);
        graph.colours[node] = 1;
        let _ = writeln!(
            text,
            "  rule \"odd\" x[i] = 2 & i = {} ==> begin x[i] := 0; end;",
            node + first
        );
    }
    text += "end;\n";
    let step = "begin x[i] := 1; last[i] := j; end;";
    match (is_function, dice.chance(50)) {
        (true, _) => {
            let guard = "adjacent(i, j) & x[i] = 2 & x[j] = 2";
            let _ = writeln!(text, "ruleset i: N; j: N do rule {guard} ==> {step} end;");
        }
        (false, true) => {
            let guard = format!("({adjacent}) & x[i] = 2 & x[j] = 2");
            let _ = writeln!(text, "ruleset i: N; j: N do rule {guard} ==> {step} end;");
        }
        (false, false) => {
            for (from, to) in &graph.arcs {
                let (i, j) = (from + first, to + first);
                let _ = writeln!(
                    text,
                    "rule x[{i}] = 2 & x[{j}] = 2 ==> begin x[{i}] := 1; last[{i}] := {j}; end;"
                );
            }
        }
    }
    let is_exact = true;
    let mut atoms = Topology::about_all(first..first + size, "=");
    for node in first..first + size {
        atoms.extend((0..3).map(|value| format!("x[{node}] = {value}")));
        atoms.push(format!("last[{node}] = {node}"));
    }
    Topology {
        text,
        atoms,
        graph,
        is_exact,
    }
}
