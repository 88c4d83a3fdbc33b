//! Random temporal formulas and never claims over given atoms, in the words that Murphi and Promela
//! have in common.

use crate::dice::Dice;
use std::fmt::Write;

/// Operators inside each other.
const DEPTH: usize = 3;

/// A random formula with all its parentheses.
pub fn formula(seed: u64, atoms: &[String], has_next: bool) -> String {
    let mut writer = Writer {
        dice: Dice::new(seed),
        atoms,
        has_next,
    };
    // A formula without a temporal operator is about the beginning only.
    let (always, inner) = (writer.dice.chance(50), writer.formula(DEPTH - 1));
    match (always, writer.dice.chance(50)) {
        (true, true) => format!("[] ({inner})"),
        (true, false) => format!("<> ({inner})"),
        (false, _) => writer.formula(DEPTH),
    }
}

struct Writer<'a> {
    dice: Dice,
    atoms: &'a [String],
    has_next: bool,
}

impl Writer<'_> {
    fn atom(&mut self) -> String {
        let atom = self.dice.pick(self.atoms);
        format!("({})", atom.map_or("true", String::as_str))
    }

    fn formula(&mut self, depth: usize) -> String {
        if depth == 0 || self.dice.chance(10) {
            return self.atom();
        }
        let one = self.formula(depth - 1);
        match self.dice.below(12) {
            0..2 => format!("([] {one})"),
            2..4 => format!("(<> {one})"),
            4 => format!("(!{one})"),
            5 if self.has_next => format!("(X {one})"),
            _ => {
                let mut operators = vec!["U", "V", "&&", "||", "->", "->"];
                // SPIN writes the sides of `W` twice: of several inside each other it makes claims
                // for minutes.
                operators.extend((depth == 1).then_some("W"));
                let operator = self.dice.pick(&operators).map_or("U", |operator| operator);
                let other = self.formula(depth - 1);
                format!("({one} {operator} {other})")
            }
        }
    }
}

/// A random never claim of Promela. Where it begins it may accept, wait, jump, end or block.
pub fn never_claim(seed: u64, atoms: &[String]) -> String {
    let mut dice = Dice::new(seed);
    let count = 1 + dice.below(3);
    let labels = (0..count).map(|number| {
        if dice.chance(40) {
            format!("accept_{number}")
        } else {
            format!("S{number}")
        }
    });
    let labels: Vec<String> = labels.collect();
    let mut text = "never {\n".to_string();
    for label in &labels {
        let _ = writeln!(text, "{label}:\n  if");
        for _ in 0..1 + dice.below(3) {
            let option = option(&mut dice, atoms, &labels);
            let _ = writeln!(text, "  :: {option}");
        }
        if dice.chance(20) {
            let target = target(&mut dice, &labels);
            let _ = writeln!(text, "  :: else -> {target}");
        }
        text += "  fi;\n";
    }
    text += "done:\n  skip\n}\n";
    text
}

fn option(dice: &mut Dice, atoms: &[String], labels: &[String]) -> String {
    let guard = match (dice.below(4), dice.pick(atoms)) {
        (0, _) | (_, None) => "true".to_string(),
        (1, Some(atom)) => format!("!({atom})"),
        (_, Some(atom)) => format!("({atom})"),
    };
    format!("{guard} -> {}", target(dice, labels))
}

/// The end is rare.
fn target(dice: &mut Dice, labels: &[String]) -> String {
    match (dice.chance(12), dice.pick(labels)) {
        (true, _) | (_, None) => "goto done".to_string(),
        (false, Some(label)) => format!("goto {label}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_have_temporal_operators_and_balanced_parentheses() {
        let atoms = ["x == 1".to_string(), "y".to_string()];
        let formulas: Vec<String> = (0..200).map(|seed| formula(seed, &atoms, true)).collect();
        let count = |formula: &str, sign| formula.matches(sign).count();
        assert!(formulas.iter().all(|f| count(f, '(') == count(f, ')')));
        let operators = ["[]", "<>", " U ", " V ", " W ", "X ", "!", "->"];
        assert!(operators.iter().all(|operator| {
            let mut formulas = formulas.iter();
            formulas.any(|formula| formula.contains(operator))
        }));
    }

    #[test]
    fn claims_sometimes_accept_and_sometimes_end() {
        let claims: Vec<String> = (0..100).map(|seed| never_claim(seed, &[])).collect();
        let with = |part: &str| claims.iter().filter(|claim| claim.contains(part)).count();
        assert!(with("accept_") > 30 && with("goto done") > 20 && with("else") > 20);
    }
}
