//! Graphs as plain lists of edges, which the engine, brute force and nauty all understand.

use cranelift_entity::EntityRef;
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

/// Numbers that are the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed)
    }

    /// A number below the bound (splitmix64).
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    pub fn permutation(&mut self, degree: usize) -> Vec<usize> {
        let mut images: Vec<usize> = (0..degree).collect();
        for last in (1..degree).rev() {
            images.swap(last, self.below(last + 1));
        }
        images
    }
}

pub fn images(permutation: &Permutation) -> Vec<usize> {
    permutation
        .images()
        .iter()
        .map(|image| image.index())
        .collect()
}
