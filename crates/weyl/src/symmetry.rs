//! `weyl symmetry`.

use crate::answer::{fail, printed};
use crate::check::write;
use crate::exit::Exit;
use crate::flags::{DiagramFlag, SymmetryFlags};
use crate::input::{Includes, add_formulas, add_model};
use crate::progress::stop_on_interrupt;
use crate::screen::Screen;
use crate::settings::symmetry_request;
use std::sync::Arc;
use weyl_check::{Failure, Language, SymmetryReport, Text, symmetry, wrong_command_line};
use weyl_explore::Progress;
use weyl_report::{channel_picture, program_picture, render_symmetry, render_symmetry_json};
use weyl_source::SourceMap;

/// Larger diagrams are not laid out.
const DRAWN_VERTICES: usize = 1_000;

pub fn run(flags: &SymmetryFlags, screen: &Screen) -> Exit {
    let mut sources = SourceMap::default();
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

fn found(flags: &SymmetryFlags, sources: &mut SourceMap) -> Result<SymmetryReport, Failure> {
    let mut request = symmetry_request(flags)?;
    let file = add_model(sources, &flags.model.model)?;
    let mut paths = vec![flags.model.model.clone()];
    request.model.formulas = add_formulas(sources, &mut paths, &flags.ltl);
    let mut includes = Includes::of(paths);
    let mut text = Text {
        sources,
        file,
        includes: &mut |name, from| includes.read(name, from),
    };
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let draws = flags.svg.is_some() || flags.dot.is_some();
    let diagram = diagram(flags, request.model.language)?;
    let of_program = draws && diagram == DiagramFlag::Program;
    let report = symmetry(&mut text, &request, of_program, &progress)?;
    if draws {
        draw(flags, &report, diagram)?;
    }
    Ok(report)
}

/// Murphi models have no channels.
fn diagram(flags: &SymmetryFlags, language: Language) -> Result<DiagramFlag, Failure> {
    match (language, flags.diagram) {
        (Language::Murphi, Some(DiagramFlag::Scd)) => Err(wrong_command_line(
            "`--diagram scd` draws the channels of Promela models: Murphi has none",
            None,
        )),
        (Language::Murphi, _) => Ok(DiagramFlag::Program),
        (Language::Promela, asked) => Ok(asked.unwrap_or(DiagramFlag::Scd)),
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
