//! Restrictions, actions on blocks, sets that are kept, sequences of stabilisers.

mod support;

use support::{group, point, symmetric, wreath};
use weyl_permutation::group::{BigUint, StabiliserTree};
use weyl_permutation::{Group, Point};

fn points(numbers: &[usize]) -> Vec<Point> {
    numbers.iter().map(|&number| point(number)).collect()
}

#[test]
fn restrictions_renumber() {
    let both = group(7, "(0 1 2)(5 6), (0 1)");
    let kept = both.restricted_to(&points(&[6, 5])).expect("an orbit");
    assert_eq!(kept, symmetric(2));
    assert_eq!(
        both.restricted_to(&points(&[0, 1, 2])).expect("an orbit"),
        symmetric(3)
    );
    assert_eq!(both.restricted_to(&points(&[0, 1])), None);
    assert_eq!(both.restricted_to(&points(&[3, 3])), None);
    assert!(both.keeps_set(&points(&[5, 6, 4])));
    assert!(!both.keeps_set(&points(&[5, 4])));
}

#[test]
fn blocks_are_permuted() {
    let wreath = wreath(3, 4);
    let systems = wreath.minimal_block_systems(point(0));
    assert_eq!(systems.len(), 1);
    assert_eq!(systems[0][1], points(&[3, 4, 5]));
    assert_eq!(wreath.on_blocks(&systems[0]).expect("blocks"), symmetric(4));
    assert_eq!(wreath.on_blocks(&[points(&[0, 3]), points(&[1, 4])]), None);
}

#[test]
fn a_chain_with_a_prescribed_base() {
    let orders = |group: &Group, base: &[usize]| {
        let chain = group.stabilisers(&points(base));
        chain.iter().map(Group::order).collect::<Vec<_>>()
    };
    let numbers = |numbers: &[u32]| {
        numbers
            .iter()
            .map(|&x| BigUint::from(x))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        orders(&symmetric(5), &[3, 3, 0]),
        numbers(&[120, 24, 24, 6])
    );
    let wreath = wreath(2, 3);
    assert_eq!(orders(&wreath, &[5, 4, 0, 2]), numbers(&[48, 8, 8, 2, 1]));
}

#[test]
fn a_wrong_degree_is_refused() {
    assert!(Group::new(3, symmetric(4).generators().to_vec()).is_none());
    assert!(!symmetric(3).contains(&symmetric(4).generators()[0]));
    assert!(!symmetric(3).is_subgroup_of(&symmetric(4)));
}

/// Threads that race for the same nodes see the same ones.
#[test]
fn trees_are_shared_between_threads() {
    let tree = StabiliserTree::new(wreath(3, 6));
    let depth = |tree: &StabiliserTree| {
        let (mut node, mut depth) = (tree, 0);
        while let Some(branch) = node.branches().first() {
            node = node.child(branch);
            depth += 1;
        }
        (std::ptr::from_ref(node) as usize, depth)
    };
    let results = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| depth(&tree))).collect();
        let joined = threads
            .into_iter()
            .map(|thread| thread.join().expect("no panic"));
        joined.collect::<Vec<_>>()
    });
    assert!(results.iter().all(|result| *result == results[0]));
    assert_eq!(results[0].1, 12);
}
