//! The state layout, on random types and on awkward ones.

mod layout {
    pub mod act;
    pub mod check;
    pub mod namings;
    pub mod random;
    pub mod reference;
}

use layout::act::{act, act_by_definition, permutation, put_names_into_channels, tidy};
use layout::check::{check_layout, check_packing, fill};
use layout::namings::{
    LOCATIONS, Picks, add_channels, name_locations, name_randomly, permutation_of_locations,
};
use layout::random::model;
use layout::reference::Reference;
use proptest::prelude::*;
use weyl_ir::layout::{Action, LayoutError, ScalarShape, point};
use weyl_ir::text::{print, read};
use weyl_ir::{Layout, Model, Type, erase_spans, verify};
use weyl_permutation::Permutation;

fn model_of(text: &str) -> Model {
    read(text).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}"))
}

fn layout_of(text: &str) -> Layout {
    Layout::new(&model_of(text)).unwrap()
}

const AWKWARD: &[&str] = &[
    "",
    "sort P { p1 p2 p3 } var v : array [0..3] of record { x : bool, y : array [P] of bool }",
    "sort P { p1 p2 p3 } var v : array [0..3] of record { x : 0..1000, y : array [P] of bool } var w : array [P] of 0..70000",
    "sort P { p1 p2 } var v : array [bool] of array [0..2] of record { x : 0..1000, y : array [P] of bool, z : bool }",
    "sort P { p1 p2 } sort Q { q1 } type E = enum { a b } type U = union { P, E, Q } var v : array [U] of array [Q] of U undefinable",
    "sort P { p1 p2 } sort Q { q1 q2 q3 } var v : array [P] of array [Q] of array [P] of Q undefinable var x : bool",
    "sort P { p1 p2 } var v : array [P] of multiset [2] of record { a : P, b : array [P] of bool } undefinable",
    "sort P { p1 p2 } var v : array [0..1] of multiset [3] of array [P] of multiset [2] of 0..300 undefinable",
    "var v : 0..18446744073709551614 undefinable var w : -9223372036854775808..9223372036854775806 undefinable",
    "sort None { } sort P { p1 } var v : array [None] of array [P] of bool var w : array [P] of array [None] of bool var x : None undefinable",
    "sort None { } type U = union { None } var v : array [bool] of array [None] of 0..999 var x : array [U] of bool",
    "sort P { p1 p2 } type N = record { } var v : array [P] of N var w : array [0..4000000000] of N var x : multiset [2] of N",
    "sort P { p1 p2 } var b : bool var v : channel [3] of 0..70000, 7..7, -1..1 var w : array [P] of channel [255] of 0..255",
    "var v : channel [0] of 0..255 var w : array [0..9] of channel [0] of 0..1 undefinable var x : array [0..2] of channel [1] of 0..300 undefinable",
    "sort P { p1 p2 p3 } var v : channel [2] of 0..3, 0..1 var w : array [P] of channel [2] of 0..9",
    "var v : 7..7 var w : 7..7 undefinable var x : 0..254 undefinable var y : 0..255 undefinable",
];

#[test]
fn awkward_types_are_laid_out_well() {
    for text in AWKWARD {
        check_layout(&model_of(text), &layout_of(text));
    }
}

#[test]
fn elements_that_reach_into_blocks_have_one_stride() {
    let layout = layout_of(AWKWARD[2]);
    let offsets: Vec<u32> = layout.slots.values().map(|slot| slot.offset).collect();
    let block = |start: u32| [0, 2, 4, 6, 7].map(|offset| start + offset);
    let expected = [[0, 2, 4, 6].as_slice(), &block(8), &block(19), &block(30)].concat();
    assert_eq!(offsets, expected);
    assert_eq!(layout.size, 41);
}

#[test]
fn what_is_too_large_is_refused() {
    let cases = [
        "var v : array [0..1048576] of bool",
        "var v : array [0..4294967296] of bool",
        "var v : array [0..1000] of array [0..1000] of 0..300",
        "var v : multiset [4294967295] of bool",
        "var x : bool var v : multiset [4294967295] of multiset [4294967295] of multiset [4294967295] of bool",
        "sort P { p1 p2 } var v : array [P] of array [0..600000] of bool",
        "rule \"r\" locals x.0 : value multiset [4294967295] of bool { }",
        "rule \"r\" locals x.0 : value array [0..600000] of bool, y.1 : value array [0..600000] of bool { }",
    ];
    for text in cases {
        let refused = Layout::new(&model_of(text)).err();
        assert_eq!(refused, Some(LayoutError::TooLarge), "{text}");
    }
    let full = layout_of("var v : array [0..1048575] of bool");
    assert_eq!(full.size, 1 << 20);
}

#[test]
fn too_many_empty_parts_are_refused() {
    let text = (1..60).fold("type T0 = record { }".to_string(), |text, n| {
        text + &format!(" type T{n} = record {{ a : T{0}, b : T{0} }}", n - 1)
    });
    let model = model_of(&format!("{text} var v : T59"));
    assert_eq!(Layout::new(&model).err(), Some(LayoutError::TooLarge));
}

#[test]
fn locals_lie_one_after_the_other_and_references_nowhere() {
    let layout = layout_of(
        "function f (a.0) locals a.0 : value 0..300, r.1 : reference bool, b.2 : bound bool { }",
    );
    let frame = layout.functions.values().next().unwrap();
    let ids: Vec<weyl_ir::LocalId> = frame.locals.keys().collect();
    let offsets = [frame.locals[ids[0]].offset, frame.locals[ids[2]].offset];
    assert_eq!((frame.size, offsets), (3, [0, 2]));
}

/// A bag of bags: inner ones have to be in order before the outer one can be.
const BAGS: &str =
    "var v : multiset [3] of record { x : 0..2, inner : multiset [2] of 0..3 } undefinable";

/// Exchanges two positions of a multiset.
fn exchange(state: &mut [u8], start: usize, stride: usize, a: usize, b: usize) {
    for byte in 0..stride {
        state.swap(start + a * stride + byte, start + b * stride + byte);
    }
}

/// Against the definition on decoded states, and the laws of an action.
fn check_action(
    model: &Model,
    layout: &Layout,
    codes: &[u64],
    first: &Permutation,
    second: &Permutation,
) -> Result<(), TestCaseError> {
    let mut state = fill(layout, codes);
    tidy(layout, &mut state);
    let (action, reference) = (Action::new(model, layout), Reference::new(model, layout));
    let image = act(&action, first, &state);
    prop_assert_eq!(&image, &reference.act(first, &state));
    prop_assert_eq!(
        &act(&action, second, &image),
        &act(&action, &second.after(first), &state)
    );
    let moved: Vec<_> = first.support().collect();
    let mut scratch = state.clone();
    let is_kept = action.keeps(first.images(), &moved, &state, &mut scratch);
    prop_assert_eq!(is_kept, image == state);
    // An action of these permutations alone.
    let moves = |name| moved.contains(&point(name));
    let action = Action::moving(model, layout, moves);
    prop_assert_eq!(&act(&action, first, &state), &image);
    let is_kept = action.keeps(first.images(), &moved, &state, &mut scratch);
    prop_assert_eq!(is_kept, image == state);
    Ok(())
}

proptest! {
    #[test]
    fn random_types_are_laid_out_well(model in model()) {
        // Few random models are too large; the awkward ones never are.
        if let Ok(layout) = Layout::new(&model) {
            check_layout(&model, &layout);
        }
    }

    #[test]
    fn packing_loses_nothing(model in model(), codes in prop::collection::vec(any::<u64>(), 1..200)) {
        if let Ok(layout) = Layout::new(&model) {
            check_packing(&layout, &codes);
        }
    }

    #[test]
    fn packing_awkward_types_loses_nothing(
        which in 0..AWKWARD.len(),
        codes in prop::collection::vec(any::<u64>(), 1..200),
    ) {
        check_packing(&layout_of(AWKWARD[which]), &codes);
    }

    #[test]
    fn permutations_act_as_the_definition_says(
        model in prop_oneof![model(), (0..AWKWARD.len()).prop_map(|which| model_of(AWKWARD[which]))],
        codes in prop::collection::vec(any::<u64>(), 1..200),
        picks in prop::collection::vec(any::<u64>(), 1..20),
        other_picks in prop::collection::vec(any::<u64>(), 1..20),
        names_in_channels in any::<bool>(),
    ) {
        let mut model = model;
        if names_in_channels {
            put_names_into_channels(&mut model);
        }
        let Ok(layout) = Layout::new(&model) else { return Ok(()) };
        // The definition searches values one by one.
        prop_assume!(layout.size <= 4096);
        let mut state = fill(&layout, &codes);
        tidy(&layout, &mut state);
        let action = Action::new(&model, &layout);
        let (first, second) = (permutation(&model, &picks), permutation(&model, &other_picks));
        let image = act(&action, &first, &state);
        prop_assert_eq!(&image, &act_by_definition(&model, &layout, &first, &state));
        prop_assert_eq!(&act(&action, &first.inverse(), &image), &state);
        let moved: Vec<_> = first.support().collect();
        let mut scratch = state.clone();
        prop_assert_eq!(
            action.keeps(first.images(), &moved, &state, &mut scratch),
            image == state
        );
        prop_assert_eq!(
            act(&action, &second, &image),
            act(&action, &second.after(&first), &state)
        );
    }

    #[test]
    fn named_numbers_move_as_the_definition_says(
        model in model(),
        choices in prop::collection::vec(any::<u64>(), 1..40),
        codes in prop_oneof![
            prop::collection::vec(any::<u64>(), 1..200),
            prop::collection::vec(0..2u64, 1..60),
        ],
        picks in prop::collection::vec(any::<u64>(), 1..20),
        other_picks in prop::collection::vec(any::<u64>(), 1..20),
    ) {
        let mut model = model;
        add_channels(&mut model);
        name_randomly(&mut model, &mut Picks::new(&choices));
        let Ok(layout) = Layout::new(&model) else { return Ok(()) };
        prop_assume!(layout.size <= 4096);
        let (first, second) = (permutation(&model, &picks), permutation(&model, &other_picks));
        check_action(&model, &layout, &codes, &first, &second)?;
    }

    #[test]
    fn locations_move_with_their_processes(
        choices in prop::collection::vec(any::<u64>(), 1..40),
        codes in prop_oneof![
            prop::collection::vec(any::<u64>(), 1..60),
            prop::collection::vec(0..3u64, 1..60),
        ],
    ) {
        let mut model = model_of(LOCATIONS);
        let mut picks = Picks::new(&choices);
        name_locations(&mut model, &mut picks);
        prop_assert_eq!(verify(&model), Ok(()));
        let layout = Layout::new(&model).unwrap();
        let first = permutation_of_locations(&mut picks);
        let second = permutation_of_locations(&mut picks);
        check_action(&model, &layout, &codes, &first, &second)?;
    }

    #[test]
    fn random_namings_are_verified_and_read_back(
        model in model(),
        choices in prop::collection::vec(any::<u64>(), 1..40),
    ) {
        let mut model = model;
        add_channels(&mut model);
        name_randomly(&mut model, &mut Picks::new(&choices));
        match verify(&model) {
            Ok(()) => {
                let mut again = model_of(&print(&model));
                erase_spans(&mut again);
                prop_assert_eq!(again, model);
            }
            // Random types may have no value to start from.
            Err(errors) => prop_assert!(errors.iter().all(|e| e.within != "naming"), "{errors:?}"),
        }
    }

    #[test]
    fn the_order_in_a_bag_does_not_matter(
        codes in prop::collection::vec(any::<u64>(), 30),
        exchanges in prop::collection::vec((0..4usize, 0..3usize, 0..3usize), 0..12),
    ) {
        let layout = layout_of(BAGS);
        let mut state = fill(&layout, &codes);
        let mut other = state.clone();
        for (bag, a, b) in exchanges {
            let area = layout.multisets[bag];
            let (a, b) = (a % area.capacity as usize, b % area.capacity as usize);
            exchange(&mut other, area.offset as usize, area.stride as usize, a, b);
        }
        layout.normalise(&mut state);
        layout.normalise(&mut other);
        prop_assert_eq!(&state, &other);
        let normal = state.clone();
        layout.normalise(&mut state);
        prop_assert_eq!(state, normal);
    }

    #[test]
    fn scalars_are_coded_in_order(
        lo in any::<i64>().prop_map(|lo| i128::from(lo) * 3),
        len in prop_oneof![1..1000u64, any::<u64>().prop_map(|len| len.max(1)), Just(u64::MAX)],
        undefinable in any::<bool>(),
        picks in any::<[u64; 2]>(),
    ) {
        let hi = lo + i128::from(len) - 1;
        let mut model = Model::default();
        let ty = model.types.intern(Type::range(lo, hi));
        let scalar = ScalarShape::new(&model, ty, undefinable);
        let values = picks.map(|pick| lo + i128::from(pick % len));
        for value in values.into_iter().chain([lo, hi]) {
            let code = scalar.encode(value).unwrap();
            prop_assert!(u128::from(code) < scalar.codes());
            prop_assert!(scalar.bits() <= 8 * u32::from(scalar.width));
            prop_assert_eq!(scalar.decode(code), Some(value));
            let mut bytes = [0xAA; 10];
            scalar.store(&mut bytes, 1, code);
            prop_assert_eq!(scalar.load(&bytes, 1), code);
            prop_assert_eq!((bytes[0], bytes[1 + usize::from(scalar.width)]), (0xAA, 0xAA));
        }
        prop_assert_eq!(scalar.encode(lo - 1), None);
        prop_assert_eq!(scalar.encode(hi + 1), None);
        prop_assert_eq!(scalar.decode(0), (!undefinable).then_some(lo));
        let bytes = values.map(|value| {
            let mut bytes = [0; 8];
            scalar.store(&mut bytes, 0, scalar.encode(value).unwrap());
            bytes
        });
        prop_assert_eq!(bytes[0].cmp(&bytes[1]), values[0].cmp(&values[1]));
    }
}
