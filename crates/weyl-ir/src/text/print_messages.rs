//! The printer: messages that are sent, looked for and received.

use super::print::{Printer, local_name};
use super::words::{LOOKS, Look, RECEPTIONS, Reception, SENDS, word};
use crate::{Expr, Locals, MessageField};

impl Printer<'_> {
    pub(super) fn can_receive(
        &self,
        locals: &Locals,
        channel: &Expr,
        look: Look,
        fields: &[Option<Expr>],
    ) -> String {
        let fields = fields.iter().map(|field| match field {
            Some(value) => self.expr(locals, value),
            None => "any".to_string(),
        });
        self.message(word(LOOKS, look), locals, channel, fields)
    }

    pub(super) fn send(
        &self,
        locals: &Locals,
        channel: &Expr,
        sorted: bool,
        message: &[Expr],
    ) -> String {
        let fields = message.iter().map(|field| self.expr(locals, field));
        self.message(word(SENDS, sorted), locals, channel, fields)
    }

    pub(super) fn receive(
        &self,
        locals: &Locals,
        channel: &Expr,
        reception: Reception,
        fields: &[MessageField],
    ) -> String {
        let fields = fields.iter().map(|field| match field {
            MessageField::Any => "any".to_string(),
            MessageField::Equal(value) => self.expr(locals, value),
            MessageField::Into(local) => format!("into {}", local_name(locals, *local)),
        });
        self.message(word(RECEPTIONS, reception), locals, channel, fields)
    }

    /// `op(channel, field, …)`.
    fn message(
        &self,
        op: &str,
        locals: &Locals,
        channel: &Expr,
        fields: impl Iterator<Item = String>,
    ) -> String {
        let parts: Vec<String> = std::iter::once(self.expr(locals, channel))
            .chain(fields)
            .collect();
        format!("{op}({})", parts.join(", "))
    }
}
