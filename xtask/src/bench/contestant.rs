//! Who runs, and how.

use super::event::{Event, Language, Work};
use super::measurement::Measurement;
use super::process;
use super::weyl::Weyl;
use anyhow::{Context, Result};
use std::path::Path;
use std::time::Instant;
use weyl_filetest::{rumur, spin};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contestant {
    Weyl {
        threads: usize,
    },
    /// Without partial order reduction, statement merging and dead variable elimination.
    Spin {
        collapse: bool,
    },
    /// Every state.
    Rumur,
    /// Several states for one orbit where processes refer to each other. Schedules keep names
    /// straight in counterexamples; they are its default, and take most of its time.
    RumurHeuristic {
        schedules: bool,
    },
    /// Every permutation of every state.
    RumurExhaustive,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Peer {
    Spin,
    Rumur,
}

impl Peer {
    pub const ALL: [Peer; 2] = [Peer::Spin, Peer::Rumur];

    pub fn name(self) -> &'static str {
        match self {
            Peer::Spin => "SPIN",
            Peer::Rumur => "Rumur",
        }
    }

    pub fn is_installed(self) -> bool {
        match self {
            Peer::Spin => spin::is_installed(),
            Peer::Rumur => rumur::is_installed(),
        }
    }
}

/// What a checker of Rumur with two states needs: its program, stack and first table.
const RUMUR_BASE: u64 = 1_500_000;

/// Longer than any path that a search of these models follows.
const SPIN_DEPTH: u64 = 5_000_000;

impl Contestant {
    pub fn name(self) -> &'static str {
        match self {
            Contestant::Weyl { threads: 1 } => "weyl",
            Contestant::Weyl { .. } => "weyl, 2 threads",
            Contestant::Spin { collapse: false } => "SPIN",
            Contestant::Spin { collapse: true } => "SPIN, COLLAPSE",
            Contestant::Rumur => "Rumur",
            Contestant::RumurHeuristic { schedules: false } => "Rumur heuristic",
            Contestant::RumurHeuristic { schedules: true } => "Rumur heuristic, schedules",
            Contestant::RumurExhaustive => "Rumur exhaustive",
        }
    }

    pub fn peer(self) -> Option<Peer> {
        match self {
            Contestant::Weyl { .. } => None,
            Contestant::Spin { .. } => Some(Peer::Spin),
            _ => Some(Peer::Rumur),
        }
    }

    pub fn takes_part_in(self, event: &Event) -> bool {
        match self {
            Contestant::Weyl { .. } => true,
            Contestant::Spin { .. } => event.language == Language::Promela,
            Contestant::Rumur => {
                event.language == Language::Murphi && event.work == Work::EveryState
            }
            Contestant::RumurHeuristic { .. } | Contestant::RumurExhaustive => {
                event.work == Work::OneStateOfEachOrbit
            }
        }
    }

    /// Whether one run is enough: there for its memory, or for the record.
    pub fn runs_once(self) -> bool {
        matches!(
            self,
            Contestant::Spin { collapse: true } | Contestant::RumurHeuristic { schedules: true }
        )
    }

    /// Runs on a model in a folder that is there for it.
    pub fn measure(
        self,
        weyl: &Weyl,
        event: &Event,
        model: &Path,
        folder: &Path,
    ) -> Result<Measurement> {
        let of_rumur = |symmetry, schedules| rumur::Options {
            optimise: true,
            symmetry,
            traces: true,
            schedules,
            ..rumur::Options::default()
        };
        match self {
            Contestant::Weyl { threads } => weyl.measure(event, model, threads),
            Contestant::Spin { collapse } => {
                let options = spin::Options {
                    collapse,
                    table_bits: slots(event.states).ilog2() + 1,
                    depth: SPIN_DEPTH,
                    ..spin::Options::default()
                };
                measure_spin(model, folder, &options)
            }
            Contestant::Rumur => measure_rumur(model, folder, &of_rumur("off", false)),
            Contestant::RumurHeuristic { schedules } => {
                measure_rumur(model, folder, &of_rumur("heuristic", schedules))
            }
            Contestant::RumurExhaustive => {
                measure_rumur(model, folder, &of_rumur("exhaustive", false))
            }
        }
    }
}

/// The slots of the smallest table that SPIN can have with one for each state.
fn slots(states: u64) -> u64 {
    states.max(1 << 16).next_power_of_two()
}

/// The table that counts is the smallest one: the one that is used has twice its slots, for speed.
fn measure_spin(model: &Path, folder: &Path, options: &spin::Options) -> Result<Measurement> {
    let begin = Instant::now();
    spin::compile(model, folder, options)?;
    let preparation = begin.elapsed().as_secs_f64();
    let finished = process::run(&mut spin::search(folder, options))?;
    let answer = spin::Answer::parse(&finished.printed)?;
    let effort = spin::Effort::parse(&finished.printed)?;
    let states = answer.states as f64;
    let table = (slots(answer.states) * size_of::<u64>() as u64) as f64;
    Ok(Measurement {
        states: answer.states,
        transitions: answer.transitions,
        holds: answer.errors == 0,
        preparation,
        process: finished.seconds,
        search: effort.seconds,
        store_bytes: effort.bytes_of_states.map(|bytes| (bytes + table) / states),
        process_bytes: finished.peak_bytes.map(|peak| peak as f64 / states),
        representatives: None,
    })
}

/// It does not say what its store takes: nearly all of its memory is that.
fn measure_rumur(model: &Path, folder: &Path, options: &rumur::Options) -> Result<Measurement> {
    let checker = folder.join("checker");
    let begin = Instant::now();
    rumur::compile(model, &checker, options)?;
    let preparation = begin.elapsed().as_secs_f64();
    let finished = process::run(&mut std::process::Command::new(&checker))?;
    let answer = rumur::Answer::parse(&finished.printed).context("Rumur")?;
    let peak = finished.peak_bytes;
    let states = answer.states as f64;
    let store = peak.map(|peak| peak.saturating_sub(RUMUR_BASE) as f64);
    Ok(Measurement {
        states: answer.states,
        transitions: answer.rules_fired,
        holds: answer.is_satisfied,
        preparation,
        process: finished.seconds,
        search: finished.seconds,
        store_bytes: store.map(|bytes| bytes / states),
        process_bytes: peak.map(|peak| peak as f64 / states),
        representatives: None,
    })
}
