//! The language of a model, by its name or by that of its file.

use std::path::Path;
use weyl_check::{FRONT_ENDS, Failure, wrong_command_line};
use weyl_ir::FrontEnd;

/// By the name that a language has on the command line.
pub fn by_name(name: &str) -> Result<&'static dyn FrontEnd, String> {
    let name = name.to_ascii_lowercase();
    let mut front_ends = FRONT_ENDS.into_iter();
    let found = front_ends.find(|front_end| front_end.language().name == name);
    found.ok_or_else(|| {
        let names = FRONT_ENDS.map(|front_end| format!("`{}`", front_end.language().name));
        format!("the languages are {}", names.join(", "))
    })
}

/// By the name of a file.
pub fn by_ending(path: &Path) -> Result<&'static dyn FrontEnd, Failure> {
    let ending = path.extension().unwrap_or_default();
    let ending = ending.to_string_lossy().to_ascii_lowercase();
    let is_its = |of: &&dyn FrontEnd| of.language().endings.contains(&ending.as_str());
    if let Some(found) = FRONT_ENDS.into_iter().find(is_its) {
        return Ok(found);
    }
    let name = path.display();
    let message = format!("the name `{name}` does not tell the language of the model");
    let usual = FRONT_ENDS.map(|front_end| {
        let language = front_end.language();
        format!(
            "{} models end in `.{}`",
            language.title, language.endings[0]
        )
    });
    let hint = format!("{}; otherwise say `--language`", usual.join(", "));
    Err(wrong_command_line(&message, Some(&hint)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use weyl_check::{IR, MURPHI, PROMELA};

    #[test]
    fn names_tell_languages() {
        let language = |name: &str| by_ending(Path::new(name));
        assert_eq!(language("dir.x/a.m"), Ok(MURPHI));
        assert_eq!(language("A.M"), Ok(MURPHI));
        assert_eq!(language("a.pml"), Ok(PROMELA));
        assert_eq!(language("a.P"), Ok(PROMELA));
        assert_eq!(language("a.weyl"), Ok(IR));
        for refused in ["a", "a.txt", ".m", ""] {
            assert!(language(refused).is_err(), "{refused}");
        }
    }
}
