//! "Did you mean …": the known name that is closest to a misspelt one.

/// The closest name, if it is close enough to be what was meant.
pub fn closest<'n, N: AsRef<str> + 'n>(
    wanted: &str,
    known: impl Iterator<Item = &'n N>,
) -> Option<String> {
    let limit = wanted.chars().count().div_ceil(3);
    known
        .map(|name| (distance(wanted, name.as_ref()), name.as_ref()))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, name)| name.to_string())
}

/// Edit distance (Levenshtein), one row at a time.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, from) in left.chars().enumerate() {
        let mut diagonal = at;
        let mut before = at + 1;
        for (column, to) in right.iter().enumerate() {
            let above = row.get(column + 1).copied().unwrap_or(usize::MAX);
            let replaced = diagonal + usize::from(from != *to);
            let best = replaced.min(above + 1).min(before + 1);
            if let Some(cell) = row.get_mut(column) {
                *cell = before;
            }
            diagonal = above;
            before = best;
        }
        if let Some(cell) = row.last_mut() {
            *cell = before;
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let cases = [
            ("", "", 0),
            ("a", "", 1),
            ("kitten", "sitting", 3),
            ("flaw", "lawn", 2),
        ];
        for (left, right, wanted) in cases {
            assert_eq!(distance(left, right), wanted, "{left} {right}");
        }
    }

    #[test]
    fn only_close_names_are_suggested() {
        let known = ["counter", "turn"];
        assert_eq!(closest("conter", known.iter()), Some("counter".to_string()));
        assert_eq!(closest("xyz", known.iter()), None);
    }
}
