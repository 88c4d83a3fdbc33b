//! Headers that say what is so.

use super::items::{Item, WrongHeader, header, header_items};
use std::ops::Range;

/// The text of a model whose header says something else: each key has these values from now on. A
/// key that is not there yet gets a place behind the verdict, or in a first line of its own, which
/// begins with what begins a comment.
pub fn blessed(
    text: &str,
    comment: &str,
    values: &[(&str, Vec<String>)],
) -> Result<String, WrongHeader> {
    let mut text = text.to_string();
    for (key, values) in values {
        text = with(&text, comment, key, values)?;
    }
    Ok(text)
}

fn with(text: &str, comment: &str, key: &str, values: &[String]) -> Result<String, WrongHeader> {
    let items = header_items(text)?;
    let own: Vec<&Item> = items.iter().filter(|item| item.key == key).collect();
    let is_said = |(item, value): (&&Item, &String)| item.value == *value;
    if own.len() == values.len() && own.iter().zip(values).all(is_said) {
        return Ok(text.to_string());
    }
    let written: Vec<String> = values.iter().map(|value| item_text(key, value)).collect();
    let written = written.join(" ");
    if let Some((first, others)) = own.split_first() {
        let mut text = text.to_string();
        for other in others.iter().rev() {
            text = replaced(&text, other.range.clone(), "");
        }
        return Ok(replaced(&text, first.range.clone(), &written));
    }
    if written.is_empty() {
        return Ok(text.to_string());
    }
    Ok(match place_for_more(&items) {
        Some(at) => format!("{} {written}{}", &text[..at], &text[at..]),
        None => format!("{comment} weyl: {written}\n{text}"),
    })
}

/// Behind the verdict and the counts that follow it.
fn place_for_more(items: &[Item]) -> Option<usize> {
    let verdict = items.iter().position(|item| item.key == "verdict");
    let mut last = &items[verdict.or(items.len().checked_sub(1))?];
    let following = items
        .iter()
        .skip_while(|item| item.range.start <= last.range.start);
    for item in following {
        let is_beside = item.range.start == last.range.end + 1 && item.key != "options";
        if !is_beside {
            break;
        }
        last = item;
    }
    Some(last.range.end)
}

fn item_text(key: &str, value: &str) -> String {
    if value.is_empty() || value.contains([' ', '\t']) {
        format!("{key}=\"{value}\"")
    } else {
        format!("{key}={value}")
    }
}

/// The text with something else in a place; what is then empty is left out.
fn replaced(text: &str, place: Range<usize>, new: &str) -> String {
    let (before, behind) = (&text[..place.start], &text[place.end..]);
    if !new.is_empty() {
        return format!("{before}{new}{behind}");
    }
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    let (rest, after) = behind.split_once('\n').unwrap_or((behind, ""));
    let left = format!("{}{rest}", &before[line..]);
    if header(&left) == Some("") {
        return format!("{}{after}", &before[..line]);
    }
    format!("{}{behind}", before.trim_end_matches([' ', '\t']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectations::Expectations;

    const HEADER: &str = "-- A lock.\n-- weyl: verdict=violated states=7 slow\n\
        -- weyl: violated=\"one at a time\"\n-- weyl: violated=\"two\"\n-- Why.\nvar x: boolean;\n";

    fn bless(text: &str, key: &str, values: &[&str]) -> String {
        let values = values.iter().map(|value| value.to_string()).collect();
        blessed(text, "--", &[(key, values)]).expect("a good header")
    }

    #[test]
    fn values_are_replaced_where_they_stand() {
        assert_eq!(bless(HEADER, "states", &["8"]), HEADER.replace("=7", "=8"));
        assert_eq!(bless(HEADER, "states", &["7"]), HEADER);
        let holds = bless(HEADER, "verdict", &["holds"]);
        assert_eq!(holds, HEADER.replace("verdict=violated", "verdict=holds"));
    }

    #[test]
    fn several_values_become_others() {
        let three = bless(HEADER, "violated", &["a b", "c", "d"]);
        let expected = "-- A lock.\n-- weyl: verdict=violated states=7 slow\n\
            -- weyl: violated=\"a b\" violated=c violated=d\n-- Why.\nvar x: boolean;\n";
        assert_eq!(three, expected);
        let none = bless(HEADER, "violated", &[]);
        let expected =
            "-- A lock.\n-- weyl: verdict=violated states=7 slow\n-- Why.\nvar x: boolean;\n";
        assert_eq!(none, expected);
        assert_eq!(bless(HEADER, "violated", &["one at a time", "two"]), HEADER);
    }

    #[test]
    fn what_is_new_gets_a_place() {
        let more = bless(HEADER, "order", &["6"]);
        assert_eq!(more, HEADER.replace("slow", "slow order=6"));
        assert_eq!(
            bless("var x;\n", "verdict", &["holds"]),
            "-- weyl: verdict=holds\nvar x;\n"
        );
        assert_eq!(bless("var x;\n", "violated", &[]), "var x;\n");
    }

    /// Whatever a text is made of, it is read or refused; what was blessed is read as what it says,
    /// and the rest of the text stays.
    #[test]
    fn random_headers_can_be_blessed() {
        const PIECES: [&str; 18] = [
            "-- weyl: ",
            "// weyl:",
            "\n",
            "\n",
            "\r\n",
            " ",
            "\t",
            "=",
            "\"",
            "verdict=holds",
            "states=7",
            "violated=\"a b\" ",
            "violated=c ",
            "slow ",
            "≔",
            "x",
            "--",
            "weyl:",
        ];
        let mut random = weyl_permutation::random::Random::new(19);
        let mut readable = 0;
        for _ in 0..20_000 {
            let count = random.below(16);
            let text: String = (0..count)
                .map(|_| PIECES[random.below(PIECES.len())])
                .collect();
            let Ok(before) = Expectations::parse(&text) else {
                continue;
            };
            readable += usize::from(!before.violated.is_empty());
            let names: Vec<String> = ["a b", "d"][..random.below(3)]
                .iter()
                .map(|name| name.to_string())
                .collect();
            let values = [
                ("violated", names.clone()),
                ("states", vec!["9".to_string()]),
            ];
            let after = blessed(&text, "//", &values).expect("it was read before");
            let read = Expectations::parse(&after)
                .unwrap_or_else(|wrong| panic!("{wrong:?}: {text:?}: {after:?}"));
            assert_eq!(read.violated, names, "{text:?}: {after:?}");
            assert_eq!(
                (read.counts.states, read.slow, read.verdict),
                (Some(9), before.slow, before.verdict),
                "{text:?}: {after:?}"
            );
            let code = |text: &str| -> Vec<String> {
                let lines = text.lines().filter(|line| header(line).is_none());
                lines.map(str::to_string).collect()
            };
            assert_eq!(code(&after), code(&text), "{text:?}: {after:?}");
            assert_eq!(blessed(&after, "//", &values).as_ref(), Ok(&after));
        }
        assert!(readable > 100, "{readable}");
    }
}
