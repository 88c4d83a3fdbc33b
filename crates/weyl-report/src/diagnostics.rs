//! Diagnostics as rustc shows them: message, place, quoted source, hint.

use crate::flow::wrapped;
use crate::quantity::counted;
use crate::view::QuoteView;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use std::ops::Range;
use weyl_source::{Diagnostic, Diagnostics, Severity, Sources, Span};

/// More than this many are counted, not shown.
const SHOWN: usize = 20;

/// How much stands before a message: `warning[W0001]: `.
const TITLE: usize = 16;
/// Before a remark, after the numbers of lines: `     = note: `.
const REMARK: usize = 14;

/// Quoted lines get a little longer than they are asked to be.
const MARGIN: usize = 6;

/// What stands beside a line that is quoted: its number, and marks where it is cut.
const GUTTER: usize = 20;

/// Which of several diagnostics are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Of warnings that say the same of several places the first, and how many there are.
    Brief,
    Everything,
}

/// Diagnostics in lines of a width.
pub fn render_diagnostics(
    diagnostics: &Diagnostics,
    sources: &Sources,
    width: usize,
    detail: Detail,
) -> String {
    let all: Vec<(&Diagnostic, usize)> = match detail {
        Detail::Brief => brief(diagnostics),
        Detail::Everything => diagnostics.iter().map(|one| (one, 0)).collect(),
    };
    let most = match detail {
        Detail::Brief => SHOWN,
        Detail::Everything => usize::MAX,
    };
    let shown = all.iter().take(most);
    let mut text: String = shown
        .map(|(one, others)| render(one, *others, sources, width) + "\n\n")
        .collect();
    let hidden = all.len().saturating_sub(most);
    if hidden > 0 {
        text.push_str(&format!("… and {hidden} more\n"));
    }
    text
}

/// Each warning once, with the number of other places that it is about.
fn brief(diagnostics: &Diagnostics) -> Vec<(&Diagnostic, usize)> {
    let mut all: Vec<(&Diagnostic, usize)> = Vec::new();
    for one in diagnostics.iter() {
        let is_same = |(other, _): &&mut (&Diagnostic, usize)| {
            !one.is_error() && (one.code, &one.message) == (other.code, &other.message)
        };
        match all.iter_mut().find(is_same) {
            Some((_, others)) => *others += 1,
            None => all.push((one, 0)),
        }
    }
    all
}

fn render(diagnostic: &Diagnostic, others: usize, sources: &Sources, width: usize) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let message = in_lines(&diagnostic.message, TITLE, width);
    let title = level.primary_title(message).id(diagnostic.code.to_string());
    let mut group = Group::with_title(title);
    if let Some(snippet) = snippet(diagnostic, sources) {
        group = group.element(snippet);
    }
    if others > 0 {
        let places = counted(others as u64, "more place");
        let note = format!("the same in {places}; `--verbose` shows all of them");
        group = group.element(Level::NOTE.message(in_lines(&note, REMARK, width)));
    }
    if let Some(hint) = &diagnostic.hint {
        group = group.element(Level::HELP.message(in_lines(hint, REMARK, width)));
    }
    Renderer::styled()
        .term_width(width.saturating_sub(MARGIN))
        .render(&[group])
}

/// A message in lines that fit beside what stands before them.
fn in_lines(message: &str, before: usize, width: usize) -> String {
    let lines = message.lines();
    let lines = lines.map(|line| wrapped(line, 0, 0, width.saturating_sub(before)));
    let text: String = lines.collect();
    text.trim_end().to_string()
}

fn snippet<'a>(
    diagnostic: &'a Diagnostic,
    sources: &'a Sources,
) -> Option<Snippet<'a, Annotation<'a>>> {
    if diagnostic.span == Span::default() {
        return None;
    }
    let file = sources.file(diagnostic.span.file);
    let primary = AnnotationKind::Primary
        .span(fitting(&file.text, diagnostic.span))
        .label(diagnostic.note_at_span.as_deref());
    let labels = diagnostic.labels.iter();
    let labels = labels.filter(|label| label.span.file == diagnostic.span.file);
    let labels = labels.map(|label| {
        AnnotationKind::Context
            .span(fitting(&file.text, label.span))
            .label(label.text.as_str())
    });
    let snippet = Snippet::source(file.text.as_str()).path(file.name.as_str());
    Some(snippet.annotation(primary).annotations(labels))
}

/// A violation where it happens.
pub(crate) fn quote(message: &str, quoted: &QuoteView, width: usize) -> String {
    let snippet = Snippet::source(quoted.text.as_str())
        .line_start(quoted.line)
        .path(quoted.file.as_str())
        .annotation(AnnotationKind::Primary.span(clipped(quoted, width)));
    let message = in_lines(message, TITLE, width);
    let title = Level::ERROR.with_name("violated").primary_title(message);
    let renderer = Renderer::styled().term_width(width.saturating_sub(MARGIN));
    renderer.render(&[title.element(snippet)])
}

/// What is marked of a quotation: of a long line as much as fits.
fn clipped(quoted: &QuoteView, width: usize) -> Range<usize> {
    let (start, end) = (quoted.start, quoted.end);
    let marked = quoted.text.get(start..end).unwrap_or_default();
    let most = width.saturating_sub(GUTTER).max(1);
    if marked.contains('\n') {
        return start..end;
    }
    let kept: usize = marked.chars().take(most).map(char::len_utf8).sum();
    start..(start + kept).min(end)
}

/// The range of a span, cut so that it lies in the text and splits no character.
pub(crate) fn fitting(text: &str, span: Span) -> Range<usize> {
    let floor = |offset: usize| {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    };
    let start = floor(span.range().start);
    start..floor(span.range().end).max(start)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::plain;
    use weyl_source::Code;

    fn sources(text: &str) -> (Sources, weyl_source::FileId) {
        let mut sources = Sources::default();
        let file = sources.add("a.m", text);
        (sources, file)
    }

    #[test]
    fn a_diagnostic_quotes_its_line_and_gives_its_hint() {
        let (sources, file) = sources("var\n  x: 0..y;\n");
        let diagnostic = Diagnostic::error(Code(201), Span::new(file, 12..13), "`y` is unknown")
            .at_span("not declared")
            .hint("declare it");
        let mut diagnostics = Diagnostics::default();
        diagnostics.push(diagnostic);
        let text = plain(&render_diagnostics(
            &diagnostics,
            &sources,
            100,
            Detail::Brief,
        ));
        assert!(text.starts_with("error[W0201]: `y` is unknown\n"), "{text}");
        assert!(text.contains("a.m:2:9"), "{text}");
        assert!(text.contains("2 |   x: 0..y;\n"), "{text}");
        assert!(text.contains("^ not declared"), "{text}");
        assert!(text.contains("help: declare it"), "{text}");
    }

    #[test]
    fn spans_outside_the_text_do_no_harm() {
        for text in ["", "x", "≔≔", "a\r\nb", "\t\u{0}"] {
            let (sources, file) = sources(text);
            for (start, end) in [(0, 1), (1, 2), (3, 1), (5, 9), (0, usize::MAX)] {
                let span = Span::new(file, start..end);
                let mut diagnostics = Diagnostics::default();
                diagnostics.push(Diagnostic::error(Code(1), span, "wrong").label(span, "here"));
                assert!(
                    plain(&render_diagnostics(
                        &diagnostics,
                        &sources,
                        40,
                        Detail::Brief
                    ))
                    .contains("wrong")
                );
                if let Some(quoted) = QuoteView::of(span, &sources) {
                    assert!(plain(&quote("wrong", &quoted, 40)).contains("wrong"));
                }
            }
        }
    }

    #[test]
    fn a_warning_about_several_places_is_shown_once() {
        let (sources, file) = sources("x y z");
        let mut diagnostics = Diagnostics::default();
        for start in 0..3 {
            let span = Span::new(file, 2 * start..2 * start + 1);
            diagnostics.push(Diagnostic::warning(Code(6), span, "it is pinned"));
        }
        let shown = |detail| plain(&render_diagnostics(&diagnostics, &sources, 60, detail));
        let brief = shown(Detail::Brief);
        assert_eq!(brief.matches("it is pinned").count(), 1, "{brief}");
        assert!(brief.contains("the same in 2 more places"), "{brief}");
        let all = shown(Detail::Everything);
        assert_eq!(all.matches("it is pinned").count(), 3, "{all}");
    }

    #[test]
    fn long_lists_are_cut() {
        let (sources, file) = sources("x");
        let mut diagnostics = Diagnostics::default();
        for _ in 0..SHOWN + 5 {
            let span = Span::new(file, 0..1);
            diagnostics.push(Diagnostic::error(Code(1), span, "wrong"));
        }
        let text = plain(&render_diagnostics(
            &diagnostics,
            &sources,
            40,
            Detail::Brief,
        ));
        assert!(text.ends_with("… and 5 more\n"), "{text}");
    }
}
