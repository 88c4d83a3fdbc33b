//! `weyl symmetry`.

use crate::input::sources;
use crate::program::answer::{failed, printed};
use crate::program::check::write;
use crate::program::ending::guard;
use crate::program::exit::Exit;
use crate::program::flags::{DiagramFlag, SymmetryFlags};
use crate::program::progress::stop_on_interrupt;
use crate::program::screen::Screen;
use crate::program::settings::{Output, symmetry_request};
use crate::{Error, FoundSymmetry, Symmetry};
use std::sync::Arc;
use weyl_check::{Failure, SymmetryReport, wrong_command_line};
use weyl_explore::Progress;
use weyl_ir::Language;
use weyl_report::{channel_picture, program_picture};

/// Larger diagrams are not laid out.
const DRAWN_VERTICES: usize = 1_000;

pub fn run(flags: &SymmetryFlags, screen: &Screen) -> Exit {
    let progress = Arc::new(Progress::default());
    match found(flags, &progress) {
        Ok(found) => {
            screen.show_diagnostics(&found.report().warnings, found.sources());
            let text = if flags.json {
                found.to_json()
            } else {
                found.text()
            };
            printed(screen.print(&text), Exit::Holds, screen)
        }
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

fn found(flags: &SymmetryFlags, progress: &Arc<Progress>) -> Result<FoundSymmetry, Error> {
    let model = flags.model.model.display().to_string();
    let failed = |failure| Error::new(failure, sources(), &model);
    let request = symmetry_request(flags).map_err(failed)?;
    let language = request.model.front_end;
    let diagram = diagram(flags, language.language()).map_err(failed)?;
    let draws = flags.svg.is_some() || flags.dot.is_some();
    let mut asked = Symmetry::file(&flags.model.model).language(language);
    stop_on_interrupt(progress);
    let _guard = guard(&model, output(flags), &request.limits, progress);
    *asked.request() = request;
    for formula in &flags.ltl {
        asked = asked.ltl(formula);
    }
    if draws && diagram == DiagramFlag::Program {
        asked = asked.draw_program();
    }
    let found = asked.run_beside(progress)?;
    if draws {
        draw(flags, found.report(), diagram).map_err(failed)?;
    }
    Ok(found)
}

/// Models without processes have no channels.
fn diagram(flags: &SymmetryFlags, language: &Language) -> Result<DiagramFlag, Failure> {
    match (language.has_processes, flags.diagram) {
        (false, Some(DiagramFlag::Scd)) => {
            let title = language.title;
            let message = format!(
                "`--diagram scd` draws the channels of processes: a {title} model has none"
            );
            Err(wrong_command_line(&message, None))
        }
        (false, _) => Ok(DiagramFlag::Program),
        (true, asked) => Ok(asked.unwrap_or(DiagramFlag::Scd)),
    }
}

fn draw(
    flags: &SymmetryFlags,
    report: &SymmetryReport,
    diagram: DiagramFlag,
) -> Result<(), Failure> {
    let channels = report.channels.as_ref();
    let channels = channels.map(|diagram| channel_picture(&report.model, diagram));
    let picture = match diagram {
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
    if let Some(path) = &flags.svg {
        write(path, &picture.to_svg())?;
    }
    match &flags.dot {
        Some(path) => write(path, &picture.to_dot()),
        None => Ok(()),
    }
}
