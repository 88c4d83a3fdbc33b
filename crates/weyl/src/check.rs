//! Checks.

use crate::error::Error;
use crate::input::{CTL, Given, MU, add_formulas, add_given, add_model};
use crate::model::{Input, Model};
use crate::scratch::Folder;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use weyl_check::{Conclusion, Reductions, Request, SymmetrySource, check, check_and_compare, list};
use weyl_explore::Progress;
use weyl_ir::FrontEnd;
use weyl_report::{
    ChartFormat, GraphFormat, ListView, Shown, TraceView, View, plain, render_chart, render_report,
    render_trail, write_graph,
};

use weyl_source::Sources;
use weyl_system::Fairness;

/// A check of a model. All that is not said is as `weyl check` has it: every property of the model,
/// its own symmetry, all cores, at most 80 % of the memory.
///
/// ```
/// use weyl::{Check, Conclusion};
///
/// let model = "
///     byte x;
///     active [2] proctype P() { x++; assert(x < 2) }
/// ";
/// let report = Check::text("counter.pml", model).run()?;
/// assert_eq!(report.outcome(), Conclusion::Violated);
/// let view = report.view();
/// let failed = &view.properties[0];
/// assert_eq!(failed.trace.as_ref().unwrap().steps.last().unwrap().rule, "assert(x < 2)");
/// # Ok::<(), weyl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Check {
    model: Model,
    request: Request,
    formulas: Vec<Given>,
    expressions: Vec<Given>,
    generators: Option<PathBuf>,
    self_check: bool,
}

impl Check {
    /// The model is in a file; its language is told by the ending of its name.
    pub fn file(path: impl AsRef<Path>) -> Check {
        Check::of(Input::File(path.as_ref().to_path_buf()))
    }

    /// The model is a text; the ending of what it is called tells its language.
    pub fn text(name: impl AsRef<Path>, text: &str) -> Check {
        Check::of(Input::Text(name.as_ref().to_path_buf(), text.to_string()))
    }

    fn of(input: Input) -> Check {
        Check {
            model: Model {
                input,
                language: None,
                outputs: Vec::new(),
            },
            request: crate::machine::request(),
            formulas: Vec::new(),
            expressions: Vec::new(),
            generators: None,
            self_check: false,
        }
    }

    /// Whatever its name ends in.
    pub fn language(mut self, language: &'static dyn FrontEnd) -> Check {
        self.model.language = Some(language);
        self
    }

    /// This property, and others that are named; all of them if none is.
    pub fn property(mut self, name: &str) -> Check {
        self.request.properties.push(name.to_string());
        self
    }

    /// A temporal formula; where there is one, nothing is checked that is not named.
    pub fn ltl(self, formula: &str) -> Check {
        self.formula("--ltl", formula)
    }

    /// A formula of CTL or CTL*; where there is one, nothing is checked that is not named.
    pub fn ctl(self, formula: &str) -> Check {
        self.formula(CTL, formula)
    }

    /// The same of the μ-calculus.
    pub fn mu(self, formula: &str) -> Check {
        self.formula(MU, formula)
    }

    fn formula(mut self, option: &'static str, formula: &str) -> Check {
        let words: Vec<&str> = formula.split_whitespace().collect();
        self.request.properties.push(words.join(" "));
        self.formulas.push((option, formula.to_string()));
        self
    }

    /// A run to a state that satisfies an expression of the model; where one is asked for, nothing
    /// is checked that is not named.
    pub fn witness(mut self, expression: &str) -> Check {
        let wanted: Vec<&str> = expression.split_whitespace().collect();
        let formula = format!("[] !({})", wanted.join(" "));
        let witness = (formula.clone(), wanted.join(" "));
        self.request.witnesses.push(witness);
        self.formula("--witness", &formula)
    }

    /// An expression whose value runs show.
    pub fn show(mut self, expression: &str) -> Check {
        self.expressions.push(("--expr", expression.to_string()));
        self
    }

    /// Where symmetries come from.
    pub fn symmetry(mut self, source: SymmetrySource) -> Check {
        self.request.symmetry = source;
        self
    }

    /// What else may be done for there to be fewer states.
    pub fn reductions(mut self, reductions: Reductions) -> Check {
        self.request.reductions = reductions;
        self
    }

    /// Symmetries by generators in a file.
    pub fn generators(mut self, path: impl AsRef<Path>) -> Check {
        self.generators = Some(path.as_ref().to_path_buf());
        self
    }

    /// Which runs count for temporal properties.
    pub fn fairness(mut self, fairness: Fairness) -> Check {
        self.request.fairness = fairness;
        self
    }

    pub fn threads(mut self, threads: usize) -> Check {
        self.request.threads = threads;
        self
    }

    /// Where states go if memory is not enough: a folder.
    pub fn spill(mut self, folder: impl AsRef<Path>) -> Check {
        self.request.spill = Some(Arc::new(Folder::new(folder.as_ref())));
        self
    }

    pub fn max_states(mut self, states: u64) -> Check {
        self.request.limits.states = Some(states);
        self
    }

    pub fn max_time(mut self, time: Duration) -> Check {
        self.request.limits.time = Some(time);
        self
    }

    /// In bytes.
    pub fn max_memory(mut self, memory: u64) -> Check {
        self.request.limits.memory = Some(memory);
        self
    }

    /// Explore everything and report every distinct violation.
    pub fn keep_going(mut self) -> Check {
        self.request.keep_going = true;
        self
    }

    /// Keep the state graph, to be written later.
    pub fn graph(mut self) -> Check {
        self.request.graph = true;
        self
    }

    /// Compare with the unreduced system.
    pub fn self_check(mut self) -> Check {
        self.self_check = true;
        self
    }

    /// This file will be written with what is found: the model must not include it.
    pub fn writes(mut self, path: impl AsRef<Path>) -> Check {
        self.model.outputs.push(path.as_ref().to_path_buf());
        self
    }

    /// All that can be said; front end and formulas are filled in when it runs.
    pub fn request(&mut self) -> &mut Request {
        &mut self.request
    }

    pub fn run(self) -> Result<Report, Error> {
        self.run_beside(&Progress::default())
    }

    /// The properties that would be checked.
    pub fn list(mut self) -> Result<ListView, Error> {
        let mut options = self.request.model.clone();
        let (listed, sources) = self.model.with(&mut options, |sources, file, options| {
            options.reading.formulas = add_formulas(sources, &self.formulas);
            self.request.model = options.clone();
            list(sources, file, &self.request)
        })?;
        Ok(ListView::of(&listed, &self.model.name(), &sources))
    }

    /// The same, with counters that others read while it runs, and a switch that stops it.
    pub fn run_beside(mut self, progress: &Progress) -> Result<Report, Error> {
        let mut options = self.request.model.clone();
        let (answer, sources) = self.model.with(&mut options, |sources, file, options| {
            options.reading.formulas = add_formulas(sources, &self.formulas);
            options.reading.expressions = add_given(sources, &self.expressions);
            if let Some(path) = &self.generators {
                self.request.symmetry = SymmetrySource::File(add_model(sources, path)?);
            }
            self.request.model = options.clone();
            if self.self_check {
                check_and_compare(sources, file, &self.request, progress)
            } else {
                check(sources, file, &self.request, progress)
            }
        })?;
        Ok(Report {
            answer,
            sources,
            model: self.model.name(),
        })
    }
}

/// Charts in files are as wide as most terminals.
const CHART_WIDTH: usize = 80;

/// What came of a check.
#[derive(Debug)]
pub struct Report {
    answer: weyl_check::Report,
    sources: Sources,
    model: String,
}

impl Report {
    /// The verdict about the model as a whole.
    pub fn outcome(&self) -> Conclusion {
        self.answer.outcome()
    }

    /// All that is shown of it, as plain data.
    pub fn view(&self) -> View {
        View::of(&self.answer, &self.model, &self.sources)
    }

    /// For people, with colours as ANSI codes.
    pub fn text(&self, shown: Shown) -> String {
        render_report(&self.view(), shown)
    }

    pub fn to_json(&self) -> String {
        self.view().to_json()
    }

    /// Writes the state graph, if it was kept ([`Check::graph`]).
    pub fn write_graph(&self, format: GraphFormat, into: &mut dyn Write) -> io::Result<()> {
        let model = (&self.answer.program, &self.sources);
        match &self.answer.graph {
            Some(graph) => write_graph(graph, format, model, into),
            None => Ok(()),
        }
    }

    /// The messages of the first run that violates something, as a sequence chart.
    pub fn chart(&self, format: ChartFormat) -> Option<String> {
        let trace = TraceView::of(self.answer.first_run()?, &self.sources);
        Some(plain(&render_chart(&trace, format, CHART_WIDTH)))
    }

    /// The first run that violates something, as SPIN replays it.
    pub fn trail(&self) -> Option<String> {
        let numbers = self.answer.numbers.as_ref()?;
        Some(render_trail(self.answer.first_run()?, numbers))
    }

    pub fn answer(&self) -> &weyl_check::Report {
        &self.answer
    }

    pub fn sources(&self) -> &Sources {
        &self.sources
    }
}
