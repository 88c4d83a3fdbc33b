//! Which state of a level each state of the next one counts as reached from.
//!
//! Several states of a level may lead to the same new one, and which of them comes first is a
//! matter of timing. So all of them make a claim, and the least wins: by a hash of the state, and
//! where two have the same by the states themselves. A run to what was found then is a matter of
//! the system alone, whatever the number of threads.

use crate::earlier::Earlier;
use crate::store::{Fingerprint, Inserted, StateIndex};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A state, behind 31 bits of its hash; the lowest bit says whether somebody else stored what it
/// claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim(u64);

impl Claim {
    const NONE: Claim = Claim(u64::MAX);
    const OF_OTHERS: u64 = 1;
    const HASH: u32 = 33;

    /// The hash by which claims are compared first.
    pub fn hash(fingerprint: &Fingerprint) -> u32 {
        let [a, b, c, d, ..] = *fingerprint;
        u32::from_be_bytes([a, b, c, d]) >> 1
    }

    pub fn of(state: StateIndex, fingerprint: &Fingerprint) -> Claim {
        let hash = Claim::hash(fingerprint);
        Claim(u64::from(hash) << Claim::HASH | u64::from(state.as_u32()) << 1)
    }

    fn state(self) -> StateIndex {
        StateIndex::from_u32((self.0 >> 1) as u32)
    }

    /// Whether it wins against another one; asks which of two states is less if need be.
    #[inline]
    fn beats(self, other: Claim, is_less: &impl Fn(StateIndex, StateIndex) -> bool) -> bool {
        if self.0 >> Claim::HASH == other.0 >> Claim::HASH && other != Claim::NONE {
            self.state() != other.state() && is_less(self.state(), other.state())
        } else {
            self.0 < other.0
        }
    }
}

/// Segments come in classes of equally many, and are twice as large as those of the class before:
/// little is allocated in advance.
const FAN_BITS: u32 = 3;
/// The first segments have so many places.
const FIRST_BITS: u32 = 4;
const SEGMENTS: usize = ((u32::BITS - FIRST_BITS - FAN_BITS + 1) as usize) << FAN_BITS;

type Segment = Box<[AtomicU64]>;

/// The claims on all states of the level that is being found.
#[derive(Debug)]
pub(crate) struct Claims {
    earlier: Earlier,
    segments: Box<[OnceLock<Segment>]>,
    /// Whether one thread makes all claims of the level: then no two of them meet.
    is_alone: bool,
}

impl Default for Claims {
    fn default() -> Claims {
        Claims {
            earlier: Earlier::default(),
            segments: (0..SEGMENTS).map(|_| OnceLock::new()).collect(),
            is_alone: false,
        }
    }
}

/// The segment of a place, and where it is there: as if a class of empty segments came first.
#[inline(always)]
fn segment_of(place: usize) -> (usize, usize) {
    /// What the number of a segment is too large by.
    const EXCESS: usize = ((FIRST_BITS + FAN_BITS + 1) as usize) << FAN_BITS;
    let number = place + (1 << (FIRST_BITS + FAN_BITS));
    // Never 0, which goes without saying only if it is said.
    let high = (number | 1).ilog2();
    // With the highest bit, which is as much as one class.
    let upper = number >> (high - FAN_BITS);
    let segment = ((high as usize) << FAN_BITS) + upper - EXCESS;
    (segment, number - (upper << (high - FAN_BITS)))
}

impl Claims {
    /// Forgets all claims: another level begins.
    pub fn begin(&mut self, earlier: Earlier, bound: usize, threads: usize) {
        self.is_alone = threads == 1;
        let (last, _) = segment_of(self.earlier.places(bound));
        let used = self.segments.iter_mut().take(last + 1);
        for place in used.filter_map(OnceLock::get_mut).flatten() {
            *place.get_mut() = Claim::NONE.0;
        }
        self.earlier = earlier;
    }

    pub fn bytes(&self) -> usize {
        let segments = self.segments.iter().filter_map(OnceLock::get);
        segments
            .map(|segment| size_of_val::<[AtomicU64]>(segment))
            .sum()
    }

    #[inline(always)]
    fn place(&self, place: usize) -> &AtomicU64 {
        let (number, at) = segment_of(place);
        match self.segments[number].get() {
            Some(segment) => &segment[at],
            None => &self.begin_segment(number)[at],
        }
    }

    #[cold]
    fn begin_segment(&self, number: usize) -> &Segment {
        self.segments[number].get_or_init(|| {
            let none = |_| AtomicU64::new(Claim::NONE.0);
            (0..1usize << (number >> FAN_BITS) << FIRST_BITS)
                .map(none)
                .collect()
        })
    }

    /// Claims all that a state led to, unless it is of an earlier level.
    #[inline]
    pub fn make(
        &self,
        claim: Claim,
        on: &[Inserted],
        is_less: impl Fn(StateIndex, StateIndex) -> bool,
    ) {
        for inserted in on {
            let (index, others) = match inserted {
                Inserted::New(index) => (*index, 0),
                Inserted::Known(index) => (*index, Claim::OF_OTHERS),
                Inserted::Full(_) => continue,
            };
            let Some(place) = self.earlier.place(index) else {
                continue;
            };
            let (place, claim) = (self.place(place), Claim(claim.0 | others));
            if !self.is_alone {
                fight(place, claim, place.load(Relaxed), &is_less);
            } else if claim.beats(Claim(place.load(Relaxed)), &is_less) {
                place.store(claim.0, Relaxed);
            }
        }
    }

    /// What is claimed of a state, as a number.
    pub fn number(&self, of: StateIndex) -> u64 {
        let place = self.earlier.place(of);
        place.map_or(Claim::NONE.0, |place| self.place(place).load(Relaxed))
    }

    /// Claims as somebody did who said this number.
    pub fn restore(&self, of: StateIndex, number: u64) {
        if let Some(place) = self.earlier.place(of) {
            self.place(place).store(number, Relaxed);
        }
    }

    /// Who won a state of the level, if it is not the one that stored it.
    #[inline]
    pub fn winner(&self, of: StateIndex) -> Option<StateIndex> {
        let best = self.place(self.earlier.place(of)?).load(Relaxed);
        let is_other = best & Claim::OF_OTHERS != 0 && best != Claim::NONE.0;
        is_other.then(|| Claim(best).state())
    }
}

/// Puts a claim into a place where another one was seen, if it wins.
#[inline]
fn fight(
    place: &AtomicU64,
    claim: Claim,
    mut seen: u64,
    is_less: &impl Fn(StateIndex, StateIndex) -> bool,
) {
    while claim.beats(Claim(seen), is_less) {
        match place.compare_exchange_weak(seen, claim.0, Relaxed, Relaxed) {
            Ok(_) => return,
            Err(now) => seen = now,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Many claims have the same hash, and states are less the larger their numbers are.
    fn claim(number: u32) -> Claim {
        let hash = (number.wrapping_mul(0x9e37_79b9) >> 28) as u8;
        let fingerprint = [hash, 0, 0, 0, 1, 2, 3, 4];
        Claim::of(StateIndex::from_u32(number), &fingerprint)
    }

    fn is_less(a: StateIndex, b: StateIndex) -> bool {
        a > b
    }

    fn least(claims: &[u32]) -> Option<u32> {
        let key = |number: &u32| (claim(*number).0 >> Claim::HASH, !number);
        claims.iter().copied().min_by_key(key)
    }

    /// Who claims a state; the first one stores it.
    fn claimed(on: u32) -> Vec<u32> {
        (0..1 + on % 6).map(|n| on * 13 + n * 31).collect()
    }

    #[test]
    fn the_least_wins_in_whatever_order_claims_are_made() {
        let in_hand = [3..7, 100..100, 90..95];
        let earlier = Earlier::new(100, in_hand.into_iter());
        let mut claims = Claims::default();
        for level in 0..3 {
            claims.begin(earlier.clone(), 20_000, 4);
            thread::scope(|scope| {
                for thread in 0..4 {
                    let claims = &claims;
                    scope.spawn(move || {
                        for on in 0..20_000 {
                            let index = StateIndex::from_u32(on);
                            let mut numbers = claimed(on + level);
                            let first = numbers[0];
                            let turn = (thread * 3 + level as usize) % numbers.len();
                            numbers.rotate_left(turn);
                            for number in numbers {
                                let inserted = if number == first {
                                    Inserted::New(index)
                                } else {
                                    Inserted::Known(index)
                                };
                                claims.make(claim(number), &[inserted], is_less);
                            }
                        }
                    });
                }
            });
            for on in 0..20_000 {
                let is_new = on >= 100 || (3..7).contains(&on) || (90..95).contains(&on);
                let all = claimed(on + level);
                let other = least(&all).filter(|least| is_new && *least != all[0]);
                let winner = claims.winner(StateIndex::from_u32(on));
                assert_eq!(winner.map(StateIndex::as_u32), other, "{on}");
            }
        }
    }

    #[test]
    fn one_state_claims_many() {
        let on = |state| StateIndex::from_u32(state);
        let new: Vec<_> = (0..50).map(|state| Inserted::New(on(state))).collect();
        let known: Vec<_> = (0..50).map(|state| Inserted::Known(on(state))).collect();
        for (threads, first, second) in [(1, 17, 18), (1, 18, 17), (2, 17, 18), (2, 18, 17)] {
            let mut claims = Claims::default();
            claims.begin(Earlier::default(), 0, threads);
            let [first, second] = [claim(first), claim(second)];
            claims.make(first, &new, is_less);
            claims.make(second, &known, is_less);
            let expected = second.beats(first, &is_less).then(|| second.state());
            assert!((0..50).all(|state| claims.winner(on(state)) == expected));
            claims.make(first, &known, is_less);
            assert!((0..50).all(|state| claims.winner(on(state)) == expected));
        }
    }

    #[test]
    fn nobody_is_another_to_oneself() {
        let state = StateIndex::from_u32(3);
        for threads in [1, 2] {
            let mut claims = Claims::default();
            claims.begin(Earlier::default(), 0, threads);
            let twice = [Inserted::New(state), Inserted::Known(state)];
            claims.make(claim(5), &twice, is_less);
            assert_eq!(claims.winner(state), None);
        }
    }

    #[test]
    fn segments_follow_each_other_without_gaps() {
        let mut expected = (0, 0);
        for place in 0..100_000 {
            assert_eq!(segment_of(place), expected);
            expected.1 += 1;
            if expected.1 == 1usize << (expected.0 >> FAN_BITS) << FIRST_BITS {
                expected = (expected.0 + 1, 0);
            }
        }
        assert!(segment_of(u32::MAX as usize).0 < SEGMENTS);
    }

    #[test]
    fn places_of_a_level_do_not_overlap() {
        let earlier = Earlier::new(1_000, [5..9, 70..71].into_iter());
        let mut places: Vec<_> = (0..2_000)
            .filter_map(|index| earlier.place(StateIndex::from_u32(index)))
            .collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..earlier.places(2_000)));
    }
}
