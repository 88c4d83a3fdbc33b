//! The search for the least image of a state that colours alone do not decide.
//!
//! After McKay (*Practical graph isomorphism*, 1981; with Piperno, 2014) and, for arbitrary groups,
//! Jefferson, Jonauskyte, Pfeiffer and Waldecker (*Minimal and canonical images*, 2019): where
//! names tie, each of them in turn is given a colour of its own, colours are refined again, and so
//! on down to leaves, where exactly one element of the group is left. The least leaf by (trace of
//! the colours on the way, image) is the representative. Two leaves with equal images give an
//! automorphism of the state, which saves subtrees that are images of others.
//!
//! What differs from graph canonisation: the leaf is an element of the given group, not any
//! relabelling, because ties are taken from the orbits of its stabilisers (see [`crate::factor`]).
//! Rows of a symmetric factor that can change places without changing the state are put in any
//! order at once.

use crate::colouring::{Colours, mix};
use crate::factor::Tie;
use crate::padded::Padded;
use crate::representatives::Engine;
use cranelift_entity::EntityRef;
use weyl_permutation::{Permutation, Point};

/// Automorphisms beyond these are forgotten: they would only save time.
const MAX_AUTOMORPHISMS: usize = 256;

struct Leaf {
    path: Vec<Point>,
    permutation: Permutation,
    image: Vec<u8>,
}

pub(crate) struct Search<'e, 's> {
    engine: &'e mut Engine,
    state: &'s Padded,
    /// Points that were given a colour of their own, from the root to here.
    path: Vec<Point>,
    /// Of the best path so far.
    traces: Vec<u64>,
    best: Option<Leaf>,
    automorphisms: Vec<Permutation>,
}

/// How many points of the path may stay when a subtree is left.
struct Back(usize);

impl<'e, 's> Search<'e, 's> {
    /// The permutation to the representative, and the representative: from refined colours, and the
    /// tie that they leave.
    pub fn run(
        engine: &'e mut Engine,
        state: &'s Padded,
        colours: &Colours,
        tie: &Tie,
    ) -> Option<(Permutation, Vec<u8>)> {
        let mut search = Search {
            engine,
            state,
            path: Vec::new(),
            traces: vec![0],
            best: None,
            automorphisms: Vec::new(),
        };
        search.branch(colours, tie);
        search.best.map(|leaf| (leaf.permutation, leaf.image))
    }

    fn visit(&mut self, mut colours: Colours) -> Back {
        let depth = self.path.len();
        let trace = self.engine.refiner.refine(self.state, &mut colours);
        let tie = self.engine.arrange(self.state.state(), &mut colours);
        let ending = tie
            .as_ref()
            .map_or(0, |tie| mix(tie.colour, tie.points.len() as u64));
        if self.is_worse(mix(trace, ending)) {
            return Back(depth);
        }
        match tie {
            None => self.leaf(),
            Some(tie) => self.branch(&colours, &tie),
        }
    }

    /// Compares a trace with that of the best path at this depth; a better one starts anew.
    fn is_worse(&mut self, trace: u64) -> bool {
        let depth = self.path.len();
        match self.traces.get(depth) {
            Some(best) if *best < trace => return true,
            Some(best) if *best == trace => return false,
            Some(_) => {
                self.traces.truncate(depth);
                self.best = None;
            }
            None => {}
        }
        self.traces.push(trace);
        false
    }

    fn leaf(&mut self) -> Back {
        let depth = self.path.len();
        let images = self.engine.images.clone();
        let state = self.state.state();
        let mut image = vec![0; state.len()];
        self.engine.action.apply(&images, state, &mut image);
        let Some(permutation) = Permutation::from_images(images) else {
            unreachable!("factors act on disjoint points, each by a permutation");
        };
        match &self.best {
            Some(best) if best.image < image => return Back(depth),
            Some(best) if best.image == image => {
                let automorphism = best.permutation.inverse().after(&permutation);
                let pairs = || self.path.iter().zip(&best.path);
                let common = pairs().take_while(|(own, other)| own == other).count();
                // Only if it takes this path to the other is what is left of this subtree an image
                // of that one.
                let takes_path = self.path.len() == best.path.len()
                    && pairs().all(|(own, other)| automorphism.image(*own) == *other);
                if self.automorphisms.len() < MAX_AUTOMORPHISMS {
                    self.automorphisms.push(automorphism);
                }
                return Back(if takes_path { common } else { depth });
            }
            _ => {}
        }
        self.best = Some(Leaf {
            path: self.path.clone(),
            permutation,
            image,
        });
        Back(depth)
    }

    fn branch(&mut self, colours: &Colours, tie: &Tie) -> Back {
        let depth = self.path.len();
        let mut explored: Vec<Point> = Vec::new();
        for point in &tie.points {
            if self.is_image_of_explored(*point, &explored) {
                continue;
            }
            explored.push(*point);
            let mut individual = colours.clone();
            let colour = &mut individual[point.index()];
            *colour = mix(*colour, 0x5851_f42d_4c95_7f2d);
            self.path.push(*point);
            let Back(stays) = self.visit(individual);
            self.path.truncate(depth);
            if stays < depth {
                return Back(stays);
            }
        }
        Back(depth)
    }

    /// Whether an automorphism that fixes the path takes the point to one whose subtree is known.
    fn is_image_of_explored(&self, point: Point, explored: &[Point]) -> bool {
        let fixes_path = |a: &&Permutation| self.path.iter().all(|p| a.image(*p) == *p);
        let useful: Vec<&Permutation> = self.automorphisms.iter().filter(fixes_path).collect();
        let mut orbit = vec![point];
        let mut next = 0;
        while let Some(at) = orbit.get(next).copied() {
            if explored.contains(&at) {
                return true;
            }
            for image in useful.iter().map(|a| a.image(at)) {
                if !orbit.contains(&image) {
                    orbit.push(image);
                }
            }
            next += 1;
        }
        false
    }
}
