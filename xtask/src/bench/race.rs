//! One event: the contestants take turns, and must have done the same work.

use super::contestant::Contestant;
use super::event::{Event, Text, Work};
use super::measurement::Measurement;
use super::weyl::Weyl;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// The runs of all contestants in an event.
#[derive(Debug)]
pub struct Results {
    pub event: Event,
    runs: Vec<(Contestant, Vec<Measurement>)>,
}

impl Results {
    /// Nothing if the contestant did not take part.
    pub fn of(&self, contestant: Contestant) -> &[Measurement] {
        let mut runs = self.runs.iter();
        let found = runs.find(|(other, _)| *other == contestant);
        found.map_or(&[], |(_, runs)| runs)
    }

    /// How many times longer than its shortest run a contestant's longest one took, at most.
    pub fn spread(&self) -> f64 {
        let spreads = self.runs.iter().map(|(_, runs)| {
            let seconds = || runs.iter().map(|run| run.search);
            let shortest = seconds().fold(f64::INFINITY, f64::min);
            // Short runs differ by what a clock and a start of a process do.
            seconds().fold(0.0, f64::max) / shortest.max(MEASURABLE)
        });
        spreads.fold(1.0, f64::max)
    }
}

/// Seconds that a run must take to say something about the machine.
const MEASURABLE: f64 = 0.5;

/// Runs the contestants in turn, `times` times over. An error if one of them did other work.
pub fn race(
    event: Event,
    contestants: &[Contestant],
    times: usize,
    weyl: &Weyl,
    scratch: &Path,
) -> Result<Results> {
    let folder = tempfile::tempdir_in(scratch)?;
    let model = event.path(folder.path())?;
    let runs = contestants
        .iter()
        .map(|contestant| (*contestant, Vec::new()));
    let mut results = Results {
        event,
        runs: runs.collect(),
    };
    let mut first = None;
    for turn in 0..times.max(1) {
        for (contestant, runs) in &mut results.runs {
            if turn > 0 && contestant.runs_once() {
                continue;
            }
            let own = tempfile::tempdir_in(scratch)?;
            let run = contestant.measure(weyl, &event, &model, own.path());
            let run = run.with_context(|| format!("{}, {}", event.name(), contestant.name()))?;
            is_same_work(&event, *contestant, &run, first.get_or_insert(run))?;
            let (name, seconds) = (contestant.name(), run.search);
            eprintln!(
                "{}: {name}: {} states, {seconds:.2} s",
                event.name(),
                run.states
            );
            runs.push(run);
        }
    }
    Ok(results)
}

/// States and transitions are those of the first run and of the event. Only a heuristic may store
/// more: fewer states than orbits would mean that some were missed.
fn is_same_work(
    event: &Event,
    contestant: Contestant,
    run: &Measurement,
    first: &Measurement,
) -> Result<()> {
    let is_heuristic = matches!(contestant, Contestant::RumurHeuristic { .. });
    let is_same = match (event.work, is_heuristic) {
        (Work::OneStateOfEachOrbit, true) => run.states >= event.states,
        _ => run.states == event.states && run.transitions == first.transitions,
    };
    // The project's models are right.
    let is_fine = run.holds || matches!(event.text, Text::Guest(_));
    ensure!(
        is_same && is_fine,
        "{}: {} did other work: {run:?}, not {} states as in {first:?}",
        event.name(),
        contestant.name(),
        event.states
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::event::{Language, Text};

    const RUN: Measurement = Measurement {
        states: 10,
        transitions: 20,
        holds: true,
        preparation: 0.0,
        process: 1.0,
        search: 1.0,
        store_bytes: None,
        process_bytes: None,
        representatives: None,
    };
    const EVENT: Event = Event {
        language: Language::Murphi,
        work: Work::OneStateOfEachOrbit,
        text: Text::Own {
            model: "lock",
            constants: &[],
        },
        states: 10,
    };
    const EXHAUSTIVE: Contestant = Contestant::RumurExhaustive;
    const HEURISTIC: Contestant = Contestant::RumurHeuristic { schedules: false };

    #[test]
    fn other_work_is_an_error() {
        assert!(is_same_work(&EVENT, EXHAUSTIVE, &RUN, &RUN).is_ok());
        let others = [
            Measurement { states: 9, ..RUN },
            Measurement { states: 11, ..RUN },
            Measurement {
                transitions: 21,
                ..RUN
            },
            Measurement {
                holds: false,
                ..RUN
            },
        ];
        for other in others {
            assert!(is_same_work(&EVENT, EXHAUSTIVE, &other, &RUN).is_err());
        }
    }

    #[test]
    fn the_spread_is_that_of_the_least_steady() {
        let taking = |search| Measurement { search, ..RUN };
        let results = Results {
            event: EVENT,
            runs: vec![
                (EXHAUSTIVE, vec![taking(2.0), taking(3.0)]),
                (HEURISTIC, vec![taking(0.001), taking(0.004)]),
            ],
        };
        assert!((results.spread() - 1.5).abs() < 1e-9);
    }

    #[test]
    fn a_heuristic_may_store_more_but_not_fewer() {
        let more = Measurement {
            states: 11,
            transitions: 25,
            ..RUN
        };
        assert!(is_same_work(&EVENT, HEURISTIC, &more, &RUN).is_ok());
        let fewer = Measurement { states: 9, ..RUN };
        assert!(is_same_work(&EVENT, HEURISTIC, &fewer, &RUN).is_err());
    }
}
