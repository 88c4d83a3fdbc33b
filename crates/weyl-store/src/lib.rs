//! A set of rows of bytes that only grows, filled by many threads at once without locks.
//!
//! Rows hold a key and a link to another row. They never move, and they are
//! known by number, so that a search can say where a state came from in four bytes. Where the rows
//! are is `rows.rs`, how they are found is `slots.rs`, and `growth.rs` is how the table of slots is
//! replaced by a larger one while threads insert.
//!
//! This crate knows bytes and numbers, nothing of states.

mod bits;
mod compact;
mod content;
mod growth;
mod line;
mod links;
mod memory;
mod prefetch;
mod quota;
mod rows;
mod saved;
mod set;
mod slots;
mod sync;
mod tree;

pub use bits::{BitSet, BitWriter, Fill};
pub use compact::{CompactSet, CompactWriter, Met};
pub use content::{Bytes, Content, Pair};
pub use links::Links;
pub use quota::{Quota, Refusal};
pub use saved::{Mark, Part, Stretch, Unusable};
pub use set::{Inserted, Key, RowSet, Writer};
pub use tree::{TreeSet, TreeShape, TreeWriter};
