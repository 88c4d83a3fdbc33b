//! Formulas of branching time: the grammar of formulas, with Murphi's expressions as atoms.
//!
//! All quantifiers above temporal operators are written out, value by value.

use super::Lowerer;
use super::formulas::FormulaLowerer;
use crate::ast::{Declared, Expr as Tree, Quantifier};
use crate::parser;
use std::collections::HashMap;
use std::ops::Range;
use weyl_ir::{Temporal, TypeId, formulas};
use weyl_source::{FileId, Span};
use weyl_temporal::branching::{Formula, Steps};
use weyl_temporal::{Claim, grammar};

/// A formula that was read, but for its atoms.
pub(crate) struct Branching {
    pub file: FileId,
    pub tree: grammar::Tree,
}

impl Lowerer<'_> {
    pub(super) fn branching(&mut self, given: &Branching, declared: &Declared) -> Option<Temporal> {
        let depth = self.scopes.depth();
        let sources = self.sources;
        let text = &sources.file(given.file).text;
        let span = Span::new(given.file, 0..text.len());
        let mut lowering = BranchingLowerer {
            text,
            file: given.file,
            declared: declared.clone(),
            atoms: HashMap::new(),
            headers: HashMap::new(),
            bound: Vec::new(),
            inner: FormulaLowerer::new(self, span, usize::MAX),
        };
        let formula = grammar::lower(text, &given.tree, &mut lowering);
        let atoms = lowering.inner.atoms();
        self.scopes.truncate(depth);
        let formula = match formula {
            Ok(formula) => formula,
            Err(grammar::Failure::Formula(error)) => {
                self.report(formulas::diagnostic(given.file, &error));
                return None;
            }
            // The model has reported it.
            Err(grammar::Failure::Model(Reported)) => return None,
        };
        Some(Temporal {
            name: self.quote(span),
            claim: Claim::Branching(formula),
            atoms,
            repeats_ends: true,
            span,
        })
    }
}

/// What is wrong was said.
struct Reported;

/// A quantifier that was read: its variables, each with its type and its values.
#[derive(Clone)]
struct Header {
    variables: Vec<(Quantifier, TypeId, Vec<i128>)>,
}

struct BranchingLowerer<'b, 'l, 'a> {
    text: &'b str,
    file: FileId,
    declared: Declared,
    /// What was parsed, by its place; nothing if it could not be.
    atoms: HashMap<Range<usize>, Option<Tree>>,
    headers: HashMap<Range<usize>, Option<Header>>,
    /// How many variables each quantifier around this place binds.
    bound: Vec<usize>,
    inner: FormulaLowerer<'l, 'a>,
}

impl BranchingLowerer<'_, '_, '_> {
    /// The text up to the end of a part, with nothing but spaces before it: places stay the same.
    fn alone(&self, place: &Range<usize>) -> String {
        let mut alone = " ".repeat(place.start);
        alone.push_str(&self.text[place.clone()]);
        alone
    }

    fn parsed(&mut self, place: &Range<usize>) -> Option<Tree> {
        if let Some(known) = self.atoms.get(place) {
            return known.clone();
        }
        let text = self.alone(place);
        let mut declared = self.declared.clone();
        declared.names.extend(self.inner.bound_names());
        let diagnostics = &mut *self.inner.lowerer.diagnostics;
        let parsed = parser::parse_formula(&text, self.file, &declared, diagnostics).ok();
        self.atoms.insert(place.clone(), parsed.clone());
        parsed
    }

    fn header(&mut self, place: &Range<usize>) -> Option<Header> {
        if let Some(known) = self.headers.get(place) {
            return known.clone();
        }
        let text = self.alone(place);
        let diagnostics = &mut *self.inner.lowerer.diagnostics;
        let parsed = parser::parse_quantifiers(&text, self.file, diagnostics).ok();
        let header = parsed.and_then(|variables| {
            let variables = variables.into_iter().map(|variable| {
                let (ty, values) = self.inner.type_and_values(&variable)?;
                Some((variable, ty, values))
            });
            let variables = variables.collect::<Option<Vec<_>>>()?;
            Some(Header { variables })
        });
        self.headers.insert(place.clone(), header.clone());
        header
    }
}

impl grammar::Model for BranchingLowerer<'_, '_, '_> {
    type Error = Reported;

    fn atom(&mut self, place: Range<usize>) -> Result<Formula, Reported> {
        let tree = self.parsed(&place).ok_or(Reported)?;
        match self.inner.truth(&tree).ok_or(Reported)? {
            Ok(true) => Ok(Formula::True),
            Ok(false) => Ok(Formula::False),
            Err(number) => Ok(Formula::Proposition(number as u32)),
        }
    }

    fn actions(&mut self, place: Range<usize>) -> Result<Steps, Reported> {
        let message = "modalities of some steps are not known yet: `<>` and `[]` are about all";
        let error = weyl_source::Diagnostic::error(
            formulas::codes::UNKNOWN_ACTION,
            Span::new(self.file, place),
            message,
        );
        self.inner.lowerer.report(error);
        Err(Reported)
    }

    fn values(&mut self, place: Range<usize>) -> Result<usize, Reported> {
        let header = self.header(&place).ok_or(Reported)?;
        let counts = header.variables.iter().map(|(_, _, values)| values.len());
        let count = counts.fold(1usize, usize::saturating_mul);
        if count > FormulaLowerer::MAX_COPIES {
            self.inner.too_large(Span::new(self.file, place));
            return Err(Reported);
        }
        Ok(count)
    }

    fn bind(&mut self, place: Range<usize>, mut value: usize) {
        let header = self.header(&place);
        let variables = header.map_or(Vec::new(), |header| header.variables);
        self.bound.push(variables.len());
        for (variable, ty, values) in variables {
            let own = values[value % values.len()];
            value /= values.len();
            self.inner.fix(&variable, ty, own);
        }
    }

    fn unbind(&mut self) {
        let variables = self.bound.pop().unwrap_or(0);
        (0..variables).for_each(|_| self.inner.unfix());
    }
}
