//! Two generators in place of many, where many exchange rows.
//!
//! The search tells n alike vertices apart by n-1 automorphisms, each of which exchanges two of
//! them with all that goes with them. As permutations of all points these take n² numbers, and all
//! that is done with generators is done n times. If every one of them exchanges two of n *rows*,
//! column by column, and the exchanges connect all rows, they generate all permutations of rows
//! (transpositions along a connected graph do), and so do the exchange of two rows and the cycle
//! through all.

use crate::disjoint_sets::DisjointSets;
use crate::group::symmetric::cycle_of_rows;
use crate::{Permutation, Point};
use cranelift_entity::EntityRef;

/// The moved points, each with its image.
pub(super) type Moves = Vec<(Point, Point)>;

/// Fewer exchanges are easier to read one by one, and cost nothing.
const MANY: usize = 16;

/// The same group by few permutations of `degree` points.
pub(super) fn few_generators(degree: usize, generators: Vec<Moves>) -> Vec<Permutation> {
    let mut few = Vec::new();
    for component in components(degree, generators) {
        let is_long = component.len() > MANY;
        match is_long.then(|| Rows::of(degree, &component)).flatten() {
            Some(rows) => few.extend(rows.generators(degree)),
            None => few.extend(component.iter().map(|moves| permutation(degree, moves))),
        }
    }
    few
}

fn permutation(degree: usize, moves: &Moves) -> Permutation {
    let mut images = Permutation::identity(degree).images().to_vec();
    for (from, to) in moves {
        images[from.index()] = *to;
    }
    Permutation::from_bijection(images.into())
}

/// Those that move a common point are together.
fn components(degree: usize, generators: Vec<Moves>) -> Vec<Vec<Moves>> {
    let mut sets = DisjointSets::new(degree);
    for moves in &generators {
        for pair in moves.windows(2) {
            sets.unite(pair[0].0.index(), pair[1].0.index());
        }
    }
    let mut place_of = vec![None; degree];
    let mut components: Vec<Vec<Moves>> = Vec::new();
    for moves in generators {
        let Some((first, _)) = moves.first() else {
            continue;
        };
        let place = place_of[sets.find(first.index())].get_or_insert_with(|| {
            components.push(Vec::new());
            components.len() - 1
        });
        components[*place].push(moves);
    }
    components
}

/// Columns of equal length: the points at one place of all of them are a row.
struct Rows {
    columns: Vec<Vec<Point>>,
}

impl Rows {
    /// The rows that all generators of a component exchange, if that is what they do.
    fn of(degree: usize, component: &[Moves]) -> Option<Rows> {
        let column_of = columns(degree, component);
        let swaps = component.iter().map(|moves| swaps(moves, &column_of));
        let swaps: Vec<Vec<Swap>> = swaps.collect::<Option<_>>()?;
        let width = swaps.first()?.len();
        let starts = first_row(&swaps, width)?;
        let rows = spread(degree, &swaps, &starts)?;
        let is_respected = |all: &Vec<Swap>| {
            let [one, other] = all[0].map(|point| rows[point.index()].as_ref());
            let partner = one.and_then(|row| exchanged(row, all));
            partner.is_some() && partner.as_ref() == other
        };
        if !swaps.iter().all(is_respected) {
            return None;
        }
        let rows: Vec<Vec<Point>> = rows.into_iter().flatten().collect();
        let column = |column: usize| rows.iter().map(|row| row[column]).collect();
        Some(Rows {
            columns: (0..width).map(column).collect(),
        })
    }

    /// The exchange of the first two rows and the cycle of all.
    fn generators(&self, degree: usize) -> [Permutation; 2] {
        let whole: Vec<&[Point]> = self.columns.iter().map(Vec::as_slice).collect();
        let two: Vec<&[Point]> = whole.iter().map(|column| &column[..2]).collect();
        [cycle_of_rows(degree, &two), cycle_of_rows(degree, &whole)]
    }
}

/// Two points of a column that change places.
type Swap = [Point; 2];

/// The number of the orbit of each point.
fn columns(degree: usize, component: &[Moves]) -> Vec<usize> {
    let mut sets = DisjointSets::new(degree);
    for (from, to) in component.iter().flatten() {
        sets.unite(from.index(), to.index());
    }
    (0..degree).map(|point| sets.find(point)).collect()
}

/// What an involution does, column by column; `None` if it is none or moves more than two points of
/// a column.
fn swaps(moves: &Moves, column_of: &[usize]) -> Option<Vec<Swap>> {
    let mut swaps: Vec<(usize, Swap)> = Vec::with_capacity(moves.len() / 2);
    for (from, to) in moves {
        let back = moves.binary_search_by_key(to, |(from, _)| *from).ok()?;
        if moves[back].1 != *from {
            return None;
        }
        if from < to {
            swaps.push((column_of[from.index()], [*from, *to]));
        }
    }
    swaps.sort_unstable();
    let is_new = |pair: &[(usize, Swap)]| pair[0].0 != pair[1].0;
    let is_one_each = swaps.windows(2).all(is_new);
    is_one_each.then(|| swaps.into_iter().map(|(_, swap)| swap).collect())
}

/// A row: what two exchanges have in common, column by column.
fn first_row(swaps: &[Vec<Swap>], width: usize) -> Option<Vec<Point>> {
    let (one, others) = swaps.split_first()?;
    let shares = |other: &&Vec<Swap>| {
        let of_other = &other[0];
        other.len() == width && of_other != &one[0] && one[0].iter().any(|p| of_other.contains(p))
    };
    let other = others.iter().find(shares)?;
    let pairs = one.iter().zip(other);
    let common = pairs.map(|(one, other)| one.iter().find(|p| other.contains(p)).copied());
    common.collect()
}

/// The row of each point of the first column, found from one row along the exchanges.
fn spread(degree: usize, swaps: &[Vec<Swap>], start: &[Point]) -> Option<Vec<Option<Vec<Point>>>> {
    let mut swaps_at: Vec<Vec<usize>> = vec![Vec::new(); degree];
    for (number, all) in swaps.iter().enumerate() {
        for point in all.first()? {
            swaps_at[point.index()].push(number);
        }
    }
    let mut rows: Vec<Option<Vec<Point>>> = vec![None; degree];
    let first = *start.first()?;
    rows[first.index()] = Some(start.to_vec());
    let mut pending = vec![first];
    while let Some(point) = pending.pop() {
        for number in &swaps_at[point.index()] {
            let other = exchanged(rows[point.index()].as_ref()?, &swaps[*number])?;
            let to = other[0];
            if rows[to.index()].is_none() {
                rows[to.index()] = Some(other);
                pending.push(to);
            }
        }
    }
    Some(rows)
}

/// The row that a row is exchanged with.
fn exchanged(row: &[Point], swaps: &[Swap]) -> Option<Vec<Point>> {
    let other = row.iter().zip(swaps).map(|(point, swap)| match swap {
        [one, other] if one == point => Some(*other),
        [one, other] if other == point => Some(*one),
        _ => None,
    });
    let is_whole = row.len() == swaps.len();
    other.collect::<Option<_>>().filter(|_| is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Group;
    use crate::random::Random;

    /// Exchanges along a random tree of rows, whose points are anywhere.
    fn tree(rows: usize, width: usize, random: &mut Random) -> (usize, Vec<Moves>) {
        let degree = rows * width + 3;
        let mut points: Vec<usize> = (0..degree).collect();
        for place in (1..degree).rev() {
            points.swap(place, random.below(place + 1));
        }
        let point = |row: usize, column: usize| Point::new(points[row * width + column]);
        let swaps = (1..rows).map(|row| {
            let other = random.below(row);
            let columns = (0..width).map(|column| (point(row, column), point(other, column)));
            let mut moves: Moves = columns.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
            moves.sort_unstable();
            moves
        });
        (degree, swaps.collect())
    }

    fn group(degree: usize, generators: &[Moves]) -> Group {
        let all = generators.iter().map(|moves| permutation(degree, moves));
        Group::new(degree, all.collect()).expect("of this degree")
    }

    #[test]
    fn two_generators_make_the_same_group() {
        let mut random = Random::new(7);
        for turn in 0..20 {
            let (degree, swaps) = tree(MANY + 2 + turn % 3, 1 + turn % 4, &mut random);
            let few = few_generators(degree, swaps.clone());
            assert_eq!(few.len(), 2);
            let few = Group::new(degree, few).expect("of this degree");
            assert_eq!(few, group(degree, &swaps));
        }
    }

    /// One exchange that mixes columns, or one that is none: the group is another.
    #[test]
    fn what_exchanges_no_rows_stays_as_it_is() {
        let mut random = Random::new(8);
        for turn in 0..20 {
            let (degree, mut swaps) = tree(MANY + 3, 2, &mut random);
            let at = random.below(swaps.len());
            if turn % 2 == 0 {
                let crossed = [swaps[at][0].1, swaps[(at + 1) % swaps.len()][0].0];
                if crossed[0] == crossed[1] {
                    continue;
                }
                swaps[at] = vec![(crossed[0], crossed[1]), (crossed[1], crossed[0])];
                swaps[at].sort_unstable();
            } else {
                let fixed = swaps[at][0];
                swaps[at].retain(|(a, b)| *a == fixed.0 || *b == fixed.0);
            }
            let few = few_generators(degree, swaps.clone());
            assert!(few.len() > 2);
            let few = Group::new(degree, few).expect("of this degree");
            assert_eq!(few, group(degree, &swaps));
        }
    }
}
