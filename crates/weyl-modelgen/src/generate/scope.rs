//! What names mean at a point of the program, and which places they give access to.

use std::rc::Rc;

use super::types::{Shape, Ty};

#[derive(Clone, Debug)]
pub struct Symbol {
    pub name: String,
    pub ty: Ty,
    pub access: Access,
    /// Some leaf may be undefined.
    pub partial: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Never changes while it is visible.
    Fixed,
    /// Changes, but not through this name.
    ReadOnly,
    Writable,
}

/// The symbols in force, the innermost last.
#[derive(Default)]
pub struct Scope {
    symbols: Vec<Symbol>,
    hidden: Option<String>,
}

pub struct Mark(usize);

impl Scope {
    pub fn push(&mut self, symbol: Symbol) {
        self.symbols.push(symbol);
    }

    pub fn mark(&self) -> Mark {
        Mark(self.symbols.len())
    }

    pub fn leave(&mut self, mark: &Mark) {
        self.symbols.truncate(mark.0);
    }

    pub fn hide(&mut self, name: Option<String>) {
        self.hidden = name;
    }

    /// Symbols that are not shadowed, the innermost first.
    pub fn visible(&self) -> Vec<&Symbol> {
        let mut found: Vec<&Symbol> = Vec::new();
        for symbol in self.symbols.iter().rev() {
            let taken = found.iter().any(|other| other.name == symbol.name);
            if !taken {
                found.push(symbol);
            }
        }
        found.retain(|symbol| self.hidden.as_ref() != Some(&symbol.name));
        found
    }

    pub fn shadowed(&self, name: &str) -> bool {
        self.symbols
            .iter()
            .filter(|symbol| symbol.name == name)
            .count()
            > 1
    }

    /// Makes everything in force read-only, and gives back what it was.
    pub fn freeze(&mut self) -> Vec<Access> {
        let before = self.symbols.iter().map(|symbol| symbol.access).collect();
        for symbol in &mut self.symbols {
            if symbol.access == Access::Writable {
                symbol.access = Access::ReadOnly;
            }
        }
        before
    }

    pub fn thaw(&mut self, before: Vec<Access>) {
        for (symbol, access) in self.symbols.iter_mut().zip(before) {
            symbol.access = access;
        }
    }

    /// All places of a wanted kind, without their indices.
    pub fn places(&self, wanted: impl Fn(&Symbol, &Ty) -> bool) -> Vec<Place> {
        let mut found = Vec::new();
        for symbol in self.visible() {
            let root = Place {
                symbol: symbol.clone(),
                steps: Vec::new(),
                ty: symbol.ty.clone(),
            };
            collect(root, &wanted, &mut found);
        }
        found
    }

    /// Whether a defined value of the scalarset is at hand.
    pub fn has_member(&self, ty: &Ty) -> bool {
        self.visible()
            .iter()
            .any(|symbol| !symbol.partial && Rc::ptr_eq(&symbol.ty, ty))
    }
}

/// A path from a variable to one of its parts.
#[derive(Clone, Debug)]
pub struct Place {
    pub symbol: Symbol,
    pub steps: Vec<Step>,
    pub ty: Ty,
}

#[derive(Clone, Debug)]
pub enum Step {
    Field(String),
    Element(Ty),
}

fn collect(place: Place, wanted: &impl Fn(&Symbol, &Ty) -> bool, found: &mut Vec<Place>) {
    match &place.ty.shape {
        Shape::Record(fields) => {
            for (name, ty) in fields {
                collect(extend(&place, Step::Field(name.clone()), ty), wanted, found);
            }
        }
        Shape::Array { index, element } => {
            collect(
                extend(&place, Step::Element(index.clone()), element),
                wanted,
                found,
            );
        }
        _ => {}
    }
    if wanted(&place.symbol, &place.ty) {
        found.push(place);
    }
}

fn extend(place: &Place, step: Step, ty: &Ty) -> Place {
    let mut steps = place.steps.clone();
    steps.push(step);
    Place {
        symbol: place.symbol.clone(),
        steps,
        ty: ty.clone(),
    }
}
