//! Statements as text.

use super::Printer;
use crate::syntax::{Decl, Stmt};

impl Printer {
    /// Local declarations, `begin` where it is needed or wanted, and the statements.
    pub fn body(&mut self, locals: &[Decl], statements: &[Stmt], needs_begin: bool) {
        locals.iter().for_each(|decl| self.decl(decl));
        if needs_begin || !locals.is_empty() || !self.speller.omit_optional() {
            let begin = self.word("begin");
            self.line(&begin);
        }
        self.block(statements);
    }

    fn block(&mut self, statements: &[Stmt]) {
        self.indented(|printer| {
            for (position, statement) in statements.iter().enumerate() {
                let last = position + 1 == statements.len();
                let semicolon = if last && printer.speller.omit_optional() {
                    ""
                } else {
                    ";"
                };
                printer.statement(statement, semicolon);
            }
        });
    }

    fn statement(&mut self, statement: &Stmt, semicolon: &str) {
        if let Some(line) = self.simple(statement) {
            self.line(&format!("{line}{semicolon}"));
            return;
        }
        match statement {
            Stmt::If { .. } => self.if_statement(statement, semicolon),
            Stmt::Switch { .. } => self.switch_statement(statement, semicolon),
            Stmt::For { binder, body } => {
                let head = format!(
                    "{} {} {}",
                    self.word("for"),
                    self.binder(binder),
                    self.word("do")
                );
                self.compound(&head, body, "endfor", semicolon);
            }
            Stmt::While { condition, body } => {
                let head = format!(
                    "{} {} {}",
                    self.word("while"),
                    self.expr(condition),
                    self.word("do")
                );
                self.compound(&head, body, "endwhile", semicolon);
            }
            Stmt::Alias { aliases, body } => {
                let head = self.alias_head(aliases);
                self.compound(&head, body, "endalias", semicolon);
            }
            _ => {}
        }
    }

    fn compound(&mut self, head: &str, body: &[Stmt], end: &str, semicolon: &str) {
        self.line(head);
        self.block(body);
        let end = self.speller.end(end);
        self.line(&format!("{end}{semicolon}"));
    }

    fn if_statement(&mut self, statement: &Stmt, semicolon: &str) {
        let Stmt::If {
            first,
            others,
            otherwise,
        } = statement
        else {
            return;
        };
        for (position, clause) in std::iter::once(first).chain(others).enumerate() {
            let word = self.word(if position == 0 { "if" } else { "elsif" });
            let head = format!(
                "{word} {} {}",
                self.expr(&clause.condition),
                self.word("then")
            );
            self.line(&head);
            self.block(&clause.body);
        }
        self.otherwise(otherwise.as_deref());
        let end = self.speller.end("endif");
        self.line(&format!("{end}{semicolon}"));
    }

    fn switch_statement(&mut self, statement: &Stmt, semicolon: &str) {
        let Stmt::Switch {
            subject,
            cases,
            otherwise,
        } = statement
        else {
            return;
        };
        let head = format!("{} {}", self.word("switch"), self.expr(subject));
        self.line(&head);
        for case in cases {
            let word = self.word("case");
            let values: Vec<String> = case.values.iter().map(|value| self.expr(value)).collect();
            self.line(&format!("{word} {}:", values.join(", ")));
            self.block(&case.body);
        }
        self.otherwise(otherwise.as_deref());
        let end = self.speller.end("endswitch");
        self.line(&format!("{end}{semicolon}"));
    }

    fn otherwise(&mut self, body: Option<&[Stmt]>) {
        if let Some(body) = body {
            let word = self.word("else");
            self.line(&word);
            self.block(body);
        }
    }

    /// The text of a statement without a body.
    fn simple(&mut self, statement: &Stmt) -> Option<String> {
        Some(match statement {
            Stmt::Assign(target, value) => format!("{} := {}", self.expr(target), self.expr(value)),
            Stmt::Clear(target) => format!("{} {}", self.word("clear"), self.expr(target)),
            Stmt::Undefine(target) => format!("{} {}", self.word("undefine"), self.expr(target)),
            Stmt::Error(message) => format!("{} \"{message}\"", self.word("error")),
            Stmt::Property(property) => self.property(property),
            Stmt::PutText(text) => format!("{} \"{text}\"", self.word("put")),
            Stmt::Put(value) => format!("{} {}", self.word("put"), self.expr(value)),
            Stmt::Return(None) => self.word("return"),
            Stmt::Return(Some(value)) => format!("{} {}", self.word("return"), self.expr(value)),
            Stmt::Call(name, arguments) => self.call(name, arguments),
            Stmt::MultisetAdd(value, multiset) => {
                format!(
                    "{}({}, {})",
                    self.word("multisetadd"),
                    self.expr(value),
                    self.expr(multiset)
                )
            }
            Stmt::MultisetRemove(element, multiset) => {
                format!(
                    "{}({element}, {})",
                    self.word("multisetremove"),
                    self.expr(multiset)
                )
            }
            Stmt::MultisetRemovePred {
                element,
                multiset,
                test,
            } => {
                let word = self.word("multisetremovepred");
                format!(
                    "{word}({element}: {}, {})",
                    self.expr(multiset),
                    self.expr(test)
                )
            }
            _ => return None,
        })
    }
}
