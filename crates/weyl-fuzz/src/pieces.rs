//! Text in pieces: names, numbers, strings, signs, blanks. Not the tokens of any language, but
//! close enough to those of all of them; together the pieces are the text, whatever bytes it has.

/// Signs of more than one character, the longest first.
const SIGNS: [&str; 33] = [
    "=====", "<->", "==>", ":=", "::", "..", "->", "<-", "<>", "[]", "&&", "||", "==", "!=", "<=",
    ">=", "<<", ">>", "++", "--", "!!", "??", "##", "/*", "*/", "//", "[#", "\\/", "/\\", "∀", "∃",
    "→", "¬",
];

pub fn pieces(text: &[u8]) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(length_of_first(rest));
        pieces.push(piece);
        rest = after;
    }
    pieces
}

fn length_of_first(text: &[u8]) -> usize {
    let while_all = |is: fn(u8) -> bool| text.iter().take_while(|byte| is(**byte)).count();
    match text[0] {
        b'\n' => 1,
        byte if is_blank(byte) => while_all(is_blank),
        byte if is_name(byte) => while_all(is_name),
        b'"' => string_length(text),
        _ => {
            let sign = SIGNS.iter().find(|sign| text.starts_with(sign.as_bytes()));
            sign.map_or(1, |sign| sign.len())
        }
    }
}

/// Up to the second quote, or the end of the line.
fn string_length(text: &[u8]) -> usize {
    let inside = text.iter().skip(1);
    let ends = inside.take_while(|byte| !b"\"\n".contains(byte)).count() + 1;
    match text.get(ends) {
        Some(b'"') => ends + 1,
        _ => ends,
    }
}

fn is_blank(byte: u8) -> bool {
    byte != b'\n' && byte.is_ascii_whitespace()
}

fn is_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

pub fn is_number(piece: &[u8]) -> bool {
    piece.iter().all(u8::is_ascii_digit)
}

pub fn is_word(piece: &[u8]) -> bool {
    piece.first().is_some_and(|byte| is_name(*byte)) && !is_number(piece)
}

pub fn is_space(piece: &[u8]) -> bool {
    piece.iter().all(u8::is_ascii_whitespace)
}

pub fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        let pieces = pieces(text.as_bytes()).into_iter();
        pieces
            .filter_map(|piece| std::str::from_utf8(piece).ok())
            .collect()
    }

    #[test]
    fn names_numbers_strings_and_signs_are_pieces() {
        let found = split("x_1 := 10..a;\n  put \"b c\"");
        let expected = [
            "x_1", " ", ":=", " ", "10", "..", "a", ";", "\n", "  ", "put", " ", "\"b c\"",
        ];
        assert_eq!(found, expected);
        assert_eq!(split("\"open\nx"), ["\"open", "\n", "x"]);
    }

    #[test]
    fn nothing_is_lost_of_any_bytes() {
        for text in [
            &b"a\xff\xfe b"[..],
            b"",
            b"\0\0\"",
            b"\xe2\x88\x80x",
            b"<--->",
        ] {
            assert_eq!(pieces(text).concat(), text);
            assert_eq!(lines(text).concat(), text);
        }
    }

    #[test]
    fn pieces_are_of_one_kind() {
        assert!(is_number(b"12") && is_word(b"x1") && is_space(b" \t") && is_space(b"\n"));
        assert!(!is_number(b"x") && !is_word(b"1") && !is_word(b";"));
    }
}
