//! Recognition of groups: each name comes with a proof by orders and relations.

use super::equivariant::{self, paired_actions};
use super::symmetric::factorial;
use super::{BigUint, Group, Structure, wreath};
use crate::permutation::{Permutation, Point};
use crate::random::Random;
use cranelift_entity::EntityRef;

impl Group {
    pub fn structure(&self) -> Structure {
        let factors = self.factors();
        let mut structures: Vec<Structure> = factors.iter().map(recognise).collect();
        match (structures.len(), structures.pop()) {
            (1, Some(only)) => only,
            (_, None) => Structure::Trivial,
            (_, Some(last)) => {
                structures.push(last);
                Structure::Product(structures)
            }
        }
    }
}

/// A group that is no product on disjoint points.
fn recognise(group: &Group) -> Structure {
    let order = group.order();
    natural(group, &order)
        .or_else(|| abelian(group, &order))
        .or_else(|| dihedral(group, &order))
        .or_else(|| wreath::recognise(group, &order))
        .or_else(|| on_core(group))
        .unwrap_or(Structure::Unknown { order })
}

/// Symmetric or alternating on an orbit of k points: the action on the orbit is faithful because
/// its order is the group's, and a group of k points and order k! or k!/2 is Sₖ or Aₖ.
fn natural(group: &Group, order: &BigUint) -> Option<Structure> {
    let orbits = group.orbits();
    orbits.moved().find_map(|orbit| {
        let degree = orbit.len();
        let factorial = factorial(degree);
        let is_symmetric = *order == factorial;
        let is_alternating = degree > 3 && order * 2u32 == factorial;
        if !is_symmetric && !is_alternating {
            return None;
        }
        let is_alone = orbits.moved().count() == 1;
        if !is_alone && group.restricted_to(orbit)?.order() != *order {
            return None;
        }
        Some(if is_symmetric {
            Structure::Symmetric {
                degree,
                rows: rows(group, orbit),
            }
        } else {
            Structure::Alternating { degree }
        })
    })
}

/// All of the group is seen on the core, where it may be a product: two kinds of processes with a
/// channel for each pair.
fn on_core(group: &Group) -> Option<Structure> {
    let cores = group.parts().iter().flat_map(|part| &part.core);
    let core: Vec<Point> = cores.copied().collect();
    let moved: usize = group.orbits().moved().map(<[Point]>::len).sum();
    if core.len() >= moved {
        return None;
    }
    let seen = group.restricted_to(&core)?.structure();
    let is_known = !matches!(seen, Structure::Unknown { .. });
    is_known.then(|| seen.without_points())
}

/// The points that move together, one row for each point of the leading orbit; `None` if some
/// orbit is not a copy of it.
fn rows(group: &Group, leading: &[Point]) -> Option<Vec<Vec<Point>>> {
    let mut rows: Vec<Vec<Point>> = leading.iter().map(|&point| vec![point]).collect();
    let orbits = group.orbits();
    for orbit in orbits.moved().filter(|orbit| orbit[0] != leading[0]) {
        if orbit.len() != leading.len() {
            return None;
        }
        let paired = paired_actions(leading, orbit, group.generators());
        let copy = equivariant::maps(paired).next()?;
        for (row, place) in rows.iter_mut().zip(copy) {
            row.push(orbit[place.index()]);
        }
    }
    Some(rows)
}

fn commute(one: &Permutation, other: &Permutation) -> bool {
    one.after(other) == other.after(one)
}

/// Cyclic if the exponent is the order; a product of cyclic groups of prime order if the exponent
/// is a prime.
fn abelian(group: &Group, order: &BigUint) -> Option<Structure> {
    let generators = group.generators();
    let pairs = generators.iter().enumerate();
    let is_abelian = |(number, one): (usize, &Permutation)| {
        generators[number + 1..]
            .iter()
            .all(|other| commute(one, other))
    };
    if !pairs.into_iter().all(is_abelian) {
        return None;
    }
    let orders = generators.iter().map(Permutation::order);
    let exponent = orders.fold(BigUint::from(1u32), least_common_multiple);
    if exponent == *order {
        return Some(Structure::Cyclic { order: exponent });
    }
    let small = u64::try_from(&exponent).ok()?;
    let is_prime = small > 1 && (2..).take_while(|d| d * d <= small).all(|d| small % d != 0);
    let factor = match small {
        2 => Structure::Symmetric {
            degree: 2,
            rows: None,
        },
        _ => Structure::Cyclic {
            order: exponent.clone(),
        },
    };
    // The order of a group of prime exponent is a power of the prime.
    let rank = (1..=order.bits() as u32).find(|&rank| exponent.pow(rank) == *order)?;
    is_prime.then(|| Structure::Product(vec![factor; rank as usize]))
}

fn least_common_multiple(one: BigUint, other: BigUint) -> BigUint {
    let (mut a, mut b) = (one.clone(), other.clone());
    while b > BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    one * other / a
}

/// r of order n and s of order two with srs = r⁻¹ generate a dihedral group of order 2n.
fn dihedral(group: &Group, order: &BigUint) -> Option<Structure> {
    const RANDOM_ROTATIONS: usize = 40;
    let rotations = order / 2u32;
    if order % 2u32 != BigUint::ZERO || rotations < BigUint::from(3u32) {
        return None;
    }
    let generators = group.generators();
    let firsts = generators.iter().take(8);
    let products = firsts.flat_map(|one| generators.iter().take(8).map(|other| one.after(other)));
    let mut random = Random::new(0xd);
    let drawn = (0..RANDOM_ROTATIONS).map(|_| group.random_element(&mut random));
    let mut candidates = generators.iter().cloned().chain(products).chain(drawn);
    let rotation = candidates.find(|one| one.order() == rotations)?;
    let reflection = generators.iter().find(|one| !commute(one, &rotation))?;
    let is_dihedral = reflection.after(reflection).is_identity()
        && rotation.conjugated_by(reflection) == rotation.inverse();
    is_dihedral.then_some(Structure::Dihedral { rotations })
}
