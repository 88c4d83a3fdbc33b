//! Representatives: one state for each orbit, and the permutation that leads to it.

use crate::colouring::{Colours, Refiner, mix};
use crate::factor::{Arranger, Factor, Tie, Ties};
use crate::facts::Facts;
use crate::listing::Listing;
use crate::padded::Padded;
use crate::search::Search;
use crate::sorting::{Sorted, Sorter};
use cranelift_entity::EntityRef;
use std::collections::HashSet;
use std::sync::Arc;
use weyl_ir::layout::{Action, name};
use weyl_ir::{Layout, Model, NameId};
use weyl_permutation::{Permutation, Point};
use weyl_symmetry::SymmetryGroup;
use weyl_system::Canonical;

/// Whether all states of an orbit have the same representative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    #[default]
    Exact,
    /// An orbit may have several: sound, cheaper for one state, more states.
    Fast,
}

/// What both the fast path and the search work with.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    pub action: Action,
    pub refiner: Refiner,
    pub factors: Arc<[Factor]>,
    pub arranger: Arranger,
    pub images: Vec<Point>,
    swapped: Vec<Point>,
    moved: Vec<Point>,
    scratch: Vec<u8>,
}

impl Engine {
    /// Writes the images under which all factors are in the order of the colours. Ties of rows that
    /// can change places are broken on the way; the first other tie is returned.
    pub fn arrange(&mut self, state: &[u8], colours: &mut Colours) -> Option<Tie> {
        let factors = self.factors.clone();
        for factor in factors.iter() {
            loop {
                let (arranger, images) = (&mut self.arranger, &mut self.images);
                let Err(tie) = arranger.arrange(factor, colours, Ties::Report, images) else {
                    break;
                };
                if !self.are_interchangeable(state, factor, &tie) {
                    return Some(tie);
                }
                for (number, point) in (1..).zip(&tie.points) {
                    let colour = &mut colours[point.index()];
                    *colour = mix(*colour, number);
                }
            }
        }
        None
    }

    /// Whether any two neighbours among tied rows can change places without changing the state:
    /// then all permutations of them leave the state as it is.
    fn are_interchangeable(&mut self, state: &[u8], factor: &Factor, tie: &Tie) -> bool {
        let (Factor::Symmetric(rows), Some(tied)) = (factor, &tie.rows) else {
            return false;
        };
        let mut neighbours = tied.windows(2);
        neighbours.all(|pair| self.swap_keeps(state, &rows[pair[0]], &rows[pair[1]]))
    }

    /// As [`Engine::arrange`] with all ties broken by number.
    fn arrange_anyhow(&mut self, colours: &Colours) {
        let (arranger, images) = (&mut self.arranger, &mut self.images);
        for factor in self.factors.iter() {
            let broken = arranger.arrange(factor, colours, Ties::Break, images);
            debug_assert!(broken.is_ok(), "ties were to be broken");
        }
    }

    /// Whether exchanging two rows of names leaves a state as it is.
    pub fn swap_keeps(&mut self, state: &[u8], a: &[Point], b: &[Point]) -> bool {
        let pairs = || a.iter().zip(b);
        for (a, b) in pairs() {
            self.swapped[a.index()] = *b;
            self.swapped[b.index()] = *a;
        }
        self.moved.clear();
        self.moved.extend(a.iter().chain(b));
        let (action, scratch) = (&self.action, &mut self.scratch);
        let is_kept = action.keeps(&self.swapped, &self.moved, state, scratch);
        for (a, b) in pairs() {
            self.swapped[a.index()] = *a;
            self.swapped[b.index()] = *b;
        }
        is_kept
    }
}

/// Representatives of states under a group.
#[derive(Clone, Debug)]
pub struct Representatives {
    engine: Engine,
    /// For products of symmetric groups.
    sorter: Option<Sorter>,
    /// For other groups of few elements.
    listing: Option<Listing>,
    precision: Precision,
    state: Padded,
    /// Names of different orbits of the group look different from the start.
    start: Colours,
    colours: Colours,
}

impl Representatives {
    pub fn new(
        model: &Model,
        layout: &Layout,
        group: &SymmetryGroup,
        precision: Precision,
    ) -> Representatives {
        let orbits = group.group().orbits();
        let moved = orbits.moved().flatten().copied().map(name);
        let moved: HashSet<NameId> = moved.collect();
        let moves = |name| moved.contains(&name);
        let action = Action::moving(model, layout, moves);
        let names = action.names();
        let factors: Arc<[Factor]> = group.group().factors().iter().map(Factor::new).collect();
        let points: Vec<Point> = (0..names).map(Point::new).collect();
        let mut start: Colours = vec![0; names];
        for (number, orbit) in (1..).zip(orbits.all()) {
            for point in orbit {
                start[point.index()] = mix(number, 3);
            }
        }
        let sorter = Sorter::new(model, layout, &action, &factors);
        let listing = match &sorter {
            Some(_) => None,
            None => Listing::new(group.group(), layout.size),
        };
        Representatives {
            sorter,
            listing,
            state: Padded::new(layout.size),
            engine: Engine {
                refiner: Refiner::new(&Facts::new(model, layout, &moves)),
                action,
                factors,
                arranger: Arranger::default(),
                images: points.clone(),
                swapped: points,
                moved: Vec::new(),
                scratch: vec![0; layout.size],
            },
            precision,
            colours: start.clone(),
            start,
        }
    }
}

impl Representatives {
    /// By refinement and search: for any group, and for states that sorting does not decide.
    fn search(&mut self, image: &mut [u8]) {
        let state = self.state.state();
        self.colours.clone_from(&self.start);
        self.engine.refiner.add_contents(state, &mut self.colours);
        self.engine.refiner.refine(&self.state, &mut self.colours);
        let tie = match self.precision {
            Precision::Exact => self.engine.arrange(state, &mut self.colours),
            Precision::Fast => {
                self.engine.arrange_anyhow(&self.colours);
                None
            }
        };
        let Some(tie) = tie else {
            return self.engine.action.apply(&self.engine.images, state, image);
        };
        match Search::run(&mut self.engine, &self.state, &self.colours, &tie) {
            Some((permutation, found)) => {
                self.engine.images.copy_from_slice(permutation.images());
                image.copy_from_slice(&found);
            }
            None => unreachable!("the first path of a search ends in a leaf"),
        }
    }
}

impl Representatives {
    /// Writes the representative of a state, unless it is the state itself, as far as that shows.
    fn moves(&mut self, state: &[u8], image: &mut [u8]) -> bool {
        if let Some(listing) = &mut self.listing {
            let engine = &mut self.engine;
            listing.represent(&engine.action, state, image, &mut engine.images);
            return true;
        }
        self.state.copy_from(state);
        let Some(sorter) = &mut self.sorter else {
            self.search(image);
            return true;
        };
        let engine = &mut self.engine;
        match sorter.sort(&engine.action, &self.state, &mut engine.images) {
            Sorted::Already => return false,
            Sorted::Moved => engine.action.apply(&engine.images, state, image),
            Sorted::Undecided => {
                sorter.forget_images();
                self.search(image);
            }
        }
        true
    }
}

impl Canonical for Representatives {
    fn start_from(&mut self, source: &[u8]) {
        if let Some(sorter) = &mut self.sorter {
            let engine = &mut self.engine;
            sorter.start_from(&engine.action, source, &mut engine.images);
        }
    }

    fn represent(&mut self, state: &[u8], image: &mut [u8]) {
        if !self.moves(state, image) {
            image.copy_from_slice(state);
        }
    }

    fn replace(&mut self, state: &mut [u8], scratch: &mut [u8]) -> bool {
        let moves = self.moves(state, scratch);
        if moves {
            state.copy_from_slice(scratch);
        }
        moves
    }

    fn permutation(&self) -> Permutation {
        match Permutation::from_images(self.engine.images.clone()) {
            Some(permutation) => permutation,
            None => unreachable!("factors act on disjoint points, each by a permutation"),
        }
    }
}
