//! From a tree to a formula: quantifiers are written out, variables are numbered.

use super::tree::{Binary, Kind, Runs, Tree, Unary};
use super::{ParseError, Problem};
use crate::branching::{Formula, Path, Steps, Variable};
use std::ops::Range;

/// `<->` and `W` write their parts twice, quantifiers once for each value: what comes of it is
/// bounded.
const MAX_HEIGHT: usize = 1_000;
const MAX_SIZE: usize = 10_000;

/// Who knows what the texts of atoms, actions and quantifiers say.
pub trait Model {
    type Error;

    /// What an atom says of a state.
    fn atom(&mut self, text: Range<usize>) -> Result<Formula, Self::Error>;

    /// The set of actions that a modality names.
    fn actions(&mut self, text: Range<usize>) -> Result<Steps, Self::Error>;

    /// How many values a quantifier ranges over, by the text between it and `do`.
    fn values(&mut self, header: Range<usize>) -> Result<usize, Self::Error>;

    /// From here on the quantifier has this value.
    fn bind(&mut self, header: Range<usize>, value: usize);

    /// It has none any more.
    fn unbind(&mut self);

    /// Whether what a quantifier says of each value is one formula about any of them. From here on
    /// its variables stand for these.
    fn open_family(&mut self, _header: Range<usize>) -> Result<bool, Self::Error> {
        Ok(false)
    }

    /// What all of them are in the formula around.
    fn close_family(&mut self, _is_forall: bool, body: Formula) -> Formula {
        body
    }
}

/// Why there is no formula.
#[derive(Debug)]
pub enum Failure<E> {
    Formula(ParseError),
    /// The model said so.
    Model(E),
}

impl<E> From<ParseError> for Failure<E> {
    fn from(error: ParseError) -> Self {
        Failure::Formula(error)
    }
}

/// A formula about states.
pub fn lower<M: Model>(
    text: &str,
    tree: &Tree,
    model: &mut M,
) -> Result<Formula, Failure<M::Error>> {
    let mut lowering = Lowering::new(text, model);
    Ok(lowering.state(tree)?.of)
}

/// A formula about runs.
pub fn lower_path<M: Model>(
    text: &str,
    tree: &Tree,
    model: &mut M,
) -> Result<Path, Failure<M::Error>> {
    let mut lowering = Lowering::new(text, model);
    Ok(lowering.path(tree)?.of)
}

/// A formula with its measures.
#[derive(Clone)]
struct Part<T> {
    of: T,
    /// Connectives and atoms.
    size: usize,
    /// The longest way down.
    height: usize,
}

impl<T> Part<T> {
    fn leaf(of: T) -> Part<T> {
        Part {
            of,
            size: 1,
            height: 1,
        }
    }

    /// Below one more operator; F and G have a constant beside it.
    fn under<U>(self, operator: impl FnOnce(T) -> U) -> Part<U> {
        Part {
            of: operator(self.of),
            size: self.size + 2,
            height: self.height + 1,
        }
    }
}

/// What connectives need of formulas about states and of such about runs.
trait Connected: Sized {
    fn constant(value: bool) -> Self;
    fn not(self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
}

impl Connected for Formula {
    fn constant(value: bool) -> Self {
        if value { Formula::True } else { Formula::False }
    }

    fn not(self) -> Self {
        self.negated()
    }

    fn and(self, other: Self) -> Self {
        Formula::and(self, other)
    }

    fn or(self, other: Self) -> Self {
        Formula::or(self, other)
    }
}

impl Connected for Path {
    fn constant(value: bool) -> Self {
        Path::State(Formula::constant(value))
    }

    fn not(self) -> Self {
        self.negated()
    }

    fn and(self, other: Self) -> Self {
        Path::and(self, other)
    }

    fn or(self, other: Self) -> Self {
        Path::or(self, other)
    }
}

/// A variable, and where it is bound.
struct Bound<'t> {
    name: &'t str,
    number: Variable,
    around: Around,
}

/// What there is around a place.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Around {
    /// Negations, as far as their number is odd or even.
    is_negated: bool,
    /// `<->`, in which everything is negated and is not.
    equivalences: usize,
    path_quantifiers: usize,
}

struct Lowering<'l, M> {
    text: &'l str,
    model: &'l mut M,
    bound: Vec<Bound<'l>>,
    next: Variable,
    around: Around,
}

type Lowered<T, M> = Result<Part<T>, Failure<<M as Model>::Error>>;

impl<'l, M: Model> Lowering<'l, M> {
    fn new(text: &'l str, model: &'l mut M) -> Self {
        Lowering {
            text,
            model,
            bound: Vec::new(),
            next: 0,
            around: Around::default(),
        }
    }

    /// Goes on below something.
    fn below<T>(
        &mut self,
        change: impl FnOnce(&mut Around),
        go_on: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.around;
        change(&mut self.around);
        let result = go_on(self);
        self.around = before;
        result
    }

    fn state(&mut self, tree: &Tree) -> Lowered<Formula, M> {
        if let Some(run) = &tree.run {
            let operator = &self.text[run.clone()];
            let message = format!("`{operator}` speaks of a run, and it is not said of which");
            return Err(
                ParseError::new(run.clone(), Problem::RunWithoutQuantifier, message).into(),
            );
        }
        match &tree.kind {
            Kind::Atom => Ok(Part::leaf(self.atom(tree)?)),
            Kind::Variable => Ok(Part::leaf(self.variable(tree)?)),
            Kind::Runs(runs, path) => {
                let path = self.below(
                    |around| around.path_quantifiers += 1,
                    |lowering| lowering.path(path),
                )?;
                Ok(path.under(|path| match runs {
                    Runs::Some => Formula::exists(path),
                    Runs::Every => Formula::every(path),
                }))
            }
            Kind::Fixpoint {
                is_greatest,
                variable,
                body,
            } => self.fixpoint(*is_greatest, variable, body),
            Kind::Modal {
                is_must,
                actions,
                then,
            } => {
                let steps = match actions {
                    Some(text) => self.model.actions(text.clone()).map_err(Failure::Model)?,
                    None => Steps::All,
                };
                let then = self.state(then)?;
                Ok(then.under(|then| {
                    if *is_must {
                        Formula::must(steps, then)
                    } else {
                        Formula::can(steps, then)
                    }
                }))
            }
            Kind::Quantified {
                is_forall,
                header,
                body,
            } if self.bound.is_empty() => {
                let opens = self.model.open_family(header.clone());
                if !opens.map_err(Failure::Model)? {
                    return self.connected(tree, Self::state);
                }
                self.family(*is_forall, body)
            }
            _ => self.connected(tree, Self::state),
        }
    }

    fn fixpoint(
        &mut self,
        is_greatest: bool,
        variable: &Range<usize>,
        body: &Tree,
    ) -> Lowered<Formula, M> {
        let number = self.next;
        self.next += 1;
        self.bound.push(Bound {
            name: &self.text[variable.clone()],
            number,
            around: self.around,
        });
        let body = self.state(body);
        self.bound.pop();
        Ok(body?.under(|body| {
            if is_greatest {
                Formula::greatest(number, body)
            } else {
                Formula::least(number, body)
            }
        }))
    }

    /// A quantifier that stays one, which the model has opened.
    fn family(&mut self, is_forall: bool, body: &Tree) -> Lowered<Formula, M> {
        let body = self.state(body)?;
        let whole = self.model.close_family(is_forall, body.of);
        Ok(Part {
            of: whole,
            size: body.size + 1,
            height: body.height + 1,
        })
    }

    fn atom(&mut self, tree: &Tree) -> Result<Formula, Failure<M::Error>> {
        self.model.atom(tree.place.clone()).map_err(Failure::Model)
    }

    fn path(&mut self, tree: &Tree) -> Lowered<Path, M> {
        if tree.run.is_none() {
            let state = self.state(tree)?;
            return Ok(Part {
                of: Path::State(state.of),
                size: state.size,
                height: state.height,
            });
        }
        match &tree.kind {
            Kind::Unary(op, one) => {
                let one = self.path(one)?;
                Ok(one.under(match op {
                    Unary::Next => Path::next,
                    Unary::Always => Path::always,
                    Unary::Eventually => Path::eventually,
                }))
            }
            Kind::Binary(op, left, right) if op.is_temporal() => {
                let (left, right) = (self.path(left)?, self.path(right)?);
                match op {
                    Binary::Release => self.joined(tree, 1, 1, left, right, Path::releases),
                    Binary::Unless => self.joined(tree, 2, 2, left, right, Path::unless),
                    _ => self.joined(tree, 1, 1, left, right, Path::until),
                }
            }
            // A fixpoint or a modality speaks of states: what is below is about no run.
            Kind::Fixpoint { .. } | Kind::Modal { .. } => {
                let state = self.state(tree)?;
                Ok(state.under(Path::State))
            }
            _ => self.connected(tree, Self::path),
        }
    }

    /// Connectives and quantifiers, whatever they join.
    fn connected<T: Connected + Clone>(
        &mut self,
        tree: &Tree,
        go_on: fn(&mut Self, &Tree) -> Lowered<T, M>,
    ) -> Lowered<T, M> {
        let negate = |around: &mut Around| around.is_negated = !around.is_negated;
        match &tree.kind {
            Kind::Not(one) => {
                let one = self.below(negate, |lowering| go_on(lowering, one))?;
                Ok(one.under(T::not))
            }
            Kind::Binary(Binary::Implies, left, right) => {
                let left = self.below(negate, |lowering| go_on(lowering, left))?;
                let right = go_on(self, right)?;
                self.joined(tree, 1, 2, left, right, |a, b| a.not().or(b))
            }
            Kind::Binary(Binary::Equivalent, left, right) => {
                let twice = |around: &mut Around| around.equivalences += 1;
                let left = self.below(twice, |lowering| go_on(lowering, left))?;
                let right = self.below(twice, |lowering| go_on(lowering, right))?;
                self.joined(tree, 2, 3, left, right, |a, b| {
                    let both = a.clone().and(b.clone());
                    both.or(a.not().and(b.not()))
                })
            }
            Kind::Binary(op, left, right) => {
                let (left, right) = (go_on(self, left)?, go_on(self, right)?);
                let join = if *op == Binary::Or { T::or } else { T::and };
                self.joined(tree, 1, 1, left, right, join)
            }
            Kind::Quantified {
                is_forall,
                header,
                body,
            } => {
                let values = self.model.values(header.clone()).map_err(Failure::Model)?;
                let mut whole: Option<Part<T>> = None;
                for value in 0..values {
                    self.model.bind(header.clone(), value);
                    let one = go_on(self, body);
                    self.model.unbind();
                    let (one, join) = (one?, if *is_forall { T::and } else { T::or });
                    whole = Some(match whole {
                        Some(whole) => self.joined(tree, 1, 1, whole, one, join)?,
                        None => one,
                    });
                }
                Ok(whole.unwrap_or_else(|| Part::leaf(T::constant(*is_forall))))
            }
            Kind::Atom
            | Kind::Variable
            | Kind::Unary(..)
            | Kind::Runs(..)
            | Kind::Fixpoint { .. }
            | Kind::Modal { .. } => unreachable!("no connective"),
        }
    }

    fn joined<T>(
        &self,
        tree: &Tree,
        copies: usize,
        levels: usize,
        left: Part<T>,
        right: Part<T>,
        join: impl FnOnce(T, T) -> T,
    ) -> Lowered<T, M> {
        let size = (left.size + right.size) * copies + 5;
        let height = left.height.max(right.height) + levels;
        if size > MAX_SIZE || height > MAX_HEIGHT {
            let place = tree.place.clone();
            let message = "the formula is too large";
            return Err(ParseError::new(place, Problem::TooLarge, message).into());
        }
        Ok(Part {
            of: join(left.of, right.of),
            size,
            height,
        })
    }

    fn variable(&mut self, tree: &Tree) -> Result<Formula, ParseError> {
        let name = &self.text[tree.place.clone()];
        let wrong =
            |problem, message: String| Err(ParseError::new(tree.place.clone(), problem, message));
        let mut inner = self.bound.iter().rev();
        let Some(bound) = inner.find(|bound| bound.name == name) else {
            return wrong(Problem::Syntax, format!("nothing binds `{name}`"));
        };
        if bound.around.path_quantifiers != self.around.path_quantifiers {
            let message = format!("`{name}` stands inside of a path quantifier");
            return wrong(Problem::VariableInPath, message);
        }
        if bound.around != self.around {
            let message = format!("`{name}` stands under an odd number of negations");
            return wrong(Problem::NegatedVariable, message);
        }
        Ok(Formula::Variable(bound.number))
    }
}
