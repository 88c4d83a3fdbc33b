//! What a column shows.

use super::contestant::Contestant;
use super::measurement::{Measurement, median};
use super::race::Results;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    States(Contestant),
    Transitions(Contestant),
    /// States a second.
    Rate(Contestant),
    /// Transitions a second.
    Firings(Contestant),
    /// Seconds of the compiler.
    Preparation(Contestant),
    /// Seconds of the search.
    Seconds(Contestant),
    /// How many times faster the first searches.
    Faster(Contestant, Contestant),
    /// How many times sooner the first has a verdict, compilers included.
    Sooner(Contestant, Contestant),
    StoreBytes(Contestant),
    ProcessBytes(Contestant),
    Representatives(Contestant),
}

impl Cell {
    pub fn title(self) -> String {
        use Cell::*;
        match self {
            States(who) => format!("states, {}", who.name()),
            Transitions(_) => "transitions".to_string(),
            Rate(who) => format!("states/s, {}", who.name()),
            Firings(who) => format!("transitions/s, {}", who.name()),
            Preparation(who) => format!("compiler (s), {}", who.name()),
            Seconds(who) => format!("search (s), {}", who.name()),
            Faster(who, than) | Sooner(who, than) => format!("{} / {}", who.name(), than.name()),
            StoreBytes(who) => who.name().to_string(),
            ProcessBytes(who) => format!("{}, whole process", who.name()),
            Representatives(_) => "share of representatives".to_string(),
        }
    }

    /// Figures of the machine rather than of the contestants: they stay out of the document.
    pub fn is_of_the_machine(self) -> bool {
        matches!(
            self,
            Cell::Rate(_) | Cell::Preparation(_) | Cell::Seconds(_)
        )
    }

    pub fn contestants(self) -> Vec<Contestant> {
        use Cell::*;
        match self {
            Faster(who, than) | Sooner(who, than) => vec![who, than],
            States(who) | Transitions(who) | Rate(who) | Firings(who) | Preparation(who)
            | Seconds(who) | StoreBytes(who) | ProcessBytes(who) | Representatives(who) => {
                vec![who]
            }
        }
    }

    /// A dash where a contestant did not take part, or does not say.
    pub fn text(self, results: &Results) -> String {
        self.figure(results).unwrap_or_else(|| "–".to_string())
    }

    /// How many times faster or sooner, if it says that.
    pub fn ratio(self, results: &Results) -> Option<f64> {
        let (who, than, seconds): (_, _, fn(&Measurement) -> f64) = match self {
            Cell::Faster(who, than) => (who, than, |run| run.search),
            Cell::Sooner(who, than) => (who, than, Measurement::until_verdict),
            _ => return None,
        };
        let of = |contestant| median(results.of(contestant), |run| Some(seconds(run)));
        Some(of(than)? / of(who)?)
    }

    fn figure(self, results: &Results) -> Option<String> {
        use Cell::*;
        let of = |who: Contestant, figure: fn(&Measurement) -> Option<f64>| {
            median(results.of(who), figure)
        };
        let search = |who| of(who, |run| Some(run.search));
        let a_second = |count: u64, who| Some(format!("{:.0}", count as f64 / search(who)?));
        let first = |who| results.of(who).first();
        Some(match self {
            States(who) => first(who)?.states.to_string(),
            Transitions(who) => first(who)?.transitions.to_string(),
            Rate(who) => a_second(first(who)?.states, who)?,
            Firings(who) => a_second(first(who)?.transitions, who)?,
            Preparation(who) => format!("{:.2}", of(who, |run| Some(run.preparation))?),
            Seconds(who) => format!("{:.2}", search(who)?),
            Faster(..) | Sooner(..) => format!("{:.2}", self.ratio(results)?),
            StoreBytes(who) => format!("{:.1}", of(who, |run| run.store_bytes)?),
            ProcessBytes(who) => format!("{:.1}", of(who, |run| run.process_bytes)?),
            Representatives(who) => {
                format!("{:.0} %", 100.0 * of(who, |run| run.representatives)?)
            }
        })
    }
}
