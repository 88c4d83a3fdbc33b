//! The words of a statement, and what each stands for.

/// A word of a statement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word {
    pub text: String,
    /// What a number is a number of: `f[` if it is an index of `f`, `turn` if it is assigned to or
    /// compared with `turn`. `0` may be one process and no answer in one statement. Empty for
    /// everything else.
    pub role: String,
}

impl Word {
    pub fn is_name(&self) -> bool {
        let mut letters = self.text.chars();
        letters.next().is_some_and(is_wordlike)
    }

    pub fn is_number(&self) -> bool {
        self.text.starts_with(char::is_numeric)
    }

    /// Whether both are one name, and no number.
    pub fn is_same_name(&self, other: &Word) -> bool {
        let is_named = self.is_name() && !self.is_number();
        is_named && self.text == other.text && self.text != "run"
    }

    /// An index together with what it is an index of.
    pub fn shown(&self) -> String {
        if self.role.ends_with('[') {
            format!("{}{}]", self.role, self.text)
        } else {
            self.text.clone()
        }
    }
}

/// Names, numbers, and every other letter by itself. Where an `inline` is called is none of them.
pub(super) fn words(text: &str) -> Vec<Word> {
    let texts = texts(without_call(text));
    let roles = roles(&texts);
    let words = texts.into_iter().zip(roles);
    words.map(|(text, role)| Word { text, role }).collect()
}

/// A statement without `(in INLINE, line N)` behind it.
fn without_call(text: &str) -> &str {
    match text.rsplit_once(" (in ") {
        Some((statement, call)) if call.contains(", line ") && call.ends_with(')') => statement,
        _ => text,
    }
}

fn is_wordlike(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

fn texts(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_open = false;
    for letter in text.chars() {
        match words.last_mut() {
            Some(last) if is_open && is_wordlike(letter) => last.push(letter),
            _ if letter.is_whitespace() => {}
            _ => words.push(letter.to_string()),
        }
        is_open = is_wordlike(letter);
    }
    words
}

/// For a number, the nearest name before it between the same brackets, else the array that they
/// belong to, else the first name of the statement.
fn roles(texts: &[String]) -> Vec<String> {
    let is_number = |text: &str| text.starts_with(char::is_numeric);
    let is_name = |text: &&String| text.starts_with(is_wordlike) && !is_number(text);
    let first = texts.iter().find(is_name).cloned().unwrap_or_default();
    let mut around: Vec<String> = Vec::new();
    let mut last: Option<String> = None;
    let mut roles = Vec::with_capacity(texts.len());
    for text in texts {
        match text.as_str() {
            "[" => around.push(last.take().unwrap_or_default()),
            "]" => last = around.pop(),
            _ if is_name(&text) => last = Some(text.clone()),
            _ => {}
        }
        let of = || match (&last, around.last()) {
            (Some(name), _) => name.clone(),
            (None, Some(array)) => format!("{array}["),
            (None, None) => first.clone(),
        };
        roles.push(if is_number(text) { of() } else { String::new() });
    }
    roles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_roles() {
        let roles = |text: &str| -> Vec<(String, String)> {
            let words = words(text).into_iter();
            let numbers = words.filter(|word| word.is_number());
            numbers.map(|word| (word.text, word.role)).collect()
        };
        let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
            let pairs = pairs.iter();
            pairs.map(|(a, b)| (a.to_string(), b.to_string())).collect()
        };
        assert_eq!(roles("f[0] = 1"), pairs(&[("0", "f["), ("1", "f")]));
        assert_eq!(roles("2 == turn"), pairs(&[("2", "turn")]));
        assert_eq!(roles("f[i + 1]"), pairs(&[("1", "i")]));
        assert_eq!(roles("f[g[3]] = 4"), pairs(&[("3", "g["), ("4", "f")]));
    }

    #[test]
    fn where_an_inline_is_called_is_no_word() {
        assert_eq!(words("x = y (in swap, line 24)"), words("x = y"));
        assert_ne!(words("x = y (in swap)"), words("x = y"));
    }
}
