//! Names and what they stand for, scope in scope.

use std::collections::HashMap;
use weyl_ir::{Expr, FunctionId, LocalId, Place, TypeId, VarId};
use weyl_source::Span;

/// Whether a place may be written, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Writable,
    ReadOnly(&'static str),
}

#[derive(Clone, Debug)]
pub enum Symbol {
    /// A constant or a member of an enumeration.
    Constant {
        value: i128,
        ty: TypeId,
    },
    Type(TypeId),
    Variable(VarId),
    Local(LocalId, Access),
    /// A variable that ranges over the elements of a multiset (of this type).
    Position(LocalId, TypeId),
    /// An alias that is replaced by what it stands for.
    Place(Place, Access),
    Value(Expr),
    Function(FunctionId),
    /// Its declaration has an error, which has been reported.
    Broken,
}

impl Symbol {
    pub fn describe(&self) -> &'static str {
        match self {
            Symbol::Constant { .. } => "a constant",
            Symbol::Type(_) => "a type",
            Symbol::Variable(_) => "a variable",
            Symbol::Local(..) => "a local variable",
            Symbol::Position(..) => "an element of a multiset",
            Symbol::Place(..) | Symbol::Value(_) => "an alias",
            Symbol::Function(_) => "a function",
            Symbol::Broken => "a name with an error in its declaration",
        }
    }
}

#[derive(Clone, Debug)]
pub struct Entry {
    pub symbol: Symbol,
    pub span: Span,
}

pub type Scope = HashMap<String, Entry>;

/// A stack of scopes; the innermost is last.
#[derive(Debug, Default)]
pub struct Scopes {
    stack: Vec<Scope>,
}

impl Scopes {
    pub fn push(&mut self) {
        self.stack.push(Scope::new());
    }

    pub fn pop(&mut self) {
        self.stack.pop();
    }

    pub fn depth(&self) -> usize {
        self.stack.len()
    }

    /// Closes scopes until so many are left.
    pub fn truncate(&mut self, depth: usize) {
        self.stack.truncate(depth);
    }

    /// Takes the innermost scope off for a while: see [`Scopes::restore`].
    pub fn take_innermost(&mut self) -> Option<Scope> {
        self.stack.pop()
    }

    pub fn restore(&mut self, scope: Option<Scope>) {
        self.stack.extend(scope);
    }

    pub fn lookup(&self, name: &str) -> Option<&Entry> {
        self.stack.iter().rev().find_map(|scope| scope.get(name))
    }

    /// Declares a name in the innermost scope; hands back the entry that is already there, if any.
    pub fn declare(&mut self, name: &str, entry: Entry) -> Option<Entry> {
        let scope = self.stack.last_mut()?;
        match scope.get(name) {
            Some(earlier) => Some(earlier.clone()),
            None => {
                scope.insert(name.to_string(), entry);
                None
            }
        }
    }

    /// Replaces what a name stands for in the scope with a number.
    pub fn replace(&mut self, depth: usize, name: &str, symbol: Symbol) {
        let scope = depth.checked_sub(1).and_then(|at| self.stack.get_mut(at));
        if let Some(entry) = scope.and_then(|scope| scope.get_mut(name)) {
            entry.symbol = symbol;
        }
    }

    /// The visible name that is nearest to a misspelled one, if one is near enough.
    pub fn suggestion(&self, name: &str) -> Option<&str> {
        let names = self
            .stack
            .iter()
            .flat_map(HashMap::keys)
            .map(String::as_str);
        nearest(name, names)
    }
}

/// The candidate with the smallest edit distance, if at most a third of the letters (rounded up),
/// but not all of them, differ.
pub fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let letters = name.chars().count();
    let limit = letters.div_ceil(3).min(letters.saturating_sub(1));
    let scored = candidates.map(|candidate| (distance(name, candidate, limit), candidate));
    let near = scored.filter(|(distance, candidate)| *distance <= limit && *candidate != name);
    near.min().map(|(_, candidate)| candidate)
}

/// Levenshtein distance, letters compared without case; stops early for lengths that differ too
/// much.
fn distance(left: &str, right: &str, limit: usize) -> usize {
    if left.len().abs_diff(right.len()) > limit {
        return usize::MAX;
    }
    let right: Vec<char> = right.chars().map(|c| c.to_ascii_lowercase()).collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, letter) in left.chars().map(|c| c.to_ascii_lowercase()).enumerate() {
        let mut diagonal = at;
        row[0] = at + 1;
        for (column, other) in right.iter().enumerate() {
            let replace = diagonal + usize::from(letter != *other);
            diagonal = row[column + 1];
            row[column + 1] = replace.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let names = ["owner", "request", "reply"];
        let suggest = |name| nearest(name, names.into_iter());
        assert_eq!(suggest("onwer"), Some("owner"));
        assert_eq!(suggest("Reply"), Some("reply"));
        assert_eq!(suggest("unrelated"), None);
        assert_eq!(nearest("z", ["P", "x"].into_iter()), None);
        assert_eq!(nearest("p", ["P", "x"].into_iter()), Some("P"));
    }
}
