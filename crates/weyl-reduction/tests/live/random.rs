//! Random processes whose locals live and die: values, numbers of processes and of channels, read
//! late, behind rare conditions, in escapes, guards, messages, indices and output.

/// Pseudo-random numbers (Knuth's linear congruence, the high bits of it).
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }

    fn of(&mut self, all: &[&'static str]) -> &'static str {
        all[self.below(all.len() as u64) as usize]
    }
}

const SCALARS: [&str; 6] = ["x", "y", "i", "r.f", "r.g", "a[1]"];
const WRITES: [&str; 19] = [
    "x = 1",
    "x = 2",
    "y = x",
    "y = 3 - y",
    "x++",
    "i = n",
    "r.f = x",
    "r.g = y",
    "a[0] = x",
    "a[1] = 2",
    "a[n % 2] = y",
    "who = _pid",
    "who = (who + 1) % 3",
    "q = c",
    "q = d",
    "x = who",
    "n = 0",
    "n = 1",
    "x = f[who]",
];
const READS: [&str; 14] = [
    "n = x",
    "n = y",
    "n = i % 3",
    "n = r.f % 4",
    "n = a[0] % 3",
    "n = a[n % 2] % 4",
    "printf(\"%d %d\", x, r.g)",
    "f[who] = 1",
    "f[who] = 0",
    "assert(x < 3)",
    "assert(who != 2)",
    "n = 6 / (y + 1)",
    "n = len(q)",
    "assert(r.g == 0)",
];
const GUARDS: [&str; 10] = [
    "x > 0",
    "y == 1",
    "n < 2",
    "n == 1",
    "f[who] == 0",
    "q == c",
    "i < 2",
    "a[0] == a[1]",
    "who == _pid",
    "r.f != 1",
];
const MESSAGES: [&str; 8] = [
    "c ! x, who",
    "c ? y, who",
    "c ? eval(x), who",
    "d ! y, _pid",
    "d ? x, _",
    "q ! 1, who",
    "d ?? [1, eval(who)]",
    "e ? x",
];

fn simple(dice: &mut Dice) -> String {
    match dice.below(8) {
        0..=3 => dice.of(&WRITES).to_string(),
        4..=5 => dice.of(&READS).to_string(),
        6 => format!("n = {} % 3", dice.of(&SCALARS)),
        _ => "skip".to_string(),
    }
}

fn statement(dice: &mut Dice, depth: u64) -> String {
    if depth == 0 {
        return simple(dice);
    }
    match dice.below(14) {
        0..=5 => simple(dice),
        6 => dice.of(&MESSAGES).to_string(),
        7 => dice.of(&GUARDS).to_string(),
        8 => format!(
            "if :: {} -> {} :: else fi",
            dice.of(&GUARDS),
            sequence(dice, depth - 1)
        ),
        9 => format!(
            "if :: {} :: {} fi",
            sequence(dice, depth - 1),
            sequence(dice, depth - 1)
        ),
        10 => format!(
            "do :: {} -> {} :: break od",
            dice.of(&GUARDS),
            sequence(dice, depth - 1)
        ),
        11 => format!("atomic {{ {} }}", sequence(dice, depth - 1)),
        12 => format!(
            "d_step {{ {}; {}; {} }}",
            simple(dice),
            simple(dice),
            simple(dice)
        ),
        _ => format!(
            "{{ {} }} unless {{ {} -> {} }}",
            sequence(dice, depth - 1),
            dice.of(&GUARDS),
            simple(dice)
        ),
    }
}

fn sequence(dice: &mut Dice, depth: u64) -> String {
    let count = 1 + dice.below(3);
    let statements: Vec<String> = (0..count).map(|_| statement(dice, depth)).collect();
    statements.join("; ")
}

fn locals(dice: &mut Dice) -> String {
    let first = dice.of(&["", " = 1", " = 2"]);
    format!("byte x{first}; byte y; int i; pid who; chan q; R r; byte a[2];")
}

fn body(dice: &mut Dice) -> String {
    let count = 2 + dice.below(4);
    let statements: Vec<String> = (0..count).map(|_| statement(dice, 2)).collect();
    let start = dice.of(&["", "again: "]);
    let end = if start.is_empty() {
        ""
    } else {
        "; if :: n == 2 -> goto again :: else fi"
    };
    format!(
        "{} {start}if :: x = 1 :: y = 2 :: who = 2; q = d fi; {}{end}",
        locals(dice),
        statements.join("; ")
    )
}

/// The program of a seed. Two processes of one kind, or one that `init` creates twice.
pub fn lives_and_deaths(seed: u64) -> String {
    let mut dice = Dice(seed ^ 0x5bd1_e995);
    dice.below(2);
    let globals = "typedef R { byte f; byte g }; byte n; byte f[4]; \
        chan c = [1] of { byte, byte }; chan d = [1] of { byte, byte }; chan e = [0] of { byte };";
    let other = "active proctype Z() { do :: e ! n :: c ? _, _ :: n = 2; break od }";
    match dice.below(3) {
        0 => {
            let body = body(&mut dice);
            format!("{globals} active proctype P() {{ {body} }} {other}")
        }
        1 => {
            let body = body(&mut dice);
            format!(
                "{globals} proctype P(byte z) {{ {body}; n = z }} init {{ run P(1); run P(2) }}"
            )
        }
        _ => {
            let (one, two) = (body(&mut dice), body(&mut dice));
            format!("{globals} active proctype P() {{ {one} }} active proctype Q() {{ {two} }}")
        }
    }
}
