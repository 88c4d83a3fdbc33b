//! Words of a language in any order.

use super::sizes::border_number;
use weyl_permutation::random::Random;

pub fn soup(words: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    // A few words at a time make phrases that come back, as in a language.
    let few: Vec<&Vec<u8>> = (0..12).filter_map(|_| random.pick(words)).collect();
    let mut text = Vec::new();
    for _ in 0..random.below(120) {
        match random.below(12) {
            0 => text.extend(border_number(random)),
            1 => text.extend(random.below(4).to_string().bytes()),
            2 => text.push(b'\n'),
            3 => text.extend_from_slice(
                random
                    .pick(&["x", "y", "P", "T"])
                    .map_or(b"", |w| w.as_bytes()),
            ),
            4..8 => text.extend_from_slice(random.pick(&few).map_or(&[][..], |word| word)),
            _ => text.extend_from_slice(random.pick(words).map_or(&[][..], |word| word)),
        }
        if !random.once_in(6) {
            text.push(b' ');
        }
    }
    text
}
