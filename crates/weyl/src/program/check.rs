//! `weyl check`.

use crate::input::{reason, sources};
use crate::program::answer::{fail, failed, printed};
use crate::program::ending::guard;
use crate::program::exit::Exit;
use crate::program::flags::CheckFlags;
use crate::program::progress::{stop_on_interrupt, watched};
use crate::program::screen::Screen;
use crate::program::settings::{CheckSettings, Output};
use crate::{Error, Report};
use std::path::Path;
use std::sync::Arc;
use weyl_check::{Failure, no_trail, unreadable_file};
use weyl_explore::{Phase, Progress};
use weyl_report::Shown;

pub fn run(flags: &CheckFlags, screen: &Screen) -> Exit {
    let progress = Arc::new(Progress::default());
    let settings = match CheckSettings::new(flags) {
        Ok(settings) => settings,
        Err(failure) => return fail(&failure, &flags.model.model, &sources(), flags.json, screen),
    };
    stop_on_interrupt(&progress);
    let model = flags.model.model.display().to_string();
    let _guard = guard(&model, settings.output, &settings.request.limits, &progress);
    match checked(flags, &settings, &progress) {
        Ok(report) => {
            let (answer, sources) = (report.answer(), report.sources());
            screen.show_diagnostics(&answer.warnings, sources);
            if settings.trail.is_some() && answer.first_run().is_none() {
                screen.show_diagnostics(&no_trail(report.outcome()), sources);
            }
            show(&report, &settings, screen)
        }
        Err(error) => failed(&error, settings.output, &progress, screen),
    }
}

fn checked(
    flags: &CheckFlags,
    settings: &CheckSettings,
    progress: &Progress,
) -> Result<Report, Error> {
    let model = flags.model.model.display().to_string();
    let is_shown = settings.output != Output::Nothing;
    let report = watched(progress, is_shown, || {
        settings.check(flags).run_beside(progress)
    })?;
    progress.enter(Phase::Writing);
    let files = [
        (&settings.dot, report.dot()),
        (&settings.trail, report.trail()),
    ];
    for (path, text) in files {
        if let (Some(path), Some(text)) = (path, text) {
            let written = write(path, &text);
            written.map_err(|failure| Error::new(failure, sources(), &model))?;
        }
    }
    Ok(report)
}

pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| {
        let name = path.display();
        unreadable_file(&format!("cannot write `{name}`: {}", reason(&error)))
    })
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
