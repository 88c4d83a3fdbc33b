//! `weyl check`.

use crate::input::{reason, sources};
use crate::program::answer::{failed, printed};
use crate::program::exit::Exit;
use crate::program::flags::CheckFlags;
use crate::program::progress::{stop_on_interrupt, watched};
use crate::program::screen::Screen;
use crate::program::settings::{CheckSettings, Output};
use crate::{Error, Report};
use std::path::Path;
use std::sync::Arc;
use weyl_check::{Failure, no_trail, unreadable_file};
use weyl_explore::Progress;
use weyl_report::Shown;

pub fn run(flags: &CheckFlags, screen: &Screen) -> Exit {
    match checked(flags) {
        Ok((settings, report)) => {
            let (answer, sources) = (report.answer(), report.sources());
            screen.show_diagnostics(&answer.warnings, sources);
            if settings.trail.is_some() && answer.first_run().is_none() {
                screen.show_diagnostics(&no_trail(report.outcome()), sources);
            }
            show(&report, &settings, screen)
        }
        Err(error) => failed(&error, flags.json, screen),
    }
}

fn checked(flags: &CheckFlags) -> Result<(CheckSettings, Report), Error> {
    let path = &flags.model.model;
    let model = path.display().to_string();
    let settings = CheckSettings::new(flags);
    let settings = settings.map_err(|failure| Error::new(failure, sources(), &model))?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let is_shown = settings.output != Output::Nothing;
    let report = watched(&progress, is_shown, || {
        settings.check(flags).run_beside(&progress)
    })?;
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
    Ok((settings, report))
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
