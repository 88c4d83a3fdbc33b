//! The executable.

use std::process::ExitCode;
use weyl::program::Allocator;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    weyl::program::main()
}
