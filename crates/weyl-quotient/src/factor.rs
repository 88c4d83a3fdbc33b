//! From colours to a permutation, factor by factor.
//!
//! The group is a product of factors on disjoint names. Given colours, each factor either has
//! exactly one element that puts its names into the order of their colours, or there is a tie:
//! names with equal colours of which any could come next. Which element, and which tie, depends on
//! the colours alone, so that both commute with the group.

use crate::colouring::{Colours, mix};
use cranelift_entity::EntityRef;
use std::sync::Arc;
use weyl_permutation::group::{Branch, StabiliserTree, Structure};
use weyl_permutation::{Group, Point};

#[derive(Clone, Debug)]
pub(crate) enum Factor {
    /// All permutations of the rows; the names in a column go together.
    Symmetric(Vec<Vec<Point>>),
    /// Any group, down the chain of its stabilisers.
    General {
        root: Arc<StabiliserTree>,
        /// The points that it moves.
        support: Vec<Point>,
    },
}

impl Factor {
    pub fn new(group: &Group) -> Factor {
        if let Structure::Symmetric {
            rows: Some(rows), ..
        } = group.structure()
        {
            return Factor::Symmetric(rows);
        }
        Factor::General {
            support: group.orbits().moved().flatten().copied().collect(),
            root: Arc::new(StabiliserTree::new(group.clone())),
        }
    }
}

/// Points that the colours do not tell apart, where the group could take any of them.
#[derive(Clone, Debug)]
pub(crate) struct Tie {
    pub points: Vec<Point>,
    /// For a symmetric factor, the rows that the points begin.
    pub rows: Option<Vec<usize>>,
    /// What all of them look like.
    pub colour: u64,
}

/// What to do about ties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    Report,
    /// By number: not the same for all states of an orbit.
    Break,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Arranger {
    order: Vec<(u64, usize)>,
    /// Which point is now where each point was: the inverse of what has been applied so far.
    sources: Vec<Point>,
    moved: Vec<Point>,
}

impl Arranger {
    /// Writes the images of the factor's points, or says where it can't decide.
    pub fn arrange(
        &mut self,
        factor: &Factor,
        colours: &Colours,
        ties: Ties,
        images: &mut [Point],
    ) -> Result<(), Tie> {
        match factor {
            Factor::Symmetric(rows) => self.sort_rows(rows, colours, ties, images),
            Factor::General { root, support } => self.descend(root, support, colours, ties, images),
        }
    }

    fn sort_rows(
        &mut self,
        rows: &[Vec<Point>],
        colours: &Colours,
        ties: Ties,
        images: &mut [Point],
    ) -> Result<(), Tie> {
        self.order.clear();
        self.order
            .extend(rows.iter().enumerate().map(|(number, row)| {
                let colour = |hash, point: &Point| mix(hash, colours[point.index()]);
                (row.iter().fold(0, colour), number)
            }));
        self.order.sort_unstable();
        if ties == Ties::Report {
            self.find_tie(rows)?;
        }
        for (target, (_, source)) in rows.iter().zip(&self.order) {
            for (from, to) in rows[*source].iter().zip(target) {
                images[from.index()] = *to;
            }
        }
        Ok(())
    }

    /// The smallest class of rows that look equal, the first of several.
    fn find_tie(&self, rows: &[Vec<Point>]) -> Result<(), Tie> {
        let classes = self.order.chunk_by(|a, b| a.0 == b.0);
        let tied = classes.filter(|class| class.len() > 1);
        let Some(class) = tied.min_by_key(|class| (class.len(), class[0].0)) else {
            return Ok(());
        };
        let numbers: Vec<usize> = class.iter().map(|(_, number)| *number).collect();
        Err(Tie {
            points: numbers.iter().map(|number| rows[*number][0]).collect(),
            rows: Some(numbers),
            colour: class[0].0,
        })
    }

    fn descend(
        &mut self,
        root: &StabiliserTree,
        support: &[Point],
        colours: &Colours,
        ties: Ties,
        images: &mut [Point],
    ) -> Result<(), Tie> {
        self.sources.clear();
        self.sources.extend((0..colours.len()).map(Point::new));
        let mut node = root;
        while let Some((branch, chosen)) = self.choose(node, colours, ties)? {
            let Some(to_base) = node.to_base(branch, chosen) else {
                unreachable!("the chosen point lies in the orbit of the branch");
            };
            self.moved.clone_from(&self.sources);
            for point in support {
                self.sources[to_base.image(*point).index()] = self.moved[point.index()];
            }
            node = node.child(branch);
        }
        for point in support {
            images[self.sources[point.index()].index()] = *point;
        }
        Ok(())
    }

    /// The orbit and the point in it that come next; `None` at the end.
    fn choose<'t>(
        &mut self,
        node: &'t StabiliserTree,
        colours: &Colours,
        ties: Ties,
    ) -> Result<Option<(&'t Branch, Point)>, Tie> {
        let mut best: Option<(usize, usize, u64)> = None;
        for (number, branch) in node.branches().iter().enumerate() {
            self.colours_in(node.orbit(branch), colours);
            for class in self.order.chunk_by(|a, b| a.0 == b.0) {
                let rank = (class.len(), number, class[0].0);
                best = Some(best.map_or(rank, |best| best.min(rank)));
            }
        }
        let Some((count, number, colour)) = best else {
            return Ok(None);
        };
        let branch = &node.branches()[number];
        let points = node.orbit(branch).iter().copied();
        let is_best = |point: &Point| colours[self.sources[point.index()].index()] == colour;
        let mut candidates = points.filter(is_best);
        if count > 1 && ties == Ties::Report {
            let sources = candidates.map(|point| self.sources[point.index()]);
            return Err(Tie {
                points: sources.collect(),
                rows: None,
                colour,
            });
        }
        Ok(candidates.next().map(|point| (branch, point)))
    }

    /// The colours that have come to an orbit, in order.
    fn colours_in(&mut self, points: &[Point], colours: &Colours) {
        self.order.clear();
        let sources = &self.sources;
        let colour = |point: &Point| (colours[sources[point.index()].index()], 0);
        self.order.extend(points.iter().map(colour));
        self.order.sort_unstable();
    }
}
