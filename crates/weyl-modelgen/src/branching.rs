//! Random formulas of branching time over given atoms, in the words that Murphi and Promela have in
//! common.

use crate::dice::Dice;

/// Operators about states inside each other.
const DEPTH: usize = 3;

/// A random formula of CTL or CTL*, with all its parentheses.
pub fn ctl_formula(seed: u64, atoms: &[String]) -> String {
    let mut writer = Writer {
        dice: Dice::new(seed),
        atoms,
        variables: 0,
    };
    writer.quantified(DEPTH)
}

/// A random formula of the modal μ-calculus: a fixpoint with others inside.
pub fn mu_formula(seed: u64, atoms: &[String]) -> String {
    let mut writer = Writer {
        dice: Dice::new(seed),
        atoms,
        variables: 0,
    };
    writer.fixpoint(3)
}

struct Writer<'a> {
    dice: Dice,
    atoms: &'a [String],
    /// Variables that are bound.
    variables: usize,
}

impl Writer<'_> {
    fn atom(&mut self) -> String {
        let atom = self.dice.pick(self.atoms);
        let atom = atom.map_or("true", String::as_str).to_string();
        let sign = if self.dice.chance(30) { "!" } else { "" };
        format!("{sign}({atom})")
    }

    fn either<'w>(&mut self, one: &'w str, other: &'w str) -> &'w str {
        if self.dice.chance(50) { one } else { other }
    }

    fn state(&mut self, depth: usize) -> String {
        if depth == 0 || self.dice.chance(15) {
            return self.atom();
        }
        match self.dice.below(8) {
            0 => format!("!({})", self.state(depth - 1)),
            1..4 => {
                let operator = self.dice.pick(&["&&", "||", "->"]).map_or("&&", |one| one);
                let (one, other) = (self.state(depth - 1), self.state(depth - 1));
                format!("({one} {operator} {other})")
            }
            _ => self.quantified(depth),
        }
    }

    fn quantified(&mut self, depth: usize) -> String {
        let which = self.either("A", "E");
        match self.dice.below(10) {
            0..6 => {
                let operator = self
                    .dice
                    .pick(&["X", "F", "G", "F", "G"])
                    .map_or("F", |one| one);
                format!("{which}{operator} ({})", self.state(depth - 1))
            }
            6..8 => {
                let operator = self.dice.pick(&["U", "R", "W"]).map_or("U", |one| one);
                let (one, other) = (self.state(depth - 1), self.state(depth - 1));
                format!("{which}[({one}) {operator} ({other})]")
            }
            _ => format!("{which}({})", self.path(2, depth - 1)),
        }
    }

    /// `depth` operators about runs inside each other, around formulas about states.
    fn path(&mut self, depth: usize, states: usize) -> String {
        if depth == 0 {
            return format!("({})", self.state(states));
        }
        let one = self.path(depth - 1, states.min(1));
        match self.dice.below(7) {
            0 => format!("(X {one})"),
            1 | 2 => format!("(G {one})"),
            3 | 4 => format!("(F {one})"),
            _ => {
                let operators = ["U", "&&", "||"];
                let operator = self.dice.pick(&operators).map_or("U", |one| one);
                format!("({one} {operator} {})", self.path(depth - 1, 0))
            }
        }
    }

    fn fixpoint(&mut self, depth: usize) -> String {
        let binder = self.either("mu", "nu").to_string();
        let own = self.variables;
        self.variables += 1;
        let body = self.body(depth);
        self.variables = own;
        format!("({binder} V{own}. {body})")
    }

    /// Variables stand behind a modality more often than not.
    fn body(&mut self, depth: usize) -> String {
        if depth == 0 {
            let last = self.variables.saturating_sub(1);
            let variable = self.dice.below(last + 1);
            return match self.dice.below(3) {
                0 => self.atom(),
                1 => format!("(<> V{variable})"),
                _ => format!("([] V{variable})"),
            };
        }
        match self.dice.below(8) {
            0 => self.fixpoint(depth - 1),
            1 => format!("(<> {})", self.body(depth - 1)),
            2 => format!("([] {})", self.body(depth - 1)),
            3..6 => {
                let (one, other) = (self.body(depth - 1), self.body(depth - 1));
                format!("({one} && {other})")
            }
            _ => {
                let (one, other) = (self.body(depth - 1), self.body(depth - 1));
                format!("({one} || {other})")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_of_all_kinds() {
        let atoms = ["x == 1".to_string(), "y".to_string()];
        let formulas: Vec<String> = (0..300).map(|seed| ctl_formula(seed, &atoms)).collect();
        let operators = [
            "AX", "EX", "AF", "EG", " U ", " R ", " W ", "A(", "E(", "->",
        ];
        for operator in operators {
            let mut formulas = formulas.iter();
            assert!(
                formulas.any(|formula| formula.contains(operator)),
                "{operator}"
            );
        }
        let games: Vec<String> = (0..100).map(|seed| mu_formula(seed, &atoms)).collect();
        let nested = games.iter().filter(|formula| formula.contains("V1."));
        assert!(nested.count() > 10);
    }
}
