//! `weyl.toml`: checks of models with what is expected of them.
//!
//! ```toml
//! [[check]]
//! model = "peterson.m"
//! options = "--deadlock off"
//! constants = { N = [3, 4] }              # each value; of several constants each combination
//! properties = ["mutual exclusion"]       # each by itself; all of them if nothing is said
//! verdict = "holds"                       # of all combinations
//! states = [172, 3118]                    # of each, the last property varies first
//! ```

use super::case::{Case, Origin, Places};
use super::options::fit;
use crate::expectations::{Expectations, KEYS};
use std::ops::Range;
use std::path::Path;
use toml_edit::{ArrayOfTables, Document, Item, Table, Value};
use weyl_report::PlaceView;
use weyl_source::{FileId, Sources, Span};

/// What a check can say beside what is expected.
const OWN_KEYS: [&str; 5] = ["model", "name", "options", "constants", "properties"];

/// What is said of models to their own suite only.
const FOR_HEADERS: [&str; 3] = ["options", "rumur", "spin"];

/// More combinations are a typing error.
const MOST_COMBINATIONS: usize = 1000;

/// What is wrong, and where.
type Wrong = (Range<usize>, String);

/// What the constants and the property of a combination are called, and the options that make it.
struct Combination {
    name: String,
    options: Vec<String>,
}

pub fn keys() -> String {
    let expected = KEYS.into_iter().filter(|key| !FOR_HEADERS.contains(key));
    let all: Vec<&str> = OWN_KEYS.into_iter().chain(expected).collect();
    format!("a `[[check]]` can say {}", all.join(", "))
}

pub fn cases(path: &Path, sources: &Sources, file: FileId) -> Result<Vec<Case>, (Span, String)> {
    let text = sources.file(file).text.as_str();
    let read = Document::parse(text).map_err(|error| {
        let range = error.span().unwrap_or_default();
        (range, error.message().to_string())
    });
    let reader = Reader {
        path,
        sources,
        file,
    };
    let cases = read.and_then(|document| reader.cases(document.as_table()));
    cases.map_err(|(range, message)| (Span::new(file, somewhere(range, text)), message))
}

/// A place has to be somewhere: what is missing at the end is told of the last letter.
fn somewhere(range: Range<usize>, text: &str) -> Range<usize> {
    let last = text.floor_char_boundary(text.len().saturating_sub(1));
    let start = text.floor_char_boundary(range.start.min(last));
    let end = range.end.clamp(start + 1, text.len().max(start + 1));
    start..text.ceil_char_boundary(end)
}

struct Reader<'a> {
    path: &'a Path,
    sources: &'a Sources,
    file: FileId,
}

impl Reader<'_> {
    fn cases(&self, document: &Table) -> Result<Vec<Case>, Wrong> {
        if let Some((key, item)) = document.iter().find(|(key, _)| *key != "check") {
            let message = format!("`{key}` is nothing that a file of tests can say");
            return Err((of_item(document, key, item), message));
        }
        let none = ArrayOfTables::new();
        let checks = match document.get("check") {
            None => &none,
            Some(Item::ArrayOfTables(checks)) => checks,
            Some(other) => {
                let message = "checks are written `[[check]]`".to_string();
                return Err((range(other), message));
            }
        };
        let mut cases = Vec::new();
        for (number, check) in checks.iter().enumerate() {
            cases.extend(self.check(number, check)?);
        }
        Ok(cases)
    }

    fn check(&self, number: usize, check: &Table) -> Result<Vec<Case>, Wrong> {
        let Some(model) = check.get("model") else {
            let message = "a check names its `model`".to_string();
            return Err((check.span().unwrap_or_default(), message));
        };
        let model = self.path.with_file_name(text(model)?);
        let own_name = check.get("name").map(text).transpose()?;
        let own_options = check.get("options").map(options).transpose()?;
        let combinations = combinations(check)?;
        let places = self.places(check);
        let mut cases = Vec::new();
        for (at, combination) in combinations.iter().enumerate() {
            let expected = expected(check, at, combinations.len())?;
            if expected.are_none() {
                let message = "nothing is expected of this check".to_string();
                return Err((check.span().unwrap_or_default(), message));
            }
            let mut name = model.display().to_string();
            for more in own_name.iter().chain([&combination.name]) {
                if !more.is_empty() {
                    name = format!("{name} {more}");
                }
            }
            let own_options = own_options.iter().flatten();
            cases.push(Case {
                name,
                model: model.clone(),
                options: own_options.chain(&combination.options).cloned().collect(),
                expected,
                places: places.clone(),
                origin: Origin::Manifest {
                    check: number,
                    combination: at,
                },
            });
        }
        Ok(cases)
    }

    fn places(&self, check: &Table) -> Places {
        let place = |at: usize| {
            let position = self.sources.file(self.file).position(at);
            PlaceView {
                file: self.path.display().to_string(),
                line: position.line,
                column: position.column,
            }
        };
        let items = check.iter();
        let items =
            items.map(|(key, item)| (key.to_string(), place(of_item(check, key, item).start)));
        Places {
            items: items.collect(),
            otherwise: place(check.span().unwrap_or_default().start),
        }
    }
}

/// What is expected of a combination: a value of all, or of each one.
fn expected(check: &Table, at: usize, count: usize) -> Result<Expectations, Wrong> {
    let mut expected = Expectations::default();
    for (key, item) in check.iter().filter(|(key, _)| !OWN_KEYS.contains(key)) {
        let place = of_item(check, key, item);
        if FOR_HEADERS.contains(&key) {
            let message = format!("`{key}` is nothing that can be expected");
            return Err((place, message));
        }
        for value in values(key, item, at, count)? {
            let set = expected.set(key, &value);
            set.map_err(|message| (place.clone(), message))?;
        }
    }
    Ok(expected)
}

/// The values of a key for a combination: one, or, of what is violated, some.
fn values(key: &str, item: &Item, at: usize, count: usize) -> Result<Vec<String>, Wrong> {
    let Some(list) = item.as_array() else {
        return Ok(match (key, item.as_bool()) {
            ("slow", Some(false)) => Vec::new(),
            _ => vec![text(item)?],
        });
    };
    let is_nested = list.iter().any(Value::is_array);
    if key == "violated" && !is_nested {
        return list.iter().map(value_text).collect();
    }
    let Some(own) = list.get(at).filter(|_| list.len() == count) else {
        let message = format!("there are {count} combinations, and {} values", list.len());
        return Err((range(item), message));
    };
    match own.as_array() {
        Some(names) if key == "violated" => names.iter().map(value_text).collect(),
        _ => Ok(vec![value_text(own)?]),
    }
}

/// Every value of every constant, with each property.
fn combinations(check: &Table) -> Result<Vec<Combination>, Wrong> {
    let mut all = vec![Combination {
        name: String::new(),
        options: Vec::new(),
    }];
    if let Some(constants) = check.get("constants") {
        let Some(table) = constants.as_table_like() else {
            let message = "constants are written `{ N = 3, M = [1, 2] }`".to_string();
            return Err((range(constants), message));
        };
        for (name, values) in table.iter() {
            let values = one_or_several(values)?.into_iter();
            let values = values.map(|value| format!("{name}={value}"));
            let choices = values.map(|value| (value.clone(), vec!["-D".to_string(), value]));
            all = product(&all, &choices.collect::<Vec<_>>(), range(constants))?;
        }
    }
    if let Some(properties) = check.get("properties") {
        let names = one_or_several(properties)?.into_iter();
        let choices = names.map(|name| {
            let options = vec!["--property".to_string(), name.clone()];
            (name, options)
        });
        all = product(&all, &choices.collect::<Vec<_>>(), range(properties))?;
    }
    Ok(all)
}

fn product(
    all: &[Combination],
    choices: &[(String, Vec<String>)],
    place: Range<usize>,
) -> Result<Vec<Combination>, Wrong> {
    if choices.is_empty() || all.len() * choices.len() > MOST_COMBINATIONS {
        let message =
            format!("a check has one combination at least and {MOST_COMBINATIONS} at most");
        return Err((place, message));
    }
    let pairs = all.iter();
    let pairs = pairs.flat_map(|one| choices.iter().map(move |choice| (one, choice)));
    let products = pairs.map(|(one, (name, options))| Combination {
        name: format!("{} {name}", one.name).trim_start().to_string(),
        options: one.options.iter().chain(options).cloned().collect(),
    });
    Ok(products.collect())
}

fn one_or_several(item: &Item) -> Result<Vec<String>, Wrong> {
    match item.as_array() {
        Some(list) => list.iter().map(value_text).collect(),
        None => Ok(vec![text(item)?]),
    }
}

/// Options: a list of words, or words as in a shell.
fn options(item: &Item) -> Result<Vec<String>, Wrong> {
    let words: Vec<String> = match item.as_array() {
        Some(list) => list.iter().map(value_text).collect::<Result<_, _>>()?,
        None => {
            let words = shlex::split(&text(item)?);
            words.ok_or_else(|| (range(item), "a quote is not closed".to_string()))?
        }
    };
    fit(&words).map_err(|message| (range(item), message))?;
    Ok(words)
}

fn text(item: &Item) -> Result<String, Wrong> {
    match item.as_value() {
        Some(value) => value_text(value),
        None => Err((range(item), "this is no value".to_string())),
    }
}

fn value_text(value: &Value) -> Result<String, Wrong> {
    match value {
        Value::String(text) => Ok(text.value().clone()),
        Value::Integer(number) => Ok(number.value().to_string()),
        Value::Boolean(truth) => Ok(truth.value().to_string()),
        Value::Float(_) | Value::Datetime(_) | Value::Array(_) | Value::InlineTable(_) => {
            let place = value.span().unwrap_or_default();
            Err((
                place,
                "this is neither a text nor a whole number".to_string(),
            ))
        }
    }
}

fn range(item: &Item) -> Range<usize> {
    item.span().unwrap_or_default()
}

/// From the key to the end of the value.
fn of_item(table: &Table, key: &str, item: &Item) -> Range<usize> {
    let key = table.key(key).and_then(toml_edit::Key::span);
    let value = item.span();
    match (key, value) {
        (Some(key), Some(value)) => key.start.min(value.start)..value.end.max(key.end),
        (one, other) => one.or(other).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_somewhere() {
        for (text, place) in [
            ("[[check]", "]"),
            ("[[check]]\nmodel = ", " "),
            ("[[check]]\nmodel = \"é", "é"),
            ("[[check]]\nmodel = 1.5\n", "1.5"),
            ("x = 1", "x = 1"),
        ] {
            let mut sources = Sources::default();
            let file = sources.add("weyl.toml", text);
            let read = cases(Path::new("weyl.toml"), &sources, file);
            let (span, message) = read.expect_err(text);
            assert!(sources.holds(span), "{text}: {span:?}: {message}");
            assert_eq!(
                &text[span.start as usize..span.end as usize],
                place,
                "{text}: {message}"
            );
        }
    }
}
