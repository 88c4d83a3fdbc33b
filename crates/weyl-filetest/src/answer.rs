//! What weyl answers about a model, reduced to what tests compare.

use crate::Verdict;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use weyl_check::{
    Executor, Failure, Indices, ModelOptions, Reductions, Report, Request, SymmetrySource,
    Termination,
};
use weyl_explore::{Limits, Order, Parents, Progress, Storing};
use weyl_ir::{FormulaFile, FrontEnd, ReadOptions};
use weyl_quotient::Precision;
use weyl_source::{FileId, Sources};
use weyl_system::ExecutionLimits;
use weyl_system::{Deadlock, Fairness};
use weyl_temporal::grammar::Logic;

/// The options that a header may ask for, and those that tests vary.
#[derive(Clone, Debug)]
pub struct Options {
    pub language: &'static dyn FrontEnd,
    pub deadlock: Deadlock,
    pub strict_undefined: bool,
    /// Constants of a Murphi model that get another value.
    pub constants: Vec<(String, i128)>,
    pub safety_only: bool,
    pub threads: usize,
    pub order: Order,
    pub executor: Executor,
    pub storing: Storing,
    pub parents: Parents,
    pub max_states: Option<u64>,
    /// Whose quotient is explored.
    pub symmetry: SymmetrySource,
    /// What else is reduced.
    pub reductions: Reductions,
    pub termination: Termination,
    /// Names of properties: where there are some, nothing else is checked.
    pub properties: Vec<String>,
    /// Temporal formulas: where there are some, nothing else is checked.
    pub formulas: Vec<String>,
    /// Those of branching time.
    pub branching: Vec<(Logic, String)>,
    /// Whether quantifiers inside of these are kept.
    pub keeps_quantifiers: bool,
    pub fairness: Fairness,
    pub fair_rules: Vec<String>,
    pub indices: Indices,
}

impl Options {
    /// What `weyl check` would do with these options of a header.
    pub fn from_header(language: &'static dyn FrontEnd, options: &[String]) -> Result<Options> {
        let ending = language.language().endings[0];
        let model = PathBuf::from(format!("model.{ending}"));
        let request = match weyl::program::request(&model, options) {
            Ok(request) => request,
            Err(failure) => bail!("the options of the header: {failure:?}"),
        };
        let usual = if language.language().has_processes {
            Deadlock::Stuck
        } else {
            Deadlock::Stuttering
        };
        Ok(Options {
            language,
            deadlock: request.deadlock.unwrap_or(usual),
            strict_undefined: request.model.reading.strict_undefined,
            constants: request.model.reading.constants,
            safety_only: request.safety_only,
            threads: 1,
            order: Order::BreadthFirst,
            executor: executor()?,
            storing: Storing::Auto,
            parents: Parents::Memory,
            max_states: request.limits.states,
            symmetry: SymmetrySource::Off,
            reductions: Reductions::NONE,
            termination: request.termination,
            properties: Vec::new(),
            formulas: Vec::new(),
            branching: Vec::new(),
            keeps_quantifiers: false,
            fairness: request.fairness,
            fair_rules: request.fair_rules,
            indices: request.indices,
        })
    }

    /// How Rumur calls the deadlock mode.
    pub fn deadlock_word(&self) -> &'static str {
        match self.deadlock {
            Deadlock::Off => "off",
            Deadlock::Stuck => "stuck",
            Deadlock::Stuttering => "stuttering",
        }
    }

    pub fn request(&self) -> Request {
        Request {
            model: ModelOptions {
                front_end: self.language,
                reading: ReadOptions {
                    strict_undefined: self.strict_undefined,
                    constants: self.constants.clone(),
                    keeps_quantifiers: self.keeps_quantifiers,
                    ..ReadOptions::default()
                },
                execution: ExecutionLimits::default(),
            },
            properties: {
                let branching = self.branching.iter().map(|(_, formula)| formula);
                let all = self
                    .properties
                    .iter()
                    .chain(&self.formulas)
                    .chain(branching);
                all.cloned().collect()
            },
            witnesses: Vec::new(),
            safety_only: self.safety_only,
            deadlock: Some(self.deadlock),
            keep_going: true,
            order: self.order,
            storing: self.storing,
            parents: self.parents.clone(),
            threads: self.threads,
            executor: self.executor,
            limits: Limits {
                states: self.max_states,
                ..Limits::default()
            },
            symmetry: self.symmetry,
            reductions: self.reductions,
            shortest: false,
            termination: self.termination,
            precision: Precision::Exact,
            fairness: self.fairness,
            fair_rules: self.fair_rules.clone(),
            indices: self.indices,
            names: Vec::new(),
            graph: false,
            spill: None,
            checkpoints: None,
        }
    }
}

/// `WEYL_EXECUTOR` has every test run with one executor.
fn executor() -> Result<Executor> {
    match std::env::var("WEYL_EXECUTOR").as_deref() {
        Err(_) => Ok(Executor::Best),
        Ok("native") => Ok(Executor::Native),
        Ok("interpreter") => Ok(Executor::Interpreter),
        Ok(other) => bail!("WEYL_EXECUTOR: `{other}` is no executor"),
    }
}

/// The whole system, or its quotient, explored beyond violations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    pub states: u64,
    pub transitions: u64,
    pub depth: u64,
    /// The violated properties, sorted, each with the length of its run.
    pub violated: Vec<(String, Option<usize>)>,
    /// The temporal properties, each with its verdict.
    pub temporal: Vec<(String, Verdict)>,
}

impl Answer {
    pub fn of_file(path: &Path, options: &Options) -> Result<Answer> {
        let text = std::fs::read_to_string(path)?;
        Answer::of_text(&path.display().to_string(), &text, options)
    }

    /// An error if the model is refused, or if weyl contradicts itself.
    pub fn of_text(name: &str, text: &str, options: &Options) -> Result<Answer> {
        let report = report(name, text, options, weyl_check::check)?;
        let violated = report.properties.iter().filter_map(|property| {
            let weyl_check::Verdict::Violated(witness) = &property.verdict else {
                return None;
            };
            let steps = witness.trace().map(weyl_trace::Trace::firings);
            Some((property.name.clone(), steps))
        });
        let mut violated: Vec<(String, Option<usize>)> = violated.collect();
        violated.sort();
        Ok(Answer {
            verdict: report.outcome(),
            states: report.statistics.states,
            transitions: report.statistics.transitions,
            depth: report.statistics.depth,
            violated,
            temporal: temporal(&report),
        })
    }

    /// The names of the violated properties.
    pub fn violated_names(&self) -> Vec<&str> {
        self.violated
            .iter()
            .map(|(name, _)| name.as_str())
            .collect()
    }
}

pub(crate) type Checker = fn(&mut Sources, FileId, &Request, &Progress) -> Result<Report, Failure>;

fn temporal(report: &Report) -> Vec<(String, Verdict)> {
    let rows = report.properties.iter();
    let of_runs = [weyl_check::Kind::Temporal, weyl_check::Kind::Branching];
    let rows = rows.filter(|row| of_runs.contains(&row.kind));
    let verdict = |row: &weyl_check::PropertyResult| match row.verdict {
        weyl_check::Verdict::Holds => Verdict::Holds,
        weyl_check::Verdict::Violated(_) => Verdict::Violated,
        weyl_check::Verdict::Inconclusive(_) => Verdict::Inconclusive,
    };
    rows.map(|row| (row.name.clone(), verdict(row))).collect()
}

/// All that a check says.
pub fn report_of_text(name: &str, text: &str, options: &Options) -> Result<Report> {
    report(name, text, options, weyl_check::check)
}

fn report(name: &str, text: &str, options: &Options, check: Checker) -> Result<Report> {
    let mut sources = Sources::default();
    let formulas = options.formulas.iter();
    let formulas = formulas.map(|formula| sources.add("formula", formula).into());
    let mut formulas: Vec<FormulaFile> = formulas.collect();
    formulas.extend(
        options
            .branching
            .iter()
            .map(|(logic, formula)| FormulaFile {
                file: sources.add("formula", formula),
                logic: *logic,
            }),
    );
    let mut request = options.request();
    request.model.reading.formulas = formulas;
    report_with(&mut sources, name, text, &request, check)
}

/// The sources get the text, so that places in it can be asked for.
pub(crate) fn report_with(
    sources: &mut Sources,
    name: &str,
    text: &str,
    request: &Request,
    check: Checker,
) -> Result<Report> {
    let file = sources.add(name, text);
    match check(sources, file, request, &Progress::default()) {
        Ok(report) => Ok(report),
        Err(failure) => bail!("{name}: {:#?}", failure.diagnostics()),
    }
}

/// The symmetry that a model declares.
pub const DECLARED: SymmetrySource = SymmetrySource::Declared { trust_loops: false };

/// The symmetry that is found in the text of a model.
pub const DISCOVERED: SymmetrySource = SymmetrySource::Discovered { trust_loops: false };

/// A quotient that was compared with the unreduced system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// States of the quotient, one for each orbit; `None` if a limit was reached before they could
    /// be compared.
    pub orbits: Option<u64>,
    pub order: String,
    pub full_states: u64,
}

impl Compared {
    /// An error if verdicts or orbits differ, if a run does not replay, or if the model is refused.
    pub fn of_text(name: &str, text: &str, options: &Options) -> Result<Compared> {
        let report = report(name, text, options, weyl_check::check_and_compare)?;
        let (Some(symmetry), Some(compared)) = (report.symmetry, report.self_check) else {
            bail!("{name}: nothing was compared");
        };
        Ok(Compared {
            orbits: compared.orbits,
            order: symmetry.group.order,
            full_states: compared.full_states,
        })
    }
}
