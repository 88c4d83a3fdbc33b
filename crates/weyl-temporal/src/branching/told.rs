//! Formulas for readers: NuSMV's operators, atoms by their names, few parentheses.

use super::formula::{Formula, Path, Proposition, Steps};

/// What propositions and sets of actions are called.
pub trait Names {
    fn proposition(&self, number: Proposition) -> String;
    fn actions(&self, set: u32) -> String;
}

impl Formula {
    pub fn told(&self, names: &dyn Names) -> String {
        match self {
            Formula::True => "true".to_string(),
            Formula::False => "false".to_string(),
            Formula::Proposition(number) => names.proposition(*number),
            Formula::Not(one) => format!("!{}", one.tight(names)),
            Formula::And(one, other) => format!("{} && {}", one.tight(names), other.tight(names)),
            Formula::Or(one, other) => format!("{} || {}", one.tight(names), other.tight(names)),
            Formula::Exists(path) => quantified("E", path, names),
            Formula::Every(path) => quantified("A", path, names),
            Formula::Variable(number) => variable(*number),
            Formula::Least(number, body) => {
                format!("mu {}. {}", variable(*number), body.told(names))
            }
            Formula::Greatest(number, body) => {
                format!("nu {}. {}", variable(*number), body.told(names))
            }
            Formula::Can(steps, then) => match steps {
                Steps::All => format!("<> {}", then.tight(names)),
                Steps::Of(set) => format!("<{}> {}", names.actions(*set), then.tight(names)),
            },
            Formula::Must(steps, then) => match steps {
                Steps::All => format!("[] {}", then.tight(names)),
                Steps::Of(set) => format!("[{}] {}", names.actions(*set), then.tight(names)),
            },
        }
    }

    /// As a part of another one.
    fn tight(&self, names: &dyn Names) -> String {
        let told = self.told(names);
        let is_alone = match self {
            Formula::And(..) | Formula::Or(..) | Formula::Least(..) | Formula::Greatest(..) => {
                false
            }
            Formula::Proposition(_) => is_word(&told),
            Formula::True
            | Formula::False
            | Formula::Not(_)
            | Formula::Exists(_)
            | Formula::Every(_)
            | Formula::Variable(_)
            | Formula::Can(..)
            | Formula::Must(..) => true,
        };
        parenthesised(told, is_alone)
    }
}

/// A variable with its indices and fields, a label of a process.
fn is_word(text: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || "_.[]@:".contains(c);
    text.chars().all(is_part)
        || text
            .strip_prefix('(')
            .is_some_and(|inner| inner.find(')') == Some(inner.len() - 1))
}

fn parenthesised(told: String, is_alone: bool) -> String {
    if is_alone { told } else { format!("({told})") }
}

/// The names that variables usually have.
fn variable(number: u32) -> String {
    match ["X", "Y", "Z"].get(number as usize) {
        Some(letter) => letter.to_string(),
        None => format!("X{number}"),
    }
}

fn quantified(letter: &str, path: &Path, names: &dyn Names) -> String {
    let simple = |operator: &str, one: &Path| match one {
        Path::State(state) => Some(format!("{letter}{operator} {}", state.tight(names))),
        Path::Not(_)
        | Path::And(..)
        | Path::Or(..)
        | Path::Next(_)
        | Path::Until(..)
        | Path::Release(..) => None,
    };
    let found = match path {
        Path::Next(one) => simple("X", one),
        Path::Until(one, other) if **one == Path::State(Formula::True) => simple("F", other),
        Path::Release(one, other) if **one == Path::State(Formula::False) => simple("G", other),
        Path::Until(one, other) => Some(binary(letter, "U", one, other, names)),
        Path::Release(one, other) => Some(binary(letter, "R", one, other, names)),
        Path::State(_) | Path::Not(_) | Path::And(..) | Path::Or(..) => None,
    };
    found.unwrap_or_else(|| format!("{letter}({})", path.told(names)))
}

fn binary(letter: &str, operator: &str, one: &Path, other: &Path, names: &dyn Names) -> String {
    let (one, other) = (one.tight(names), other.tight(names));
    format!("{letter}[{one} {operator} {other}]")
}

impl Path {
    pub fn told(&self, names: &dyn Names) -> String {
        match self {
            Path::State(state) => state.told(names),
            Path::Not(one) => format!("!{}", one.tight(names)),
            Path::And(one, other) => format!("{} && {}", one.tight(names), other.tight(names)),
            Path::Or(one, other) => format!("{} || {}", one.tight(names), other.tight(names)),
            Path::Next(one) => format!("X {}", one.tight(names)),
            Path::Until(one, other) if **one == Path::State(Formula::True) => {
                format!("F {}", other.tight(names))
            }
            Path::Release(one, other) if **one == Path::State(Formula::False) => {
                format!("G {}", other.tight(names))
            }
            Path::Until(one, other) => format!("{} U {}", one.tight(names), other.tight(names)),
            Path::Release(one, other) => format!("{} R {}", one.tight(names), other.tight(names)),
        }
    }

    fn tight(&self, names: &dyn Names) -> String {
        match self {
            Path::State(state) => state.tight(names),
            Path::Not(_) | Path::Next(_) => self.told(names),
            Path::And(..) | Path::Or(..) | Path::Until(..) | Path::Release(..) => {
                parenthesised(self.told(names), false)
            }
        }
    }
}
