//! Expressions and types as text.
//!
//! Parentheses are left out where precedence allows it, so that precedence itself is tested. The
//! levels are those of Rumur: `||` and `&&` bind weaker than `|` and `&`, and `!` binds weaker than
//! a comparison. Where two kinds of connective meet, parentheses stay, except for `&` below `|` and
//! `&&` below `||`.

use super::Printer;
use crate::syntax::{BinaryOp, Binder, Domain, Expr, TypeExpr, UnaryOp};

type Level = u8;

const CONDITIONAL: Level = 0;
const IMPLIES: Level = 1;
const DOUBLE_OR: Level = 2;
const DOUBLE_AND: Level = 3;
const SINGLE_OR: Level = 4;
const XOR: Level = 5;
const SINGLE_AND: Level = 6;
const NOT: Level = 7;
const COMPARISON: Level = 8;
const SHIFT: Level = 9;
const SUM: Level = 10;
const PRODUCT: Level = 11;
const ATOM: Level = 12;

struct Piece {
    text: String,
    level: Level,
}

impl Piece {
    fn atom(text: String) -> Piece {
        Piece { text, level: ATOM }
    }

    fn at_least(self, level: Level) -> String {
        if self.level < level {
            format!("({})", self.text)
        } else {
            self.text
        }
    }
}

impl Printer {
    pub fn expr(&mut self, expr: &Expr) -> String {
        self.piece(expr).text
    }

    fn piece(&mut self, expr: &Expr) -> Piece {
        let piece = self.bare(expr);
        if piece.level < ATOM && self.speller.redundant_parentheses() {
            return Piece::atom(format!("({})", piece.text));
        }
        piece
    }

    fn bare(&mut self, expr: &Expr) -> Piece {
        match expr {
            Expr::Int(value) => Piece {
                text: value.to_string(),
                level: if *value < 0 { PRODUCT } else { ATOM },
            },
            Expr::Bool(value) => Piece::atom(if *value { "true" } else { "false" }.to_owned()),
            Expr::Name(name) => Piece::atom(name.clone()),
            Expr::Field(base, name) => Piece::atom(format!("{}.{name}", self.bare(base).text)),
            Expr::Index(base, index) => {
                Piece::atom(format!("{}[{}]", self.bare(base).text, self.expr(index)))
            }
            Expr::Unary(op, operand) => self.unary(*op, operand),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::Conditional(test, yes, no) => self.conditional(test, yes, no),
            Expr::Quantified {
                universal,
                binder,
                body,
            } => self.quantified(*universal, binder, body),
            Expr::Call(name, arguments) => Piece::atom(self.call(name, arguments)),
            Expr::IsUndefined(target) => {
                let word = self.word("isundefined");
                Piece::atom(format!("{word}({})", self.bare(target).text))
            }
            Expr::IsMember(value, ty) => {
                let word = self.word("ismember");
                Piece::atom(format!("{word}({}, {})", self.expr(value), self.ty(ty)))
            }
            Expr::MultisetCount {
                element,
                multiset,
                test,
            } => {
                let word = self.word("multisetcount");
                Piece::atom(format!(
                    "{word}({element}: {}, {})",
                    self.expr(multiset),
                    self.expr(test)
                ))
            }
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Piece {
        match op {
            UnaryOp::Not => Piece {
                text: format!("!{}", self.piece(operand).at_least(NOT)),
                level: NOT,
            },
            UnaryOp::Negate => Piece {
                text: format!("-{}", self.piece(operand).at_least(ATOM)),
                level: PRODUCT,
            },
            UnaryOp::Complement => {
                Piece::atom(format!("(~{})", self.piece(operand).at_least(ATOM)))
            }
        }
    }

    fn binary(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Piece {
        let (symbol, level) = self.operator(op);
        let chains = !matches!(level, IMPLIES | COMPARISON);
        let left = connective(self.piece(left), level);
        let right = connective(self.piece(right), level);
        let left = left.at_least(if chains { level } else { level + 1 });
        let right = right.at_least(level + 1);
        Piece {
            text: format!("{left} {symbol} {right}"),
            level,
        }
    }

    fn operator(&mut self, op: BinaryOp) -> (&'static str, Level) {
        let doubled = self.speller.c_operators();
        match op {
            BinaryOp::Implies => ("->", IMPLIES),
            BinaryOp::Or if doubled => ("||", DOUBLE_OR),
            BinaryOp::Or | BinaryOp::BitOr => ("|", SINGLE_OR),
            BinaryOp::And if doubled => ("&&", DOUBLE_AND),
            BinaryOp::And | BinaryOp::BitAnd => ("&", SINGLE_AND),
            BinaryOp::BitXor => ("^", XOR),
            BinaryOp::Equal if doubled => ("==", COMPARISON),
            BinaryOp::Equal => ("=", COMPARISON),
            BinaryOp::NotEqual => ("!=", COMPARISON),
            BinaryOp::Less => ("<", COMPARISON),
            BinaryOp::LessEqual => ("<=", COMPARISON),
            BinaryOp::Greater => (">", COMPARISON),
            BinaryOp::GreaterEqual => (">=", COMPARISON),
            BinaryOp::ShiftLeft => ("<<", SHIFT),
            BinaryOp::ShiftRight => (">>", SHIFT),
            BinaryOp::Add => ("+", SUM),
            BinaryOp::Subtract => ("-", SUM),
            BinaryOp::Multiply => ("*", PRODUCT),
            BinaryOp::Divide => ("/", PRODUCT),
            BinaryOp::Modulo => ("%", PRODUCT),
        }
    }

    fn conditional(&mut self, test: &Expr, yes: &Expr, no: &Expr) -> Piece {
        let test = self.piece(test).at_least(CONDITIONAL + 1);
        let yes = self.piece(yes).at_least(CONDITIONAL + 1);
        let no = self.piece(no).at_least(CONDITIONAL + 1);
        Piece {
            text: format!("{test} ? {yes} : {no}"),
            level: CONDITIONAL,
        }
    }

    fn quantified(&mut self, universal: bool, binder: &Binder, body: &Expr) -> Piece {
        let (word, end) = if universal {
            ("forall", "endforall")
        } else {
            ("exists", "endexists")
        };
        let head = self.word(word);
        let binder = self.binder(binder);
        let opener = self.word("do");
        let body = self.expr(body);
        let end = self.speller.end(end);
        Piece::atom(format!("{head} {binder} {opener} {body} {end}"))
    }

    pub fn call(&mut self, name: &str, arguments: &[Expr]) -> String {
        let arguments: Vec<String> = arguments
            .iter()
            .map(|argument| self.expr(argument))
            .collect();
        format!("{name}({})", arguments.join(", "))
    }

    pub fn binder(&mut self, binder: &Binder) -> String {
        match &binder.domain {
            Domain::Type(ty) => format!("{}: {}", binder.name, self.ty(ty)),
            Domain::Span { from, to, by } => {
                let head = format!(
                    "{} := {} {} {}",
                    binder.name,
                    self.expr(from),
                    self.word("to"),
                    self.expr(to)
                );
                match by {
                    Some(step) => format!("{head} {} {}", self.word("by"), self.expr(step)),
                    None => head,
                }
            }
        }
    }

    pub fn ty(&mut self, ty: &TypeExpr) -> String {
        match ty {
            TypeExpr::Named(name) if name == "boolean" => self.word("boolean"),
            TypeExpr::Named(name) => name.clone(),
            TypeExpr::Range(low, high) => format!("{} .. {}", self.expr(low), self.expr(high)),
            TypeExpr::Enum(members) => {
                format!("{} {{ {} }}", self.word("enum"), members.join(", "))
            }
            TypeExpr::Scalarset(size) => format!("{}({})", self.word("scalarset"), self.expr(size)),
            TypeExpr::Record(fields) => self.record(fields),
            TypeExpr::Array(index, element) => {
                let head = format!("{} [{}]", self.word("array"), self.ty(index));
                format!("{head} {} {}", self.word("of"), self.ty(element))
            }
            TypeExpr::Union(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.ty(part)).collect();
                format!("{} {{ {} }}", self.word("union"), parts.join(", "))
            }
            TypeExpr::Multiset(size, element) => {
                let head = format!("{} [{}]", self.word("multiset"), self.expr(size));
                format!("{head} {} {}", self.word("of"), self.ty(element))
            }
        }
    }

    fn record(&mut self, fields: &[(String, TypeExpr)]) -> String {
        let head = self.word("record");
        let fields: Vec<String> = fields
            .iter()
            .map(|(name, ty)| format!("{name}: {};", self.ty(ty)))
            .collect();
        format!(
            "{head} {} {}",
            fields.join(" "),
            self.speller.end("endrecord")
        )
    }
}

/// Parenthesises an operand whose connective differs from that of its parent.
fn connective(operand: Piece, parent: Level) -> Piece {
    let both = (DOUBLE_OR..=SINGLE_AND).contains(&parent)
        && (DOUBLE_OR..=SINGLE_AND).contains(&operand.level);
    let usual = matches!(
        (parent, operand.level),
        (SINGLE_OR, SINGLE_AND) | (DOUBLE_OR, DOUBLE_AND)
    );
    if both && parent != operand.level && !usual {
        return Piece::atom(format!("({})", operand.text));
    }
    operand
}
