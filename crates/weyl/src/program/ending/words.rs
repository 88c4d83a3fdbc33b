//! What the program says at its end if there is no memory to think of something then.

use crate::program::settings::Output;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use weyl_budget::Limit;
use weyl_explore::{Phase, Progress};
use weyl_report::{Shown, View, plain, render_report};

const LIMITS: [Limit; 3] = [Limit::Time, Limit::Memory, Limit::Interrupted];

/// A number of states that is written with as many digits as any.
const WIDEST: u64 = u64::MAX;
const DIGITS: usize = 20;

/// Nobody has to break its lines.
const WIDTH: usize = 80;

/// Answers for every limit and every phase.
#[derive(Debug)]
pub struct Words {
    answers: Vec<(Limit, Phase, Answer)>,
    progress: Arc<Progress>,
}

/// A text with a place for the number of states, if it tells that.
#[derive(Debug)]
struct Answer {
    before: String,
    after: Option<String>,
}

impl Words {
    pub fn new(model: &str, output: Output, progress: &Arc<Progress>) -> Words {
        let all = LIMITS.into_iter().flat_map(|limit| {
            let of_phase = move |phase| (limit, phase, Answer::new(model, output, limit, phase));
            Phase::ALL.map(of_phase)
        });
        Words {
            answers: all.collect(),
            progress: Arc::clone(progress),
        }
    }

    /// Whether the program is searching.
    pub fn is_search(&self) -> bool {
        self.progress.phase() == Phase::Searching
    }

    /// Hands over what is to be said, in parts.
    pub fn say<T>(&self, limit: Limit, print: impl FnOnce(&[&[u8]]) -> T) -> T {
        let phase = self.progress.phase();
        let mut answers = self.answers.iter();
        let answer = answers.find(|(own, of, _)| *own == limit && *of == phase);
        let Some((_, _, Answer { before, after })) = answer else {
            return print(&[]);
        };
        let mut number = [b' '; DIGITS];
        write_number(self.progress.states.load(Relaxed), &mut number);
        match after {
            Some(after) => print(&[before.as_bytes(), &number, after.as_bytes()]),
            None => print(&[before.as_bytes()]),
        }
    }
}

impl Answer {
    fn new(model: &str, output: Output, limit: Limit, phase: Phase) -> Answer {
        let progress = Progress::default();
        match output {
            Output::Nothing => Answer {
                before: String::new(),
                after: None,
            },
            Output::Text => {
                let view = View::unfinished(model, limit.into(), phase, &progress);
                let text = render_report(&view, Shown::within(WIDTH));
                Answer {
                    before: plain(&text),
                    after: None,
                }
            }
            Output::Json => {
                progress.states.store(WIDEST, Relaxed);
                let view = View::unfinished(model, limit.into(), phase, &progress);
                let text = view.to_json();
                match text.split_once(&format!("\"states\": {WIDEST}")) {
                    Some((before, after)) => Answer {
                        before: format!("{before}\"states\": "),
                        after: Some(after.to_string()),
                    },
                    None => Answer {
                        before: text,
                        after: None,
                    },
                }
            }
        }
    }
}

/// Right-aligned, without an allocation.
fn write_number(mut number: u64, digits: &mut [u8; DIGITS]) {
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &Words, limit: Limit) -> String {
        let joined = |parts: &[&[u8]]| parts.concat();
        String::from_utf8(words.say(limit, joined)).expect("text")
    }

    #[test]
    fn numbers_are_written_whole() {
        for number in [0, 7, 10, 1_234_567, u64::MAX] {
            let mut digits = [b' '; DIGITS];
            write_number(number, &mut digits);
            let text = String::from_utf8_lossy(&digits);
            assert_eq!(text.trim_start(), number.to_string());
        }
    }

    #[test]
    fn prepared_answers_are_answers() {
        let progress = Arc::new(Progress::default());
        let words = Words::new("m.pml", Output::Json, &progress);
        progress.states.store(4_711, Relaxed);
        progress.enter(Phase::Compiling);
        let view = View::from_json(&said(&words, Limit::Memory)).expect("a report");
        assert_eq!((view.states, view.model.as_str()), (4_711, "m.pml"));
        assert_eq!(view.limit, Some(weyl_report::LimitView::Memory));
        assert_eq!(view.phase, Some(weyl_report::PhaseView::Compiling));
        let words = Words::new("m.pml", Output::Text, &progress);
        let text = said(&words, Limit::Interrupted);
        assert!(
            text.starts_with("inconclusive m.pml: it was interrupted\n"),
            "{text}"
        );
        assert!(text.contains("while compiling the model"), "{text}");
        assert_eq!(
            said(&Words::new("m", Output::Nothing, &progress), Limit::Time),
            ""
        );
    }
}
