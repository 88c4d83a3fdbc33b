//! Elements of arrays that have one value, as one entry: `chosen[0..3] = 0`.

use std::collections::HashMap;

/// How many brackets of a path are looked at.
const BRACKETS: usize = 3;

/// Paths and values with those together that differ in an index alone. Different pairs stay
/// different.
pub(crate) fn grouped(pairs: Vec<(String, String)>) -> Vec<(String, String)> {
    (0..BRACKETS).fold(pairs, grouped_by)
}

fn grouped_by(pairs: Vec<(String, String)>, bracket: usize) -> Vec<(String, String)> {
    let mut groups: Vec<Group> = Vec::new();
    let mut places: HashMap<(String, String, String), usize> = HashMap::new();
    for (path, value) in pairs {
        let Some((before, index, after)) = split(&path, bracket) else {
            groups.push(Group::Alone(path, value));
            continue;
        };
        let key = (before.to_string(), after.to_string(), value.clone());
        match places.get(&key).and_then(|place| groups.get_mut(*place)) {
            Some(Group::Several { indices, .. }) => indices.push(index.to_string()),
            Some(Group::Alone(..)) | None => {
                places.insert(key, groups.len());
                groups.push(Group::Several {
                    before: before.to_string(),
                    indices: vec![index.to_string()],
                    after: after.to_string(),
                    value,
                });
            }
        }
    }
    groups.into_iter().map(Group::pair).collect()
}

enum Group {
    Alone(String, String),
    Several {
        before: String,
        indices: Vec<String>,
        after: String,
        value: String,
    },
}

impl Group {
    fn pair(self) -> (String, String) {
        match self {
            Group::Alone(path, value) => (path, value),
            Group::Several {
                before,
                indices,
                after,
                value,
            } => (format!("{before}{}{after}", index_text(&indices)), value),
        }
    }
}

/// What stands before an index, with its bracket, the index, and the rest.
fn split(path: &str, bracket: usize) -> Option<(&str, &str, &str)> {
    let (open, _) = path.match_indices('[').nth(bracket)?;
    let (before, rest) = path.split_at(open + 1);
    let (index, after) = rest.split_at(rest.find(']')?);
    Some((before, index, after))
}

/// Numbers that follow each other as `0..3`, all else as a list.
fn index_text(indices: &[String]) -> String {
    let follows = |a: &String, b: &String| match (a.parse::<i64>(), b.parse::<i64>()) {
        (Ok(a), Ok(b)) => a.checked_add(1) == Some(b),
        _ => false,
    };
    let runs = indices.chunk_by(follows).map(|run| match run {
        [first, .., last] => format!("{first}..{last}"),
        one => one.concat(),
    });
    runs.collect::<Vec<String>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(pairs: &[(&str, &str)]) -> Vec<String> {
        let pairs = pairs.iter().map(|(a, b)| (a.to_string(), b.to_string()));
        let grouped = grouped(pairs.collect()).into_iter();
        grouped
            .map(|(path, value)| format!("{path} = {value}"))
            .collect()
    }

    #[test]
    fn elements_with_one_value_are_one_entry() {
        let pairs = [
            ("a[0]", "0"),
            ("x", "1"),
            ("a[1]", "0"),
            ("a[2]", "7"),
            ("a[3]", "0"),
        ];
        assert_eq!(shown(&pairs), ["a[0..1, 3] = 0", "x = 1", "a[2] = 7"]);
        let pairs = [
            ("m[0][0]", "f"),
            ("m[0][1]", "f"),
            ("m[1][0]", "f"),
            ("m[1][1]", "f"),
        ];
        assert_eq!(shown(&pairs), ["m[0..1][0..1] = f"]);
        let pairs = [("step[Ann]", "Start"), ("step[Bob]", "Start")];
        assert_eq!(shown(&pairs), ["step[Ann, Bob] = Start"]);
        let pairs = [
            ("P[1]:x", "0"),
            ("P[2]:x", "0"),
            ("P[1]:y", "1"),
            ("P[2]:y", "2"),
        ];
        assert_eq!(shown(&pairs), ["P[1..2]:x = 0", "P[1]:y = 1", "P[2]:y = 2"]);
    }

    #[test]
    fn what_differs_stays_apart() {
        let pairs = [
            ("a[0].x", "0"),
            ("a[1].y", "0"),
            ("b[1].x", "0"),
            ("a[0].x2", "0"),
        ];
        assert_eq!(shown(&pairs).len(), 4);
    }
}
