//! What is collected while the body of a rule, function or property is lowered: locals, statements,
//! and what it does to the world outside.

use super::Lowerer;
use std::collections::{HashMap, HashSet};
use weyl_ir::{
    Block, Expr, ExprKind, FunctionId, Local, LocalId, LocalKind, Place, Projection, Root, Stmt,
    StmtKind, Type, TypeId,
};
use weyl_source::Span;

/// Where the storage behind a place is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// In the body itself.
    #[default]
    Own,
    State,
    /// Behind the reference parameter with a number.
    Parameter(usize),
}

/// What a body does besides computing a result.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub writes_state: bool,
    /// It may give up the step with `assume`.
    pub assumes: bool,
    pub prints: bool,
    /// It has `cover` statements, which are hit by steps.
    pub covers: bool,
    pub written_parameters: HashSet<usize>,
}

impl Effects {
    pub fn any(&self) -> bool {
        self.prints || self.changes_something()
    }

    /// Whether anything is different after the call, apart from what was printed; a cover that was
    /// hit is.
    pub fn changes_something(&self) -> bool {
        self.writes_state || self.assumes || self.covers || !self.written_parameters.is_empty()
    }
}

/// What `return` means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Return {
    #[default]
    Plain,
    Into(LocalId),
}

/// What can be put in front of the expression that is being lowered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InFront {
    #[default]
    Nothing,
    /// Statements that change nothing but locals: with the expression they make a function.
    Computation,
    Anything,
}

#[derive(Default)]
pub struct Body {
    pub locals: weyl_ir::Locals,
    pub block: Block,
    pub in_front: InFront,
    pub function: Option<FunctionId>,
    pub returns: Return,
    pub returned: bool,
    pub effects: Effects,
    /// Where reference locals point to.
    pub origins: HashMap<LocalId, Origin>,
    /// The origins of the reference arguments of calls to itself.
    pub own_calls: Vec<Vec<(usize, Origin)>>,
    /// Locals that were mentioned.
    pub used: HashSet<LocalId>,
    temporaries: usize,
}

/// A position in the statements of the present block.
#[derive(Clone, Copy, Debug)]
pub struct Mark(usize);

/// The widest range that leaves a code for "undefined": what temporaries of integers have.
pub const WIDE: Type = Type::range(-(i64::MAX as i128), i64::MAX as i128);

impl Lowerer<'_> {
    /// Starts on a new rule, function or property.
    pub(super) fn open_body(&mut self, statements: bool) {
        let in_front = if statements {
            InFront::Anything
        } else {
            InFront::Nothing
        };
        self.body = Body {
            in_front,
            ..Body::default()
        };
    }

    pub(super) fn local(&mut self, name: &str, ty: TypeId, kind: LocalKind) -> LocalId {
        self.body.locals.push(Local {
            name: name.to_string(),
            ty,
            kind,
        })
    }

    /// A type that values can be stored in.
    pub(super) fn storage(&mut self, ty: TypeId) -> TypeId {
        match self.model.types.get(ty) {
            Type::Int => self.model.types.intern(WIDE),
            _ => ty,
        }
    }

    pub(super) fn temporary(&mut self, ty: TypeId, span: Span) -> Place {
        let ty = self.storage(ty);
        self.body.temporaries += 1;
        let name = format!("tmp{}", self.body.temporaries);
        Place::local(self.local(&name, ty, LocalKind::Value), ty, span)
    }

    pub(super) fn emit(&mut self, kind: StmtKind, span: Span) {
        self.body.block.push(Stmt::new(kind, span));
    }

    /// The statements that a step of the lowering emits, as a block of their own.
    pub(super) fn block(&mut self, lower: impl FnOnce(&mut Self)) -> Block {
        let outside = std::mem::take(&mut self.body.block);
        lower(self);
        std::mem::replace(&mut self.body.block, outside)
    }

    /// Lowers something before which no statement can be put.
    pub(super) fn pure<T>(&mut self, lower: impl FnOnce(&mut Self) -> T) -> T {
        self.with_in_front(InFront::Nothing, lower)
    }

    pub(super) fn with_in_front<T>(
        &mut self,
        in_front: InFront,
        lower: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outside = std::mem::replace(&mut self.body.in_front, in_front);
        let result = lower(self);
        self.body.in_front = outside;
        result
    }

    pub(super) fn mark(&self) -> Mark {
        Mark(self.body.block.len())
    }

    fn emitted_since(&self, mark: Mark) -> bool {
        self.body.block.len() > mark.0
    }

    /// Keeps the order of evaluation: where statements were emitted since the mark, a value
    /// computed before it is saved in front of them.
    pub(super) fn keep_value(&mut self, mark: Mark, value: Expr) -> Expr {
        if !self.emitted_since(mark) || self.is_fixed(&value) {
            return value;
        }
        let span = value.span;
        let place = self.temporary(value.ty, span);
        let save = StmtKind::Assign {
            to: place.clone(),
            value,
        };
        self.body.block.insert(mark.0, Stmt::new(save, span));
        Expr::read(place)
    }

    /// The same for what a place holds.
    pub(super) fn keep_content(&mut self, mark: Mark, place: Place) -> Place {
        if !self.emitted_since(mark) || self.is_bound_local(&place) {
            return place;
        }
        let saved = self.temporary(place.ty, place.span);
        let span = place.span;
        let copy = StmtKind::Copy {
            to: saved.clone(),
            from: place,
        };
        self.body.block.insert(mark.0, Stmt::new(copy, span));
        saved
    }

    /// The same for the place itself: its indices are evaluated in front of the statements.
    pub(super) fn keep_place(&mut self, mark: Mark, place: Place) -> Place {
        if !self.emitted_since(mark) || self.is_stable(&place) {
            return place;
        }
        let (local, bind) = self.reference(place);
        let (ty, span) = (self.body.locals[local].ty, bind.span);
        self.body.block.insert(mark.0, bind);
        Place::local(local, ty, span)
    }

    /// A reference local for a place, and the statement that binds it.
    pub(super) fn reference(&mut self, place: Place) -> (LocalId, Stmt) {
        self.body.temporaries += 1;
        let name = format!("ref{}", self.body.temporaries);
        let local = self.local(&name, place.ty, LocalKind::Reference);
        let origin = self.origin(&place);
        self.body.origins.insert(local, origin);
        let span = place.span;
        (local, Stmt::new(StmtKind::Bind { local, place }, span))
    }

    pub(super) fn origin(&self, place: &Place) -> Origin {
        match place.root {
            Root::Variable(_) => Origin::State,
            Root::Local(local) => self.body.origins.get(&local).copied().unwrap_or_default(),
        }
    }

    /// Takes note that what is behind a place changes.
    pub(super) fn note_write(&mut self, origin: Origin) {
        match origin {
            Origin::Own => {}
            Origin::State => self.body.effects.writes_state = true,
            Origin::Parameter(number) => {
                self.body.effects.written_parameters.insert(number);
            }
        }
    }

    fn is_bound_local(&self, place: &Place) -> bool {
        match place.root {
            Root::Local(local) => {
                place.path.is_empty() && self.body.locals[local].kind == LocalKind::Bound
            }
            Root::Variable(_) => false,
        }
    }

    /// A value that no statement can change.
    fn is_fixed(&self, value: &Expr) -> bool {
        match &value.kind {
            ExprKind::Constant(_) => true,
            ExprKind::Read(place) => self.is_bound_local(place),
            _ => false,
        }
    }

    /// A place that stays the same whatever happens, and whose indices cannot fail.
    pub(super) fn is_stable(&self, place: &Place) -> bool {
        place.path.iter().all(|projection| match projection {
            Projection::Field(_) => true,
            Projection::Index(index) | Projection::Element(index) => self.is_fixed(index),
        })
    }
}
