//! What was meant: flags with defaults filled in and contradictions refused.

use crate::flags::{
    CheckFlags, DeadlockFlag, ExecutorFlag, FairnessFlag, IndicesFlag, LanguageFlag, ModelFlags,
    RepresentativeFlag, SearchFlag, StoreFlag, SymmetryFlag, SymmetryFlags, TerminationFlag,
};
use crate::{amounts, machine};
use std::path::{Path, PathBuf};
use weyl_check::{
    Executor, Failure, Indices, Language, ModelOptions, Request, SymmetrySource, Termination,
    wrong_command_line,
};
use weyl_explore::{Deadlock, Fairness, Limits, Order, Storing};
use weyl_quotient::Precision;
use weyl_source::FileId;
use weyl_system::ExecutionLimits;

/// The largest state graph that is drawn; Graphviz is no help beyond.
const DRAWN_STATES: u64 = 5_000;

const PROMELA: [&str; 5] = ["pml", "prom", "promela", "pm", "p"];

pub struct CheckSettings {
    pub request: Request,
    pub output: Output,
    /// Messages as sequence charts.
    pub msc: bool,
    /// Where the time went.
    pub profile: bool,
    pub dot: Option<PathBuf>,
    pub self_check: bool,
    /// A run for SPIN.
    pub trail: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    Text,
    Json,
    Nothing,
}

impl CheckSettings {
    /// `generators` adds the file of generators to the sources.
    pub fn new(
        flags: &CheckFlags,
        generators: impl FnOnce(&Path) -> Result<FileId, Failure>,
    ) -> Result<CheckSettings, Failure> {
        let model = model_options(&flags.model)?;
        if model.language == Language::Promela {
            no_scalarset_flags(flags)?;
            no_fair_rules(flags)?;
        }
        if flags.msc && model.language == Language::Murphi {
            return refused("`--msc` shows the messages of Promela models: Murphi has none");
        }
        if flags.trail.is_some() && model.language == Language::Murphi {
            return refused("`--trail` writes runs for SPIN, which can't read Murphi models");
        }
        Ok(CheckSettings {
            request: Request {
                deadlock: deadlock(flags.deadlock, model.language)?,
                termination: termination(flags.termination, model.language)?,
                model,
                properties: properties(&flags.property, &flags.ltl),
                safety_only: flags.safety_only,
                keep_going: flags.keep_going,
                order: match flags.search {
                    SearchFlag::Bfs => Order::BreadthFirst,
                    SearchFlag::Dfs => Order::DepthFirst,
                },
                storing: storing(flags)?,
                threads: thread_count(flags)?,
                executor: match flags.executor {
                    None => Executor::Best,
                    Some(ExecutorFlag::Native) => Executor::Native,
                    Some(ExecutorFlag::Interpreter) => Executor::Interpreter,
                },
                limits: Limits {
                    states: flags.max_states,
                    memory: flags.max_memory.or_else(machine::memory_to_use),
                    time: flags.max_time,
                    depth: flags.max_depth,
                },
                symmetry: symmetry(flags, generators)?,
                precision: match flags.representative {
                    None | Some(RepresentativeFlag::Exact) => Precision::Exact,
                    Some(RepresentativeFlag::Fast) => Precision::Fast,
                },
                fairness: fairness(flags)?,
                fair_rules: flags.fair.clone(),
                indices: indices(flags)?,
                graph: flags.dot.is_some().then_some(DRAWN_STATES),
            },
            output: match (flags.json, flags.quiet) {
                (true, _) => Output::Json,
                (_, true) => Output::Nothing,
                _ => Output::Text,
            },
            msc: flags.msc,
            profile: flags.profile,
            dot: flags.dot.clone(),
            self_check: flags.self_check,
            trail: flags.trail.clone(),
        })
    }
}

fn no_scalarset_flags(flags: &CheckFlags) -> Result<(), Failure> {
    if flags.trust_loops {
        return refused("`--trust-loops` has no meaning for a Promela model: it has no scalarsets");
    }
    if flags.symmetry == Some(SymmetryFlag::Scalarset) {
        return refused("`--symmetry scalarset` has no meaning for a Promela model: it has none");
    }
    Ok(())
}

fn no_fair_rules(flags: &CheckFlags) -> Result<(), Failure> {
    match flags.fair.is_empty() {
        true => Ok(()),
        false => {
            refused("`--fair` names rules of Murphi models: in Promela fairness is to processes")
        }
    }
}

fn fairness(flags: &CheckFlags) -> Result<Fairness, Failure> {
    match (flags.fairness, flags.fair.is_empty()) {
        (Some(FairnessFlag::None), false) => refused("`--fair` contradicts `--fairness none`"),
        (None | Some(FairnessFlag::None), true) => Ok(Fairness::None),
        (None, false) | (Some(FairnessFlag::Weak), _) => Ok(Fairness::Weak),
        (Some(FairnessFlag::Strong), _) => Ok(Fairness::Strong),
    }
}

fn indices(flags: &CheckFlags) -> Result<Indices, Failure> {
    match (flags.indices, &flags.symmetry) {
        (Some(_), Some(SymmetryFlag::Off)) => {
            refused("`--indices` has no meaning without symmetry")
        }
        (None, _) => Ok(Indices::Cheapest),
        (Some(IndicesFlag::Fixed), _) => Ok(Indices::Fixed),
        (Some(IndicesFlag::Followed), _) => Ok(Indices::Followed),
    }
}

/// A formula is a property whose name is its text.
fn properties(named: &[String], formulas: &[String]) -> Vec<String> {
    let words = |formula: &String| formula.split_whitespace().collect::<Vec<_>>().join(" ");
    let formulas = formulas.iter().map(words);
    named.iter().cloned().chain(formulas).collect()
}

fn symmetry(
    flags: &CheckFlags,
    generators: impl FnOnce(&Path) -> Result<FileId, Failure>,
) -> Result<SymmetrySource, Failure> {
    let mode = flags.symmetry.as_ref().unwrap_or(&SymmetryFlag::Auto);
    match (mode, flags.trust_loops) {
        (SymmetryFlag::Auto, trust_loops) => Ok(SymmetrySource::Discovered { trust_loops }),
        (SymmetryFlag::Scalarset, trust_loops) => Ok(SymmetrySource::Declared { trust_loops }),
        (SymmetryFlag::Off | SymmetryFlag::File(_), true) => {
            refused("`--trust-loops` is about declared scalarsets: `--symmetry auto` uses them")
        }
        (SymmetryFlag::Off, false) if flags.representative.is_some() => {
            refused("`--representative` has no meaning without symmetry")
        }
        (SymmetryFlag::Off, false) if flags.self_check => {
            refused("`--self-check` compares with and without symmetry; `--symmetry off` has none")
        }
        (SymmetryFlag::Off, false) => Ok(SymmetrySource::Off),
        (SymmetryFlag::File(path), false) => Ok(SymmetrySource::File(generators(path)?)),
    }
}

fn termination(flag: Option<TerminationFlag>, language: Language) -> Result<Termination, Failure> {
    match (flag, language) {
        (None, _) => Ok(Termination::Best),
        (Some(_), Language::Murphi) => {
            refused("`--termination` has no meaning for a Murphi model: it has no processes")
        }
        (Some(TerminationFlag::Spin), Language::Promela) => Ok(Termination::Spin),
        (Some(TerminationFlag::Stay), Language::Promela) => Ok(Termination::Stay),
    }
}

/// What discovery needs to know of a request.
pub fn symmetry_request(flags: &SymmetryFlags) -> Result<Request, Failure> {
    let model = model_options(&flags.model)?;
    Ok(Request {
        deadlock: model.language.deadlock(),
        termination: termination(flags.termination, model.language)?,
        model,
        properties: properties(&flags.property, &flags.ltl),
        safety_only: false,
        keep_going: false,
        order: Order::BreadthFirst,
        storing: Storing::Exact,
        threads: 1,
        executor: Executor::Interpreter,
        limits: Limits {
            memory: machine::memory_to_use(),
            ..Limits::default()
        },
        symmetry: SymmetrySource::Discovered { trust_loops: false },
        precision: Precision::Exact,
        fairness: Fairness::None,
        fair_rules: Vec::new(),
        indices: Indices::Cheapest,
        graph: None,
    })
}

fn refused<T>(message: &str) -> Result<T, Failure> {
    Err(wrong_command_line(message, None))
}

/// Fingerprints are no graph, and no count of orbits can be compared with one that may be too small.
fn storing(flags: &CheckFlags) -> Result<Storing, Failure> {
    match flags.store {
        None | Some(StoreFlag::Exact) => Ok(Storing::Exact),
        Some(StoreFlag::Compact) if flags.dot.is_some() => {
            refused("`--dot` draws the state graph, which `--store compact` does not keep")
        }
        Some(StoreFlag::Compact) if flags.self_check => {
            refused("`--self-check` compares complete searches; `--store compact` has none")
        }
        Some(StoreFlag::Compact) => Ok(Storing::Compact),
    }
}

/// Depth-first search is sequential; more than 1024 threads are a typing error.
fn thread_count(flags: &CheckFlags) -> Result<usize, Failure> {
    match (flags.search, flags.threads) {
        (SearchFlag::Dfs, None | Some(1)) => Ok(1),
        (SearchFlag::Dfs, Some(_)) => refused("depth-first search has one thread"),
        (SearchFlag::Bfs, None) => Ok(machine::cores()),
        (SearchFlag::Bfs, Some(threads @ ..=1024)) => Ok(threads as usize),
        (SearchFlag::Bfs, Some(_)) => refused("at most 1024 threads are possible"),
    }
}

fn deadlock(flag: Option<DeadlockFlag>, language: Language) -> Result<Deadlock, Failure> {
    match (flag, language) {
        (None, language) => Ok(language.deadlock()),
        (Some(DeadlockFlag::Off), _) => Ok(Deadlock::Off),
        (Some(DeadlockFlag::Stuck), _) => Ok(Deadlock::Stuck),
        (Some(DeadlockFlag::Stuttering), Language::Murphi) => Ok(Deadlock::Stuttering),
        (Some(DeadlockFlag::Stuttering), Language::Promela) => refused(
            "`--deadlock stuttering` has no meaning for a Promela model: it is `stuck` or `off`",
        ),
    }
}

pub fn model_options(flags: &ModelFlags) -> Result<ModelOptions, Failure> {
    let language = match flags.language {
        Some(LanguageFlag::Murphi) => Language::Murphi,
        Some(LanguageFlag::Promela) => Language::Promela,
        None => language_of(&flags.model)?,
    };
    let default = ExecutionLimits::default();
    let (constants, definitions) = match language {
        Language::Murphi => (constants(&flags.define)?, Vec::new()),
        Language::Promela => (Vec::new(), flags.define.clone()),
    };
    if language == Language::Promela {
        no_murphi_flags(flags)?;
    }
    Ok(ModelOptions {
        language,
        strict_undefined: flags.strict_undefined,
        constants,
        definitions,
        formulas: Vec::new(),
        execution: ExecutionLimits {
            loop_turns: flags.loop_limit.unwrap_or(default.loop_turns),
            ..default
        },
    })
}

fn no_murphi_flags(flags: &ModelFlags) -> Result<(), Failure> {
    if flags.strict_undefined {
        return refused("`--strict-undefined` has no meaning for a Promela model");
    }
    if flags.loop_limit.is_some() {
        return refused("`--loop-limit` has no meaning for a Promela model");
    }
    Ok(())
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

fn language_of(path: &Path) -> Result<Language, Failure> {
    let extension = path.extension().unwrap_or_default();
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    let name = path.display();
    match extension.as_str() {
        "m" => Ok(Language::Murphi),
        promela if PROMELA.contains(&promela) => Ok(Language::Promela),
        _ => Err(wrong_command_line(
            &format!("the name `{name}` does not tell the language of the model"),
            Some("Murphi models end in `.m`, Promela models in `.pml`; otherwise say `--language`"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_languages() {
        let language = |name: &str| language_of(Path::new(name));
        assert_eq!(language("dir.x/a.m"), Ok(Language::Murphi));
        assert_eq!(language("A.M"), Ok(Language::Murphi));
        assert_eq!(language("a.pml"), Ok(Language::Promela));
        assert_eq!(language("a.P"), Ok(Language::Promela));
        for refused in ["a", "a.txt", ".m", ""] {
            assert!(language(refused).is_err(), "{refused}");
        }
    }
}
