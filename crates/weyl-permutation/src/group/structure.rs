//! What a group is, with a name that is proved, never guessed.
//!
//! Conventions: `Sn` and `An` have degree n, `Cn` has order n, `Dn` has order 2n and is used from
//! n = 3 on, `A ≀ B` has one copy of A for each block that B permutes. Where several names are
//! right, the first in the order symmetric, alternating, cyclic, dihedral, wreath is taken: the
//! group of order two is `S2`, that of a triangle `S3`, that of a square `D4`.

use super::BigUint;
use crate::permutation::Point;
use std::fmt::{self, Display};

/// A group up to isomorphism, with the points that show it where they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Structure {
    Trivial,
    Symmetric {
        degree: usize,
        /// A row for each of the things that are permuted, if every moved point is in a row: the
        /// group is then all permutations of rows that keep columns.
        rows: Option<Vec<Vec<Point>>>,
    },
    Alternating {
        degree: usize,
    },
    Cyclic {
        order: BigUint,
    },
    Dihedral {
        /// Half of the order.
        rotations: BigUint,
    },
    /// Factors on disjoint points, or the cyclic factors of an abelian group.
    Product(Vec<Structure>),
    Wreath {
        /// Its points are places in a block.
        inner: Box<Structure>,
        /// Its points are numbers of blocks; after those the points outside of all blocks, if any
        /// move.
        outer: Box<Structure>,
        /// Of equal length; an element of the group takes the first block to each other one, place
        /// by place. `None` if the structure was seen on other things than the points.
        blocks: Option<Vec<Vec<Point>>>,
    },
    Unknown {
        order: BigUint,
    },
}

/// Equal neighbours in a product are counted from here on.
const COUNTED_FROM: usize = 4;

impl Structure {
    /// The same structure where it was recognised on things that are not the caller's points.
    pub(super) fn without_points(self) -> Self {
        match self {
            Self::Symmetric { degree, .. } => Self::Symmetric { degree, rows: None },
            Self::Product(factors) => {
                Self::Product(factors.into_iter().map(Self::without_points).collect())
            }
            Self::Wreath { inner, outer, .. } => Self::Wreath {
                inner: Box::new(inner.without_points()),
                outer: Box::new(outer.without_points()),
                blocks: None,
            },
            other => other,
        }
    }

    fn is_compound(&self) -> bool {
        matches!(
            self,
            Self::Product(_) | Self::Wreath { .. } | Self::Unknown { .. }
        )
    }

    /// In brackets if something is written beside it.
    fn bracketed(&self) -> String {
        if self.is_compound() {
            format!("({self})")
        } else {
            self.to_string()
        }
    }
}

impl Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Trivial => write!(f, "1"),
            Self::Symmetric { degree, .. } => write!(f, "S{degree}"),
            Self::Alternating { degree } => write!(f, "A{degree}"),
            Self::Cyclic { order } => write!(f, "C{order}"),
            Self::Dihedral { rotations } => write!(f, "D{rotations}"),
            Self::Product(factors) => write!(f, "{}", product_name(factors)),
            Self::Wreath { inner, outer, .. } => {
                write!(f, "{} ≀ {}", inner.bracketed(), outer.bracketed())
            }
            Self::Unknown { order } => write!(f, "group of order {order}"),
        }
    }
}

fn product_name(factors: &[Structure]) -> String {
    let names: Vec<String> = factors.iter().map(Structure::bracketed).collect();
    let runs = names.chunk_by(|one, other| one == other).flat_map(|run| {
        if run.len() >= COUNTED_FROM {
            vec![format!("{}^{}", run[0], run.len())]
        } else {
            run.to_vec()
        }
    });
    runs.collect::<Vec<_>>().join(" × ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_bracketed_where_needed() {
        let symmetric = |degree| Structure::Symmetric { degree, rows: None };
        let wreath = |inner, outer| Structure::Wreath {
            inner: Box::new(inner),
            outer: Box::new(outer),
            blocks: None,
        };
        let tiers = wreath(wreath(symmetric(2), symmetric(3)), symmetric(4));
        assert_eq!(tiers.to_string(), "(S2 ≀ S3) ≀ S4");
        let product = Structure::Product(vec![symmetric(3), wreath(symmetric(2), symmetric(3))]);
        assert_eq!(product.to_string(), "S3 × (S2 ≀ S3)");
        let many = Structure::Product(vec![symmetric(2); 5]);
        assert_eq!(many.to_string(), "S2^5");
        let few = Structure::Product(vec![symmetric(2); 3]);
        assert_eq!(wreath(few, symmetric(2)).to_string(), "(S2 × S2 × S2) ≀ S2");
    }
}
