//! The way of a check: text → program → questions → symmetry → jobs → engine → replay → verdicts.
//! This is the one place where all parts meet.

use crate::ask::{Asked, has_a_meaning};
use crate::checkpoints::{self, CheckpointSummary};
use crate::engine::{
    Answered, Execution, Explicit, answer_all, fair_rules, merged, representatives,
};
use crate::failure::{Failure, nowhere};
use crate::judging::{Answer, Judged, Judging, Setup, Unconfirmed, report};
use crate::limits::{limited, to_judge};
use crate::names::names_exist;
use crate::plan::{self, AbsentData, Job, plan};
use crate::reading::{self, Loaded, Read, doubled, read};
use crate::reducing::{Effect, Reduced, Reduction, ordered, portions, reduce, without_idle_names};
use crate::symmetry::{self, Explored, Found, Tried, WantedFor, contradicted, try_out};
use crate::{PropertyResult, Report, Request, codes, vacuity};
use std::sync::Arc;
use std::time::{Duration, Instant};
use weyl_explore::{Phase, Progress};
use weyl_ir::{Capacity, RuleId};
use weyl_quotient::Watch;
use weyl_source::{FileId, Sources};
use weyl_symmetry::{Creator, FactTable};
use weyl_system::Program;

/// Checks the properties of a model.
pub fn check(
    sources: &mut Sources,
    file: FileId,
    request: &Request,
    progress: &Progress,
) -> Result<Report, Failure> {
    progress.enter(Phase::Reading);
    let read = limited(request, progress, || read(sources, file, &request.model))?;
    checkpoints::depend_on(read.sources, request)?;
    let (mut report, _) = check_with_group(&read, request, progress)?;
    if let Some(made) = &request.checkpoints {
        let warnings = checkpoints::warnings(made);
        warnings
            .iter()
            .for_each(|one| report.warnings.push(one.clone()));
        report.checkpoint = Some(CheckpointSummary::of(made));
    }
    Ok(report)
}

/// The same for a model that was read, with the group that was used.
pub(crate) fn check_with_group(
    read: &Read<'_>,
    request: &Request,
    progress: &Progress,
) -> Result<(Report, Option<Found>), Failure> {
    progress.enter(Phase::Preparing);
    let capacity = limited(request, progress, || {
        reading::capacity(read, request, progress)
    })?;
    let portions = limited(request, progress, || portions_of(read, request, capacity))?;
    let are_several = portions.len() > 1;
    let mut portions = portions.into_iter();
    let first = portions.next().unwrap_or_else(|| request.clone());
    let (mut report, found) = check_portion(read, &first, capacity, progress)?;
    let tell_apart = |report: &mut Report, portion: Request| {
        let told = report.reductions.iter_mut().filter(|_| are_several);
        told.for_each(|one| one.about = portion.properties.clone());
    };
    tell_apart(&mut report, first);
    for portion in portions {
        progress.restart();
        let (mut other, _) = check_portion(read, &portion, capacity, progress)?;
        tell_apart(&mut other, portion);
        report.take_in(other);
        let names = request.properties.iter();
        let place = |row: &PropertyResult| names.clone().position(|name| *name == row.name);
        report.properties.sort_by_key(place);
    }
    Ok((report, found))
}

/// What is asked about one program after the other.
fn portions_of(
    read: &Read<'_>,
    request: &Request,
    capacity: Capacity,
) -> Result<Vec<Request>, Failure> {
    // Without a name everything is asked, and something of that needs the whole program.
    if !request.reductions.slice || request.properties.len() < 2 {
        return Ok(vec![request.clone()]);
    }
    let (loaded, asked) = ask(read, request, capacity)?;
    Ok(portions(&loaded.program, &asked, request))
}

/// What is asked about one program.
fn check_portion(
    read: &Read<'_>,
    request: &Request,
    mut capacity: Capacity,
    progress: &Progress,
) -> Result<(Report, Option<Found>), Failure> {
    let started = Instant::now();
    let attempt = with_room(read, request, &mut capacity, progress)?;
    let elapsed = started.elapsed();
    let Attempt {
        prepared,
        answered,
        watching,
        merged,
        setup,
    } = attempt;
    let Prepared {
        loaded,
        numbered,
        written,
        asked,
        fair_rules,
        symmetry,
        tried,
        reductions,
        is_sliced,
        ..
    } = prepared;
    there_is_a_graph(&answered[0], request)?;
    let judging = Judging {
        program: &loaded.program,
        numbered: numbered.as_ref().unwrap_or(&loaded.program),
        written: written.as_ref(),
        is_sliced,
        asked: &asked,
        creators: creators(symmetry.as_ref()),
        fair_rules: &fair_rules,
        request,
        sources: read.sources,
    };
    progress.enter(Phase::Judging);
    let judged = judging.rows(&answered, &watching, &to_judge(request, progress))?;
    if let Some(unconfirmed) = judged.unconfirmed {
        return check_without(read, request, capacity, progress, unconfirmed);
    }
    let Judged {
        rows: properties,
        late,
        ..
    } = judged;
    let mut warnings = loaded.warnings;
    let found = symmetry
        .as_ref()
        .map(|found| found.warnings.iter().cloned());
    found.into_iter().flatten().for_each(|w| warnings.push(w));
    let report = report(Answer {
        program: loaded.program,
        asked,
        numbers: loaded.numbers,
        warnings,
        properties,
        symmetry: symmetry.as_ref(),
        tried,
        merged,
        answered,
        reductions,
        late,
        elapsed,
        setup,
        request,
    });
    Ok((report, symmetry))
}

/// A check with a capacity that suffices.
fn with_room(
    read: &Read<'_>,
    request: &Request,
    capacity: &mut Capacity,
    progress: &Progress,
) -> Result<Attempt, Failure> {
    let mut begun = Instant::now();
    loop {
        let attempt = attempt(read, request, *capacity, begun, progress)?;
        match larger_capacity(*capacity, &attempt.answered) {
            Some(larger) => *capacity = larger,
            None => return Ok(attempt),
        }
        progress.restart();
        begun = Instant::now();
    }
}

/// What a reduction has not answered is asked again without it.
fn check_without(
    read: &Read<'_>,
    request: &Request,
    capacity: Capacity,
    progress: &Progress,
    Unconfirmed { reduction, reason }: Unconfirmed,
) -> Result<(Report, Option<Found>), Failure> {
    let mut request = request.clone();
    match reduction {
        "slice" => request.reductions.slice = false,
        _ => request.reductions.live = false,
    }
    progress.restart();
    let (mut report, found) = check_portion(read, &request, capacity, progress)?;
    let left_out = Reduction {
        name: reduction,
        effect: Effect::LeftOut(reason),
        about: Vec::new(),
    };
    report.reductions.insert(0, left_out);
    Ok((report, found))
}

/// A check with a certain capacity.
struct Attempt {
    prepared: Prepared,
    answered: Vec<Answered>,
    /// Jobs that look for left sides of implications alone.
    watching: Vec<Answered>,
    /// Whether symmetry merged some states, if that is known.
    merged: Option<bool>,
    setup: Setup,
}

/// A program with what is asked of it, and its symmetry, tried out.
struct Prepared {
    loaded: Loaded,
    /// The same, where processes have other numbers in it.
    numbered: Option<Program>,
    /// What is shown, where something else is explored.
    written: Option<Program>,
    reductions: Vec<Reduction>,
    /// Whether a part of the program is gone.
    is_sliced: bool,
    asked: Asked,
    fair_rules: Vec<RuleId>,
    symmetry: Option<Found>,
    jobs: Vec<Job>,
    tried: Option<Tried>,
    certificate_time: Option<Duration>,
}

fn attempt(
    read: &Read<'_>,
    request: &Request,
    capacity: Capacity,
    begun: Instant,
    progress: &Progress,
) -> Result<Attempt, Failure> {
    let mut prepared = limited(request, progress, || {
        prepare(read, request, capacity, progress)
    })?;
    let program = &prepared.loaded.program;
    let found = prepared.symmetry.as_ref();
    let compiling = Instant::now();
    progress.enter(Phase::Compiling);
    let execution = limited(request, progress, || {
        Execution::new(program, request.executor)
    })?;
    let compile_time = execution.is_native().then(|| compiling.elapsed());
    let facts = found.map_or(&[][..], |found| &found.facts);
    let watch = Arc::new(Watch::new(FactTable::new(facts, &program.layout)));
    let engine = Explicit {
        program,
        execution: &execution,
        creators: creators(found),
        fair_rules: &prepared.fair_rules,
        watch: &watch,
        asked: &prepared.asked,
        request,
        capacity,
        progress,
    };
    let setup = Setup {
        time: begun.elapsed(),
        compile_time,
        certificate_time: prepared.certificate_time,
    };
    progress.enter(Phase::Searching);
    let answered = answer_all(&engine, std::mem::take(&mut prepared.jobs));
    let is_whole = answered.iter().all(|one| one.exploration.complete);
    let left = plan::left_to_watch(&program.model, &prepared.asked, found, &answered);
    let watching = if is_whole && !left.is_empty() {
        answer_all(&engine, left)
    } else {
        Vec::new()
    };
    checkpoints::refused(request)?;
    let first = &answered[0];
    let budget = progress.budget(&request.limits);
    let canonical = || {
        representatives(
            program,
            engine.creators,
            &first.job.group,
            request.precision,
        )
    };
    let merged = merged(&execution, first, &budget, canonical);
    drop(execution);
    let ordered = ordered(&program.model, &prepared.asked, &answered, request);
    prepared.reductions.extend(ordered);
    if let Some(state) = watch.contradiction() {
        return Err(contradicted(program, facts, state));
    }
    Ok(Attempt {
        prepared,
        answered,
        watching,
        merged,
        setup,
    })
}

fn prepare(
    read: &Read<'_>,
    request: &Request,
    capacity: Capacity,
    progress: &Progress,
) -> Result<Prepared, Failure> {
    progress.enter(Phase::Preparing);
    let (mut loaded, mut asked) = ask(read, request, capacity)?;
    let fair_rules = fair_rules(&loaded.program.model, request)?;
    let Reduced {
        program: reduced,
        kept,
        idles,
        reductions,
        warning,
    } = reduce(&loaded.program, &asked, request)?;
    if idles {
        asked.idle();
    }
    warning
        .into_iter()
        .for_each(|one| loaded.warnings.push(one));
    let (program, written) = match reduced {
        Some(reduced) => (reduced, Some(loaded.program)),
        None => (loaded.program, None),
    };
    let wanted_for = WantedFor {
        properties: &asked.properties(),
        temporal: &asked.temporal,
        claims: &asked.claims(),
        fair_rules: &fair_rules,
    };
    progress.enter(Phase::Symmetry);
    let whole = written.as_ref().filter(|_| kept.is_some());
    let request = &symmetry::ending_alike(request, whole);
    let (explored, mut symmetry) = symmetry::find(read.sources, program, &wanted_for, request)?;
    let written = written.map(|written| explored.alike(written)).transpose()?;
    let Explored {
        program, numbered, ..
    } = explored;
    loaded.program = program;
    let budget = progress.budget(&request.limits);
    let mut absent = AbsentData::new(&loaded.program, budget.clone());
    if let Some(found) = &mut symmetry {
        absent.fix(&mut found.group);
    }
    let found = symmetry.as_ref();
    let mut jobs = plan(&loaded.program, &asked, found, request.indices);
    for job in &mut jobs {
        absent.fix(&mut job.group);
    }
    plan::watch(&mut jobs, &asked, found);
    if let Some(kept) = &kept {
        without_idle_names(&mut jobs, &loaded.program, kept);
    }
    let trying = Instant::now();
    let tried = found.map(|found| try_out(&loaded.program, found, &jobs, &budget));
    let tried = tried.transpose()?;
    let certificate_time = tried.is_some().then(|| trying.elapsed());
    Ok(Prepared {
        loaded,
        numbered,
        written,
        reductions,
        is_sliced: kept.is_some(),
        asked,
        fair_rules,
        symmetry,
        jobs,
        tried,
        certificate_time,
    })
}

/// The program, and what is asked about it.
fn ask(read: &Read<'_>, request: &Request, capacity: Capacity) -> Result<(Loaded, Asked), Failure> {
    let mut loaded = read.load(capacity)?;
    let mut asked = Asked::new(&loaded.program, &loaded.temporal, request)?;
    has_a_meaning(&loaded.program, &asked, request)?;
    names_exist(&loaded.program, &request.names)?;
    (loaded.program, asked.watched) = vacuity::watch(loaded.program, &asked, read.sources)?;
    Ok((loaded, asked))
}

/// What to start over with, if the search needed more room.
fn larger_capacity(capacity: Capacity, answered: &[Answered]) -> Option<Capacity> {
    let mut full = answered.iter().filter_map(|one| one.exploration.full_table);
    full.find_map(|table| doubled(capacity, table))
}

fn there_is_a_graph(first: &Answered, request: &Request) -> Result<(), Failure> {
    if !request.graph || first.has_looked_at_states() {
        return Ok(());
    }
    let message = "there is no state graph to draw: nothing was asked about states";
    let hint = "`--graph` writes what is explored for invariants, assertions, deadlock";
    Err(Failure::input(
        nowhere(codes::COMMAND_LINE, message).hint(hint),
    ))
}

/// Those whose work must be over before names change places.
fn creators(symmetry: Option<&Found>) -> &[Creator] {
    symmetry.map_or(&[], |found| &found.creators)
}
