//! The types of a program under construction.

use std::rc::Rc;

use crate::dice::Dice;
use crate::syntax::{Decl, Expr, TypeExpr};

pub type Ty = Rc<TypeInfo>;

#[derive(Debug)]
pub struct TypeInfo {
    pub name: Option<String>,
    pub shape: Shape,
    /// How the type is written where it has no name.
    written: TypeExpr,
}

#[derive(Debug)]
pub enum Shape {
    Boolean,
    Range(i64, i64),
    Enum(Vec<String>),
    Scalarset(u32),
    Record(Vec<(String, Ty)>),
    Array { index: Ty, element: Ty },
}

impl TypeInfo {
    pub fn expr(&self) -> TypeExpr {
        self.name
            .as_ref()
            .map_or_else(|| self.written.clone(), TypeExpr::named)
    }

    pub fn is_scalar(&self) -> bool {
        !matches!(self.shape, Shape::Record(_) | Shape::Array { .. })
    }

    pub fn is_scalarset(&self) -> bool {
        matches!(self.shape, Shape::Scalarset(_))
    }

    /// Whether a leaf of the type holds a scalarset value: such a type can't be cleared.
    pub fn holds_scalarset(&self) -> bool {
        match &self.shape {
            Shape::Scalarset(_) => true,
            Shape::Record(fields) => fields.iter().any(|(_, ty)| ty.holds_scalarset()),
            Shape::Array { element, .. } => element.holds_scalarset(),
            _ => false,
        }
    }

    /// The number of values of a scalar type.
    pub fn size(&self) -> f64 {
        match &self.shape {
            Shape::Boolean => 2.0,
            Shape::Range(low, high) => (high - low + 1) as f64,
            Shape::Enum(members) => members.len() as f64,
            Shape::Scalarset(size) => f64::from(*size),
            Shape::Record(_) | Shape::Array { .. } => 0.0,
        }
    }

    /// The logarithm of the number of values; `spare` is 1 where a leaf may be undefined.
    pub fn bits(&self, spare: f64) -> f64 {
        match &self.shape {
            Shape::Record(fields) => fields.iter().map(|(_, ty)| ty.bits(spare)).sum(),
            Shape::Array { index, element } => index.size() * element.bits(spare),
            _ => (self.size() + spare).log2(),
        }
    }
}

pub fn scalarset_leaves(ty: &Ty, found: &mut Vec<Ty>) {
    match &ty.shape {
        Shape::Scalarset(_) if !found.iter().any(|known| Rc::ptr_eq(known, ty)) => {
            found.push(ty.clone())
        }
        Shape::Record(fields) => fields
            .iter()
            .for_each(|(_, field)| scalarset_leaves(field, found)),
        Shape::Array { element, .. } => scalarset_leaves(element, found),
        _ => {}
    }
}

pub fn range(low: i64, high: i64) -> Ty {
    Rc::new(TypeInfo {
        name: None,
        shape: Shape::Range(low, high),
        written: TypeExpr::range(low, high),
    })
}

/// The named types of a program, and a few that are written out where they are used.
pub struct Types {
    pub boolean: Ty,
    pub ranges: Vec<Ty>,
    pub enums: Vec<Ty>,
    pub scalarsets: Vec<Ty>,
    pub composites: Vec<Ty>,
    pub decls: Vec<Decl>,
    constants: Vec<(String, i64)>,
}

impl Types {
    pub fn random(dice: &mut Dice, constants: &[(String, i64)]) -> Types {
        let boolean = TypeInfo {
            name: Some("boolean".to_owned()),
            shape: Shape::Boolean,
            written: TypeExpr::named("boolean"),
        };
        let mut types = Types {
            boolean: Rc::new(boolean),
            ranges: Vec::new(),
            enums: Vec::new(),
            scalarsets: Vec::new(),
            composites: Vec::new(),
            decls: Vec::new(),
            constants: constants.to_vec(),
        };
        // Rumur computes in the narrowest C type that holds all declared ranges. This one makes it
        // wide and signed.
        types.decls.push(Decl::Type(
            "Wide".to_owned(),
            TypeExpr::range(-30_000, 30_000),
        ));
        (0..dice.between(1, 2)).for_each(|_| types.add_range(dice));
        (0..dice.between(0, 2)).for_each(|_| types.add_enum(dice));
        let scalarsets = if dice.chance(60) {
            dice.between(1, 2)
        } else {
            0
        };
        (0..scalarsets).for_each(|_| types.add_scalarset(dice));
        (0..dice.between(0, 3)).for_each(|_| types.add_composite(dice));
        types
    }

    fn declare(&mut self, prefix: &str, shape: Shape, written: TypeExpr) -> Ty {
        let name = format!("{prefix}{}", self.decls.len());
        self.decls.push(Decl::Type(name.clone(), written.clone()));
        Rc::new(TypeInfo {
            name: Some(name),
            shape,
            written,
        })
    }

    fn add_range(&mut self, dice: &mut Dice) {
        let (low, high, written) = self.range_bounds(dice);
        let ty = self.declare("Range", Shape::Range(low, high), written);
        self.ranges.push(ty);
    }

    fn range_bounds(&mut self, dice: &mut Dice) -> (i64, i64, TypeExpr) {
        if let (true, Some((name, value))) = (dice.chance(50), dice.pick(&self.constants)) {
            let written = TypeExpr::Range(Box::new(Expr::Int(0)), Box::new(Expr::name(name)));
            return (0, *value, written);
        }
        let low = *dice.pick(&[0, 0, 0, 1, -1, -2]).unwrap_or(&0);
        let high = low + dice.between(1, 4);
        (low, high, TypeExpr::range(low, high))
    }

    fn add_enum(&mut self, dice: &mut Dice) {
        let number = self.decls.len();
        let members: Vec<String> = ["Red", "Green", "Blue", "Grey"]
            .iter()
            .take(dice.between(2, 4) as usize)
            .map(|colour| format!("{colour}{number}"))
            .collect();
        let ty = self.declare(
            "Colour",
            Shape::Enum(members.clone()),
            TypeExpr::Enum(members),
        );
        self.enums.push(ty);
    }

    fn add_scalarset(&mut self, dice: &mut Dice) {
        let constant = self.constants.first().filter(|_| dice.chance(30)).cloned();
        let (size, written) = match constant {
            Some((name, value)) => (value as u32, Expr::Name(name)),
            None if dice.chance(60) => (2, Expr::Int(2)),
            None => (3, Expr::Int(3)),
        };
        let ty = self.declare(
            "Node",
            Shape::Scalarset(size),
            TypeExpr::Scalarset(Box::new(written)),
        );
        self.scalarsets.push(ty);
    }

    fn add_composite(&mut self, dice: &mut Dice) {
        let ty = if dice.chance(50) {
            let (shape, written) = self.record(dice);
            self.declare("Item", shape, written)
        } else {
            let (shape, written) = self.array(dice);
            self.declare("Table", shape, written)
        };
        self.composites.push(ty);
    }

    fn record(&mut self, dice: &mut Dice) -> (Shape, TypeExpr) {
        let names = ["left", "right", "mark"];
        let count = dice.between(2, 3) as usize;
        let fields: Vec<(String, Ty)> = names
            .iter()
            .take(count)
            .map(|name| ((*name).to_owned(), self.element(dice)))
            .collect();
        let written = TypeExpr::Record(
            fields
                .iter()
                .map(|(name, ty)| (name.clone(), ty.expr()))
                .collect(),
        );
        (Shape::Record(fields), written)
    }

    fn array(&mut self, dice: &mut Dice) -> (Shape, TypeExpr) {
        let index = self.index(dice);
        let element = self.element(dice);
        let written = TypeExpr::array(index.expr(), element.expr());
        (Shape::Array { index, element }, written)
    }

    fn element(&self, dice: &mut Dice) -> Ty {
        match dice.pick(&self.composites) {
            Some(ty) if dice.chance(20) && ty.bits(0.0) < 6.0 => ty.clone(),
            _ => self.scalar(dice),
        }
    }

    /// A type to index an array with, or to range over.
    pub fn index(&self, dice: &mut Dice) -> Ty {
        match dice.below(10) {
            0..4 => self.scalarsets.last(),
            4..6 => self.enums.last(),
            6 => Some(&self.boolean),
            _ => self.ranges.first(),
        }
        .cloned()
        .unwrap_or_else(|| range(0, 1))
    }

    pub fn scalar(&self, dice: &mut Dice) -> Ty {
        let group = match dice.below(12) {
            0..5 => dice.pick(&self.ranges),
            5..8 => dice.pick(&self.enums),
            8..10 => dice.pick(&self.scalarsets),
            10 => None,
            _ => return range(0, dice.between(1, 3)),
        };
        group.unwrap_or(&self.boolean).clone()
    }

    pub fn any(&mut self, dice: &mut Dice) -> Ty {
        if !dice.chance(45) {
            return self.scalar(dice);
        }
        if dice.chance(15) {
            let (shape, written) = if dice.chance(50) {
                self.array(dice)
            } else {
                self.record(dice)
            };
            return Rc::new(TypeInfo {
                name: None,
                shape,
                written,
            });
        }
        match dice.pick(&self.composites) {
            Some(ty) => ty.clone(),
            None => self.scalar(dice),
        }
    }
}
