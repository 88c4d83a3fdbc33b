//! weyl on a model: without symmetry, as the peers do it, and with it.

use super::limited::{Ended, Limits};
use super::model::{Language, Model};
use super::peer::{Answer, Said};
use anyhow::Result;
use serde_json::Value;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub struct Own {
    program: PathBuf,
    limits: Limits,
}

#[derive(Clone, Debug)]
pub struct Found {
    /// Of the whole system.
    pub said: Said,
    /// With symmetry.
    pub reduced: Said,
    /// The order of the group, if it was found.
    pub order: Option<String>,
    /// What discovery took.
    pub discovery: f64,
    /// What happened that must not happen: a bug, an end after the limit.
    pub failures: Vec<String>,
    /// Whether a step fails in a way that the peers do not report, or report and go on.
    pub has_run_time_error: bool,
}

/// Seconds after its limit in which weyl has to be at its end.
const GRACE: u64 = 1;
/// Seconds after which it is stopped.
const PATIENCE: u64 = 10;
const BUG: i32 = 4;

impl Own {
    pub fn new(program: PathBuf, limits: Limits) -> Own {
        Own { program, limits }
    }

    pub fn ask(&self, model: &Model) -> Result<Found> {
        let deadlock: &[&str] = match model.language {
            Language::Murphi => &["--deadlock", "off"],
            Language::Promela => &[],
        };
        let off = [&["--reduce", "none"], deadlock].concat();
        let full = self.check(&model.path, &off)?;
        let reduced = self.check(&model.path, deadlock)?;
        let symmetry = self.run(&model.path, "symmetry", &[])?;
        let runs = [
            ("check without reductions", &full),
            ("check", &reduced),
            ("discovery", &symmetry),
        ];
        let failures = runs
            .into_iter()
            .filter_map(|(what, ended)| self.failure(what, ended));
        Ok(Found {
            said: said(&full),
            reduced: said(&reduced),
            order: answer(&symmetry)["symmetry"]["order"]
                .as_str()
                .map(str::to_string),
            discovery: symmetry.seconds,
            failures: failures.collect(),
            has_run_time_error: has_run_time_error(&answer(&full)),
        })
    }

    fn check(&self, model: &Path, options: &[&str]) -> Result<Ended> {
        let time = format!("{}s", self.limits.time.as_secs());
        let memory = format!("{}M", self.limits.megabytes);
        let mut all = vec!["--keep-going", "--safety-only", "--max-time", &time];
        all.extend(["--max-memory", &memory]);
        all.extend(options);
        self.run(model, "check", &all)
    }

    fn run(&self, model: &Path, command: &str, options: &[&str]) -> Result<Ended> {
        let program = self.program.display().to_string();
        let name = model.file_name().unwrap_or_default().to_string_lossy();
        let mut words = vec![program.as_str(), command, &name, "--json"];
        words.extend(options);
        // It counts its memory itself, and asks for more addresses than it uses.
        let limits = Limits {
            megabytes: 4 * self.limits.megabytes,
            ..self.limits.and_seconds(PATIENCE)
        };
        let folder = model
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        limits.run(folder.unwrap_or(Path::new(".")), &words)
    }

    /// What must not happen.
    fn failure(&self, what: &str, ended: &Ended) -> Option<String> {
        let most = self.limits.and_seconds(GRACE).time.as_secs_f64();
        if ended.was_stopped || ended.seconds > most {
            return Some(format!("{what} takes longer than its limit"));
        }
        let is_bug = ended.code == Some(BUG) || ended.code.is_none();
        is_bug.then(|| format!("{what} fails: {}", ended.first_line("bug")))
    }
}

fn answer(ended: &Ended) -> Value {
    serde_json::from_str(&ended.printed).unwrap_or_default()
}

fn said(ended: &Ended) -> Said {
    let answer = answer(ended);
    if ended.code == Some(2) {
        return Said::Refused(refusal(&answer));
    }
    let is_complete = answer["complete"] == true;
    match answer["verdict"].as_str() {
        Some("violated") => {}
        Some("holds") if is_complete => {}
        // A cover that is not hit, or what was left out, says nothing of safety.
        Some(_) if is_complete => {}
        Some(_) => return Said::Nothing("timeout"),
        None => return Said::Nothing("nothing"),
    }
    let count = |key: &str| answer[key].as_u64().filter(|_| is_complete);
    Said::Answer(Answer {
        is_violated: answer["verdict"] == "violated",
        states: count("states"),
        transitions: count("transitions"),
    })
}

fn refusal(answer: &Value) -> String {
    let diagnostics = answer["diagnostics"].as_array();
    let mut diagnostics = diagnostics.into_iter().flatten();
    let first = diagnostics.find(|one| one["severity"] == "error");
    let text = |key: &str| first.and_then(|one| one[key].as_str()).unwrap_or_default();
    format!("{}: {}", text("code"), text("message"))
}

fn has_run_time_error(answer: &Value) -> bool {
    let properties = answer["properties"].as_array();
    let mut properties = properties.into_iter().flatten();
    properties.any(|one| {
        let name = one["name"].as_str().unwrap_or_default();
        name.starts_with("run-time error") && one["verdict"] == "violated"
    })
}
