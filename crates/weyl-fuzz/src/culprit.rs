//! Which input of a batch it was.

use std::ops::Range;

/// A shortest run of inputs that fails, found by halving. The suspect is the input that was under
/// way; where it does not fail alone, what came before it had a part in it.
pub fn culprit(
    batch: Range<u64>,
    suspect: u64,
    mut fails: impl FnMut(Range<u64>) -> bool,
) -> Option<Range<u64>> {
    let alone = suspect..suspect + 1;
    if fails(alone.clone()) {
        return Some(alone);
    }
    let until = batch.start..(suspect + 1).min(batch.end);
    fails(until.clone()).then(|| halved(until, &mut fails))
}

/// A half that fails takes the place of the whole; where none does, ends are cut as far as they can
/// be.
fn halved(mut failing: Range<u64>, fails: &mut impl FnMut(Range<u64>) -> bool) -> Range<u64> {
    let mut cut = (failing.end - failing.start) / 2;
    while cut > 0 {
        let without_start = failing.start + cut..failing.end;
        let without_end = failing.start..failing.end - cut;
        if fails(without_start.clone()) {
            failing = without_start;
        } else if fails(without_end.clone()) {
            failing = without_end;
        } else {
            cut /= 2;
            continue;
        }
        cut = cut.min((failing.end - failing.start) / 2);
    }
    failing
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With how many trials it took.
    fn found(
        batch: Range<u64>,
        suspect: u64,
        fails: impl Fn(&Range<u64>) -> bool,
    ) -> (Option<Range<u64>>, usize) {
        let mut trials = 0;
        let found = culprit(batch, suspect, |range| {
            trials += 1;
            fails(&range)
        });
        (found, trials)
    }

    #[test]
    fn a_suspect_that_fails_alone_is_it() {
        assert_eq!(
            found(0..1000, 700, |r| r.contains(&700)),
            (Some(700..701), 1)
        );
    }

    #[test]
    fn every_other_one_is_found_by_halving() {
        for guilty in [0, 1, 499, 500, 998, 999] {
            let (range, trials) = found(0..1000, 999, |range| range.contains(&guilty));
            assert_eq!(range, Some(guilty..guilty + 1));
            assert!(trials < 40, "{trials}");
        }
    }

    #[test]
    fn two_that_fail_only_together_are_both_kept() {
        let both = |range: &Range<u64>| range.contains(&30) && range.contains(&40);
        assert_eq!(found(0..64, 63, both).0, Some(30..41));
    }

    #[test]
    fn what_does_not_happen_again_has_no_culprit() {
        assert_eq!(found(0..1000, 10, |_| false).0, None);
    }
}
