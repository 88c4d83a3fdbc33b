//! Folders with models that are tested, and weyl in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own with nothing in it.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("testing")
        .join(name);
    // It may not be there.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

pub fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("a file");
}

pub fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("a file")
}

pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(folder).args(arguments);
    for variable in [
        "CLICOLOR_FORCE",
        "GITHUB_ACTIONS",
        "GITLAB_CI",
        "TF_BUILD",
        "TEAMCITY_VERSION",
    ] {
        command.env_remove(variable);
    }
    command
}

/// The exit code, and both streams.
pub fn ran(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = command(folder, arguments).output().expect("weyl starts");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let code = output.status.code().expect("an exit code");
    (code, text(&output.stdout), text(&output.stderr))
}

pub const COUNTER: &str = "\
// weyl: verdict=holds states=3 order=2
byte x;
active [2] proctype P() {
    x++
}
";

/// What goes wrong when the other process was there already is on line 5.
pub fn with_assertion(limit: u8) -> String {
    COUNTER
        .replace("x++", &format!("x++;\n    assert(x < {limit})"))
        .replace("states=3", "states=6")
}

pub const WRONG: &str = "// weyl: verdict=holds\nbyte x;\nactive proctype P() { y = 1 }\n";
