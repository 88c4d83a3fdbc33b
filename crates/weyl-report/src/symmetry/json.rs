//! The symmetry of a model as JSON.

use super::channels::violations;
use super::how::how_text;
use super::why::gain;
use crate::view::{SCHEMA_VERSION, VERSION};
use schemars::JsonSchema;
use serde::Serialize;
use weyl_check::SymmetryReport;
use weyl_source::{Sources, Span};
use weyl_symmetry::{
    Break, ChannelDiagram, Distinction, Extent, Family, FamilyKind, GroupDescription, NearCopies,
    Quotation, Unmoved, UnmovedKind,
};

#[derive(Serialize, JsonSchema)]
pub struct SymmetryReportJson<'a> {
    weyl: &'a str,
    /// The version of this form.
    schema: &'a str,
    model: &'a str,
    symmetry: GroupJson<'a>,
    /// With those properties that only some of the symmetries keep.
    properties: Vec<PropertyGroupJson<'a>>,
    distinctions: Vec<DistinctionJson<'a>>,
    /// Names that are alike at first sight, with all that tells them apart.
    families: Vec<FamilyJson<'a>>,
    /// Kinds whose processes stay where they are.
    unmoved: Vec<UnmovedJson<'a>>,
    /// Kinds that are almost copies of others.
    copies: Vec<CopiesJson<'a>>,
    /// Whether there were too many states before everything was there.
    too_many_beginnings: bool,
    diagram: Option<DiagramJson>,
    channels: Option<ChannelsJson>,
    certificate: CertificateJson<'a>,
    seconds: f64,
}

/// What stands behind the symmetries: generators with all that they move, what was taken for
/// granted, on how many triples of a rule, a generator and a state they were tried out.
#[derive(Serialize, JsonSchema)]
struct CertificateJson<'a> {
    generators: &'a [String],
    facts: &'a [String],
    tried: u64,
    /// How many of them were steps that led somewhere.
    fired: u64,
    complete: bool,
}

#[derive(Serialize, JsonSchema)]
struct GroupJson<'a> {
    order: &'a str,
    structure: &'a str,
    generators: &'a [String],
    orbits: &'a [Vec<String>],
    moves_data_alone: bool,
}

#[derive(Serialize, JsonSchema)]
struct PropertyGroupJson<'a> {
    property: &'a str,
    symmetry: GroupJson<'a>,
}

#[derive(Serialize, JsonSchema)]
struct DistinctionJson<'a> {
    names: [&'a str; 2],
    because: Option<&'a str>,
    line: Option<usize>,
}

#[derive(Serialize, JsonSchema)]
struct FamilyJson<'a> {
    name: &'a str,
    kind: &'static str,
    members: &'a [String],
    present: ExtentJson<'a>,
    /// Without all that is listed.
    possible: ExtentJson<'a>,
    /// Whether that was found when all that is listed was taken out; otherwise it is at most so.
    found: bool,
    /// How many times fewer states there would be at most.
    gain: String,
    breaks: Vec<BreakJson<'a>>,
    /// What there would be without some of the breaks together, if that is more.
    together: Option<TogetherJson<'a>>,
    complete: bool,
}

#[derive(Serialize, JsonSchema)]
struct ExtentJson<'a> {
    order: String,
    structure: &'a str,
}

#[derive(Serialize, JsonSchema)]
struct BreakJson<'a> {
    line: Option<usize>,
    name: &'a str,
    because: String,
    /// What there would be without it alone, if that is more.
    without: Option<ExtentJson<'a>>,
}

/// Some of the breaks, by their lines, and what there would be without them.
#[derive(Serialize, JsonSchema)]
struct TogetherJson<'a> {
    lines: Vec<usize>,
    without: ExtentJson<'a>,
}

#[derive(Serialize, JsonSchema)]
struct UnmovedJson<'a> {
    kind: &'a str,
    lines: Vec<usize>,
}

#[derive(Serialize, JsonSchema)]
struct CopiesJson<'a> {
    kinds: [&'a str; 2],
    renamed: &'a [(String, String)],
    /// Local variables that are not declared alike.
    declared: Vec<&'a str>,
    /// Statements that have no counterpart, and what stands in their place.
    statements: Vec<[Option<&'a str>; 2]>,
    /// Where these statements are.
    lines: Vec<[Option<usize>; 2]>,
}

/// The static channel diagram: the group of its automorphisms, and of those that satisfy both
/// restrictions.
#[derive(Serialize, JsonSchema)]
struct ChannelsJson {
    order: String,
    structure: String,
    valid_order: Option<String>,
    valid_structure: Option<String>,
    violations: Vec<ViolationJson>,
}

#[derive(Serialize, JsonSchema)]
struct ViolationJson {
    generator: String,
    restriction: u8,
    because: String,
}

#[derive(Serialize, JsonSchema)]
struct DiagramJson {
    vertices: usize,
    edges: usize,
}

pub fn render_symmetry_json(report: &SymmetryReport, model: &str, sources: &Sources) -> String {
    let restricted = report.restricted.iter();
    let properties = restricted.map(|(property, group)| PropertyGroupJson {
        property,
        symmetry: group_json(group),
    });
    let distinctions = report.distinctions.iter();
    let distinctions = distinctions.map(|distinction| distinction_json(distinction, sources));
    let families = report.families.iter();
    let families = families.map(|family| family_json(family, sources));
    let obstacles = &report.obstacles;
    let unmoved = obstacles.unmoved.iter();
    let unmoved = unmoved.map(|kind| unmoved_json(kind, sources));
    let copies = obstacles.copies.iter();
    let copies = copies.map(|copies| copies_json(copies, sources));
    crate::view::printed(&SymmetryReportJson {
        weyl: VERSION,
        schema: SCHEMA_VERSION,
        model,
        symmetry: group_json(&report.group),
        properties: properties.collect(),
        distinctions: distinctions.collect(),
        families: families.collect(),
        unmoved: unmoved.collect(),
        copies: copies.collect(),
        too_many_beginnings: obstacles.too_many_beginnings,
        diagram: report.size.map(|size| DiagramJson {
            vertices: size.vertices,
            edges: size.edges,
        }),
        channels: report
            .channels
            .as_ref()
            .map(|diagram| channels_json(report, diagram, sources)),
        certificate: CertificateJson {
            generators: &report.certificate.generators,
            facts: &report.certificate.facts,
            tried: report.certificate.tried.triples,
            fired: report.certificate.tried.fired,
            complete: !report.certificate.tried.is_cut,
        },
        seconds: report.time.as_secs_f64(),
    })
}

fn channels_json(
    report: &SymmetryReport,
    diagram: &ChannelDiagram,
    sources: &Sources,
) -> ChannelsJson {
    let group = diagram.automorphisms();
    let largest = report.validity.as_ref().map(|validity| &validity.largest);
    let violations = report
        .validity
        .iter()
        .flat_map(|validity| violations(report, validity, sources));
    let violations = violations.map(|(generator, restriction, because)| ViolationJson {
        generator,
        restriction,
        because,
    });
    ChannelsJson {
        order: group.order().to_string(),
        structure: group.structure().to_string(),
        valid_order: largest.map(|group| group.order().to_string()),
        valid_structure: largest.map(|group| group.structure().to_string()),
        violations: violations.collect(),
    }
}

fn distinction_json<'a>(distinction: &'a Distinction, sources: &Sources) -> DistinctionJson<'a> {
    let reason = distinction.because.as_ref();
    let span = reason.map(|reason| reason.span);
    let span = span.filter(|span| !span.is_empty());
    DistinctionJson {
        names: [&distinction.one, &distinction.other],
        because: reason.map(|reason| reason.name.as_str()),
        line: span.map(|span| sources.position(span).line),
    }
}

fn line_of(span: Span, sources: &Sources) -> Option<usize> {
    (!span.is_empty()).then(|| sources.position(span).line)
}

fn family_json<'a>(family: &'a Family, sources: &Sources) -> FamilyJson<'a> {
    let breaks = family.breaks.iter();
    let breaks = breaks.map(|one| break_json(one, family.kind, sources));
    FamilyJson {
        name: &family.title,
        kind: match family.kind {
            FamilyKind::Processes => "processes",
            FamilyKind::Names => "names",
            FamilyKind::Numbers => "indices",
        },
        members: &family.members,
        present: extent_json(&family.present),
        possible: extent_json(&family.widest),
        found: family.is_found,
        together: family.together.as_ref().map(|(reasons, of)| {
            let lines = reasons.iter().filter_map(|one| line_of(one.span, sources));
            TogetherJson {
                lines: lines.collect(),
                without: extent_json(of),
            }
        }),
        gain: gain(&family.present, &family.widest).to_string(),
        breaks: breaks.collect(),
        complete: family.is_complete,
    }
}

fn extent_json(extent: &Extent) -> ExtentJson<'_> {
    ExtentJson {
        order: extent.order.to_string(),
        structure: &extent.structure,
    }
}

fn break_json<'a>(one: &'a Break, kind: FamilyKind, sources: &Sources) -> BreakJson<'a> {
    BreakJson {
        line: line_of(one.reason.span, sources),
        name: &one.reason.name,
        because: how_text(one, kind, sources),
        without: one.alone.as_ref().map(extent_json),
    }
}

fn unmoved_json<'a>(kind: &'a UnmovedKind, sources: &Sources) -> UnmovedJson<'a> {
    let places = match &kind.because {
        Unmoved::CreatedLate(places)
        | Unmoved::Mixed(places)
        | Unmoved::Choice(places)
        | Unmoved::Between(places)
        | Unmoved::NumberedLate(places) => &places[..],
        Unmoved::Seen(witness) => std::slice::from_ref(&witness.span),
        Unmoved::Creators(_) | Unmoved::TooMany | Unmoved::Others(_) | Unmoved::Removed => &[],
    };
    let lines = places.iter().filter_map(|at| line_of(*at, sources));
    UnmovedJson {
        kind: &kind.title,
        lines: lines.collect(),
    }
}

fn copies_json<'a>(copies: &'a NearCopies, sources: &Sources) -> CopiesJson<'a> {
    let line = |one: &Option<Quotation>| one.as_ref().and_then(|it| line_of(it.span, sources));
    let text = |one: &'a Option<Quotation>| one.as_ref().map(|it| &*it.text);
    let pairs = copies.differences.iter();
    let declared = copies.declared.iter();
    CopiesJson {
        kinds: [&copies.one, &copies.other],
        renamed: &copies.renamed,
        declared: declared.map(|(name, _)| &**name).collect(),
        statements: pairs.clone().map(|(a, b)| [text(a), text(b)]).collect(),
        lines: pairs.map(|(a, b)| [line(a), line(b)]).collect(),
    }
}

fn group_json(group: &GroupDescription) -> GroupJson<'_> {
    GroupJson {
        order: &group.order,
        structure: &group.structure,
        generators: &group.generators,
        orbits: &group.orbits,
        moves_data_alone: group.moves_data_alone,
    }
}
