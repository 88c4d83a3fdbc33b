//! A command line as bash hands it over: it has parted it into words of its own, which end at signs
//! like `=` and `:`, and puts what it is given in place of the last of them, as it is.

use super::quotes::{Meaning, Quote, meanings};

pub struct Line {
    pub words: Vec<String>,
    /// The word at the cursor.
    pub at: usize,
    quote: Quote,
    /// What stays of the word at the cursor.
    settled: String,
    /// Whether a tilde begins it, which stands for a folder.
    has_tilde: bool,
}

impl Line {
    /// The line before the cursor, behind it, and the signs at which bash parts words.
    pub fn new(typed: &[String]) -> Line {
        let part = |at: usize| typed.get(at).map_or("", String::as_str);
        let mut line = Line::before(part(0), part(2));
        // The rest of the word at the cursor is of no account.
        let behind = part(1).split_once(char::is_whitespace);
        let behind = Line::before(behind.map_or("", |(_, words)| words), "");
        let words = behind.words.into_iter();
        line.words.extend(words.filter(|word| !word.is_empty()));
        line
    }

    fn before(text: &str, breaks: &str) -> Line {
        let (meanings, quote) = meanings(text);
        let mut words = vec![String::new()];
        let mut settled = String::new();
        let mut has_tilde = false;
        let mut is_begun = false;
        for meaning in meanings {
            let word = words.last_mut().expect("there is a first word");
            match meaning {
                Meaning::Letter(letter) => word.push(letter),
                Meaning::Bare(letter) => {
                    has_tilde |= !is_begun && letter == '~';
                    word.push(letter);
                    if breaks.contains(letter) {
                        settled.clone_from(word);
                    }
                }
                Meaning::Mark => settled.clone_from(word),
                Meaning::Gap if is_begun => {
                    words.push(String::new());
                    settled.clear();
                    has_tilde = false;
                }
                Meaning::Gap => {}
            }
            is_begun = meaning != Meaning::Gap;
        }
        Line {
            at: words.len() - 1,
            words,
            quote,
            settled,
            has_tilde,
        }
    }

    /// A candidate for the word at the cursor, as bash is to insert it.
    pub fn shown(&self, candidate: &str) -> Option<String> {
        let rest = candidate.strip_prefix(&self.settled)?;
        let tilde = rest.strip_prefix('~').filter(|_| self.has_tilde);
        Some(match tilde {
            Some(rest) => format!("~{}", self.quote.quoted(rest)),
            None => self.quote.quoted(rest),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BREAKS: &str = " \t\n\"'@><=;|&(:";

    fn line(before: &str, behind: &str) -> Line {
        Line::new(&[before, behind, BREAKS].map(String::from))
    }

    #[test]
    fn words_and_the_cursor_are_found() {
        let found = line("weyl check  'my model.m' --property mut", "ual --json");
        let words = ["weyl", "check", "my model.m", "--property", "mut", "--json"];
        assert_eq!(
            (found.words, found.at),
            (words.map(String::from).to_vec(), 4)
        );
        let found = line("weyl check ", "");
        assert_eq!((found.words.len(), found.at), (3, 2));
        assert_eq!(line("", "").words, [""]);
    }

    #[test]
    fn only_what_bash_replaces_is_shown() {
        let shown = |before: &str, candidate: &str| line(before, "").shown(candidate);
        let name = "mutual exclusion";
        assert_eq!(
            shown("w --property ", name).as_deref(),
            Some("mutual\\ exclusion")
        );
        assert_eq!(
            shown("w --property mutual\\ e", name).as_deref(),
            Some("mutual\\ exclusion")
        );
        assert_eq!(shown("w --property \"mut", name).as_deref(), Some(name));
        let whole = format!("--property={name}");
        assert_eq!(
            shown("w --property=mu", &whole).as_deref(),
            Some("mutual\\ exclusion")
        );
        assert_eq!(shown("w --property='mu", &whole).as_deref(), Some(name));
        assert_eq!(shown("w a:b", "a:b c").as_deref(), Some("b\\ c"));
        assert_eq!(shown("w ~/x", "~/x y").as_deref(), Some("~/x\\ y"));
        assert_eq!(shown("w '~/x", "~/x y").as_deref(), Some("~/x y"));
        assert_eq!(shown("w a:b", "other"), None);
    }
}
