//! The executable.

use std::process::ExitCode;

fn main() -> ExitCode {
    weyl::program::main()
}
