//! The header of a model: comment lines that begin with `weyl:`.
//!
//! ```text
//! -- weyl: verdict=holds states=882 transitions=2646
//! -- weyl: orbits=172 order=6
//! -- weyl: options="--deadlock off"
//! -- weyl: violated="mutual exclusion"
//! -- weyl: rumur="has no multisets"
//! // weyl: spin="crashes on a division by zero"
//! -- weyl: slow
//! ```
//!
//! Counts are those of the whole unreduced system, explored beyond violations.

use anyhow::{Context, Result, bail};
use std::path::Path;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Holds,
    Violated,
    Inconclusive,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectations {
    pub verdict: Option<Verdict>,
    pub states: Option<u64>,
    pub transitions: Option<u64>,
    /// States of the quotient by the declared symmetry.
    pub orbits: Option<u64>,
    /// The order of the declared symmetry.
    pub order: Option<String>,
    /// What is said to break more, in part.
    pub because: Option<String>,
    /// Options that the check of this model needs.
    pub options: Vec<String>,
    /// The names of the violated properties.
    pub violated: Vec<String>,
    /// Why Rumur is not asked about this model.
    pub not_for_rumur: Option<String>,
    /// Why SPIN is not asked about this model.
    pub not_for_spin: Option<String>,
    pub slow: bool,
}

impl Expectations {
    pub fn read(path: &Path) -> Result<Expectations> {
        let text = std::fs::read_to_string(path);
        let text = text.with_context(|| path.display().to_string())?;
        Expectations::parse(&text).with_context(|| path.display().to_string())
    }

    pub fn parse(text: &str) -> Result<Expectations> {
        let mut expectations = Expectations::default();
        for line in text.lines().filter_map(header) {
            for (key, value) in items(line)? {
                expectations.set(&key, &value)?;
            }
        }
        Ok(expectations)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<()> {
        match key {
            "verdict" => self.verdict = Some(verdict(value)?),
            "states" => self.states = Some(value.parse().context("states")?),
            "transitions" => self.transitions = Some(value.parse().context("transitions")?),
            "orbits" => self.orbits = Some(value.parse().context("orbits")?),
            "order" => self.order = Some(value.to_string()),
            "because" => self.because = Some(value.to_string()),
            "options" => self.options = value.split_whitespace().map(str::to_string).collect(),
            "violated" => self.violated.push(value.to_string()),
            "rumur" => self.not_for_rumur = Some(value.to_string()),
            "spin" => self.not_for_spin = Some(value.to_string()),
            "slow" => self.slow = true,
            _ => bail!("the header has an unknown item `{key}`"),
        }
        Ok(())
    }

    /// The text of a model with the counts of its header replaced.
    pub fn bless(text: &str, states: u64, transitions: u64) -> String {
        let lines = text
            .split_inclusive('\n')
            .map(|line| match header(line.trim_end()) {
                Some(items) if items.contains("verdict=") => {
                    let (comment, _) = line.split_once("weyl:").unwrap_or((line, ""));
                    let kept = items.split_whitespace();
                    let kept = kept.filter(|item| !is_count(item));
                    let kept: Vec<&str> = kept.collect();
                    let items = kept.join(" ");
                    format!("{comment}weyl: {items} states={states} transitions={transitions}\n")
                }
                _ => line.to_string(),
            });
        lines.collect()
    }
}

fn is_count(item: &str) -> bool {
    item.starts_with("states=") || item.starts_with("transitions=")
}

/// What follows `weyl:` in a comment line of any of our languages.
fn header(line: &str) -> Option<&str> {
    let comment = line
        .strip_prefix("--")
        .or_else(|| line.strip_prefix("//"))?;
    comment.trim_start().strip_prefix("weyl:").map(str::trim)
}

fn verdict(text: &str) -> Result<Verdict> {
    match text {
        "holds" => Ok(Verdict::Holds),
        "violated" => Ok(Verdict::Violated),
        "inconclusive" => Ok(Verdict::Inconclusive),
        _ => bail!("`{text}` is no verdict"),
    }
}

/// `key=value`, `key="value with spaces"`, or `tag`.
fn items(mut line: &str) -> Result<Vec<(String, String)>> {
    let mut items = Vec::new();
    while !line.is_empty() {
        let end = line.find([' ', '=']).unwrap_or(line.len());
        let key = line[..end].to_string();
        line = &line[end..];
        let mut value = String::new();
        if let Some(quoted) = line.strip_prefix("=\"") {
            let (inside, rest) = quoted.split_once('"').context("a quote is not closed")?;
            (value, line) = (inside.to_string(), rest);
        } else if let Some(plain) = line.strip_prefix('=') {
            let end = plain.find(' ').unwrap_or(plain.len());
            (value, line) = (plain[..end].to_string(), &plain[end..]);
        }
        items.push((key, value));
        line = line.trim_start();
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "-- A lock.\n-- weyl: verdict=violated states=7 transitions=12\n\
        -- weyl: options=\"--deadlock off\" violated=\"one at a time\" slow\nvar x: boolean;\n";

    #[test]
    fn a_header_is_read() {
        let read = Expectations::parse(HEADER).expect("a good header");
        assert_eq!(read.verdict, Some(Verdict::Violated));
        assert_eq!((read.states, read.transitions), (Some(7), Some(12)));
        assert_eq!(read.options, ["--deadlock", "off"]);
        assert_eq!(read.violated, ["one at a time"]);
        assert!(read.slow && read.not_for_rumur.is_none());
    }

    #[test]
    fn unknown_items_are_refused() {
        assert!(Expectations::parse("// weyl: verdit=holds").is_err());
        assert!(Expectations::parse("// weyl: verdict=maybe").is_err());
    }

    #[test]
    fn blessing_replaces_the_counts_only() {
        let blessed = Expectations::bless(HEADER, 8, 13);
        let expected = HEADER.replace("states=7 transitions=12", "states=8 transitions=13");
        assert_eq!(blessed, expected);
    }
}
