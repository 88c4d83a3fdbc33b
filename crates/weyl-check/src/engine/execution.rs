//! What fires the rules of a program: machine code, or the interpreter.

use crate::{Executor, Failure, wrong_command_line};
use weyl_native::Native;
use weyl_system::{Interpreter, Program};

/// An executor that has been made ready.
pub(crate) enum Execution<'p> {
    Native(Box<Native<'p>>),
    Interpreter(Box<Interpreter<'p>>),
}

impl<'p> Execution<'p> {
    pub fn new(program: &'p Program, executor: Executor) -> Result<Execution<'p>, Failure> {
        let interpreter = Interpreter::new(program);
        if executor == Executor::Interpreter {
            return Ok(Execution::Interpreter(Box::new(interpreter)));
        }
        match Native::new(interpreter) {
            Ok(native) => Ok(Execution::Native(Box::new(native))),
            Err(_) if executor == Executor::Best => {
                Ok(Execution::Interpreter(Box::new(Interpreter::new(program))))
            }
            Err(reason) => {
                let message = format!("there is no machine code for this machine: {reason}");
                let hint = "`--executor interpreter` gives the same answers";
                Err(wrong_command_line(&message, Some(hint)))
            }
        }
    }

    pub fn is_native(&self) -> bool {
        matches!(self, Execution::Native(_))
    }
}
