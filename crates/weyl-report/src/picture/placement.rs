//! The whole drawing: each connected part is placed by itself, enlarged until no two outlines
//! touch, and the parts stand side by side in rows.

use super::geometry::{Outline, Spot};
use super::{Picture, PictureVertex, Shape, folding, stress, tree};
use std::cmp::Reverse;
use weyl_permutation::disjoint_sets::DisjointSets;

const LETTER_WIDTH: f64 = 7.0;
const LINE_HEIGHT: f64 = 14.0;
/// Between outlines.
const GAP: f64 = 18.0;
/// Between neighbours, centre to centre, where nothing is in the way.
const EDGE_LENGTH: f64 = 80.0;
/// The same where something is written at lines.
const LABELLED_LENGTH: f64 = 190.0;
/// In larger parts it may be in the way of what is written.
const LARGE: usize = 60;
/// Parts that would overlap even so are drawn overlapping.
const MAX_SCALE: f64 = 1_000.0;

/// Where everything is, in pixels.
pub(super) struct Placement {
    /// By vertex.
    pub spots: Vec<Spot>,
    pub outlines: Vec<Outline>,
    pub width: f64,
    pub height: f64,
}

impl Placement {
    /// Makes room above.
    pub fn shift_down(&mut self, by: f64) {
        self.spots.iter_mut().for_each(|spot| spot.y += by);
        self.height += by;
    }

    /// The ends of a line from the border of one vertex to that of another.
    pub fn between(&self, from: usize, to: usize) -> (Spot, Spot) {
        let end =
            |at: usize, other: usize| self.outlines[at].border(self.spots[at], self.spots[other]);
        (end(from, to), end(to, from))
    }
}

pub(super) fn place(picture: &Picture) -> Placement {
    let outlines: Vec<Outline> = picture.vertices.iter().map(outline).collect();
    let mut spots = vec![Spot::default(); outlines.len()];
    let mut parts: Vec<Part> = components(picture)
        .into_iter()
        .map(|(members, neighbours)| {
            let has_labels = picture.ties.iter().any(|tie| members.contains(&tie.ends.0));
            let length = if has_labels && members.len() < LARGE {
                LABELLED_LENGTH
            } else {
                EDGE_LENGTH
            };
            Part::new(members, &neighbours, &outlines, length)
        })
        .collect();
    parts.sort_by_key(|part| Reverse(part.members.len()));
    let area: f64 = parts.iter().map(|part| part.width * part.height).sum();
    let widest = parts.iter().map(|part| part.width).fold(0.0, f64::max);
    let row_width = widest.max((area * 2.0).sqrt());
    let (mut x, mut y, mut row_height, mut width) = (0.0, 0.0, 0.0_f64, 0.0_f64);
    for part in parts {
        if x > 0.0 && x + part.width > row_width {
            (x, y, row_height) = (0.0, y + row_height, 0.0);
        }
        for (vertex, spot) in part.members.iter().zip(&part.spots) {
            spots[*vertex] = Spot {
                x: x + spot.x,
                y: y + spot.y,
            };
        }
        x += part.width;
        row_height = row_height.max(part.height);
        width = width.max(x);
    }
    Placement {
        spots,
        outlines,
        width,
        height: y + row_height,
    }
}

fn outline(vertex: &PictureVertex) -> Outline {
    let letters = vertex.label.chars().count() as f64;
    let is_ellipse = vertex.shape == Shape::Ellipse;
    let around = if is_ellipse { 24.0 } else { 12.0 };
    Outline {
        is_ellipse,
        width: letters * LETTER_WIDTH + around,
        height: LINE_HEIGHT + if is_ellipse { 16.0 } else { 10.0 },
    }
}

/// A connected part, with its upper left corner at (0, 0) and a margin all around.
struct Part {
    members: Vec<usize>,
    spots: Vec<Spot>,
    width: f64,
    height: f64,
}

impl Part {
    fn new(
        members: Vec<usize>,
        neighbours: &[Vec<usize>],
        outlines: &[Outline],
        length: f64,
    ) -> Part {
        let outlines: Vec<Outline> = members.iter().map(|vertex| outlines[*vertex]).collect();
        let folded = folding::place(neighbours).or_else(|| tree::place(neighbours));
        let mut spots = folded.unwrap_or_else(|| turned(stress::place(neighbours)));
        let scale = scale(&spots, &outlines, length);
        for spot in &mut spots {
            *spot = Spot::default().toward(*spot, scale);
        }
        let edge = |of: fn(&Spot, &Outline) -> f64, start: f64, pick: fn(f64, f64) -> f64| {
            let edges = spots.iter().zip(&outlines);
            edges
                .map(|(spot, outline)| of(spot, outline))
                .fold(start, pick)
        };
        let left = edge(|s, o| s.x - o.width / 2.0, f64::MAX, f64::min) - GAP;
        let top = edge(|s, o| s.y - o.height / 2.0, f64::MAX, f64::min) - GAP;
        let right = edge(|s, o| s.x + o.width / 2.0, f64::MIN, f64::max) + GAP;
        let bottom = edge(|s, o| s.y + o.height / 2.0, f64::MIN, f64::max) + GAP;
        for spot in &mut spots {
            spot.x -= left;
            spot.y -= top;
        }
        Part {
            members,
            spots,
            width: right - left,
            height: bottom - top,
        }
    }
}

/// The factor from which on no two outlines overlap, and edges have their length.
fn scale(spots: &[Spot], outlines: &[Outline], length: f64) -> f64 {
    let mut scale = length;
    for (number, (one, own)) in spots.iter().zip(outlines).enumerate() {
        for (other, theirs) in spots.iter().zip(outlines).take(number) {
            let across = ((own.width + theirs.width) / 2.0 + GAP) / (one.x - other.x).abs();
            let along = ((own.height + theirs.height) / 2.0 + GAP) / (one.y - other.y).abs();
            scale = scale.max(across.min(along));
        }
    }
    scale.min(MAX_SCALE)
}

/// The same drawing with its longest direction from left to right.
fn turned(spots: Vec<Spot>) -> Vec<Spot> {
    let count = spots.len() as f64;
    let mean = |of: fn(&Spot) -> f64| spots.iter().map(of).sum::<f64>() / count;
    let centre = Spot {
        x: mean(|spot| spot.x),
        y: mean(|spot| spot.y),
    };
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for spot in &spots {
        let (x, y) = (spot.x - centre.x, spot.y - centre.y);
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    let angle = -0.5 * (2.0 * xy).atan2(xx - yy);
    let (sin, cos) = angle.sin_cos();
    let turn = |spot: Spot| {
        let (x, y) = (spot.x - centre.x, spot.y - centre.y);
        Spot {
            x: x * cos - y * sin,
            y: x * sin + y * cos,
        }
    };
    spots.into_iter().map(turn).collect()
}

/// Edges, and broken ties where nothing else joins two parts: inside of a part they would bend it.
fn lines(picture: &Picture) -> Vec<(usize, usize)> {
    let mut parts = DisjointSets::new(picture.vertices.len());
    for (from, to) in &picture.edges {
        parts.unite(*from, *to);
    }
    let mut lines: Vec<(usize, usize)> = picture.edges.iter().copied().collect();
    let ties = picture.ties.iter().map(|tie| tie.ends);
    lines.extend(ties.filter(|(from, to)| parts.unite(*from, *to).is_some()));
    lines
}

/// The connected parts: their vertices, and for each the places of its neighbours in that list.
fn components(picture: &Picture) -> Vec<(Vec<usize>, Vec<Vec<usize>>)> {
    let count = picture.vertices.len();
    let mut neighbours = vec![Vec::new(); count];
    for (from, to) in lines(picture) {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    let mut place = vec![None; count];
    let mut parts = Vec::new();
    for first in 0..count {
        if place[first].is_some() {
            continue;
        }
        let mut members = vec![first];
        place[first] = Some(0);
        let mut next = 0;
        while let Some(at) = members.get(next).copied() {
            next += 1;
            for neighbour in &neighbours[at] {
                if place[*neighbour].is_none() {
                    place[*neighbour] = Some(members.len());
                    members.push(*neighbour);
                }
            }
        }
        let local = |at: &usize| {
            let mut places: Vec<usize> = neighbours[*at].iter().filter_map(|n| place[*n]).collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let lists = members.iter().map(local).collect();
        parts.push((members, lists));
    }
    parts
}
