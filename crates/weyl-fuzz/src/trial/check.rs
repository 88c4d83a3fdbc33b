//! All the way to verdicts, with tiny budgets: as users check a model, then without symmetry and
//! machine code, then the text that it is lowered to. What is decided must be the same.

use super::diagnostics::examine;
use super::texts::{parts, text_of};
use crate::failure::{Failure, Outcome, Tried};
use crate::target::{Reader, Target};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use weyl_check::{
    Conclusion, Executor, IR, ModelOptions, Report, Request, SymmetrySource, Verdict, Writing,
    check, lower,
};
use weyl_explore::{Limits, Progress};
use weyl_ir::FrontEnd;
use weyl_report::{Shown, View, render_report};
use weyl_source::{FileId, Sources};
use weyl_system::ExecutionLimits;

const LIMITS: Limits = Limits {
    states: Some(1_000),
    // Of the process, which has other inputs behind it.
    memory: Some(512 << 20),
    time: Some(Duration::from_millis(300)),
    depth: None,
};

const EXECUTION: ExecutionLimits = ExecutionLimits {
    loop_turns: 500,
    call_depth: 100,
};

/// A model with what is read beside it.
struct Case<'t> {
    language: &'static dyn FrontEnd,
    model: &'t str,
    formula: Option<&'t str>,
    generators: Option<&'t str>,
}

pub fn attempt(target: Target, input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    Case {
        language: target.language,
        model: &text,
        formula: None,
        generators: None,
    }
    .attempt()
}

pub fn attempt_beside(target: Target, input: &[u8]) -> Tried {
    let text = match text_of(input) {
        Ok(text) => text,
        Err(outcome) => return outcome,
    };
    let (model, beside) = parts(&text);
    Case {
        language: target.language,
        model,
        formula: (target.reader == Reader::Formula).then_some(beside),
        generators: (target.reader == Reader::Generators).then_some(beside),
    }
    .attempt()
}

impl Case<'_> {
    fn attempt(&self) -> Tried {
        let first = match self.check(|_| {})? {
            Checked::Report(report) => report,
            Checked::Refused => return Ok(Outcome::Refused),
            Checked::Ended => return Ok(Outcome::Inconclusive),
        };
        let plain = self.check(|request| {
            request.symmetry = SymmetrySource::Off;
            request.executor = Executor::Interpreter;
        })?;
        same("with symmetry and machine code", &first, &plain)?;
        if self.formula.is_none() && self.generators.is_none() {
            let lowered = self.check_lowered()?;
            same("in the text form", &first, &lowered)?;
        }
        Ok(match first.outcome() {
            Conclusion::Holds => Outcome::Holds,
            Conclusion::Violated => Outcome::Violated,
            Conclusion::Inconclusive => Outcome::Inconclusive,
        })
    }

    fn path(&self) -> PathBuf {
        PathBuf::from(format!("model.{}", self.language.language().endings[0]))
    }

    fn sources(&self) -> (Sources, FileId) {
        let mut sources = Sources::default();
        let file = sources.add_file(&self.path(), self.model);
        (sources, file)
    }

    fn check(&self, change: impl FnOnce(&mut Request)) -> Result<Checked, Failure> {
        let (mut sources, file) = self.sources();
        let mut request = request(self.language);
        if let Some(formula) = self.formula {
            request.model.reading.formulas = vec![sources.add("--ltl", formula).into()];
        }
        if let Some(generators) = self.generators {
            request.symmetry = SymmetrySource::File(sources.add("generators", generators));
        }
        change(&mut request);
        checked(&mut sources, file, &request)
    }

    /// The text form, with the lines of the model.
    fn check_lowered(&self) -> Result<Checked, Failure> {
        let (mut sources, file) = self.sources();
        let request = request(self.language);
        let writing = Writing::default();
        let text = lower(
            &mut sources,
            file,
            &request.model,
            writing,
            &Progress::default(),
        );
        let Ok(text) = text else {
            return Err(Failure::new("checked, but not lowered", ""));
        };
        let (path, model) = (self.path(), self.model.to_string());
        let mut sources = Sources::new(move |asked| (asked == path).then(|| model.clone()));
        let file = sources.add_file(Path::new("lowered.weyl"), text.text);
        match checked(&mut sources, file, &lowered_request())? {
            Checked::Refused => Err(Failure::new("its text form is refused", "")),
            other => Ok(other),
        }
    }
}

fn request(language: &'static dyn FrontEnd) -> Request {
    let mut model = ModelOptions::new(language);
    model.execution = EXECUTION;
    Request {
        keep_going: true,
        limits: LIMITS,
        symmetry: SymmetrySource::Discovered { trust_loops: false },
        ..Request::new(model)
    }
}

fn lowered_request() -> Request {
    Request {
        executor: Executor::Interpreter,
        ..request(IR)
    }
}

/// What came of a check.
enum Checked {
    Report(Box<Report>),
    Refused,
    /// A limit was reached before there was anything to report.
    Ended,
}

/// What is said is examined and shown, whatever it is.
fn checked(sources: &mut Sources, file: FileId, request: &Request) -> Result<Checked, Failure> {
    match check(sources, file, request, &Progress::default()) {
        Ok(report) => {
            examine(&report.warnings, sources)?;
            let view = View::of(&report, "model", sources);
            render_report(
                &view,
                Shown {
                    width: 80,
                    msc: true,
                    profile: true,
                    coverage: true,
                    brief: false,
                },
            );
            view.to_json();
            Ok(Checked::Report(Box::new(report)))
        }
        Err(weyl_check::Failure::Input(diagnostics)) => {
            examine(&diagnostics, sources)?;
            Ok(Checked::Refused)
        }
        Err(weyl_check::Failure::Spent { .. }) => Ok(Checked::Ended),
        Err(weyl_check::Failure::Bug(diagnostics)) => {
            let first = diagnostics.iter().next().map_or("", |one| &one.message);
            Err(Failure::bug(first))
        }
    }
}

/// Whatever both decided is the same. Not where a limit was reached: what lies behind it is
/// unknown.
fn same(how: &str, one: &Report, other: &Checked) -> Result<(), Failure> {
    let other = match other {
        Checked::Report(other) => other,
        Checked::Ended => return Ok(()),
        Checked::Refused => return Err(Failure::new(format!("refused {how} or without"), "")),
    };
    if !one.complete || !other.complete {
        return Ok(());
    }
    let (ours, others) = (decided(one), decided(other));
    if ours == others {
        return Ok(());
    }
    let message = format!("{ours:?}\nand\n{others:?}");
    Err(Failure::new(format!("verdicts differ {how}"), message))
}

/// By the names of properties: whether one is violated.
fn decided(report: &Report) -> BTreeMap<&str, &'static str> {
    let mut decided = BTreeMap::new();
    for row in &report.properties {
        let word = match row.verdict {
            Verdict::Holds => "holds",
            Verdict::Violated(_) => "violated",
            Verdict::Inconclusive(_) => "inconclusive",
        };
        let known = decided.entry(row.name.as_str()).or_insert(word);
        if word == "violated" {
            *known = word;
        }
    }
    decided
}
