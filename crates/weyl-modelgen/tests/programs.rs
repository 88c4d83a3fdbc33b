//! Programs are a function of their seed, contain every construct, and shrink.

use weyl_modelgen::{MurphiOptions, murphi, murphi_twins, shrink};

fn corpus(options: &MurphiOptions) -> String {
    (0..300).map(|seed| murphi(seed, options).text).collect()
}

#[test]
fn a_seed_gives_one_program() {
    let options = MurphiOptions::default();
    for seed in 0..200 {
        assert_eq!(
            murphi(seed, &options).text,
            murphi(seed, &options).text,
            "seed {seed}"
        );
        assert_eq!(murphi_twins(seed), murphi_twins(seed), "seed {seed}");
    }
    assert_ne!(murphi(1, &options).text, murphi(2, &options).text);
}

#[test]
fn three_hundred_programs_contain_every_construct() {
    let wanted = [
        "const ",
        "type ",
        "var ",
        "boolean",
        "enum {",
        "scalarset(",
        "record ",
        "array [Node",
        "array [Colour",
        "array [Range",
        "array [boolean]",
        ".. Count",
        "function ",
        "procedure ",
        "(var ",
        "; var ",
        "return",
        "startstate",
        "ruleset ",
        "rule \"",
        "==>",
        "begin",
        "if ",
        "elsif ",
        "else",
        "switch ",
        "case ",
        "for i",
        " := ",
        " to ",
        " by 2",
        " by -",
        "while ",
        "alias ",
        "clear ",
        "undefine ",
        "isundefined(",
        "forall ",
        "exists ",
        " ? ",
        " -> ",
        " / ",
        " % ",
        " ^ ",
        "(~",
        " << ",
        " >> ",
        " & ",
        " | ",
        " && ",
        " || ",
        " == ",
        " != ",
        " <= ",
        "invariant \"",
        "assert ",
        "assume ",
        "cover \"",
        "liveness \"",
        "error \"",
        "put \"",
        "put v",
        "endrule",
        "endruleset",
        "endif",
        "endfor",
        "endforall",
        "endexists",
        "endalias",
        "endswitch",
        "endwhile",
        "endfunction",
        "endprocedure",
        "endrecord",
        "endstartstate",
        "RULE",
        "Rule ",
        "INVARIANT",
        "-- ",
        "/*",
        "depth",
    ];
    let text = corpus(&MurphiOptions::default());
    let missing: Vec<&str> = wanted
        .into_iter()
        .filter(|part| !text.contains(part))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn options_keep_constructs_out() {
    let plain = MurphiOptions {
        varied_spelling: false,
        ..MurphiOptions::default()
    };
    let text = corpus(&plain);
    for part in ["endrule", "RULE", "&&", "==\u{20}", "--", "/*"] {
        assert!(!text.contains(part), "{part}");
    }
    let orderly = MurphiOptions {
        order_dependent_loops: false,
        ..plain.clone()
    };
    assert!(arbitrary_scalarset_loops(&text) > 0);
    assert_eq!(arbitrary_scalarset_loops(&corpus(&orderly)), 0);
}

/// Loops over a scalarset, without those that initialise (`each1`) and those that sweep (`n1`).
fn arbitrary_scalarset_loops(text: &str) -> usize {
    let loops = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("for "));
    loops
        .filter(|rest| {
            rest.contains(": Node") && !rest.starts_with("each") && !rest.starts_with('n')
        })
        .count()
}

#[test]
fn the_shrinker_keeps_what_the_predicate_wants_and_little_else() {
    let options = MurphiOptions::default();
    for seed in 0..40 {
        let program = murphi(seed, &options);
        if !program.text.to_lowercase().contains("forall") {
            continue;
        }
        let small = shrink(&program, |text| text.to_lowercase().contains("forall"));
        assert!(small.text.contains("forall"), "seed {seed}");
        assert!(
            small.text.lines().count() <= 6,
            "seed {seed}:\n{}",
            small.text
        );
    }
}

#[test]
fn a_program_that_the_predicate_refuses_stays_as_it_is() {
    let program = murphi(7, &MurphiOptions::default());
    assert_eq!(shrink(&program, |_| false).text, program.text);
}

#[test]
fn twins_differ_in_the_dialect_only() {
    let (mut multisets, mut unions) = (0, 0);
    for seed in 0..100 {
        let (sugared, plain) = murphi_twins(seed);
        let (sugared, plain) = (sugared.to_lowercase(), plain.to_lowercase());
        multisets += usize::from(sugared.contains("multiset ["));
        unions += usize::from(sugared.contains("union {"));
        for part in ["multiset", "union", "choose", "ismember", "scalarset"] {
            assert!(!plain.contains(part), "seed {seed}: {part}");
        }
    }
    assert_eq!(multisets + unions, 100);
    assert!(
        multisets > 25 && unions > 25,
        "{multisets} multisets, {unions} unions"
    );
}
