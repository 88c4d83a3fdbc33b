//! What machine code and the executor share while a state is expanded.

use crate::channels::Channels;
use weyl_ir::Layout;

/// The most fields of a message that machine code handles.
pub(crate) const MAX_FIELDS: usize = 32;

/// Turns of loops in one call, after which it is given up: the interpreter looks at the clock.
pub(crate) const WORK: i64 = 1 << 20;

/// The same for all turns from a state.
pub(crate) const WORK_OF_TURNS: i64 = 1 << 24;

/// Machine code knows the offsets of these fields.
#[repr(C)]
#[derive(Debug)]
pub(crate) struct Context {
    /// Where the next successor goes.
    pub cursor: *mut u8,
    /// The last place where there is room for one.
    pub last: *mut u8,
    /// Where the instance that leads to it goes; there are as many places as for successors.
    pub instances: *mut u64,
    pub last_instance: *mut u64,
    /// Turns of loops that are left.
    pub work: i64,
    /// Whether nobody could do anything else.
    pub timeout: i64,
    pub offer: Offer,
    pub channels: *const Channels,
    pub layout: *const Layout,
}

/// A message on a rendezvous channel that waits for a partner.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    /// The number of the channel; 0 if there is no offer.
    pub channel: i64,
    pub fields: usize,
    pub message: [i64; MAX_FIELDS],
}

impl Offer {
    pub const NONE: Offer = Offer {
        channel: 0,
        fields: 0,
        message: [0; MAX_FIELDS],
    };

    #[inline]
    pub fn keep(&self) -> KeptOffer {
        let Offer {
            channel,
            fields,
            message,
        } = self;
        match (channel, message.first_chunk()) {
            (0, _) => KeptOffer::None,
            (_, Some(few)) if *fields <= FEW_FIELDS => KeptOffer::Short {
                channel: *channel,
                fields: *fields,
                message: *few,
            },
            _ => KeptOffer::Long(Box::new(*self)),
        }
    }

    /// Makes the offer that was kept, if there is one.
    #[inline]
    pub fn restore(&mut self, kept: Option<&KeptOffer>) {
        match kept {
            None | Some(KeptOffer::None) => self.channel = 0,
            Some(KeptOffer::Short {
                channel,
                fields,
                message,
            }) => {
                (self.channel, self.fields) = (*channel, *fields);
                self.message[..FEW_FIELDS].copy_from_slice(message);
            }
            Some(KeptOffer::Long(offer)) => *self = **offer,
        }
    }
}

/// Fields of a message that is kept without allocation.
const FEW_FIELDS: usize = 4;

/// The offer of an earlier moment.
#[derive(Debug)]
pub(crate) enum KeptOffer {
    None,
    Short {
        channel: i64,
        fields: usize,
        message: [i64; FEW_FIELDS],
    },
    Long(Box<Offer>),
}

/// The answers of machine code.
pub(crate) mod status {
    /// A guard is false.
    pub const DISABLED: i64 = 0;
    /// All instances were tried; the rule fired; the condition is true.
    pub const DONE: i64 = 1;
    /// There is no such step.
    pub const INFEASIBLE: i64 = 2;
    /// The next state does not belong to the system.
    pub const EXCLUDED: i64 = 3;
    /// The interpreter must do it.
    pub const GIVE_UP: i64 = 4;
    /// There was no room for a successor.
    pub const FULL: i64 = 5;
    /// An offer was made: whether it is a step depends on others.
    pub const OFFERS: i64 = 6;
}

/// The mark of an instance that leads to an excluded state.
pub(crate) const EXCLUDED_MARK: u64 = 1 << 63;
