//! What is explored: a model of the project, with other values of its constants where larger
//! systems are wanted, or one of other people that lies elsewhere.

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
pub enum Text {
    /// A model of the project, and constants with values that it does not have in the file.
    Own {
        model: &'static str,
        constants: &'static [(&'static str, u32)],
    },
    /// A file outside of the repository.
    Guest(&'static Path),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    pub language: Language,
    pub work: Work,
    pub text: Text,
    /// The states, or the orbits, that there are.
    pub states: u64,
}

impl Event {
    /// The model and its constants.
    pub fn name(&self) -> String {
        match self.text {
            Text::Own { model, constants } => {
                let constants = constants.iter();
                let constants = constants.map(|(name, value)| format!(", {name}={value}"));
                format!("{model}{}", constants.collect::<String>())
            }
            Text::Guest(path) => {
                let stem = path.file_stem().unwrap_or(path.as_os_str());
                stem.to_string_lossy().into_owned()
            }
        }
    }

    /// Where the text is that all contestants read: a model of the project is written with its
    /// constants into a folder; others stay where they are, with what they include.
    pub fn path(&self, folder: &Path) -> Result<PathBuf> {
        let (model, constants) = match self.text {
            Text::Own { model, constants } => (model, constants),
            Text::Guest(path) => return Ok(path.to_path_buf()),
        };
        let (language, extension) = match self.language {
            Language::Murphi => ("murphi", "m"),
            Language::Promela => ("promela", "pml"),
        };
        let file = format!("{model}.{extension}");
        let original = weyl_filetest::models_folder(language).join(&file);
        let text = std::fs::read_to_string(&original);
        let text = text.with_context(|| original.display().to_string())?;
        let text = self.language.with_constants(&text, constants);
        let path = folder.join(file);
        std::fs::write(&path, text.with_context(|| self.name())?)?;
        Ok(path)
    }
}

impl Language {
    fn with_constants(self, original: &str, constants: &[(&str, u32)]) -> Result<String> {
        let mut lines: Vec<String> = original.lines().map(str::to_string).collect();
        for (name, value) in constants {
            let (begin, new) = match self {
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

    #[test]
    fn constants_are_replaced() {
        let promela =
            Language::Promela.with_constants("#define N 3\n#define NAMES 3\n", &[("N", 5)]);
        assert_eq!(
            promela.ok().as_deref(),
            Some("#define N 5\n#define NAMES 3\n")
        );
        let murphi = "const\n  N: 3;  -- three\n  LAST: N;\n";
        let murphi = Language::Murphi.with_constants(murphi, &[("N", 5)]);
        assert_eq!(murphi.ok().as_deref(), Some("const\n  N: 5;\n  LAST: N;\n"));
    }

    #[test]
    fn a_constant_that_is_not_there_is_an_error() {
        let text = Language::Promela.with_constants("#define M 3\n", &[("N", 5)]);
        assert!(text.is_err());
    }
}
