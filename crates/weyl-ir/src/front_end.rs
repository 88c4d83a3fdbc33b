//! The seam that languages attach at: a text is read once, and lowered as often as the capacity of
//! its states has to grow.

use crate::{Model, RuleId, Table, Temporal};
use cranelift_entity::SecondaryMap;
use std::fmt;
use std::path::PathBuf;
use weyl_source::{Diagnostics, FileId, Sources};
use weyl_temporal::grammar::Logic;

/// A language of models.
pub trait FrontEnd: Sync {
    fn language(&self) -> &'static Language;

    /// Reads a text, and all that it includes. There is something to lower if no diagnostic is an
    /// error; there may be if one is, for what lowering has to say of it.
    fn read(
        &self,
        sources: &mut Sources,
        file: FileId,
        options: &ReadOptions,
        diagnostics: &mut Diagnostics,
    ) -> Option<Box<dyn Parsed>>;
}

/// Front ends are told apart by their languages.
impl PartialEq for dyn FrontEnd {
    fn eq(&self, other: &dyn FrontEnd) -> bool {
        self.language() == other.language()
    }
}

impl Eq for dyn FrontEnd {}

impl fmt::Debug for dyn FrontEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.language().title)
    }
}

/// Reads and lowers a text. There is a result exactly if no diagnostic is an error.
pub fn load(
    front_end: &dyn FrontEnd,
    sources: &mut Sources,
    file: FileId,
    options: &ReadOptions,
    capacity: Capacity,
) -> (Option<Lowered>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let parsed = front_end.read(sources, file, options, &mut diagnostics);
    let lowered = parsed.and_then(|parsed| parsed.lower(sources, capacity, &mut diagnostics));
    (lowered, diagnostics)
}

/// A model that was read.
pub trait Parsed {
    /// Whether a model with another capacity is another model.
    fn depends_on_capacity(&self) -> bool;

    /// Lowers it to the program representation. There is a result exactly if no diagnostic is an
    /// error.
    fn lower(
        &self,
        sources: &Sources,
        capacity: Capacity,
        diagnostics: &mut Diagnostics,
    ) -> Option<Lowered>;
}

/// What distinguishes a language from the others, for those who talk to users.
#[derive(Debug)]
pub struct Language {
    /// As the command line says it.
    pub name: &'static str,
    pub title: &'static str,
    /// How the names of its files end; the first is the usual one.
    pub endings: &'static [&'static str],
    /// What begins a comment that ends with its line.
    pub comment: &'static str,
    /// What can be defined from outside.
    pub definitions: Definitions,
    /// Models may consist of processes, which exchange messages and end.
    pub has_processes: bool,
    /// Models are rules over sorts that they may declare to be symmetric.
    pub has_rules: bool,
    /// Rules contain loops that may be endless.
    pub has_loops: bool,
    /// It can be told to be strict about values that are not defined.
    pub has_undefined: bool,
    /// SPIN can walk along the runs of its models.
    pub has_trails: bool,
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.name == other.name
    }
}

impl Eq for Language {}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Definitions {
    /// Numbers for constants that the model declares.
    Constants,
    /// Texts for macros.
    Macros,
    Nothing,
}

/// A file whose whole text is one temporal formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaFile {
    pub file: FileId,
    pub logic: Logic,
}

/// Of linear time.
impl From<FileId> for FormulaFile {
    fn from(file: FileId) -> FormulaFile {
        FormulaFile {
            file,
            logic: Logic::Linear,
        }
    }
}

/// How a model is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Reading an undefined scalar is always an error, also in copies and comparisons.
    pub strict_undefined: bool,
    /// Values that replace those of constants declared in the model.
    pub constants: Vec<(String, i128)>,
    /// Macros defined from outside, with their text; 1 where there is none.
    pub definitions: Vec<(String, Option<String>)>,
    /// Folders in which included files are looked for, behind that of the file that includes them.
    pub folders: Vec<PathBuf>,
    /// Files whose whole text is one temporal formula over what the model declares.
    pub formulas: Vec<FormulaFile>,
    /// Quantifiers inside of formulas of branching time are kept where they range over names,
    /// instead of written out.
    pub keeps_quantifiers: bool,
    /// Files whose whole text is one expression over what the model declares: each becomes a
    /// property of the kind [`Shown`](crate::PropertyKind::Shown).
    pub expressions: Vec<FileId>,
}

/// A model, and what is said of its runs.
#[derive(Clone, Debug)]
pub struct Lowered {
    pub model: Model,
    /// What the model says of its runs, and then what formulas from outside say.
    pub temporal: Vec<Temporal>,
    /// Where SPIN reads the language.
    pub numbers: Option<StatementNumbers>,
}

/// SPIN's numbers of the steps and places of a model.
#[derive(Clone, Debug, Default)]
pub struct StatementNumbers {
    pub statements: SecondaryMap<RuleId, Option<u32>>,
    /// By kind of process and control location.
    pub states: Vec<Vec<u32>>,
}

impl StatementNumbers {
    /// The number that a trail has for a step by a rule. A d_step is one step: its first rule has
    /// the number, the others have none.
    pub fn statement(&self, rule: RuleId) -> Option<u32> {
        self.statements[rule]
    }

    /// The number of a control location: the value of `pc_value` for a process there.
    pub fn state(&self, kind: usize, location: usize) -> Option<u32> {
        self.states.get(kind)?.get(location).copied()
    }
}

/// How many processes and channels that are created a state has room for. What a model creates
/// while it runs can't always be bounded from its text: one that needs more is lowered again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    pub processes: u32,
    pub channels: u32,
}

impl Capacity {
    /// SPIN's limit of processes, and of channels.
    pub const MOST: Capacity = Capacity {
        processes: 255,
        channels: 255,
    };

    /// For one process that is created, and one channel.
    pub const LEAST: Capacity = Capacity {
        processes: 1,
        channels: 1,
    };

    /// The tables that there could be more room in.
    pub fn growing(self) -> Vec<Table> {
        let tables = [Table::Processes, Table::Channels];
        let growing = tables.into_iter();
        growing
            .filter(|table| self.of(*table) < Capacity::MOST.of(*table))
            .collect()
    }

    /// Another size of one table, if it is another within the limit.
    pub fn with(self, table: Table, size: impl FnOnce(u32) -> u32) -> Option<Capacity> {
        let size = size(self.of(table)).min(Capacity::MOST.of(table));
        let changed = match table {
            Table::Processes => Capacity {
                processes: size,
                ..self
            },
            Table::Channels => Capacity {
                channels: size,
                ..self
            },
        };
        (changed != self).then_some(changed)
    }

    fn of(self, table: Table) -> u32 {
        match table {
            Table::Processes => self.processes,
            Table::Channels => self.channels,
        }
    }
}

impl Default for Capacity {
    fn default() -> Capacity {
        Capacity {
            processes: 8,
            channels: 8,
        }
    }
}
