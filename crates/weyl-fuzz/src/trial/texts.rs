//! From bytes to texts, as the program reads files.

use crate::failure::{Failure, Outcome, Tried};
use crate::make::SEPARATOR;
use std::io::Write;
use weyl::input::{add_model, sources};
use weyl_check::Failure as Refusal;

/// The text of a file with these bytes; an outcome where it can't be read.
pub fn text_of(bytes: &[u8]) -> Result<String, Tried> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    match std::str::from_utf8(bytes) {
        // What reading a file would give, without writing one.
        Ok(text) if !bytes.starts_with(MARK) => Ok(text.to_string()),
        _ => from_file(bytes),
    }
}

fn from_file(bytes: &[u8]) -> Result<String, Tried> {
    let cannot = |error: std::io::Error| Err(Failure::new("no file", error.to_string()));
    let mut file = tempfile::NamedTempFile::new().map_err(cannot)?;
    file.write_all(bytes).map_err(cannot)?;
    let mut sources = sources();
    match add_model(&mut sources, file.path()) {
        Ok(id) => Ok(sources.file(id).text.clone()),
        Err(Refusal::Input(_)) => Err(Ok(Outcome::Refused)),
        Err(Refusal::Bug(_) | Refusal::Spent { .. }) => {
            Err(Err(Failure::new("bug", "a file that can't be read")))
        }
    }
}

/// A model and what is read beside it; nothing where there is no separator.
pub fn parts(text: &str) -> (&str, &str) {
    let separator = std::str::from_utf8(SEPARATOR).unwrap_or_default();
    text.split_once(separator).unwrap_or((text, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_the_program_reads_them() {
        assert_eq!(text_of(b"x"), Ok("x".to_string()));
        assert_eq!(text_of(b"\xef\xbb\xbfx"), Ok("x".to_string()));
        assert_eq!(text_of(b"\xff"), Ok("ÿ".to_string()));
        assert_eq!(text_of(b"\0\xff"), Err(Ok(Outcome::Refused)));
    }

    #[test]
    fn a_separator_stands_between_parts() {
        assert_eq!(parts("a\n=====\nb"), ("a", "b"));
        assert_eq!(parts("a"), ("a", ""));
    }
}
