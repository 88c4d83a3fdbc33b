//! The language of a model, and which flags have a meaning for it.

use crate::language::by_ending;
use crate::program::amounts;
use crate::program::flags::{
    CheckFlags, DeadlockFlag, ReadingFlags, SymmetryFlag, TerminationFlag,
};
use std::path::Path;
use weyl_check::{Failure, wrong_command_line};
use weyl_ir::{Definitions, FrontEnd, Language, ReadOptions};

pub fn front_end(model: &Path, flags: &ReadingFlags) -> Result<&'static dyn FrontEnd, Failure> {
    match &flags.language {
        Some(front_end) => Ok(*front_end),
        None => by_ending(model),
    }
}

/// A flag, whether it is given, whether it has a meaning, and why it has none.
type Asked<'a> = (&'a str, bool, bool, &'a str);

fn have_meaning(language: &Language, asked: &[Asked<'_>]) -> Result<(), Failure> {
    let missed = asked.iter().find(|(_, given, fits, _)| *given && !fits);
    missed.map_or(Ok(()), |(flag, _, _, why)| {
        let title = language.title;
        let message = format!("`{flag}` has no meaning for a {title} model: {why}");
        Err(wrong_command_line(&message, None))
    })
}

pub fn check_flags_fit(flags: &CheckFlags, language: &Language) -> Result<(), Failure> {
    let (processes, rules) = (language.has_processes, language.has_rules);
    let scalarset = flags.symmetry == Some(SymmetryFlag::Scalarset);
    let stuttering = flags.deadlock == Some(DeadlockFlag::Stuttering);
    have_meaning(
        language,
        &[
            (
                "--trust-loops",
                flags.trust_loops,
                rules,
                "it has no scalarsets",
            ),
            ("--symmetry scalarset", scalarset, rules, "it has none"),
            ("--fair", !flags.fair.is_empty(), rules, "it names rules"),
            (
                "--deadlock stuttering",
                stuttering,
                rules,
                "it is `stuck` or `off`",
            ),
            ("--msc", flags.msc, processes, "it has no messages"),
            (
                "--chart",
                flags.chart.is_some(),
                processes,
                "it has no messages",
            ),
            (
                "--trail",
                flags.trail.is_some(),
                language.has_trails,
                "SPIN can't read it",
            ),
        ],
    )
}

pub fn termination_fits(flag: Option<TerminationFlag>, language: &Language) -> Result<(), Failure> {
    let processes = language.has_processes;
    let asked = [(
        "--termination",
        flag.is_some(),
        processes,
        "it has no processes",
    )];
    have_meaning(language, &asked)
}

/// How the front end is to read the model.
pub fn reading(flags: &ReadingFlags, language: &Language) -> Result<ReadOptions, Failure> {
    let is_limited = flags.loop_limit.is_some();
    let is_defined = !flags.define.is_empty();
    let can_define = language.definitions != Definitions::Nothing;
    let can_include = language.definitions == Definitions::Macros;
    have_meaning(
        language,
        &[
            (
                "--strict-undefined",
                flags.strict_undefined,
                language.has_undefined,
                "nothing in it depends on that",
            ),
            (
                "--loop-limit",
                is_limited,
                language.has_loops,
                "its steps have no loops",
            ),
            ("-D", is_defined, can_define, "it says everything itself"),
            (
                "-I",
                !flags.include.is_empty(),
                can_include,
                "it includes nothing",
            ),
        ],
    )?;
    let (constants, definitions) = match language.definitions {
        Definitions::Constants => (constants(&flags.define)?, Vec::new()),
        Definitions::Macros => (Vec::new(), flags.define.clone()),
        Definitions::Nothing => (Vec::new(), Vec::new()),
    };
    Ok(ReadOptions {
        strict_undefined: flags.strict_undefined,
        constants,
        definitions,
        folders: flags.include.clone(),
        formulas: Vec::new(),
        keeps_quantifiers: true,
        expressions: Vec::new(),
    })
}

fn constants(definitions: &[(String, Option<String>)]) -> Result<Vec<(String, i128)>, Failure> {
    let constants = definitions.iter().map(|(name, value)| {
        let number = amounts::constant(value.as_deref());
        let number = number.map_err(|reason| {
            let message = format!("`-D {name}` does not define a constant: {reason}");
            wrong_command_line(&message, None)
        });
        Ok((name.clone(), number?))
    });
    constants.collect()
}
