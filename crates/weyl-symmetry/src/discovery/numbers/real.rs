//! Which numbers of a class are ever there. A number that no rule writes out, no start has and
//! nothing computes from such numbers is no name: the states without it are closed under steps, and
//! under renaming of the others.

use crate::discovery::numbers::classes::{ClassId, Classes};
use crate::discovery::numbers::inference::spot_of;
use std::collections::BTreeSet;
use weyl_ir::layout::Layout;

/// A number of a class.
pub(crate) type ClassNumber = (ClassId, i128);

/// How numbers come into being.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    pub mentioned: BTreeSet<ClassNumber>,
    /// From numbers to what is computed from them.
    pub computed: BTreeSet<(Vec<ClassNumber>, ClassNumber)>,
}

impl Origins {
    /// All numbers that are ever there.
    pub fn close(self) -> BTreeSet<ClassNumber> {
        let mut real = self.mentioned;
        let mut rest: Vec<_> = self.computed.into_iter().collect();
        loop {
            let before = rest.len();
            rest.retain(|(from, to)| {
                let is_there = from.iter().all(|number| real.contains(number));
                if is_there {
                    real.insert(*to);
                }
                !is_there
            });
            if rest.len() == before {
                return real;
            }
        }
    }

    /// Numbers of the states in which everything begins.
    pub fn add_beginnings(&mut self, layout: &Layout, beginnings: &[Vec<u8>], classes: &Classes) {
        for slot in layout.slots.values() {
            let Some(class) = spot_of(slot).and_then(|spot| classes.of(&spot)) else {
                continue;
            };
            for state in beginnings {
                let is_there = slot.presence.is_none_or(|presence| presence.holds(state));
                let code = slot.scalar.load(state, slot.offset as usize);
                let value = slot.scalar.decode(code).filter(|_| is_there);
                self.mentioned.extend(value.map(|value| (class, value)));
            }
        }
    }

    /// Every number of a class.
    pub fn mention_all(&mut self, classes: &Classes, class: ClassId) {
        let numbers = classes.numbers(class);
        let numbers = numbers.into_iter().flat_map(|range| range.lo..=range.hi);
        self.mentioned.extend(numbers.map(|value| (class, value)));
    }
}
