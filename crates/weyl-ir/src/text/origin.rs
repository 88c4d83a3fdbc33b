//! Origins: where in the source that it was lowered from a part of a program lies, `@12:5-9`; read
//! and printed.
//!
//! The sources are declared (`source "ring.pml"`) and numbered from 0. What has no origin of its
//! own has that of the declaration or statement around it. Where a text says nothing of a part, or
//! its source is not there, the part lies in the text itself.

use super::codes;
use super::lex::{Lexeme, Token};
use super::print::Printer;
use super::reader::{Read, Reader};
use super::words::{quoted, unquoted};
use crate::visit::{Visitor, walk_model};
use crate::{Expr, Lowered, Place, Stmt};
use std::collections::BTreeSet;
use weyl_source::{FileId, Position, SourceFile, Sources, Span};

/// The sources that a text speaks of, as far as they are there.
pub(super) struct Originals<'s> {
    pub sources: &'s Sources,
    pub files: Vec<Option<FileId>>,
}

/// Where a declaration or statement comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Origin {
    /// If its source is there.
    span: Option<Span>,
    /// The number of the source and the line, unless it comes from nowhere.
    line: Option<(usize, usize)>,
}

impl Origin {
    /// Of what no user wrote.
    fn nowhere() -> Origin {
        Origin {
            span: Some(Span::default()),
            line: None,
        }
    }
}

/// Two places in a source, as they are written.
struct Written {
    source: usize,
    start: Position,
    end: Position,
}

/// Opens the sources that a text declares, from the folder that the text is in.
pub(super) fn open(
    lexemes: &[Lexeme<'_>],
    sources: &mut Sources,
    from: FileId,
) -> Vec<Option<FileId>> {
    let mut files = Vec::new();
    for pair in lexemes.windows(2) {
        let is_source = pair[0].token == Token::Reserved && pair[0].text == "source";
        if is_source && pair[1].token == Token::String {
            let name = unquoted(pair[1].text);
            files.push(name.and_then(|name| sources.include(&name, from, &[]).ok()));
        }
    }
    files
}

impl Reader<'_> {
    /// The origin of what follows, if one stands here.
    pub(super) fn enter(&mut self) -> Read<()> {
        if self.is_at(Token::Origin) {
            self.within = Some(self.origin()?);
        }
        Ok(())
    }

    /// The span of what has no origin of its own.
    pub(super) fn inherited(&self, own: Span) -> Span {
        let within = self.within.and_then(|within| within.span);
        within.unwrap_or(own)
    }

    /// The span of what was read just now: its origin, if that follows.
    pub(super) fn located(&mut self, own: Span) -> Read<Span> {
        if self.is_at(Token::Origin) {
            Ok(self.origin()?.span.unwrap_or(own))
        } else {
            Ok(self.inherited(own))
        }
    }

    /// `@none`, or `@(SOURCE/)?LINE?:COLUMN-(LINE:)?COLUMN`; the line of what is around it where it
    /// is missing.
    pub(super) fn origin(&mut self) -> Read<Origin> {
        let lexeme = self.expect(Token::Origin)?;
        let text = &lexeme.text[1..];
        if text == "none" {
            return Ok(Origin::nowhere());
        }
        let around = self.within.and_then(|within| within.line);
        let Some(written) = written(text, around) else {
            let message = "an origin is written `@12:5-9`";
            return self.fail(codes::LITERAL, lexeme.span, message);
        };
        let Some(file) = self.originals.files.get(written.source) else {
            let message = format!("there is no source {}", written.source);
            return self.fail(codes::UNKNOWN, lexeme.span, message);
        };
        let span = file.and_then(|file| {
            let source = self.originals.sources.file(file);
            let (start, end) = (source.offset(written.start)?, source.offset(written.end)?);
            (start <= end).then(|| Span::new(file, start..end))
        });
        Ok(Origin {
            span,
            line: Some((written.source, written.start.line)),
        })
    }
}

fn written(text: &str, around: Option<(usize, usize)>) -> Option<Written> {
    let (source, places) = match text.split_once('/') {
        Some((source, places)) => (Some(source.parse().ok()?), places),
        None => (None, text),
    };
    let (start, end) = places.split_once('-')?;
    let (line, column) = start.split_once(':')?;
    let (source, line) = match (source, line) {
        (None, "") => around?,
        (source, line) => (source.unwrap_or(0), line.parse().ok()?),
    };
    let (last, after) = match end.split_once(':') {
        Some((last, after)) => (last.parse().ok()?, after),
        None => (line, end),
    };
    let at = |line, column: &str| {
        let column = column.parse().ok()?;
        Some(Position { line, column })
    };
    Some(Written {
        source,
        start: at(line, column)?,
        end: at(last, after)?,
    })
}

/// What the printer says of origins.
pub(super) struct Origins<'a> {
    sources: &'a Sources,
    /// The sources that parts of the model lie in.
    files: Vec<FileId>,
    /// Of the declaration or statement that is being printed.
    within: Option<Span>,
}

impl<'a> Origins<'a> {
    pub(super) fn new(lowered: &Lowered, sources: &'a Sources) -> Origins<'a> {
        let is_file = |file: &FileId| sources.file(*file).path().is_some();
        Origins {
            sources,
            files: files(lowered).into_iter().filter(is_file).collect(),
            within: None,
        }
    }

    /// The number of a source in the text, and its own file.
    fn source(&self, file: FileId) -> Option<(usize, &SourceFile)> {
        let number = self.files.iter().position(|known| *known == file)?;
        Some((number, self.sources.file(file)))
    }

    fn write(&self, span: Span) -> String {
        if span == Span::default() {
            return "@none".to_string();
        }
        let Some((number, source)) = self.source(span.file) else {
            return String::new();
        };
        let position = |offset: u32| source.position(offset as usize);
        let (start, end) = (position(span.start), position(span.end));
        let is_near = self.within.is_some_and(|within| {
            let is_there = within != Span::default() && within.file == span.file;
            is_there && position(within.start).line == start.line
        });
        let source = match number {
            0 => String::new(),
            number => format!("{number}/"),
        };
        let first = if is_near {
            format!(":{}", start.column)
        } else {
            format!("{source}{}:{}", start.line, start.column)
        };
        if start.line == end.line {
            format!("@{first}-{}", end.column)
        } else {
            format!("@{first}-{}:{}", end.line, end.column)
        }
    }
}

impl Printer<'_> {
    /// The declarations of the sources.
    pub(super) fn sources(&mut self) {
        let Some(origins) = &self.origins else {
            return;
        };
        let paths = origins.files.iter().filter_map(|file| {
            let path = origins.sources.file(*file).path()?;
            Some(quoted(&path.display().to_string()))
        });
        for path in paths.collect::<Vec<String>>() {
            self.line(&format!("source {path}"));
        }
    }

    /// The origin of a part, where it is not that of what is around it.
    pub(super) fn origin(&self, span: Span) -> String {
        match &self.origins {
            Some(origins) if origins.within == Some(span) => String::new(),
            Some(_) | None => self.explicit_origin(span),
        }
    }

    /// The origin of a part, wherever it is.
    pub(super) fn explicit_origin(&self, span: Span) -> String {
        let origins = self.origins.as_ref();
        origins.map_or(String::new(), |origins| origins.write(span))
    }

    /// The origin of a declaration, behind its head; what follows lies within.
    pub(super) fn head_origin(&mut self, span: Span) -> String {
        self.leave(None);
        let origin = self.origin(span);
        self.enter(span);
        if origin.is_empty() {
            origin
        } else {
            format!(" {origin}")
        }
    }

    /// The origin of a statement, before it; what follows lies within, up to `leave`.
    pub(super) fn leading_origin(&mut self, span: Span) -> String {
        let origin = self.origin(span);
        self.enter(span);
        if origin.is_empty() {
            origin
        } else {
            format!("{origin} ")
        }
    }

    pub(super) fn within(&self) -> Option<Span> {
        self.origins.as_ref().and_then(|origins| origins.within)
    }

    fn enter(&mut self, span: Span) {
        self.leave(Some(span));
    }

    pub(super) fn leave(&mut self, outer: Option<Span>) {
        self.origins
            .iter_mut()
            .for_each(|origins| origins.within = outer);
    }

    /// Whether the left part of a chain has the span that the reader gives it.
    pub(super) fn is_joined(&self, whole: &Expr, left: &Expr, right: &Expr) -> bool {
        self.origins.is_none() || whole.span == left.span.to(right.span)
    }
}

/// The files that parts of a model lie in.
fn files(lowered: &Lowered) -> BTreeSet<FileId> {
    let model = &lowered.model;
    let mut found = Files::default();
    walk_model(&mut found, model);
    let rules = model.starts.values().chain(model.rules.values());
    let spans = rules
        .map(|rule| rule.span)
        .chain(model.sorts.values().map(|sort| sort.span))
        .chain(model.variables.values().map(|variable| variable.span))
        .chain(model.functions.values().map(|function| function.span))
        .chain(model.properties.values().map(|property| property.span))
        .chain(lowered.temporal.iter().map(|temporal| temporal.span));
    spans.for_each(|span| found.see(span));
    found.0
}

#[derive(Default)]
struct Files(BTreeSet<FileId>);

impl Files {
    fn see(&mut self, span: Span) {
        if span != Span::default() {
            self.0.insert(span.file);
        }
    }
}

impl Visitor for Files {
    fn stmt(&mut self, stmt: &Stmt) {
        self.see(stmt.span);
    }

    fn expr(&mut self, expr: &Expr) {
        self.see(expr.span);
    }

    fn place(&mut self, place: &Place) {
        self.see(place.span);
    }
}
