//! The bytes of the interpreter: the working state, then the frames of the rule and of the calls
//! under way. Nobody else touches them, so that whoever records a step sees all that is read,
//! written and copied. Without a [`Shadow`] all of that is one test of a pointer.

use super::shadow::{Origin, Origins, Shadow};
use std::ops::Range;
use weyl_ir::layout::{Layout, ScalarShape};

#[derive(Clone, Debug)]
pub(super) struct Memory<'p> {
    bytes: Vec<u8>,
    /// Where values come from, if somebody wants to know.
    shadow: Option<Box<Shadow<'p>>>,
    /// The one of the last record, whose room is used again: a certificate makes thousands.
    spare: Option<Box<Shadow<'p>>>,
}

impl<'p> Memory<'p> {
    pub fn new(size: usize) -> Memory<'p> {
        Memory {
            bytes: vec![0; size],
            shadow: None,
            spare: None,
        }
    }

    /// From now on it is recorded what becomes of the state that is there.
    pub fn record(&mut self, layout: &'p Layout) {
        let size = self.bytes.len();
        self.shadow = Some(match self.spare.take() {
            Some(mut spare) => {
                spare.begin(size);
                spare
            }
            None => Box::new(Shadow::new(layout, size)),
        });
    }

    /// Ends a record; what was looked at, as somebody wants to have it.
    pub fn end_record<T: Default>(&mut self, looks: impl FnOnce(&Shadow<'p>) -> T) -> T {
        let looks = self.shadow.as_deref().map(looks);
        self.spare = self.shadow.take();
        looks.unwrap_or_default()
    }

    pub fn shadow(&self) -> Option<&Shadow<'p>> {
        self.shadow.as_deref()
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Another state takes the place of the one that is there; where a step is recorded, one whose
    /// values come from there, or the one that it began with.
    pub fn set_state(&mut self, state: &[u8], origins: Option<&Origins>) {
        self.bytes[..state.len()].copy_from_slice(state);
        if let Some(shadow) = &mut self.shadow {
            shadow.come_back(origins);
        }
    }

    /// Longer, with undefined scalars, or shorter.
    pub fn resize(&mut self, size: usize) {
        self.bytes.resize(size, 0);
        if let Some(shadow) = &mut self.shadow {
            shadow.resize(size);
        }
    }

    #[inline]
    pub fn load(&self, scalar: &ScalarShape, offset: u32) -> u64 {
        if let Some(shadow) = &self.shadow {
            shadow.look(offset);
        }
        self.glance(scalar, offset)
    }

    /// The code of a scalar for somebody who does not look at it, but carries it elsewhere.
    #[inline]
    pub fn glance(&self, scalar: &ScalarShape, offset: u32) -> u64 {
        scalar.load(&self.bytes, offset as usize)
    }

    #[inline]
    pub fn store(&mut self, scalar: &ScalarShape, offset: u32, code: u64) {
        self.store_from(scalar, offset, code, Origin::COMPUTED);
    }

    #[inline]
    pub fn store_from(&mut self, scalar: &ScalarShape, offset: u32, code: u64, origin: Origin) {
        scalar.store(&mut self.bytes, offset as usize, code);
        if let Some(shadow) = &mut self.shadow {
            shadow.write(offset, scalar.width, origin);
        }
    }

    /// Where the value of a scalar comes from.
    #[inline]
    pub fn origin(&self, offset: u32) -> Origin {
        match &self.shadow {
            Some(shadow) => shadow.origin(offset),
            None => Origin::COMPUTED,
        }
    }

    /// A value from there is stored in a scalar: if it might not belong, that is a look.
    #[inline]
    pub fn settle(&self, origin: Origin, scalar: &ScalarShape) {
        if let Some(shadow) = &self.shadow {
            shadow.settle(origin, scalar);
        }
    }

    /// A value from there is compared with another one.
    #[inline]
    pub fn look_at(&self, origin: Origin) {
        if let Some(shadow) = &self.shadow {
            shadow.look_at(origin);
        }
    }

    /// Whether a position of a multiset is occupied.
    #[inline]
    pub fn is_set(&self, flag: u32) -> bool {
        if let Some(shadow) = &self.shadow {
            shadow.look(flag);
        }
        self.bytes[flag as usize] != 0
    }

    pub fn set(&mut self, flag: u32) {
        self.bytes[flag as usize] = 1;
        if let Some(shadow) = &mut self.shadow {
            shadow.write(flag, 1, Origin::COMPUTED);
        }
    }

    pub fn clear(&mut self, range: Range<u32>) {
        let bytes = range.start as usize..range.end as usize;
        self.bytes[bytes.clone()].fill(0);
        if let Some(shadow) = &mut self.shadow {
            shadow.clear(bytes);
        }
    }

    /// Copies scalars to where others of the same shapes are.
    pub fn shift(&mut self, from: Range<u32>, to: u32) {
        let (bytes, to) = (from.start as usize..from.end as usize, to as usize);
        self.bytes.copy_within(bytes.clone(), to);
        if let Some(shadow) = &mut self.shadow {
            shadow.shift(bytes, to);
        }
    }

    /// Brings the state into normal form.
    pub fn normalise(&mut self, layout: &Layout) {
        if let Some(shadow) = &mut self.shadow {
            shadow.normalise();
        }
        layout.normalise(&mut self.bytes[..layout.size]);
    }
}
