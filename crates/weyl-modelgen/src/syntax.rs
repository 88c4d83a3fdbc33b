//! Syntax trees of Murphi programs, with multisets and unions.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Implies,
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    BitOr,
    BitXor,
    BitAnd,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    Negate,
    Complement,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Int(i64),
    Bool(bool),
    Name(String),
    Field(Box<Expr>, String),
    Index(Box<Expr>, Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Quantified {
        universal: bool,
        binder: Binder,
        body: Box<Expr>,
    },
    Call(String, Vec<Expr>),
    IsUndefined(Box<Expr>),
    IsMember(Box<Expr>, TypeExpr),
    MultisetCount {
        element: String,
        multiset: Box<Expr>,
        test: Box<Expr>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Binder {
    pub name: String,
    pub domain: Domain,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Domain {
    Type(TypeExpr),
    Span {
        from: Box<Expr>,
        to: Box<Expr>,
        by: Option<Box<Expr>>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum TypeExpr {
    Named(String),
    Range(Box<Expr>, Box<Expr>),
    Enum(Vec<String>),
    Scalarset(Box<Expr>),
    Record(Vec<(String, TypeExpr)>),
    Array(Box<TypeExpr>, Box<TypeExpr>),
    Union(Vec<TypeExpr>),
    Multiset(Box<Expr>, Box<TypeExpr>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Decl {
    Const(String, Expr),
    Type(String, TypeExpr),
    Var(Vec<String>, TypeExpr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    Assert,
    Assume,
    Cover,
    Invariant,
    Liveness,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    pub kind: PropertyKind,
    pub condition: Expr,
    pub message: Option<String>,
    pub message_first: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    pub condition: Expr,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    pub values: Vec<Expr>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    pub name: String,
    pub target: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    Assign(Expr, Expr),
    If {
        first: Clause,
        others: Vec<Clause>,
        otherwise: Option<Vec<Stmt>>,
    },
    Switch {
        subject: Expr,
        cases: Vec<Case>,
        otherwise: Option<Vec<Stmt>>,
    },
    For {
        binder: Binder,
        body: Vec<Stmt>,
    },
    While {
        condition: Expr,
        body: Vec<Stmt>,
    },
    Alias {
        aliases: Vec<Alias>,
        body: Vec<Stmt>,
    },
    Clear(Expr),
    Undefine(Expr),
    Error(String),
    Property(Property),
    PutText(String),
    Put(Expr),
    Return(Option<Expr>),
    Call(String, Vec<Expr>),
    MultisetAdd(Expr, Expr),
    MultisetRemove(String, Expr),
    MultisetRemovePred {
        element: String,
        multiset: Expr,
        test: Expr,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    pub name: String,
    pub ty: TypeExpr,
    pub by_reference: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: String,
    pub params: Vec<Param>,
    pub result: Option<TypeExpr>,
    pub locals: Vec<Decl>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    pub name: Option<String>,
    pub locals: Vec<Decl>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    Start(Action),
    Simple {
        guard: Option<Expr>,
        action: Action,
    },
    Property(Property),
    Ruleset {
        params: Vec<Binder>,
        rules: Vec<Rule>,
    },
    Alias {
        aliases: Vec<Alias>,
        rules: Vec<Rule>,
    },
    Choose {
        element: String,
        multiset: Expr,
        rules: Vec<Rule>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    Decl(Decl),
    Function(Function),
    Rule(Rule),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub items: Vec<Item>,
    pub style: crate::print::Style,
}

impl Expr {
    pub fn name(name: impl Into<String>) -> Expr {
        Expr::Name(name.into())
    }

    pub fn field(self, name: impl Into<String>) -> Expr {
        Expr::Field(Box::new(self), name.into())
    }

    pub fn at(self, index: Expr) -> Expr {
        Expr::Index(Box::new(self), Box::new(index))
    }

    pub fn with(self, op: BinaryOp, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(self), Box::new(right))
    }

    pub fn and(self, right: Expr) -> Expr {
        self.with(BinaryOp::And, right)
    }

    pub fn or(self, right: Expr) -> Expr {
        self.with(BinaryOp::Or, right)
    }

    pub fn equals(self, right: Expr) -> Expr {
        self.with(BinaryOp::Equal, right)
    }

    pub fn unary(op: UnaryOp, operand: Expr) -> Expr {
        Expr::Unary(op, Box::new(operand))
    }

    pub fn negated(self) -> Expr {
        Expr::unary(UnaryOp::Not, self)
    }

    pub fn if_else(test: Expr, yes: Expr, no: Expr) -> Expr {
        Expr::Conditional(Box::new(test), Box::new(yes), Box::new(no))
    }

    pub fn undefined(self) -> Expr {
        Expr::IsUndefined(Box::new(self))
    }
}

impl TypeExpr {
    pub fn named(name: impl Into<String>) -> TypeExpr {
        TypeExpr::Named(name.into())
    }

    pub fn range(low: i64, high: i64) -> TypeExpr {
        TypeExpr::Range(Box::new(Expr::Int(low)), Box::new(Expr::Int(high)))
    }

    pub fn array(index: TypeExpr, element: TypeExpr) -> TypeExpr {
        TypeExpr::Array(Box::new(index), Box::new(element))
    }
}

impl Binder {
    pub fn over(name: impl Into<String>, ty: TypeExpr) -> Binder {
        Binder {
            name: name.into(),
            domain: Domain::Type(ty),
        }
    }

    pub fn span(name: impl Into<String>, from: Expr, to: Expr, by: Option<Expr>) -> Binder {
        let domain = Domain::Span {
            from: Box::new(from),
            to: Box::new(to),
            by: by.map(Box::new),
        };
        Binder {
            name: name.into(),
            domain,
        }
    }
}
