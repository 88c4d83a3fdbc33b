//! `weyl check`.

use crate::input::sources;
use crate::program::answer::{fail, failed, printed, with_files};
use crate::program::ending::guard;
use crate::program::exit::Exit;
use crate::program::flags::CheckFlags;
use crate::program::output::Outputs;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::settings::{CheckSettings, Output, graph_format};
use crate::program::watch::watched;
use crate::{Check, Error, Report};
use std::path::Path;
use std::sync::Arc;
use weyl_check::{Failure, no_trail};
use weyl_explore::{Phase, Progress};
use weyl_report::Shown;

const GRAPH: &str = "--graph";
const TRAIL: &str = "--trail";

pub fn run(flags: &CheckFlags, screen: &Screen) -> Exit {
    let progress = Arc::new(Progress::default());
    let path = &flags.model.model;
    let settings = CheckSettings::new(flags);
    let asked = settings.and_then(|settings| Ok((outputs(path, &settings)?, settings)));
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
        Err(error) => failed(&error, settings.output, &progress, screen),
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

fn outputs(model: &Path, settings: &CheckSettings) -> Result<Outputs, Failure> {
    let mut inputs = vec![model];
    inputs.extend(settings.generators.as_deref());
    let options = [
        (GRAPH, settings.graph.as_ref()),
        (TRAIL, settings.trail.as_ref()),
    ];
    let outputs = Outputs::tried(&options, &inputs)?;
    // That a file would be overwritten matters more than what its name ends in.
    settings.graph.as_deref().map(graph_format).transpose()?;
    Ok(outputs)
}

/// The answer comes first: whatever becomes of the files, nobody loses it.
fn tell(report: &Report, settings: &CheckSettings, outputs: &Outputs, screen: &Screen) -> Exit {
    let (answer, sources) = (report.answer(), report.sources());
    screen.show_diagnostics(&answer.warnings, sources);
    if settings.trail.is_some() && answer.first_run().is_none() {
        screen.show_diagnostics(&no_trail(report.outcome()), sources);
    }
    let exit = show(report, settings, screen);
    let graph = settings.graph.as_deref().map(|path| {
        let format = graph_format(path)?;
        outputs.write_with(GRAPH, |into| report.write_graph(format, into))
    });
    let trail = report.trail();
    let trail = trail.map(|text| outputs.write(TRAIL, &text));
    with_files(graph.into_iter().chain(trail).collect(), exit, screen)
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
