//! Statements as text again: inside an inline, and for the parts of a `for` or a `select`, the
//! source does not have the statement as it is executed. Arguments stand where parameters were,
//! structures are split into their fields, macros are expanded; elsewhere the text of the model is
//! shown.

use crate::resolved::{
    BinaryOp, ChannelTest, Conversion, Expr, ExprKind, FormatPart, Pattern, Place, ProctypeId,
    Program, Stmt, StmtKind, Type, UnaryOp, Variable, VariableRef,
};

/// Binds tighter than every binary operator.
const TIGHTEST: u8 = 11;

/// Writes the statements of one proctype.
#[derive(Clone, Copy)]
pub(super) struct Writer<'p> {
    pub program: &'p Program,
    pub proctype: ProctypeId,
}

impl Writer<'_> {
    /// A statement that is a step; empty for one that is made of others.
    pub fn statement(self, stmt: &Stmt) -> String {
        match &stmt.kind {
            StmtKind::Initialise { local, value } => {
                let name = &self.program.proctypes[self.proctype].locals[*local].name;
                match value {
                    Some(value) => format!("{name} = {}", self.expr(value)),
                    None => name.to_string(),
                }
            }
            StmtKind::Assign { target, value } => {
                format!("{} = {}", self.place(target), self.expr(value))
            }
            StmtKind::Discard(value) => format!("_ = {}", self.expr(value)),
            StmtKind::Increment(place) => format!("{}++", self.place(place)),
            StmtKind::Decrement(place) => format!("{}--", self.place(place)),
            StmtKind::Send { .. } | StmtKind::Receive { .. } | StmtKind::SendEvent { .. } => {
                self.message(&stmt.kind)
            }
            StmtKind::Condition(expr) => match expr.kind {
                ExprKind::Constant(1) => "skip".to_string(),
                _ => self.expr(expr),
            },
            StmtKind::Nothing => "skip".to_string(),
            StmtKind::Else => "else".to_string(),
            StmtKind::Assert(expr) => format!("assert({})", self.expr(expr)),
            StmtKind::Print { format, arguments } => {
                let format = format!("\"{}\"", format_text(format));
                let rest = arguments.iter().map(|argument| self.expr(argument));
                let parts: Vec<String> = std::iter::once(format).chain(rest).collect();
                format!("printf({})", parts.join(", "))
            }
            StmtKind::PrintMtype(value) => format!("printm({})", self.expr(value)),
            StmtKind::SetPriority { process, priority } => {
                let (process, priority) = (self.expr(process), self.expr(priority));
                format!("set_priority({process}, {priority})")
            }
            _ => String::new(),
        }
    }

    fn message(self, kind: &StmtKind) -> String {
        match kind {
            StmtKind::Send {
                channel,
                sorted,
                arguments,
            } => {
                let sign = if *sorted { "!!" } else { "!" };
                format!("{}{sign}{}", self.place(channel), self.list(arguments))
            }
            StmtKind::Receive {
                channel,
                random,
                keep,
                patterns,
            } => {
                let sign = if *random { "??" } else { "?" };
                let patterns = self.patterns(patterns);
                let patterns = if *keep {
                    format!("<{patterns}>")
                } else {
                    patterns
                };
                format!("{}{sign}{patterns}", self.place(channel))
            }
            StmtKind::SendEvent { channel, patterns } => {
                format!("{}!{}", self.place(channel), self.patterns(patterns))
            }
            _ => String::new(),
        }
    }

    pub fn expr(self, expr: &Expr) -> String {
        self.inside(expr, 0)
    }

    /// An expression where operators that bind less than `least` need parentheses.
    fn inside(self, expr: &Expr, least: u8) -> String {
        match &expr.kind {
            ExprKind::Constant(value) => self.constant(*value, expr.ty),
            ExprKind::Read(place) => self.place(place),
            ExprKind::Unary(op, operand) => {
                format!("{}{}", unary(*op), self.inside(operand, TIGHTEST))
            }
            ExprKind::Binary(op, left, right) => {
                let (sign, strength) = binary(*op);
                let left = self.inside(left, strength);
                let right = self.inside(right, strength + 1);
                let text = format!("{left} {sign} {right}");
                if strength < least {
                    format!("({text})")
                } else {
                    text
                }
            }
            ExprKind::Conditional(parts) => {
                let [condition, then, otherwise] = parts.each_ref().map(|part| self.expr(part));
                format!("({condition} -> {then} : {otherwise})")
            }
            _ => self.primary(expr),
        }
    }

    fn primary(self, expr: &Expr) -> String {
        match &expr.kind {
            ExprKind::Run(run) => {
                let name = &self.program.proctypes[run.proctype].name;
                format!("run {name}({})", self.list(&run.arguments))
            }
            ExprKind::Length(channel) => format!("len({})", self.place(channel)),
            ExprKind::Test(test, channel) => {
                format!("{}({})", channel_test(*test), self.place(channel))
            }
            ExprKind::Poll(poll) => {
                let sign = if poll.random { "??" } else { "?" };
                let patterns = self.patterns(&poll.patterns);
                format!("{}{sign}[{patterns}]", self.place(&poll.channel))
            }
            ExprKind::Enabled(process) => format!("enabled({})", self.expr(process)),
            ExprKind::PcValue(process) => format!("pc_value({})", self.expr(process)),
            ExprKind::GetPriority(process) => format!("get_priority({})", self.expr(process)),
            ExprKind::RemoteLabel {
                proctype,
                pid,
                label,
            } => {
                let label = &self.program.proctypes[*proctype].labels[*label].name;
                format!("{}@{label}", self.process(*proctype, pid.as_deref()))
            }
            ExprKind::RemoteVariable {
                proctype,
                pid,
                local,
                index,
            } => {
                let name = &self.program.proctypes[*proctype].locals[*local].name;
                let process = self.process(*proctype, pid.as_deref());
                format!("{process}:{name}{}", self.index(index.as_deref()))
            }
            other => predefined(other).to_string(),
        }
    }

    fn constant(self, value: i64, ty: Type) -> String {
        let name = match ty {
            Type::Mtype(id) => self.program.mtypes[id].constant(value),
            Type::Bool => Some(if value == 0 { "false" } else { "true" }),
            _ => None,
        };
        name.map_or_else(|| value.to_string(), str::to_string)
    }

    fn process(self, proctype: ProctypeId, pid: Option<&Expr>) -> String {
        let name = &self.program.proctypes[proctype].name;
        format!("{name}{}", self.index(pid))
    }

    fn index(self, index: Option<&Expr>) -> String {
        index.map_or_else(String::new, |index| format!("[{}]", self.expr(index)))
    }

    fn place(self, place: &Place) -> String {
        let variable = match place.variable {
            VariableRef::Global(id) => &self.program.globals[id],
            VariableRef::Local(id) => &self.program.proctypes[self.proctype].locals[id],
        };
        let mut text = format!("{}{}", variable.name, self.index(place.index.as_deref()));
        let mut ty = variable.ty;
        for step in &place.fields {
            let Some(field) = self.field(ty, step.field) else {
                break;
            };
            let index = self.index(step.index.as_deref());
            text = format!("{text}.{}{index}", field.name);
            ty = field.ty;
        }
        text
    }

    fn field(&self, ty: Type, field: crate::resolved::FieldId) -> Option<&Variable> {
        match ty {
            Type::Struct(id) => self.program.typedefs[id].field(field),
            _ => None,
        }
    }

    fn list(self, values: &[Expr]) -> String {
        let values: Vec<String> = values.iter().map(|value| self.expr(value)).collect();
        values.join(",")
    }

    fn patterns(self, patterns: &[Pattern]) -> String {
        let patterns = patterns.iter().map(|pattern| match pattern {
            Pattern::Store(place) => self.place(place),
            Pattern::Match(value) if matches!(value.kind, ExprKind::Constant(_)) => {
                self.expr(value)
            }
            Pattern::Match(value) => format!("eval({})", self.expr(value)),
            Pattern::Discard(_) => "_".to_string(),
        });
        let patterns: Vec<String> = patterns.collect();
        patterns.join(",")
    }
}

fn predefined(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Timeout => "timeout",
        ExprKind::NonProgress => "np_",
        ExprKind::ProcessId => "_pid",
        ExprKind::ProcessCount => "_nr_pr",
        ExprKind::LastProcess => "_last",
        ExprKind::OwnPriority => "_priority",
        _ => "",
    }
}

fn channel_test(test: ChannelTest) -> &'static str {
    match test {
        ChannelTest::Full => "full",
        ChannelTest::Empty => "empty",
        ChannelTest::NotFull => "nfull",
        ChannelTest::NotEmpty => "nempty",
    }
}

fn unary(op: UnaryOp) -> &'static str {
    match op {
        UnaryOp::Not => "!",
        UnaryOp::Negate => "-",
        UnaryOp::Complement => "~",
        UnaryOp::Next => "X ",
        UnaryOp::Always => "[] ",
        UnaryOp::Eventually => "<> ",
    }
}

/// The sign of an operator and how tightly it binds.
fn binary(op: BinaryOp) -> (&'static str, u8) {
    match op {
        BinaryOp::Until => ("U", 0),
        BinaryOp::WeakUntil => ("W", 0),
        BinaryOp::Release => ("V", 0),
        BinaryOp::Implies => ("->", 0),
        BinaryOp::Equivalent => ("<->", 0),
        BinaryOp::Or => ("||", 1),
        BinaryOp::And => ("&&", 2),
        BinaryOp::BitOr => ("|", 3),
        BinaryOp::BitXor => ("^", 4),
        BinaryOp::BitAnd => ("&", 5),
        BinaryOp::Equal => ("==", 6),
        BinaryOp::NotEqual => ("!=", 6),
        BinaryOp::Less => ("<", 7),
        BinaryOp::LessEqual => ("<=", 7),
        BinaryOp::Greater => (">", 7),
        BinaryOp::GreaterEqual => (">=", 7),
        BinaryOp::ShiftLeft => ("<<", 8),
        BinaryOp::ShiftRight => (">>", 8),
        BinaryOp::Add => ("+", 9),
        BinaryOp::Subtract => ("-", 9),
        BinaryOp::Multiply => ("*", 10),
        BinaryOp::Divide => ("/", 10),
        BinaryOp::Remainder => ("%", 10),
    }
}

fn format_text(parts: &[FormatPart]) -> String {
    let parts = parts.iter().map(|part| match part {
        FormatPart::Text(text) => text.escape_default().to_string().replace('%', "%%"),
        FormatPart::Argument(conversion) => conversion_text(*conversion).to_string(),
    });
    parts.collect()
}

fn conversion_text(conversion: Conversion) -> &'static str {
    match conversion {
        Conversion::Decimal => "%d",
        Conversion::Unsigned => "%u",
        Conversion::Hexadecimal => "%x",
        Conversion::Octal => "%o",
        Conversion::Character => "%c",
        Conversion::Mtype => "%e",
    }
}
