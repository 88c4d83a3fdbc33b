//! What fires the rules of a program: machine code, or the interpreter.

use crate::{Executor, Failure, wrong_command_line};
#[cfg(feature = "native")]
use weyl_native::Native;
use weyl_system::{Interpreter, Program};

/// An executor that has been made ready.
pub(crate) enum Execution<'p> {
    #[cfg(feature = "native")]
    Native(Box<Native<'p>>),
    Interpreter(Box<Interpreter<'p>>),
}

impl<'p> Execution<'p> {
    pub fn new(program: &'p Program, executor: Executor) -> Result<Execution<'p>, Failure> {
        let interpreter = || Execution::Interpreter(Box::new(Interpreter::new(program)));
        if executor == Executor::Interpreter {
            return Ok(interpreter());
        }
        match Execution::native(program) {
            Ok(native) => Ok(native),
            Err(_) if executor == Executor::Best => Ok(interpreter()),
            Err(reason) => {
                let message = format!("there is no machine code for this machine: {reason}");
                let hint = "`--executor interpreter` gives the same answers";
                Err(wrong_command_line(&message, Some(hint)))
            }
        }
    }

    #[cfg(feature = "native")]
    fn native(program: &'p Program) -> Result<Execution<'p>, String> {
        let native = Native::new(Interpreter::new(program)).map_err(|error| error.to_string())?;
        Ok(Execution::Native(Box::new(native)))
    }

    #[cfg(not(feature = "native"))]
    fn native(_: &'p Program) -> Result<Execution<'p>, String> {
        Err("weyl was built without it".to_string())
    }

    pub fn is_native(&self) -> bool {
        match self {
            #[cfg(feature = "native")]
            Execution::Native(_) => true,
            Execution::Interpreter(_) => false,
        }
    }
}
