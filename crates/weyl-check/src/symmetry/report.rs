//! `weyl symmetry`: what the group of a model is, and what breaks more.

use super::certificate::{Certificate, certificate};
use super::{Found, Obstacles, discovered};
use crate::Request;
use crate::ask::Asked;
use crate::failure::Failure;
use crate::limits::limited;
use crate::reading::{capacity, read};
use std::time::{Duration, Instant};
use weyl_budget::Budget;
use weyl_explore::{Phase, Progress};
use weyl_ir::Model;
use weyl_source::{Diagnostics, FileId, Sources};
use weyl_symmetry::{
    ChannelDiagram, DiagramSize, Distinction, Drawn, Family, GroupDescription, NamePicture,
    ProgramPicture, Validity, Wanted, channel_diagram, static_processes,
};
use weyl_system::Program;

/// The symmetry of a model.
#[derive(Clone, Debug)]
pub struct SymmetryReport {
    /// Of the program with its assertions and end states.
    pub group: GroupDescription,
    /// Properties that only some of its symmetries keep, with these.
    pub restricted: Vec<(String, GroupDescription)>,
    pub distinctions: Vec<Distinction>,
    /// Names that are alike at first sight, and all that tells them apart.
    pub families: Vec<Family>,
    /// What keeps names from changing places before anything is looked at.
    pub obstacles: Obstacles,
    /// Of the program diagram, if there is one.
    pub size: Option<DiagramSize>,
    /// What stands behind all of it.
    pub certificate: Certificate,
    /// What discovery took.
    pub time: Duration,
    pub warnings: Diagnostics,
    /// The static channel diagram of a Promela model.
    pub channels: Option<ChannelDiagram>,
    /// Whether processes that have ended stay, for the sake of symmetry.
    pub stays: bool,
    /// What its automorphisms are worth.
    pub validity: Option<Validity>,
    /// The program diagram, if it was asked for.
    pub picture: Option<ProgramPicture>,
    /// Names and their relations, if that was asked for.
    pub relations: Option<NamePicture>,
    pub model: Model,
}

/// Finds the symmetry of a model, and of the properties that are asked for; with a picture, if
/// wanted.
pub fn symmetry(
    sources: &mut Sources,
    file: FileId,
    request: &Request,
    drawn: Option<Drawn>,
    progress: &Progress,
) -> Result<SymmetryReport, Failure> {
    limited(request, progress, || {
        report(sources, file, request, drawn, progress)
    })
}

fn report(
    sources: &mut Sources,
    file: FileId,
    request: &Request,
    drawn: Option<Drawn>,
    progress: &Progress,
) -> Result<SymmetryReport, Failure> {
    progress.enter(Phase::Reading);
    let read = read(sources, file, &request.model)?;
    progress.enter(Phase::Preparing);
    let loaded = read.load(capacity(&read, request, progress)?)?;
    progress.enter(Phase::Symmetry);
    let asked = Asked::new(&loaded.program, &loaded.temporal, request)?;
    let started = Instant::now();
    let claims = asked.claims();
    let wanted = Wanted {
        properties: &asked.properties(),
        claims: &claims,
        explanations: true,
        drawn,
        ..Wanted::default()
    };
    let (explored, found) = discovered(loaded.program, &wanted, request.termination)?;
    let program = explored.program;
    let time = started.elapsed();
    let model = &program.model;
    let restricted = restricted(model, &found, &asked);
    let budget = progress.budget(&request.limits);
    let certificate = tried_out(&program, &found, &asked, &budget)?;
    let Found {
        group,
        distinctions,
        families,
        gave_up,
        size,
        warnings: own,
        channels,
        stays,
        picture,
        relations,
        ..
    } = found;
    let mut warnings = loaded.warnings;
    own.into_vec().into_iter().for_each(|w| warnings.push(w));
    let (channels, validity) = match channels {
        Some((diagram, validity)) => (Some(diagram), Some(validity)),
        None => (
            model
                .has_processes()
                .then(|| channel_diagram(model, &static_processes(model))),
            None,
        ),
    };
    let described = group.describe(model);
    let is_trivial = described.order == "1";
    Ok(SymmetryReport {
        group: described,
        channels,
        validity,
        stays,
        certificate,
        picture,
        relations,
        model: model.clone(),
        restricted,
        distinctions,
        obstacles: Obstacles::new(model, &families, is_trivial, gave_up, request.termination),
        families,
        size,
        time,
        warnings,
    })
}

/// Properties that only some of the symmetries keep, with these.
fn restricted(model: &Model, found: &Found, asked: &Asked) -> Vec<(String, GroupDescription)> {
    let restricted = found.restricted.iter().map(|(property, group)| {
        let name = model.properties[*property].name.clone();
        (name, group.describe(model))
    });
    let mut restricted: Vec<(String, GroupDescription)> = restricted.collect();
    for (temporal, claim) in asked.temporal.iter().zip(&found.claims) {
        if claim.family.group().order() != found.group.group().order() {
            restricted.push((temporal.name.clone(), claim.family.describe(model)));
        }
    }
    restricted
}

/// The groups of the program and of the properties that it does not keep, tried out.
fn tried_out(
    program: &Program,
    found: &Found,
    asked: &Asked,
    budget: &Budget,
) -> Result<Certificate, Failure> {
    let kept = asked.properties().into_iter();
    let kept = kept.filter(|id| found.restricted.iter().all(|(other, _)| other != id));
    let whole = (&found.group, kept.map(|id| (id, None)).collect());
    let apart = found.restricted.iter();
    let apart = apart.map(|(property, group)| (group, vec![(*property, None)]));
    certificate(program, found, apart.chain([whole]), budget)
}
