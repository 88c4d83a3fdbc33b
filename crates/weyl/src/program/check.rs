//! `weyl check`.

use crate::input::sources;
use crate::program::answer::{fail, failed, printed, with_files};
use crate::program::checkpoint;
use crate::program::ending::guard;
use crate::program::exit::Exit;
use crate::program::flags::CheckFlags;
use crate::program::models::expanded;
use crate::program::output::Outputs;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::settings::{CheckSettings, Output, chart_format, graph_format};
use crate::program::several;
use crate::program::watch::watched;
use crate::{Check, Error, Report};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use weyl_check::{Failure, no_trail, wrong_command_line};
use weyl_explore::{Phase, Progress};
use weyl_report::{
    Shown, View, render_check_junit, render_check_sarif, render_failure_junit,
    render_failure_sarif, render_report,
};

const GRAPH: &str = "--graph";
const CHART: &str = "--chart";
const TRAIL: &str = "--trail";
const JUNIT: &str = "--junit";
const SARIF: &str = "--sarif";

pub fn run(flags: &CheckFlags, screen: &Screen) -> Exit {
    let first = flags.models.first().cloned().unwrap_or_default();
    let models = match models(flags) {
        Ok(models) => models,
        Err(failure) => return fail(&failure, &first, &sources(), flags.json, screen),
    };
    match (&models[..], flags.only) {
        ([model], None) => run_one(model, flags, screen),
        (several, None) => several::run(several, flags, screen),
        (several, Some(number)) => match several.get(number) {
            Some(model) => run_one(model, flags, screen),
            None => {
                let failure = wrong_command_line("there is no such model", None);
                fail(&failure, &first, &sources(), flags.json, screen)
            }
        },
    }
}

/// What is named, as far as it goes together.
fn models(flags: &CheckFlags) -> Result<Vec<PathBuf>, Failure> {
    let models = expanded(&flags.models)?;
    let streams = models.iter().filter(|model| *model == Path::new("-"));
    if streams.count() > 1 {
        let message = "standard input is one model: `-` stands there twice";
        return Err(wrong_command_line(message, None));
    }
    if models.len() > 1 {
        several::refuse_files(flags)?;
        checkpoint::refuse_several(flags)?;
    }
    Ok(models)
}

fn run_one(path: &Path, flags: &CheckFlags, screen: &Screen) -> Exit {
    let progress = Arc::new(Progress::default());
    let settings = CheckSettings::new(path, flags);
    let asked = settings.and_then(|mut settings| {
        let outputs = outputs(path, flags, &settings)?;
        // Where anything is wrong nothing is begun.
        settings.request.checkpoints = checkpoint::checkpoints(path, flags)?;
        Ok((outputs, settings))
    });
    let (outputs, settings) = match asked {
        Ok(asked) => asked,
        Err(failure) => return fail(&failure, path, &sources(), flags.json, screen),
    };
    stop_on_interrupt(&progress);
    let model = path.display().to_string();
    let request = &settings.request;
    let limits = (&request.limits, request.checkpoints.clone());
    let _guard = guard(&model, settings.output, limits, &progress);
    if flags.list {
        return list(settings.check(path, flags), &settings, &progress, screen);
    }
    match checked(path, flags, &settings, &outputs, &progress) {
        Ok(report) => {
            progress.enter(Phase::Writing);
            let exit = tell(&report, &settings, &outputs, screen);
            if report.answer().limit.is_none() {
                checkpoint::is_over(flags, settings.request.checkpoints.as_ref());
            }
            exit
        }
        Err(error) => {
            // A model that is wrong was never begun.
            let is_begun = matches!(error.failure(), Failure::Spent { .. });
            if !is_begun && flags.resumed.is_none() {
                checkpoint::is_over(flags, settings.request.checkpoints.as_ref());
            }
            let exit = failed(&error, settings.output, &progress, screen);
            with_files(reports_of_error(&error, &outputs, &progress), exit, screen)
        }
    }
}

fn list(check: Check, settings: &CheckSettings, progress: &Progress, screen: &Screen) -> Exit {
    let listed = match check.list() {
        Ok(listed) => listed,
        Err(error) => return failed(&error, settings.output, progress, screen),
    };
    let text = match settings.output {
        Output::Json => listed.to_json(),
        Output::Text | Output::Nothing => listed.text(screen.width()),
    };
    printed(screen.print(&text), Exit::Holds, screen)
}

fn checked(
    model: &Path,
    flags: &CheckFlags,
    settings: &CheckSettings,
    outputs: &Outputs,
    progress: &Progress,
) -> Result<Report, Error> {
    let check = settings.check(model, flags);
    let check = outputs.paths().fold(check, Check::writes);
    watched(progress, settings.progress, || check.run_beside(progress))
}

fn outputs(model: &Path, flags: &CheckFlags, settings: &CheckSettings) -> Result<Outputs, Failure> {
    let mut inputs = vec![model];
    inputs.extend(settings.generators.as_deref());
    let options = [
        (GRAPH, settings.graph.as_ref()),
        (CHART, settings.chart.as_ref()),
        (TRAIL, settings.trail.as_ref()),
        (JUNIT, flags.junit.as_ref()),
        (SARIF, flags.sarif.as_ref()),
    ];
    let outputs = Outputs::tried(&options, &inputs)?;
    // That a file would be overwritten matters more than what its name ends in.
    settings.graph.as_deref().map(graph_format).transpose()?;
    settings.chart.as_deref().map(chart_format).transpose()?;
    Ok(outputs)
}

/// The answer comes first: whatever becomes of the files, nobody loses it.
fn tell(report: &Report, settings: &CheckSettings, outputs: &Outputs, screen: &Screen) -> Exit {
    let (answer, sources) = (report.answer(), report.sources());
    screen.show_diagnostics(&answer.warnings, sources);
    let wants_run = settings.trail.is_some() || settings.chart.is_some();
    if wants_run && answer.first_run().is_none() {
        screen.show_diagnostics(&no_trail(report.outcome()), sources);
    }
    let exit = show(report, settings, screen);
    let graph = settings.graph.as_deref().map(|path| {
        let format = graph_format(path)?;
        outputs.write_with(GRAPH, |into| report.write_graph(format, into))
    });
    let chart = settings.chart.as_deref().and_then(|path| {
        let format = chart_format(path).ok()?;
        Some(outputs.write(CHART, &report.chart(format)?))
    });
    let trail = report.trail();
    let trail = trail.map(|text| outputs.write(TRAIL, &text));
    let written = graph.into_iter().chain(chart).chain(trail);
    let written = written.chain(reports(&report.view(), outputs));
    with_files(written.collect(), exit, screen)
}

/// For CI services.
fn reports(view: &View, outputs: &Outputs) -> [Result<(), Failure>; 2] {
    [
        outputs.write(JUNIT, &render_check_junit(view)),
        outputs.write(SARIF, &render_check_sarif(view)),
    ]
}

fn reports_of_error(
    error: &Error,
    outputs: &Outputs,
    progress: &Progress,
) -> Vec<Result<(), Failure>> {
    if let Failure::Spent { limit, phase } = error.failure() {
        let view = View::unfinished(error.model(), *limit, *phase, progress);
        return reports(&view, outputs).into();
    }
    let view = error.view();
    vec![
        outputs.write(JUNIT, &render_failure_junit(&view)),
        outputs.write(SARIF, &render_failure_sarif(&view)),
    ]
}

fn show(report: &Report, settings: &CheckSettings, screen: &Screen) -> Exit {
    let view = settings.filter.report(report.view());
    let shown = Shown {
        width: screen.width(),
        msc: settings.msc,
        profile: settings.profile,
        coverage: settings.coverage,
        brief: settings.brief,
    };
    let text = match settings.output {
        Output::Text => render_report(&view, shown),
        Output::Json => view.to_json(),
        Output::Nothing => String::new(),
    };
    printed(screen.print(&text), report.outcome().into(), screen)
}
