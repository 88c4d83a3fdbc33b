//! Temporal formulas from outside the model.
//!
//! A largest part without temporal operators is an atom: a condition on states, lowered as an
//! invariant is. The `forall`s over types in front of everything are the parameters of all atoms;
//! every other quantifier above a temporal operator is written out, value by value.

use super::Lowerer;
use crate::ast::{
    BinaryOp, Domain as TreeDomain, Expr as Tree, ExprKind, Quantifier, TypeExpr, TypeKind, UnaryOp,
};
use crate::codes;
use crate::scope::Symbol;
use cranelift_entity::EntityRef;
use weyl_ir::{
    Binding, Domain, Expr, LocalId, LocalKind, Locals, Property, PropertyId, PropertyKind,
    Temporal, TypeId, erase_spans_of_expr,
};
use weyl_source::{Diagnostic, Span};
use weyl_temporal::{Claim, Formula, MAX_PROPOSITIONS, Proposition};

/// Operators and atoms of one formula, with all quantifiers and equivalences written out.
const MAX_NODES: usize = 10_000;
/// Values that quantifiers of one formula are written out for.
const MAX_COPIES: usize = 1000;

/// A variable that is bound around a temporal operator.
struct Bound<T> {
    name: String,
    ty: TypeId,
    value: T,
}

struct Atom {
    property: PropertyId,
    /// Its condition without spans: equal ones are the same atom.
    condition: Expr,
    locals: Locals,
}

/// One formula while it is lowered.
pub(super) struct FormulaLowerer<'l, 'a> {
    pub lowerer: &'l mut Lowerer<'a>,
    span: Span,
    parameters: Vec<Bound<LocalId>>,
    /// Variables that are replaced by values, innermost last.
    fixed: Vec<Bound<i128>>,
    atoms: Vec<Atom>,
    /// How many atoms there may be.
    most: usize,
    /// Whether atoms are called by the values of variables, where these stand.
    puts_values_in: bool,
    copies: usize,
}

impl<'a> Lowerer<'a> {
    /// An expression that is shown along runs.
    pub(super) fn shown(&mut self, tree: &Tree) -> Option<()> {
        if tree.is_temporal() {
            return self.temporal_inside(tree.span);
        }
        self.open_body(false);
        let condition = self.value(tree)?;
        let file = tree.span.file;
        let text = Span::new(file, 0..self.sources.file(file).text.len());
        let property = Property {
            name: self.quote(text),
            kind: PropertyKind::Shown,
            parameters: Vec::new(),
            locals: std::mem::take(&mut self.body).locals,
            condition,
            span: tree.span,
        };
        self.model.properties.push(property);
        Some(())
    }

    pub(super) fn temporal(&mut self, formula: &Tree) -> Option<Temporal> {
        let depth = self.scopes.depth();
        let mut lowering = FormulaLowerer::new(self, formula.span, MAX_PROPOSITIONS);
        let claim = lowering.leading(formula).map(Claim::Formula);
        let atoms = lowering.atoms();
        self.scopes.truncate(depth);
        let file = formula.span.file;
        let text = Span::new(file, 0..self.sources.file(file).text.len());
        Some(Temporal {
            name: self.quote(text),
            claim: claim?,
            atoms,
            repeats_ends: true,
            span: formula.span,
        })
    }
}

impl<'l, 'a> FormulaLowerer<'l, 'a> {
    pub(super) const MAX_COPIES: usize = MAX_COPIES;

    pub(super) fn new(lowerer: &'l mut Lowerer<'a>, span: Span, most: usize) -> Self {
        FormulaLowerer {
            lowerer,
            span,
            parameters: Vec::new(),
            fixed: Vec::new(),
            atoms: Vec::new(),
            most,
            puts_values_in: most > MAX_PROPOSITIONS,
            copies: 0,
        }
    }
}

impl FormulaLowerer<'_, '_> {
    /// All atoms so far, in the order of their numbers.
    pub(super) fn atoms(&self) -> Vec<PropertyId> {
        self.atoms.iter().map(|atom| atom.property).collect()
    }

    /// Goes back to where there are none.
    pub(super) fn forget_parameters(&mut self) {
        for _ in self.parameters.drain(..) {
            self.lowerer.scopes.pop();
        }
    }

    /// Variables that are replaced by values.
    pub(super) fn bound_names(&self) -> impl Iterator<Item = String> {
        let parameters = self.parameters.iter().map(|bound| bound.name.clone());
        let fixed = self.fixed.iter().map(|bound| bound.name.clone());
        fixed.chain(parameters)
    }

    /// The type and the values of a variable.
    pub(super) fn type_and_values(
        &mut self,
        quantifier: &Quantifier,
    ) -> Option<(TypeId, Vec<i128>)> {
        let (domain, ty) = self.domain(quantifier)?;
        let values = self.values(&domain)?.take(MAX_COPIES + 1);
        Some((ty, values.collect()))
    }

    /// A formula that nothing but parameters is around.
    fn leading(&mut self, tree: &Tree) -> Option<Formula> {
        let ExprKind::Quantified {
            forall: true,
            quantifiers,
            body,
        } = &tree.kind
        else {
            return self.formula(tree);
        };
        if !body.is_temporal() {
            return self.formula(tree);
        }
        let is_over_type =
            |quantifier: &&Quantifier| matches!(quantifier.domain, TreeDomain::Type(_));
        let count = quantifiers.iter().take_while(is_over_type).count();
        let (parameters, others) = quantifiers.split_at(count);
        let valid = parameters
            .iter()
            .map(|each| self.parameter(each))
            .fold(Some(()), Option::and);
        let formula = match others {
            [] => self.leading(body),
            _ => self.written_out(true, others, body, tree.span),
        };
        formula.filter(|_| valid.is_some())
    }

    pub(super) fn parameter(&mut self, quantifier: &Quantifier) -> Option<()> {
        let domain = self.domain(quantifier);
        let local = LocalId::new(self.parameters.len());
        let access = Lowerer::bound_access();
        self.lowerer.scopes.push();
        let symbol = domain
            .as_ref()
            .map_or(Symbol::Broken, |_| Symbol::Local(local, access));
        self.lowerer.declare(&quantifier.name, symbol);
        let (_, ty) = domain?;
        self.parameters.push(Bound {
            name: quantifier.name.name.clone(),
            ty,
            value: local,
        });
        Some(())
    }

    /// What a variable ranges over, known before the run.
    fn domain(&mut self, quantifier: &Quantifier) -> Option<(Domain, TypeId)> {
        if let TreeDomain::Type(ty) = &quantifier.domain
            && let Some(span) = new_type(ty)
        {
            let diagnostic =
                Diagnostic::error(codes::TYPE_IN_FORMULA, span, "a formula declares no types")
                    .hint("declare the type in the model and use its name here");
            self.lowerer.report(diagnostic);
            return None;
        }
        self.open_body();
        self.lowerer.domain(quantifier, true)
    }

    /// Begins an expression in which the parameters are known: they are its first locals.
    fn open_body(&mut self) -> Vec<Binding> {
        self.lowerer.open_body(false);
        let parameters = self.parameters.iter();
        let bind = parameters.map(|parameter| {
            let (name, ty) = (&parameter.name, parameter.ty);
            let local = self.lowerer.local(name, ty, LocalKind::Bound);
            Binding {
                local,
                domain: Domain::Type(ty),
            }
        });
        bind.collect()
    }

    fn formula(&mut self, tree: &Tree) -> Option<Formula> {
        if !tree.is_temporal() {
            return self.atom(tree);
        }
        let formula = match &tree.kind {
            ExprKind::Unary(op, one) => match modality(*op) {
                Some(make) => make(self.formula(one)?),
                None => return self.not_temporal(tree),
            },
            ExprKind::Binary(op, left, right) => match connective(*op) {
                Some(make) => {
                    let (left, right) = (self.formula(left), self.formula(right));
                    make(left?, right?)
                }
                None => return self.not_temporal(tree),
            },
            ExprKind::Quantified {
                forall,
                quantifiers,
                body,
            } => self.written_out(*forall, quantifiers, body, tree.span)?,
            _ => return self.not_temporal(tree),
        };
        if nodes(&formula) <= MAX_NODES {
            Some(formula)
        } else {
            self.too_large(tree.span)
        }
    }

    /// Formulas where values are needed: lowering the whole as an expression reports that.
    fn not_temporal(&mut self, tree: &Tree) -> Option<Formula> {
        self.open_body();
        self.lowerer.value(tree);
        None
    }

    pub(super) fn too_large(&mut self, span: Span) -> Option<Formula> {
        let message = "this formula grows too large when it is written out";
        let diagnostic = Diagnostic::error(codes::FORMULA_TOO_LARGE, span, message).hint(
            "quantifiers behind other operators, and each `<->`, multiply what is below them",
        );
        self.lowerer.report(diagnostic);
        None
    }

    /// The conjunction or disjunction of a formula for all values of variables.
    fn written_out(
        &mut self,
        forall: bool,
        quantifiers: &[Quantifier],
        body: &Tree,
        span: Span,
    ) -> Option<Formula> {
        let Some((first, rest)) = quantifiers.split_first() else {
            return self.formula(body);
        };
        let (domain, ty) = self.domain(first)?;
        let mut copies = Vec::new();
        for value in self.values(&domain)? {
            self.copies += 1;
            if self.copies > MAX_COPIES {
                return self.too_large(span);
            }
            self.fix(first, ty, value);
            let copy = self.written_out(forall, rest, body, span);
            self.unfix();
            copies.push(copy?);
        }
        Some(if forall {
            balanced(copies, Formula::and).unwrap_or(Formula::True)
        } else {
            balanced(copies, Formula::or).unwrap_or(Formula::False)
        })
    }

    fn values(&self, domain: &Domain) -> Option<impl Iterator<Item = i128> + use<>> {
        let constant = |expr: &Expr| expr.as_constant();
        let (from, to, by) = match domain {
            Domain::Type(ty) => {
                let range = self.lowerer.model.scalar_range(*ty)?;
                (range.lo, range.hi, 1)
            }
            Domain::Steps { from, to, by } => (constant(from)?, constant(to)?, constant(by)?),
            Domain::Positions(_) => return None,
        };
        let values = std::iter::successors(Some(from), move |value| value.checked_add(by));
        Some(values.take_while(move |value| if by > 0 { *value <= to } else { *value >= to }))
    }

    pub(super) fn fix(&mut self, quantifier: &Quantifier, ty: TypeId, value: i128) {
        let name = quantifier.name.name.clone();
        self.lowerer.scopes.push();
        self.lowerer
            .declare(&quantifier.name, Symbol::Constant { value, ty });
        self.fixed.push(Bound { name, ty, value });
    }

    pub(super) fn unfix(&mut self) {
        self.lowerer.scopes.pop();
        self.fixed.pop();
    }

    fn atom(&mut self, tree: &Tree) -> Option<Formula> {
        Some(match self.truth(tree)? {
            Ok(true) => Formula::True,
            Ok(false) => Formula::False,
            Err(number) => Formula::Proposition(Proposition::try_from(number).ok()?),
        })
    }

    /// Whether a condition is true if that is known, otherwise the number of the atom that it is.
    pub(super) fn truth(&mut self, tree: &Tree) -> Option<Result<bool, usize>> {
        let parameters = self.open_body();
        let condition = self.lowerer.boolean(tree)?;
        if let Some(constant) = condition.as_constant() {
            return Some(Ok(constant != 0));
        }
        let property = Property {
            name: self.atom_name(tree.span),
            kind: PropertyKind::Atom,
            parameters,
            locals: std::mem::take(&mut self.lowerer.body).locals,
            condition,
            span: tree.span,
        };
        self.proposition(property).map(Err)
    }

    /// The number of an atom, which may be there already.
    fn proposition(&mut self, property: Property) -> Option<usize> {
        let mut condition = property.condition.clone();
        erase_spans_of_expr(&mut condition);
        let is_same = |atom: &Atom| atom.condition == condition && atom.locals == property.locals;
        if let Some(number) = self.atoms.iter().position(is_same) {
            return Some(number);
        }
        if self.atoms.len() >= self.most {
            return self.too_many_atoms();
        }
        let locals = property.locals.clone();
        self.atoms.push(Atom {
            property: self.lowerer.model.properties.push(property),
            condition,
            locals,
        });
        Some(self.atoms.len() - 1)
    }

    fn too_many_atoms<T>(&mut self) -> Option<T> {
        let message = format!("this formula has more than {MAX_PROPOSITIONS} different atoms");
        let diagnostic = Diagnostic::error(codes::TOO_MANY_ATOMS, self.span, message).hint(
            "a leading `forall` over a type costs no atoms; other quantifiers do for each value",
        );
        self.lowerer.report(diagnostic);
        None
    }

    /// Its text, with the values of those variables that it mentions.
    fn atom_name(&self, span: Span) -> String {
        let quoted = self.lowerer.quote(span);
        let text = without_parentheses(&quoted);
        if self.puts_values_in {
            return self.with_values(text);
        }
        let mentioned = self.fixed.iter().enumerate().filter(|(at, variable)| {
            let inner = &self.fixed[at + 1..];
            let is_hidden = inner.iter().any(|other| other.name == variable.name);
            !is_hidden && mentions(text, &variable.name)
        });
        let values: Vec<String> = mentioned
            .map(|(_, variable)| {
                let value = self
                    .lowerer
                    .model
                    .display_value(variable.ty, variable.value);
                format!("{} = {value}", variable.name)
            })
            .collect();
        if values.is_empty() {
            text.to_string()
        } else {
            format!("{text} ({})", values.join(", "))
        }
    }
}

impl FormulaLowerer<'_, '_> {
    fn with_values(&self, text: &str) -> String {
        let value = |word: &str| {
            let mut inner = self.fixed.iter().rev();
            let variable = inner.find(|variable| variable.name == word)?;
            let model = &self.lowerer.model;
            Some(model.display_value(variable.ty, variable.value).to_string())
        };
        replaced(text, value)
    }
}

/// Other words for some words.
fn replaced(text: &str, other: impl Fn(&str) -> Option<String>) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut replaced = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = if is_part(first) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (word, behind) = rest.split_at(end);
        let is_field = replaced.ends_with('.');
        let value = other(word).filter(|_| !is_field);
        replaced.push_str(value.as_deref().unwrap_or(word));
        rest = behind;
    }
    replaced
}

fn modality(op: UnaryOp) -> Option<fn(Formula) -> Formula> {
    Some(match op {
        UnaryOp::Not => Formula::negated,
        UnaryOp::Always => Formula::always,
        UnaryOp::Eventually => Formula::eventually,
        UnaryOp::Next => Formula::next,
        UnaryOp::Negate | UnaryOp::Plus | UnaryOp::BitNot => return None,
    })
}

fn connective(op: BinaryOp) -> Option<fn(Formula, Formula) -> Formula> {
    Some(match op {
        BinaryOp::And | BinaryOp::Amp => Formula::and,
        BinaryOp::Or | BinaryOp::Pipe => Formula::or,
        BinaryOp::Implies => Formula::implies,
        BinaryOp::Equivalent => Formula::equals,
        BinaryOp::Until => Formula::until,
        BinaryOp::Release => Formula::releases,
        BinaryOp::WeakUntil => Formula::unless,
        _ => return None,
    })
}

/// The place where a type would be declared that differs from all others.
fn new_type(ty: &TypeExpr) -> Option<Span> {
    match &ty.kind {
        TypeKind::Scalarset(_) | TypeKind::Enum(_) => Some(ty.span),
        TypeKind::Union(members) => members.iter().find_map(new_type),
        _ => None,
    }
}

/// A tree over parts that is as low as can be.
fn balanced(mut parts: Vec<Formula>, join: fn(Formula, Formula) -> Formula) -> Option<Formula> {
    while parts.len() > 1 {
        let mut rest = std::mem::take(&mut parts).into_iter();
        while let Some(left) = rest.next() {
            parts.push(match rest.next() {
                Some(right) => join(left, right),
                None => left,
            });
        }
    }
    parts.pop()
}

fn nodes(formula: &Formula) -> usize {
    match formula {
        Formula::True | Formula::False | Formula::Proposition(_) => 1,
        Formula::Not(one) | Formula::Next(one) => 1 + nodes(one),
        Formula::And(one, other)
        | Formula::Or(one, other)
        | Formula::Until(one, other)
        | Formula::Release(one, other) => 1 + nodes(one) + nodes(other),
    }
}

fn mentions(text: &str, name: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.any(|word| word == name)
}

/// The text inside parentheses that are around all of it.
fn without_parentheses(text: &str) -> &str {
    let inside = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'));
    match inside {
        Some(inside) if is_balanced(inside) => without_parentheses(inside.trim()),
        _ => text,
    }
}

/// Whether each parenthesis that is closed was opened before.
fn is_balanced(text: &str) -> bool {
    let mut open = 0usize;
    for character in text.chars() {
        match (character, open) {
            ('(', _) => open += 1,
            (')', 0) => return false,
            (')', _) => open -= 1,
            _ => {}
        }
    }
    open == 0
}
