//! `weyl check`.

use crate::input::sources;
use crate::program::answer::{fail, failed, printed, with_files};
use crate::program::ending::guard;
use crate::program::exit::Exit;
use crate::program::flags::CheckFlags;
use crate::program::output::Outputs;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::settings::{CheckSettings, Output};
use crate::program::watch::watched;
use crate::{Check, Error, Report};
use std::sync::Arc;
use weyl_check::{Failure, no_trail};
use weyl_explore::{Phase, Progress};
use weyl_report::{
    Shown, View, render_check_junit, render_check_sarif, render_failure_junit, render_failure_sarif,
};

const DOT: &str = "--dot";
const TRAIL: &str = "--trail";
const JUNIT: &str = "--junit";
const SARIF: &str = "--sarif";

pub fn run(flags: &CheckFlags, screen: &Screen) -> Exit {
    let progress = Arc::new(Progress::default());
    let path = &flags.model.model;
    let settings = CheckSettings::new(flags);
    let asked = settings.and_then(|settings| Ok((outputs(flags, &settings)?, settings)));
    let (outputs, settings) = match asked {
        Ok(asked) => asked,
        Err(failure) => return fail(&failure, path, &sources(), flags.json, screen),
    };
    stop_on_interrupt(&progress);
    let model = path.display().to_string();
    let _guard = guard(&model, settings.output, &settings.request.limits, &progress);
    match checked(flags, &settings, &outputs, &progress) {
        Ok(report) => {
            progress.enter(Phase::Writing);
            tell(&report, &settings, &outputs, screen)
        }
        Err(error) => {
            let exit = failed(&error, settings.output, &progress, screen);
            with_files(reports_of_error(&error, &outputs, &progress), exit, screen)
        }
    }
}

fn checked(
    flags: &CheckFlags,
    settings: &CheckSettings,
    outputs: &Outputs,
    progress: &Progress,
) -> Result<Report, Error> {
    let check = outputs.paths().fold(settings.check(flags), Check::writes);
    watched(progress, settings.progress, || check.run_beside(progress))
}

fn outputs(flags: &CheckFlags, settings: &CheckSettings) -> Result<Outputs, Failure> {
    let mut inputs = vec![flags.model.model.as_path()];
    inputs.extend(settings.generators.as_deref());
    let options = [
        (DOT, settings.dot.as_ref()),
        (TRAIL, settings.trail.as_ref()),
        (JUNIT, flags.junit.as_ref()),
        (SARIF, flags.sarif.as_ref()),
    ];
    Outputs::tried(&options, &inputs)
}

/// The answer comes first: whatever becomes of the files, nobody loses it.
fn tell(report: &Report, settings: &CheckSettings, outputs: &Outputs, screen: &Screen) -> Exit {
    let (answer, sources) = (report.answer(), report.sources());
    screen.show_diagnostics(&answer.warnings, sources);
    if settings.trail.is_some() && answer.first_run().is_none() {
        screen.show_diagnostics(&no_trail(report.outcome()), sources);
    }
    let exit = show(report, settings, screen);
    let files = [(DOT, report.dot()), (TRAIL, report.trail())];
    let files = files.into_iter();
    let written = files.filter_map(|(option, text)| {
        let text = text?;
        Some(outputs.write(option, &text))
    });
    let mut written: Vec<Result<(), Failure>> = written.collect();
    written.extend(reports(&report.view(), outputs));
    with_files(written, exit, screen)
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
    let text = match settings.output {
        Output::Text => report.text(Shown {
            width: screen.width(),
            msc: settings.msc,
            profile: settings.profile,
        }),
        Output::Json => report.to_json(),
        Output::Nothing => String::new(),
    };
    printed(screen.print(&text), report.outcome().into(), screen)
}
