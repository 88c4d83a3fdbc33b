//! Creators that choose, count and copy before and between the processes that they create, with and
//! without others who look on.

use crate::dice::Dice;

/// What a creator does.
const DEEDS: &[&str] = &[
    "x = 5",
    "x = v",
    "v = x",
    "v = y",
    "y = (v + 1) % 3",
    "y++",
    "a[0] = v",
    "a[v % 2] = 1",
    "a[1] = a[0]",
    "select(v : 0 .. 2)",
    "if :: x = 1 :: x = 2 fi",
    "if :: a[1] = 2 :: skip fi",
    "if :: x > 1 -> y = 2 :: else -> y = 0 fi",
    "if :: v = 1 :: v = 0 :: v = 4 fi",
    "do :: v < 2 -> v++ :: break od",
    "do :: v < 3 -> v++ :: else -> break od",
    "for (v : 0 .. 1) { a[v] = 3 - v }",
    "for (v : 0 .. 1) { if :: a[v] = 0 :: a[v] = 1 fi }",
    "d_step { x = 7; y = x; x = 0 }",
    "atomic { x = 6; v = x; x = 1 }",
    "z -> skip",
    "v = z",
    "v = _nr_pr",
    "x = (z -> 2 : 3)",
    "{ x = 4; y = 1 } unless { z }",
];

/// What processes do, `{}` being their own.
const WORK: &[&str] = &[
    "f[{}] = x",
    "f[{}] = a[0]",
    "f[{}] = y",
    "f[{}] = !f[{}]",
    "x = f[{}]",
    "y = 0",
    "z = !z",
    "f[{}] == y -> skip",
    "a[1] != x -> f[{}] = 0",
    "y = (y + 1) % 3",
    "g = {}",
    "g == {} -> z = 1",
];

/// Work that tells processes apart.
const TRAPS: &[&str] = &["f[0] = 1", "g == 1 -> x = 1", "f[a[0] % 2] = 1"];

/// A program whose processes are there only after something has happened.
pub fn promela_beginnings(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let processes = dice.between(2, 3);
    let traps = dice.chance(30);
    let work = some(&mut dice, |dice| deed(dice, traps).replace("{}", "me"));
    let is_watched = dice.chance(40);
    let watch = some(&mut dice, |dice| deed(dice, false).replace("{}", "0"));
    let watcher = if is_watched {
        format!(
            "active proctype Q() {{ do :: {} od }}\n",
            watch.join(" :: ")
        )
    } else {
        String::new()
    };
    format!(
        "byte x, y, a[2], f[{processes}], g;\nbit z;\n{watcher}proctype P(byte me) {{ do :: {} od \
         }}\ninit {{ byte v; {} }}\n",
        work.join(" :: "),
        creation(&mut dice, processes)
    )
}

fn some(dice: &mut Dice, one: impl Fn(&mut Dice) -> String) -> Vec<String> {
    let count = dice.between(1, 3);
    (0..count).map(|_| one(dice)).collect()
}

fn deed(dice: &mut Dice, traps: bool) -> &'static str {
    let all = if traps && dice.chance(30) {
        TRAPS
    } else {
        WORK
    };
    dice.pick(all).copied().unwrap_or("skip")
}

/// What comes first, and the creation of all: at once, one by one with more between, or in a loop.
fn creation(dice: &mut Dice, processes: i64) -> String {
    let one = |dice: &mut Dice| dice.pick(DEEDS).copied().unwrap_or("skip").to_string();
    let mut steps = some(dice, one);
    let runs = (0..processes).map(|me| format!("run P({me})"));
    let runs: Vec<String> = runs.collect();
    match dice.below(4) {
        0 => steps.push(format!("atomic {{ {} }}", runs.join("; "))),
        1 => steps.push(format!("for (v : 0 .. {}) {{ run P(v) }}", processes - 1)),
        2 => {
            let between = some(dice, one);
            let with_more = runs
                .into_iter()
                .zip(between.into_iter().chain((0..).map(|_| "skip".into())));
            steps.extend(with_more.flat_map(|(run, more)| [run, more]));
        }
        _ => {
            steps = vec![format!(
                "atomic {{ {}; {} }}",
                steps.join("; "),
                runs.join("; ")
            )]
        }
    }
    if dice.chance(50) {
        steps.push("v = 0".to_string());
    }
    steps.join("; ")
}
