//! A large regular system: points of a square, steps to the right and down.

use weyl_ir::{PropertyId, RuleId};
use weyl_system::{Batch, Concrete, Conditions, Fault, Firing, System};

/// All points from (0, 0) to (side - 1, side - 1); all instances of property 0 hold everywhere.
#[derive(Clone, Debug)]
pub struct Grid {
    pub side: u32,
    pub width: u32,
    /// Of each property.
    pub instances: u64,
}

impl System for Grid {
    fn state_size(&self) -> usize {
        16
    }

    fn packed_size(&self) -> usize {
        16
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        packed.copy_from_slice(state);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        state.copy_from_slice(packed);
    }

    fn initial(&mut self, batch: &mut Batch) {
        batch.clear();
        batch.push_state(firing(0), &[0; 16]);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        batch.clear();
        let read = |at: usize| u32::from_le_bytes(state[at..at + 4].try_into().unwrap());
        let (x, y) = (read(0), read(8));
        let mut next = [0; 16];
        for (rule, x, y) in [(0, x + 1, y), (1, x, y + 1)] {
            if x < self.width && y < self.side {
                next[..4].copy_from_slice(&x.to_le_bytes());
                next[8..12].copy_from_slice(&y.to_le_bytes());
                batch.push_state(firing(rule), &next);
            }
        }
    }

    fn may_end(&mut self, _: &[u8]) -> bool {
        false
    }
}

impl Concrete for Grid {}

impl Conditions for Grid {
    fn instances(&self, _: PropertyId) -> u64 {
        self.instances
    }

    fn holds(&mut self, _: PropertyId, _: u64, _: &[u8]) -> Result<bool, Box<Fault>> {
        Ok(true)
    }
}

fn firing(rule: u32) -> Firing {
    Firing {
        rule: RuleId::from_u32(rule),
        instance: 0,
    }
}
