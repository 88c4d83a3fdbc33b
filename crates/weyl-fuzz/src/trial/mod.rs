//! One input, tried in this process. A panic is a failure like others; what kills the process is
//! seen by its parent.

mod automaton;
mod check;
mod comparison;
mod diagnostics;
mod expected;
mod front_end;
mod retrace;
mod texts;

use crate::failure::{Failure, Tried};
use crate::target::{Reader, Target};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

/// Tries inputs, and knows what panics say, those of other threads too.
pub struct Trier {
    target: Target,
    panics: Arc<Mutex<Vec<Failure>>>,
}

impl Trier {
    pub fn new(target: Target) -> Trier {
        let panics = Arc::new(Mutex::new(Vec::new()));
        let record = Arc::clone(&panics);
        std::panic::set_hook(Box::new(move |panic| {
            let place = panic
                .location()
                .map_or("nowhere".to_string(), ToString::to_string);
            let message = panic.payload_as_str().unwrap_or_default();
            if let Ok(mut record) = record.lock() {
                record.push(Failure::new(
                    format!("panic at {}", line_of(&place)),
                    message,
                ));
            }
        }));
        Trier { target, panics }
    }

    pub fn attempt(&self, input: &[u8]) -> Tried {
        let tried = catch_unwind(AssertUnwindSafe(|| attempt(self.target, input)));
        let panics = self
            .panics
            .lock()
            .map(|mut list| std::mem::take(&mut *list));
        match panics.unwrap_or_default().into_iter().next() {
            Some(first) => Err(first),
            None => tried.unwrap_or_else(|_| Err(Failure::new("panic", "nobody says where"))),
        }
    }
}

/// Without the column, and without the folder that dependencies were built in.
fn line_of(place: &str) -> &str {
    let line = place.rsplit_once(':').map_or(place, |(line, _)| line);
    line.rsplit_once("/registry/src/")
        .map_or(line, |(_, crates)| crates)
}

fn attempt(target: Target, input: &[u8]) -> Tried {
    match target.reader {
        Reader::FrontEnd => front_end::attempt(target, input),
        Reader::Check => check::attempt(target, input),
        Reader::Formula | Reader::Generators => check::attempt_beside(target, input),
        Reader::Answer => retrace::attempt(target, input),
        Reader::Automaton => automaton::attempt(input),
        Reader::Header => expected::attempt_header(input),
        Reader::Manifest => expected::attempt_manifest(input),
        Reader::Comparison => comparison::attempt(input),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Outcome;

    /// What is never accepted tries little, and what is never refused too.
    #[test]
    fn what_is_expected_and_what_is_compared_is_accepted_and_refused() {
        for name in ["header", "manifest", "comparison"] {
            let target = Target::named(name)[0];
            let maker = crate::make::Maker::new(target, 3).expect("there is a corpus");
            let inputs = (0..400).map(|number| maker.input(number));
            let tried: Vec<Tried> = inputs.map(|input| attempt(target, &input)).collect();
            for outcome in [Outcome::Accepted, Outcome::Refused] {
                let count = tried.iter().filter(|one| **one == Ok(outcome)).count();
                assert!(count > 20, "{name}: {count} {outcome:?}");
            }
            assert!(tried.iter().all(Result::is_ok), "{name}");
        }
    }

    #[test]
    fn places_of_panics_are_short_and_have_no_column() {
        assert_eq!(line_of("crates/a/src/b.rs:10:5"), "crates/a/src/b.rs:10");
        let far = "/home/x/.cargo/registry/src/index-1/logos-0.16/src/lib.rs:3:4";
        assert_eq!(line_of(far), "index-1/logos-0.16/src/lib.rs:3");
    }
}
