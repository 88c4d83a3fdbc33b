//! Conditions on the states of a random Murphi program.

use crate::Program;
use crate::syntax::{Decl, Expr, Item, TypeExpr};
use std::collections::BTreeMap;

/// The parameter of open atoms.
const WHO: &str = "who";

/// Conditions on states, of which none can fail.
#[derive(Clone, Debug, Default)]
pub struct Atoms {
    pub closed: Vec<String>,
    /// For each scalarset such as are about a member `who` of it.
    pub open: BTreeMap<String, Vec<String>>,
}

impl Program {
    /// Conditions on the global variables.
    pub fn atoms(&self) -> Atoms {
        let mut walk = Walk {
            types: BTreeMap::new(),
            atoms: Atoms::default(),
        };
        for item in &self.model.items {
            match item {
                Item::Decl(Decl::Type(name, of)) => drop(walk.types.insert(name, of)),
                Item::Decl(Decl::Var(names, of)) => names.iter().for_each(|name| {
                    walk.place(&Place::of(name), of);
                }),
                _ => {}
            }
        }
        walk.atoms
    }
}

/// A part of a variable.
#[derive(Clone)]
struct Place {
    text: String,
    /// The scalarset that its index is a member of.
    index: Option<String>,
}

impl Place {
    fn of(name: &str) -> Place {
        Place {
            text: name.to_string(),
            index: None,
        }
    }

    fn part(&self, rest: &str) -> Place {
        Place {
            text: format!("{}{rest}", self.text),
            index: self.index.clone(),
        }
    }

    fn at_member(&self, set: &str) -> Place {
        Place {
            text: format!("{}[{WHO}]", self.text),
            index: Some(set.to_string()),
        }
    }
}

struct Walk<'a> {
    types: BTreeMap<&'a str, &'a TypeExpr>,
    atoms: Atoms,
}

impl<'a> Walk<'a> {
    /// The type behind its names, with the last of these.
    fn resolved(&self, of: &'a TypeExpr) -> (Option<&'a str>, &'a TypeExpr) {
        let (mut name, mut of) = (None, of);
        while let TypeExpr::Named(own) = of
            && let Some(behind) = self.types.get(own.as_str())
        {
            (name, of) = (Some(own.as_str()), *behind);
        }
        (name, of)
    }

    fn place(&mut self, place: &Place, of: &'a TypeExpr) {
        let defined = |test: String| format!("!isundefined({}) & {test}", place.text);
        match self.resolved(of) {
            (_, TypeExpr::Named(_)) => self.add(place, defined(place.text.clone())),
            (_, TypeExpr::Range(low, _)) => {
                if let Expr::Int(low) = **low {
                    self.add(place, defined(format!("{} = {low}", place.text)));
                    self.add(place, defined(format!("{} > {low}", place.text)));
                }
            }
            (_, TypeExpr::Enum(members)) => {
                let first = members.iter().take(2);
                first.for_each(|member| {
                    self.add(place, defined(format!("{} = {member}", place.text)));
                });
            }
            (Some(set), TypeExpr::Scalarset(_)) => self.member(place, set),
            (_, TypeExpr::Record(fields)) => {
                for (name, of) in fields {
                    self.place(&place.part(&format!(".{name}")), of);
                }
            }
            (_, TypeExpr::Array(index, of)) => self.array(place, index, of),
            _ => {}
        }
    }

    fn array(&mut self, place: &Place, index: &'a TypeExpr, of: &'a TypeExpr) {
        match self.resolved(index) {
            (Some(set), TypeExpr::Scalarset(_))
                if place.index.as_deref().is_none_or(|own| own == set) =>
            {
                self.place(&place.at_member(set), of);
            }
            (_, TypeExpr::Enum(members)) => {
                let first = members.iter().take(1);
                first.for_each(|member| self.place(&place.part(&format!("[{member}]")), of));
            }
            (_, TypeExpr::Range(low, _)) => {
                if let Expr::Int(low) = **low {
                    self.place(&place.part(&format!("[{low}]")), of);
                }
            }
            _ => {}
        }
    }

    /// A variable that holds a member of a scalarset.
    fn member(&mut self, place: &Place, set: &str) {
        if place.index.as_deref().is_none_or(|own| own == set) {
            let test = format!("!isundefined({0}) & {0} = {WHO}", place.text);
            let place = Place {
                index: Some(set.to_string()),
                ..place.clone()
            };
            self.add(&place, test);
        }
    }

    fn add(&mut self, place: &Place, test: String) {
        let Some(set) = &place.index else {
            self.atoms.closed.push(test);
            return;
        };
        for word in ["forall", "exists"] {
            let quantified = format!("{word} {WHO}: {set} do {test} end");
            self.atoms.closed.push(quantified);
        }
        let open = self.atoms.open.entry(set.clone()).or_default();
        open.push(test);
    }
}

#[cfg(test)]
mod tests {
    use crate::{MurphiOptions, murphi};

    #[test]
    fn many_programs_have_atoms_about_members() {
        let programs = (0..60).map(|seed| murphi(seed, &MurphiOptions::default()));
        let atoms: Vec<_> = programs.map(|program| program.atoms()).collect();
        let closed = atoms.iter().filter(|atoms| !atoms.closed.is_empty());
        assert!(closed.count() > 50);
        assert!(atoms.iter().filter(|atoms| !atoms.open.is_empty()).count() > 15);
    }
}
