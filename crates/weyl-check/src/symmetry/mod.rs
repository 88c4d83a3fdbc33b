//! The group that a check uses, and what is said about it.

mod beginnings;
mod certificate;
mod commutation;
mod obstacles;
mod report;
mod termination;

use crate::failure::{Failure, bug_report, nowhere};
use crate::plan::claim_of_declared;
use crate::reading::verified;
use crate::{Request, SymmetrySource, Termination, codes};
use termination::{if_unseen, numbered_program, staying_program};

pub use beginnings::{beginnings, bounds, starts};
pub use certificate::Certificate;
pub(crate) use certificate::{contradicted, try_out};
pub use commutation::{
    Certified, Effort, Generator, Refusal as NoCommutation, Tried, certify, generators,
};
pub use obstacles::{EndShows, Obstacles};
pub use report::{SymmetryReport, symmetry};

use cranelift_entity::SecondaryMap;
use std::collections::HashSet;
use weyl_ir::layout::Action;
use weyl_ir::{Model, PropertyId, RuleId, Temporal};
use weyl_permutation::Permutation;
use weyl_source::{Diagnostic, Diagnostics, FileId, Severity, Sources, Span};
use weyl_symmetry::{
    Births, Cause, ChannelDiagram, ClaimSymmetry, Creator, DiagramSize, Distinction, Fact, Family,
    NamePicture, Pin, ProgramPicture, Refusal, SymmetryGroup, Validity, Wanted, declared, discover,
    pins_by_order, static_processes,
};
use weyl_system::Program;

/// The symmetry of a model, as a check found it.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub group: SymmetryGroup,
    /// Why permutations that the user gave are not used.
    pub refusal: Option<Refusal>,
    /// Of properties that the group does not keep.
    pub restricted: Vec<(PropertyId, SymmetryGroup)>,
    /// Of temporal properties, in the order in which they were asked for.
    pub claims: Vec<ClaimSymmetry>,
    /// While one of them is at its work, nothing is renamed.
    pub creators: Vec<Creator>,
    /// Whether the group keeps the set of initial states.
    pub keeps_starts: bool,
    /// The states in which everything begins, if they are known.
    pub beginnings: Option<Vec<Vec<u8>>>,
    /// Nothing was looked for, since there are too many of them.
    pub gave_up: bool,
    /// What was taken for granted of all states in which nobody creates processes.
    pub facts: Vec<Fact>,
    /// For each rule the first of those that the group may map it to.
    pub rule_orbits: SecondaryMap<RuleId, Option<RuleId>>,
    pub distinctions: Vec<Distinction>,
    pub families: Vec<Family>,
    pub channels: Option<(ChannelDiagram, Validity)>,
    pub picture: Option<ProgramPicture>,
    pub relations: Option<NamePicture>,
    pub size: Option<DiagramSize>,
    /// Where something keeps names from changing places.
    pub warnings: Diagnostics,
    /// Whether the group stands on the user's word.
    pub is_unproved: bool,
    /// Whether processes that have ended stay, for the sake of symmetry.
    pub stays: bool,
}

impl Found {
    /// Whether some of its symmetries keep the set of initial states.
    pub(crate) fn keeps_starts_under(&self, program: &Program, group: &SymmetryGroup) -> bool {
        self.keeps_starts || self.creators.is_empty() && keeps_starts(program, group)
    }

    /// The generators of a group that do so.
    pub(crate) fn keeping_starts(
        &self,
        program: &Program,
        group: &SymmetryGroup,
    ) -> Vec<Permutation> {
        if !self.creators.is_empty() {
            return Vec::new();
        }
        let starts: Option<HashSet<Vec<u8>>> = starts(program).map(|all| all.into_iter().collect());
        let generators = group.group().generators().iter();
        generators
            .filter(|one| keeps(program, starts.as_ref(), one))
            .cloned()
            .collect()
    }

    /// A group of declared names, which keeps initial rules and properties.
    fn of_declared_names(group: SymmetryGroup, warnings: Diagnostics, is_unproved: bool) -> Found {
        Found {
            group,
            refusal: None,
            restricted: Vec::new(),
            claims: Vec::new(),
            creators: Vec::new(),
            keeps_starts: true,
            beginnings: None,
            gave_up: false,
            facts: Vec::new(),
            rule_orbits: SecondaryMap::new(),
            distinctions: Vec::new(),
            families: Vec::new(),
            channels: None,
            picture: None,
            relations: None,
            size: None,
            warnings,
            is_unproved,
            stays: false,
        }
    }
}

/// A program, as it is explored.
pub(crate) struct Explored {
    /// With names for all that its symmetries move.
    pub program: Program,
    /// The one that is shown, where processes have other numbers in it.
    pub numbered: Option<Program>,
    /// Whether processes that have ended stay in it.
    stays: bool,
}

impl Explored {
    fn staying(program: Program, births: &Births) -> Result<Explored, Failure> {
        let numbered = numbered_program(&program, births)?;
        Ok(Explored {
            program,
            numbered,
            stays: true,
        })
    }

    /// Another program, with processes that end as they do here.
    pub fn alike(&self, program: Program) -> Result<Program, Failure> {
        if !self.stays {
            return Ok(program);
        }
        let (program, births) = staying_program(&program)?;
        let numbered = numbered_program(&program, &births)?;
        Ok(numbered.unwrap_or(program))
    }
}

impl From<Program> for Explored {
    fn from(program: Program) -> Explored {
        Explored {
            program,
            numbered: None,
            stays: false,
        }
    }
}

/// The request for a slice of a program: if processes that have ended could be seen to stay in the
/// program, they go in the slice as well, for its runs are runs of the program.
pub(crate) fn ending_alike(request: &Request, whole: Option<&Program>) -> Request {
    let can_stay = whole.is_none_or(|whole| staying_program(whole).is_ok());
    Request {
        termination: if can_stay || request.termination == Termination::Stay {
            request.termination
        } else {
            Termination::Spin
        },
        ..request.clone()
    }
}

/// What the symmetries are wanted for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WantedFor<'a> {
    pub properties: &'a [PropertyId],
    pub temporal: &'a [Temporal],
    /// The atoms of these, and how many instances they have.
    pub claims: &'a [(Vec<PropertyId>, usize)],
    pub fair_rules: &'a [RuleId],
}

/// The symmetry of a program with some of its properties, and the program that is explored; `None`
/// if symmetry is off.
pub(crate) fn find(
    sources: &Sources,
    program: Program,
    asked: &WantedFor<'_>,
    request: &Request,
) -> Result<(Explored, Option<Found>), Failure> {
    termination::is_unseen_by(asked.temporal, request.termination)?;
    let WantedFor {
        properties,
        claims,
        temporal,
        fair_rules,
    } = *asked;
    let termination = if temporal.iter().all(Temporal::ignores_repetitions) {
        request.termination
    } else {
        Termination::Spin
    };
    match request.symmetry {
        SymmetrySource::Off => match request.termination {
            Termination::Stay => {
                let (program, births) = staying_program(&program)?;
                Ok((Explored::staying(program, &births)?, None))
            }
            Termination::Spin | Termination::Best => Ok((program.into(), None)),
        },
        SymmetrySource::Discovered { trust_loops } => {
            let wanted = Wanted {
                properties,
                claims,
                fair_rules,
                trust_loops,
                ..Wanted::default()
            };
            let (explored, found) = discovered(program, &wanted, termination)?;
            Ok((explored, Some(found)))
        }
        SymmetrySource::Declared { trust_loops } => {
            let mut found = of_declared(&program.model, trust_loops);
            let claims = temporal
                .iter()
                .map(|temporal| claim_of_declared(&program, temporal, &found.group));
            found.claims = claims.collect();
            Ok((program.into(), Some(found)))
        }
        SymmetrySource::File(file) => {
            let wanted = Wanted {
                properties,
                claims,
                fair_rules,
                given: Some(&sources.file(file).text),
                ..Wanted::default()
            };
            let (explored, found) = discovered(program, &wanted, termination)?;
            match &found.refusal {
                Some(refusal) => Err(refused(&explored.program.model, sources, file, refusal)),
                None => Ok((explored, Some(found))),
            }
        }
    }
}

/// All that is found in the text; processes that have ended stay if that was left to us and there
/// is more then.
pub(crate) fn discovered(
    program: Program,
    wanted: &Wanted<'_>,
    termination: Termination,
) -> Result<(Explored, Found), Failure> {
    let staying = match termination {
        Termination::Best => if_unseen(&program),
        Termination::Spin => None,
        Termination::Stay => {
            let (program, births) = staying_program(&program)?;
            let (program, found) = discovered_as_it_is(program, wanted)?;
            return Ok((Explored::staying(program, &births)?, found));
        }
    };
    // Where processes may stay, the order in which they go explains nothing.
    let first = Wanted {
        explanations: wanted.explanations && staying.is_none(),
        ..*wanted
    };
    let (program, mut found) = discovered_as_it_is(program, &first)?;
    let Some((staying, births)) = staying else {
        return Ok((program.into(), found));
    };
    let (staying, mut more) = discovered_as_it_is(staying, wanted)?;
    let (size, size_before) = (
        more.group.size_on_processes(&staying.model),
        found.group.size_on_processes(&program.model),
    );
    let is_all_there_is = found.gave_up && !more.group.is_trivial();
    if size > size_before || is_all_there_is {
        more.stays = true;
        Ok((Explored::staying(staying, &births)?, more))
    } else {
        found.distinctions = more.distinctions;
        found.families = more.families;
        found.channels = more.channels;
        if found.gave_up && !more.gave_up {
            // It was looked at there, and there is nothing.
            found.gave_up = false;
            found.warnings = more.warnings;
        }
        Ok((program.into(), found))
    }
}

fn discovered_as_it_is(program: Program, wanted: &Wanted<'_>) -> Result<(Program, Found), Failure> {
    let pins: Vec<Pin> = if program.model.has_processes() {
        Vec::new()
    } else {
        pins_by_order(&program.model)
    };
    let pins = pins.iter();
    let is_trusted = |pin: &&Pin| wanted.trust_loops && matches!(pin.cause, Cause::Loop { .. });
    let (trusted, pins): (Vec<&Pin>, Vec<&Pin>) = pins.partition(is_trusted);
    let mut warnings = warnings(&program.model, pins.into_iter());
    let statics = static_processes(&program.model);
    let beginnings = beginnings(&program, &statics);
    let creators = statics.creators;
    let Some(beginnings) = beginnings else {
        warnings.push(too_many_beginnings(!creators.is_empty()));
        let group = SymmetryGroup::trivial(&program.model);
        let claims = wanted.claims.iter();
        let claims = claims.map(|(_, count)| ClaimSymmetry::apart(group.clone(), *count));
        let claims = claims.collect();
        let mut found = Found::of_declared_names(group, warnings, false);
        found.claims = claims;
        found.gave_up = true;
        return Ok((program, found));
    };
    let (model, layout) = (&program.model, &program.layout);
    let discovery = discover(model, layout, &beginnings, wanted)
        .map_err(|unsound| bug_report(&unsound.to_string()))?;
    let program = Program::new(verified(discovery.model)?, program.limits)?;
    let found = Found {
        keeps_starts: creators.is_empty() && keeps_starts(&program, &discovery.group),
        group: discovery.group,
        refusal: discovery.refusal,
        restricted: discovery.restricted,
        claims: discovery.claims,
        creators,
        beginnings: Some(beginnings),
        gave_up: false,
        facts: discovery.facts,
        rule_orbits: discovery.rule_orbits,
        distinctions: discovery.distinctions,
        families: discovery.families,
        channels: discovery.channels,
        picture: discovery.picture,
        relations: discovery.relations,
        size: Some(discovery.size),
        warnings,
        is_unproved: !trusted.is_empty(),
        stays: false,
    };
    Ok((program, found))
}

fn too_many_beginnings(creates: bool) -> Diagnostic {
    let before = if creates {
        "before the last process is there"
    } else {
        "in the beginning"
    };
    let message = format!("no symmetry is looked for: there are more than 10,000 states {before}");
    let hint = "what comes after the last `run` does not count; `d_step` makes one step of many";
    let warning = Diagnostic::warning(codes::TOO_MANY_BEGINNINGS, Span::default(), message);
    if creates { warning.hint(hint) } else { warning }
}

/// Whether a group maps the set of initial states onto itself.
fn keeps_starts(program: &Program, group: &SymmetryGroup) -> bool {
    let starts: Option<HashSet<Vec<u8>>> = starts(program).map(|all| all.into_iter().collect());
    let mut generators = group.group().generators().iter();
    starts.is_some() && generators.all(|one| keeps(program, starts.as_ref(), one))
}

/// Whether a permutation maps a set of states onto itself.
fn keeps(program: &Program, states: Option<&HashSet<Vec<u8>>>, by: &Permutation) -> bool {
    let action = Action::new(&program.model, &program.layout);
    let mut image = vec![0; program.layout.size];
    states.is_some_and(|states| {
        states.iter().all(|state| {
            action.apply(by.images(), state, &mut image);
            states.contains(&image)
        })
    })
}

const TRUST: &str =
    "if you know that the order does not matter: `--trust-loops`, and the verdict is not proved";

fn of_declared(model: &Model, trust_loops: bool) -> Found {
    let found = declared(model, trust_loops);
    let is_told = |_: &&Pin| !model.has_processes();
    let warnings = warnings(model, found.pins.iter().filter(is_told));
    Found::of_declared_names(found.group, warnings, !found.trusted.is_empty())
}

/// What keeps names of sorts from changing places, for the user.
fn warnings<'p>(model: &Model, pins: impl Iterator<Item = &'p Pin>) -> Diagnostics {
    let mut warnings = Diagnostics::default();
    for pin in pins.filter(|pin| model.sorts[pin.sort].names.len() > 1) {
        let warning = explained(model, pin);
        warnings.push(match pin.cause {
            Cause::Loop { .. } => warning.hint(TRUST),
            _ => warning,
        });
    }
    warnings
}

fn explained(model: &Model, pin: &Pin) -> Diagnostic {
    let explanation = pin.explain(model);
    let mut notes = explanation.notes.into_iter();
    let (span, first) = notes.next().unwrap_or_default();
    let diagnostic = Diagnostic::warning(codes::PINNED, span, explanation.message).at_span(first);
    notes.fold(diagnostic, |diagnostic, (span, note)| {
        diagnostic.label(span, note)
    })
}

/// Why permutations of a file are not used.
fn refused(model: &Model, sources: &Sources, file: FileId, refusal: &Refusal) -> Failure {
    let (number, moved, because) = match refusal {
        Refusal::Unreadable(error) => {
            let at = sources.character(file, error.offset);
            let diagnostic = Diagnostic::error(codes::GENERATORS, at, error.to_string());
            let hint = "one permutation in a line, such as `(a b)(c d)`, in the names that `weyl symmetry` prints";
            return Failure::input(diagnostic.hint(hint));
        }
        Refusal::NoSymmetry {
            number,
            moved,
            because,
        } => (number, moved, because),
    };
    let which = format!("permutation {} of the file", number + 1);
    let is_moved = |pin: &Pin| moved.iter().any(|name| model.sort_of(*name) == pin.sort);
    let pins = (!model.has_processes()).then(|| pins_by_order(model));
    let mut pins = pins.into_iter().flatten();
    let diagnostic = match (pins.find(is_moved), because) {
        (Some(pin), _) => {
            let explained = explained(model, &pin);
            Diagnostic {
                code: codes::NO_SYMMETRY,
                severity: Severity::Error,
                message: format!("{which} can't be used: {}", explained.message),
                ..explained
            }
        }
        (None, Some(reason)) => {
            let message = format!("{which} is no symmetry of the model: it does not keep {reason}");
            Diagnostic::error(codes::NO_SYMMETRY, reason.span, message)
        }
        (None, None) => nowhere(
            codes::NO_SYMMETRY,
            format!("{which} is no symmetry of the model"),
        ),
    };
    Failure::input(diagnostic.hint("`weyl symmetry` shows the symmetries of a model"))
}
