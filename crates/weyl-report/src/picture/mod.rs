//! Diagrams as drawings: what can be exchanged has one colour.

mod dot;
mod folding;
mod geometry;
mod placement;
mod stress;
mod svg;
mod tree;

use std::collections::BTreeSet;
use std::f64::consts::PI;

/// Light enough for dark text, and told apart also without red or green.
const COLOURS: [&str; 10] = [
    "#a6cee3", "#fdbf6f", "#cab2d6", "#b2df8a", "#fb9a99", "#ffff99", "#80cdc1", "#dfc27d",
    "#d9d9ff", "#f4cae4",
];

/// Of what can't be exchanged with anything.
const ALONE: &str = "#f2f2f2";

/// Of lines between what can't be exchanged.
const BROKEN: &str = "#c0392b";

/// A graph to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub vertices: Vec<PictureVertex>,
    /// Arrows between vertices, by number.
    pub edges: BTreeSet<(usize, usize)>,
    /// What is said above it.
    pub title: String,
    /// Vertices that were thought alike, with what tells them apart.
    pub ties: Vec<Tie>,
    /// Lines below the picture.
    pub legend: Vec<String>,
}

/// A line that joins two vertices which can't be exchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    pub ends: (usize, usize),
    pub label: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureVertex {
    pub label: String,
    pub shape: Shape,
    pub is_dashed: bool,
    /// The number of the set of vertices that it can be exchanged with, if there are others.
    pub orbit: Option<usize>,
    /// How many vertices there are in that set.
    pub alike: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Ellipse,
    Box,
}

impl PictureVertex {
    fn colour(&self) -> String {
        self.orbit.map_or(ALONE.to_string(), colour)
    }
}

/// A colour for each orbit, no two alike: where the chosen ones end, hues are the golden angle
/// apart, which divides the circle as evenly as can be for any number of them.
fn colour(number: usize) -> String {
    if let Some(chosen) = COLOURS.get(number) {
        return (*chosen).to_string();
    }
    let golden = PI * (3.0 - 5.0_f64.sqrt());
    let angle = number as f64 * golden;
    let lightness = 206.0 - 9.0 * (number % 7) as f64;
    let part = |shift: f64| {
        let value = lightness + 40.0 * (angle + shift * 2.0 * PI / 3.0).cos();
        value.round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", part(0.0), part(1.0), part(2.0))
}

impl Picture {
    /// The language of Graphviz.
    pub fn to_dot(&self) -> String {
        dot::write(self)
    }

    pub fn to_svg(&self) -> String {
        svg::write(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_have_colours_of_their_own() {
        let colours: BTreeSet<String> = (0..200).map(colour).collect();
        assert_eq!(colours.len(), 200);
        assert!(!colours.contains(ALONE));
    }
}
