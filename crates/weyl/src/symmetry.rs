//! What can change places in a model.

use crate::error::Error;
use crate::input::{Given, add_formulas};
use crate::model::{Input, Model};
use std::path::Path;
use weyl_check::{Drawn, Request, SymmetryReport, symmetry};
use weyl_explore::Progress;
use weyl_ir::FrontEnd;
use weyl_report::{render_symmetry, render_symmetry_json};
use weyl_source::Sources;

/// The symmetry of a model.
///
/// ```
/// use weyl::Symmetry;
///
/// let model = "
///     byte x;
///     active [3] proctype P() { atomic { x < 3 -> x++ } }
/// ";
/// let found = Symmetry::text("three.pml", model).run()?;
/// assert_eq!(found.report().group.order, "6");
/// # Ok::<(), weyl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Symmetry {
    model: Model,
    request: Request,
    formulas: Vec<Given>,
    drawn: Option<Drawn>,
}

impl Symmetry {
    /// The model is in a file; its language is told by the ending of its name.
    pub fn file(path: impl AsRef<Path>) -> Symmetry {
        Symmetry::of(Input::File(path.as_ref().to_path_buf()))
    }

    /// The model is a text; the ending of what it is called tells its language.
    pub fn text(name: impl AsRef<Path>, text: &str) -> Symmetry {
        Symmetry::of(Input::Text(name.as_ref().to_path_buf(), text.to_string()))
    }

    fn of(input: Input) -> Symmetry {
        Symmetry {
            model: Model {
                input,
                language: None,
                outputs: Vec::new(),
            },
            request: crate::machine::request(),
            formulas: Vec::new(),
            drawn: None,
        }
    }

    /// What of it keeps this property.
    pub fn property(mut self, name: &str) -> Symmetry {
        self.request.properties.push(name.to_string());
        self
    }

    /// What of it keeps the atoms of this temporal formula.
    pub fn ltl(mut self, formula: &str) -> Symmetry {
        let words: Vec<&str> = formula.split_whitespace().collect();
        self.request.properties.push(words.join(" "));
        self.formulas.push(("--ltl", formula.to_string()));
        self
    }

    /// Whatever its name ends in.
    pub fn language(mut self, language: &'static dyn FrontEnd) -> Symmetry {
        self.model.language = Some(language);
        self
    }

    /// This file will be written with what is found: the model must not include it.
    pub fn writes(mut self, path: impl AsRef<Path>) -> Symmetry {
        self.model.outputs.push(path.as_ref().to_path_buf());
        self
    }

    /// All that can be said; front end and formulas are filled in when it runs.
    pub fn request(&mut self) -> &mut Request {
        &mut self.request
    }

    /// With a picture.
    pub fn draw(mut self, what: Drawn) -> Symmetry {
        self.drawn = Some(what);
        self
    }

    pub fn run(self) -> Result<FoundSymmetry, Error> {
        self.run_beside(&Progress::default())
    }

    /// The same, with a switch that stops it.
    pub fn run_beside(mut self, progress: &Progress) -> Result<FoundSymmetry, Error> {
        let mut options = self.request.model.clone();
        let (report, sources) = self.model.with(&mut options, |sources, file, options| {
            options.reading.formulas = add_formulas(sources, &self.formulas);
            self.request.model = options.clone();
            symmetry(sources, file, &self.request, self.drawn, progress)
        })?;
        Ok(FoundSymmetry {
            report,
            sources,
            model: self.model.name(),
        })
    }
}

/// What was found.
#[derive(Debug)]
pub struct FoundSymmetry {
    report: SymmetryReport,
    sources: Sources,
    model: String,
}

impl FoundSymmetry {
    pub fn report(&self) -> &SymmetryReport {
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
        render_symmetry(&self.report, &self.model, &self.sources, width)
    }

    pub fn to_json(&self) -> String {
        render_symmetry_json(&self.report, &self.model, &self.sources)
    }
}
