//! Which words of a key are pairs, and which of these again.
//!
//! The lowest level makes as many pairs of words as it takes to have a power of two of parts, so
//! that all other levels join all of them.

/// Of all keys of a set.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeShape {
    key_bytes: usize,
    words: usize,
    levels: usize,
}

impl TreeShape {
    pub fn new(key_bytes: usize) -> TreeShape {
        let words = key_bytes.div_ceil(4).max(2);
        TreeShape {
            key_bytes,
            words,
            levels: words.ilog2() as usize + usize::from(!words.is_power_of_two()),
        }
    }

    pub fn key_bytes(&self) -> usize {
        self.key_bytes
    }

    /// The last one may have zeros behind what is of the key.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Steps from the root to words; that to level 0 is the first one.
    pub fn levels(&self) -> usize {
        self.levels
    }

    /// How many parts a level has: the root has two at level 0, words are at the last one.
    pub fn width(&self, level: usize) -> usize {
        self.words.min(2 << level)
    }

    /// How many parts of the level above stand for pairs of this one, and how many parts behind
    /// these stand for themselves.
    pub fn level(&self, level: usize) -> (usize, usize) {
        let above = self.width(level) - self.width(level - 1);
        (above, self.width(level - 1) - above)
    }

    /// Whether both parts of the root are numbers of pairs.
    pub fn joins_numbers(&self) -> bool {
        self.words >= 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_lead_from_two_parts_to_all_words() {
        for bytes in 0..300 {
            let shape = TreeShape::new(bytes);
            assert!(shape.words() * 4 >= bytes);
            assert_eq!(shape.width(0), 2);
            assert_eq!(shape.width(shape.levels() - 1), shape.words());
            for level in 1..shape.levels() {
                let (pairs, rest) = shape.level(level);
                assert_eq!(pairs + rest, shape.width(level - 1));
                assert_eq!(2 * pairs + rest, shape.width(level));
                assert!(rest == 0 || level + 1 == shape.levels());
            }
        }
    }

    #[test]
    fn roots_of_four_words_join_numbers() {
        let shape = TreeShape::new(13);
        assert!(shape.joins_numbers() && shape.level(1) == (2, 0));
        assert!(!TreeShape::new(12).joins_numbers());
    }
}
