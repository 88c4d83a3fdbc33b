//! `weyl completions`.

use crate::program::answer::printed;
use crate::program::exit::Exit;
use crate::program::flags::Flags;
use crate::program::screen::Screen;
use clap::CommandFactory;
use clap_complete::Shell;

pub fn run(shell: Shell, screen: &Screen) -> Exit {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Flags::command(), "weyl", &mut script);
    let script = String::from_utf8_lossy(&script);
    printed(screen.print(&script), Exit::Holds, screen)
}
