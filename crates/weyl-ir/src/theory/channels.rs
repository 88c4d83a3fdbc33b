//! Channels: bounded queues of messages, known by number.

use crate::{Expr, LocalId};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChannelQuestion {
    /// How many messages it holds; 0 for a rendezvous channel.
    Length,
    IsEmpty,
    /// False for a rendezvous channel.
    IsFull,
    /// Whether a message can be sent: stored, or offered to a partner.
    CanSend,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelExpr {
    /// A question about the channel with this number.
    Ask {
        question: ChannelQuestion,
        number: Box<Expr>,
    },
    /// Whether the channel with this number has a message for which each given field has the given
    /// value: its oldest message, or (`random`) any one. Where it is a `poll`, to ask this of a
    /// channel without room is an error: it never holds a message.
    CanReceive {
        channel: Box<Expr>,
        random: bool,
        poll: bool,
        fields: Vec<Option<Expr>>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelStmt {
    /// Sends a message to the channel with this number: behind all others, or (`sorted`) before the
    /// first greater one. The message has as many fields as the channel; each value wraps into the
    /// type of its field.
    Send {
        channel: Expr,
        sorted: bool,
        message: Vec<Expr>,
    },
    /// Takes the message that [`ChannelExpr::CanReceive`] found, or (`keep`) only looks at it.
    Receive {
        channel: Expr,
        random: bool,
        keep: bool,
        fields: Vec<MessageField>,
    },
}

/// What becomes of a field of a message that is received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MessageField {
    Any,
    /// It must have this value.
    Equal(Expr),
    /// It is stored in a local of kind `Value`.
    Into(LocalId),
}
