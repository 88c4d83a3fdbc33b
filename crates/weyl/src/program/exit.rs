//! Exit codes: a contract with scripts.

use std::process::ExitCode;
use weyl_check::{Conclusion, Failure};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Holds = 0,
    Violated = 1,
    /// The input or the command line is wrong.
    WrongInput = 2,
    /// A limit was reached, or something was not checked.
    Inconclusive = 3,
    /// A bug in weyl.
    Bug = 4,
}

impl Exit {
    /// Of another process; one that was ended by a signal has none.
    pub fn by_code(code: Option<i32>) -> Exit {
        match code {
            Some(0) => Exit::Holds,
            Some(1) => Exit::Violated,
            Some(2) => Exit::WrongInput,
            Some(3) | None => Exit::Inconclusive,
            Some(_) => Exit::Bug,
        }
    }

    /// As JSON has it.
    pub fn word(self) -> &'static str {
        match self {
            Exit::Holds => "holds",
            Exit::Violated => "violated",
            Exit::Inconclusive => "inconclusive",
            Exit::WrongInput | Exit::Bug => "error",
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

impl From<Conclusion> for Exit {
    fn from(outcome: Conclusion) -> Exit {
        match outcome {
            Conclusion::Holds => Exit::Holds,
            Conclusion::Violated => Exit::Violated,
            Conclusion::Inconclusive => Exit::Inconclusive,
        }
    }
}

impl From<&Failure> for Exit {
    fn from(failure: &Failure) -> Exit {
        match failure {
            Failure::Input(_) => Exit::WrongInput,
            Failure::Bug(_) => Exit::Bug,
            Failure::Spent { .. } => Exit::Inconclusive,
        }
    }
}
