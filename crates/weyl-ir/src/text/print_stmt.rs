//! The printer: statements, one on a line.

use super::print::{Printer, local_name};
use super::words::{NOTATIONS, Reception, TABLES, quoted, word};
use crate::{
    Block, ChannelStmt, Expr, Locals, MultisetStmt, Notation, Place, PutItem, Stmt, StmtKind,
};

impl Printer<'_> {
    pub(super) fn braced_block(&mut self, locals: &Locals, block: &Block) {
        self.line("{");
        self.nested(locals, block);
        self.line("}");
    }

    fn nested(&mut self, locals: &Locals, block: &[Stmt]) {
        self.indent += 1;
        block.iter().for_each(|stmt| self.stmt(locals, stmt));
        self.indent -= 1;
    }

    fn stmt(&mut self, locals: &Locals, stmt: &Stmt) {
        let outer = self.within();
        match &stmt.kind {
            StmtKind::If { .. } => self.if_stmt(locals, stmt),
            StmtKind::For { binding, body } => {
                let origin = self.leading_origin(stmt.span);
                let head = format!("{origin}for {} {{", self.binding(locals, binding));
                self.line(&head);
                self.nested(locals, body);
                self.line("}");
            }
            StmtKind::While { condition, body } => {
                let origin = self.leading_origin(stmt.span);
                let head = format!("{origin}while {} {{", self.expr(locals, condition));
                self.line(&head);
                self.nested(locals, body);
                self.line("}");
            }
            kind @ (StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::Assert { .. }
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Hit { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_)
            | StmtKind::Channel(_)) => {
                let origin = self.leading_origin(stmt.span);
                let text = self.simple_stmt(locals, kind);
                self.line(&format!("{origin}{text};"));
            }
        }
        self.leave(outer);
    }

    fn if_stmt(&mut self, locals: &Locals, stmt: &Stmt) {
        let mut rest = std::slice::from_ref(stmt);
        let mut opening = "";
        while let [Stmt { kind, span }] = rest
            && let StmtKind::If {
                condition,
                then,
                otherwise,
            } = kind
        {
            let origin = self.leading_origin(*span);
            let condition = self.expr(locals, condition);
            self.line(&format!("{opening}{origin}if {condition} {{"));
            self.nested(locals, then);
            (rest, opening) = (otherwise, "} else ");
        }
        if !rest.is_empty() {
            self.line("} else {");
            self.nested(locals, rest);
        }
        self.line("}");
    }

    /// A statement without statements in it.
    fn simple_stmt(&self, locals: &Locals, kind: &StmtKind) -> String {
        let of = |expr: &Expr| self.expr(locals, expr);
        let at = |place: &Place| self.place(locals, place);
        match kind {
            StmtKind::Assign { to, value } => format!("{} := {}", at(to), of(value)),
            StmtKind::Copy { to, from } => format!("{} <- {}", at(to), at(from)),
            StmtKind::Undefine(place) => format!("undefine {}", at(place)),
            StmtKind::Clear(place) => format!("clear {}", at(place)),
            StmtKind::Assert {
                condition,
                message,
                goes_on,
            } => {
                let goes_on = if *goes_on { " goes_on" } else { "" };
                format!("assert {} {}{goes_on}", of(condition), quoted(message))
            }
            StmtKind::Error { message } => format!("error {}", quoted(message)),
            StmtKind::Refute { property, message } => {
                format!("refute {} {}", property.as_u32(), quoted(message))
            }
            StmtKind::Hit { property } => format!("hit {}", property.as_u32()),
            StmtKind::Assume { condition } => format!("assume {}", of(condition)),
            StmtKind::Call {
                function,
                arguments,
                result,
            } => {
                let label = &self.labels.functions[*function];
                let result = result.as_ref().map(|place| format!(" -> {}", at(place)));
                let result = result.unwrap_or_default();
                format!(
                    "call {label}({}){result}",
                    self.arguments(locals, arguments)
                )
            }
            StmtKind::Return => "return".to_string(),
            StmtKind::Channel(ChannelStmt::Send {
                channel,
                sorted,
                message,
            }) => self.send(locals, channel, *sorted, message),
            StmtKind::Channel(ChannelStmt::Receive {
                channel,
                random,
                keep,
                fields,
            }) => {
                let (random, keep) = (*random, *keep);
                self.receive(locals, channel, Reception { random, keep }, fields)
            }
            StmtKind::Reserve { table, count } => {
                format!("reserve({}, {})", word(TABLES, *table), of(count))
            }
            StmtKind::Put(items) => self.put(locals, items),
            StmtKind::Bind { local, place } => {
                format!("bind {} = {}", local_name(locals, *local), at(place))
            }
            StmtKind::Multiset(MultisetStmt::Add { set, element }) => {
                format!("add {} to {}", at(element), at(set))
            }
            StmtKind::Multiset(MultisetStmt::Remove { set, position }) => {
                format!("remove {} from {}", of(position), at(set))
            }
            StmtKind::Multiset(MultisetStmt::RemoveWhere { binding, condition }) => {
                format!(
                    "remove all {} when {}",
                    self.binding(locals, binding),
                    of(condition)
                )
            }
            StmtKind::If { .. } | StmtKind::For { .. } | StmtKind::While { .. } => String::new(),
        }
    }

    fn put(&self, locals: &Locals, items: &[PutItem]) -> String {
        let items = items.iter().map(|item| match item {
            PutItem::Text(text) => quoted(text),
            PutItem::Value(value) => self.expr(locals, value),
            PutItem::Number(value, Notation::As(ty)) => {
                format!("{} as {}", self.expr(locals, value), self.type_name(*ty))
            }
            PutItem::Number(value, notation) => {
                let notation = word(NOTATIONS, *notation);
                format!("{} in {notation}", self.expr(locals, value))
            }
            PutItem::Place(place) => format!("copy {}", self.place(locals, place)),
        });
        let items: Vec<String> = items.collect();
        format!("put {}", items.join(", ")).trim_end().to_string()
    }
}
