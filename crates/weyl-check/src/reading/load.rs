//! From text to a program that can be executed.

use crate::ModelOptions;
use crate::codes;
use crate::failure::{Failure, bug_report};
use weyl_ir::{
    Capacity, Lowered, Model, Parsed, StatementNumbers, Temporal, VerifyError, verify_temporal,
};
use weyl_source::{Diagnostic, Diagnostics, FileId, Sources};
use weyl_system::{ExecutionLimits, Program};

/// A model whose text was read: it is lowered once for each capacity that is tried.
pub struct Read<'a> {
    pub sources: &'a Sources,
    parsed: Box<dyn Parsed>,
    /// What there was to say about the text.
    diagnostics: Diagnostics,
    execution: ExecutionLimits,
}

/// A program and what there was to say about its text (warnings only).
#[derive(Clone, Debug)]
pub struct Loaded {
    pub program: Program,
    pub warnings: Diagnostics,
    pub temporal: Vec<Temporal>,
    /// Where SPIN reads the language.
    pub numbers: Option<StatementNumbers>,
}

/// Reads a model, and all that it includes.
pub fn read<'a>(
    sources: &'a mut Sources,
    file: FileId,
    options: &ModelOptions,
) -> Result<Read<'a>, Failure> {
    let mut diagnostics = Diagnostics::default();
    let parsed = options
        .front_end
        .read(sources, file, &options.reading, &mut diagnostics);
    tell_latin_1(sources, &mut diagnostics);
    match parsed {
        Some(parsed) => Ok(Read {
            sources,
            parsed,
            diagnostics,
            execution: options.execution,
        }),
        None => Err(refused(diagnostics)),
    }
}

/// Old models have comments in Latin-1; that is said once, whatever was included.
fn tell_latin_1(sources: &Sources, diagnostics: &mut Diagnostics) {
    if let Some(span) = sources.latin_1() {
        let message = "this is not UTF-8: the file is read as Latin-1";
        let diagnostic = Diagnostic::warning(codes::LATIN_1, span, message);
        diagnostics.push(diagnostic.hint("`iconv -f latin1 -t utf8` converts it"));
    }
}

impl Read<'_> {
    /// Whether there is more than one capacity to try.
    pub(crate) fn depends_on_capacity(&self) -> bool {
        self.parsed.depends_on_capacity()
    }

    /// Lowering, verifier, layout.
    pub fn load(&self, capacity: Capacity) -> Result<Loaded, Failure> {
        let (lowered, warnings) = self.lower(capacity)?;
        Ok(Loaded {
            program: Program::new(lowered.model, self.execution)?,
            warnings,
            temporal: lowered.temporal,
            numbers: lowered.numbers,
        })
    }

    /// Lowering and verifier, with what there was to say about the text (warnings only).
    pub fn lower(&self, capacity: Capacity) -> Result<(Lowered, Diagnostics), Failure> {
        let mut diagnostics = self.diagnostics.clone();
        let lowered = self.parsed.lower(self.sources, capacity, &mut diagnostics);
        let Some(mut lowered) = lowered else {
            return Err(refused(diagnostics));
        };
        lowered.model = verified(lowered.model)?;
        let temporal = lowered.temporal.iter();
        let errors = temporal.flat_map(|one| verify_temporal(&lowered.model, one));
        well_formed(errors.collect())?;
        Ok((lowered, diagnostics))
    }
}

fn refused(diagnostics: Diagnostics) -> Failure {
    if diagnostics.has_errors() {
        Failure::Input(diagnostics)
    } else {
        bug_report("a model was refused without a reason")
    }
}

/// A front end that emits an ill-formed model is at fault, not the user.
pub(crate) fn verified(model: Model) -> Result<Model, Failure> {
    well_formed(weyl_ir::verify(&model).err().unwrap_or_default())?;
    Ok(model)
}

fn well_formed(errors: Vec<VerifyError>) -> Result<(), Failure> {
    if errors.is_empty() {
        return Ok(());
    }
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let what = format!("the front end made a bad model: {}", errors.join("; "));
    Err(bug_report(&what))
}
