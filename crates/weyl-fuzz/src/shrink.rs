//! Smaller inputs that fail in the same way: lines are left out, then pieces, then bytes, in chunks
//! that are halved (Zeller, Hildebrandt: *Simplifying and isolating failure-inducing input*, 2002;
//! without its trials of chunks alone, which removal from both sides makes up for).

use crate::pieces::{lines, pieces};
use std::time::{Duration, Instant};

/// What smaller inputs may cost.
pub struct Patience {
    trials: usize,
    until: Instant,
}

impl Patience {
    pub fn new(trials: usize, time: Duration) -> Patience {
        Patience {
            trials,
            until: Instant::now() + time,
        }
    }

    fn is_over(&self) -> bool {
        self.trials == 0 || Instant::now() >= self.until
    }
}

/// A smaller text that fails, as far as patience goes. The text itself must fail.
pub fn shrink(
    text: &[u8],
    patience: &mut Patience,
    mut fails: impl FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    let mut best = text.to_vec();
    loop {
        let before = best.len();
        for split in [lines, pieces, bytes] {
            best = without_parts(&best, split, patience, &mut fails);
        }
        if best.len() == before || patience.is_over() {
            return best;
        }
    }
}

fn bytes(text: &[u8]) -> Vec<&[u8]> {
    text.chunks(1).collect()
}

fn without_parts(
    text: &[u8],
    split: fn(&[u8]) -> Vec<&[u8]>,
    patience: &mut Patience,
    fails: &mut impl FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    let mut parts = split(text);
    let mut size = parts.len().div_ceil(2);
    while size > 0 {
        let mut at = 0;
        while at < parts.len() && !patience.is_over() {
            let end = (at + size).min(parts.len());
            let rest = [&parts[..at], &parts[end..]].concat();
            patience.trials -= 1;
            if fails(&rest.concat()) {
                parts = rest;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
    parts.concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patience(trials: usize) -> Patience {
        Patience::new(trials, Duration::from_secs(60))
    }

    fn shrunk(text: &str, trials: usize, fails: impl Fn(&str) -> bool) -> String {
        let fails = |text: &[u8]| std::str::from_utf8(text).is_ok_and(&fails);
        let small = shrink(text.as_bytes(), &mut patience(trials), fails);
        String::from_utf8(small).expect("it fails, so it is text")
    }

    #[test]
    fn only_what_is_needed_stays() {
        let text = "const a: 1;\nvar x: 0..1;\nrule true ==> bad (2) end;\nvar y: 0..2;\n";
        assert_eq!(shrunk(text, 1_000, |text| text.contains("bad")), "bad");
        let both = |text: &str| text.contains('x') && text.contains("bad");
        assert_eq!(shrunk(text, 1_000, both), "xbad");
    }

    #[test]
    fn deep_nesting_is_cut_to_the_least_that_fails() {
        let text = format!("{}x{}", "(".repeat(5_000), ")".repeat(5_000));
        let deep = |text: &str| text.matches('(').count() >= 300;
        assert_eq!(shrunk(&text, 2_000, deep), "(".repeat(300));
    }

    #[test]
    fn what_fails_as_it_is_stays_as_it_is() {
        assert_eq!(shrunk("ab", 100, |text| text == "ab"), "ab");
    }

    #[test]
    fn patience_ends() {
        let mut trials = 0;
        let text = b"abcdefgh".repeat(100);
        shrink(&text, &mut patience(17), |_| {
            trials += 1;
            false
        });
        assert_eq!(trials, 17);
        let mut none = Patience::new(1_000, Duration::ZERO);
        assert_eq!(shrink(b"abc", &mut none, |_| true), b"abc");
    }
}
