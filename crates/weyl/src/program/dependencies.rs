//! `weyl dependencies`.

use crate::input::sources;
use crate::program::answer::{failed, printed, with_files};
use crate::program::ending::guard;
use crate::program::exit::Exit;
use crate::program::flags::DependenciesFlags;
use crate::program::output::Outputs;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::settings::{Output, dependencies_request};
use crate::{Dependencies, Error, FoundDependencies};
use std::sync::Arc;
use weyl_check::{Failure, wrong_command_line};
use weyl_explore::Progress;
use weyl_report::dependencies_picture;

const SVG: &str = "--svg";
const DOT: &str = "--dot";

pub fn run(flags: &DependenciesFlags, screen: &Screen) -> Exit {
    let progress = Arc::new(Progress::default());
    match found(flags, &progress) {
        Ok((found, outputs)) => tell(&found, &outputs, flags, screen),
        Err(error) => failed(&error, output(flags), &progress, screen),
    }
}

fn output(flags: &DependenciesFlags) -> Output {
    if flags.json {
        Output::Json
    } else {
        Output::Text
    }
}

/// The answer comes first: whatever becomes of the files, nobody loses it.
fn tell(
    found: &FoundDependencies,
    outputs: &Outputs,
    flags: &DependenciesFlags,
    screen: &Screen,
) -> Exit {
    screen.show_diagnostics(&found.report().warnings, found.sources());
    let text = if flags.json {
        found.to_json()
    } else {
        found.text_within(screen.width())
    };
    let exit = printed(screen.print(&text), Exit::Holds, screen);
    let picture = dependencies_picture(found.report());
    let svg = flags.svg.as_ref().map(|_| (SVG, picture.to_svg()));
    let dot = flags.dot.as_ref().map(|_| (DOT, picture.to_dot()));
    let drawings = svg.into_iter().chain(dot);
    let written = drawings.map(|(option, text)| outputs.write(option, &text));
    with_files(written.collect(), exit, screen)
}

fn found(
    flags: &DependenciesFlags,
    progress: &Arc<Progress>,
) -> Result<(FoundDependencies, Outputs), Error> {
    let model = flags.model.model.display().to_string();
    let failed = |failure| Error::new(failure, sources(), &model);
    something_is_asked(flags).map_err(failed)?;
    let request = dependencies_request(flags).map_err(failed)?;
    let options = [(SVG, flags.svg.as_ref()), (DOT, flags.dot.as_ref())];
    let outputs = Outputs::tried(&options, &[&flags.model.model]).map_err(failed)?;
    let asked = Dependencies::file(&flags.model.model).language(request.model.front_end);
    let mut asked = outputs.paths().fold(asked, Dependencies::writes);
    stop_on_interrupt(progress);
    let _guard = guard(&model, output(flags), (&request.limits, None), progress);
    *asked.request() = request;
    for formula in &flags.ltl {
        asked = asked.ltl(formula);
    }
    Ok((asked.run_beside(progress)?, outputs))
}

fn something_is_asked(flags: &DependenciesFlags) -> Result<(), Failure> {
    if !flags.property.is_empty() || !flags.ltl.is_empty() {
        return Ok(());
    }
    let hint = "`weyl check MODEL --list` shows what the properties are called";
    let message = "say what depends: `--property NAME` or `--ltl FORMULA`";
    Err(wrong_command_line(message, Some(hint)))
}
