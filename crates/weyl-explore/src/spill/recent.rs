//! The states that came last, so that most of what leads to them once more is not sorted again.

use crate::store::Fingerprint;

/// A state has one place, and stays until another one comes there.
#[derive(Debug)]
pub(super) struct Recent {
    size: usize,
    mask: usize,
    /// Half of the hash of each state; 0 where there is none.
    hashes: Vec<u32>,
    rows: Vec<u8>,
}

impl Recent {
    /// With about so many bytes.
    pub fn new(size: usize, bytes: usize) -> Recent {
        let places = (bytes / (size + size_of::<u32>())).max(1);
        let places = 1 << places.ilog2();
        Recent {
            size,
            mask: places - 1,
            hashes: vec![0; places],
            rows: vec![0; places * size],
        }
    }

    /// Whether a state is not among them; it is from then on.
    #[inline]
    pub fn add(&mut self, row: &[u8], fingerprint: &Fingerprint) -> bool {
        let hash = u64::from_le_bytes(*fingerprint);
        let place = hash as usize & self.mask;
        let half = (hash >> 32) as u32 | 1;
        let own = &mut self.rows[place * self.size..(place + 1) * self.size];
        if self.hashes[place] == half && *own == *row {
            return false;
        }
        self.hashes[place] = half;
        own.copy_from_slice(row);
        true
    }
}
