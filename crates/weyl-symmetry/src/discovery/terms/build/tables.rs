//! What is computed from names, as tables: a row for each combination of inputs, with the result. A
//! renaming that maps the table onto itself commutes with the computation (docs/design.md, law 4).

use super::{Builder, Rigid};
use crate::discovery::numbers::classes::ClassId;
use crate::discovery::numbers::inference::is_number;
use crate::discovery::terms::program::RootKind;
use crate::discovery::terms::{TermId, labels};
use std::collections::BTreeSet;
use weyl_ir::{
    BinaryOp, Comparison, Expr, ExprKind, NameExpr, ProcessExpr, ScalarRange, SortId, Type,
    UnaryOp, arithmetic,
};

/// Tables with more rows are not made; then the inputs stay where they are.
const MOST_ROWS: usize = 1 << 12;

/// Something that a computation reads, however it is spelled: `a == b` and `b == a` are one term.
struct Input {
    term: TermId,
    domain: InputDomain,
    /// Its values, if they are few.
    values: Option<Vec<i128>>,
    may_fail: bool,
}

/// A computation over numbered inputs: what it reads is found by construction, never by comparing
/// texts.
enum Computation {
    Constant(i128),
    /// By number.
    Input(usize),
    Unary(UnaryOp, Box<Computation>),
    Binary(BinaryOp, Box<Computation>, Box<Computation>),
    Truncate {
        bits: u8,
        signed: bool,
        value: Box<Computation>,
    },
    NumberOf(Box<Computation>),
    /// The number must be one of these.
    NameAt(Option<ScalarRange>, Box<Computation>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InputDomain {
    Class(Option<ClassId>),
    Names(weyl_ir::TypeId),
    Truth,
}

impl Builder<'_> {
    pub(super) fn is_computed(&self, expr: &Expr) -> bool {
        matches!(
            expr.kind,
            ExprKind::Unary(..)
                | ExprKind::Binary(..)
                | ExprKind::Truncate { .. }
                | ExprKind::Name(NameExpr::NumberOf(_))
                | ExprKind::Name(NameExpr::NameAt(_))
                | ExprKind::Process(ProcessExpr::Enabled(_))
        )
    }

    /// A computation, whose result belongs to the class where it goes.
    pub(super) fn computed(&mut self, expr: &Expr, class: Option<ClassId>) -> TermId {
        if let ExprKind::Process(ProcessExpr::Enabled(process)) = &expr.kind {
            return self.enabled(process);
        }
        let mut inputs = Vec::new();
        let computation = self.computation(expr, &mut inputs);
        let rows = inputs.iter().try_fold(1usize, |rows, input| {
            rows.checked_mul(input.values.as_ref()?.len())
        });
        let involves_names = inputs.iter().any(|input| self.has_names(input.domain))
            || class.is_some_and(|class| self.sources.classes.numbers(class).is_some())
            || !self.sorts_by_number(expr).is_empty();
        match rows {
            Some(rows) if rows <= MOST_ROWS && involves_names && !inputs.is_empty() => {
                self.table(expr, &computation, class, &inputs)
            }
            _ => self.opaque(expr, class, &inputs),
        }
    }

    fn has_names(&self, domain: InputDomain) -> bool {
        match domain {
            InputDomain::Class(class) => {
                class.is_some_and(|class| self.sources.classes.numbers(class).is_some())
            }
            InputDomain::Names(_) => true,
            InputDomain::Truth => false,
        }
    }

    /// What is computed from the largest parts that are not; each of these is an input once.
    fn computation(&mut self, expr: &Expr, inputs: &mut Vec<Input>) -> Computation {
        match &expr.kind {
            ExprKind::Constant(value) => Computation::Constant(*value),
            ExprKind::Unary(op, value) => {
                Computation::Unary(*op, Box::new(self.computation(value, inputs)))
            }
            ExprKind::Truncate {
                bits,
                signed,
                value,
            } => Computation::Truncate {
                bits: *bits,
                signed: *signed,
                value: Box::new(self.computation(value, inputs)),
            },
            ExprKind::Name(NameExpr::NumberOf(value)) => {
                Computation::NumberOf(Box::new(self.computation(value, inputs)))
            }
            ExprKind::Name(NameExpr::NameAt(value)) => {
                let range = self.model().scalar_range(expr.ty);
                Computation::NameAt(range, Box::new(self.computation(value, inputs)))
            }
            ExprKind::Binary(op, left, right) => {
                let left = Box::new(self.computation(left, inputs));
                let right = Box::new(self.computation(right, inputs));
                Computation::Binary(*op, left, right)
            }
            // The others are no computations, but what these begin with.
            ExprKind::Read(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => Computation::Input(self.input(expr, inputs)),
        }
    }

    /// The number of an input.
    fn input(&mut self, expr: &Expr, inputs: &mut Vec<Input>) -> usize {
        let domain = self.input_domain(expr);
        // Numbers that are written out in it are numbers of its class.
        let class = match domain {
            InputDomain::Class(class) => class,
            InputDomain::Names(_) | InputDomain::Truth => None,
        };
        let term = self.value(expr, class);
        let values = self.input_values(expr, domain);
        let may_fail = self.may_fail(expr);
        let is_known = |known: &Input| known.term == term && known.domain == domain;
        match inputs.iter().position(is_known) {
            Some(known) => {
                inputs[known].admit(values);
                inputs[known].may_fail |= may_fail;
                known
            }
            None => {
                inputs.push(Input {
                    term,
                    domain,
                    values,
                    may_fail,
                });
                inputs.len() - 1
            }
        }
    }

    fn input_domain(&self, expr: &Expr) -> InputDomain {
        if is_number(self.model(), expr.ty) {
            return InputDomain::Class(self.class_of(expr));
        }
        if *self.model().types.get(expr.ty) == Type::Bool {
            InputDomain::Truth
        } else {
            InputDomain::Names(expr.ty)
        }
    }

    /// All values that an input may have; `None` if they are too many, or not known.
    fn input_values(&self, expr: &Expr, domain: InputDomain) -> Option<Vec<i128>> {
        let range = match domain {
            InputDomain::Class(_) => return self.numbers_of(expr),
            InputDomain::Names(_) | InputDomain::Truth => self.model().scalar_range(expr.ty)?,
        };
        let few = range.len() <= MOST_ROWS as u128;
        few.then(|| (range.lo..=range.hi).collect())
    }

    /// The numbers of its class, and those that are written out beside them.
    fn numbers_of(&self, expr: &Expr) -> Option<Vec<i128>> {
        let mut numbers = match &expr.kind {
            ExprKind::Constant(value) => vec![*value],
            ExprKind::Conditional {
                then, otherwise, ..
            } => {
                let mut both = self.numbers_of(then)?;
                both.extend(self.numbers_of(otherwise)?);
                both
            }
            ExprKind::Read(_)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Truncate { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Name(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => {
                let range = self.sources.classes.numbers(self.class_of(expr)?)?;
                let few = range.len() <= MOST_ROWS as u128;
                few.then(|| (range.lo..=range.hi).collect())?
            }
        };
        numbers.sort_unstable();
        numbers.dedup();
        Some(numbers)
    }

    fn input_value(&mut self, domain: InputDomain, value: i128) -> TermId {
        match domain {
            InputDomain::Class(class) => self.number_of(class, value),
            InputDomain::Names(ty) => self.constant(ty, value, None),
            InputDomain::Truth => self.number(value),
        }
    }

    fn table(
        &mut self,
        expr: &Expr,
        computation: &Computation,
        class: Option<ClassId>,
        inputs: &[Input],
    ) -> TermId {
        let mut rows = Vec::new();
        let mut is_identity = inputs.len() == 1 && is_number(self.model(), expr.ty);
        let sizes: Vec<usize> = inputs
            .iter()
            .map(|input| input.values.as_ref().map_or(0, Vec::len))
            .collect();
        let count: usize = sizes.iter().product();
        let is_condition = matches!(self.model().types.get(expr.ty), Type::Bool);
        for row in 0..count {
            let values = choice(row, inputs);
            let result = computation.result(&values);
            if is_condition && result == Ok(0) {
                continue;
            }
            if !self.may_happen(inputs, &values, class, result.ok()) {
                continue;
            }
            self.is_hypothetical = true;
            let arguments = self.arguments_of_row(inputs, &values);
            let result = match result {
                Ok(value) => self.constant(expr.ty, value, class),
                Err(part) => self.node(&format!("error {part}"), &[]),
            };
            self.is_hypothetical = false;
            is_identity &= arguments == result;
            rows.push(self.node(labels::ROW, &[arguments, result]));
        }
        match inputs {
            [only] if is_identity => only.term,
            // The same function of different inputs is the same table.
            [only] => {
                let table = self.set(labels::TABLE, rows);
                self.node(labels::APPLY, &[table, only.term])
            }
            // Whatever comes of it, it must be looked at without a failure.
            _ if rows.is_empty() => {
                let fallible = inputs.iter().filter(|input| input.may_fail);
                let looked_at = fallible.map(|input| input.term).collect();
                self.set("never, but look at", looked_at)
            }
            _ => self.set(labels::TABLE, rows),
        }
    }

    /// Whether all inputs of a row may be there; then its result may be.
    fn may_happen(
        &mut self,
        inputs: &[Input],
        values: &[i128],
        class: Option<ClassId>,
        result: Option<i128>,
    ) -> bool {
        let pairs = inputs.iter().zip(values);
        let numbers = pairs.filter_map(|(input, value)| match input.domain {
            InputDomain::Class(Some(class)) => Some((class, *value)),
            _ => None,
        });
        let classes = self.sources.classes;
        // Numbers outside of a class may always be there.
        let is_of_class = |class: ClassId, number: i128| {
            let numbers = classes.numbers(class);
            numbers.is_some_and(|numbers| numbers.contains(number))
        };
        let numbers = numbers
            .filter(|(class, number)| !classes.is_channel(*class) && is_of_class(*class, *number));
        let numbers: Vec<_> = numbers.collect();
        if let (Some(class), Some(result)) = (class, result) {
            let computed = (numbers.clone(), (class, result));
            self.origins.computed.insert(computed);
        }
        numbers.into_iter().all(|number| self.is_real(number))
    }

    /// Several inputs are told apart by what they are, not by their order: a sum is a sum.
    fn arguments_of_row(&mut self, inputs: &[Input], values: &[i128]) -> TermId {
        if let ([only], [value]) = (inputs, values) {
            return self.input_value(only.domain, *value);
        }
        let mut arguments = Vec::with_capacity(inputs.len());
        for (input, value) in inputs.iter().zip(values) {
            let value = self.input_value(input.domain, *value);
            arguments.push(self.node(labels::IS, &[input.term, value]));
        }
        self.set("arguments", arguments)
    }

    /// A computation on numbers that are no names, or on so many that they are kept where they are.
    fn opaque(&mut self, expr: &Expr, class: Option<ClassId>, inputs: &[Input]) -> TermId {
        for input in inputs {
            match input.domain {
                InputDomain::Class(Some(class)) => self.fix(Rigid::Class(class)),
                InputDomain::Names(ty) => {
                    if let Type::Id(sort) = self.model().types.get(ty) {
                        self.fix(Rigid::Sort(*sort));
                    }
                }
                InputDomain::Class(None) | InputDomain::Truth => {}
            }
        }
        if let Some(class) = class {
            self.fix(Rigid::Class(class));
        }
        for sort in self.sorts_by_number(expr) {
            self.fix(Rigid::Sort(sort));
        }
        self.opaque_term(expr)
    }

    /// The sorts whose names a computation finds by their numbers: where the numbers stay, so do
    /// the names.
    fn sorts_by_number(&self, expr: &Expr) -> BTreeSet<SortId> {
        let mut found = BTreeSet::new();
        let mut open = vec![expr];
        while let Some(next) = open.pop() {
            match &next.kind {
                ExprKind::Name(NameExpr::NameAt(value)) => {
                    if let Type::Id(sort) = self.model().types.get(next.ty) {
                        found.insert(*sort);
                    }
                    open.push(value);
                }
                ExprKind::Unary(_, value)
                | ExprKind::Truncate { value, .. }
                | ExprKind::Name(NameExpr::NumberOf(value)) => open.push(value),
                ExprKind::Binary(_, left, right) => open.extend([&**left, &**right]),
                // The others are inputs, and terms of their own.
                ExprKind::Constant(_)
                | ExprKind::Read(_)
                | ExprKind::And(..)
                | ExprKind::Or(..)
                | ExprKind::Conditional { .. }
                | ExprKind::Quantified { .. }
                | ExprKind::IsUndefined(_)
                | ExprKind::Same(..)
                | ExprKind::Count { .. }
                | ExprKind::Call { .. }
                | ExprKind::Union(_)
                | ExprKind::Channel(_)
                | ExprKind::Process(_) => {}
            }
        }
        found
    }

    fn opaque_term(&mut self, expr: &Expr) -> TermId {
        self.opaque_within(expr, None)
    }

    /// The same where what comes out is cut, and so need not be cut inside.
    fn opaque_within(&mut self, expr: &Expr, cut: Option<Cut>) -> TermId {
        match &expr.kind {
            ExprKind::Constant(value) if is_number(self.model(), expr.ty) => self.number(*value),
            ExprKind::Unary(op, value) => {
                let value = self.opaque_term(value);
                self.node(&format!("{op:?}"), &[value])
            }
            ExprKind::Binary(op, left, right) if !is_commutative(*op) => {
                let operands = [self.opaque_term(left), self.opaque_term(right)];
                self.node(&operation_label(*op), &operands)
            }
            ExprKind::Binary(op, ..) => {
                let mut operands = Vec::new();
                operands_of(expr, *op, cut, &mut operands);
                let fallible = operands.iter().filter(|operand| self.may_fail(operand));
                let is_unordered = fallible.count() < 2;
                let terms = operands.iter().map(|operand| self.opaque_term(operand));
                let terms: Vec<TermId> = terms.collect();
                if is_unordered {
                    self.set(&operation_label(*op), terms)
                } else {
                    self.node(&operation_label(*op), &terms)
                }
            }
            ExprKind::Truncate {
                bits,
                signed,
                value,
            } => {
                let value = self.opaque_within(value, Some((*bits, *signed)));
                self.node(&format!("truncate {bits} {signed}"), &[value])
            }
            ExprKind::Name(NameExpr::NumberOf(value)) => {
                let value = self.opaque_term(value);
                self.node("number of", &[value])
            }
            ExprKind::Name(NameExpr::NameAt(value)) => {
                let value = self.opaque_term(value);
                self.node(&format!("name of {}", expr.ty), &[value])
            }
            ExprKind::Constant(_)
            | ExprKind::Read(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Conditional { .. }
            | ExprKind::Quantified { .. }
            | ExprKind::IsUndefined(_)
            | ExprKind::Same(..)
            | ExprKind::Count { .. }
            | ExprKind::Call { .. }
            | ExprKind::Union(_)
            | ExprKind::Channel(_)
            | ExprKind::Process(_) => self.value(expr, None),
        }
    }

    /// Keeps all names of a class or a sort where they are.
    pub(super) fn fix(&mut self, what: Rigid) {
        if !self.rigid.insert((what, self.current.clone())) {
            return;
        }
        let names: Vec<TermId> = match what {
            Rigid::Class(class) => {
                let Some(range) = self.sources.classes.numbers(class) else {
                    return;
                };
                (range.lo..=range.hi)
                    .map(|value| self.number_of(Some(class), value))
                    .collect()
            }
            Rigid::Sort(sort) => {
                let count = self.model().sorts[sort].names.len();
                let names = (0..count).map(|index| self.model().name_of(sort, index));
                let names: Vec<_> = names.collect();
                names.into_iter().map(|name| self.name(name)).collect()
            }
        };
        if let Rigid::Class(class) = what {
            self.origins.mention_all(self.sources.classes, class);
        }
        let order = self.node(labels::ORDER, &names);
        self.titled_root(RootKind::Order, order);
    }

    /// Whether the process with a number can go on: its name counts.
    fn enabled(&mut self, process: &Expr) -> TermId {
        let class = self.class_of(process);
        if let Some(class) = class {
            self.fix(Rigid::Class(class));
        }
        for kind in self.model().processes().kinds() {
            self.fix(Rigid::Sort(kind.sort));
        }
        let number = self.value(process, None);
        self.node("enabled", &[number])
    }
}

/// The values of all inputs in a row.
fn choice(mut row: usize, inputs: &[Input]) -> Vec<i128> {
    let mut chosen = Vec::with_capacity(inputs.len());
    for input in inputs {
        let values = input.values.as_deref().unwrap_or_default();
        chosen.push(values[row % values.len()]);
        row /= values.len();
    }
    chosen
}

impl Input {
    /// Another spelling may be known to have other values.
    fn admit(&mut self, values: Option<Vec<i128>>) {
        self.values = match (self.values.take(), values) {
            (Some(mut all), Some(more)) => {
                all.extend(more);
                all.sort_unstable();
                all.dedup();
                Some(all)
            }
            _ => None,
        };
    }
}

impl Computation {
    /// The result for some inputs, or the number of the part that fails: which one it is can be
    /// seen.
    fn result(&self, inputs: &[i128]) -> Result<i128, usize> {
        self.evaluate(inputs, &mut 0)
    }

    /// `parts` counts those that were met.
    fn evaluate(&self, inputs: &[i128], parts: &mut usize) -> Result<i128, usize> {
        let own = *parts;
        *parts += 1;
        let result = match self {
            Computation::Constant(value) => Some(*value),
            Computation::Input(number) => Some(inputs[*number]),
            Computation::Unary(op, value) => arithmetic::unary(*op, value.evaluate(inputs, parts)?),
            Computation::Binary(op, left, right) => {
                let left = left.evaluate(inputs, parts)?;
                let right = right.evaluate(inputs, parts)?;
                arithmetic::binary(*op, left, right)
            }
            Computation::Truncate {
                bits,
                signed,
                value,
            } => {
                let value = value.evaluate(inputs, parts)?;
                Some(arithmetic::truncate(value, *bits, *signed))
            }
            Computation::NumberOf(name) => Some(name.evaluate(inputs, parts)?),
            Computation::NameAt(range, number) => {
                let number = number.evaluate(inputs, parts)?;
                range.and_then(|range| range.contains(number).then_some(number))
            }
        };
        result.ok_or(own)
    }
}

/// How many bits are left, and whether one is the sign.
type Cut = (u8, bool);

/// What a sum is a sum of: it does not matter what is added first, as integers are exact, nor
/// whether parts of it are cut as the whole is, since that is arithmetic modulo a power of two.
/// Comparisons are not chained.
fn operands_of<'e>(expr: &'e Expr, op: BinaryOp, cut: Option<Cut>, operands: &mut Vec<&'e Expr>) {
    let is_chain = !matches!(op, BinaryOp::Compare(_));
    if let ExprKind::Binary(own, left, right) = &expr.kind
        && *own == op
        && (is_chain || operands.is_empty())
    {
        if is_chain {
            operands_of(left, op, cut, operands);
            operands_of(right, op, cut, operands);
        } else {
            operands.extend([&**left, &**right]);
        }
    } else if let Some(inside) = uncut(expr, cut)
        && matches!(&inside.kind, ExprKind::Binary(own, ..) if *own == op)
    {
        operands_of(inside, op, cut, operands);
    } else {
        operands.push(expr);
    }
}

/// What is cut in this way.
fn uncut(expr: &Expr, cut: Option<Cut>) -> Option<&Expr> {
    let ExprKind::Truncate {
        bits,
        signed,
        value,
    } = &expr.kind
    else {
        return None;
    };
    (cut == Some((*bits, *signed))).then_some(&**value)
}

fn is_commutative(operator: BinaryOp) -> bool {
    matches!(
        operator,
        BinaryOp::Add
            | BinaryOp::Multiply
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Compare(Comparison::Equal)
            | BinaryOp::Compare(Comparison::NotEqual)
    )
}

/// To ask whether two numbers are equal is not to compute with them.
fn operation_label(op: BinaryOp) -> String {
    let is_equality = matches!(
        op,
        BinaryOp::Compare(Comparison::Equal | Comparison::NotEqual)
    );
    let computed = if is_equality { "" } else { labels::COMPUTED };
    format!("{computed}{op:?}")
}
