//! Rules, start states and properties, with the rulesets, aliases and choices around them.
//!
//! Nested rulesets flatten into one list of parameters, outermost first: what is around a rule is
//! kept on a stack and lowered anew for each rule inside.

use super::Lowerer;
use super::aliases::PendingAlias;
use crate::ast::{
    AliasDecl, Decl, Expr as Tree, Ident, PropertyKind as TreeProperty, Quantifier,
    Rule as TreeRule, RuleKind, Stmt,
};
use weyl_ir::{Binding, Expr, Property, PropertyKind, Rule};
use weyl_source::Span;

/// Something around rules.
#[derive(Clone, Copy)]
enum Around<'t> {
    Ruleset(&'t [Quantifier]),
    Alias(&'t [AliasDecl]),
    Choose(&'t Ident, &'t Tree),
}

/// The head of a rule: what its parameters are, and which aliases its body has to bind.
struct Head {
    parameters: Option<Vec<Binding>>,
    pending: Vec<PendingAlias>,
}

impl Lowerer<'_> {
    pub(super) fn rule(&mut self, rule: &TreeRule) {
        self.rule_inside(rule, &mut Vec::new());
    }

    fn rule_inside<'t>(&mut self, rule: &'t TreeRule, around: &mut Vec<Around<'t>>) {
        let depth = self.scopes.depth();
        match &rule.kind {
            RuleKind::Ruleset(quantifiers, rules) => {
                self.group(Around::Ruleset(quantifiers), rules, around)
            }
            RuleKind::Alias(aliases, rules) => self.group(Around::Alias(aliases), rules, around),
            RuleKind::Choose {
                variable,
                multiset,
                rules,
            } => {
                self.group(Around::Choose(variable, multiset), rules, around);
            }
            RuleKind::Transition {
                name,
                guard,
                decls,
                body,
            } => {
                self.transition(
                    name.as_deref(),
                    guard.as_ref(),
                    (decls, body),
                    rule.span,
                    around,
                );
            }
            RuleKind::Start { name, decls, body } => {
                self.start(name.as_deref(), (decls, body), rule.span, around)
            }
            RuleKind::Property(kind, name, condition) => {
                self.property(*kind, name.as_deref(), condition, rule.span, around);
            }
        }
        self.scopes.truncate(depth);
    }

    fn group<'t>(
        &mut self,
        group: Around<'t>,
        rules: &'t [TreeRule],
        around: &mut Vec<Around<'t>>,
    ) {
        around.push(group);
        for rule in rules {
            self.rule_inside(rule, around);
        }
        if rules.is_empty() {
            // Nobody else looks at what is around no rule.
            self.open_body(false);
            let depth = self.scopes.depth();
            self.head(around);
            self.scopes.truncate(depth);
        }
        around.pop();
    }

    /// Opens the scopes of everything around a rule.
    fn head(&mut self, around: &[Around]) -> Head {
        let mut head = Head {
            parameters: Some(Vec::new()),
            pending: Vec::new(),
        };
        for group in around {
            match group {
                Around::Ruleset(quantifiers) => {
                    for quantifier in *quantifiers {
                        let binding = self.pure(|lowerer| lowerer.bind(quantifier, true));
                        head.parameters = append(head.parameters, binding);
                    }
                }
                Around::Choose(variable, multiset) => {
                    let set = self.pure(|lowerer| lowerer.multiset(multiset));
                    let binding = self.bind_position(variable, set);
                    head.parameters = append(head.parameters, binding);
                }
                Around::Alias(aliases) => {
                    self.scopes.push();
                    for alias in *aliases {
                        head.pending.extend(self.substitute_alias(alias));
                    }
                }
            }
        }
        head
    }

    fn body(&mut self, pending: Vec<PendingAlias>, (decls, body): (&[Decl], &[Stmt])) {
        let aliases = pending.len();
        self.bind_pending(pending);
        self.scopes.push();
        self.local_decls(decls);
        self.statements(body);
        self.drop_unused(aliases);
    }

    fn transition(
        &mut self,
        name: Option<&str>,
        guard: Option<&Tree>,
        body: (&[Decl], &[Stmt]),
        span: Span,
        around: &[Around],
    ) {
        self.open_body(true);
        let head = self.head(around);
        let guard = match guard {
            Some(guard) => self.pure(|lowerer| lowerer.boolean(guard)),
            None => Some(self.truth(true, span)),
        };
        // Only what the body mentions counts for its aliases.
        self.body.used.clear();
        self.body(head.pending, body);
        let name = name_or_number(name, "rule", self.model.rules.len());
        if let Some(rule) = self.finish_rule(name, head.parameters, guard, span) {
            self.model.rules.push(rule);
        }
    }

    fn start(
        &mut self,
        name: Option<&str>,
        body: (&[Decl], &[Stmt]),
        span: Span,
        around: &[Around],
    ) {
        self.open_body(true);
        let head = self.head(around);
        let guard = Some(self.truth(true, span));
        self.body.used.clear();
        self.body(head.pending, body);
        let name = name_or_number(name, "startstate", self.model.starts.len());
        if let Some(rule) = self.finish_rule(name, head.parameters, guard, span) {
            self.model.starts.push(rule);
        }
    }

    fn finish_rule(
        &mut self,
        name: String,
        parameters: Option<Vec<Binding>>,
        guard: Option<Expr>,
        span: Span,
    ) -> Option<Rule> {
        let body = std::mem::take(&mut self.body);
        Some(Rule {
            name,
            parameters: parameters?,
            locals: body.locals,
            control: None,
            turn: None,
            guard: guard?,
            body: body.block,
            span,
        })
    }

    fn property(
        &mut self,
        kind: TreeProperty,
        name: Option<&str>,
        condition: &Tree,
        span: Span,
        around: &[Around],
    ) {
        self.open_body(false);
        let head = self.head(around);
        let condition = self.boolean(condition);
        let locals = std::mem::take(&mut self.body).locals;
        let (kind, word) = match kind {
            TreeProperty::Assert => (PropertyKind::Invariant, "invariant"),
            TreeProperty::Assume => (PropertyKind::Assumption, "assumption"),
            TreeProperty::Cover => (PropertyKind::Cover, "cover"),
            TreeProperty::Liveness => (PropertyKind::Liveness, "liveness"),
        };
        let name = self.property_name(name, kind, word);
        if let (Some(parameters), Some(condition)) = (head.parameters, condition) {
            self.model.properties.push(Property {
                name,
                kind,
                parameters,
                locals,
                condition,
                span,
            });
        }
    }
}

impl Lowerer<'_> {
    /// The name of a property, or its number among those of its kind.
    pub(super) fn property_name(
        &self,
        name: Option<&str>,
        kind: PropertyKind,
        word: &str,
    ) -> String {
        let properties = self.model.properties.values();
        let before = properties.filter(|property| property.kind == kind).count();
        name_or_number(name, word, before)
    }
}

/// The name that was given, unless nobody could see it.
fn name_or_number(name: Option<&str>, word: &str, before: usize) -> String {
    match name.filter(|name| !name.trim().is_empty()) {
        Some(name) => name.to_string(),
        None => format!("{word} {}", before + 1),
    }
}

fn append(list: Option<Vec<Binding>>, item: Option<Binding>) -> Option<Vec<Binding>> {
    let (mut list, item) = list.zip(item)?;
    list.push(item);
    Some(list)
}
