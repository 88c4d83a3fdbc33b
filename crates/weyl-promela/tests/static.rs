//! What is accepted and what is not, in one table, next to SPIN.
//!
//! `static.txt` holds small models. The first line of each is its name, the second what happens:
//! `accepted` or `rejected` by both weyl and SPIN, `stricter` (only weyl rejects) or `laxer` (only
//! SPIN does), followed by weyl's codes and, where the two differ, the reason. Where SPIN is
//! installed its side is checked too.

mod table;

use std::path::PathBuf;
use std::process::Command;
use weyl_ir::ReadOptions;
use weyl_source::{Diagnostic, Diagnostics, Sources};

struct Case {
    name: &'static str,
    verdict: &'static str,
    codes: Vec<&'static str>,
    reason: Option<&'static str>,
    text: &'static str,
}

fn cases() -> Vec<Case> {
    let table = include_str!("static.txt");
    table.split("%% ").skip(1).map(case).collect()
}

fn case(entry: &'static str) -> Case {
    let (name, rest) = entry.split_once("\n%= ").expect("a second line");
    let (line, text) = rest.split_once('\n').expect("a model");
    let (line, reason) = match line.split_once(": ") {
        Some((line, reason)) => (line, Some(reason)),
        None => (line, None),
    };
    let mut words = line.split(' ');
    Case {
        name,
        verdict: words.next().expect("a verdict"),
        codes: words.collect(),
        reason,
        text,
    }
}

/// Whether weyl rejects a model, and its errors, or its warnings if there are none.
fn diagnostics(text: &str) -> (bool, Vec<Diagnostic>) {
    let mut sources = Sources::default();
    let file = sources.add("m.pml", text);
    let options = ReadOptions::default();
    let mut diagnostics = Diagnostics::default();
    let program = weyl_promela::parse(&mut sources, file, &options, &mut diagnostics);
    let rejected = program.is_none();
    let counted = diagnostics
        .iter()
        .filter(|diagnostic| diagnostic.is_error() == rejected);
    (rejected, counted.cloned().collect())
}

/// The codes of the diagnostics of a model.
fn weyl(text: &str) -> (bool, Vec<String>) {
    let (rejected, diagnostics) = diagnostics(text);
    let codes = diagnostics.iter();
    let mut codes: Vec<String> = codes
        .map(|diagnostic| diagnostic.code.to_string())
        .collect();
    codes.sort();
    codes.dedup();
    (rejected, codes)
}

#[test]
fn weyl_decides_as_the_table_says() {
    for case in cases() {
        let (rejected, codes) = weyl(case.text);
        let wanted = matches!(case.verdict, "rejected" | "stricter");
        assert_eq!(rejected, wanted, "{}: {codes:?}", case.name);
        assert_eq!(codes, case.codes, "{}", case.name);
    }
}

#[test]
fn every_difference_has_a_reason() {
    for case in cases() {
        let differs = match case.verdict {
            "accepted" | "rejected" => false,
            "stricter" | "laxer" => true,
            other => panic!("{}: `{other}` is no verdict", case.name),
        };
        assert_eq!(differs, case.reason.is_some(), "{}", case.name);
    }
}

#[test]
fn enough_static_errors_of_spin_are_covered() {
    let rejected = cases()
        .into_iter()
        .filter(|case| case.verdict == "rejected");
    assert!(rejected.count() >= 100);
}

#[test]
fn long_chains_that_only_look_nested_are_fine() {
    for chain in [
        " + a - 1",
        " * a",
        " | a",
        " + a * 2",
        " && a",
        " + (a - 1)",
    ] {
        let text = format!("int a; init {{ a = a{} }}", chain.repeat(5_000));
        assert_eq!(weyl(&text), (false, vec![]), "{chain}");
    }
    let (rejected, codes) = weyl(&format!("int a; init {{ a = a{} }}", " / a".repeat(5_000)));
    assert_eq!((rejected, codes), (true, vec!["W0722".to_string()]));
}

fn spin_is_installed() -> bool {
    Command::new("spin").arg("-V").output().is_ok()
}

/// Whether SPIN rejects a model, and what it prints.
fn spin(text: &str, folder: &str) -> (bool, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("m.pml"), text).expect("a file");
    let mut command = Command::new("spin");
    let output = command.args(["-a", "m.pml"]).current_dir(&folder).output();
    let output = output.expect("spin runs");
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed).into_owned();
    (!output.status.success(), printed)
}

#[test]
fn spin_decides_as_the_table_says() {
    if !spin_is_installed() {
        return;
    }
    for case in cases() {
        let (rejected, _) = spin(case.text, "static");
        let wanted = matches!(case.verdict, "rejected" | "laxer");
        assert_eq!(rejected, wanted, "{}", case.name);
    }
}

#[test]
fn the_page_of_static_errors_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/promela-errors.md");
    let old = std::fs::read_to_string(path).unwrap_or_default();
    let known = table::spin_column(&old);
    let page = table::page(&cases(), |case| {
        if spin_is_installed() {
            table::spin_message(&spin(case.text, "page").1)
        } else {
            known
                .get(&table::cell(case.name))
                .cloned()
                .unwrap_or_default()
        }
    });
    if std::env::var_os("WEYL_BLESS").is_some() {
        std::fs::write(path, &page).expect("the page can be written");
        return;
    }
    let differs = page.lines().zip(old.lines()).find(|(new, old)| new != old);
    assert!(
        page == old,
        "docs/promela-errors.md is stale, bless it: {differs:?}"
    );
}
