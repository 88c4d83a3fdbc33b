//! Each way in which what a slice leaves out has a say in a question about runs.

use crate::Said;
use anyhow::{Context, Result, ensure};
use weyl_check::{Effect, MURPHI, PROMELA, Reductions, Report};
use weyl_filetest::{DISCOVERED, Options, report_of_text};
use weyl_ir::FrontEnd;
use weyl_system::Fairness;

/// What becomes of the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Used,
    /// It is explored, and the whole program is asked again.
    AskedAgain,
    /// It is not explored.
    LeftOut,
}

struct Case {
    text: &'static str,
    language: &'static dyn FrontEnd,
    /// A formula, or the name of a property of the text.
    asked: &'static str,
    fairness: Fairness,
    said: &'static str,
    fate: Fate,
}

impl Case {
    fn options(&self) -> Result<Options> {
        let asked = vec![self.asked.to_string()];
        let is_name = self.asked.contains("cycles") || self.asked == "never";
        let (properties, formulas) = if is_name {
            (asked, Vec::new())
        } else {
            (Vec::new(), asked)
        };
        Ok(Options {
            properties,
            formulas,
            fairness: self.fairness,
            ..Options::from_header(self.language, &[])?
        })
    }
}

fn fate(report: &Report) -> Option<Fate> {
    let mut reductions = report.reductions.iter();
    let slice = reductions.find(|one| one.name == "slice")?;
    match &slice.effect {
        Effect::Sliced { .. } => Some(Fate::Used),
        Effect::LeftOut(reason) if reason.contains("not confirmed") => Some(Fate::AskedAgain),
        Effect::LeftOut(_) => Some(Fate::LeftOut),
        _ => None,
    }
}

const BESIDE: &str = "byte x; bool b; active proctype Q() { do :: b = !b od } \
     active proctype P() { x = 1; x = 2 }";
const ENDS: &str = "byte x; byte b; active proctype Q() { b = 1; b = 2; b == 3 } \
     active proctype P() { x = 1; x = 2 }";
const WAITS: &str = "byte x; byte b; active proctype Q() { b = 1; b = 2; b == 3 } \
     active proctype P() { x = 1; x == 3 -> x = 2 }";
const CIRCLE: &str = "byte x; bool b; active proctype Q() { do :: b = !b od } \
     active proctype P() { do :: x = 1 - x od }";
/// A number that comes back after a few rounds, and one that takes too long.
const COUNTS: &str = "byte x, n; bool b; active proctype Q() { do :: b = !b od } \
     active proctype P() { do :: atomic { x = 1 - x; n++ } od }";
const COUNTS_LONG: &str = "byte x; unsigned n : 13; active proctype Q() { do :: n++ od } \
     active proctype P() { do :: atomic { x = 1 - x; n++ } od }";
const NEVER: &str = "byte x; bool b; active proctype Q() { do :: b = !b od } \
     active proctype P() { x = 1; x = 2 } \
     never { T0: if :: x == 0 -> goto T0 :: x == 1 -> goto T1 fi; \
     T1: if :: x == 1 -> goto accept fi; accept: do :: x == 1 od }";
const ACCEPTS: &str = "byte x; bool b; active proctype Q() { do :: b = !b od } \
     active proctype P() { x = 1; accept: x = 2 }";
const PROGRESS: &str = "byte x; byte b; active proctype Q() { b = 1; b = 2; b == 3 } \
     active proctype P() { progress: x = 1; x == 3 -> x = 2 }";
const PROGRESS_BESIDE: &str = "byte x; byte b; active proctype Q() { do :: b = !b od } \
     active proctype P() { progress: x = 1; x == 3 -> x = 2 }";
/// Of the second process nothing is left, and its rules are those of the first.
const TWINS: &str = "byte x[2] = 1; active [2] proctype P() { do \
     :: atomic { x[_pid] == 0 -> x[_pid] = 2 } :: atomic { x[_pid] == 1 -> x[_pid] = 1 } od }";
/// All rules stay, and something that they do is gone.
const RULES: &str = "var x, n: 0..2; startstate begin x := 0; n := 0; end; \
     rule x < 2 ==> begin x := x + 1; n := (n + 1) % 3; end; \
     rule x = 2 ==> begin x := 1; n := 0; end;";
/// A rule that is gone, one that can never fire.
const RULES_BESIDE: &str = "var x, n, k: 0..2; startstate begin x := 0; n := 0; k := 0; end; \
     rule \"up\" x < 2 ==> begin x := x + 1; end; \
     rule \"beside\" true ==> begin n := (n + 1) % 3; end; \
     rule \"never\" k = 1 ==> begin k := 0; end;";

fn cases() -> Vec<Case> {
    let case = |text, asked, said, fate| Case {
        text,
        language: PROMELA,
        asked,
        fairness: Fairness::None,
        said,
        fate,
    };
    let rules = |text, asked, said, fate| Case {
        language: MURPHI,
        ..case(text, asked, said, fate)
    };
    let fairly = |fairness, of: Case| Case { fairness, ..of };
    let (holds, violated) = ("holds", "is violated");
    vec![
        // Somebody else runs for ever.
        case(BESIDE, "<> (x == 2)", violated, Fate::Used),
        case(BESIDE, "[] (x == 1 -> <> (x == 2))", violated, Fate::Used),
        case(BESIDE, "[] (x < 3)", holds, Fate::Used),
        case(BESIDE, "[] (x == 2 -> [] (x == 2))", holds, Fate::Used),
        case(CIRCLE, "[] <> (x == 1)", violated, Fate::Used),
        rules(RULES_BESIDE, "<> (x = 2)", violated, Fate::Used),
        // Unless it is treated fairly.
        fairly(
            Fairness::Weak,
            case(BESIDE, "<> (x == 2)", holds, Fate::Used),
        ),
        fairly(
            Fairness::Strong,
            case(CIRCLE, "[] <> (x == 1)", holds, Fate::Used),
        ),
        fairly(
            Fairness::Weak,
            case(CIRCLE, "<> [] (x == 1)", violated, Fate::Used),
        ),
        fairly(
            Fairness::Weak,
            rules(RULES_BESIDE, "<> (x = 2)", holds, Fate::Used),
        ),
        fairly(
            Fairness::Weak,
            rules(RULES_BESIDE, "[] <> (x = 1)", violated, Fate::Used),
        ),
        fairly(
            Fairness::Weak,
            case(TWINS, "<> (x[0] != 1)", violated, Fate::Used),
        ),
        // The others come to an end, and nobody can stay where the slice does.
        case(ENDS, "<> (x == 2)", holds, Fate::AskedAgain),
        // Or everybody is at an end.
        case(WAITS, "<> (x == 2)", violated, Fate::Used),
        // What counts steps.
        case(BESIDE, "X (x == 0)", violated, Fate::LeftOut),
        case(BESIDE, "[] (x == 0 || X (x != 1))", violated, Fate::LeftOut),
        rules(RULES_BESIDE, "X (x = 1)", violated, Fate::LeftOut),
        // Unless no step is gone.
        rules(RULES, "X (x = 1)", holds, Fate::Used),
        rules(RULES, "X X X (x = 2)", violated, Fate::Used),
        rules(RULES, "[] <> (x = 2)", holds, Fate::Used),
        // Never claims.
        case(NEVER, "never", violated, Fate::LeftOut),
        case(ACCEPTS, "acceptance cycles", violated, Fate::Used),
        // A run that ends is no cycle.
        case(PROGRESS, "non-progress cycles", holds, Fate::AskedAgain),
        case(PROGRESS_BESIDE, "non-progress cycles", violated, Fate::Used),
        // Something counts beside what goes round.
        case(
            COUNTS,
            "[] (x == 0 -> <> [] (x == 0))",
            violated,
            Fate::Used,
        ),
        case(COUNTS_LONG, "<> [] (x == 1)", violated, Fate::Used),
        case(
            COUNTS_LONG,
            "<> [] (x == 1) || <> [] (x == 0)",
            violated,
            Fate::AskedAgain,
        ),
    ]
}

#[test]
fn what_is_left_out_has_a_say() -> Result<()> {
    let slice = Reductions {
        slice: true,
        ..Reductions::NONE
    };
    for case in cases() {
        let asked = format!("{}\n{}, {:?}", case.text, case.asked, case.fairness);
        let written = report_of_text("aimed", case.text, &case.options()?)?;
        let said = |report: &Report| {
            let rows = Said::of(report).rows;
            rows.into_iter().map(|(_, said)| said).collect::<Vec<_>>()
        };
        ensure!(said(&written) == [case.said], "{asked}: as it was written");
        for reductions in [slice, Reductions::ALL] {
            let options = Options {
                reductions,
                symmetry: DISCOVERED,
                ..case.options()?
            };
            let report = report_of_text("aimed", case.text, &options)?;
            let said = said(&report);
            ensure!(said == [case.said], "{asked}: {said:?}, {reductions:?}");
            let found = fate(&report);
            ensure!(
                found == Some(case.fate),
                "{asked}: {found:?}, {reductions:?}"
            );
        }
    }
    Ok(())
}

/// A step that changes nothing but what is forgotten is no deadlock, and one that changes nothing
/// is.
#[test]
fn deadlocks_that_compare_states() -> Result<()> {
    let turns = "var x, d: 0..1; startstate begin x := 0; d := 0; end; \
         ruleset i: 0..1 do rule true ==> begin d := i; if d = 1 then x := 0; end; end; end;";
    let stops = "var x, d: 0..1; startstate begin x := 0; d := 0; end; \
         ruleset i: 0..1 do rule x = 0 ==> begin d := i; if d = 1 then x := 1; end; end; end;";
    for (text, said, is_used) in [(turns, "holds", false), (stops, "is violated", true)] {
        let options = Options {
            properties: vec!["deadlock".to_string()],
            ..Options::from_header(MURPHI, &[])?
        };
        let reduced = Options {
            reductions: Reductions::ALL,
            ..options.clone()
        };
        for options in [options, reduced] {
            let report = report_of_text("forgotten", text, &options)?;
            let rows = Said::of(&report).rows;
            ensure!(rows.iter().all(|(_, own)| own == said), "{text}: {rows:?}");
            let mut reductions = report.reductions.iter();
            let live = reductions.find(|one| one.name == "live");
            ensure!(
                live.is_none_or(|one| one.is_done() == is_used),
                "{text}: {live:?}"
            );
        }
    }
    Ok(())
}

/// Names of which a slice has nothing left are not counted in its group.
#[test]
fn the_group_of_what_is_left() -> Result<()> {
    let text = "type A: scalarset(2); B: scalarset(4); \
         var a: array [A] of boolean; b: array [B] of boolean; \
         startstate begin for i: A do a[i] := false; end; for j: B do b[j] := false; end; end; \
         ruleset i: A do rule true ==> begin a[i] := !a[i]; end; end; \
         ruleset j: B do rule true ==> begin b[j] := !b[j]; end; end; \
         invariant \"one\" exists i: A do a[i] | !a[i] end;";
    let options = Options {
        properties: vec!["one".to_string()],
        symmetry: DISCOVERED,
        ..Options::from_header(MURPHI, &[])?
    };
    let order = |reductions| -> Result<String> {
        let options = Options {
            reductions,
            ..options.clone()
        };
        let report = report_of_text("left", text, &options)?;
        let used = report.symmetry.context("there is symmetry")?;
        Ok(used.group.order)
    };
    ensure!(order(Reductions::NONE)? == "48");
    ensure!(order(Reductions::ALL)? == "2");
    Ok(())
}
