//! Graphs as plain lists of edges, which the engine, brute force and nauty all understand.

use cranelift_entity::EntityRef;
use weyl_permutation::random::Random;
use weyl_permutation::refinement::{Graph, GraphBuilder};
use weyl_permutation::{Permutation, Point};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// By vertex.
    pub colours: Vec<u32>,
    /// From, to, colour.
    pub edges: Vec<(usize, usize, u32)>,
}

impl Sample {
    pub fn plain(degree: usize) -> Sample {
        Sample {
            colours: vec![0; degree],
            edges: Vec::new(),
        }
    }

    /// An undirected graph in which all pairs are joined of which `joined` says so.
    pub fn joining(degree: usize, joined: impl Fn(usize, usize) -> bool) -> Sample {
        let mut sample = Sample::plain(degree);
        for one in 0..degree {
            for other in (0..one).filter(|&other| joined(other, one)) {
                sample.join(other, one);
            }
        }
        sample
    }

    pub fn degree(&self) -> usize {
        self.colours.len()
    }

    pub fn join(&mut self, one: usize, other: usize) {
        self.edges.push((one, other, 0));
        self.edges.push((other, one, 0));
    }

    pub fn add_vertex(&mut self, colour: u32) -> usize {
        self.colours.push(colour);
        self.colours.len() - 1
    }

    /// Side by side.
    pub fn beside(mut self, other: &Sample) -> Sample {
        let shift = self.degree();
        self.colours.extend(&other.colours);
        let edges = other.edges.iter();
        self.edges
            .extend(edges.map(|&(from, to, colour)| (from + shift, to + shift, colour)));
        self
    }

    /// With vertex `v` renamed to `images[v]`, and edges in order.
    pub fn renamed(&self, images: &[usize]) -> Sample {
        let mut colours = vec![0; self.degree()];
        for (vertex, &image) in images.iter().enumerate() {
            colours[image] = self.colours[vertex];
        }
        let edges = self.edges.iter();
        let edges = edges.map(|&(from, to, colour)| (images[from], images[to], colour));
        let mut edges: Vec<_> = edges.collect();
        edges.sort_unstable();
        Sample { colours, edges }
    }

    pub fn graph(&self) -> Graph {
        let mut builder = GraphBuilder::new();
        let vertices = self.colours.iter().map(|&colour| builder.vertex(colour));
        let vertices: Vec<Point> = vertices.collect();
        for &(from, to, colour) in &self.edges {
            builder.edge(vertices[from], vertices[to], colour);
        }
        builder.build()
    }
}

pub fn permutation(dice: &mut Random, degree: usize) -> Vec<usize> {
    let mut images: Vec<usize> = (0..degree).collect();
    dice.shuffle(&mut images);
    images
}

pub fn images(permutation: &Permutation) -> Vec<usize> {
    permutation
        .images()
        .iter()
        .map(|image| image.index())
        .collect()
}
