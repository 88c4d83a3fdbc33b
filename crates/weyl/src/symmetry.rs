//! `weyl symmetry`.

use crate::answer::{fail, printed};
use crate::check::write;
use crate::exit::Exit;
use crate::flags::{DiagramFlag, SymmetryFlags};
use crate::input::{add_formulas, add_model, sources};
use crate::progress::stop_on_interrupt;
use crate::screen::Screen;
use crate::settings::symmetry_request;
use std::sync::Arc;
use weyl_check::{Failure, SymmetryReport, symmetry, wrong_command_line};
use weyl_explore::Progress;
use weyl_ir::Language;
use weyl_report::{channel_picture, program_picture, render_symmetry, render_symmetry_json};
use weyl_source::Sources;

/// Larger diagrams are not laid out.
const DRAWN_VERTICES: usize = 1_000;

pub fn run(flags: &SymmetryFlags, screen: &Screen) -> Exit {
    let mut sources = sources();
    let path = &flags.model.model;
    match found(flags, &mut sources) {
        Ok(report) => {
            screen.show_diagnostics(&report.warnings, &sources);
            let model = path.display().to_string();
            let text = match flags.json {
                true => render_symmetry_json(&report, &model, &sources),
                false => render_symmetry(&report, &model, &sources),
            };
            printed(screen.print(&text), Exit::Holds, screen)
        }
        Err(failure) => fail(&failure, path, &sources, flags.json, screen),
    }
}

fn found(flags: &SymmetryFlags, sources: &mut Sources) -> Result<SymmetryReport, Failure> {
    let mut request = symmetry_request(flags)?;
    let file = add_model(sources, &flags.model.model)?;
    request.model.reading.formulas = add_formulas(sources, &flags.ltl);
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let draws = flags.svg.is_some() || flags.dot.is_some();
    let diagram = diagram(flags, request.model.front_end.language())?;
    let of_program = draws && diagram == DiagramFlag::Program;
    let report = symmetry(sources, file, &request, of_program, &progress)?;
    if draws {
        draw(flags, &report, diagram)?;
    }
    Ok(report)
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
