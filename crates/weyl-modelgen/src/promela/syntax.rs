//! The trees of generated Promela programs. Only what the shrinker takes apart has structure; the
//! rest is text.

#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Macros, message names, types and global variables, in this order.
    pub declarations: Vec<String>,
    pub inlines: Vec<Inline>,
    pub processes: Vec<Process>,
    /// Conditions on what everybody sees.
    pub atoms: Vec<String>,
}

#[derive(Clone, Debug)]
pub struct Inline {
    pub head: String,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub struct Process {
    pub head: String,
    pub provided: Option<Expr>,
    pub locals: Vec<String>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub label: Option<String>,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Simple(Vec<Piece>),
    /// The target is empty until the labels of the whole process are known.
    Goto(String),
    Block(Brackets, Vec<Stmt>),
    Choice(Choice, Vec<Vec<Stmt>>),
    For(String, Vec<Stmt>),
    Unless(Vec<Stmt>, Vec<Stmt>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Brackets {
    Plain,
    Atomic,
    DStep,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    If,
    Do,
}

#[derive(Clone, Debug)]
pub enum Piece {
    Text(String),
    Expr(Expr),
}

#[derive(Clone, Debug)]
pub enum Expr {
    Leaf(String),
    Index(String, Box<Expr>, &'static str),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Conditional(Box<[Expr; 3]>),
}

impl Expr {
    pub fn leaf(text: impl Into<String>) -> Expr {
        Expr::Leaf(text.into())
    }

    pub fn unary(operator: &'static str, operand: Expr) -> Expr {
        Expr::Unary(operator, Box::new(operand))
    }

    pub fn binary(operator: &'static str, left: Expr, right: Expr) -> Expr {
        Expr::Binary(operator, Box::new(left), Box::new(right))
    }
}

impl From<Kind> for Stmt {
    fn from(kind: Kind) -> Stmt {
        Stmt { label: None, kind }
    }
}

impl Stmt {
    pub fn text(text: impl Into<String>) -> Stmt {
        Kind::Simple(vec![Piece::Text(text.into())]).into()
    }

    pub fn expression(expression: Expr) -> Stmt {
        Kind::Simple(vec![Piece::Expr(expression)]).into()
    }

    /// `before`, the expression, `after`.
    pub fn around(before: impl Into<String>, expression: Expr, after: impl Into<String>) -> Stmt {
        let pieces = vec![
            Piece::Text(before.into()),
            Piece::Expr(expression),
            Piece::Text(after.into()),
        ];
        Kind::Simple(pieces).into()
    }

    pub fn assign(target: Expr, value: Expr) -> Stmt {
        let pieces = vec![
            Piece::Expr(target),
            Piece::Text(" = ".into()),
            Piece::Expr(value),
        ];
        Kind::Simple(pieces).into()
    }
}
