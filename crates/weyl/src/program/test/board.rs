//! How far tests are, for somebody who waits for them.

use super::case::Case;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;
use weyl_report::TestView;

pub struct Board<'c> {
    count: usize,
    state: Mutex<State<'c>>,
}

#[derive(Default)]
struct State<'c> {
    /// By their numbers.
    running: BTreeMap<usize, &'c str>,
    done: usize,
    bad: usize,
}

impl<'c> Board<'c> {
    pub fn of(cases: &'c [Case]) -> Board<'c> {
        Board {
            count: cases.len(),
            state: Mutex::default(),
        }
    }

    pub fn begin(&self, number: usize, case: &'c Case) {
        if let Ok(mut state) = self.state.lock() {
            state.running.insert(number, &case.name);
        }
    }

    pub fn end(&self, number: usize, view: &TestView) {
        if let Ok(mut state) = self.state.lock() {
            state.running.remove(&number);
            state.done += 1;
            state.bad += usize::from(view.outcome.is_bad());
        }
    }

    /// How many are done, and which are not, those that began first in front.
    pub fn line(&self, elapsed: Duration) -> String {
        let Ok(state) = self.state.lock() else {
            return String::new();
        };
        let bad = match state.bad {
            0 => String::new(),
            bad => format!(", {bad} not as expected"),
        };
        let (done, count, seconds) = (state.done, self.count, elapsed.as_secs());
        let running: Vec<&str> = state.running.values().copied().collect();
        format!(
            "{done} of {count} tests{bad}, {seconds} s: {}",
            running.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectations::Expectations;
    use crate::program::test::case::{Origin, Places, no_test};
    use weyl_report::{OutcomeView, PlaceView};

    fn case(name: &str) -> Case {
        let place = PlaceView {
            file: name.to_string(),
            line: 1,
            column: 1,
        };
        Case {
            name: name.to_string(),
            model: name.into(),
            options: Vec::new(),
            expected: Expectations::default(),
            places: Places {
                items: Vec::new(),
                otherwise: place,
            },
            origin: Origin::Header,
        }
    }

    #[test]
    fn what_runs_is_named_and_what_is_done_is_counted() {
        let cases = ["a.m", "b.m", "c.m"].map(case);
        let board = Board::of(&cases);
        for (number, case) in cases.iter().enumerate() {
            board.begin(number, case);
        }
        let line = || board.line(Duration::from_millis(2900));
        assert_eq!(line(), "0 of 3 tests, 2 s: a.m, b.m, c.m");
        board.end(1, &no_test("b.m", OutcomeView::Failed));
        assert_eq!(line(), "1 of 3 tests, 1 not as expected, 2 s: a.m, c.m");
        board.end(0, &no_test("a.m", OutcomeView::Passed));
        assert_eq!(line(), "2 of 3 tests, 1 not as expected, 2 s: c.m");
    }
}
