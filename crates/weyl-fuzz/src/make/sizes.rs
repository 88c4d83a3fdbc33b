//! Numbers at the borders of types, and sizes that no machine has.

use crate::pieces::{is_number, pieces};
use weyl_permutation::random::Random;

const BORDERS: [&str; 34] = [
    "0",
    "1",
    "2",
    "7",
    "8",
    "31",
    "32",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "257",
    "1000",
    "32767",
    "32768",
    "65535",
    "65536",
    "1000000",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "170141183460469231731687303715884105727",
    "170141183460469231731687303715884105728",
    "340282366920938463463374607431768211456",
    "00000000000000000000000000000000000001",
    "99999999999999999999999999999999999999999999999999999999999999999999999999999999",
];

pub fn border_number(random: &mut Random) -> Vec<u8> {
    let sign = if random.once_in(6) { "-" } else { "" };
    let number = random.pick(&BORDERS).copied().unwrap_or_default();
    format!("{sign}{number}").into_bytes()
}

/// Some or all numbers of a text become others.
pub fn resized(text: Option<&Vec<u8>>, random: &mut Random) -> Vec<u8> {
    let text = text.map_or(&[][..], Vec::as_slice);
    let every = 1 + random.below(4);
    // One number everywhere keeps what belongs together together.
    let common = random.once_in(2).then(|| border_number(random));
    let changed = pieces(text).into_iter().map(|piece| {
        if !is_number(piece) || !random.once_in(every) {
            return piece.to_vec();
        }
        common.clone().unwrap_or_else(|| border_number(random))
    });
    changed.collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_change() {
        let mut random = Random::new(1);
        let text = b"var x: array [3] of 0..2;".to_vec();
        let others: Vec<Vec<u8>> = (0..50).map(|_| resized(Some(&text), &mut random)).collect();
        let without = |text: &[u8]| text.iter().filter(|b| !b"-0123456789".contains(b)).count();
        assert!(others.iter().all(|other| without(other) == without(&text)));
        assert!(others.iter().filter(|other| **other != text).count() > 25);
    }
}
