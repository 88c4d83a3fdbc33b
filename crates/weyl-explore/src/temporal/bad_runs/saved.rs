//! A search for bad runs in checkpoints: how many levels it has looked at, what it has found, and
//! when it looks again. The product is not written: it is spread again over the graph, level by
//! level and without a look, as nothing was found there that is not written.

use super::{BadRuns, Early, Probe};
use crate::checkpoint::{as_error, put_firing, put_flag, put_option, put_u32, put_u64};
use crate::checkpoint::{damaged, get, get_firing, get_flag, get_option, get_u32, get_u64};
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::store::Store;
use std::io::{self, Read, Write};
use weyl_system::{Conditions, Finding, Firing, LassoRun, Renaming};

fn put_run(to: &mut impl Write, run: &LassoRun) -> io::Result<()> {
    put_firing(to, run.start)?;
    put_u64(to, run.steps.len() as u64)?;
    for step in &run.steps {
        put_flag(to, step.is_some())?;
        step.iter().try_for_each(|firing| put_firing(to, *firing))?;
    }
    put_option(to, run.back.map(|back| back as u64))?;
    put_u32(to, run.instance)
}

fn get_run(from: &mut impl Read) -> io::Result<LassoRun> {
    let start = get_firing(from)?;
    let count = get_u64(from)?;
    let steps = (0..count).map(|_| get_flag(from)?.then(|| get_firing(from)).transpose());
    let steps: Vec<Option<Firing>> = steps.collect::<io::Result<_>>()?;
    Ok(LassoRun {
        start,
        steps,
        back: get_option(from)?.map(|back| back as usize),
        instance: get_u32(from)?,
    })
}

const OPEN: u8 = 0;
const BAD: u8 = 1;
const HOLDS: u8 = 2;
/// An atom makes no sense somewhere: the last level shows where.
const SENSELESS: u8 = 3;

fn put_finding(to: &mut impl Write, finding: Option<&Finding>) -> io::Result<()> {
    let kind = match finding {
        None => OPEN,
        Some(Finding::Bad(_)) => BAD,
        Some(Finding::Holds) => HOLDS,
        Some(Finding::Violations(_)) => SENSELESS,
        Some(
            Finding::Reached(_)
            | Finding::Unreachable
            | Finding::Lost { .. }
            | Finding::Settled
            | Finding::Decided(_)
            | Finding::Fails(_)
            | Finding::TooLarge
            | Finding::Unknown,
        ) => {
            return Err(io::Error::other(
                "a finding that no search for bad runs has",
            ));
        }
    };
    to.write_all(&[kind])?;
    match finding {
        Some(Finding::Bad(run)) => put_run(to, run),
        _ => Ok(()),
    }
}

/// A limit, or a fault that there was not before.
fn failed(stop: Stop) -> io::Error {
    match stop.limit() {
        Some(limit) => as_error(limit),
        None => damaged("the system is another one"),
    }
}

impl BadRuns<'_> {
    pub fn write(&self, to: &mut impl Write) -> io::Result<()> {
        put_u64(to, self.done)?;
        put_u64(to, self.passes)?;
        put_u64(to, self.next_look)?;
        put_u64(to, self.left_to_probe)?;
        put_u64(to, self.levels.nodes)?;
        put_u64(to, self.levels.steps)?;
        put_flag(to, self.early.is_some())?;
        if let Some(Early { run, until }) = &self.early {
            put_u64(to, *until)?;
            put_run(to, run)?;
        }
        put_finding(to, self.finding.as_ref())?;
        put_flag(to, self.probe.is_some())?;
        self.probe.iter().try_for_each(|probe| probe.write(to))
    }

    /// As it was, on the graph that is known.
    pub fn begin_again<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
        from: &mut impl Read,
    ) -> io::Result<()> {
        let done = get_u64(from)?;
        self.passes = get_u64(from)?;
        self.next_look = get_u64(from)?;
        self.left_to_probe = get_u64(from)?;
        let (nodes, steps) = (get_u64(from)?, get_u64(from)?);
        if get_flag(from)? {
            let until = get_u64(from)?;
            let run = get_run(from)?;
            self.early = Some(Early { run, until });
        }
        let [kind] = get(from)?;
        let run = (kind == BAD).then(|| get_run(from)).transpose()?;
        self.probe = get_flag(from)?.then(|| Probe::read(from)).transpose()?;
        match (kind, run) {
            (OPEN, _) => self.spread_again(done, false, known).map_err(failed),
            (SENSELESS, _) => self.spread_again(done, true, known).map_err(failed),
            (BAD, Some(run)) => {
                self.answer(Finding::Bad(run), (nodes, steps), done);
                Ok(())
            }
            (HOLDS, _) => {
                self.answer(Finding::Holds, (nodes, steps), done);
                Ok(())
            }
            _ => Err(damaged("something unknown stands there")),
        }
    }

    fn answer(&mut self, finding: Finding, (nodes, steps): (u64, u64), done: u64) {
        (self.levels.nodes, self.levels.steps) = (nodes, steps);
        (self.has_begun, self.done) = (true, done);
        self.finding = Some(finding);
    }

    fn spread_again<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        done: u64,
        is_senseless: bool,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        while self.done < done {
            let sight = if self.has_begun {
                self.levels.advance(known)?
            } else {
                self.levels.begin(known)?
            };
            (self.has_begun, self.done) = (true, self.done + 1);
            if is_senseless && self.done == done {
                self.finding = self.at_last_level(&sight, known)?;
                self.end(known);
            }
        }
        Ok(())
    }
}
