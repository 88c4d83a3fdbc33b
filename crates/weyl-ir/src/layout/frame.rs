//! Frames: where the locals of a rule, function or property lie. They are not part of a state.

use super::place_parts::Placer;
use super::{LayoutError, Located, MAX_STATE_BYTES, Shapes};
use crate::model::Locals;
use crate::{LocalId, LocalKind, Model};
use cranelift_entity::SecondaryMap;

/// Offsets are relative to the start of the frame. References take no room in it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frame {
    pub size: u32,
    pub locals: SecondaryMap<LocalId, Located>,
}

impl Frame {
    pub(super) fn new(
        model: &Model,
        locals: &Locals,
        shapes: &mut Shapes,
    ) -> Result<Frame, LayoutError> {
        let mut frame = Frame::default();
        for (id, local) in locals {
            let undefinable = match local.kind {
                LocalKind::Reference => continue,
                LocalKind::Value => true,
                LocalKind::Bound => false,
            };
            let (shape, size) = Placer::flat(model, shapes, local.ty, undefinable)?;
            frame.locals[id] = Located {
                offset: frame.size,
                shape,
            };
            frame.size += size;
            if u64::from(frame.size) > MAX_STATE_BYTES {
                return Err(LayoutError::TooLarge);
            }
        }
        Ok(frame)
    }
}
