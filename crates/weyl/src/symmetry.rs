//! `weyl symmetry`.

use crate::answer::{fail, printed};
use crate::check::write;
use crate::exit::Exit;
use crate::flags::SymmetryFlags;
use crate::input::{Includes, add_model};
use crate::progress::stop_on_interrupt;
use crate::screen::Screen;
use crate::settings::symmetry_request;
use std::sync::Arc;
use weyl_check::{Failure, SymmetryReport, Text, symmetry};
use weyl_explore::Progress;
use weyl_report::{Drawing, draw_channels, render_symmetry, render_symmetry_json};
use weyl_source::SourceMap;

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
    let request = symmetry_request(flags)?;
    let file = add_model(sources, &flags.model.model)?;
    let mut includes = Includes::of(vec![flags.model.model.clone()]);
    let mut text = Text {
        sources,
        file,
        includes: &mut |name, from| includes.read(name, from),
    };
    let progress = Arc::new(Progress::default());
    stop_on_interrupt(&progress);
    let report = symmetry(&mut text, &request, &progress)?;
    for (path, format) in [(&flags.svg, Drawing::Svg), (&flags.dot, Drawing::Dot)] {
        if let (Some(path), Some(text)) = (path, draw_channels(&report, format)) {
            write(path, &text)?;
        }
    }
    Ok(report)
}
