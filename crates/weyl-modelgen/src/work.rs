//! Processes with work of their own between what others see: for what reductions leave out.
//!
//! Local variables live and die, conditions on them decide deep in a run, statements fail, loops
//! touch nothing but locals, and here and there somebody looks: by remote references, labels,
//! assertions, `timeout`, the number of processes.

use crate::dice::Dice;

/// Touches nothing but locals: `x`, `y`, `b`, `a[3]`.
const WORK: &[&str] = &[
    "x = 0",
    "x = 1",
    "x++",
    "y = x",
    "y = (x + y) % 3",
    "b = !b",
    "b = (x == y)",
    "a[0] = x",
    "a[x % 3] = y",
    "y = a[y % 3]",
    "x = x % 4; y = y % 4",
    "d_step { x = y % 3; b = false }",
    "atomic { y = x % 3; x = 0 }",
    "if :: x > 1 -> y = 0 :: else -> y = 1 fi",
    "if :: b -> x = 0 :: !b -> x = 1 :: x > 2 -> skip fi",
    "if :: x = 1 :: x = 2 :: y = 2 fi",
    "do :: x > 0 -> x-- :: else -> break od",
    "do :: y < 2 -> y++; b = !b :: y >= 2 -> break od",
    "{ x = 1; y = 2 } unless { b }",
    "assert(x < 5)",
    "x = x % 3; assert(y < 3 || b)",
    "printf(\"%d\\n\", x)",
];

/// May fail, or wait for ever, in what nobody else sees.
const TRAPS: &[&str] = &[
    "a[x] = 1",
    "y = a[y]",
    "y = 3 / x",
    "assert(x != 2)",
    "x > 2 -> skip",
    "b -> skip",
    "do :: x = 1 - x od",
    "do :: b = !b; x = x % 2 :: x > 3 -> break od",
    "do :: b = !b :: b -> break od",
];

/// What others see.
const DEEDS: &[&str] = &[
    "g = x",
    "g++; g = g % 4",
    "x = g",
    "f[_pid % 2] = b",
    "b = f[0]",
    "q!x",
    "q?x",
    "q?y; x = y",
    "r!y",
    "r?x; y = 0",
    "r?x",
    "len(q) > 0 -> q?y",
    "atomic { g > 0 -> g--; y = g }",
    "atomic { q?x; g = x % 3 }",
    "atomic { x = 2; r!x; y = 1 }",
    "d_step { g = (g + x) % 4; x = 0 }",
    "g == 2 -> skip",
    "(g == x % 4) -> x = 0",
    "if :: q?x :: g = y % 4 :: timeout -> skip fi",
    "timeout -> g = 0",
    "if :: g > 1 -> y = 1 :: else -> y = 0 fi",
    "{ x = 1; g = x; y = g } unless { g == 3 }",
    "{ x = 1; y = 2; x = y } unless { g == 3 }",
    "assert(g < 3)",
    "assert(g != 1 || x < 2)",
];

/// Looks at what others have for themselves.
const LOOKS: &[&str] = &[
    "assert(P[0]:x < 3)",
    "P[0]:b -> g = 1",
    "P[1]@here -> g = 2",
    "assert(!P[0]@here || g < 3)",
    "x = P[0]:y",
    "_nr_pr < 3 -> g = 3",
    "assert(_nr_pr > 1)",
];

/// A program, and conditions on its states that formulas can be made of.
#[derive(Clone, Debug)]
pub struct Work {
    pub text: String,
    pub atoms: Vec<String>,
}

/// The program of a seed.
pub fn promela_work(seed: u64) -> Work {
    let mut dice = Dice::new(seed);
    let (copies, looks) = (dice.between(1, 2), dice.chance(30));
    let traps = dice.chance(40);
    let mut atoms: Vec<String> = ["g == 1", "g > 1", "len(q) > 0", "f[0]", "f[1] || g == 0"]
        .map(str::to_string)
        .to_vec();
    if looks {
        atoms.extend(["P[0]@here", "P[0]:x == 1", "!P[1]@here"].map(str::to_string));
    }
    let of_p = body(&mut dice, traps, false);
    let of_q = body(&mut dice, traps, looks);
    let capacity = dice.between(1, 2);
    let provided = if dice.chance(5) {
        " provided (g < 3)"
    } else {
        ""
    };
    let created = dice.chance(25);
    let mut text = format!(
        "byte g; bool f[2];\nchan q = [{capacity}] of {{ byte }};\nchan r = [0] of {{ byte }};\n"
    );
    let locals = "byte x, y, a[3]; bool b;";
    text += &format!("active [2] proctype P(){provided} {{ {locals}\n  {of_p}\n}}\n");
    let active = if created {
        String::new()
    } else {
        format!("active [{copies}] ")
    };
    text += &format!("{active}proctype Q() {{ {locals}\n  {of_q}\n}}\n");
    if created {
        let between = dice.pick(&["skip", "g = 1", "q!1"]).copied();
        let between = between.unwrap_or("skip");
        text += &format!("init {{ {between}; run Q(); if :: run Q() :: skip fi }}\n");
    }
    Work { text, atoms }
}

fn body(dice: &mut Dice, traps: bool, looks: bool) -> String {
    let count = dice.between(3, 7);
    let mut statements: Vec<String> = (0..count)
        .map(|_| statement(dice, traps, looks).to_string())
        .collect();
    let here = dice.below(statements.len());
    let label = dice.pick(&["here", "here", "here: progress", "here: end"]);
    let label = label.copied().unwrap_or("here");
    statements[here] = format!("{label}: {}", statements[here]);
    let statements = statements.join(";\n  ");
    match dice.below(3) {
        0 => statements,
        1 => format!("do :: {statements}\n  :: g == 3 -> break od"),
        _ => format!("do :: true -> {statements}\n  :: x == 3 -> break\n  od; y = 0; x = y"),
    }
}

fn statement(dice: &mut Dice, traps: bool, looks: bool) -> &'static str {
    let list = match dice.below(10) {
        0 if traps => TRAPS,
        1 if looks => LOOKS,
        0..6 => WORK,
        _ => DEEDS,
    };
    dice.pick(list).copied().unwrap_or("skip")
}
