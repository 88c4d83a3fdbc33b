//! Long rings, folded: as circles they would leave most of the paper empty.

use super::geometry::Spot;

/// Shorter rings are circles.
const LONG: usize = 60;

/// Positions for the vertices of a long ring, neighbours about 1 apart: row by row to and fro
/// beside the first column, and back through that.
pub(super) fn place(neighbours: &[Vec<usize>]) -> Option<Vec<Spot>> {
    let count = neighbours.len();
    if count < LONG || neighbours.iter().any(|of| of.len() != 2) {
        return None;
    }
    // With an even number of rows the last one ends at the first column.
    let rows = 2 * ((count as f64).sqrt() / 2.0).round() as usize;
    let columns = count.div_ceil(rows) - 1;
    let to_and_fro = columns * rows;
    let back = count - to_and_fro;
    let mut spots = vec![Spot::default(); count];
    for (place, vertex) in around(neighbours).into_iter().enumerate() {
        let (row, column) = (place / columns, place % columns);
        spots[vertex] = if place >= to_and_fro {
            let part = (place - to_and_fro) as f64 + 0.5;
            let y = (rows as f64 - 0.5) - part * rows as f64 / back as f64;
            Spot { x: 0.0, y: y - 0.5 }
        } else if row % 2 == 0 {
            spot(column + 1, row)
        } else {
            spot(columns - column, row)
        };
    }
    Some(spots)
}

fn spot(column: usize, row: usize) -> Spot {
    Spot {
        x: column as f64,
        y: row as f64,
    }
}

/// The vertices in the order of the ring.
fn around(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut order = vec![0];
    let (mut before, mut at) = (0, neighbours[0][0]);
    while at != 0 {
        order.push(at);
        let next = neighbours[at].iter().find(|next| **next != before);
        (before, at) = (at, next.copied().unwrap_or(0));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rings_fit_on_paper() {
        for count in [60, 97, 128, 400] {
            let next = |at: usize| vec![(at + 1) % count, (at + count - 1) % count];
            let ring: Vec<Vec<usize>> = (0..count).map(next).collect();
            let spots = place(&ring).expect("it is long");
            let widest = spots
                .iter()
                .map(|spot| spot.x.max(spot.y))
                .fold(0.0, f64::max);
            assert!(widest <= (count as f64).sqrt() + 2.0, "{count}: {widest}");
            let apart = |(at, spot): (usize, &Spot)| {
                let others = spots.iter().take(at);
                others
                    .map(|other| spot.distance(*other))
                    .fold(f64::MAX, f64::min)
            };
            let nearest = spots.iter().enumerate().map(apart).fold(f64::MAX, f64::min);
            assert!(nearest > 0.9, "{count}: {nearest}");
        }
    }

    #[test]
    fn what_is_no_long_ring_is_not_folded() {
        assert!(place(&[vec![1, 2], vec![0, 2], vec![0, 1]]).is_none());
        assert!(place(&vec![vec![0]; 100]).is_none());
    }
}
