//! Programs in layers: what is in one depends on what is below, seldom on what is above. Each
//! property sees one layer, so that something can be left out for most of them; now and then what
//! could be left out fails, blocks, or goes on for ever beside what is waited for.

use crate::dice::Dice;
use std::fmt::Write;

/// Variables `v0`, `v1`, …: one for each layer.
const LAYERS: usize = 5;

/// The layer of something that a layer may look at.
fn source(dice: &mut Dice, layer: usize) -> usize {
    let beyond = dice.chance(6);
    dice.below(if beyond { LAYERS } else { layer + 1 })
}

/// Rules of Murphi.
pub fn murphi_layers(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut text = String::from("type V: 0..2; I: 0..1;\nvar\n");
    for layer in 0..LAYERS {
        let _ = writeln!(text, "  v{layer}: V; a{layer}: array [I] of V;");
    }
    text.push_str("procedure give(var p: V; v: V); begin p := v; end;\n");
    text.push_str("function next(v: V): V; begin return (v + 1) % 3; end;\n");
    let chosen = dice.below(LAYERS);
    let _ = writeln!(text, "ruleset s: V do startstate\nbegin");
    for layer in 0..LAYERS {
        let first = if layer == chosen { "s" } else { "0" };
        let _ = writeln!(
            text,
            "  v{layer} := {first}; a{layer}[0] := 0; a{layer}[1] := 1;"
        );
    }
    text.push_str("end; end;\n");
    for number in 0..dice.between(4, 7) {
        let layer = dice.below(LAYERS);
        let guard = murphi_condition(&mut dice, layer);
        let _ = writeln!(
            text,
            "ruleset i: I do rule \"r{number}\" {guard} ==> var l: V; begin"
        );
        for _ in 0..dice.between(1, 3) {
            let own = if dice.chance(75) {
                layer
            } else {
                dice.below(LAYERS)
            };
            let statement = murphi_statement(&mut dice, own);
            let _ = writeln!(text, "  {statement}");
        }
        text.push_str("end; end;\n");
    }
    for layer in 0..LAYERS {
        let value = dice.below(3);
        let _ = writeln!(text, "invariant \"never {layer}\" v{layer} != {value};");
        let _ = writeln!(text, "cover \"some time {layer}\" a{layer}[0] = {value};");
        let _ = writeln!(text, "liveness \"again {layer}\" v{layer} = {value};");
    }
    text
}

fn murphi_condition(dice: &mut Dice, layer: usize) -> String {
    let (x, y) = (source(dice, layer), source(dice, layer));
    match dice.below(6) {
        0 => "true".to_string(),
        1 => format!("v{x} < 2"),
        2 => format!("v{x} != v{y}"),
        3 => format!("a{x}[i] = v{y}"),
        4 => format!("i = 0 & v{x} > 0"),
        _ => format!("exists j: I do a{x}[j] > v{y} end"),
    }
}

fn murphi_statement(dice: &mut Dice, layer: usize) -> String {
    let (x, y) = (source(dice, layer), source(dice, layer));
    let condition = murphi_condition(dice, layer);
    match dice.below(20) {
        0 | 1 => format!("v{layer} := (v{x} + 1) % 3;"),
        2 => format!("v{layer} := v{x};"),
        3 => format!("a{layer}[i] := v{x};"),
        4 => format!("a{layer}[v{x} % 2] := v{y};"),
        5 => format!("v{layer} := a{x}[v{y} % 2];"),
        6 => format!("if {condition} then v{layer} := v{y}; end;"),
        7 => format!("if {condition} then a{layer}[i] := 2; else v{layer} := 0; end;"),
        8 => format!("for j: I do if a{x}[j] = v{y} then a{layer}[j] := 0; end; end;"),
        9 => format!("switch v{x} case 0: v{layer} := 1; case 1: a{layer}[0] := v{y}; end;"),
        10 => format!("l := v{x}; v{layer} := l;"),
        11 => format!("give(v{layer}, next(v{x}));"),
        12 => format!("alias p: a{layer}[v{x} % 2] do p := v{y}; end;"),
        13 => format!("l := 0; while l < v{x} do l := l + 1; v{layer} := l; end;"),
        // What follows may end the step.
        14 => format!("v{layer} := v{x} + 1;"),
        15 => format!("a{layer}[v{x}] := v{y};"),
        16 => format!("if {condition} then return; end;"),
        17 => format!("assert v{x} < 2 | v{y} > 0;"),
        18 => format!("if {condition} then undefine v{layer}; end;"),
        _ => format!("v{layer} := 2 / v{x};"),
    }
}

/// Processes of Promela.
pub fn promela_layers(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let mut text = String::new();
    for layer in 0..LAYERS {
        let room = dice.below(3);
        let _ = writeln!(
            text,
            "byte v{layer}; chan c{layer} = [{room}] of {{ byte }};"
        );
    }
    let processes = dice.between(2, 3);
    for number in 0..processes {
        let layer = dice.below(LAYERS);
        let ends = dice.chance(25);
        let _ = writeln!(text, "active proctype P{number}() {{ byte l;");
        let open = if ends { "if" } else { "do" };
        let _ = writeln!(text, "  {open}");
        for _ in 0..dice.between(1, 3) {
            let option = promela_option(&mut dice, layer);
            let _ = writeln!(text, "  :: {option}");
        }
        if dice.chance(25) {
            let otherwise = promela_statement(&mut dice, layer);
            let _ = writeln!(text, "  :: else -> {otherwise}");
        }
        let close = if ends { "fi" } else { "od" };
        let _ = writeln!(text, "  {close}\n}}");
    }
    for layer in 0..LAYERS {
        let value = dice.below(3);
        let _ = writeln!(text, "ltl q{layer} {{ [] (v{layer} != {value}) }}");
    }
    text
}

fn promela_option(dice: &mut Dice, layer: usize) -> String {
    let condition = promela_condition(dice, layer);
    let one = promela_statement(dice, layer);
    let beside = dice.below(LAYERS);
    let other = promela_statement(dice, beside);
    match dice.below(8) {
        0 => format!("atomic {{ {condition}; {one}; {other} }}"),
        1 => format!("d_step {{ {condition}; v{layer} = (v{layer} + 1) % 3; l = v{layer} }}"),
        2 => format!("{{ {one}; {other} }} unless {{ {condition} }}"),
        3 => format!("{condition} -> {one}"),
        4 => format!("{one}; {other}"),
        5 => format!("{condition} -> if :: {one} :: {other} fi"),
        6 if dice.chance(25) => format!("timeout -> {one}"),
        _ => format!("{condition} -> {one}; {other}"),
    }
}

fn promela_condition(dice: &mut Dice, layer: usize) -> String {
    let (x, y) = (source(dice, layer), source(dice, layer));
    match dice.below(6) {
        0 => "true".to_string(),
        1 => format!("v{x} < 2"),
        2 => format!("v{x} != v{y}"),
        3 => format!("len(c{x}) == 0"),
        4 => format!("l <= v{x}"),
        _ => format!("v{x} == 0"),
    }
}

fn promela_statement(dice: &mut Dice, layer: usize) -> String {
    let (x, y) = (source(dice, layer), source(dice, layer));
    match dice.below(9) {
        0 | 1 => format!("v{layer} = (v{x} + 1) % 3"),
        2 => format!("v{layer} = v{x}"),
        3 => format!("l = v{x}"),
        4 => format!("v{layer} = l % 3"),
        5 => format!("c{layer}!v{x}"),
        6 => format!("c{x}?v{layer}"),
        7 => format!("c{x}?l"),
        _ => format!("v{layer} = (v{x} > v{y} -> 1 : 0)"),
    }
}
