//! The syntax tree: what was written, with places, before names mean anything.

use std::collections::HashSet;
use weyl_source::Span;

#[derive(Clone, Debug)]
pub struct Ident {
    pub name: String,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
    /// Levels of nodes below and including this one; bounded by the parser, so that no walk over a
    /// tree can exhaust the stack.
    pub height: u16,
}

impl Expr {
    /// Whether it contains a temporal operator. The parser of formulas puts none below other nodes
    /// than these.
    pub fn is_temporal(&self) -> bool {
        match &self.kind {
            ExprKind::Unary(op, one) => op.is_temporal() || one.is_temporal(),
            ExprKind::Binary(op, left, right) => {
                op.is_temporal() || left.is_temporal() || right.is_temporal()
            }
            ExprKind::Conditional(condition, then, otherwise) => [condition, then, otherwise]
                .into_iter()
                .any(|part| part.is_temporal()),
            ExprKind::Quantified { body, .. } => body.is_temporal(),
            _ => false,
        }
    }
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Number(i128),
    Boolean(bool),
    Name(String),
    Field(Box<Expr>, Ident),
    Index(Box<Expr>, Box<Expr>),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Quantified {
        forall: bool,
        quantifiers: Vec<Quantifier>,
        body: Box<Expr>,
    },
    Call(Ident, Vec<Expr>),
    IsUndefined(Box<Expr>),
    IsMember(Box<Expr>, Box<TypeExpr>),
    MultisetCount(Box<Selection>),
}

/// `i: m, p(i)`: the elements of a multiset that satisfy a predicate.
#[derive(Clone, Debug)]
pub struct Selection {
    pub variable: Ident,
    pub multiset: Expr,
    pub predicate: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    Negate,
    Plus,
    BitNot,
    Always,
    Eventually,
    Next,
}

impl UnaryOp {
    pub fn is_temporal(self) -> bool {
        matches!(self, UnaryOp::Always | UnaryOp::Eventually | UnaryOp::Next)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Implies,
    Or,
    And,
    /// `|` and `&` are logical on booleans and bitwise on numbers.
    Pipe,
    Amp,
    BitXor,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
    /// `<->`, in formulas only.
    Equivalent,
    Until,
    Release,
    WeakUntil,
}

impl BinaryOp {
    pub fn is_temporal(self) -> bool {
        matches!(
            self,
            BinaryOp::Until | BinaryOp::Release | BinaryOp::WeakUntil
        )
    }
}

#[derive(Clone, Debug)]
pub struct Quantifier {
    pub name: Ident,
    pub domain: Domain,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum Domain {
    Type(TypeExpr),
    Steps {
        from: Box<Expr>,
        to: Box<Expr>,
        by: Option<Box<Expr>>,
    },
}

#[derive(Clone, Debug)]
pub struct TypeExpr {
    pub kind: TypeKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum TypeKind {
    Boolean,
    Named(String),
    Range(Box<Expr>, Box<Expr>),
    Enum(Vec<Ident>),
    Record(Vec<VarDecl>),
    Array(Box<TypeExpr>, Box<TypeExpr>),
    Scalarset(Box<Expr>),
    Union(Vec<TypeExpr>),
    Multiset(Box<Expr>, Box<TypeExpr>),
}

/// `a, b: T` in a `var` section or a record.
#[derive(Clone, Debug)]
pub struct VarDecl {
    pub names: Vec<Ident>,
    pub ty: TypeExpr,
}

#[derive(Clone, Debug)]
pub enum Decl {
    Const(Vec<Ident>, Expr),
    Type(Vec<Ident>, TypeExpr),
    Var(VarDecl),
}

#[derive(Clone, Debug)]
pub struct Parameter {
    pub by_reference: bool,
    pub names: Vec<Ident>,
    pub ty: TypeExpr,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: Ident,
    pub parameters: Vec<Parameter>,
    pub result: Option<TypeExpr>,
    pub decls: Vec<Decl>,
    pub body: Vec<Stmt>,
}

#[derive(Clone, Debug)]
pub struct AliasDecl {
    pub names: Vec<Ident>,
    pub value: Expr,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Assign(Expr, Expr),
    Alias(Vec<AliasDecl>, Vec<Stmt>),
    Error(String),
    Clear(Expr),
    Undefine(Expr),
    For(Vec<Quantifier>, Vec<Stmt>),
    If(Vec<(Expr, Vec<Stmt>)>, Vec<Stmt>),
    Switch(Expr, Vec<(Vec<Expr>, Vec<Stmt>)>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    PutText(String),
    PutValue(Expr),
    Return(Option<Expr>),
    Call(Ident, Vec<Expr>),
    Property(PropertyKind, Option<String>, Expr),
    MultisetRemovePredicate(Selection),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PropertyKind {
    Assert,
    Assume,
    Cover,
    Liveness,
}

#[derive(Clone, Debug)]
pub struct Rule {
    pub kind: RuleKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum RuleKind {
    Transition {
        name: Option<String>,
        guard: Option<Expr>,
        decls: Vec<Decl>,
        body: Vec<Stmt>,
    },
    Start {
        name: Option<String>,
        decls: Vec<Decl>,
        body: Vec<Stmt>,
    },
    Property(PropertyKind, Option<String>, Expr),
    Ruleset(Vec<Quantifier>, Vec<Rule>),
    Alias(Vec<AliasDecl>, Vec<Rule>),
    Choose {
        variable: Ident,
        multiset: Expr,
        rules: Vec<Rule>,
    },
}

/// A declaration, a function or a rule, in the order of the text: names are declared before use.
#[derive(Clone, Debug)]
pub enum Item {
    Decl(Decl),
    Function(Function),
    Rule(Rule),
}

impl Item {
    /// What it declares outside of itself, members of enumerations left out.
    pub fn names(&self) -> &[Ident] {
        match self {
            Item::Decl(Decl::Const(names, _) | Decl::Type(names, _)) => names,
            Item::Decl(Decl::Var(decl)) => &decl.names,
            Item::Function(function) => std::slice::from_ref(&function.name),
            Item::Rule(_) => &[],
        }
    }
}

/// What a text from outside of the model can mention.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    pub names: HashSet<String>,
    /// Those of the names that are functions.
    pub functions: HashSet<String>,
}

impl Declared {
    pub fn by(items: &[Item]) -> Declared {
        let mut declared = Declared::default();
        for item in items {
            declared.note(item.names());
            match item {
                Item::Decl(Decl::Type(_, ty) | Decl::Var(VarDecl { ty, .. })) => {
                    declared.note_members(ty);
                }
                Item::Function(function) => {
                    declared.functions.insert(function.name.name.clone());
                }
                Item::Decl(Decl::Const(..)) | Item::Rule(_) => {}
            }
        }
        declared
    }

    fn note(&mut self, names: &[Ident]) {
        self.names
            .extend(names.iter().map(|ident| ident.name.clone()));
    }

    /// Members of enumerations are visible wherever their type is.
    fn note_members(&mut self, ty: &TypeExpr) {
        match &ty.kind {
            TypeKind::Enum(members) => self.note(members),
            TypeKind::Record(fields) => {
                for field in fields {
                    self.note_members(&field.ty);
                }
            }
            TypeKind::Array(index, element) => {
                self.note_members(index);
                self.note_members(element);
            }
            TypeKind::Union(members) => {
                for member in members {
                    self.note_members(member);
                }
            }
            TypeKind::Multiset(_, element) => self.note_members(element),
            TypeKind::Boolean
            | TypeKind::Named(_)
            | TypeKind::Range(..)
            | TypeKind::Scalarset(_) => {}
        }
    }
}
