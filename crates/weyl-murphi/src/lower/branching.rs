//! Formulas of branching time: the grammar of formulas, with Murphi's expressions as atoms.
//!
//! Quantifiers above temporal operators are written out, value by value, or kept where they range
//! over the names of sorts: then their variables are parameters of the atoms inside.

use super::Lowerer;
use super::formulas::FormulaLowerer;
use crate::ast::{Declared, Expr as Tree, Quantifier};
use crate::parser;
use std::collections::HashMap;
use std::ops::Range;
use weyl_ir::{Temporal, Type, TypeId, formulas};
use weyl_source::{FileId, Span};
use weyl_temporal::branching::{Branching as Branched, Family, Formula, Proposition, Steps};
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
            keeps_quantifiers: self.options.keeps_quantifiers,
            families: Vec::new(),
            open: None,
            inner: FormulaLowerer::new(self, span, usize::MAX),
        };
        let formula = grammar::lower(text, &given.tree, &mut lowering);
        let atoms = lowering.inner.atoms();
        let families = std::mem::take(&mut lowering.families);
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
        // Families have their numbers behind all atoms.
        let number = |number: Proposition| {
            Formula::Proposition(match number.checked_sub(FAMILIES) {
                Some(family) => atoms.len() as u32 + family,
                None => number,
            })
        };
        let formula = formula.with_propositions(&number);
        Some(Temporal {
            name: self.quote(span),
            claim: Claim::Branching(Branched { formula, families }),
            atoms,
            repeats_ends: true,
            span,
        })
    }
}

/// Where the numbers of families begin while it is not known how many atoms there are.
const FAMILIES: Proposition = 1 << 30;

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
    keeps_quantifiers: bool,
    families: Vec<Family>,
    /// The number of instances of the family that is open, if one is.
    open: Option<u32>,
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

    /// Over all names of sorts: renamings move those.
    fn open_family(&mut self, place: Range<usize>) -> Result<bool, Reported> {
        if !self.keeps_quantifiers || self.open.is_some() {
            return Ok(false);
        }
        let header = self.header(&place).ok_or(Reported)?;
        let types = header.variables.iter().map(|(_, ty, _)| *ty);
        let is_of_names = |ty| matches!(self.inner.lowerer.model.types.get(ty), Type::Id(_));
        let counts = header.variables.iter().map(|(_, _, values)| values.len());
        let count = counts.fold(1usize, usize::saturating_mul);
        if !types.clone().all(is_of_names) || count > FormulaLowerer::MAX_COPIES {
            return Ok(false);
        }
        for (variable, _, _) in &header.variables {
            self.inner.parameter(variable).ok_or(Reported)?;
        }
        self.open = Some(count as u32);
        Ok(true)
    }

    fn close_family(&mut self, is_forall: bool, body: Formula) -> Formula {
        let instances = self.open.take().unwrap_or(1);
        self.inner.forget_parameters();
        let mut atom = None;
        body.for_each_proposition(&mut |number| atom = atom.or(Some(number)));
        // What mentions no atom is the same for all values, and there are some.
        let Some(atom) = atom else { return body };
        self.families.push(Family {
            is_forall,
            formula: body,
            instances,
            atom,
        });
        Formula::Proposition(FAMILIES + self.families.len() as u32 - 1)
    }

    fn unbind(&mut self) {
        let variables = self.bound.pop().unwrap_or(0);
        (0..variables).for_each(|_| self.inner.unfix());
    }
}
