//! Processes that have ended may stay where nobody sees it: every verdict is the same as if they
//! were removed.

use anyhow::{Context, Result, ensure};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{PROMELA, SymmetrySource, Termination};
use weyl_filetest::{Answer, Options, Verdict, models, parallel, program, random_seeds};
use weyl_ir::Capacity;
use weyl_modelgen::{PromelaOptions, promela, promela_families};
use weyl_permutation::random::Random;
use weyl_symmetry::{may_end, static_processes, staying};

/// Larger models are left out.
const MOST_STATES: u64 = 30_000;
const STATES_OF_RANDOM: u64 = 5_000;

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 400;

/// Whether processes end, can stay unseen, and the verdicts with and without them are the same.
fn is_unseen(name: &str, text: &str, options: &Options) -> Result<bool> {
    let model = program(PROMELA, name, text, Capacity::MOST)?.model;
    let has_late = !static_processes(&model).dynamic_kinds.is_empty();
    if !may_end(&model) && !has_late || staying(&model).is_err() {
        return Ok(false);
    }
    let [spin, stay] = [Termination::Spin, Termination::Stay].map(|termination| {
        let options = Options {
            symmetry: SymmetrySource::Off,
            termination,
            ..options.clone()
        };
        Answer::of_text(name, text, &options)
    });
    let (spin, stay) = (spin?, stay?);
    let is_cut = |answer: &Answer| {
        answer.verdict == Verdict::Inconclusive || Some(answer.states) >= options.max_states
    };
    if is_cut(&spin) || is_cut(&stay) {
        return Ok(false);
    }
    ensure!(
        (spin.verdict, spin.violated_names()) == (stay.verdict, stay.violated_names()),
        "{spin:?} if they are removed, {stay:?} if they stay"
    );
    Ok(true)
}

#[test]
fn verdicts_of_models_are_the_same() {
    let all = models("promela").expect("the models can be read");
    let small = models("promela-small").expect("the models can be read");
    let all = all.into_iter().chain(small);
    let is_small = |states: Option<u64>| states.is_none_or(|states| states <= MOST_STATES);
    let all: Vec<_> = all
        .filter(|(_, expected)| is_small(expected.full.states))
        .collect();
    let compared = AtomicU64::new(0);
    parallel::for_each(&all, |(path, expected)| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)?;
        let options = Options {
            max_states: Some(MOST_STATES * 2),
            ..Options::from_header(PROMELA, &expected.options)?
        };
        let is_unseen = is_unseen(&name, &text, &options).context(name)?;
        compared.fetch_add(u64::from(is_unseen), Relaxed);
        Ok(())
    });
    let compared = compared.into_inner();
    println!("{compared} models were compared");
    assert!(compared >= 20, "only {compared} models were compared");
}

#[test]
fn verdicts_of_random_programs_are_the_same() {
    let small = PromelaOptions {
        process_types: 2,
        statements: 2,
        failing_assertions: true,
    };
    are_the_same(|seed| promela(seed, &small).text, 5);
}

/// Programs in which somebody waits for others to end, or asks where they are.
struct Waiting {
    random: Random,
}

impl Waiting {
    fn text(seed: u64) -> String {
        let random = Random::new(seed);
        let mut waiting = Waiting { random };
        let mut text = "byte x, y;\n".to_string();
        for name in ["A", "B"] {
            let provided = waiting.sometimes(6, " provided (y < 3)");
            let body = waiting.body(false);
            text += &format!("proctype {name}(){provided} {{ byte n; {body} }}\n");
        }
        let observer = waiting.body(true);
        if waiting.random.once_in(4) {
            text += &format!("active proctype O() {{ {observer} }}\n");
        }
        let runs: Vec<&str> = (0..2 + waiting.random.below(2))
            .map(|_| waiting.one_of(&["run A()", "run B()", "run A()", "run B()", "y = run A()"]))
            .collect();
        let runs = runs.join("; ");
        let runs = if waiting.random.once_in(2) {
            format!("atomic {{ {runs} }}")
        } else {
            runs
        };
        let own = waiting.body(true);
        text + &format!("init {{ {runs}; {own} }}\n")
    }

    fn sometimes(&mut self, times: usize, text: &'static str) -> &'static str {
        if self.random.once_in(times) { text } else { "" }
    }

    fn one_of<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        self.random.pick(texts).copied().unwrap_or("skip")
    }

    fn body(&mut self, looks: bool) -> String {
        let count = 1 + self.random.below(4);
        let statements: Vec<String> = (0..count).map(|_| self.statement(looks)).collect();
        let body = format!("{}; L: skip", statements.join("; "));
        match self.random.below(8) {
            0 => format!("do :: x < 3 -> {body} :: break od"),
            1 => format!("atomic {{ {body} }}"),
            _ => body,
        }
    }

    fn statement(&mut self, looks: bool) -> String {
        let variable = self.one_of(&["x", "y"]);
        let value = self.random.below(4);
        match self.random.below(if looks { 9 } else { 4 }) {
            0 if self.random.once_in(8) => format!("{variable} = _pid % 4"),
            0 => format!("{variable} = {value}"),
            1 => format!("{variable} = ({variable} + 1) % 4"),
            2 => format!("{variable} != {value}"),
            3 => format!("assert(!(x == {value} && y == {}))", self.random.below(4)),
            4 | 5 => self
                .one_of(&["_nr_pr == 1", "1 == _nr_pr", "_nr_pr == 1 && x > 0"])
                .into(),
            6 => self
                .one_of(&[
                    "_nr_pr == 2",
                    "_nr_pr <= 1",
                    "if :: _nr_pr == 1 :: else -> y = 2 fi",
                    "if :: _nr_pr == 1 -> x = 1 :: y = 1 fi",
                    "if :: _nr_pr == 1 :: timeout -> x = 3 fi",
                    "atomic { x = 1; _nr_pr == 1; x = 2 }",
                ])
                .into(),
            _ => {
                let who = self.one_of(&["A[1]", "A[2]", "B[1]", "B[2]", "A", "B"]);
                let what = self.one_of(&["@L", "@L == 0", ":n == 0"]);
                format!("assert(!({who}{what} && x == {value}))")
            }
        }
    }
}

#[test]
fn verdicts_of_who_waits_for_ends_are_the_same() {
    are_the_same(Waiting::text, 10);
}

#[test]
fn verdicts_of_who_creates_others_are_the_same() {
    are_the_same(promela_families, 30);
}

/// Verdicts of random programs, at least so many of a hundred of which can be compared.
fn are_the_same(text: impl Fn(u64) -> String + Sync, least: u64) {
    let seeds = random_seeds(PROGRAMS);
    let compared = AtomicU64::new(0);
    parallel::for_each(&seeds, |seed| {
        let text = text(*seed);
        let options = Options {
            max_states: Some(STATES_OF_RANDOM),
            ..Options::from_header(PROMELA, &[])?
        };
        let is_unseen = is_unseen(&format!("seed {seed}"), &text, &options);
        let is_unseen = is_unseen.with_context(|| text)?;
        compared.fetch_add(u64::from(is_unseen), Relaxed);
        Ok(())
    });
    let (compared, all) = (compared.into_inner(), seeds.len() as u64);
    println!("{compared} of {all} programs were compared");
    assert!(
        all < 100 || compared * 100 >= all * least,
        "{compared} of {all}"
    );
}
