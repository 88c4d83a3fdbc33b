//! Syntax tree to program representation: names are resolved, types checked and constructs lowered
//! in one walk. Every method that returns `None` has reported why.

mod aliases;
mod body;
pub(crate) mod branching;
mod budget;
mod calls;
mod coerce;
mod computed;
mod control;
mod decls;
mod exprs;
mod fold;
mod formulas;
mod functions;
mod multisets;
mod operators;
mod places;
mod quantifiers;
mod report;
mod rules;
mod settled;
mod shifts;
mod silent;
mod stmts;
mod types;

use crate::ast::{Declared, Expr, Item};
use crate::codes;
use crate::scope::Scopes;
use body::Body;
use cranelift_entity::SecondaryMap;
use functions::Signature;
use std::collections::{HashMap, HashSet};
use types::Extent;
use weyl_ir::{FunctionId, Lowered, Model, ReadOptions, Type, TypeId};
use weyl_source::{Code, Diagnostic, Diagnostics, FileId, Sources, Span};

pub(crate) struct Lowerer<'a> {
    sources: &'a Sources,
    options: &'a ReadOptions,
    model: Model,
    scopes: Scopes,
    signatures: SecondaryMap<FunctionId, Signature>,
    /// Functions that print, with their copies that do not.
    twins: HashMap<FunctionId, FunctionId>,
    /// The rule, function or property that is being lowered.
    body: Body,
    /// Constants given from outside that no declaration has taken yet.
    overrides: Vec<(String, i128)>,
    extents: SecondaryMap<TypeId, Extent>,
    sort_names: HashSet<String>,
    /// All names that the model declares outside of rules and functions, with the first place.
    globals: HashMap<String, Span>,
    /// Nodes of expressions that were copied so far.
    copied: usize,
    boolean: TypeId,
    integer: TypeId,
    diagnostics: &'a mut Diagnostics,
    /// Headers of rulesets are lowered once for each rule inside: their errors are reported once.
    reported: HashSet<(Code, Span)>,
}

/// A formula from outside.
pub(crate) enum Formula {
    /// Of linear time.
    Linear(Expr),
    Branching(branching::Branching),
}

/// A model, and what is said about it from outside.
pub(crate) struct Trees<'a> {
    pub items: &'a [Item],
    pub formulas: &'a [Formula],
    pub expressions: &'a [Expr],
    pub declared: &'a Declared,
}

pub(crate) fn lower(
    sources: &Sources,
    file: FileId,
    options: &ReadOptions,
    trees: Trees<'_>,
    diagnostics: &mut Diagnostics,
) -> Lowered {
    let mut model = Model {
        name: sources.file(file).name.clone(),
        ..Model::default()
    };
    let boolean = model.types.intern(Type::Bool);
    let integer = model.types.intern(Type::Int);
    let mut lowerer = Lowerer {
        sources,
        options,
        model,
        scopes: Scopes::default(),
        signatures: SecondaryMap::new(),
        twins: HashMap::new(),
        body: Body::default(),
        overrides: options.constants.clone(),
        extents: SecondaryMap::new(),
        sort_names: HashSet::new(),
        globals: HashMap::new(),
        copied: 0,
        boolean,
        integer,
        diagnostics,
        reported: HashSet::new(),
    };
    lowerer.items(trees.items);
    lowerer.whole_model(file);
    for expression in trees.expressions {
        lowerer.shown(expression);
    }
    let temporal = trees.formulas.iter().filter_map(|formula| match formula {
        Formula::Linear(formula) => lowerer.temporal(formula),
        Formula::Branching(formula) => lowerer.branching(formula, trees.declared),
    });
    let temporal = temporal.collect();
    Lowered {
        model: lowerer.model,
        temporal,
        numbers: None,
    }
}

impl Lowerer<'_> {
    fn items(&mut self, items: &[Item]) {
        self.scopes.push();
        for name in items.iter().flat_map(Item::names) {
            self.globals.entry(name.name.clone()).or_insert(name.span);
        }
        for item in items {
            match item {
                Item::Decl(decl) => self.global(decl),
                Item::Function(function) => self.function(function),
                Item::Rule(rule) => self.rule(rule),
            }
        }
    }

    /// What can be said only when everything has been seen.
    fn whole_model(&mut self, file: FileId) {
        let end = self.sources.file(file).text.len();
        for (name, _) in std::mem::take(&mut self.overrides) {
            let message =
                format!("the model declares no constant `{name}` that could be given a value");
            let start = Span::new(file, 0..0);
            self.report(Diagnostic::error(codes::UNKNOWN_OVERRIDE, start, message));
        }
        if self.model.starts.is_empty() && !self.diagnostics.has_errors() {
            let message = "the model has no start state: there is nothing to explore";
            let span = Span::new(file, end..end);
            self.report(Diagnostic::warning(codes::NO_START_STATE, span, message));
        }
    }
}
