//! Where the vertices of a connected graph are drawn.
//!
//! E. R. Gansner, Y. Koren and S. North, "Graph drawing by stress majorization" (2004): vertices
//! are to be as far apart on paper as they are in the graph. What is minimised, Σ w (|x − y| − d)²
//! over all pairs with w = d⁻², is replaced by a quadratic bound that touches it where the vertices
//! are, again and again; here one vertex moves at a time. Symmetric graphs get symmetric drawings:
//! a ring becomes a circle. Nothing is drawn at random: the start is a circle, once in the order of
//! a depth first walk and once in that of the vertices, and the better end is taken.

use super::geometry::Spot;
use std::collections::VecDeque;

/// Rounds in which all vertices move, divided by their number: a drawing takes less than a second.
const MAX_MOVES: usize = 40_000;
const MAX_ROUNDS: usize = 500;

/// Positions for the vertices, in which neighbours are about 1 apart. `neighbours` lists each edge
/// at both ends; the graph is connected.
pub(super) fn place(neighbours: &[Vec<usize>]) -> Vec<Spot> {
    let distances: Vec<Vec<f64>> = (0..neighbours.len())
        .map(|from| distances(neighbours, from))
        .collect();
    let in_order: Vec<usize> = (0..neighbours.len()).collect();
    let starts = [depth_first(neighbours), in_order];
    let drawings = starts.map(|order| {
        let mut spots = circle(&order);
        settle(&mut spots, &distances);
        spots
    });
    let [one, other] = drawings;
    if stress(&one, &distances) <= stress(&other, &distances) {
        one
    } else {
        other
    }
}

/// How many edges lie between a vertex and each other.
fn distances(neighbours: &[Vec<usize>], from: usize) -> Vec<f64> {
    let mut found = vec![f64::INFINITY; neighbours.len()];
    found[from] = 0.0;
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        for next in &neighbours[at] {
            if found[*next].is_infinite() {
                found[*next] = found[at] + 1.0;
                queue.push_back(*next);
            }
        }
    }
    found
}

fn depth_first(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; neighbours.len()];
    let mut order = Vec::new();
    let mut open = vec![0];
    while let Some(at) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            order.push(at);
            open.extend(neighbours[at].iter().rev());
        }
    }
    order
}

fn circle(order: &[usize]) -> Vec<Spot> {
    let mut spots = vec![Spot::default(); order.len()];
    let count = order.len() as f64;
    for (place, vertex) in order.iter().enumerate() {
        let angle = std::f64::consts::TAU * place as f64 / count;
        let radius = count / std::f64::consts::TAU;
        spots[*vertex] = Spot {
            x: radius * angle.cos(),
            y: radius * angle.sin(),
        };
    }
    spots
}

/// Moves all vertices until hardly any moves.
fn settle(spots: &mut [Spot], distances: &[Vec<f64>]) {
    let rounds = (MAX_MOVES / spots.len().max(1)).clamp(20, MAX_ROUNDS);
    for _ in 0..rounds {
        let mut farthest = 0.0_f64;
        for vertex in 0..spots.len() {
            let better = better_spot(spots, &distances[vertex], vertex);
            farthest = farthest.max(better.distance(spots[vertex]));
            spots[vertex] = better;
        }
        if farthest < 1e-3 {
            return;
        }
    }
}

/// The least point of the bound for one vertex: the mean of where each other vertex wants it.
fn better_spot(spots: &[Spot], distances: &[f64], vertex: usize) -> Spot {
    let own = spots[vertex];
    let (mut sum, mut total) = (Spot::default(), 0.0);
    for (other, wanted) in spots.iter().zip(distances) {
        if *wanted == 0.0 {
            continue;
        }
        let weight = wanted.powi(-2);
        let away = own.distance(*other).max(1e-9);
        let at = other.toward(own, wanted / away);
        sum.x += weight * at.x;
        sum.y += weight * at.y;
        total += weight;
    }
    if total > 0.0 {
        Spot {
            x: sum.x / total,
            y: sum.y / total,
        }
    } else {
        own
    }
}

fn stress(spots: &[Spot], distances: &[Vec<f64>]) -> f64 {
    let mut sum = 0.0;
    for (vertex, row) in distances.iter().enumerate() {
        for (other, wanted) in row.iter().enumerate().take(vertex) {
            let difference = spots[vertex].distance(spots[other]) - wanted;
            sum += difference * difference / (wanted * wanted);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring(count: usize) -> Vec<Vec<usize>> {
        let neighbours = |at: usize| vec![(at + 1) % count, (at + count - 1) % count];
        (0..count).map(neighbours).collect()
    }

    #[test]
    fn a_ring_is_a_circle() {
        let spots = place(&ring(10));
        let centre = Spot {
            x: spots.iter().map(|spot| spot.x).sum::<f64>() / 10.0,
            y: spots.iter().map(|spot| spot.y).sum::<f64>() / 10.0,
        };
        let radii: Vec<f64> = spots.iter().map(|spot| spot.distance(centre)).collect();
        let (least, most) = radii
            .iter()
            .fold((f64::MAX, 0.0_f64), |(a, b), r| (a.min(*r), b.max(*r)));
        assert!(most - least < 0.05 && least > 1.0, "{radii:?}");
    }

    #[test]
    fn the_leaves_of_a_star_are_around_it() {
        let mut star = vec![vec![0]; 7];
        star[0] = (1..7).collect();
        let spots = place(&star);
        for leaf in 1..7 {
            let radius = spots[leaf].distance(spots[0]);
            assert!((0.8..1.4).contains(&radius), "{radius}");
            let others = (1..7).filter(|other| *other != leaf);
            let nearest = others.map(|other| spots[leaf].distance(spots[other]));
            assert!(nearest.fold(f64::MAX, f64::min) > 0.7);
        }
    }

    #[test]
    fn one_vertex_or_two() {
        assert_eq!(place(&[vec![]]).len(), 1);
        let pair = place(&[vec![1], vec![0]]);
        assert!((pair[0].distance(pair[1]) - 1.0).abs() < 0.01);
    }
}
