//! `weyl check`.

use crate::input::sources;
use crate::program::answer::{failed, printed, with_files};
use crate::program::exit::Exit;
use crate::program::flags::CheckFlags;
use crate::program::output::Outputs;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::settings::{CheckSettings, Output};
use crate::program::watch::watched;
use crate::{Check, Error, Report};
use std::path::Path;
use std::sync::Arc;
use weyl_check::{Failure, no_trail};
use weyl_explore::Progress;
use weyl_report::Shown;

const DOT: &str = "--dot";
const TRAIL: &str = "--trail";

pub fn run(flags: &CheckFlags, screen: &Screen) -> Exit {
    match checked(flags) {
        Ok(checked) => tell(&checked, screen),
        Err(error) => failed(&error, flags.json, screen),
    }
}

struct Checked {
    settings: CheckSettings,
    outputs: Outputs,
    report: Report,
}

fn checked(flags: &CheckFlags) -> Result<Checked, Error> {
    let path = &flags.model.model;
    let model = path.display().to_string();
    let failed = |failure| Error::new(failure, sources(), &model);
    let settings = CheckSettings::new(flags).map_err(failed)?;
    let outputs = outputs(path, &settings).map_err(failed)?;
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let check = outputs.paths().fold(settings.check(flags), Check::writes);
    let report = watched(&progress, settings.progress, || check.run_beside(&progress))?;
    Ok(Checked {
        settings,
        outputs,
        report,
    })
}

fn outputs(model: &Path, settings: &CheckSettings) -> Result<Outputs, Failure> {
    let mut inputs = vec![model];
    inputs.extend(settings.generators.as_deref());
    let options = [
        (DOT, settings.dot.as_ref()),
        (TRAIL, settings.trail.as_ref()),
    ];
    Outputs::tried(&options, &inputs)
}

/// The answer comes first: whatever becomes of the files, nobody loses it.
fn tell(checked: &Checked, screen: &Screen) -> Exit {
    let (settings, report) = (&checked.settings, &checked.report);
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
        Some(checked.outputs.write(option, &text))
    });
    with_files(written.collect(), exit, screen)
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
