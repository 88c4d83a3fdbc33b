//! Large trees, on little paper: whoever stands between two parts has one on each side, and the
//! parts are divided across, as in the H-trees of Y. Shiloach ("Linear and planar arrangement of
//! graphs", 1976). Round about its middle a tree would leave most of the paper empty.

use super::geometry::Spot;

/// Smaller trees are drawn as other graphs are.
const LARGE: usize = 60;

/// Labels are wider than high.
const ROW: f64 = 0.6;

/// Positions for the vertices of a large tree, neighbours about 1 apart or more.
pub(super) fn place(neighbours: &[Vec<usize>]) -> Option<Vec<Spot>> {
    let ends: usize = neighbours.iter().map(Vec::len).sum();
    if neighbours.len() < LARGE || ends != 2 * (neighbours.len() - 1) {
        return None;
    }
    let tree = Tree::new(neighbours);
    let block = tree.blocks();
    let mut spots = vec![Spot::default(); neighbours.len()];
    for (vertex, spot) in block.spots {
        spots[vertex] = Spot {
            x: spot.x,
            y: spot.y * ROW,
        };
    }
    Some(spots)
}

/// A tree with a root in its middle.
struct Tree {
    /// Each vertex after its parent.
    order: Vec<usize>,
    children: Vec<Vec<usize>>,
}

impl Tree {
    fn new(neighbours: &[Vec<usize>]) -> Tree {
        // The largest part beside the middle is smallest.
        let (order, parents) = walk(neighbours, 0);
        let mut sizes = vec![1; neighbours.len()];
        for vertex in order.iter().rev() {
            if let Some(parent) = parents[*vertex] {
                sizes[parent] += sizes[*vertex];
            }
        }
        let largest = |vertex: usize| {
            let below = neighbours[vertex].iter();
            let below = below.filter(|other| parents[vertex] != Some(**other));
            let below = below.map(|other| sizes[*other]).max().unwrap_or(0);
            below.max(neighbours.len() - sizes[vertex])
        };
        let root = (0..neighbours.len()).min_by_key(|vertex| largest(*vertex));
        let (order, parents) = walk(neighbours, root.unwrap_or(0));
        let mut children = vec![Vec::new(); neighbours.len()];
        for vertex in &order {
            if let Some(parent) = parents[*vertex] {
                children[parent].push(*vertex);
            }
        }
        Tree { order, children }
    }

    /// The whole tree, from its leaves on.
    fn blocks(&self) -> Block {
        let mut is_across = vec![false; self.children.len()];
        for vertex in &self.order {
            let children = &self.children[*vertex];
            for child in children {
                is_across[*child] = is_across[*vertex] != (children.len() > 1);
            }
        }
        let mut blocks: Vec<Option<Block>> = self.children.iter().map(|_| None).collect();
        let mut last = Block::default();
        for vertex in self.order.iter().rev() {
            let own = self.children[*vertex].iter();
            let mut own: Vec<Block> = own.filter_map(|child| blocks[*child].take()).collect();
            if is_across[*vertex] {
                own.iter_mut().for_each(Block::transpose);
            }
            last = Block::between(*vertex, own);
            if is_across[*vertex] {
                last.transpose();
            }
            blocks[*vertex] = Some(last.clone());
        }
        last
    }
}

/// All vertices from a first one on, and where each was come to from.
fn walk(neighbours: &[Vec<usize>], first: usize) -> (Vec<usize>, Vec<Option<usize>>) {
    let mut parents = vec![None; neighbours.len()];
    let mut order = vec![first];
    let mut next = 0;
    while let Some(at) = order.get(next).copied() {
        next += 1;
        let from = parents[at];
        for other in neighbours[at].iter().filter(|other| from != Some(**other)) {
            parents[*other] = Some(at);
            order.push(*other);
        }
    }
    (order, parents)
}

/// A part of a tree, with its upper left corner at (0, 0).
#[derive(Clone, Default)]
struct Block {
    width: f64,
    height: f64,
    spots: Vec<(usize, Spot)>,
}

impl Block {
    /// A vertex with parts to its left and to its right.
    fn between(vertex: usize, parts: Vec<Block>) -> Block {
        let half = parts.len() / 2;
        let mut left = parts;
        let right = Block::stacked(left.split_off(half));
        let left = Block::stacked(left);
        let height = left.height.max(right.height).max(1.0);
        let root = Spot {
            x: left.width + 0.5,
            y: height / 2.0,
        };
        let mut spots = vec![(vertex, root)];
        spots.extend(left.moved(0.0, (height - left.height) / 2.0));
        spots.extend(right.moved(left.width + 1.0, (height - right.height) / 2.0));
        Block {
            width: left.width + 1.0 + right.width,
            height,
            spots,
        }
    }

    /// Parts below each other.
    fn stacked(parts: Vec<Block>) -> Block {
        let mut all = Block::default();
        for part in parts {
            all.spots.extend(part.moved(0.0, all.height));
            all.height += part.height;
            all.width = all.width.max(part.width);
        }
        all
    }

    fn moved(&self, x: f64, y: f64) -> impl Iterator<Item = (usize, Spot)> {
        let spots = self.spots.iter();
        spots.map(move |(vertex, spot)| {
            let (x, y) = (spot.x + x, spot.y + y);
            (*vertex, Spot { x, y })
        })
    }

    fn transpose(&mut self) {
        std::mem::swap(&mut self.width, &mut self.height);
        let turn = |spot: &mut Spot| std::mem::swap(&mut spot.x, &mut spot.y);
        self.spots.iter_mut().for_each(|(_, spot)| turn(spot));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With two children each, and something between them and their parent.
    fn binary(levels: u32) -> Vec<Vec<usize>> {
        let inner = (1usize << levels) - 1;
        let mut neighbours = vec![Vec::new(); 2 * inner - 1];
        for child in 1..inner {
            let (parent, between) = ((child - 1) / 2, inner + child - 1);
            for (one, other) in [(parent, between), (between, child)] {
                neighbours[one].push(other);
                neighbours[other].push(one);
            }
        }
        neighbours
    }

    #[test]
    fn large_trees_fit_on_paper() {
        let tree = binary(8);
        let spots = place(&tree).expect("it is a large tree");
        assert_eq!(spots.len(), 509);
        let widest = spots.iter().map(|spot| spot.x).fold(0.0, f64::max);
        let highest = spots.iter().map(|spot| spot.y).fold(0.0, f64::max);
        // A fifth of what leaves side by side would take.
        assert!(
            widest < 256.0 / 5.0 && highest < 34.0 * ROW,
            "{widest} {highest}"
        );
        for (at, one) in spots.iter().enumerate() {
            for other in &spots[..at] {
                let (x, y) = ((one.x - other.x).abs(), (one.y - other.y).abs());
                assert!(x > 0.9 || y > 0.9 * ROW, "{at}: {one:?} {other:?}");
            }
        }
    }

    #[test]
    fn what_is_no_large_tree_is_not_placed() {
        assert!(place(&binary(3)).is_none());
        let ring = |at: usize| vec![(at + 1) % 80, (at + 79) % 80];
        assert!(place(&(0..80).map(ring).collect::<Vec<_>>()).is_none());
    }
}
