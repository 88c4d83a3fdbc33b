//! Small random graphs against all permutations of their vertices.

use crate::sample::{Sample, images, permutation};
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;
use weyl_permutation::Point;
use weyl_permutation::random::Random;
use weyl_permutation::refinement::{
    Automorphisms, automorphisms, automorphisms_on, canonical_form, is_automorphism,
};

const SAMPLES: u64 = 1500;

/// Few colours, and often made symmetric on purpose: most random graphs have no automorphism.
fn random_sample(dice: &mut Random) -> Sample {
    let degree = 1 + dice.below(7);
    let colours = 1 + dice.below(3);
    let mut sample = Sample::plain(degree);
    if dice.below(3) == 0 {
        for colour in &mut sample.colours {
            *colour = 7 * dice.below(2) as u32;
        }
    }
    for _ in 0..dice.below(2 * degree + 1) {
        let (from, to) = (dice.below(degree), dice.below(degree));
        let colour = dice.below(colours) as u32;
        sample.edges.push((from, to, colour));
        if dice.below(2) == 0 {
            sample.edges.push((to, from, colour));
        }
    }
    match dice.below(2) {
        0 => sample,
        _ => closed_under(&sample, &permutation(dice, degree)),
    }
}

/// The union of all images of the edges under the powers of a permutation.
fn closed_under(sample: &Sample, permutation: &[usize]) -> Sample {
    let mut closed = sample.clone();
    closed.colours.fill(0);
    let mut image = closed.renamed(permutation);
    let start = closed.renamed(&(0..sample.degree()).collect::<Vec<usize>>());
    while image != start {
        closed.edges.extend(&image.edges);
        image = image.renamed(permutation);
    }
    closed
}

fn permutations(degree: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..degree {
        let longer = all.iter().flat_map(|head: &Vec<usize>| {
            let unused = (0..degree).filter(|next| !head.contains(next));
            unused.map(|next| [head.as_slice(), &[next]].concat())
        });
        all = longer.collect();
    }
    all
}

fn isomorphisms(from: &Sample, to: &Sample) -> BTreeSet<Vec<usize>> {
    if from.degree() != to.degree() {
        return BTreeSet::new();
    }
    let identity: Vec<usize> = (0..to.degree()).collect();
    let target = to.renamed(&identity);
    let all = permutations(from.degree()).into_iter();
    all.filter(|images| from.renamed(images) == target)
        .collect()
}

/// All products of the generators.
fn closure(degree: usize, generators: &[Vec<usize>]) -> BTreeSet<Vec<usize>> {
    let identity: Vec<usize> = (0..degree).collect();
    let mut group = BTreeSet::from([identity.clone()]);
    let mut pending = vec![identity];
    while let Some(element) = pending.pop() {
        for generator in generators {
            let product: Vec<usize> = element.iter().map(|&image| generator[image]).collect();
            if group.insert(product.clone()) {
                pending.push(product);
            }
        }
    }
    group
}

fn generated(sample: &Sample, found: &Automorphisms) -> BTreeSet<Vec<usize>> {
    let graph = sample.graph();
    let generators = found.generators().iter().map(|generator| {
        let dense = generator
            .to_permutation(sample.degree())
            .expect("a permutation");
        assert!(is_automorphism(&graph, &dense), "{sample:?}: {dense:?}");
        images(&dense)
    });
    closure(sample.degree(), &generators.collect::<Vec<_>>())
}

fn check_group(sample: &Sample, found: &Automorphisms, expected: &BTreeSet<Vec<usize>>) {
    assert_eq!(&generated(sample, found), expected, "{sample:?}");
    let order: usize = found.order_factors().iter().product();
    assert_eq!(order, expected.len(), "{sample:?}");
    for vertex in 0..sample.degree() {
        let least = expected.iter().map(|images| images[vertex]).min();
        let representative = found.representative(Point::new(vertex)).index();
        assert_eq!(Some(representative), least, "{sample:?}");
    }
}

#[test]
fn groups_are_those_of_all_permutations() {
    let dice = &mut Random::new(1);
    let mut symmetric = 0;
    for _ in 0..SAMPLES {
        let sample = random_sample(dice);
        let expected = isomorphisms(&sample, &sample);
        let graph = sample.graph();
        check_group(&sample, &automorphisms(&graph), &expected);
        check_group(&sample, &canonical_form(&graph).automorphisms, &expected);
        symmetric += u64::from(expected.len() > 1);
    }
    assert!(symmetric > SAMPLES / 3, "{symmetric} symmetric graphs");
}

#[test]
fn forms_are_equal_if_and_only_if_graphs_are_isomorphic() {
    let dice = &mut Random::new(2);
    let mut near_misses = 0;
    for _ in 0..SAMPLES {
        let sample = random_sample(dice);
        let form = canonical_form(&sample.graph());
        assert_eq!(sample.graph().relabelled(&form.labelling), form.graph);
        let twin = sample.renamed(&permutation(dice, sample.degree()));
        assert_eq!(
            form.graph,
            canonical_form(&twin.graph()).graph,
            "{sample:?}"
        );
        let mut other = twin;
        let count = other.edges.len();
        if count == 0 {
            continue;
        }
        other.edges[dice.below(count)].1 = dice.below(sample.degree());
        let are_isomorphic = !isomorphisms(&sample, &other).is_empty();
        let are_equal = form.graph == canonical_form(&other.graph()).graph;
        assert_eq!(are_equal, are_isomorphic, "{sample:?} {other:?}");
        near_misses += u64::from(!are_isomorphic);
    }
    assert!(near_misses > SAMPLES / 3, "{near_misses} near misses");
}

#[test]
fn the_action_on_a_subset_is_the_restricted_stabiliser() {
    let dice = &mut Random::new(3);
    for _ in 0..SAMPLES {
        let sample = random_sample(dice);
        let subset: Vec<usize> = (0..sample.degree())
            .filter(|_| dice.below(2) == 0)
            .collect();
        let points: Vec<Point> = subset.iter().map(|&vertex| Point::new(vertex)).collect();
        let found = automorphisms_on(&sample.graph(), &points);
        let actions = found.restricted_to(&points).expect("the subset is kept");
        let actions: Vec<Vec<usize>> = actions.iter().map(images).collect();
        let all = isomorphisms(&sample, &sample);
        let place = |vertex: usize| subset.iter().position(|&member| member == vertex);
        let expected = all.iter().filter_map(|images| {
            let action = subset.iter().map(|&vertex| place(images[vertex]));
            action.collect::<Option<Vec<usize>>>()
        });
        let expected: BTreeSet<Vec<usize>> = expected.collect();
        assert_eq!(
            closure(subset.len(), &actions),
            expected,
            "{sample:?} {subset:?}"
        );
        let order: usize = found.order_factors().iter().product();
        assert_eq!(order, expected.len(), "{sample:?} {subset:?}");
    }
}

#[test]
fn the_checker_agrees_with_the_definition() {
    let dice = &mut Random::new(4);
    for _ in 0..SAMPLES {
        let sample = random_sample(dice);
        let graph = sample.graph();
        let images = permutation(dice, sample.degree());
        let points = images.iter().map(|&image| Point::new(image)).collect();
        let permutation = weyl_permutation::Permutation::from_images(points).expect("a bijection");
        let expected = isomorphisms(&sample, &sample).contains(&images);
        assert_eq!(
            is_automorphism(&graph, &permutation),
            expected,
            "{sample:?}"
        );
    }
}
