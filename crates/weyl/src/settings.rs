//! What was meant: flags with defaults filled in and contradictions refused.

use crate::flags::{CheckFlags, DeadlockFlag, LanguageFlag, ModelFlags, SearchFlag};
use crate::machine;
use std::path::{Path, PathBuf};
use weyl_check::{Failure, Language, ModelOptions, Request, wrong_command_line};
use weyl_explore::{Deadlock, Limits, Order};
use weyl_system::ExecutionLimits;

/// The largest state graph that is drawn; Graphviz is no help beyond.
const DRAWN_STATES: u64 = 5_000;

const PROMELA: [&str; 5] = ["pml", "prom", "promela", "pm", "p"];

pub struct CheckSettings {
    pub request: Request,
    pub output: Output,
    pub dot: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    Text,
    Json,
    Nothing,
}

impl CheckSettings {
    pub fn new(flags: &CheckFlags) -> Result<CheckSettings, Failure> {
        let model = model_options(&flags.model)?;
        Ok(CheckSettings {
            request: Request {
                deadlock: deadlock(flags.deadlock, model.language),
                model,
                properties: flags.property.clone(),
                safety_only: flags.safety_only,
                keep_going: flags.keep_going,
                order: match flags.search {
                    SearchFlag::Bfs => Order::BreadthFirst,
                    SearchFlag::Dfs => Order::DepthFirst,
                },
                threads: thread_count(flags)?,
                limits: Limits {
                    states: flags.max_states,
                    memory: flags.max_memory.or_else(machine::memory_to_use),
                    time: flags.max_time,
                    depth: flags.max_depth,
                },
                graph: flags.dot.is_some().then_some(DRAWN_STATES),
            },
            output: match (flags.json, flags.quiet) {
                (true, _) => Output::Json,
                (_, true) => Output::Nothing,
                _ => Output::Text,
            },
            dot: flags.dot.clone(),
        })
    }
}

/// Depth-first search is sequential; more than 1024 threads are a typing error.
fn thread_count(flags: &CheckFlags) -> Result<usize, Failure> {
    let refused = |message: &str| Err(wrong_command_line(message, None));
    match (flags.search, flags.threads) {
        (SearchFlag::Dfs, None | Some(1)) => Ok(1),
        (SearchFlag::Dfs, Some(_)) => refused("depth-first search has one thread"),
        (SearchFlag::Bfs, None) => Ok(machine::cores()),
        (SearchFlag::Bfs, Some(threads @ ..=1024)) => Ok(threads as usize),
        (SearchFlag::Bfs, Some(_)) => refused("at most 1024 threads are possible"),
    }
}

fn deadlock(flag: Option<DeadlockFlag>, language: Language) -> Deadlock {
    match flag {
        None => language.deadlock(),
        Some(DeadlockFlag::Off) => Deadlock::Off,
        Some(DeadlockFlag::Stuck) => Deadlock::Stuck,
        Some(DeadlockFlag::Stuttering) => Deadlock::Stuttering,
    }
}

pub fn model_options(flags: &ModelFlags) -> Result<ModelOptions, Failure> {
    let default = ExecutionLimits::default();
    Ok(ModelOptions {
        language: match flags.language {
            Some(LanguageFlag::Murphi) => Language::Murphi,
            None => language_of(&flags.model)?,
        },
        strict_undefined: flags.strict_undefined,
        constants: flags.define.clone(),
        execution: ExecutionLimits {
            loop_turns: flags.loop_limit.unwrap_or(default.loop_turns),
            ..default
        },
    })
}

fn language_of(path: &Path) -> Result<Language, Failure> {
    let extension = path.extension().unwrap_or_default();
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    let name = path.display();
    match extension.as_str() {
        "m" => Ok(Language::Murphi),
        promela if PROMELA.contains(&promela) => Err(wrong_command_line(
            &format!("`{name}` is a Promela model by its name: this version does not check those"),
            Some("if it is a Murphi model, say `--language murphi`"),
        )),
        _ => Err(wrong_command_line(
            &format!("the name `{name}` does not tell the language of the model"),
            Some("Murphi models end in `.m`; otherwise say `--language murphi`"),
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
        for refused in ["a.pml", "a.p", "a", "a.txt", ".m", ""] {
            assert!(language(refused).is_err(), "{refused}");
        }
    }
}
