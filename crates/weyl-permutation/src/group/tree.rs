//! Point-wise stabilisers of base prefixes, built when they are first asked for and then shared.
//!
//! A search for least images descends from G to the stabiliser of one point, of two, and so on;
//! many descents share their prefixes. A node stands for the stabiliser H of a prefix. For each
//! of its orbits with more than one point it offers elements of H that take points of the orbit to
//! its least point b, and the node of H's stabiliser of b. Nodes are immutable once built and may
//! be used by several threads.

use super::{Group, Orbits, Transversal};
use crate::permutation::{Permutation, Point};
use cranelift_entity::EntityRef;
use std::borrow::Cow;
use std::sync::OnceLock;

/// Elements are kept as tables up to this many entries for each orbit of a node; beyond that they
/// are multiplied out from the Schreier tree on each call.
const ENTRIES_KEPT: usize = 1 << 18;

#[derive(Debug)]
pub struct StabiliserTree {
    group: Group,
    orbits: Orbits,
    branches: Vec<Branch>,
    /// For each point the branch of its orbit.
    branch_of: Vec<Option<u32>>,
}

/// An orbit with more than one point.
#[derive(Debug)]
pub struct Branch {
    base: Point,
    number: usize,
    /// Most branches are never taken.
    transversal: OnceLock<Transversal>,
    elements: OnceLock<Vec<Permutation>>,
    child: OnceLock<Box<StabiliserTree>>,
}

impl StabiliserTree {
    pub fn new(group: Group) -> Self {
        let orbits = group.orbits();
        let mut branch_of = vec![None; group.degree()];
        let mut branches = Vec::new();
        for (number, orbit) in orbits.all().iter().enumerate() {
            if orbit.len() == 1 {
                continue;
            }
            for point in orbit {
                branch_of[point.index()] = Some(branches.len() as u32);
            }
            branches.push(Branch {
                base: orbit[0],
                number,
                transversal: OnceLock::new(),
                elements: OnceLock::new(),
                child: OnceLock::new(),
            });
        }
        Self {
            group,
            orbits,
            branches,
            branch_of,
        }
    }

    pub fn group(&self) -> &Group {
        &self.group
    }

    /// True where nothing is left to decide.
    pub fn is_trivial(&self) -> bool {
        self.branches.is_empty()
    }

    /// By their least points.
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The branch of the point's orbit; `None` for a fixed point.
    pub fn branch_of(&self, point: Point) -> Option<&Branch> {
        let number = self.branch_of[point.index()]?;
        self.branches.get(number as usize)
    }

    /// The orbit of the branch in ascending order; the base point comes first.
    pub fn orbit(&self, branch: &Branch) -> &[Point] {
        &self.orbits.all()[branch.number]
    }

    /// An element of this node's group that takes `point`, in the orbit of the branch, to the
    /// branch's base point.
    pub fn to_base<'a>(&'a self, branch: &'a Branch, point: Point) -> Option<Cow<'a, Permutation>> {
        let orbit = self.orbit(branch);
        let transversal = || {
            let made = || self.group.transversal(branch.base);
            branch.transversal.get_or_init(made)
        };
        if orbit.len() * self.group.degree() > ENTRIES_KEPT {
            return transversal().to_base(point).map(Cow::Owned);
        }
        let elements = branch.elements.get_or_init(|| {
            let transversal = transversal();
            let elements = orbit.iter();
            let elements = elements.filter_map(|&point| transversal.to_base(point));
            elements.collect()
        });
        let place = orbit.binary_search(&point).ok()?;
        elements.get(place).map(Cow::Borrowed)
    }

    /// The node of the stabiliser of the branch's base point.
    pub fn child<'a>(&'a self, branch: &'a Branch) -> &'a Self {
        branch.child.get_or_init(|| {
            let stabiliser = self.group.stabiliser(&[branch.base]);
            Box::new(Self::new(stabiliser))
        })
    }
}

impl Branch {
    /// The least point of the orbit.
    pub fn base(&self) -> Point {
        self.base
    }
}
