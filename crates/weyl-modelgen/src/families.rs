//! Processes that create processes: each parent some, which may create others in turn. Mostly
//! nobody looks at numbers, and children move with their parents; some look, count, create without
//! end, or treat one child unlike the others.

use crate::dice::Dice;

/// What somebody does for whom `{}` is the number of the parent.
const DEEDS: &[&str] = &[
    "f[{}] = true",
    "f[{}] = !f[{}]",
    "g[{}] = f[{}]",
    "n++",
    "n = (n + f[{}]) % 5",
    "last = {}",
    "f[{}] -> skip",
    "!g[{}] -> g[{}] = true",
    "q[{}]!n",
    "q[{}]?k",
    "nempty(q[{}]) -> q[{}]?k",
    "r!{}",
    "r?k",
    "if :: f[{}] -> n++ :: else -> skip fi",
    "if :: last == {} -> g[{}] = true :: last != {} -> skip fi",
    "do :: n < 2 -> n++ :: else -> break od",
    "atomic { f[{}] = true; n++ }",
    "d_step { g[{}] = true; n = n % 3 }",
    "assert(n < 3)",
    "assert(n < 4 || f[{}])",
    "assert(last != {} || g[{}])",
    "assert(k != {})",
];

/// Deeds that tell processes apart, or show their numbers.
const TRAPS: &[&str] = &[
    "last = _pid",
    "n = n + _pid % 2",
    "f[0] = true",
    "if :: {} == 1 -> n++ :: else -> skip fi",
    "_nr_pr > 4 -> skip",
    "assert(_nr_pr < 6)",
];

/// A program with parents and children.
pub fn promela_families(seed: u64) -> String {
    let mut dice = Dice::new(seed);
    let parents = dice.between(2, 3);
    let starts = dice.chance(50);
    let own = if starts { "_pid" } else { "me" };
    let traps = dice.chance(25);
    let mut makers = vec![("C", creation(&mut dice, "C", own))];
    if dice.chance(30) {
        makers.push(("D", creation(&mut dice, "D", own)));
    } else if dice.chance(20) {
        makers.push(("C", creation(&mut dice, "C", own)));
    }
    let has_grandchildren = dice.chance(25);
    let grandchild = has_grandchildren.then(|| creation(&mut dice, "G", "i"));
    let creations: Vec<String> = makers.into_iter().map(|(_, creation)| creation).collect();
    let creations = creations.join("; ");
    let of_parents = body(&mut dice, own, traps, Some(&creations));
    let mut proctypes = vec![if starts {
        format!("active [{parents}] proctype P() {{ byte k; bool b; {of_parents} }}\n")
    } else {
        format!("proctype P(byte me) {{ byte k; bool b; {of_parents} }}\n")
    }];
    // One child may be there from the start, before or behind its parents.
    let is_active = dice.chance(10);
    for (kind, is_there) in [("C", true), ("D", true), ("G", has_grandchildren)] {
        let makes = grandchild.as_ref().filter(|_| kind == "C");
        let body = body(&mut dice, "i", traps, makes);
        let active = if kind == "C" && is_active {
            "active "
        } else {
            ""
        };
        if is_there {
            let child = format!("{active}proctype {kind}(byte i; bool b) {{ byte k; {body} }}\n");
            proctypes.push(child);
        }
    }
    if dice.chance(50) {
        proctypes.reverse();
    }
    if !starts {
        let runs: Vec<String> = (0..parents).map(|one| format!("run P({one})")).collect();
        let runs = runs.join("; ");
        proctypes.push(format!("init {{ atomic {{ {runs} }} }}\n"));
    }
    format!(
        "byte n, last = 9;\nbool f[{parents}], g[{parents}];\nchan q[{parents}] = [1] of {{ byte \
         }};\nchan r = [1] of {{ byte }};\n{}",
        proctypes.concat()
    )
}

/// A few deeds, with what creates others somewhere among them.
fn body(dice: &mut Dice, own: &str, traps: bool, creation: Option<&String>) -> String {
    let count = dice.between(1, 3);
    let mut deeds: Vec<String> = (0..count).map(|_| deed(dice, own, traps)).collect();
    if let Some(creation) = creation {
        let at = dice.below(deeds.len() + 1);
        deeds.insert(at, creation.clone());
    }
    deeds.push("here: skip".to_string());
    deeds.join("; ")
}

fn deed(dice: &mut Dice, own: &str, traps: bool) -> String {
    let all = if traps && dice.chance(20) {
        TRAPS
    } else {
        DEEDS
    };
    let deed = dice.pick(all).copied().unwrap_or("skip");
    deed.replace("{}", own)
}

/// How a process creates another one: once, perhaps, or as often as it likes.
fn creation(dice: &mut Dice, kind: &str, own: &str) -> String {
    let argument = if dice.chance(90) { own } else { "n % 2" };
    let flag = dice.pick(&["true", "false", "b", "f[0]"]).copied();
    let flag = flag.unwrap_or("true");
    let run = format!("run {kind}({argument}, {flag})");
    match dice.below(20) {
        0..=8 => run,
        9..=11 => format!("if :: {run} :: skip fi"),
        12..=13 => format!("atomic {{ f[{argument}] = true; {run} }}"),
        14 => format!("atomic {{ {run}; {run} }}"),
        15 => format!("if :: f[{argument}] -> {run} :: else -> {run} fi"),
        16 => format!("do :: k < 2 -> k++; {run} :: else -> break od"),
        17 => format!("k = {run}; k = 0"),
        18 => format!("if :: {argument} == 1 -> {run} :: else -> skip fi"),
        _ => format!("{{ {run} }} unless {{ n > 2 }}"),
    }
}
