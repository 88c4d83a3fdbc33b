//! Words as they are typed in a shell, quotes and all.

/// The quote that is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quote {
    #[default]
    None,
    Single,
    Double,
}

/// What stands for itself in a word without quotes.
const PLAIN: &str = "_-./+,%@:=^";

/// What a backslash takes the meaning from between double quotes.
const IN_DOUBLE: &str = "\"\\$`";

impl Quote {
    /// A text as the rest of a word behind a quote that is open, or none. Bash closes the quote,
    /// unless the text ends in one.
    pub fn quoted(self, text: &str) -> String {
        let mut quoted = String::new();
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            let is_last = letters.peek().is_none();
            match (self, letter) {
                (Quote::None, letter) if is_plain(letter) => quoted.push(letter),
                (Quote::None, letter) => quoted.extend(['\\', letter]),
                (Quote::Single, '\'') if is_last => quoted.push_str("'\\'"),
                (Quote::Single, '\'') => quoted.push_str("'\\''"),
                (Quote::Double, '"') if is_last => quoted.push_str("\"\\\""),
                // Nothing between double quotes keeps bash from looking into its history, but their
                // end.
                (Quote::Double, '!') if !is_last => quoted.push_str("\"'!'\""),
                (Quote::Double, letter) if IN_DOUBLE.contains(letter) => {
                    quoted.extend(['\\', letter]);
                }
                (Quote::Single | Quote::Double, letter) => quoted.push(letter),
            }
        }
        quoted
    }
}

fn is_plain(letter: char) -> bool {
    !letter.is_ascii() || letter.is_ascii_alphanumeric() || PLAIN.contains(letter)
}

/// What a letter of a line means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A letter of a word.
    Letter(char),
    /// The same, where it is not quoted.
    Bare(char),
    /// White space between words.
    Gap,
    /// A quote opens or closes.
    Mark,
}

/// Every letter of a line with its meaning, and the quote that is open in the end.
pub fn meanings(line: &str) -> (Vec<Meaning>, Quote) {
    let mut meanings = Vec::new();
    let mut quote = Quote::None;
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        let (meaning, after) = match (quote, letter) {
            (Quote::None, '\\') => match letters.next() {
                Some(next) => (Meaning::Letter(next), quote),
                None => continue,
            },
            (Quote::Double, '\\') => {
                let next = letters.next_if(|next| IN_DOUBLE.contains(*next));
                (Meaning::Letter(next.unwrap_or(letter)), quote)
            }
            (Quote::None, '\'') => (Meaning::Mark, Quote::Single),
            (Quote::None, '"') => (Meaning::Mark, Quote::Double),
            (Quote::Single, '\'') | (Quote::Double, '"') => (Meaning::Mark, Quote::None),
            (Quote::None, ' ' | '\t' | '\n') => (Meaning::Gap, quote),
            (Quote::None, bare) => (Meaning::Bare(bare), quote),
            (Quote::Single | Quote::Double, letter) => (Meaning::Letter(letter), quote),
        };
        meanings.push(meaning);
        quote = after;
    }
    (meanings, quote)
}

/// What a word says that may end within quotes.
pub fn without(word: &str) -> String {
    let (meanings, _) = meanings(word);
    let letters = meanings.into_iter().filter_map(|meaning| match meaning {
        Meaning::Letter(letter) | Meaning::Bare(letter) => Some(letter),
        Meaning::Gap => Some(' '),
        Meaning::Mark => None,
    });
    letters.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_a_shell_reads_them() {
        for (typed, said) in [
            ("plain", "plain"),
            ("mutual\\ exclusion", "mutual exclusion"),
            ("\"mutual ex", "mutual ex"),
            ("'it'\\''s'", "it's"),
            ("\"a\\$b\\c\"", "a$b\\c"),
            ("'a\\'", "a\\"),
            ("a\\", "a"),
        ] {
            assert_eq!(without(typed), said, "{typed}");
        }
    }

    /// What is quoted says the same, to us and to others.
    #[test]
    fn what_is_quoted_can_be_read() {
        let close = |text: String, mark: &str| {
            if text.ends_with(mark) {
                text
            } else {
                text + mark
            }
        };
        let names = [
            "ends in '",
            "ends in \"",
            "a b",
            "it's",
            "x[1] == \"y\" && !z",
            "$HOME `ls` \\n",
            "été; #1*?",
            "~",
            "-",
        ];
        for name in names {
            for (quote, mark) in [
                (Quote::None, ""),
                (Quote::Single, "'"),
                (Quote::Double, "\""),
            ] {
                let typed = close(format!("{mark}{}", quote.quoted(name)), mark);
                assert_eq!(without(&typed), name, "{typed}");
                let other = shlex::split(&typed);
                assert_eq!(other, Some(vec![name.to_string()]), "{typed}");
            }
        }
    }
}
