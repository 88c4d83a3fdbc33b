//! Parts that go on beside each other, for questions about runs of one of them: some run for ever,
//! some end, some wait for another part, some count beside what they do, some fail.

use crate::dice::Dice;
use std::fmt::Write;

/// Part `k` has the variables `v{k}` and `n{k}`, numbers below 3, and `b{k}`, a boolean.
const PARTS: usize = 3;

/// A program with what can be said of each of its parts.
pub struct Beside {
    pub text: String,
    pub atoms: Vec<Vec<String>>,
}

impl Beside {
    /// What a formula is about: one part, seldom two.
    pub fn atoms(&self, seed: u64) -> Vec<String> {
        let mut dice = Dice::new(seed);
        let mut atoms = self.atoms[dice.below(PARTS)].clone();
        if dice.chance(15) {
            atoms.extend_from_slice(&self.atoms[dice.below(PARTS)]);
        }
        atoms
    }
}

/// Another part, which is waited for; seldom one that comes later.
fn other(dice: &mut Dice, part: usize) -> usize {
    if part > 0 && dice.chance(85) {
        dice.below(part)
    } else {
        dice.below(PARTS)
    }
}

/// Active processes, one to two for each part; the last part may be twins instead.
pub fn promela_beside(seed: u64) -> Beside {
    let mut dice = Dice::new(seed);
    let mut text = String::new();
    for part in 0..PARTS {
        let _ = writeln!(text, "byte v{part}, n{part}; bool b{part};");
    }
    let _ = writeln!(
        text,
        "chan c = [1] of {{ byte }}; chan r = [0] of {{ byte }};"
    );
    let twins = dice.chance(30).then(|| promela_twins(&mut dice));
    text.extend(twins.as_deref());
    let single = PARTS - usize::from(twins.is_some());
    let mut parts: Vec<usize> = (0..single).collect();
    parts.extend(dice.chance(40).then(|| dice.below(single)));
    for (number, part) in parts.into_iter().enumerate() {
        let body = promela_body(&mut dice, part);
        let _ = writeln!(text, "active proctype P{number}() {{ byte l; {body} }}");
    }
    let atoms = |part| {
        let numbers = (0..3).map(|value| format!("v{part} == {value}"));
        numbers.chain([format!("b{part}")]).collect()
    };
    let of_twins = (0..3).map(|value| format!("t[0] == {value}"));
    let last = twins.map(|_| of_twins.collect());
    Beside {
        text,
        atoms: (0..single).map(atoms).chain(last).collect(),
    }
}

/// Processes of one type with an element each, which mostly never holds 0, and an option for that.
fn promela_twins(dice: &mut Dice) -> String {
    let lowest = i64::from(dice.chance(70));
    let first = dice.between(1, 2);
    let mut options = vec![(0, dice.between(0, 2))];
    for _ in 0..dice.between(1, 3) {
        options.push((dice.between(1, 2), dice.between(lowest, 2)));
    }
    let options: Vec<String> = options
        .into_iter()
        .map(|(from, to)| {
            let step = format!("t[_pid] == {from} -> t[_pid] = {to}");
            let is_one = dice.chance(70);
            if is_one {
                format!("atomic {{ {step} }}")
            } else {
                step
            }
        })
        .collect();
    let options = options.join(" :: ");
    format!("byte t[2] = {first}; active [2] proctype T() {{ do :: {options} od }}\n")
}

fn promela_body(dice: &mut Dice, part: usize) -> String {
    let steps = dice.between(1, 3);
    let steps: Vec<String> = (0..steps).map(|_| promela_step(dice, part)).collect();
    match dice.below(5) {
        0 => format!("do :: {} od", steps.join(" :: ")),
        1 | 2 => format!("do :: {} od", steps.join("; ")),
        3 => steps.join("; "),
        _ => format!("do :: {} :: break od", steps.join(" :: ")),
    }
}

fn promela_step(dice: &mut Dice, k: usize) -> String {
    let o = other(dice, k);
    match dice.below(20) {
        0..3 => format!("v{k} = (v{k} + 1) % 3"),
        3 => format!("v{k} < 2 -> v{k}++"),
        4 => format!("atomic {{ v{k} = (v{k} + 1) % 3; n{k} = (n{k} + 1) % 3 }}"),
        5 | 6 => format!("b{k} = !b{k}"),
        7 => format!("v{o} == 1 -> v{k} = 1"),
        8 => format!("b{o} -> b{k} = true"),
        9 => format!("n{k} < 2 -> n{k}++"),
        10 => format!("n{k} = 0"),
        11 => format!("if :: v{k} = 0 :: v{k} = 2 fi"),
        12 => format!("if :: v{k} == 2 -> v{k} = 0 :: else -> n{k} = 1 fi"),
        13 => "l = 1 - l % 2".to_string(),
        14 => format!("l = v{o}; v{k} = l"),
        15 => format!("c!v{k}"),
        16 => format!("c?v{k}"),
        17 => format!("r!{}", dice.below(3)),
        18 => format!("if :: r?v{k} :: r?l fi"),
        _ => format!("assert(n{k} < 2)"),
    }
}

/// Rules of Murphi, two to three for each part.
pub fn murphi_beside(seed: u64) -> Beside {
    let mut dice = Dice::new(seed);
    let mut text = String::from("type V: 0..2; I: 0..1;\nvar\n");
    for part in 0..PARTS {
        let _ = writeln!(text, "  v{part}, n{part}: V; b{part}: boolean;");
    }
    let _ = writeln!(text, "startstate\nbegin");
    for part in 0..PARTS {
        let _ = writeln!(text, "  v{part} := 0; n{part} := 0; b{part} := false;");
    }
    text.push_str("end;\n");
    for part in 0..PARTS {
        for number in 0..dice.between(1, 3) {
            let (guard, body) = murphi_rule(&mut dice, part);
            let _ = writeln!(
                text,
                "ruleset i: I do rule \"r{part}{number}\" {guard} ==> begin {body} end; end;"
            );
        }
    }
    let atoms = |part| {
        let numbers = (0..3).map(|value| format!("v{part} = {value}"));
        numbers.chain([format!("b{part}")]).collect()
    };
    Beside {
        text,
        atoms: (0..PARTS).map(atoms).collect(),
    }
}

fn murphi_rule(dice: &mut Dice, k: usize) -> (String, String) {
    let o = other(dice, k);
    let guard = match dice.below(8) {
        0 | 1 => "true".to_string(),
        2 => format!("v{k} < 2"),
        3 => format!("v{k} = i"),
        4 => format!("b{o}"),
        5 => format!("v{o} = 1"),
        6 => format!("n{k} < 2"),
        _ => "i = 0".to_string(),
    };
    let body = match dice.below(10) {
        0..2 => format!("v{k} := (v{k} + 1) % 3;"),
        2 => format!("v{k} := (v{k} + 1) % 3; n{k} := (n{k} + 1) % 3;"),
        3 | 4 => format!("b{k} := !b{k};"),
        5 => format!("v{k} := i;"),
        6 => format!("n{k} := (n{k} + 1) % 3;"),
        7 => format!("if v{o} > 0 then b{k} := true; else n{k} := 0; end;"),
        8 => format!("n{k} := n{k} + 1;"),
        _ => format!("assert n{k} < 2; v{k} := v{o};"),
    };
    (guard, body)
}
