//! Graphs with known groups, and graphs that are hard for refinement.

use crate::sample::Sample;

pub fn complete(degree: usize) -> Sample {
    Sample::joining(degree, |_, _| true)
}

pub fn ring(degree: usize) -> Sample {
    Sample::joining(degree, |one, other| {
        other - one == 1 || other - one == degree - 1
    })
}

pub fn torus(side: usize) -> Sample {
    let mut sample = Sample::plain(side * side);
    for row in 0..side {
        for column in 0..side {
            let here = row * side + column;
            sample.join(here, (row + 1) % side * side + column);
            sample.join(here, row * side + (column + 1) % side);
        }
    }
    sample
}

pub fn hypercube(dimension: u32) -> Sample {
    Sample::joining(1 << dimension, |one, other| (one ^ other).is_power_of_two())
}

/// A root and all that is above `1 << height` leaves.
pub fn binary_tree(height: u32) -> Sample {
    let mut sample = Sample::plain((2 << height) - 1);
    for vertex in 1..sample.degree() {
        sample.join(vertex, (vertex - 1) / 2);
    }
    sample
}

/// A hub from which edges of different colours lead to the nodes of identical processes: directed
/// rings with one chord.
pub fn hub(processes: usize, nodes: usize) -> Sample {
    let mut sample = Sample::plain(1);
    for _ in 0..processes {
        let begin = sample.degree();
        for node in 0..nodes {
            sample.add_vertex(1);
            let next = (node + 1) % nodes;
            sample.edges.push((begin + node, begin + next, 0));
        }
        sample.edges.push((begin, begin + nodes / 2, 1));
        sample.edges.push((0, begin, 2));
        sample.edges.push((begin + nodes - 1, 0, 3));
    }
    sample
}

/// Subsets of size two of five things, joined if disjoint.
pub fn petersen() -> Sample {
    let pairs: Vec<(usize, usize)> = (0..5)
        .flat_map(|low| (low + 1..5).map(move |high| (low, high)))
        .collect();
    Sample::joining(10, |one, other| {
        let ((a, b), (c, d)) = (pairs[one], pairs[other]);
        a != c && a != d && b != c && b != d
    })
}

/// Of a prime that is one more than a multiple of four.
pub fn paley(prime: usize) -> Sample {
    let squares: Vec<usize> = (1..prime).map(|root| root * root % prime).collect();
    Sample::joining(prime, |one, other| squares.contains(&(other - one)))
}

pub fn rook() -> Sample {
    Sample::joining(16, |one, other| {
        one / 4 == other / 4 || one % 4 == other % 4
    })
}

/// With the parameters of the rook's graph.
pub fn shrikhande() -> Sample {
    let steps = [(0, 1), (0, 3), (1, 0), (3, 0), (1, 1), (3, 3)];
    Sample::joining(16, |one, other| {
        let rows = (4 + other / 4 - one / 4) % 4;
        let columns = (4 + other % 4 - one % 4) % 4;
        steps.contains(&(rows, columns))
    })
}

/// The cells of a Latin square, joined if they share row, column or symbol.
pub fn latin_square(side: usize, symbol: impl Fn(usize, usize) -> usize) -> Sample {
    Sample::joining(side * side, |one, other| {
        let (row, column) = (one / side, one % side);
        let (other_row, other_column) = (other / side, other % side);
        row == other_row
            || column == other_column
            || symbol(row, column) == symbol(other_row, other_column)
    })
}

/// Points and lines of a projective plane, from a difference set: `difference_set.len() - 1` is its
/// order.
pub fn projective_plane(difference_set: &[usize]) -> Sample {
    let points = difference_set.len() * (difference_set.len() - 1) + 1;
    let mut sample = Sample::plain(2 * points);
    for line in 0..points {
        for difference in difference_set {
            sample.join((line + difference) % points, points + line);
        }
    }
    sample
}

/// Cai, Fürer and Immerman's graph over a base graph given by its edges, which may be parallel:
/// refinement can't tell the twisted from the straight one.
pub fn cai_fuerer_immerman(base: &[(usize, usize)], is_twisted: bool) -> Sample {
    let mut sample = Sample::plain(4 * base.len());
    let end =
        |edge: usize, is_second: bool, bit: usize| 4 * edge + 2 * usize::from(is_second) + bit;
    for edge in 0..base.len() {
        for bit in [0, 1] {
            let other = bit ^ usize::from(is_twisted && edge == 0);
            sample.join(end(edge, false, bit), end(edge, true, other));
        }
    }
    let vertices = base.iter().map(|&(one, other)| one.max(other) + 1).max();
    for vertex in 0..vertices.unwrap_or_default() {
        let edges = base.iter().enumerate();
        let ends: Vec<(usize, bool)> = edges
            .filter(|(_, ends)| ends.0 == vertex || ends.1 == vertex)
            .map(|(edge, ends)| (edge, ends.1 == vertex))
            .collect();
        for subset in (0..1usize << ends.len()).filter(|subset| subset.count_ones() % 2 == 0) {
            let inner = sample.add_vertex(0);
            for (place, &(edge, is_second)) in ends.iter().enumerate() {
                sample.join(inner, end(edge, is_second, subset >> place & 1));
            }
        }
    }
    sample
}

/// The edges of a graph, each once.
pub fn base(sample: &Sample) -> Vec<(usize, usize)> {
    let edges = sample.edges.iter().map(|&(from, to, _)| (from, to));
    edges.filter(|(from, to)| from < to).collect()
}

/// A cubic ring with every second edge doubled, as in Miyazaki's counterexamples.
pub fn doubled_ring(pairs: usize) -> Vec<(usize, usize)> {
    let edges = (0..pairs).flat_map(|pair| {
        let (one, other) = (2 * pair, 2 * pair + 1);
        [
            (one, other),
            (one, other),
            (other, (other + 1) % (2 * pairs)),
        ]
    });
    edges.collect()
}

/// The hard ones, by name.
pub fn hard() -> Vec<(&'static str, Sample)> {
    let over = |sample: Sample, is_twisted| cai_fuerer_immerman(&base(&sample), is_twisted);
    let symmetric_group = |row: usize, column: usize| {
        let (flip, turn) = (row / 3, row % 3);
        let shift = if flip == 0 {
            column % 3
        } else {
            3 - column % 3
        };
        3 * ((flip + column / 3) % 2) + (turn + shift) % 3
    };
    vec![
        ("Petersen", petersen()),
        ("Paley 13", paley(13)),
        ("Paley 29", paley(29)),
        ("rook", rook()),
        ("Shrikhande", shrikhande()),
        ("rook and Shrikhande", rook().beside(&shrikhande())),
        ("two rooks", rook().beside(&rook())),
        (
            "three Petersens",
            petersen().beside(&petersen()).beside(&petersen()),
        ),
        ("Latin square of Z5", latin_square(5, |r, c| (r + c) % 5)),
        ("Latin square of Z6", latin_square(6, |r, c| (r + c) % 6)),
        ("Latin square of S3", latin_square(6, symmetric_group)),
        ("Latin square of Z2³", latin_square(8, |r, c| r ^ c)),
        ("plane of order 2", projective_plane(&[0, 1, 3])),
        ("plane of order 3", projective_plane(&[0, 1, 3, 9])),
        ("plane of order 4", projective_plane(&[0, 1, 4, 14, 16])),
        ("plane of order 5", projective_plane(&[0, 1, 3, 8, 12, 18])),
        (
            "plane of order 7",
            projective_plane(&[0, 1, 5, 7, 17, 35, 38, 49]),
        ),
        ("CFI over K4", over(complete(4), false)),
        ("twisted CFI over K4", over(complete(4), true)),
        ("CFI over the cube", over(hypercube(3), false)),
        ("twisted CFI over the cube", over(hypercube(3), true)),
        ("CFI over Petersen", over(petersen(), false)),
        ("twisted CFI over Petersen", over(petersen(), true)),
        (
            "both CFI over K4",
            over(complete(4), false).beside(&over(complete(4), true)),
        ),
        ("Miyazaki", cai_fuerer_immerman(&doubled_ring(4), false)),
        (
            "twisted Miyazaki",
            cai_fuerer_immerman(&doubled_ring(4), true),
        ),
    ]
}
