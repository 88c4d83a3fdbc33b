//! Representatives against brute force over the whole group.

mod exactness {
    mod naming;
}

use proptest::prelude::*;
use std::collections::{BTreeSet, HashSet};
use weyl_ir::layout::Action;
use weyl_ir::text::read;
use weyl_ir::{Layout, Model, Type, TypeId};
use weyl_permutation::Permutation;
use weyl_quotient::{Precision, Representatives};
use weyl_symmetry::{SymmetryGroup, given, read_generators};
use weyl_system::Canonical;

/// Makes message fields of the type 0..3 names of the first sort, and those of the type 0..5 names
/// of the second: text and verifier know no such channels yet, inferred sorts will.
fn put_names_into_channels(model: &mut Model) {
    let sorts: Vec<_> = model.sorts.keys().collect();
    for (sort, last) in sorts.into_iter().zip([3, 5]) {
        let name = model.types.intern(Type::Id(sort));
        let plain = model.types.intern(Type::range(0, last));
        let variables: Vec<_> = model.variables.iter().map(|(id, v)| (id, v.ty)).collect();
        for (id, ty) in variables {
            model.variables[id].ty = with_names(model, ty, plain, name);
        }
    }
}

fn with_names(model: &mut Model, ty: TypeId, plain: TypeId, name: TypeId) -> TypeId {
    let changed = match model.types.get(ty).clone() {
        Type::Channel { capacity, fields } => {
            let named = fields.iter().map(|f| if *f == plain { name } else { *f });
            let fields = named.collect();
            Type::Channel { capacity, fields }
        }
        Type::Array { index, element } => {
            let element = with_names(model, element, plain, name);
            Type::Array { index, element }
        }
        other @ (Type::Bool
        | Type::Int
        | Type::Range { .. }
        | Type::Enum { .. }
        | Type::Id(_)
        | Type::Union(_)
        | Type::Record(_)
        | Type::Multiset { .. }) => other,
    };
    model.types.intern(changed)
}

struct Case {
    layout: Layout,
    action: Action,
    group: SymmetryGroup,
    representatives: Representatives,
}

impl Case {
    fn new(text: &str, generators: &str) -> Case {
        Case::with_precision(text, generators, Precision::Exact)
    }

    fn with_precision(text: &str, generators: &str, precision: Precision) -> Case {
        let mut model: Model = read(text).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"));
        put_names_into_channels(&mut model);
        let layout = Layout::new(&model).unwrap();
        let generators = read_generators(&model, generators).unwrap();
        let group = given(&model, &layout, &generators).unwrap();
        Case {
            action: Action::new(&model, &layout),
            representatives: Representatives::new(&model, &layout, &group, precision),
            layout,
            group,
        }
    }

    fn act(&self, permutation: &Permutation, state: &[u8]) -> Vec<u8> {
        let mut image = vec![0; state.len()];
        self.action.apply(permutation.images(), state, &mut image);
        image
    }

    fn represent(&mut self, state: &[u8]) -> Vec<u8> {
        let mut image = vec![0; state.len()];
        self.representatives.represent(state, &mut image);
        let permutation = self.representatives.permutation();
        assert!(
            self.group.group().contains(&permutation),
            "outside the group"
        );
        assert_eq!(self.act(&permutation, state), image, "not the image");
        image
    }

    /// A state from codes, normal.
    fn state(&self, codes: &[u64]) -> Vec<u8> {
        let mut state = vec![0; self.layout.size];
        for (slot, code) in self.layout.slots.values().zip(codes.iter().cycle()) {
            let code = u128::from(*code) % slot.scalar.codes().max(1);
            let offset = slot.offset as usize;
            slot.scalar.store(&mut state, offset, code as u64);
        }
        for _ in 0..4 {
            for slot in self.layout.slots.values() {
                if slot
                    .presence
                    .is_some_and(|presence| !presence.holds(&state))
                {
                    slot.scalar.store(&mut state, slot.offset as usize, 0);
                }
            }
        }
        self.layout.normalise(&mut state);
        state
    }

    fn codes(&self, state: &[u8]) -> Vec<u64> {
        let slots = self.layout.slots.values();
        slots
            .map(|slot| slot.scalar.load(state, slot.offset as usize))
            .collect()
    }

    /// Representatives of states that differ from a known one in a few codes, against those found
    /// without it.
    fn check_steps(
        &mut self,
        alone: &mut Representatives,
        source: &[u8],
        steps: Vec<Vec<(usize, u64)>>,
    ) -> Result<(), TestCaseError> {
        let known = self.codes(source);
        self.representatives.start_from(source);
        for changes in steps {
            let mut codes = known.clone();
            for (at, code) in changes {
                let count = codes.len();
                codes[at % count] = code;
            }
            let state = self.state(&codes);
            let mut expected = vec![0; state.len()];
            alone.represent(&state, &mut expected);
            prop_assert_eq!(self.represent(&state), expected);
        }
        Ok(())
    }

    /// All states of a layout with few slots.
    fn all_states(&self) -> BTreeSet<Vec<u8>> {
        let mut codes: Vec<Vec<u64>> = vec![Vec::new()];
        for slot in self.layout.slots.values() {
            let all = 0..slot.scalar.codes() as u64;
            codes = codes
                .iter()
                .flat_map(|codes| all.clone().map(move |code| [&codes[..], &[code]].concat()))
                .collect();
        }
        codes.iter().map(|codes| self.state(codes)).collect()
    }

    /// The number of orbits, by merging images under generators.
    fn orbits(&self, states: &BTreeSet<Vec<u8>>) -> usize {
        let mut left = states.clone();
        let mut orbits = 0;
        while let Some(state) = left.pop_first() {
            orbits += 1;
            let mut pending = vec![state];
            while let Some(state) = pending.pop() {
                for generator in self.group.group().generators() {
                    let image = self.act(generator, &state);
                    if left.remove(&image) {
                        pending.push(image);
                    }
                }
            }
        }
        orbits
    }
}

/// The number of representatives equals the number of orbits.
fn check_all_states(text: &str, generators: &str, expected: usize) {
    let mut case = Case::new(text, generators);
    let states = case.all_states();
    assert_eq!(case.orbits(&states), expected, "{text}");
    let found: HashSet<Vec<u8>> = states.iter().map(|s| case.represent(s)).collect();
    assert_eq!(found.len(), expected, "{text}");
}

#[test]
fn small_state_spaces_have_one_representative_for_each_orbit() {
    // A pointer from each of 3 names into a second sort of 2, under S3 × S2.
    check_all_states(
        "sort P { a b c } sort Q { x y } var to : array [P] of Q",
        "(a b) , (a b c) , (x y)",
        2,
    );
    // A 3 × 3 boolean matrix indexed by two sorts.
    check_all_states(
        "sort P { a b c } sort Q { x y z } var m : array [P] of array [Q] of bool",
        "(a b), (a b c), (x y), (x y z)",
        36,
    );
    // Four names that each point to one of the four, under S2 ≀ S2.
    check_all_states(
        "sort P { a b c d } var to : array [P] of P",
        "(a b), (c d), (a c)(b d)",
        43,
    );
    // The same under other groups: S4, C4, D4, the Klein group, S2 × S2, the identity.
    let pointers = "sort P { a b c d } var to : array [P] of P";
    check_all_states(pointers, "(a b), (a b c d)", 19);
    for generators in [
        "(a b c d)",
        "(a b c d), (a c)",
        "(a b)(c d), (a c)(b d)",
        "(a b), (c d)",
        "()",
    ] {
        let case = Case::new(pointers, generators);
        let orbits = case.orbits(&case.all_states());
        check_all_states(pointers, generators, orbits);
    }
}

/// Rows of several names: what is told apart by one of them is told apart by all. Values that are
/// held by one row each are told apart by their rows alone.
#[test]
fn rows_of_several_names_have_one_representative() {
    let text = "sort P { p0 p1 p2 } sort Q { q0 q1 q2 } sort R { r0 r1 r2 } sort V { v0 v1 v2 } \
                var x : array [Q] of V var y : array [P] of bool var z : array [R] of bool";
    let rows = "(p0 p1)(q0 q1)(r0 r1), (p1 p2)(q1 q2)(r1 r2)";
    for values in ["(v0 v1), (v1 v2)", "(v0 v1 v2)", "(v0 v2)"] {
        let generators = format!("{rows}, {values}");
        let case = Case::new(text, &generators);
        let orbits = case.orbits(&case.all_states());
        check_all_states(text, &generators, orbits);
    }
    // The same under a group that is no product of symmetric groups.
    let turning = "(p0 p1 p2)(q0 q1 q2)(r0 r1 r2), (v0 v1), (v1 v2)";
    let case = Case::new(text, turning);
    let orbits = case.orbits(&case.all_states());
    check_all_states(text, turning, orbits);
}

/// Rows that are alike in their first hundred bits.
#[test]
fn wide_rows_have_one_representative() {
    let text = "sort P { p0 p1 p2 p3 } var l : array [P] of record \
                { a : 0..1099511627775, b : 0..1099511627775, c : 0..1099511627775 }";
    let mut case = Case::new(text, "(p0 p1), (p0 p1 p2 p3)");
    for last in [[1, 2, 3, 4], [4, 1, 4, 1], [9, 9, 9, 2]] {
        let codes: Vec<u64> = last.iter().flat_map(|code| [7, 5, *code]).collect();
        let state = case.state(&codes);
        let expected = case.represent(&state);
        let elements: Vec<Permutation> = case.group.group().elements().collect();
        for element in elements {
            let image = case.act(&element, &state);
            assert_eq!(case.represent(&image), expected, "{last:?}");
        }
    }
}

/// Six cycles of length 2 among twelve names, under the full symmetric group.
#[test]
fn pairs_of_pointers_have_one_representative() {
    let names: Vec<String> = (0..12).map(|n| format!("p{n}")).collect();
    let text = format!("sort P {{ {} }} var to : array [P] of P", names.join(" "));
    let generators = format!("(p0 p1), ({})", names.join(" "));
    let mut case = Case::new(&text, &generators);
    let pairs: Vec<u64> = (0..12).map(|n| n ^ 1).collect();
    let state = case.state(&pairs);
    let expected = case.represent(&state);
    let mut random = weyl_permutation::random::Random::new(7);
    for _ in 0..50 {
        let element = case.group.group().random_element(&mut random);
        let image = case.act(&element, &state);
        assert_eq!(case.represent(&image), expected);
    }
    let other: Vec<u64> = (0..12)
        .map(|n| if n < 9 { (n + 1) % 9 } else { 9 + (n + 1) % 3 })
        .collect();
    assert_ne!(case.represent(&case.state(&other)), expected);
}

const LAYOUTS: &[&str] = &[
    "var l : array [P] of 0..2 var t : P undefinable",
    "var l : array [P] of record { pc : 0..1, next : P } undefinable",
    "var m : array [P] of array [P] of bool",
    "var m : array [P] of array [Q] of 0..2 var o : array [Q] of P undefinable",
    "var net : multiset [3] of record { src : P, dst : P, kind : 0..1 } undefinable",
    "var net : array [P] of multiset [2] of record { src : Q, kind : 0..1 } undefinable var x : P undefinable",
    "var u : array [U] of U undefinable var last : U undefinable",
    "var c : channel [2] of 0..3, 0..1 var d : array [P] of channel [1] of 0..3, 0..3",
    "var c : array [Q] of channel [2] of 0..3 var l : array [P] of bool",
    "var set : multiset [2] of array [P] of bool undefinable var l : array [Q] of bool",
    "var bags : multiset [2] of record { k : P, inner : multiset [2] of Q } undefinable",
    "var l : array [P] of record { a : 0..1000000, b : 0..70000, c : 0..5000000000, d : 0..9, e : Q } undefinable var t : P undefinable",
    "var c : array [P] of channel [2] of 0..5, 0..1 var d : channel [2] of 0..5 var l : array [Q] of bool",
    "var g : array [P] of array [Q] of P undefinable var h : array [Q] of array [Q] of bool",
    "var on : array [Q] of P undefinable var has : array [P] of Q undefinable var l : array [P] of bool",
    "var m : array [P] of array [P] of Q undefinable var o : array [Q] of channel [1] of 0..3",
    "var q : array [0..2] of P undefinable var head : array [Q] of record { p : P, r : array [P] of bool } undefinable",
    "var l : array [P] of record { a : 0..1000000, b : 0..70000, c : 0..5000000000, d : 0..9 } undefinable var m : array [P] of array [Q] of 0..2",
    "var l : array [P] of record { a : 0..1000000, b : 0..1000000, c : 0..9, d : Q, e : 0..9 } undefinable",
];

const GROUPS: &[&str] = &[
    "(p1 p2), (p1 p2 p3 p4)",
    "(p1 p2), (p1 p2 p3 p4), (q1 q2), (q1 q2 q3)",
    "(p1 p2 p3 p4)",
    "(p1 p2 p3 p4), (p1 p3)",
    "(p1 p2), (p3 p4), (p1 p3)(p2 p4)",
    "(p1 p2)(q1 q2), (p1 p2 p3)(q1 q2 q3)",
    "(p1 p2 p3)(q1 q2 q3)",
    "(p1 p2)(p3 p4), (q1 q2)",
    "(p1 p2 p3), (p2 p3 p4)",
    "(q1 q2)",
    "(p1 p2)(q1 q2), (p3 p4)(q1 q2)",
];

fn case(layout: usize, group: usize, precision: Precision) -> Case {
    let sorts = "sort P { p1 p2 p3 p4 } sort Q { q1 q2 q3 } type E = enum { none both } type U = union { P, E, Q }";
    let text = format!("{sorts} {}", LAYOUTS[layout]);
    Case::with_precision(&text, GROUPS[group], precision)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]
    #[test]
    fn all_images_have_the_same_representative(
        layout in 0..LAYOUTS.len(),
        group in 0..GROUPS.len(),
        // Few different codes: states that are nearly symmetric are the hard ones.
        codes in prop_oneof![
            prop::collection::vec(any::<u64>(), 1..40),
            prop::collection::vec(0..3u64, 1..40),
            prop::collection::vec(1..2u64, 1..40),
        ],
    ) {
        let mut case = case(layout, group, Precision::Exact);
        let state = case.state(&codes);
        let expected = case.represent(&state);
        prop_assert_eq!(&case.represent(&expected), &expected, "not its own representative");
        for element in case.group.group().elements() {
            let image = case.act(&element, &state);
            prop_assert_eq!(&case.represent(&image), &expected, "{:?}", element);
        }
    }

    /// Steps change little: what is known about the state before must not show.
    #[test]
    fn the_state_before_a_step_makes_no_difference(
        layout in 0..LAYOUTS.len(),
        group in 0..GROUPS.len(),
        codes in prop::collection::vec(0..3u64, 40),
        changes in prop::collection::vec(prop::collection::vec((0..40usize, 0..3u64), 1..4), 1..6),
    ) {
        let mut case = case(layout, group, Precision::Exact);
        let mut alone = case.representatives.clone();
        let source = case.represent(&case.state(&codes));
        case.check_steps(&mut alone, &source, changes)?;
    }

    #[test]
    fn fast_representatives_stay_in_the_orbit(
        layout in 0..LAYOUTS.len(),
        group in 0..GROUPS.len(),
        codes in prop::collection::vec(0..3u64, 1..40),
    ) {
        let mut case = case(layout, group, Precision::Fast);
        let state = case.state(&codes);
        // `represent` checks that the permutation belongs to the group and leads there.
        case.represent(&state);
    }
}
