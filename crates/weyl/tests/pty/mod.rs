//! A terminal of 80 columns, with nobody before it.

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use std::fs::{File, OpenOptions};
use std::process::{Child, Command, Stdio};

pub const COLUMNS: u16 = 80;

/// Starts a program on a terminal; what is written to the file is typed, and what is shown can be
/// read from it.
pub fn started(mut command: Command) -> (Child, File) {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller).expect("a terminal that is ours");
    unlockpt(&controller).expect("a terminal that is open");
    let name = ptsname(&controller, Vec::new()).expect("a name");
    let name = name.to_str().expect("a path");
    let size = Winsize {
        ws_row: 40,
        ws_col: COLUMNS,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&controller, size).expect("80 columns");
    let end = || -> File {
        let terminal = OpenOptions::new().read(true).write(true).open(name);
        terminal.expect("a terminal")
    };
    command
        .stdin(Stdio::from(end()))
        .stdout(Stdio::from(end()))
        .stderr(Stdio::from(end()));
    let child = command.spawn().expect("it starts");
    (child, File::from(controller))
}
