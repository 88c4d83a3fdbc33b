//! `weyl check`.

use crate::answer::{fail, printed};
use crate::exit::Exit;
use crate::flags::CheckFlags;
use crate::input::{add_formulas, add_model, reason, sources};
use crate::progress::{stop_on_interrupt, watched};
use crate::screen::Screen;
use crate::settings::{CheckSettings, Output};
use std::path::Path;
use std::sync::Arc;
use weyl_check::{Failure, Report, check, check_and_compare, no_trail, unreadable_file};
use weyl_explore::Progress;
use weyl_report::{Shown, render_dot, render_report, render_report_json, render_trail};
use weyl_source::Sources;

pub fn run(flags: &CheckFlags, screen: &Screen) -> Exit {
    let mut sources = sources();
    let path = &flags.model.model;
    match checked(flags, &mut sources) {
        Ok((settings, report)) => {
            screen.show_diagnostics(&report.warnings, &sources);
            if settings.trail.is_some() && report.first_run().is_none() {
                screen.show_diagnostics(&no_trail(report.outcome()), &sources);
            }
            show(&report, &settings, path, &sources, screen)
        }
        Err(failure) => fail(&failure, path, &sources, flags.json, screen),
    }
}

fn checked(flags: &CheckFlags, sources: &mut Sources) -> Result<(CheckSettings, Report), Failure> {
    let mut settings = CheckSettings::new(flags, |path| add_model(sources, path))?;
    let file = add_model(sources, &flags.model.model)?;
    settings.request.model.reading.formulas = add_formulas(sources, &flags.ltl);
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let is_shown = settings.output != Output::Nothing;
    let report = watched(&progress, is_shown, || match settings.self_check {
        false => check(sources, file, &settings.request, &progress),
        true => check_and_compare(sources, file, &settings.request, &progress),
    })?;
    if let (Some(path), Some(graph)) = (&settings.dot, &report.graph) {
        write(path, &render_dot(graph, &report.program))?;
    }
    if let (Some(path), Some(text)) = (&settings.trail, trail(&report)) {
        write(path, &text)?;
    }
    Ok((settings, report))
}

fn trail(report: &Report) -> Option<String> {
    let numbers = report.numbers.as_ref()?;
    Some(render_trail(report.first_run()?, numbers))
}

pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    std::fs::write(path, text).map_err(|error| {
        let name = path.display();
        unreadable_file(&format!("cannot write `{name}`: {}", reason(&error)))
    })
}

fn show(
    report: &Report,
    settings: &CheckSettings,
    path: &Path,
    sources: &Sources,
    screen: &Screen,
) -> Exit {
    let model = path.display().to_string();
    let text = match settings.output {
        Output::Text => {
            let shown = Shown {
                width: screen.width(),
                msc: settings.msc,
                profile: settings.profile,
            };
            render_report(report, &model, sources, shown)
        }
        Output::Json => render_report_json(report, &model, sources),
        Output::Nothing => String::new(),
    };
    printed(screen.print(&text), report.outcome().into(), screen)
}
