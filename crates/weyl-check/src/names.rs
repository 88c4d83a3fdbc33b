//! Names by which a user means parts of the state.

use crate::codes;
use crate::failure::{Failure, nowhere};
use weyl_system::Program;
use weyl_trace::{Recorder, is_called};

/// Names of variables that are told to somebody who has mistyped one.
const TOLD: usize = 12;

/// Refuses names that mean nothing.
pub fn names_exist(program: &Program, names: &[String]) -> Result<(), Failure> {
    if names.is_empty() {
        return Ok(());
    }
    let recorder = Recorder::new(program);
    let is_known = |name: &str| recorder.paths().any(|path| is_called(path, name));
    let Some(unknown) = names.iter().find(|name| !is_known(name)) else {
        return Ok(());
    };
    let mut variables: Vec<&str> = recorder.paths().map(variable).collect();
    variables.sort_unstable();
    variables.dedup();
    let dots = if variables.len() > TOLD { ", …" } else { "" };
    variables.truncate(TOLD);
    let hint = format!("there are {}{dots}", variables.join(", "));
    let message = format!("no variable is called `{unknown}`");
    Err(Failure::input(
        nowhere(codes::UNKNOWN_NAME, message).hint(hint),
    ))
}

/// What a path begins with, without the process and without indices.
fn variable(path: &str) -> &str {
    let own = path.split_once("]:").map_or(path, |(_, own)| own);
    own.split(['[', '.', ' ']).next().unwrap_or(own)
}
