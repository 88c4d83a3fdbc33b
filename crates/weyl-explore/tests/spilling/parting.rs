//! Systems with packed states of any size, which leave out steps where they may. What they leave
//! out has no reason: two searches must ignore the same.

use crate::dice::Dice;
use crate::explicit::{Explicit, Steps, To, Truth};
use weyl_ir::PropertyId;
use weyl_system::{Batch, Concrete, Conditions, Fault, System};

#[derive(Clone, Debug)]
pub struct Parting {
    pub inside: Explicit,
    /// Bytes of a packed state, at least 3.
    pub width: usize,
    /// In how many of eight states something is left out.
    pub parts: u32,
}

impl Parting {
    /// Steps lead some states on or back, so that there are many levels, or anywhere, so that these
    /// are wide.
    pub fn random(dice: &mut Dice, states: u32) -> Parting {
        let narrow = 1 + dice.roll(80) as u32;
        let span = [narrow, narrow, states][dice.roll(3) as usize];
        Parting::spanning(dice, states, span)
    }

    /// Steps lead anywhere.
    pub fn wide(dice: &mut Dice, states: u32) -> Parting {
        Parting::spanning(dice, states, states)
    }

    fn spanning(dice: &mut Dice, states: u32, span: u32) -> Parting {
        let back = 1 + dice.roll(u64::from(span)) as u32;
        let (faults, once) = ([0, 300][dice.roll(2) as usize], 3 * u64::from(states));
        let to = |dice: &mut Dice, from: u32| match dice.roll(40) {
            _ if dice.once_in(faults * 10) => To::Fault(100 + dice.roll(3) as usize),
            0 => To::Excluded,
            1 => To::State(from),
            _ => {
                let to = from + states + dice.roll(u64::from(span)) as u32 - back / 2;
                To::State(to % states)
            }
        };
        let steps = |dice: &mut Dice, from: u32| -> Steps {
            let count = if dice.once_in(once) {
                0
            } else {
                1 + dice.roll(5)
            };
            (0..count)
                .map(|_| (dice.roll(4) as u32, to(dice, from)))
                .collect()
        };
        let mut inside = Explicit {
            initial: vec![(0, To::State(0)), (1, To::State(3)), (2, To::State(0))],
            states: (0..states).map(|from| steps(dice, from)).collect(),
            ..Explicit::default()
        };
        for (usual, instances) in [(Truth::Yes, 2), (Truth::No, 1), (Truth::No, 3)] {
            let truth = |dice: &mut Dice| match (dice.once_in(u64::from(states)), usual) {
                (true, Truth::Yes) => Truth::No,
                (true, _) => Truth::Yes,
                (false, usual) => usual,
            };
            let table = |dice: &mut Dice| (0..states).map(|_| truth(dice)).collect();
            inside
                .properties
                .push((0..instances).map(|_| table(dice)).collect());
        }
        Parting {
            inside,
            width: [3, 3, 9, 40, 300][dice.roll(5) as usize],
            parts: 0,
        }
    }

    /// Where the bytes of a number stand among others that are always the same.
    fn places(&self) -> [usize; 3] {
        [self.width / 4, self.width / 2, self.width - 1]
    }
}

impl System for Parting {
    fn state_size(&self) -> usize {
        4
    }

    fn packed_size(&self) -> usize {
        self.width
    }

    fn pack(&self, state: &[u8], packed: &mut [u8]) {
        packed.fill(7);
        let [a, b, c] = self.places();
        // The last byte of the number comes first where there is room.
        (packed[a], packed[b], packed[c]) = (state[1], state[2], state[3]);
    }

    fn unpack(&self, packed: &[u8], state: &mut [u8]) {
        let [a, b, c] = self.places();
        state.copy_from_slice(&[0, packed[a], packed[b], packed[c]]);
    }

    fn initial(&mut self, batch: &mut Batch) {
        self.inside.initial(batch);
    }

    fn successors(&mut self, state: &[u8], batch: &mut Batch) {
        self.inside.successors(state, batch);
        let number = Explicit::number(state);
        let mixed = number.wrapping_mul(0x9e37_79b9) >> 20;
        if batch.agrees_to_part() && mixed % 8 < self.parts {
            let kept = (mixed >> 3) as usize;
            batch.leave_out(|place| place.is_multiple_of(2 + kept % 3));
        }
    }

    fn may_end(&mut self, state: &[u8]) -> bool {
        self.inside.may_end(state)
    }
}

impl Concrete for Parting {}

impl Conditions for Parting {
    fn instances(&self, property: PropertyId) -> u64 {
        self.inside.instances(property)
    }

    fn holds(
        &mut self,
        property: PropertyId,
        instance: u64,
        state: &[u8],
    ) -> Result<bool, Box<Fault>> {
        self.inside.holds(property, instance, state)
    }
}
