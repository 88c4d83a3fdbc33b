//! Processes of which one looks at what all have done, in a loop that counts inside of `atomic` or
//! `d_step`: some loops come out the same whatever the order, some do not, and some are left, seen
//! or entered on the way.

use crate::dice::Dice;

/// What one turn of a loop does with `f[i]`; each is guarded or not.
const TURNS: &[&str] = &[
    "ok = ok && f[i]",
    "ok = ok || f[i]",
    "n = n + f[i]",
    "n = n - f[i]",
    "n = n + 1",
    "n = f[i] + n + 1",
    "n = (n + f[i]) % 3",
    "n = n * 2 + f[i]",
    "n = n ^ f[i]",
    "f[i] = ok",
    "f[i] = 1 - f[i]",
    "g[i] = f[i]",
    "g[i] = n",
    "last = i",
    "last = n; n = f[i]",
    "ok = false",
    "ok = true",
    "n = 3",
    "skip",
];

/// When a turn does it; `else` is put behind all but the first.
const CONDITIONS: &[&str] = &[
    "",
    "f[i]",
    "!f[i]",
    "g[i]",
    "i != 1",
    "i < 2",
    "f[i] && g[i]",
    "ok",
    "n < 2",
    "f[i] != f[0]",
    "i != last",
];

/// How a program goes on behind its loop, and how others come in.
const REST: &[&str] = &[
    "",
    "; i = 0",
    "; i = 0",
    "; i = 0; n = n % 4",
    "; ok = !ok; i = 0",
];

/// A program that counts.
pub fn promela_counting(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let size = dice.between(2, 3);
    let around = if dice.chance(50) { "atomic" } else { "d_step" };
    let mut turns = turn(&mut dice);
    if dice.chance(40) {
        turns = format!("{turns}; {}", turn(&mut dice));
    }
    let mut counting = counting_loop(&mut dice, size, &turns);
    if dice.chance(20) {
        counting = format!("{counting}; {}", turn_of(&mut dice, "f[0]", "n++"));
    }
    let before = choose(
        &mut dice,
        &[
            "",
            "n = 0; ",
            "n = 0; ok = true; ",
            "ok = false; ",
            "n = 250; ",
        ],
    );
    let rest = choose(&mut dice, REST);
    let sequence = format!("{around} {{ {before}{counting}{rest} }}");
    let reader = reader(&mut dice, around, &sequence);
    let own = if dice.chance(50) {
        ":: g[_pid] = !g[_pid]"
    } else {
        ""
    };
    let after = choose(&mut dice, &["", "assert(n < 250)", "assert(last <= 2)"]);
    format!(
        "bool f[{size}], g[{size}], ok; byte n, last, i;\n\
         active [{size}] proctype P() {{ do :: f[_pid] = true :: f[_pid] = false {own} od }}\n\
         active proctype R() {{\n  do\n  :: {reader}{}{after}\n  od\n}}\n",
        if after.is_empty() { "" } else { "; " }
    )
}

fn choose(dice: &mut Dice, all: &'static [&'static str]) -> &'static str {
    dice.pick(all).copied().unwrap_or_default()
}

fn turn(dice: &mut Dice) -> String {
    let condition = choose(dice, CONDITIONS);
    let does = choose(dice, TURNS);
    turn_of(dice, condition, does)
}

fn turn_of(dice: &mut Dice, condition: &str, does: &str) -> String {
    match condition {
        "" => does.to_string(),
        _ if dice.chance(15) => {
            let other = choose(dice, TURNS);
            format!("if :: {condition} -> {does} :: else -> {other} fi")
        }
        _ => format!("if :: {condition} -> {does} :: else -> skip fi"),
    }
}

/// One of the ways to write a loop over all elements; some do not go over all.
fn counting_loop(dice: &mut Dice, size: i64, turns: &str) -> String {
    let last = size - 1;
    match dice.below(7) {
        0 => format!("for (i : 0 .. {last}) {{ {turns} }}"),
        1 => format!("for (i in f) {{ {turns} }}"),
        2 => format!("i = 0; do :: i < {size} -> {turns}; i++ :: else -> break od"),
        3 => format!("i = 0; do :: i < {size} -> {turns}; i++ :: i >= {size} -> break od"),
        4 => format!("i = {size}; do :: i > 0 -> i--; {turns} :: else -> break od"),
        5 => format!("i = 0; do :: i < {last} -> {turns}; i++ :: else -> break od"),
        _ => format!("i = 0; do :: i < {size} && !f[i] -> {turns}; i++ :: else -> break od"),
    }
}

/// The reader: plain, or with an escape, a look inside, or a way in.
fn reader(dice: &mut Dice, around: &str, sequence: &str) -> String {
    match dice.below(8) {
        0 if around == "atomic" => format!("{{ {sequence} }} unless {{ n == 2 -> n = 0 }}"),
        1 => format!("atomic {{ if :: f[0] -> skip :: else -> ok = true fi; skip }}; {sequence}"),
        2 => sequence.replacen(
            "i = 0;",
            "i = 0; if :: n == 1 -> n = 2 :: n != 1 -> skip fi;",
            1,
        ),
        3 if around == "atomic" => sequence.replacen(" }", "; n < 200 }", 1),
        _ => sequence.to_string(),
    }
}
