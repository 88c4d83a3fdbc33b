//! What a model is expected to answer, written in its header: comment lines that begin with
//! `weyl:`.
//!
//! ```text
//! -- weyl: verdict=holds states=172 transitions=430 order=6
//! -- weyl: full-states=882 full-transitions=2646
//! -- weyl: options="--deadlock off"
//! -- weyl: violated="mutual exclusion"
//! ```
//!
//! Counts belong to the options. Those of a [`Way`] of its own belong to that: `full-` to the
//! unreduced system, explored beyond violations, and `declared-` to its quotient by the symmetry
//! that the model declares.

mod bless;
mod items;

pub use bless::blessed;
pub use items::{WrongHeader, places_of};

use items::{Item, header_items};
use std::collections::BTreeSet;
use weyl_check::Conclusion;

/// How a model is checked for some of its counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    /// With the options of the header.
    AsAsked,
    /// The unreduced system, beyond violations.
    Full,
    /// By the symmetry that the model declares, beyond violations.
    Declared,
}

/// What is counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub states: Option<u64>,
    pub transitions: Option<u64>,
    /// The order of the group.
    pub order: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectations {
    pub verdict: Option<Conclusion>,
    /// The names of the violated properties.
    pub violated: Vec<String>,
    /// With the options of the header.
    pub counts: Counts,
    /// The structure of the group.
    pub structure: Option<String>,
    pub full: Counts,
    pub declared: Counts,
    /// What is said to break more symmetry, in part.
    pub because: Option<String>,
    /// The code of the diagnostic with which the model is refused.
    pub error: Option<String>,
    /// Options that the check of this model needs.
    pub options: Vec<String>,
    /// Why Rumur is not asked about this model.
    pub not_for_rumur: Option<String>,
    /// Why SPIN is not asked about this model.
    pub not_for_spin: Option<String>,
    /// It takes more than a few seconds.
    pub slow: bool,
}

impl Expectations {
    /// Whether any answer would do: it is only said how to ask, and whom.
    pub fn are_none(&self) -> bool {
        let only_how = Expectations {
            options: self.options.clone(),
            not_for_rumur: self.not_for_rumur.clone(),
            not_for_spin: self.not_for_spin.clone(),
            slow: self.slow,
            ..Expectations::default()
        };
        *self == only_how
    }
}

/// All that can be said.
pub const KEYS: [&str; 17] = [
    "verdict",
    "violated",
    "states",
    "transitions",
    "order",
    "structure",
    "full-states",
    "full-transitions",
    "declared-states",
    "declared-transitions",
    "declared-order",
    "because",
    "error",
    "options",
    "rumur",
    "spin",
    "slow",
];

impl Way {
    pub const ALL: [Way; 3] = [Way::AsAsked, Way::Full, Way::Declared];

    /// What its counts begin with.
    pub fn prefix(self) -> &'static str {
        match self {
            Way::AsAsked => "",
            Way::Full => "full-",
            Way::Declared => "declared-",
        }
    }

    /// The options that make it this way.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Way::AsAsked => &[],
            Way::Full => &["--reduce", "none", "--keep-going"],
            Way::Declared => &[
                "--reduce",
                "symmetry",
                "--symmetry",
                "scalarset",
                "--keep-going",
            ],
        }
    }
}

impl Counts {
    pub fn is_empty(&self) -> bool {
        *self == Counts::default()
    }

    fn set(&mut self, key: &str, value: &str) -> Result<bool, String> {
        match key {
            "states" => self.states = Some(number(key, value)?),
            "transitions" => self.transitions = Some(number(key, value)?),
            "order" => self.order = Some(order(value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }
}

impl Expectations {
    /// Those in the header of a text; nothing is expected where there is none.
    pub fn parse(text: &str) -> Result<Expectations, WrongHeader> {
        let mut expectations = Expectations::default();
        let mut said = BTreeSet::new();
        for Item { key, value, range } in header_items(text)? {
            let set = if key != "violated" && !said.insert(key.clone()) {
                Err(format!("`{key}` is said twice"))
            } else {
                expectations.set(&key, &value)
            };
            set.map_err(|message| WrongHeader { range, message })?;
        }
        Ok(expectations)
    }

    /// Whether the text says anything.
    pub fn are_in(text: &str) -> bool {
        text.lines().any(|line| items::header(line).is_some())
    }

    /// One more expectation; an error says what is wrong with it.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        for way in Way::ALL.into_iter().rev() {
            if let Some(count) = key.strip_prefix(way.prefix())
                && self.counts_mut(way).set(count, value)?
            {
                return Ok(());
            }
        }
        match key {
            "verdict" => self.verdict = Some(verdict(value)?),
            "violated" => self.violated.push(value.to_string()),
            "structure" => self.structure = Some(value.to_string()),
            "because" => self.because = Some(value.to_string()),
            "error" => self.error = Some(value.to_string()),
            "options" => self.options = words(value)?,
            "rumur" => self.not_for_rumur = Some(value.to_string()),
            "spin" => self.not_for_spin = Some(value.to_string()),
            "slow" => self.slow = true,
            _ => return Err(format!("`{key}` is nothing that can be expected")),
        }
        Ok(())
    }

    pub fn counts(&self, way: Way) -> &Counts {
        match way {
            Way::AsAsked => &self.counts,
            Way::Full => &self.full,
            Way::Declared => &self.declared,
        }
    }

    fn counts_mut(&mut self, way: Way) -> &mut Counts {
        match way {
            Way::AsAsked => &mut self.counts,
            Way::Full => &mut self.full,
            Way::Declared => &mut self.declared,
        }
    }

    /// Whether a group is all that is expected: the model need not be explored.
    pub fn are_about_the_group(&self) -> bool {
        let explored = Expectations {
            counts: Counts {
                order: None,
                ..self.counts.clone()
            },
            structure: None,
            because: None,
            options: Vec::new(),
            not_for_rumur: None,
            not_for_spin: None,
            slow: false,
            ..self.clone()
        };
        explored == Expectations::default()
            && (self.counts.order.is_some() || self.structure.is_some() || self.because.is_some())
    }
}

fn number(key: &str, value: &str) -> Result<u64, String> {
    let number = value.replace(['_', ','], "").parse();
    number.map_err(|_| format!("`{key}` is a number, and `{value}` is none"))
}

fn order(value: &str) -> Result<String, String> {
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!(
            "the order of a group is a number, and `{value}` is none"
        ));
    }
    Ok(value.to_string())
}

fn verdict(text: &str) -> Result<Conclusion, String> {
    match text {
        "holds" => Ok(Conclusion::Holds),
        "violated" => Ok(Conclusion::Violated),
        "inconclusive" => Ok(Conclusion::Inconclusive),
        _ => Err(format!(
            "`{text}` is no verdict: it is holds, violated or inconclusive"
        )),
    }
}

/// Options as a shell would part them.
fn words(options: &str) -> Result<Vec<String>, String> {
    shlex::split(options).ok_or_else(|| "a quote in the options is not closed".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str = "-- A lock.\n-- weyl: verdict=violated states=7 full-states=12 order=2\n\
        -- weyl: options=\"--deadlock off --ltl '[] p'\" violated=\"one at a time\" slow\nvar x: boolean;\n";

    #[test]
    fn a_header_is_read() {
        let read = Expectations::parse(HEADER).expect("a good header");
        assert_eq!(read.verdict, Some(Conclusion::Violated));
        assert_eq!((read.counts.states, read.full.states), (Some(7), Some(12)));
        assert_eq!(read.counts.order.as_deref(), Some("2"));
        assert_eq!(read.options, ["--deadlock", "off", "--ltl", "[] p"]);
        assert_eq!(read.violated, ["one at a time"]);
        assert!(read.slow && read.not_for_rumur.is_none() && read.declared.is_empty());
    }

    #[test]
    fn what_is_wrong_is_refused_where_it_stands() {
        let cases = [
            ("verdit=holds", "verdit=holds"),
            ("verdict=maybe", "verdict=maybe"),
            ("slow states=many", "states=many"),
            ("full-order=2 full-states=-1", "full-states=-1"),
            ("order=six", "order=six"),
            ("options=\"--ltl 'x\"", "options=\"--ltl 'x\""),
            ("violated=\"open", "violated=\"open"),
            ("order=", "order="),
            ("states=1 slow states=1", "states=1"),
        ];
        for (items, wrong) in cases {
            let text = format!("byte x; // ≔\n// weyl: {items}\n");
            let error = Expectations::parse(&text).expect_err(items);
            assert_eq!(&text[error.range.clone()], wrong, "{error:?}");
            assert!(!items.starts_with("states") || error.range.start > 30);
        }
    }

    #[test]
    fn every_key_can_be_set() {
        for key in KEYS {
            let value = if key == "verdict" { "holds" } else { "1" };
            let set = Expectations::default().set(key, value);
            assert_eq!(set, Ok(()), "{key}");
        }
    }

    #[test]
    fn a_group_alone_needs_no_search() {
        let alone = |header: &str| {
            let read = Expectations::parse(&format!("// weyl: {header}")).expect(header);
            read.are_about_the_group()
        };
        assert!(alone("order=6 slow") && alone("because=\"x\" options=\"-D N=3\""));
        assert!(!alone("order=6 states=3") && !alone("verdict=holds order=6") && !alone("slow"));
        assert!(!alone("order=6 full-states=3"));
    }
}
