//! From a model and its properties to the group of name permutations that provably preserves both.
//!
//! Nothing here looks at states: a symmetry is read off the program text, and what breaks it is a
//! statement of the program.

mod channel_diagram;
mod copies;
mod declared;
mod discovery;
mod facts;
mod ground;
mod group;
mod leaks;
mod loops;
mod pin;
mod positions;
mod processes;
mod sorts;
mod stale;

pub use channel_diagram::{ChannelDiagram, Vertex, VertexId, channel_diagram};
pub use copies::{Counterparts, NearCopies, Quotation, Quoted, copies_of_rules, near_copies};
pub use declared::{Declared, declared};
pub use discovery::{
    Break, ClaimSymmetry, DiagramSize, Discovery, Distinction, Drawn, Extent, Family, FamilyKind,
    How, NamePicture, NameRole, NameVertex, PictureRole, ProgramPicture, ProgramVertex, Reason,
    ReasonKind, Refusal, Unsound, Validity, Violation, Wanted, discover, given, read_generators,
};
pub use facts::{Fact, FactTable, Held, slot_name};
pub use group::{GroupDescription, SymmetryGroup, moved_value};
pub use pin::{Cause, Dependence, Explanation, Pin, Touch, TouchKind};
pub use processes::{
    Births, Creator, Sight, StaticProcess, StaticProcesses, Staying, Unmoved, UnmovedKind, Witness,
    foreseen_processes, is_left_out, may_end, static_processes, staying, unmoved_kinds,
    written_elsewhere,
};

use weyl_ir::Model;

/// What keeps names of sorts from changing places. For a sort without a pin every permutation of
/// its names maps the program (initial rules, rules, functions, properties) onto itself; so does
/// every product of such permutations.
pub fn pins(model: &Model) -> Vec<Pin> {
    let mut found = pin::Pins::new(model);
    if model.has_processes() {
        found.pin_all(model.sorts.keys().collect(), &Cause::Processes);
        return found.finish();
    }
    leaks::find(model, &mut found);
    positions::find(model, &mut found);
    loops::find(model, &mut found);
    found.finish()
}

/// The pins of the rules, functions and properties by an order that shows. Initial rules need no
/// symmetry where initial states are taken as they are.
pub fn pins_by_order(model: &Model) -> Vec<Pin> {
    let mut running = model.clone();
    running.starts.clear();
    let mut found = pins(&running);
    found.retain(Pin::shows_an_order);
    found
}
