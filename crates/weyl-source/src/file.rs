//! Files and spans. A span is a byte range in one file; lines and columns are computed when
//! somebody asks for them.

use crate::Decoded;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file of a [`Sources`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(u32);

impl FileId {
    /// Files are numbered from 0 in the order in which they were added.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A byte range in a file. `Span::default()` is the empty range at the start of the first file:
/// what the program representation uses for text that no user wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(file: FileId, range: Range<usize>) -> Span {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            file,
            start: clamp(range.start),
            end: clamp(range.end),
        }
    }

    /// The smallest span that covers both; `self` if they lie in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}

/// A line and a column, both from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

/// One source text with the name that the user knows it by.
#[derive(Clone, Debug)]
pub struct SourceFile {
    pub name: String,
    path: Option<PathBuf>,
    pub text: String,
    /// Where its bytes were the first time no UTF-8, if they were read as Latin-1.
    latin_1: Option<usize>,
    line_starts: Vec<usize>,
    /// Columns are bytes then: a model may be one line of a megabyte.
    is_ascii: bool,
}

impl SourceFile {
    fn new(name: String, path: Option<PathBuf>, text: impl Into<Decoded>) -> SourceFile {
        let Decoded { text, latin_1 } = text.into();
        let mut line_starts = vec![0];
        line_starts.extend(text.match_indices('\n').map(|(at, _)| at + 1));
        SourceFile {
            name,
            path,
            is_ascii: text.is_ascii(),
            latin_1,
            text,
            line_starts,
        }
    }

    pub fn position(&self, offset: usize) -> Position {
        let line = self.line_starts.partition_point(|start| *start <= offset);
        let start = self.line_starts[line - 1];
        let before = self.text.get(start..offset).unwrap_or_default();
        let characters = if self.is_ascii {
            before.len()
        } else {
            before.chars().count()
        };
        Position {
            line,
            column: characters + 1,
        }
    }

    /// The inverse of [`position`](SourceFile::position); `None` where the text has no such place.
    pub fn offset(&self, position: Position) -> Option<usize> {
        let start = *self.line_starts.get(position.line.checked_sub(1)?)?;
        let next = self.line_starts.get(position.line).copied();
        let last = next.map_or(self.text.len(), |next| next - 1);
        let line = self.text.get(start..last)?;
        if self.is_ascii {
            let before = position.column.checked_sub(1)?;
            return (before <= line.len()).then_some(start + before);
        }
        let ends = std::iter::once(line.len());
        let mut places = line.char_indices().map(|(at, _)| at).chain(ends);
        Some(start + places.nth(position.column.checked_sub(1)?)?)
    }

    /// Where it is, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// The text of a line (numbered from 1), without its end.
    pub fn line(&self, number: usize) -> &str {
        self.text
            .lines()
            .nth(number.saturating_sub(1))
            .unwrap_or("")
    }
}

/// Files that one run includes. Only files that include each other are more.
const MAX_INCLUDES: usize = 10_000;
/// Bytes that all of them have.
const MAX_INCLUDED_BYTES: usize = 64 << 20;

/// Why a file can't be included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotIncluded {
    /// It can't be read, with the reason if one is known.
    Unreadable(Option<String>),
    /// All files together are too many or too large, which this says.
    TooMuch(String),
}

type Loader = Arc<dyn Fn(&Path) -> Result<Decoded, Option<String>> + Send + Sync>;

/// All texts of one run: files with their paths, and what reads those that others include.
#[derive(Clone, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
    loader: Option<Loader>,
    includes: usize,
    included_bytes: usize,
}

impl Sources {
    /// With what gives the text of an included file.
    pub fn new(loader: impl Fn(&Path) -> Option<String> + Send + Sync + 'static) -> Sources {
        Sources::with_loader(move |path| loader(path).map(Decoded::from).ok_or(None))
    }

    /// With what gives the text of an included file, or says why there is none.
    pub fn reading(
        loader: impl Fn(&Path) -> Result<Decoded, String> + Send + Sync + 'static,
    ) -> Sources {
        Sources::with_loader(move |path| loader(path).map_err(Some))
    }

    fn with_loader(
        loader: impl Fn(&Path) -> Result<Decoded, Option<String>> + Send + Sync + 'static,
    ) -> Sources {
        Sources {
            loader: Some(Arc::new(loader)),
            ..Sources::default()
        }
    }

    /// Adds a text that lies in no folder: it includes nothing.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        self.push(SourceFile::new(
            name.into(),
            None,
            Decoded::from(text.into()),
        ))
    }

    /// Adds the text of a file under the name that the user gave it.
    pub fn add_file(&mut self, path: &Path, text: impl Into<String>) -> FileId {
        self.add_decoded(path, Decoded::from(text.into()))
    }

    /// The same for a text that may have been read as Latin-1.
    pub fn add_decoded(&mut self, path: &Path, text: Decoded) -> FileId {
        let name = path.display().to_string();
        self.push(SourceFile::new(name, Some(path.to_path_buf()), text))
    }

    /// Reads a file by the name that another one includes it by, from the folder of that one, or
    /// else from the first of some other folders that has it.
    ///
    /// All that is included is bounded, and the bounds are looked at first: files that include each
    /// other twice over would be read for hours.
    pub fn include(
        &mut self,
        name: &str,
        from: FileId,
        folders: &[PathBuf],
    ) -> Result<FileId, NotIncluded> {
        if self.includes >= MAX_INCLUDES {
            let message = format!("more than {MAX_INCLUDES} files are included");
            return Err(NotIncluded::TooMuch(message));
        }
        self.includes += 1;
        let (path, text) = self.find(name, from, folders)?;
        self.included_bytes += text.text.len();
        if self.included_bytes > MAX_INCLUDED_BYTES {
            let megabytes = MAX_INCLUDED_BYTES >> 20;
            let message = format!("more than {megabytes} MB of text are included");
            return Err(NotIncluded::TooMuch(message));
        }
        Ok(self.push(SourceFile::new(name.to_string(), Some(path), text)))
    }

    /// If nobody has it, the reason is that of the first place.
    fn find(
        &self,
        name: &str,
        from: FileId,
        folders: &[PathBuf],
    ) -> Result<(PathBuf, Decoded), NotIncluded> {
        let own = self.file(from).path.as_ref().and_then(|path| path.parent());
        let places = own.into_iter().chain(folders.iter().map(PathBuf::as_path));
        let mut reason = None;
        for path in places.map(|folder| folder.join(name)) {
            match self.loader.as_ref().map(|loader| loader(&path)) {
                Some(Ok(text)) => return Ok((path, text)),
                Some(Err(why)) => reason = reason.or(why),
                None => {}
            }
        }
        Err(NotIncluded::Unreadable(reason))
    }

    /// The first character of all texts that were read as Latin-1 which is no UTF-8.
    pub fn latin_1(&self) -> Option<Span> {
        let mut files = (0..).map(FileId).zip(&self.files);
        files.find_map(|(id, file)| Some(self.character(id, file.latin_1?)))
    }

    /// All texts in the order in which they were read.
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    fn push(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The text under a span; empty where the span does not fit its file.
    pub fn text(&self, span: Span) -> &str {
        let file = self.files.get(span.file.0 as usize);
        file.and_then(|file| file.text.get(span.range()))
            .unwrap_or("")
    }

    /// The character at an offset; at the end of the file, its end.
    pub fn character(&self, file: FileId, offset: usize) -> Span {
        let text = &self.file(file).text;
        let start = offset.min(text.len());
        let character = text.get(start..).and_then(|rest| rest.chars().next());
        Span::new(file, start..start + character.map_or(0, char::len_utf8))
    }

    /// Whether a span fits its file, and begins and ends between characters.
    pub fn holds(&self, span: Span) -> bool {
        let file = self.files.get(span.file.0 as usize);
        file.is_some_and(|file| file.text.get(span.range()).is_some())
    }

    pub fn position(&self, span: Span) -> Position {
        self.file(span.file).position(span.start as usize)
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.files).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let mut map = Sources::default();
        let file = map.add("a.m", "x ≔ 1;\ny := 2;\n");
        let at = |offset: usize| map.position(Span::new(file, offset..offset + 1));
        assert_eq!(at(0), Position { line: 1, column: 1 });
        assert_eq!(at(6), Position { line: 1, column: 5 });
        assert_eq!(at(9), Position { line: 2, column: 1 });
        assert_eq!(map.file(file).line(2), "y := 2;");
    }

    #[test]
    fn offsets_are_the_inverse_of_positions() {
        let mut map = Sources::default();
        for text in ["x ≔ 1;\ny := 2;\n", "", "\n\n", "é"] {
            let file = map.add("a.m", text);
            let file = map.file(file);
            let offsets = text.char_indices().map(|(at, _)| at).chain([text.len()]);
            for offset in offsets {
                assert_eq!(file.offset(file.position(offset)), Some(offset), "{text:?}");
            }
            for (line, column) in [(0, 1), (1, 0), (1, 9), (9, 1)] {
                assert_eq!(file.offset(Position { line, column }), None, "{text:?}");
            }
        }
    }

    #[test]
    fn included_files_lie_beside_those_that_include_them() {
        let asked = |path: &Path| path.to_str().map(|path| format!("text of {path}"));
        let mut sources = Sources::new(asked);
        let model = sources.add_file(Path::new("a/m.pml"), "");
        let inner = sources.include("b/x.h", model, &[]).expect("it is read");
        let below = sources.include("y.h", inner, &[]).expect("it is read");
        let of = |file| {
            (
                sources.file(file).name.as_str(),
                sources.file(file).text.as_str(),
            )
        };
        assert_eq!(of(inner), ("b/x.h", "text of a/b/x.h"));
        assert_eq!(of(below), ("y.h", "text of a/b/y.h"));
        let loose = sources.add("--ltl", "[] p");
        assert_eq!(
            sources.include("x.h", loose, &[]),
            Err(NotIncluded::Unreadable(None))
        );
    }

    #[test]
    fn other_folders_are_asked_in_order_behind_the_own_one() {
        let there = ["a/x.h", "p/x.h", "p/y.h", "q/y.h"];
        let mut sources = Sources::new(move |path| {
            let path = path.to_str()?;
            there.contains(&path).then(|| path.to_string())
        });
        let model = sources.add_file(Path::new("a/m.pml"), "");
        let folders = ["p", "q"].map(PathBuf::from);
        for (name, found) in [("x.h", "a/x.h"), ("y.h", "p/y.h")] {
            let file = sources.include(name, model, &folders).expect("it is there");
            assert_eq!(sources.file(file).text, found);
        }
        let nowhere = Err(NotIncluded::Unreadable(None));
        assert_eq!(sources.include("z.h", model, &folders), nowhere);
    }

    #[test]
    fn the_first_text_in_latin_1_is_known() {
        let mut sources = Sources::default();
        sources.add_file(Path::new("a"), "é");
        assert_eq!(sources.latin_1(), None);
        let text = crate::decode(b"ab\xe9".to_vec()).expect("a text");
        let file = sources.add_decoded(Path::new("b"), text);
        assert_eq!(sources.latin_1(), Some(Span::new(file, 2..4)));
    }

    #[test]
    fn who_gives_no_text_may_say_why() {
        let mut sources = Sources::reading(|_| Err("it is a folder".to_string()));
        let model = sources.add_file(Path::new("m.pml"), "");
        let reason = Some("it is a folder".to_string());
        assert_eq!(
            sources.include("x.h", model, &[]),
            Err(NotIncluded::Unreadable(reason))
        );
    }

    #[test]
    fn all_that_is_included_is_bounded() {
        let mut sources = Sources::new(|path| match path.to_str() {
            Some("large.h") => Some(" ".repeat(MAX_INCLUDED_BYTES / 2)),
            _ => Some(String::new()),
        });
        let model = sources.add_file(Path::new("m.pml"), "");
        let large: Vec<_> = (0..3)
            .map(|_| sources.include("large.h", model, &[]))
            .collect();
        assert!(large[0].is_ok() && large[1].is_ok());
        let too_much = |included: &Result<FileId, NotIncluded>| match included {
            Err(NotIncluded::TooMuch(message)) => message.clone(),
            _ => "included".to_string(),
        };
        assert_eq!(too_much(&large[2]), "more than 64 MB of text are included");
        let mut sources = Sources::new(|_| Some(String::new()));
        let model = sources.add_file(Path::new("m.pml"), "");
        let mut all = (0..=MAX_INCLUDES).map(|_| sources.include("empty.h", model, &[]));
        assert!(
            all.by_ref()
                .take(MAX_INCLUDES)
                .all(|included| included.is_ok())
        );
        let last = all.next().expect("one more");
        assert_eq!(too_much(&last), "more than 10000 files are included");
    }

    #[test]
    fn spans_of_characters_lie_in_their_file() {
        let mut sources = Sources::default();
        let file = sources.add("a", "é!");
        let range = |offset| sources.character(file, offset).range();
        assert_eq!(
            [range(0), range(2), range(3), range(9)],
            [0..2, 2..3, 3..3, 3..3]
        );
        for (range, fits) in [(0..3, true), (3..3, true), (0..1, false), (2..4, false)] {
            assert_eq!(sources.holds(Span::new(file, range)), fits);
        }
    }

    #[test]
    fn a_joined_span_covers_both() {
        let file = FileId::default();
        let joined = Span::new(file, 4..6).to(Span::new(file, 1..2));
        assert_eq!(joined, Span::new(file, 1..6));
    }
}
