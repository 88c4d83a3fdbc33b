//! From bytes to text.

/// A text, and where it is not what its bytes would be in UTF-8.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decoded {
    pub text: String,
    /// The first character that is no UTF-8: all of the text was read as Latin-1 then.
    pub latin_1: Option<usize>,
}

impl From<String> for Decoded {
    fn from(text: String) -> Decoded {
        Decoded {
            text,
            latin_1: None,
        }
    }
}

/// Reads UTF-8, and everything else as Latin-1, in which old models were written; `None` for bytes
/// that are no text in either.
pub fn decode(bytes: Vec<u8>) -> Option<Decoded> {
    let error = match String::from_utf8(bytes) {
        Ok(text) => return Some(Decoded::from(without_mark(text))),
        Err(error) => error,
    };
    let valid = error.utf8_error().valid_up_to();
    let bytes = error.into_bytes();
    if bytes.contains(&0) {
        return None;
    }
    let letters = |bytes: &[u8]| -> String { bytes.iter().map(|byte| char::from(*byte)).collect() };
    let (before, after) = bytes.split_at(valid);
    let before = letters(before);
    Some(Decoded {
        latin_1: Some(before.len()),
        text: before + &letters(after),
    })
}

/// Some editors put a mark in front of a text that says nothing.
fn without_mark(text: String) -> String {
    match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_string(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf_8_is_read_as_it_is_without_its_mark() {
        let decoded = decode("\u{feff}é!".into()).expect("a text");
        assert_eq!(decoded, Decoded::from("é!".to_string()));
    }

    #[test]
    fn other_bytes_are_latin_1_and_the_first_is_known() {
        let decoded = decode(b"x \xc3\xa9 \xe9\xff".to_vec()).expect("a text");
        assert_eq!(decoded.text, "x Ã© éÿ");
        let at = decoded.latin_1.expect("no UTF-8");
        assert_eq!(&decoded.text[at..], "éÿ");
    }

    #[test]
    fn what_has_zeros_in_it_is_no_text() {
        assert_eq!(decode(b"\x7fELF\0\xff".to_vec()), None);
    }
}
