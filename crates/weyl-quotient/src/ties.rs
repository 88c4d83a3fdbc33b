//! Rows that look alike: whether they can change places, and what tells them apart if not.
//!
//! Rows with the same rank have equal keys. If exchanging them keeps the open slots, they can stand
//! in any order. If not, they are told apart by what open slots say about them and their partners'
//! ranks, round after round (colour refinement, as in [`crate::colouring`]). Hashes here only split
//! classes further; that rows which still look alike may stand in any order is always tested.

use crate::colouring::mix;
use crate::key_plan::Open;
use crate::keys::Decided;
use crate::padded::Padded;
use crate::rows::Rows;
use crate::sorting::sort_rows;
use cranelift_entity::EntityRef;
use weyl_ir::layout::{Action, point};
use weyl_permutation::Point;

/// The factor at hand, and the state.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub rows: &'a Rows,
    pub open: &'a Open,
    pub action: &'a Action,
    pub state: &'a Padded,
}

#[derive(Clone, Debug)]
pub(crate) struct Ties {
    /// Of each row.
    ranks: Vec<u32>,
    former: Vec<u32>,
    hashes: Vec<u64>,
    /// Of each name.
    colours: Vec<u64>,
    gathered: Vec<u64>,
    swapped: Vec<Point>,
    scratch: Vec<u8>,
}

impl Ties {
    pub fn new(names: usize, state_size: usize) -> Ties {
        Ties {
            ranks: Vec::new(),
            former: Vec::new(),
            hashes: Vec::new(),
            colours: vec![0; names],
            gathered: vec![0; names],
            swapped: (0..names).map(Point::new).collect(),
            scratch: vec![0; state_size],
        }
    }

    /// Gives rows that are neighbours in the order and look alike the same rank, and says how many
    /// ranks there are.
    pub fn rank(&mut self, order: &[u32], alike: impl Fn(u32, u32) -> bool) -> usize {
        rank(order, &mut self.ranks, alike)
    }

    /// Whether rows of the same rank can change places without changing the state.
    pub fn are_free(&mut self, order: &[u32], scene: Scene<'_>) -> bool {
        order.windows(2).all(|pair| {
            let (a, b) = (pair[0] as usize, pair[1] as usize);
            self.ranks[a] != self.ranks[b] || self.can_swap(a, b, scene)
        })
    }

    fn can_swap(&mut self, a: usize, b: usize, scene: Scene<'_>) -> bool {
        let pairs = || scene.rows.row(a).iter().zip(scene.rows.row(b));
        for (a, b) in pairs() {
            self.swapped[a.index()] = point(*b);
            self.swapped[b.index()] = point(*a);
        }
        let (action, state) = (scene.action, scene.state.state());
        let (open, swapped) = (scene.open, &self.swapped);
        let is_kept = if open.reordered {
            action.apply(swapped, state, &mut self.scratch);
            self.scratch == state
        } else {
            let strays = [&open.of_row[a], &open.of_row[b], &open.holders];
            let mut strays = strays.into_iter().flatten();
            strays.all(|stray| action.keeps_stray(swapped, *stray, state))
        };
        for (a, b) in pairs() {
            self.swapped[a.index()] = point(*a);
            self.swapped[b.index()] = point(*b);
        }
        is_kept
    }

    /// Names of decided factors look like their images, those of later ones all alike.
    pub fn colour_names<'r>(
        &mut self,
        factors: impl Iterator<Item = &'r Rows>,
        number: usize,
        decided: &Decided,
    ) {
        for (other, rows) in factors.enumerate() {
            for name in rows.names() {
                let row = if other < number {
                    u64::from(decided.rows[name.index()]) + 1
                } else {
                    0
                };
                self.colours[name.index()] = mix(row, other as u64);
            }
        }
    }

    /// Refines the order, which has as many ranks, until all ties are free; `false` if that does
    /// not come about. Names of other factors have their colours.
    pub fn split(&mut self, order: &mut [u32], mut ranks: usize, scene: Scene<'_>) -> bool {
        loop {
            self.hash_rows(scene);
            std::mem::swap(&mut self.ranks, &mut self.former);
            let (former, hashes) = (&self.former, &self.hashes);
            let looks = |row: u32| (former[row as usize], hashes[row as usize]);
            sort_rows(order, looks);
            let now = rank(order, &mut self.ranks, |a, b| looks(a) == looks(b));
            if now <= ranks {
                return false;
            }
            ranks = now;
            if self.are_free(order, scene) {
                return true;
            }
        }
    }

    /// What open slots say about each row.
    fn hash_rows(&mut self, scene: Scene<'_>) {
        for (row, rank) in self.ranks.iter().enumerate() {
            for (column, name) in scene.rows.row(row).iter().enumerate() {
                self.colours[name.index()] = mix(u64::from(*rank), !(column as u64));
            }
        }
        self.gathered.fill(0);
        let facts = &scene.open.facts;
        facts.tell(scene.state, &self.colours, &mut self.gathered);
        let gathered = &self.gathered;
        let hash = |row: usize| {
            let names = scene.rows.row(row).iter();
            names.fold(0, |hash, name| mix(hash, gathered[name.index()]))
        };
        self.hashes.clear();
        self.hashes.extend((0..scene.rows.count()).map(hash));
    }
}

fn rank(order: &[u32], ranks: &mut Vec<u32>, alike: impl Fn(u32, u32) -> bool) -> usize {
    ranks.resize(order.len(), 0);
    let mut classes = 0;
    let mut previous = None;
    for row in order {
        if previous.is_none_or(|previous| !alike(previous, *row)) {
            classes += 1;
        }
        ranks[*row as usize] = classes;
        previous = Some(*row);
    }
    classes as usize
}
