//! What the properties of a model depend on.

use crate::error::Error;
use crate::input::{Given, add_formulas};
use crate::model::{Input, Model};
use std::path::Path;
use weyl_check::{DependenciesReport, Request, dependencies};
use weyl_explore::Progress;
use weyl_ir::FrontEnd;
use weyl_report::{render_dependencies, render_dependencies_json};
use weyl_source::Sources;

/// What a property of a model depends on, and what is left of the model for it.
///
/// ```
/// use weyl::Dependencies;
///
/// let model = "
///     var x: boolean; y: boolean;
///     startstate begin x := true; y := true; end;
///     rule \"flip\" begin x := !x; y := x; end;
///     invariant \"never both\" !(x & x);
/// ";
/// let found = Dependencies::text("two.m", model).property("never both").run()?;
/// let kept = found.report().variables.iter().map(|variable| variable.kept);
/// assert_eq!(kept.collect::<Vec<_>>(), [1, 0]);
/// # Ok::<(), weyl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dependencies {
    model: Model,
    request: Request,
    formulas: Vec<Given>,
}

impl Dependencies {
    /// The model is in a file; its language is told by the ending of its name.
    pub fn file(path: impl AsRef<Path>) -> Dependencies {
        Dependencies::of(Input::File(path.as_ref().to_path_buf()))
    }

    /// The model is a text; the ending of what it is called tells its language.
    pub fn text(name: impl AsRef<Path>, text: &str) -> Dependencies {
        Dependencies::of(Input::Text(name.as_ref().to_path_buf(), text.to_string()))
    }

    fn of(input: Input) -> Dependencies {
        Dependencies {
            model: Model {
                input,
                language: None,
                outputs: Vec::new(),
            },
            request: crate::machine::request(),
            formulas: Vec::new(),
        }
    }

    /// Of this property; several together have one answer.
    pub fn property(mut self, name: &str) -> Dependencies {
        self.request.properties.push(name.to_string());
        self
    }

    /// Of this temporal formula.
    pub fn ltl(mut self, formula: &str) -> Dependencies {
        let words: Vec<&str> = formula.split_whitespace().collect();
        self.request.properties.push(words.join(" "));
        self.formulas.push(("--ltl", formula.to_string()));
        self
    }

    /// Whatever its name ends in.
    pub fn language(mut self, language: &'static dyn FrontEnd) -> Dependencies {
        self.model.language = Some(language);
        self
    }

    /// This file will be written with what is found: the model must not include it.
    pub fn writes(mut self, path: impl AsRef<Path>) -> Dependencies {
        self.model.outputs.push(path.as_ref().to_path_buf());
        self
    }

    /// All that can be said; front end and formulas are filled in when it runs.
    pub fn request(&mut self) -> &mut Request {
        &mut self.request
    }

    pub fn run(self) -> Result<FoundDependencies, Error> {
        self.run_beside(&Progress::default())
    }

    /// The same, with a switch that stops it.
    pub fn run_beside(mut self, progress: &Progress) -> Result<FoundDependencies, Error> {
        let mut options = self.request.model.clone();
        let (report, sources) = self.model.with(&mut options, |sources, file, options| {
            options.reading.formulas = add_formulas(sources, &self.formulas);
            self.request.model = options.clone();
            dependencies(sources, file, &self.request, progress)
        })?;
        Ok(FoundDependencies {
            report,
            sources,
            model: self.model.name(),
        })
    }
}

/// What was found.
#[derive(Debug)]
pub struct FoundDependencies {
    report: DependenciesReport,
    sources: Sources,
    model: String,
}

impl FoundDependencies {
    pub fn report(&self) -> &DependenciesReport {
        &self.report
    }

    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// For people.
    pub fn text(&self) -> String {
        self.text_within(100)
    }

    /// The same in lines of this width.
    pub fn text_within(&self, width: usize) -> String {
        render_dependencies(&self.report, &self.model, &self.sources, width)
    }

    pub fn to_json(&self) -> String {
        render_dependencies_json(&self.report, &self.model, &self.sources)
    }
}
