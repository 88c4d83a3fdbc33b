//! The printer: declarations.

use super::labels::{Labels, local_label};
use super::origin::Origins;
use super::value_names::ValueNames;
use super::words::{LOCAL_KINDS, PROPERTIES, name, quoted, word};
use crate::{
    Binding, Control, Function, FunctionId, LocalId, Locals, Lowered, Model, Property, Rule,
    SortId, Temporal, Type, TypeId, VarId,
};
use cranelift_entity::EntityRef;
use weyl_source::Sources;

pub(super) struct Printer<'a> {
    pub model: &'a Model,
    pub labels: Labels,
    pub value_names: ValueNames,
    /// `None`: nothing is said of where the model comes from.
    pub origins: Option<Origins<'a>>,
    pub out: String,
    pub indent: usize,
}

impl<'a> Printer<'a> {
    pub(super) fn new(model: &'a Model) -> Printer<'a> {
        Printer {
            model,
            labels: Labels::new(model),
            value_names: ValueNames::default(),
            origins: None,
            out: String::new(),
            indent: 0,
        }
    }

    pub(super) fn with_origins(lowered: &'a Lowered, sources: &'a Sources) -> Printer<'a> {
        Printer {
            origins: Some(Origins::new(lowered, sources)),
            ..Printer::new(&lowered.model)
        }
    }

    pub(super) fn text(mut self, temporal: &[Temporal]) -> String {
        let model = self.model;
        self.line(&format!("model {}", quoted(&model.name)));
        self.sources();
        self.blank();
        model.sorts.keys().for_each(|id| self.sort(id));
        model.types.ids().for_each(|id| self.type_line(id));
        self.blank();
        model.variables.keys().for_each(|id| self.variable(id));
        model.interleaving.iter().for_each(|i| self.interleaving(i));
        self.naming(&model.naming);
        self.symmetries();
        for (id, function) in &model.functions {
            self.function(id, function);
        }
        model
            .starts
            .values()
            .for_each(|rule| self.rule("start", rule));
        model
            .rules
            .values()
            .for_each(|rule| self.rule("rule", rule));
        model.properties.values().for_each(|p| self.property(p));
        temporal.iter().for_each(|one| self.temporal(one));
        self.out
    }

    pub(super) fn line(&mut self, text: &str) {
        self.out.push_str(&"  ".repeat(self.indent));
        self.out.push_str(text);
        self.out.push('\n');
    }

    pub(super) fn blank(&mut self) {
        self.out.push('\n');
    }

    fn sort(&mut self, id: SortId) {
        let sort = &self.model.sorts[id];
        let head = declared("sort", &self.labels.sorts[id], &sort.name);
        let names = braced(sort.names.iter().map(|n| name(n)), " ");
        let origin = self.head_origin(sort.span);
        self.line(&format!("{head} {names}{origin}"));
    }

    fn type_line(&mut self, id: TypeId) {
        let label = &self.labels.types[id];
        let text = match self.model.types.get(id) {
            Type::Enum {
                name: own,
                variants,
            } => {
                let explicit = if own == label {
                    String::new()
                } else {
                    format!("{} ", quoted(own))
                };
                let variants = braced(variants.iter().map(|n| name(n)), " ");
                format!("type {label} = enum {explicit}{variants}")
            }
            Type::Range { lo, hi, names } if !names.is_empty() => {
                let names = names.iter();
                let names = names.map(|(value, called)| format!("{value} {}", name(called)));
                format!("type {label} = {lo}..{hi} names {}", braced(names, ", "))
            }
            Type::Union(members) => {
                let members = members.iter().map(|ty| self.type_name(*ty));
                format!("type {label} = union {}", braced(members, ", "))
            }
            Type::Record(fields) => {
                let fields = fields.iter();
                let fields =
                    fields.map(|f| format!("{} : {}", name(&f.name), self.type_name(f.ty)));
                format!("type {label} = record {}", braced(fields, ", "))
            }
            Type::Bool
            | Type::Int
            | Type::Range { .. }
            | Type::Id(_)
            | Type::Array { .. }
            | Type::Multiset { .. }
            | Type::Channel { .. } => format!("type {}", self.type_name(id)),
        };
        self.line(&text);
    }

    /// How a type is referred to.
    pub(super) fn type_name(&self, id: TypeId) -> String {
        match self.model.types.get(id) {
            Type::Bool => "bool".to_string(),
            Type::Int => "int".to_string(),
            Type::Range { lo, hi, names } if names.is_empty() => format!("{lo}..{hi}"),
            Type::Id(sort) => self.labels.sorts[*sort].clone(),
            Type::Range { .. } | Type::Enum { .. } | Type::Union(_) | Type::Record(_) => {
                self.labels.types[id].clone()
            }
            Type::Array { index, element } => {
                let (index, element) = (self.type_name(*index), self.type_name(*element));
                format!("array [{index}] of {element}")
            }
            Type::Multiset { capacity, element } => {
                format!("multiset [{capacity}] of {}", self.type_name(*element))
            }
            Type::Channel { capacity, fields } => {
                let fields: Vec<String> = fields.iter().map(|ty| self.type_name(*ty)).collect();
                format!("channel [{capacity}] of {}", fields.join(", "))
            }
        }
    }

    fn variable(&mut self, id: VarId) {
        let variable = &self.model.variables[id];
        let head = declared("var", &self.labels.variables[id], &variable.name);
        let ty = self.type_name(variable.ty);
        let undefinable = if variable.undefinable {
            " undefinable"
        } else {
            ""
        };
        let hidden = if variable.hidden { " hidden" } else { "" };
        let origin = self.head_origin(variable.span);
        self.line(&format!("{head} : {ty}{undefinable}{hidden}{origin}"));
    }

    fn function(&mut self, id: FunctionId, function: &Function) {
        self.blank();
        let head = declared("function", &self.labels.functions[id], &function.name);
        let local = |local: &LocalId| local_name(&function.locals, *local);
        let parameters: Vec<String> = function.parameters.iter().map(local).collect();
        let result = function
            .result
            .as_ref()
            .map(|result| format!(" -> {}", local(result)));
        let result = result.unwrap_or_default();
        let origin = self.head_origin(function.span);
        let parameters = parameters.join(", ");
        self.line(&format!("{head} ({parameters}){result}{origin}"));
        self.locals_clause(&function.locals);
        self.braced_block(&function.locals, &function.body);
    }

    fn rule(&mut self, keyword: &str, rule: &Rule) {
        self.blank();
        let origin = self.head_origin(rule.span);
        self.line(&format!("{keyword} {}{origin}", quoted(&rule.name)));
        self.locals_clause(&rule.locals);
        self.parameters_clause(&rule.locals, &rule.parameters);
        if let Some(control) = &rule.control {
            self.control_clause(&rule.locals, control);
        }
        if let Some(turn) = &rule.turn {
            self.turn_clause(turn);
        }
        self.guard_and_body(rule);
    }

    pub(super) fn guard_and_body(&mut self, rule: &Rule) {
        let guard = self.expr(&rule.locals, &rule.guard);
        if guard != "true" {
            self.clause(&format!("when {guard}"));
        }
        self.braced_block(&rule.locals, &rule.body);
    }

    fn property(&mut self, property: &Property) {
        self.blank();
        let keyword = word(PROPERTIES, property.kind);
        let origin = self.head_origin(property.span);
        self.line(&format!("{keyword} {}{origin}", quoted(&property.name)));
        self.locals_clause(&property.locals);
        self.parameters_clause(&property.locals, &property.parameters);
        let condition = self.expr(&property.locals, &property.condition);
        self.line(&format!("{{ {condition} }}"));
    }

    pub(super) fn clause(&mut self, text: &str) {
        self.indent += 1;
        self.line(text);
        self.indent -= 1;
    }

    fn locals_clause(&mut self, locals: &Locals) {
        if locals.is_empty() {
            return;
        }
        let declared = locals.iter().map(|(id, local)| {
            let kind = word(LOCAL_KINDS, local.kind);
            let ty = self.type_name(local.ty);
            let head = if local_label(local) == local.name {
                local_name(locals, id)
            } else {
                format!("{} = {}", local_name(locals, id), quoted(&local.name))
            };
            format!("{head} : {kind} {ty}")
        });
        let declared: Vec<String> = declared.collect();
        self.clause(&format!("locals {}", declared.join(", ")));
    }

    fn parameters_clause(&mut self, locals: &Locals, parameters: &[Binding]) {
        if parameters.is_empty() {
            return;
        }
        let parameters = parameters
            .iter()
            .map(|binding| self.binding(locals, binding));
        let parameters: Vec<String> = parameters.collect();
        self.clause(&format!("for {}", parameters.join(", ")));
    }

    fn control_clause(&mut self, locals: &Locals, control: &Control) {
        let place = self.place(locals, &control.location);
        let variant = |value: i128| self.value(control.location.ty, value);
        let mut text = format!("at {place} {}", variant(control.from));
        if let Some(to) = control.to {
            text += &format!(" -> {}", variant(to));
        }
        if let Some(process) = &control.process {
            text += &format!(" by {}", self.expr(locals, process));
        }
        self.clause(&text);
    }
}

/// `keyword label`, with the name beside it where it is another one.
fn declared(keyword: &str, label: &str, name: &str) -> String {
    if label == name {
        format!("{keyword} {label}")
    } else {
        format!("{keyword} {label} = {}", quoted(name))
    }
}

fn braced(parts: impl Iterator<Item = String>, separator: &str) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        "{ }".to_string()
    } else {
        format!("{{ {} }}", parts.join(separator))
    }
}

pub(super) fn local_name(locals: &Locals, id: LocalId) -> String {
    format!("{}.{}", local_label(&locals[id]), id.index())
}
