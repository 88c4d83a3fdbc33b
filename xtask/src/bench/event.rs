//! What is explored: a model of the project, with other values of its constants where larger
//! systems are wanted.

use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Murphi,
    Promela,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    EveryState,
    OneStateOfEachOrbit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub language: Language,
    pub work: Work,
    pub model: &'static str,
    pub constants: &'static [(&'static str, u32)],
    /// The states, or the orbits, that there are.
    pub states: u64,
}

impl Event {
    /// The model and its constants.
    pub fn name(&self) -> String {
        let constants = self.constants.iter();
        let constants = constants.map(|(name, value)| format!(", {name}={value}"));
        format!("{}{}", self.model, constants.collect::<String>())
    }

    /// Writes the model with its constants into a folder: all contestants read the same text.
    pub fn write(&self, folder: &Path) -> Result<PathBuf> {
        let (language, extension) = match self.language {
            Language::Murphi => ("murphi", "m"),
            Language::Promela => ("promela", "pml"),
        };
        let file = format!("{}.{extension}", self.model);
        let original = weyl_filetest::models_folder(language).join(&file);
        let text = std::fs::read_to_string(&original);
        let text = text.with_context(|| original.display().to_string())?;
        let text = self.text(&text).with_context(|| self.name())?;
        let path = folder.join(file);
        std::fs::write(&path, text)?;
        Ok(path)
    }

    fn text(&self, original: &str) -> Result<String> {
        let mut lines: Vec<String> = original.lines().map(str::to_string).collect();
        for (name, value) in self.constants {
            let (begin, new) = match self.language {
                Language::Murphi => (format!("{name}: "), format!("  {name}: {value};")),
                Language::Promela => {
                    let define = format!("#define {name} ");
                    (define.clone(), format!("{define}{value}"))
                }
            };
            let mut declarations = lines.iter_mut();
            let found = declarations.find(|line| line.trim_start().starts_with(&begin));
            *found.with_context(|| format!("there is no constant {name}"))? = new;
        }
        ensure!(!lines.is_empty(), "the model is empty");
        Ok(lines.join("\n") + "\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: Event = Event {
        language: Language::Promela,
        work: Work::EveryState,
        model: "lock",
        constants: &[("N", 5)],
        states: 7,
    };

    #[test]
    fn constants_are_replaced() {
        let promela = EVENT.text("#define N 3\n#define NAMES 3\n");
        assert_eq!(
            promela.ok().as_deref(),
            Some("#define N 5\n#define NAMES 3\n")
        );
        let murphi = Event {
            language: Language::Murphi,
            ..EVENT
        };
        let text = murphi.text("const\n  N: 3;  -- three\n  LAST: N;\n");
        assert_eq!(text.ok().as_deref(), Some("const\n  N: 5;\n  LAST: N;\n"));
    }

    #[test]
    fn a_constant_that_is_not_there_is_an_error() {
        assert!(EVENT.text("#define M 3\n").is_err());
    }
}
