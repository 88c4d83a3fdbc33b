//! What an item holds where it is dead: a value that takes no symmetry away.
//!
//! A constant singles out the name that it is. So a number of a process becomes that of the process
//! that the item belongs to, which goes with it wherever a symmetry takes it; a number of a channel
//! becomes 0, which no channel has; what may be undefined becomes so. Numbers whose order is asked
//! stay what they are under all symmetries, and become 0. Other numbers may be names
//! that discovery infers (indices of arrays, data that can change places): where the program itself
//! tells 0 from others, by counting, computing or tests, it is the default; where nothing is
//! computed, a number that no rule writes; and what is still in doubt is left alone.

use super::classes::{Base, Classes, Facts, Spot};
use weyl_ir::{
    BinaryOp, Binding, Block, Domain, Expr, ExprKind, LeafStep, Local, LocalKind, Locals, Model,
    NameExpr, Place, Projection, ScalarRange, SortId, Stmt, StmtKind, Type, TypeId, VarId,
};
use weyl_source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Default {
    Undefined,
    Constant(i128),
    /// The number of the process that the item belongs to.
    OwnNumber,
    /// Its name.
    OwnName,
}

/// Whose items get defaults.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner {
    pub sort: SortId,
    /// Whether every execution creates them alike. Where processes are created at any time they
    /// are symmetric only if nobody looks at their numbers, which a default must not do either.
    pub is_static: bool,
    /// The numbers that processes of the sort may have.
    pub numbers: ScalarRange,
}

/// What defaults are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// No symmetry may be lost: what is in doubt is left alone.
    Symmetry,
    /// Nobody looks for symmetry.
    States,
}

pub(super) struct Defaults<'a> {
    pub model: &'a Model,
    pub classes: &'a Classes,
    pub aim: Aim,
    /// `None`: they belong to nobody.
    pub owner: Option<Owner>,
    /// What is in doubt has a default, too.
    pub must_exist: bool,
}

impl Defaults<'_> {
    /// Whether there is a default for each scalar in a part of a variable.
    pub fn exist(&self, variable: VarId, path: &mut Vec<LeafStep>, ty: TypeId) -> bool {
        if self.model.variables[variable].undefinable {
            return true;
        }
        match self.model.types.get(ty) {
            Type::Array { element, .. } => {
                path.push(LeafStep::Index);
                let exist = self.exist(variable, path, *element);
                path.pop();
                exist
            }
            Type::Record(fields) => (0..).zip(fields).all(|(number, field)| {
                path.push(LeafStep::Field(number));
                let exist = self.exist(variable, path, field.ty);
                path.pop();
                exist
            }),
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_)
            | Type::Multiset { .. }
            | Type::Channel { .. } => self.scalar(variable, path, ty).is_some(),
        }
    }

    fn scalar(&self, variable: VarId, path: &[LeafStep], ty: TypeId) -> Option<Default> {
        if self.model.variables[variable].undefinable {
            return Some(Default::Undefined);
        }
        match self.model.types.get(ty) {
            Type::Bool | Type::Enum { .. } => Some(Default::Constant(0)),
            Type::Range { lo, hi, .. } => {
                let spot = Spot {
                    base: Base::Variable(variable),
                    path: path.to_vec(),
                    is_index: false,
                };
                let range = ScalarRange { lo: *lo, hi: *hi };
                let facts = self.classes.facts(&spot);
                let Some(facts) = facts.filter(|_| self.aim == Aim::Symmetry) else {
                    return Some(least(range));
                };
                let must = || self.must_exist.then(|| rarest(range));
                self.number(facts, range).or_else(must)
            }
            Type::Id(sort) => {
                let owner = self.owner.filter(|owner| owner.sort == *sort);
                owner.map(|_| Default::OwnName)
            }
            Type::Int
            | Type::Union(_)
            | Type::Array { .. }
            | Type::Record(_)
            | Type::Multiset { .. }
            | Type::Channel { .. } => None,
        }
    }

    fn number(&self, facts: &Facts, range: ScalarRange) -> Option<Default> {
        if facts.are_channels {
            return range.contains(0).then_some(Default::Constant(0));
        }
        if facts.are_ordered {
            return Some(least(range));
        }
        if facts.are_processes {
            return self.process(range);
        }
        if facts.come_from_processes || facts.are_indices {
            return None;
        }
        if facts.are_computed || facts.are_tested {
            return Some(least(range));
        }
        if facts.are_turned {
            return None;
        }
        let mut unwritten = (range.lo.max(0)..=range.hi).filter(|n| !facts.constants.contains(n));
        unwritten.next().map(Default::Constant)
    }

    fn process(&self, range: ScalarRange) -> Option<Default> {
        let owner = self.owner?;
        let fits =
            owner.is_static && range.contains(owner.numbers.lo) && range.contains(owner.numbers.hi);
        fits.then_some(Default::OwnNumber)
    }
}

/// No process and no channel has this number, and few indices are so large.
fn rarest(range: ScalarRange) -> Default {
    Default::Constant(range.hi.min(255))
}

fn least(range: ScalarRange) -> Default {
    Default::Constant(if range.contains(0) { 0 } else { range.lo })
}

/// What is done for a rule.
pub(super) struct Resetting<'a> {
    pub defaults: &'a Defaults<'a>,
    /// The name of the process, and what its number is above its place in its sort.
    pub process: Option<(Expr, i128)>,
    pub integer: TypeId,
    pub locals: &'a mut Locals,
    pub span: Span,
}

impl Resetting<'_> {
    /// Sets all scalars of a place to their defaults; `path` leads there.
    pub fn reset(
        &mut self,
        variable: VarId,
        place: Place,
        path: &mut Vec<LeafStep>,
        into: &mut Block,
    ) {
        let model = self.defaults.model;
        if model.variables[variable].undefinable {
            into.push(Stmt::new(StmtKind::Undefine(place), self.span));
            return;
        }
        match model.types.get(place.ty).clone() {
            Type::Array { index, element } => {
                path.push(LeafStep::Index);
                self.elements(variable, place, path, (index, element), into);
                path.pop();
            }
            Type::Record(fields) => {
                for (number, field) in (0..).zip(fields) {
                    let part =
                        place
                            .clone()
                            .project(Projection::Field(number), field.ty, self.span);
                    path.push(LeafStep::Field(number));
                    self.reset(variable, part, path, into);
                    path.pop();
                }
            }
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Enum { .. }
            | Type::Id(_)
            | Type::Union(_)
            | Type::Multiset { .. }
            | Type::Channel { .. } => {
                let default = self.defaults.scalar(variable, path, place.ty);
                into.extend(default.and_then(|default| self.scalar(place, default)));
            }
        }
    }

    fn elements(
        &mut self,
        variable: VarId,
        place: Place,
        path: &mut Vec<LeafStep>,
        (index, element): (TypeId, TypeId),
        into: &mut Block,
    ) {
        let local = self.locals.push(Local {
            name: "i".into(),
            ty: index,
            kind: LocalKind::Bound,
        });
        let at = Expr::read(Place::local(local, index, self.span));
        let part = place.project(Projection::Index(at), element, self.span);
        let mut body = Block::new();
        self.reset(variable, part, path, &mut body);
        let binding = Binding {
            local,
            domain: Domain::Type(index),
        };
        into.push(Stmt::new(StmtKind::For { binding, body }, self.span));
    }

    fn scalar(&self, place: Place, default: Default) -> Option<Stmt> {
        let span = self.span;
        let value = match default {
            Default::Undefined => return Some(Stmt::new(StmtKind::Undefine(place), span)),
            Default::Constant(value) => Expr::constant(value, place.ty, span),
            Default::OwnName => self.process.clone()?.0,
            Default::OwnNumber => self.own_number()?,
        };
        let to = place;
        Some(Stmt::new(StmtKind::Assign { to, value }, span))
    }

    fn own_number(&self) -> Option<Expr> {
        let (name, first) = self.process.clone()?;
        let number = ExprKind::Name(NameExpr::NumberOf(Box::new(name)));
        let number = Expr::new(number, self.integer, self.span);
        let first = Expr::constant(first, self.integer, self.span);
        let sum = ExprKind::Binary(BinaryOp::Add, Box::new(number), Box::new(first));
        Some(Expr::new(sum, self.integer, self.span))
    }
}
