//! Drawings are complete and legible: everything is there, inside the picture, and nothing covers
//! anything else.

use anyhow::{Context, Result, ensure};
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::Model;
use weyl_permutation::Point;
use weyl_permutation::group::Orbits;
use weyl_report::channel_picture;
use weyl_symmetry::{ChannelDiagram, Vertex, VertexId};

/// What is around a label: left, top, right, bottom.
type Outline = [f64; 4];

pub fn check(model: &Model, diagram: &ChannelDiagram) -> Result<()> {
    let group = diagram.automorphisms();
    let orbits = group.orbits();
    let picture = channel_picture(model, diagram);
    let svg = picture.to_svg();
    let outlines = outlines(&svg)?;
    ensure!(outlines.len() == diagram.vertices.len());
    ensure!(svg.matches("class=\"edge\"").count() == pairs(diagram).len());
    let size = numbers(&svg, &["width", "height"]).context("the picture has no size")?;
    for (number, one) in outlines.iter().enumerate() {
        let [left, top, right, bottom] = *one;
        ensure!(left >= 0.0 && top >= 0.0 && right <= size[0] && bottom <= size[1]);
        let mut others = outlines.iter().take(number);
        ensure!(
            others.all(|other| are_apart(one, other)),
            "{number}: {one:?}"
        );
    }
    check_colours(&svg, diagram, &orbits)?;
    check_dot(&picture.to_dot(), diagram)
}

/// Edges there and back are one line.
fn pairs(diagram: &ChannelDiagram) -> BTreeSet<(VertexId, VertexId)> {
    let edges = diagram.edges.iter();
    edges.map(|(a, b)| (*a.min(b), *a.max(b))).collect()
}

fn are_apart(one: &Outline, other: &Outline) -> bool {
    let is_beyond = |a: &Outline, b: &Outline| a[2] < b[0] || a[3] < b[1];
    is_beyond(one, other) || is_beyond(other, one)
}

/// The values of attributes of the first element of a text.
fn numbers(text: &str, names: &[&str]) -> Option<Vec<f64>> {
    let value = |name: &&str| {
        let (_, rest) = text.split_once(&format!(" {name}=\""))?;
        rest.split_once('"')?.0.parse().ok()
    };
    names.iter().map(value).collect()
}

fn outlines(svg: &str) -> Result<Vec<Outline>> {
    let vertices = svg.lines().filter(|line| line.starts_with("<g>"));
    let outline = |line: &str| {
        let ellipse = line.split_once("<ellipse").map(|(_, shape)| {
            let of = numbers(shape, &["cx", "cy", "rx", "ry"])?;
            Some([of[0] - of[2], of[1] - of[3], of[0] + of[2], of[1] + of[3]])
        });
        let rectangle = || {
            let (_, shape) = line.split_once("<rect")?;
            let of = numbers(shape, &["x", "y", "width", "height"])?;
            Some([of[0], of[1], of[0] + of[2], of[1] + of[3]])
        };
        ellipse.unwrap_or_else(rectangle).context("no shape")
    };
    vertices.map(outline).collect()
}

/// Vertices that can be exchanged have one colour, others do not, as far as there are colours.
fn check_colours(svg: &str, diagram: &ChannelDiagram, orbits: &Orbits) -> Result<()> {
    let fills = svg.lines().filter(|line| line.starts_with("<g>"));
    let fills = fills.filter_map(|line| Some(line.split_once("fill=\"")?.1.split_once('"')?.0));
    let mut of_orbit: BTreeMap<usize, &str> = BTreeMap::new();
    for (vertex, fill) in diagram.vertices.keys().zip(fills) {
        let point = Point::from_u32(vertex.as_u32());
        let known = of_orbit.entry(orbits.number_of(point)).or_insert(fill);
        ensure!(*known == fill, "{vertex:?} is {fill}, not {known}");
    }
    let moved: Vec<usize> = orbits
        .moved()
        .map(|orbit| orbits.number_of(orbit[0]))
        .collect();
    let colours: BTreeSet<&str> = moved
        .iter()
        .filter_map(|orbit| of_orbit.get(orbit))
        .copied()
        .collect();
    ensure!(colours.len() == moved.len().min(10), "{colours:?}");
    Ok(())
}

fn check_dot(dot: &str, diagram: &ChannelDiagram) -> Result<()> {
    let processes = diagram.vertices.values();
    let processes = processes.filter(|vertex| matches!(vertex, Vertex::Process { .. }));
    ensure!(dot.matches("shape=ellipse").count() == processes.count());
    ensure!(dot.matches("label=").count() == diagram.vertices.len());
    ensure!(dot.matches(" -> ").count() == diagram.edges.len());
    Ok(())
}
