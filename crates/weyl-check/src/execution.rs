//! What fires the rules of a program: machine code, or the interpreter.

use crate::{Executor, Failure, wrong_command_line};
use std::time::{Duration, Instant};
use weyl_native::Native;
use weyl_system::{Interpreter, Program};

/// An executor that has been made ready.
pub(crate) enum Execution<'p> {
    Native(Box<Native<'p>>),
    Interpreter(Interpreter<'p>),
}

/// Which executor was used, and what it took to make it ready.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExecutorUsed {
    pub is_native: bool,
    pub compile_time: Duration,
}

impl<'p> Execution<'p> {
    pub fn new(program: &'p Program, executor: Executor) -> Result<Execution<'p>, Failure> {
        let interpreter = Interpreter::new(program);
        if executor == Executor::Interpreter {
            return Ok(Execution::Interpreter(interpreter));
        }
        match Native::new(interpreter) {
            Ok(native) => Ok(Execution::Native(Box::new(native))),
            Err(_) if executor == Executor::Best => {
                Ok(Execution::Interpreter(Interpreter::new(program)))
            }
            Err(reason) => {
                let message = format!("there is no machine code for this machine: {reason}");
                let hint = "`--executor interpreter` gives the same answers";
                Err(wrong_command_line(&message, Some(hint)))
            }
        }
    }

    /// The same, with how long it took.
    pub fn timed(
        program: &'p Program,
        executor: Executor,
    ) -> Result<(Execution<'p>, ExecutorUsed), Failure> {
        let started = Instant::now();
        let execution = Execution::new(program, executor)?;
        let used = ExecutorUsed {
            is_native: matches!(execution, Execution::Native(_)),
            compile_time: started.elapsed(),
        };
        Ok((execution, used))
    }
}
