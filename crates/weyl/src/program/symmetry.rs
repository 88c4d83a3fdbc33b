//! `weyl symmetry`.

use crate::input::sources;
use crate::program::answer::{failed, printed, with_files};
use crate::program::ending::guard;
use crate::program::exit::Exit;
use crate::program::flags::{DiagramFlag, SymmetryFlags};
use crate::program::output::Outputs;
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::settings::{Output, symmetry_request};
use crate::{Error, FoundSymmetry, Symmetry};
use std::sync::Arc;
use weyl_check::{Drawn, Failure, wrong_command_line};
use weyl_explore::Progress;
use weyl_ir::Language;
use weyl_report::{channel_picture, group_picture, program_picture};

const SVG: &str = "--svg";
const DOT: &str = "--dot";

/// Larger diagrams are not laid out.
const DRAWN_VERTICES: usize = 1_000;

pub fn run(flags: &SymmetryFlags, screen: &Screen) -> Exit {
    let progress = Arc::new(Progress::default());
    match found(flags, &progress) {
        Ok(found) => tell(&found, flags.json, screen),
        Err(error) => failed(&error, output(flags), &progress, screen),
    }
}

fn output(flags: &SymmetryFlags) -> Output {
    if flags.json {
        Output::Json
    } else {
        Output::Text
    }
}

struct Found {
    symmetry: FoundSymmetry,
    outputs: Outputs,
    /// Options with what goes into their files.
    drawings: Vec<(&'static str, String)>,
}

/// The answer comes first: whatever becomes of the files, nobody loses it.
fn tell(found: &Found, json: bool, screen: &Screen) -> Exit {
    let symmetry = &found.symmetry;
    screen.show_diagnostics(&symmetry.report().warnings, symmetry.sources());
    let text = if json {
        symmetry.to_json()
    } else {
        symmetry.text_within(screen.width())
    };
    let exit = printed(screen.print(&text), Exit::Holds, screen);
    let drawings = found.drawings.iter();
    let written = drawings.map(|(option, text)| found.outputs.write(option, text));
    with_files(written.collect(), exit, screen)
}

fn found(flags: &SymmetryFlags, progress: &Arc<Progress>) -> Result<Found, Error> {
    let model = flags.model.model.display().to_string();
    let failed = |failure| Error::new(failure, sources(), &model);
    let request = symmetry_request(flags).map_err(failed)?;
    let language = request.model.front_end;
    let diagram = diagram(flags, language.language()).map_err(failed)?;
    let options = [(SVG, flags.svg.as_ref()), (DOT, flags.dot.as_ref())];
    let outputs = Outputs::tried(&options, &[&flags.model.model]).map_err(failed)?;
    let draws = flags.svg.is_some() || flags.dot.is_some();
    let asked = Symmetry::file(&flags.model.model).language(language);
    let mut asked = outputs.paths().fold(asked, Symmetry::writes);
    stop_on_interrupt(progress);
    let _guard = guard(&model, output(flags), (&request.limits, None), progress);
    *asked.request() = request;
    for formula in &flags.ltl {
        asked = asked.ltl(formula);
    }
    match diagram {
        DiagramFlag::Group if draws => asked = asked.draw(Drawn::Names),
        DiagramFlag::Program if draws => asked = asked.draw(Drawn::Program),
        DiagramFlag::Group | DiagramFlag::Program | DiagramFlag::Scd => {}
    }
    let symmetry = asked.run_beside(progress)?;
    let drawings = if draws {
        draw(flags, &symmetry, diagram).map_err(failed)?
    } else {
        Vec::new()
    };
    Ok(Found {
        symmetry,
        outputs,
        drawings,
    })
}

/// Models without processes have no channels.
fn diagram(flags: &SymmetryFlags, language: &Language) -> Result<DiagramFlag, Failure> {
    let asked = flags.diagram.unwrap_or(DiagramFlag::Group);
    if asked == DiagramFlag::Scd && !language.has_processes {
        let title = language.title;
        let message =
            format!("`--diagram scd` draws the channels of processes: a {title} model has none");
        return Err(wrong_command_line(&message, None));
    }
    Ok(asked)
}

fn draw(
    flags: &SymmetryFlags,
    symmetry: &FoundSymmetry,
    diagram: DiagramFlag,
) -> Result<Vec<(&'static str, String)>, Failure> {
    let (report, sources) = (symmetry.report(), symmetry.sources());
    let channels = report.channels.as_ref();
    let channels = channels.map(|diagram| channel_picture(&report.model, diagram));
    let picture = match diagram {
        DiagramFlag::Group => group_picture(report, sources),
        DiagramFlag::Scd => channels,
        DiagramFlag::Program => report.picture.as_ref().map(program_picture),
    };
    let Some(picture) = picture else {
        return Err(wrong_command_line(
            "there is no diagram of this model to draw",
            None,
        ));
    };
    let vertices = picture.vertices.len();
    if flags.svg.is_some() && vertices > DRAWN_VERTICES {
        let message = format!("the diagram has {vertices} vertices, too many for `--svg`");
        let hint = "`--dot` writes diagrams of any size; a smaller model shows the same";
        return Err(wrong_command_line(&message, Some(hint)));
    }
    let svg = flags.svg.as_ref().map(|_| (SVG, picture.to_svg()));
    let dot = flags.dot.as_ref().map(|_| (DOT, picture.to_dot()));
    Ok(svg.into_iter().chain(dot).collect())
}
