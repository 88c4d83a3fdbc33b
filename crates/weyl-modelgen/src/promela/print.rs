//! Trees to text. SPIN ends a statement at a line break where it can, so no expression is spread
//! over lines.

use std::fmt;

use super::syntax::{Brackets, Choice, Expr, Inline, Kind, Model, Piece, Process, Stmt};

pub fn print(model: &Model) -> String {
    let mut printer = Printer::default();
    for declaration in &model.declarations {
        printer.line(declaration);
    }
    for inline in &model.inlines {
        printer.inline(inline);
    }
    for process in &model.processes {
        printer.process(process);
    }
    printer.text
}

#[derive(Default)]
struct Printer {
    text: String,
    depth: usize,
}

impl Printer {
    fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn inline(&mut self, inline: &Inline) {
        self.line(&format!("inline {} {{", inline.head));
        self.sequence(&inline.body);
        self.line("}");
    }

    fn process(&mut self, process: &Process) {
        let provided = match &process.provided {
            Some(condition) => format!(" provided ({condition})"),
            None => String::new(),
        };
        self.line(&format!("{}{provided} {{", process.head));
        self.depth += 1;
        for local in &process.locals {
            self.line(local);
        }
        self.depth -= 1;
        self.sequence(&process.body);
        self.line("}");
    }

    /// The statements, one deeper than here.
    fn sequence(&mut self, statements: &[Stmt]) {
        self.depth += 1;
        if statements.is_empty() {
            self.line("skip");
        }
        for (position, statement) in statements.iter().enumerate() {
            let last = position + 1 == statements.len();
            self.statement("", statement, if last { "" } else { ";" });
        }
        self.depth -= 1;
    }

    fn option(&mut self, statements: &[Stmt]) {
        match statements {
            [] => self.line(":: skip"),
            [only] => self.statement(":: ", only, ""),
            [guard, rest @ ..] => {
                let arrow = matches!(guard.kind, Kind::Simple(_));
                self.statement(":: ", guard, if arrow { " ->" } else { ";" });
                self.sequence(rest);
            }
        }
    }

    fn statement(&mut self, mark: &str, statement: &Stmt, end: &str) {
        let label = match &statement.label {
            Some(label) => format!("{label}: "),
            None => String::new(),
        };
        let start = format!("{mark}{label}");
        match &statement.kind {
            Kind::Simple(pieces) => {
                let text: String = pieces.iter().map(ToString::to_string).collect();
                self.line(&format!("{start}{text}{end}"));
            }
            Kind::Goto(target) => self.line(&format!("{start}goto {target}{end}")),
            Kind::Block(brackets, body) => {
                self.line(&format!("{start}{}{{", brackets.word()));
                self.sequence(body);
                self.line(&format!("}}{end}"));
            }
            Kind::Choice(choice, options) => self.choice(&start, *choice, options, end),
            Kind::For(range, body) => {
                self.line(&format!("{start}for ({range}) {{"));
                self.sequence(body);
                self.line(&format!("}}{end}"));
            }
            Kind::Unless(main, escape) => {
                self.line(&format!("{start}{{"));
                self.sequence(main);
                self.line("} unless {");
                self.sequence(escape);
                self.line(&format!("}}{end}"));
            }
        }
    }

    fn choice(&mut self, start: &str, choice: Choice, options: &[Vec<Stmt>], end: &str) {
        let (opening, closing) = match choice {
            Choice::If => ("if", "fi"),
            Choice::Do => ("do", "od"),
        };
        self.line(&format!("{start}{opening}"));
        if options.is_empty() {
            self.line(":: skip");
        }
        for option in options {
            self.option(option);
        }
        self.line(&format!("{closing}{end}"));
    }
}

impl Brackets {
    fn word(self) -> &'static str {
        match self {
            Brackets::Plain => "",
            Brackets::Atomic => "atomic ",
            Brackets::DStep => "d_step ",
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Text(text) => f.write_str(text),
            Piece::Expr(expression) => expression.fmt(f),
        }
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expr::Leaf(text) => f.write_str(text),
            Expr::Index(array, index, field) => write!(f, "{array}[{index}]{field}"),
            Expr::Unary(operator, operand) => write!(f, "{operator}({operand})"),
            Expr::Binary(operator, left, right) => write!(f, "({left} {operator} {right})"),
            Expr::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                write!(f, "({condition} -> {yes} : {no})")
            }
        }
    }
}
