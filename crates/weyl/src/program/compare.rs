//! `weyl compare`.

use crate::input::{read_text, sources};
use crate::program::answer::{fail, printed};
use crate::program::exit::Exit;
use crate::program::screen::Screen;
use clap::Args;
use std::path::{Path, PathBuf};
use weyl_check::{Failure, not_comparable};
use weyl_report::{
    ChangeView, ComparisonView, Saved, Unreadable, compare, read_saved, render_comparison,
};
use weyl_source::{Position, Sources, Span};

#[derive(Debug, Args)]
pub struct CompareFlags {
    /// An answer of `weyl check --json` or `weyl test --json`
    pub old: PathBuf,
    /// Another one
    pub new: PathBuf,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
}

pub fn run(flags: &CompareFlags, screen: &Screen) -> Exit {
    let mut sources = sources();
    match compared(flags, &mut sources) {
        Ok(comparison) => {
            let text = if flags.json {
                comparison.to_json()
            } else {
                render_comparison(&comparison)
            };
            printed(screen.print(&text), exit(&comparison), screen)
        }
        Err(failure) => fail(&failure, &flags.new, &sources, flags.json, screen),
    }
}

fn exit(comparison: &ComparisonView) -> Exit {
    match comparison.change {
        ChangeView::Verdict => Exit::Violated,
        ChangeView::None | ChangeView::Cost | ChangeView::Other => Exit::Holds,
    }
}

fn compared(flags: &CompareFlags, sources: &mut Sources) -> Result<ComparisonView, Failure> {
    let (one, other) = (saved(&flags.old, sources)?, saved(&flags.new, sources)?);
    let files = [&flags.old, &flags.new].map(|path| path.display().to_string());
    let message = format!(
        "`{}` and `{}` answer different questions",
        files[0], files[1]
    );
    let comparison = compare(files, &one, &other);
    comparison.ok_or_else(|| not_comparable(Span::default(), &message))
}

fn saved(path: &Path, sources: &mut Sources) -> Result<Saved, Failure> {
    read(path, read_text(path)?, sources)
}

/// Reads a saved answer; what is wrong with it is told with its place.
pub fn read(path: &Path, text: String, sources: &mut Sources) -> Result<Saved, Failure> {
    read_saved(&text).map_err(|Unreadable { message, place }| {
        let file = sources.add_file(path, text);
        let position = place.map(|(line, column)| Position { line, column });
        let at = position.and_then(|position| sources.file(file).offset(position));
        let span = at.map(|at| Span::new(file, at.saturating_sub(1)..at));
        let name = path.display();
        let message = format!("`{name}` can't be compared: {message}");
        not_comparable(span.unwrap_or_default(), &message)
    })
}
