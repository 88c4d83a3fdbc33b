//! Diagrams as drawings: what can be exchanged has one colour.

mod dot;
mod geometry;
mod placement;
mod stress;
mod svg;

use std::collections::BTreeSet;

/// Light enough for dark text, and told apart also without red or green.
const COLOURS: [&str; 10] = [
    "#a6cee3", "#fdbf6f", "#cab2d6", "#b2df8a", "#fb9a99", "#ffff99", "#80cdc1", "#dfc27d",
    "#d9d9ff", "#f4cae4",
];

/// Of what can't be exchanged with anything.
const ALONE: &str = "#f2f2f2";

/// A graph to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub vertices: Vec<PictureVertex>,
    /// Arrows between vertices, by number.
    pub edges: BTreeSet<(usize, usize)>,
    /// Lines below the picture.
    pub legend: Vec<String>,
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
    fn colour(&self) -> &'static str {
        self.orbit
            .map_or(ALONE, |number| COLOURS[number % COLOURS.len()])
    }
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
