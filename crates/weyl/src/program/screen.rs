//! The two streams: answers go to stdout, diagnostics to stderr, colours where they are wanted.

use crate::program::ending::speak;
use crate::program::flags::Color;
use anstream::{AutoStream, ColorChoice};
use std::io::{self, ErrorKind, IsTerminal, Write};
use terminal_size::{Width, terminal_size_of};
use weyl_report::{Detail, render_diagnostics};
use weyl_source::{Diagnostics, Sources};

/// Lines of text are no longer than this where nobody says how wide the paper is.
const DEFAULT_WIDTH: usize = 100;
const WIDTHS: std::ops::RangeInclusive<usize> = 40..=140;

/// Colours begin with it.
const ESCAPE: char = '\x1b';

#[derive(Clone, Copy, Debug)]
pub struct Screen {
    color: Color,
    detail: Detail,
}

impl Screen {
    pub fn new(color: Color) -> Screen {
        Screen {
            color,
            detail: Detail::Brief,
        }
    }

    /// With every warning, if that is wanted.
    pub fn showing(self, everything: bool) -> Screen {
        let detail = if everything {
            Detail::Everything
        } else {
            Detail::Brief
        };
        Screen { detail, ..self }
    }

    pub fn width(&self) -> usize {
        let width = match terminal_size_of(io::stdout()) {
            Some((Width(columns), _)) => usize::from(columns),
            None => DEFAULT_WIDTH,
        };
        width.clamp(*WIDTHS.start(), *WIDTHS.end())
    }

    /// Prints to stdout and says whether somebody still reads.
    pub fn print(&self, text: &str) -> io::Result<()> {
        speak();
        let mut stdout = io::stdout().lock();
        let choice = self.choice(stdout.is_terminal());
        // What needs no change is written at once: a stream would do so line by line.
        if !text.contains(ESCAPE) {
            stdout.write_all(text.as_bytes())?;
        } else if choice == ColorChoice::Never {
            stdout.write_all(weyl_report::plain(text).as_bytes())?;
        } else {
            AutoStream::new(&mut stdout, choice).write_all(text.as_bytes())?;
        }
        stdout.flush()
    }

    pub fn show_diagnostics(&self, diagnostics: &Diagnostics, sources: &Sources) {
        let stderr = io::stderr().lock();
        let choice = self.choice(stderr.is_terminal());
        let text = render_diagnostics(diagnostics, sources, self.width(), self.detail);
        // Without a stderr there is nobody to tell.
        let _ = AutoStream::new(stderr, choice).write_all(text.as_bytes());
    }

    /// `NO_COLOR`, `CLICOLOR_FORCE` and their kin are honoured where the user said `auto`.
    fn choice(&self, is_terminal: bool) -> ColorChoice {
        match self.color {
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
            Color::Auto if is_terminal => AutoStream::choice(&io::stdout()),
            Color::Auto if forced() => ColorChoice::Always,
            Color::Auto => ColorChoice::Never,
        }
    }
}

fn forced() -> bool {
    std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| value != "0")
}

/// Whether the reader has gone away, which is no error.
pub fn reader_is_gone(error: &io::Error) -> bool {
    error.kind() == ErrorKind::BrokenPipe
}
