//! Syntax trees as Murphi text.

mod expression;
mod statement;
mod style;

pub use style::Style;

use crate::syntax::{
    Action, Alias, Decl, Expr, Function, Item, Model, Param, Property, PropertyKind, Rule,
};
use style::Speller;

pub fn print(model: &Model) -> String {
    let mut printer = Printer {
        speller: Speller::new(&model.style),
        text: String::new(),
        depth: 0,
    };
    for item in &model.items {
        printer.item(item);
    }
    printer.text
}

pub(crate) struct Printer {
    speller: Speller,
    text: String,
    depth: usize,
}

impl Printer {
    fn word(&mut self, word: &str) -> String {
        self.speller.keyword(word)
    }

    fn line(&mut self, line: &str) {
        if let Some(comment) = self.speller.comment() {
            self.text.push_str(&comment);
            self.text.push('\n');
        }
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A line that may end in a semicolon, where none is needed.
    fn closing_line(&mut self, line: &str) {
        let semicolon = if self.speller.omit_optional() {
            ""
        } else {
            ";"
        };
        self.line(&format!("{line}{semicolon}"));
    }

    fn indented(&mut self, body: impl FnOnce(&mut Printer)) {
        self.depth += 1;
        body(self);
        self.depth -= 1;
    }

    fn item(&mut self, item: &Item) {
        match item {
            Item::Decl(decl) => self.decl(decl),
            Item::Function(function) => self.function(function),
            Item::Rule(rule) => self.rule(rule),
        }
    }

    fn decl(&mut self, decl: &Decl) {
        let line = match decl {
            Decl::Const(name, value) => {
                format!("{} {name}: {};", self.word("const"), self.expr(value))
            }
            Decl::Type(name, ty) => format!("{} {name}: {};", self.word("type"), self.ty(ty)),
            Decl::Var(names, ty) => format!(
                "{} {}: {};",
                self.word("var"),
                names.join(", "),
                self.ty(ty)
            ),
        };
        self.line(&line);
    }

    fn function(&mut self, function: &Function) {
        let (word, end) = match function.result {
            Some(_) => ("function", "endfunction"),
            None => ("procedure", "endprocedure"),
        };
        let params: Vec<String> = function
            .params
            .iter()
            .map(|param| self.param(param))
            .collect();
        let head = format!(
            "{} {}({})",
            self.word(word),
            function.name,
            params.join("; ")
        );
        let result = function
            .result
            .as_ref()
            .map(|ty| format!(": {}", self.ty(ty)))
            .unwrap_or_default();
        self.line(&format!("{head}{result};"));
        self.body(&function.locals, &function.body, true);
        let end = self.speller.end(end);
        self.closing_line(&end);
    }

    fn param(&mut self, param: &Param) -> String {
        let ty = self.ty(&param.ty);
        if param.by_reference {
            return format!("{} {}: {ty}", self.word("var"), param.name);
        }
        format!("{}: {ty}", param.name)
    }

    fn rule(&mut self, rule: &Rule) {
        match rule {
            Rule::Start(action) => self.start(action),
            Rule::Simple { guard, action } => self.simple_rule(guard.as_ref(), action),
            Rule::Property(property) => {
                let line = self.property(property);
                self.closing_line(&line);
            }
            Rule::Ruleset { params, rules } => {
                let params: Vec<String> = params.iter().map(|param| self.binder(param)).collect();
                let head = format!(
                    "{} {} {}",
                    self.word("ruleset"),
                    params.join("; "),
                    self.word("do")
                );
                self.rule_group(&head, rules, "endruleset");
            }
            Rule::Alias { aliases, rules } => {
                let head = self.alias_head(aliases);
                self.rule_group(&head, rules, "endalias");
            }
            Rule::Choose {
                element,
                multiset,
                rules,
            } => {
                let word = self.word("choose");
                let head = format!(
                    "{word} {element}: {} {}",
                    self.expr(multiset),
                    self.word("do")
                );
                self.rule_group(&head, rules, "endchoose");
            }
        }
    }

    fn rule_group(&mut self, head: &str, rules: &[Rule], end: &str) {
        self.line(head);
        self.indented(|printer| rules.iter().for_each(|rule| printer.rule(rule)));
        let end = self.speller.end(end);
        self.closing_line(&end);
    }

    fn start(&mut self, action: &Action) {
        let head = self.word("startstate");
        let name = quoted(action.name.as_ref());
        self.line(&format!("{head}{name}"));
        self.body(&action.locals, &action.body, false);
        let end = self.speller.end("endstartstate");
        self.closing_line(&end);
    }

    /// Without a guard `begin` is needed: Rumur takes a designator after `rule` for a guard.
    fn simple_rule(&mut self, guard: Option<&Expr>, action: &Action) {
        let head = self.word("rule");
        let name = quoted(action.name.as_ref());
        let guard_text = guard
            .map(|guard| format!(" {} ==>", self.expr(guard)))
            .unwrap_or_default();
        self.line(&format!("{head}{name}{guard_text}"));
        self.body(&action.locals, &action.body, guard.is_none());
        let end = self.speller.end("endrule");
        self.closing_line(&end);
    }

    fn alias_head(&mut self, aliases: &[Alias]) -> String {
        let word = self.word("alias");
        let aliases: Vec<String> = aliases
            .iter()
            .map(|alias| format!("{}: {}", alias.name, self.expr(&alias.target)))
            .collect();
        format!("{word} {} {}", aliases.join("; "), self.word("do"))
    }

    fn property(&mut self, property: &Property) -> String {
        let word = self.word(match property.kind {
            PropertyKind::Assert => "assert",
            PropertyKind::Assume => "assume",
            PropertyKind::Cover => "cover",
            PropertyKind::Invariant => "invariant",
            PropertyKind::Liveness => "liveness",
        });
        let message = quoted(property.message.as_ref());
        let condition = self.expr(&property.condition);
        if property.message_first {
            format!("{word}{message} {condition}")
        } else {
            format!("{word} {condition}{message}")
        }
    }
}

fn quoted(text: Option<&String>) -> String {
    text.map(|text| format!(" \"{text}\"")).unwrap_or_default()
}
