//! Running tests side by side.

use super::ask::{Answer, Question, ask};
use super::board::Board;
use super::case::Case;
use super::judge::judged;
use crate::expectations::Way;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use weyl_report::{OutcomeView, TestView};

/// What all checks have in common.
#[derive(Clone, Debug)]
pub struct Common {
    /// Options with their values, for those that do not say something else.
    pub options: Vec<(&'static str, String)>,
    pub jobs: usize,
    pub slow: bool,
}

/// Options that another way makes meaningless, and whether they have a value.
const ABOUT_REDUCTIONS: [(&str, bool); 9] = [
    ("--reduce", true),
    ("--shortest", false),
    ("--termination", true),
    ("--symmetry", true),
    ("--representative", true),
    ("--indices", true),
    ("--keep-going", false),
    ("--self-check", false),
    ("--trust-loops", false),
];

/// What came of each test, in their order.
pub fn run<'c>(
    cases: &'c [Case],
    common: &Common,
    board: &Board<'c>,
    stop: &AtomicBool,
) -> Vec<TestView> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(case) = cases.get(number) else {
                return;
            };
            board.begin(number, case);
            let view = tried(case, common, stop);
            board.end(number, &view);
            if let Ok(mut done) = done.lock() {
                done.push((number, view));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..common.jobs {
            // With fewer threads it takes longer.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let mut done = done.into_inner().unwrap_or_default();
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, view)| view).collect()
}

fn tried(case: &Case, common: &Common, stop: &AtomicBool) -> TestView {
    if case.expected.slow && !common.slow {
        return case.view(OutcomeView::Skipped);
    }
    let mut answers = Vec::new();
    for (way, question) in questions(case, common) {
        if stop.load(Ordering::Relaxed) {
            return interrupted(case);
        }
        let answer = ask(&question, stop);
        if stop.load(Ordering::Relaxed) && matches!(answer, Answer::Broken(_)) {
            return interrupted(case);
        }
        answers.push((way, answer));
    }
    judged(case, answers)
}

fn interrupted(case: &Case) -> TestView {
    TestView {
        message: Some("it was interrupted".to_string()),
        span: Some(case.places.otherwise.clone()),
        ..case.view(OutcomeView::Limit)
    }
}

fn questions<'c>(case: &'c Case, common: &Common) -> Vec<(Way, Question<'c>)> {
    let expected = &case.expected;
    let symmetry = || Question {
        command: "symmetry",
        model: &case.model,
        options: case.all_options(),
    };
    if expected.are_about_the_group() {
        return vec![(Way::AsAsked, symmetry())];
    }
    let mut all = vec![(Way::AsAsked, check(case, common, Way::AsAsked))];
    for way in [Way::Full, Way::Declared] {
        if !expected.counts(way).is_empty() {
            all.push((way, check(case, common, way)));
        }
    }
    if expected.because.is_some() {
        all.push((Way::AsAsked, symmetry()));
    }
    all
}

fn check<'c>(case: &'c Case, common: &Common, way: Way) -> Question<'c> {
    let mut options = case.all_options();
    if way != Way::AsAsked {
        options = without(options, &ABOUT_REDUCTIONS);
        options.extend(way.options().iter().map(|word| word.to_string()));
    }
    for (option, value) in &common.options {
        let is_it = |word: &String| word == option || word.starts_with(&format!("{option}="));
        if !options.iter().any(is_it) {
            options.extend([option.to_string(), value.clone()]);
        }
    }
    Question {
        command: "check",
        model: &case.model,
        options,
    }
}

/// The options without some of them and their values.
fn without(options: Vec<String>, some: &[(&str, bool)]) -> Vec<String> {
    let mut left = Vec::new();
    let mut words = options.into_iter();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or_default();
        match some.iter().find(|(option, _)| *option == name) {
            Some((_, has_value)) if *has_value && !word.contains('=') => {
                words.next();
            }
            Some(_) => {}
            None => left.push(word),
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_about_reductions_are_left_out() {
        let words = "--symmetry auto -D N=3 --keep-going --symmetry=off --deadlock off";
        let words = words.split(' ').map(str::to_string).collect();
        let left = without(words, &ABOUT_REDUCTIONS);
        assert_eq!(left, ["-D", "N=3", "--deadlock", "off"]);
    }
}
