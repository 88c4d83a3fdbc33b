//! What is fuzzed: a reader, or the whole way to verdicts, for one language.

use std::fmt;
use std::time::Duration;
use weyl_check::{FRONT_ENDS, IR, MURPHI, PROMELA};
use weyl_ir::FrontEnd;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Reading and lowering; what is accepted is printed and read again.
    FrontEnd,
    /// All the way to verdicts, with machine code and without, with symmetry and without.
    Check,
    /// A temporal formula from outside, for a model.
    Formula,
    /// A file of generators, for a model.
    Generators,
    /// A saved answer, for the model that it is about.
    Answer,
    /// A temporal formula alone: from here on the language is of no account.
    Automaton,
    /// What a model says in its header is expected of it.
    Header,
    /// A `weyl.toml`.
    Manifest,
    /// Two saved answers, side by side.
    Comparison,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub reader: Reader,
    pub language: &'static dyn FrontEnd,
}

impl Target {
    /// Those that read fast first.
    pub fn all() -> Vec<Target> {
        let readers = [
            Reader::FrontEnd,
            Reader::Check,
            Reader::Formula,
            Reader::Generators,
            Reader::Answer,
        ];
        let with = |reader| FRONT_ENDS.map(|language| Target { reader, language });
        let mut all: Vec<Target> = readers.into_iter().flat_map(with).collect();
        let alone = [
            Reader::Automaton,
            Reader::Header,
            Reader::Manifest,
            Reader::Comparison,
        ];
        let language = IR;
        all.extend(alone.map(|reader| Target { reader, language }));
        all
    }

    /// All targets that a word names: one, or those of a reader or a language.
    pub fn named(word: &str) -> Vec<Target> {
        let mut all = Target::all();
        let whole = |target: &Target| target.to_string() == word;
        if all.iter().any(whole) {
            all.retain(whole);
        } else {
            all.retain(|target| target.to_string().split('-').any(|part| part == word));
        }
        all
    }

    pub fn ending(self) -> &'static str {
        self.language.language().endings[0]
    }

    /// The random streams of targets have nothing in common.
    pub(crate) fn salt(self) -> u64 {
        let name = self.to_string();
        let bytes = name.bytes().map(u64::from);
        bytes.fold(0, |salt, byte| salt.wrapping_mul(257).wrapping_add(byte))
    }

    /// Whether models are checked or executed, and not only read.
    pub(crate) fn executes(self) -> bool {
        match self.reader {
            Reader::FrontEnd
            | Reader::Automaton
            | Reader::Header
            | Reader::Manifest
            | Reader::Comparison => false,
            Reader::Check | Reader::Formula | Reader::Generators | Reader::Answer => true,
        }
    }

    /// Processor time that an input may take, far more than any should.
    pub(crate) fn patience(self) -> Duration {
        Duration::from_secs(if self.executes() { 15 } else { 5 })
    }

    /// Readers must be content with the stack that a thread has; models that are executed have the
    /// program's, since they may call functions deeply.
    pub(crate) fn stack_bytes(self) -> usize {
        if self.executes() { 256 << 20 } else { 8 << 20 }
    }

    /// How many inputs a child is given at once.
    pub(crate) fn batch(self) -> u64 {
        if self.executes() { 200 } else { 2_000 }
    }

    pub(crate) fn is_murphi(self) -> bool {
        self.language == MURPHI
    }

    pub(crate) fn is_promela(self) -> bool {
        self.language == PROMELA
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let language = self.language.language().name;
        match self.reader {
            Reader::FrontEnd => f.write_str(language),
            Reader::Check => write!(f, "check-{language}"),
            Reader::Formula => write!(f, "formula-{language}"),
            Reader::Generators => write!(f, "generators-{language}"),
            Reader::Answer => write!(f, "answer-{language}"),
            Reader::Automaton => f.write_str("automaton"),
            Reader::Header => f.write_str("header"),
            Reader::Manifest => f.write_str("manifest"),
            Reader::Comparison => f.write_str("comparison"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(word: &str) -> Vec<String> {
        let targets = Target::named(word).into_iter();
        targets.map(|target| target.to_string()).collect()
    }

    #[test]
    fn a_word_names_one_target_or_a_family() {
        assert_eq!(names("murphi"), ["murphi"]);
        assert_eq!(
            names("check"),
            ["check-murphi", "check-promela", "check-ir"]
        );
        assert_eq!(names("answer-ir"), ["answer-ir"]);
        assert!(names("nothing").is_empty());
    }

    #[test]
    fn every_target_has_a_stream_of_its_own() {
        let all = Target::all();
        let salts: std::collections::BTreeSet<u64> = all.iter().map(|one| one.salt()).collect();
        assert_eq!(salts.len(), all.len());
    }
}
