//! What creators leave behind, followed scalar by scalar, beside all states in which everything
//! begins, one by one.

use anyhow::{Result, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use weyl_check::{PROMELA, beginnings, bounds, read};
use weyl_filetest::{DISCOVERED, Options, parallel, random_seeds};
use weyl_ir::layout::SlotId;
use weyl_ir::{Capacity, Model};
use weyl_modelgen::promela_beginnings;
use weyl_source::Sources;
use weyl_symmetry::{slot_name, static_processes};
use weyl_system::Program;

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;

fn program(text: &str) -> Result<Program> {
    let mut sources = Sources::new(|_| None);
    let file = sources.add_file(Path::new("model.pml"), text);
    let options = Options {
        symmetry: DISCOVERED,
        ..Options::from_header(PROMELA, &[])?
    };
    let read = read(&mut sources, file, &options.request().model);
    match read.and_then(|read| read.load(Capacity::MOST)) {
        Ok(loaded) => Ok(loaded.program),
        Err(failure) => bail!("{:#?}\n{text}", failure.diagnostics()),
    }
}

/// What each scalar holds in some states.
type Held = BTreeMap<SlotId, BTreeSet<i128>>;

fn held(program: &Program, states: &[Vec<u8>]) -> Held {
    let mut held = Held::new();
    for state in states {
        for (id, slot) in &program.layout.slots {
            let code = slot.scalar.load(state, slot.offset as usize);
            let value = slot.scalar.decode(code).unwrap_or(-1);
            held.entry(id).or_default().insert(value);
        }
    }
    held
}

/// What scalars may hold, by their names.
type Values = BTreeMap<String, BTreeSet<i128>>;

fn by_name(model: &Model, program: &Program, held: &Held) -> Values {
    let name = |id: &SlotId| slot_name(model, &program.layout.slots[*id]);
    let all = held.iter();
    all.map(|(id, values)| (name(id), values.clone())).collect()
}

/// What is known of all scalars, without looking at all states and by looking at all of them; the
/// first is `None` where nothing is known.
fn both(text: &str) -> Result<[Option<Values>; 2]> {
    let program = program(text)?;
    let statics = static_processes(&program.model);
    let all = [bounds(&program, &statics), beginnings(&program, &statics)];
    let named = |states: Vec<Vec<u8>>| by_name(&program.model, &program, &held(&program, &states));
    Ok(all.map(|states| states.map(named)))
}

/// Processes with some work, created after and between what is written here.
fn model(declared: &str, work: &str, creator: &str) -> String {
    format!("{declared}\nproctype P(byte me) {{ do :: {work} od }}\ninit {{ {creator} }}\n")
}

const RUNS: &str = "skip; atomic { run P(0); run P(1) }";

/// Exactly these values are left in some scalars, and those that are there are among them.
fn leaves(text: &str, expected: &[(&str, &[i128])]) {
    let [bounds, all] = both(text).expect("a model");
    let bounds = bounds.unwrap_or_else(|| panic!("nothing is known: {text}"));
    let all = all.expect("few states");
    for (name, values) in expected {
        let expected: BTreeSet<i128> = values.iter().copied().collect();
        assert_eq!(bounds[*name], expected, "{name}: {text}");
        assert!(all[*name].is_subset(&expected), "{name}: {text}");
    }
}

/// Nothing is known without looking at all states.
fn is_open(text: &str) {
    let [bounds, _] = both(text).expect("a model");
    assert_eq!(bounds, None, "{text}");
}

#[test]
fn choices_leave_all_their_values() {
    let creator = format!("if :: x = 1 :: x = 3 fi; y = x; if :: skip :: y = 4 fi; {RUNS}");
    let text = model("byte x, y;", "x == y -> skip", &creator);
    leaves(&text, &[("x", &[1, 3]), ("y", &[1, 3, 4])]);
}

#[test]
fn what_was_looked_at_is_known_in_the_step() {
    let creator = format!("if :: x = 1 :: x = 3 fi; y = (x == 3 -> x : x + 4); {RUNS}");
    let text = model("byte x, y;", "x == y -> skip", &creator);
    leaves(&text, &[("x", &[1, 3]), ("y", &[3, 5])]);
}

#[test]
fn an_else_comes_after_all_others() {
    let creator = format!("x = 1; if :: x == 1 -> y = 1 :: else -> y = 9 fi; {RUNS}");
    leaves(
        &model("byte x, y;", "y == 1 -> skip", &creator),
        &[("y", &[1])],
    );
    let creator = format!("x = 1; if :: x == 2 -> y = 1 :: else -> y = 9 fi; {RUNS}");
    leaves(
        &model("byte x, y;", "y == 1 -> skip", &creator),
        &[("y", &[9])],
    );
}

#[test]
fn loops_are_followed_until_nothing_is_new() {
    let creator = format!("select(x : 0 .. 4); {RUNS}");
    let text = model("byte x, y;", "x == 1 -> skip", &creator);
    leaves(&text, &[("x", &[0, 1, 2, 3, 4]), ("y", &[0])]);
}

#[test]
fn what_others_may_have_seen_meanwhile_counts() {
    let between = "x = 9; run P(0); x = 5; run P(1); x = 1";
    // What comes after the last `run` is a step like all others.
    let seen = model("byte x, y;", "x == y -> y = 1", between);
    leaves(&seen, &[("x", &[5, 9])]);
    // Nobody looks.
    let unseen = model("byte x, y;", "y == 0 -> skip", between);
    leaves(&unseen, &[("x", &[5])]);
    // Nobody can.
    let within = format!("atomic {{ {between} }}");
    let hidden = model("byte x, y;", "x == y -> y = 1", &within);
    leaves(&hidden, &[("x", &[1])]);
}

/// Nobody looks at what a process holds that is not there.
#[test]
fn processes_hold_what_they_are_created_with() {
    let text = model("byte y;", "y == me -> skip", "skip; run P(3); run P(4)");
    leaves(&text, &[("P:me[P:1]", &[3]), ("P:me[P:2]", &[4])]);
}

#[test]
fn creators_that_send_are_not_followed() {
    let declared = "chan q = [1] of { byte }; byte x;";
    let creator = format!("if :: x = 1 :: x = 2 fi; q!x; {RUNS}");
    is_open(&model(declared, "q?me", &creator));
}

#[test]
fn who_waits_lets_others_look() {
    let creator = "atomic { run P(0); x = 5; z; x = 1; run P(1); x = 2 }";
    let text = model("byte x; bit z;", "x == 5 -> z = 1", creator);
    leaves(&text, &[("x", &[5, 2])]);
    let creator = "atomic { run P(0); x = 5; y; x = 1; run P(1); x = 2 }";
    let text = model("byte x, z; bit y = 1;", "x == 5 -> z = 1", creator);
    leaves(&text, &[("x", &[2])]);
}

#[test]
fn others_that_are_there_from_the_beginning_look_too() {
    let others = "byte x = 4; byte z;\nactive proctype Q() { do :: x == 4 -> z = 1 od }";
    let text = model(others, "z == 1 -> skip", &format!("x = 5; {RUNS}"));
    leaves(&text, &[("x", &[4, 5])]);
    let alone = model(
        "byte x = 4; byte z;",
        "x == 4 -> z = 1",
        &format!("x = 5; {RUNS}"),
    );
    leaves(&alone, &[("x", &[5])]);
}

#[test]
fn what_others_write_is_known_while_nobody_is_there() {
    let text = model(
        "byte x, y;",
        "x == y -> y = 1",
        &format!("y = 3; x = y; {RUNS}"),
    );
    leaves(&text, &[("x", &[3])]);
    // Once somebody is, few values may all be there, and of many nothing is known.
    let between = |declared: &str| {
        let creator = "run P(0); x = z; run P(1)";
        model(declared, "x == 1 -> z = 1", creator)
    };
    leaves(&between("byte x; bit z;"), &[("x", &[0, 1])]);
    is_open(&between("byte x, z;"));
}

#[test]
fn a_creator_that_may_fail_is_not_followed() {
    let fails = |divisor: &str| {
        let creator = format!("if :: x = {divisor} :: x = 2 fi; y = 6 / x; {RUNS}");
        model("byte x, y;", "y == x -> skip", &creator)
    };
    leaves(&fails("1"), &[("y", &[6, 3])]);
    is_open(&fails("0"));
}

#[test]
fn the_number_of_processes_is_known_where_none_ends() {
    let within = "atomic { run P(0); x = _nr_pr; run P(1) }";
    let text = model("byte x;", "x == 1 -> skip", within);
    leaves(&text, &[("x", &[2])]);
}

/// A local of the creator is nobody else's, even where others run the same text.
#[test]
fn locals_are_followed() {
    let creator = format!("byte v; if :: v = 1 :: v = 2 fi; run P(2); x = v; {RUNS}");
    let text = model("byte x;", "x == 1 -> skip", &creator);
    leaves(&text, &[("x", &[0, 1, 2])]);
}

/// All beginnings lie within what is known without them, scalar by scalar; what others write
/// meanwhile is not said to be followed.
#[test]
fn all_random_beginnings_are_within() {
    parallel::for_each(&random_seeds(PROGRAMS), |seed| {
        let text = promela_beginnings(*seed);
        let program = program(&text)?;
        let statics = static_processes(&program.model);
        let (Some(bounds), Some(all)) =
            (bounds(&program, &statics), beginnings(&program, &statics))
        else {
            return Ok(());
        };
        let written = |variable: &str| {
            let others = text.split("init").next().unwrap_or_default();
            let mut ways = ["{} = ", "{}++"].iter();
            ways.any(|way| others.contains(&way.replace("{}", variable)))
        };
        let (bounds, all) = (held(&program, &bounds), held(&program, &all));
        for (slot, values) in &all {
            let name = slot_name(&program.model, &program.layout.slots[*slot]);
            let is_own = ["x", "y", "a[0]", "a[1]"].contains(&&*name);
            let variable = name.split('[').next().unwrap_or_default();
            if is_own && !written(variable) {
                let known = &bounds[slot];
                let is_within = values.is_subset(known);
                ensure!(is_within, "{name}: {values:?}, not {known:?}");
            }
        }
        Ok(())
    });
}
