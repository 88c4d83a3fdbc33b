//! What is drawn: names with the group, static channel diagrams and program diagrams.

use crate::picture::{Picture, PictureVertex, Shape, Tie};
use crate::quantity::{counted, order};
use cranelift_entity::EntityRef;
use std::collections::{BTreeMap, BTreeSet};
use weyl_check::SymmetryReport;
use weyl_ir::Model;
use weyl_permutation::Point;
use weyl_source::Sources;
use weyl_symmetry::{
    ChannelDiagram, Family, GroupDescription, NamePicture, NameRole, NameVertex, PictureRole,
    ProgramPicture, Vertex,
};

/// Broken ties of a family that are drawn.
const MOST_TIES: usize = 12;

/// The names of a model with the group that is used: its orbits are the colours, and what tells
/// names of a family apart is drawn between them.
pub fn group_picture(report: &SymmetryReport, sources: &Sources) -> Option<Picture> {
    let names = report.relations.as_ref()?;
    let alike = |vertex: &NameVertex| {
        let members = names
            .vertices
            .iter()
            .filter(|other| other.orbit == vertex.orbit);
        vertex.orbit.map_or(1, |_| members.count())
    };
    let vertices = names.vertices.iter().map(|vertex| PictureVertex {
        label: vertex.label.clone(),
        shape: match vertex.role {
            NameRole::Name => Shape::Ellipse,
            NameRole::Channel | NameRole::Index => Shape::Box,
        },
        is_dashed: vertex.role == NameRole::Index,
        orbit: vertex.orbit,
        alike: alike(vertex),
    });
    let families = report.families.iter();
    let all: Vec<Vec<Tie>> = families
        .map(|family| ties(family, names, sources))
        .collect();
    let left_out = all
        .iter()
        .map(|ties| ties.len().saturating_sub(MOST_TIES))
        .sum();
    let ties = all
        .into_iter()
        .flat_map(|ties| ties.into_iter().take(MOST_TIES));
    let ties: Vec<Tie> = ties.collect();
    Some(Picture {
        vertices: vertices.collect(),
        edges: names.edges.clone(),
        title: title(&report.group),
        legend: group_legend(report, names, (ties.len(), left_out)),
        ties,
    })
}

/// The name of a group and its order, which is part of the name where there is no better one.
fn title(group: &GroupDescription) -> String {
    let short = order(&group.order);
    if group.structure.ends_with(&format!("order {}", group.order)) {
        group.structure.replace(&group.order, &short)
    } else {
        format!("{}, order {short}", group.structure)
    }
}

fn group_legend(
    report: &SymmetryReport,
    names: &NamePicture,
    (drawn, left_out): (usize, usize),
) -> Vec<String> {
    let processes = if report.model.has_processes() {
        "Ellipses are processes, rectangles channels and indices (dashed)"
    } else {
        "Ellipses are names, dashed rectangles indices"
    };
    let mut legend = vec![
        format!("{processes}; what can be exchanged has one colour."),
        "Arrows lead from a name to those that its statements mention.".to_string(),
    ];
    if names.is_thinned {
        legend.push("Where all are related to all, no arrows are drawn.".to_string());
    }
    if drawn > 0 {
        legend.push(
            "Dashed red: of one kind, but the line that is named, or others, tell them apart."
                .into(),
        );
    }
    if left_out > 0 {
        let more = counted(left_out as u64, "more broken tie");
        legend.push(format!("There are {more} that are not drawn."));
    }
    legend
}

/// From orbit to orbit of a family, with the first line that breaks it.
fn ties(family: &Family, names: &NamePicture, sources: &Sources) -> Vec<Tie> {
    let places = names.vertices.iter().enumerate();
    let places: BTreeMap<&str, usize> = places.map(|(at, of)| (&*of.label, at)).collect();
    let mut known: BTreeSet<usize> = BTreeSet::new();
    let mut firsts = Vec::new();
    for at in family.members.iter().filter_map(|name| places.get(&**name)) {
        let is_new = names.vertices[*at]
            .orbit
            .is_none_or(|orbit| known.insert(orbit));
        firsts.extend(is_new.then_some(*at));
    }
    let spans = family.breaks.iter().map(|one| one.reason.span);
    let spans = spans.filter(|span| !span.is_empty());
    let lines = spans.map(|span| sources.position(span).line);
    let lines: Vec<usize> = lines.collect::<BTreeSet<usize>>().into_iter().collect();
    let label = match &lines[..] {
        [] => String::new(),
        [only] => format!("line {only}"),
        [first, others @ ..] => format!("line {first} (+{})", others.len()),
    };
    let pairs = firsts.windows(2);
    let ties = pairs.map(|pair| Tie {
        ends: (pair[0], pair[1]),
        label: label.clone(),
    });
    ties.collect()
}

/// A static channel diagram: processes are ellipses, channels are boxes, arrows are sends and
/// receives; with the orbits of its own group.
pub fn channel_picture(model: &Model, diagram: &ChannelDiagram) -> Picture {
    let group = diagram.automorphisms();
    let orbits = group.orbits();
    let vertices = diagram.vertices.iter().map(|(id, vertex)| {
        let own = orbits.of(Point::new(id.index()));
        let orbit = orbits
            .moved()
            .position(|orbit| orbit.first() == own.first());
        let (shape, is_dashed) = match vertex {
            Vertex::Process { is_dynamic, .. } => (Shape::Ellipse, *is_dynamic),
            Vertex::Channel { .. } => (Shape::Box, false),
        };
        PictureVertex {
            label: diagram.label(model, id),
            shape,
            is_dashed,
            orbit,
            alike: own.len(),
        }
    });
    let edges = diagram.edges.iter();
    let legend = [
        "Ellipses are processes, rectangles channels; what can be exchanged has one colour.",
        "Processes with a dashed outline also use channels that only a state knows.",
    ];
    Picture {
        vertices: vertices.collect(),
        edges: edges.map(|(from, to)| (from.index(), to.index())).collect(),
        legend: legend.map(String::from).to_vec(),
        ..Picture::default()
    }
}

/// A program diagram: names are ellipses, parts of the program are boxes; with the orbits of the
/// group.
pub fn program_picture(program: &ProgramPicture) -> Picture {
    let alike = |orbit: Option<usize>| {
        let members = program.vertices.iter().filter(|other| other.orbit == orbit);
        orbit.map_or(1, |_| members.count())
    };
    let vertices = program.vertices.iter().map(|vertex| PictureVertex {
        label: vertex.label.clone(),
        shape: match vertex.role {
            PictureRole::Name => Shape::Ellipse,
            PictureRole::Term | PictureRole::Root => Shape::Box,
        },
        is_dashed: vertex.role == PictureRole::Root,
        orbit: vertex.orbit,
        alike: alike(vertex.orbit),
    });
    let legend = [
        "Ellipses are names, rectangles parts of the program; what can be exchanged has one colour.",
        "Rules, facts and properties have a dashed outline.",
    ];
    Picture {
        vertices: vertices.collect(),
        edges: program.edges.iter().map(|edge| (edge.0, edge.1)).collect(),
        legend: legend.map(String::from).to_vec(),
        ..Picture::default()
    }
}
