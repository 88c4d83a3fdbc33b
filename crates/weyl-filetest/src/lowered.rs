//! Models in the text form: what a model is lowered to says the same as the model.

use crate::Options;
use crate::fixtures::same;
use anyhow::{Result, bail, ensure};
use std::path::Path;
use weyl_check::{IR, PropertyResult, Report, Verdict, Writing, check, lower, read};
use weyl_explore::Progress;
use weyl_ir::Capacity;
use weyl_ir::text::{print_lowered, read_lowered};
use weyl_source::{FileId, Sources, Span};
use weyl_trace::{Step, Trace};

/// Where the texts lie: beside the folder that models are named from.
const TEXT: &str = "lowered.weyl";

/// Sources in which a model is the second file, as it is for a text that speaks of it.
fn sources(path: &Path, text: &str) -> (Sources, FileId) {
    let mut sources = Sources::new(|path| std::fs::read_to_string(path).ok());
    sources.add("nothing", "");
    let file = sources.add_file(path, text);
    (sources, file)
}

/// Sources with a text that speaks of a model.
fn text_sources(path: &Path, model: &str, text: &str) -> (Sources, FileId) {
    let (path, model) = (path.to_path_buf(), model.to_string());
    let mut sources = Sources::new(move |asked| {
        if asked == path {
            Some(model.clone())
        } else {
            std::fs::read_to_string(asked).ok()
        }
    });
    let file = sources.add_file(Path::new(TEXT), text);
    (sources, file)
}

/// What is printed is read as the same model, spans and all, and printed again as the same text.
pub fn reads_back(path: &Path, model: &str, options: &Options) -> Result<()> {
    let (mut own, file) = sources(path, model);
    let read = read(&mut own, file, &options.request().model);
    let lowered = match read.and_then(|read| read.lower(Capacity::default())) {
        Ok((lowered, _)) => lowered,
        Err(failure) => bail!("{:#?}", failure.diagnostics()),
    };
    let printed = print_lowered(&lowered, Some(&own));
    let (mut sources, file) = text_sources(path, model, &printed);
    let again = match read_lowered(&mut sources, file) {
        Ok(again) => again,
        Err(errors) => bail!("{errors:#?}\n{printed}"),
    };
    same(
        "printed again:",
        &printed,
        &print_lowered(&again, Some(&sources)),
    )?;
    ensure!(again.model == lowered.model, "another model:\n{printed}");
    ensure!(
        again.temporal == lowered.temporal,
        "other claims:\n{printed}"
    );
    let bare = print_lowered(&lowered, None);
    let (mut sources, file) = text_sources(path, model, &bare);
    let again = read_lowered(&mut sources, file);
    let again = again.map_err(|errors| anyhow::anyhow!("{errors:#?}\n{bare}"))?;
    same("bare:", &bare, &print_lowered(&again, None))
}

/// A check of the text answers what a check of the model does, and speaks of the same places.
pub fn answers_the_same(
    path: &Path,
    model: &str,
    options: &Options,
    capacity: Option<Capacity>,
) -> Result<()> {
    let (mut own, file) = sources(path, model);
    let progress = Progress::default();
    let request = options.request();
    let writing = Writing {
        capacity,
        bare: false,
    };
    let lowering = lower(&mut own, file, &request.model, writing, &progress);
    let (mut first, file) = sources(path, model);
    let wanted = check(&mut first, file, &request, &progress);
    let (lowering, wanted) = match (lowering, wanted) {
        (Ok(lowering), Ok(wanted)) => (lowering, wanted),
        (Err(failure), _) | (_, Err(failure)) => bail!("{:#?}", failure.diagnostics()),
    };
    let (mut second, file) = text_sources(path, model, &lowering.text);
    let options = Options {
        language: IR,
        ..options.clone()
    };
    let found = match check(&mut second, file, &options.request(), &progress) {
        Ok(found) => found,
        Err(failure) => bail!("{:#?}", failure.diagnostics()),
    };
    let (wanted, found) = (outline(&wanted, &first), outline(&found, &second));
    same("the model and its text:", &wanted, &found)
}

/// All that an answer says, but for the time that it took.
fn outline(report: &Report, sources: &Sources) -> String {
    let statistics = &report.statistics;
    let (states, transitions) = (statistics.states, statistics.transitions);
    let counts = (states, transitions, statistics.depth, report.complete);
    let mut lines = vec![format!("{counts:?}")];
    let symmetry = report.symmetry.iter();
    lines.extend(symmetry.map(|used| format!("{:?} {}", used.group.order, used.stays)));
    for part in &report.explorations {
        let of = (
            &part.properties,
            part.states,
            part.transitions,
            &part.products,
        );
        lines.push(format!("{of:?} {:?}", part.order));
    }
    for rule in report.unreached() {
        let at = place(rule.span, sources);
        lines.push(format!("{} {:?} {at}", rule.name, rule.process));
    }
    for row in &report.properties {
        property(row, sources, &mut lines);
    }
    lines.join("\n")
}

fn property(row: &PropertyResult, sources: &Sources, lines: &mut Vec<String>) {
    let at = row.span.map(|span| place(span, sources));
    let (verdict, run) = match &row.verdict {
        Verdict::Holds => ("holds", None),
        Verdict::Violated(witness) => ("violated", witness.trace()),
        Verdict::Inconclusive(_) => ("inconclusive", None),
    };
    let of = (&row.name, row.kind, verdict, &row.message, &row.parameters);
    lines.push(format!("{of:?} {at:?}"));
    for run in run.into_iter().chain(&row.example) {
        trace(run, sources, lines);
    }
}

fn trace(run: &Trace, sources: &Sources, lines: &mut Vec<String>) {
    let mut step = |step: &Step| {
        let at = place(step.span, sources);
        let of = (&step.rule, &step.parameters, &step.process, &step.output);
        lines.push(format!("  {at} {of:?} {:?}", step.changes));
    };
    step(&run.start);
    run.steps.iter().for_each(&mut step);
    lines.push(format!("  repeats {:?}", run.cycle_start));
}

/// File, line, column, and what stands there.
fn place(span: Span, sources: &Sources) -> String {
    if span == Span::default() {
        return "nowhere".to_string();
    }
    let (name, position) = (&sources.file(span.file).name, sources.position(span));
    let text = sources.text(span);
    format!("{name}:{}:{} {text:?}", position.line, position.column)
}
