//! `weyl.toml` with other values in it: comments and layout stay.

use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, Value};

pub struct Edited {
    document: DocumentMut,
}

impl Edited {
    pub fn new(text: &str) -> Option<Edited> {
        let document = text.parse().ok()?;
        Some(Edited { document })
    }

    pub fn text(&self) -> String {
        self.document.to_string()
    }

    /// Gives a combination of a check other values.
    pub fn set(&mut self, check: usize, combination: usize, values: &[(&str, Vec<String>)]) {
        let checks = self.document.get_mut("check");
        let checks = checks.and_then(Item::as_array_of_tables_mut);
        let Some(check) = checks.and_then(|checks: &mut ArrayOfTables| checks.get_mut(check))
        else {
            return;
        };
        let count = count(check);
        for (key, values) in values {
            if *key == "violated" {
                let mut names: Array = values.iter().collect();
                names.fmt();
                if count == 1 && check.get(key).is_none_or(|old| !is_nested(old)) {
                    if !(names.is_empty() && check.get(key).is_none()) {
                        put(check, key, Value::Array(names));
                    }
                    continue;
                }
                each(check, key, count, combination, Value::Array(names));
            } else if let Some(value) = values.first() {
                let value = value_of(key, value);
                if count == 1 && check.get(key).is_none_or(|old| !old.is_array()) {
                    put(check, key, value);
                } else {
                    each(check, key, count, combination, value);
                }
            }
        }
    }
}

fn is_nested(item: &Item) -> bool {
    item.as_array()
        .is_some_and(|list| list.iter().any(Value::is_array))
}

/// How many combinations a check has.
fn count(check: &Table) -> usize {
    let several = |item: &Item| item.as_array().map_or(1, Array::len);
    let constants = check.get("constants").and_then(Item::as_table_like);
    let constants = constants.map(|table| table.iter().map(|(_, item)| several(item)).product());
    constants.unwrap_or(1) * check.get("properties").map_or(1, several)
}

/// In the place of the old one, with the comment behind it.
fn put(check: &mut Table, key: &str, mut value: Value) {
    if let Some(old) = check.get(key).and_then(Item::as_value) {
        *value.decor_mut() = old.decor().clone();
    }
    check.insert(key, Item::Value(value));
}

/// One value for each combination, all of them as before but one.
fn each(check: &mut Table, key: &str, count: usize, combination: usize, value: Value) {
    let old = check.get(key).and_then(Item::as_value).cloned();
    let is_list_of_all = |old: &&Value| {
        let list = old.as_array();
        list.is_some_and(|list| {
            list.len() == count && (key != "violated" || list.iter().any(Value::is_array))
        })
    };
    let mut all: Array = match old
        .as_ref()
        .filter(is_list_of_all)
        .and_then(Value::as_array)
    {
        Some(list) => list.clone(),
        None => {
            let none = match key {
                "violated" => Value::Array(Array::new()),
                _ => value.clone(),
            };
            let usual = old.clone().unwrap_or(none);
            (0..count)
                .map(|_| usual.clone().decorated("", ""))
                .collect()
        }
    };
    if combination < all.len() {
        all.replace(combination, value);
    }
    all.fmt();
    put(check, key, Value::Array(all));
}

/// Counts are numbers; what is too large for a number is a text.
fn value_of(key: &str, text: &str) -> Value {
    let is_count = ["states", "transitions", "order"]
        .iter()
        .any(|count| key.ends_with(count));
    match text.parse::<i64>() {
        Ok(number) if is_count => Value::from(number),
        _ => Value::from(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(text: &str, combination: usize, key: &str, values: &[&str]) -> String {
        let mut edited = Edited::new(text).expect("TOML");
        let values = values.iter().map(|value| value.to_string()).collect();
        edited.set(0, combination, &[(key, values)]);
        edited.text()
    }

    #[test]
    fn values_change_and_all_else_stays() {
        let text = "# Locks.\n[[check]]\nmodel = \"a.m\"  # the first\nstates = 7  # counted\n";
        let new = edited(text, 0, "states", &["8"]);
        assert_eq!(new, text.replace("= 7", "= 8"));
        let new = edited(text, 0, "verdict", &["holds"]);
        assert_eq!(new, format!("{text}verdict = \"holds\"\n"));
        let new = edited(text, 0, "violated", &["a b"]);
        assert_eq!(new, format!("{text}violated = [\"a b\"]\n"));
        assert_eq!(edited(text, 0, "violated", &[]), text);
    }

    #[test]
    fn a_value_of_all_becomes_one_of_each() {
        let text = "[[check]]\nmodel = \"a.m\"\nconstants = { N = [2, 3, 4] }\nverdict = \"holds\" # so far\n";
        let new = edited(text, 1, "verdict", &["violated"]);
        let each = "verdict = [\"holds\", \"violated\", \"holds\"] # so far\n";
        assert_eq!(new, text.replace("verdict = \"holds\" # so far\n", each));
        let newer = edited(&new, 2, "verdict", &["inconclusive"]);
        assert!(
            newer.contains("[\"holds\", \"violated\", \"inconclusive\"] # so far"),
            "{newer}"
        );
        let nested = edited(text, 1, "violated", &["a", "b"]);
        assert!(
            nested.contains("violated = [[], [\"a\", \"b\"], []]"),
            "{nested}"
        );
    }
}
