//! Files that are read and written: what is refused before anything is lost.
#![cfg(unix)]

mod schemas;

use schemas::valid;
use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use weyl_report::Printed;

/// An empty folder with some models in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("files")
        .join(name);
    // What an earlier run of the tests has left.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a scratch folder");
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    for model in [
        "holds.m",
        "race.m",
        "counter.m",
        "handshake.pml",
        "crowd.pml",
    ] {
        let text = fs::read(models.join(model)).expect("a model");
        fs::write(folder.join(model), text).expect("a copy");
    }
    folder
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    command.current_dir(folder).args(arguments);
    command.env_remove("CLICOLOR_FORCE").stdin(Stdio::null());
    command
}

fn weyl(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("weyl starts")
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("a file")
}

/// It says this, answers nothing, and ends with exit code 2.
fn assert_refused(output: &Output, expected: &str) {
    assert_eq!(code(output), 2, "{expected}: {}", stderr(output));
    assert!(stderr(output).contains(expected), "{}", stderr(output));
    assert_eq!(stdout(output), "", "{expected}");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names.filter_map(|name| name.into_string().ok()).collect();
    names.sort();
    names
}

#[test]
fn files_are_tried_before_anything_is_read() {
    let folder = folder("tried");
    fs::create_dir(folder.join("drawings")).expect("a folder");
    let before = names(&folder);
    let wrong = [
        ("no/such/folder", "No such file or directory"),
        ("drawings", "directory"),
        (".", "directory"),
        ("new/", "directory"),
        ("race.m/x.dot", "cannot write `race.m/x.dot`: "),
        ("/proc/x.dot", "No such file or directory"),
    ];
    for (path, expected) in wrong {
        for arguments in [
            ["check", "missing.m", "--graph", path],
            ["check", "missing.pml", "--trail", path],
            ["symmetry", "missing.m", "--dot", path],
            ["symmetry", "missing.pml", "--svg", path],
        ] {
            let output = weyl(&folder, &arguments);
            assert_refused(&output, expected);
            assert!(stderr(&output).contains("error[W0002]: cannot write"));
            assert!(!stderr(&output).contains("missing"), "{}", stderr(&output));
        }
    }
    assert_eq!(names(&folder), before);
}

#[test]
fn trying_leaves_everything_as_it_is() {
    let folder = folder("untouched");
    let old = folder.join("old");
    fs::write(&old, "as it was").expect("a file");
    let before = old.metadata().expect("a file");
    let listed = names(&folder);
    for arguments in [
        vec!["check", "crowd.pml", "--deadlock", "off", "--trail", "old"],
        vec!["check", "crowd.pml", "--deadlock", "off", "--trail", "new"],
        vec!["check", "missing.m", "--graph", "old"],
        vec!["check", "race.m", "--property", "no such", "--graph", "old"],
    ] {
        let output = weyl(&folder, &arguments);
        assert!([0, 2].contains(&code(&output)), "{arguments:?}");
        let after = old.metadata().expect("a file");
        let fields = |of: &fs::Metadata| (of.ino(), of.mtime(), of.mtime_nsec(), of.ctime_nsec());
        assert_eq!(fields(&after), fields(&before), "{arguments:?}");
        assert_eq!(names(&folder), listed, "{arguments:?}");
    }
    assert_eq!(text(&old), "as it was");
}

#[test]
fn a_file_that_is_replaced_keeps_its_permissions() {
    let folder = folder("permissions");
    let old = folder.join("old.dot");
    fs::write(&old, "old").expect("a file");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).expect("permissions");
    let listed = names(&folder);
    assert_eq!(
        code(&weyl(&folder, &["check", "holds.m", "--graph", "old.dot"])),
        0
    );
    assert!(text(&old).starts_with("digraph"));
    let mode = old.metadata().expect("a file").mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(names(&folder), listed);
}

#[test]
fn a_link_stays_a_link() {
    let folder = folder("links");
    fs::create_dir(folder.join("far")).expect("a folder");
    fs::write(folder.join("far/old.dot"), "old").expect("a file");
    for target in ["far/old.dot", "far/new.dot"] {
        let link = folder.join("link.dot");
        let _ = fs::remove_file(&link);
        symlink(target, &link).expect("a link");
        assert_eq!(
            code(&weyl(&folder, &["check", "holds.m", "--graph", "link.dot"])),
            0
        );
        assert_eq!(fs::read_link(&link).expect("a link"), Path::new(target));
        assert!(
            text(&folder.join(target)).starts_with("digraph"),
            "{target}"
        );
    }
    assert_eq!(names(&folder.join("far")), ["new.dot", "old.dot"]);
    symlink("loop", folder.join("loop")).expect("a link");
    let output = weyl(&folder, &["check", "holds.m", "--graph", "loop"]);
    assert_refused(&output, "too many levels of symbolic links");
}

#[test]
fn what_is_read_is_never_written() {
    let folder = folder("inputs");
    fs::hard_link(folder.join("race.m"), folder.join("hard.m")).expect("a hard link");
    symlink("race.m", folder.join("soft.m")).expect("a link");
    fs::write(folder.join("swap"), "(Process_1 Process_2)\n").expect("generators");
    let model = text(&folder.join("race.m"));
    for output in ["race.m", "./race.m", "hard.m", "soft.m"] {
        for input in ["race.m", "hard.m", "soft.m"] {
            let refused = weyl(&folder, &["check", input, "--graph", output]);
            assert_refused(&refused, "error[W0020]");
            let refused = weyl(&folder, &["symmetry", input, "--svg", output]);
            assert_refused(&refused, "error[W0020]");
        }
    }
    let arguments = ["check", "race.m", "--symmetry", "swap", "--graph", "swap"];
    assert_refused(
        &weyl(&folder, &arguments),
        "`--graph swap` would overwrite `swap`",
    );
    let mut piped = command(
        &folder,
        &[
            "check",
            "/dev/stdin",
            "--language",
            "murphi",
            "--graph",
            "race.m",
        ],
    );
    piped.stdin(File::open(folder.join("race.m")).expect("a model"));
    assert_refused(&piped.output().expect("weyl starts"), "error[W0020]");
    assert_eq!(text(&folder.join("race.m")), model);
    assert_eq!(text(&folder.join("swap")), "(Process_1 Process_2)\n");
}

#[test]
fn an_included_file_is_never_written() {
    let folder = folder("includes");
    fs::write(folder.join("outer.dot"), "#include \"inner.dot\"\n").expect("a file");
    fs::write(folder.join("inner.dot"), "byte x;\n").expect("a file");
    symlink("inner.dot", folder.join("link.dot")).expect("a link");
    let model = "#include \"outer.dot\"\nactive proctype P() { x++; assert(x > 1) }\n";
    fs::write(folder.join("m.pml"), model).expect("a model");
    for (command, option) in [
        ("check", "--graph"),
        ("check", "--trail"),
        ("symmetry", "--svg"),
    ] {
        for (file, line) in [
            ("outer.dot", "m.pml:1"),
            ("inner.dot", "outer.dot:1"),
            ("link.dot", "outer.dot:1"),
        ] {
            let output = weyl(&folder, &[command, "m.pml", option, file]);
            assert_refused(&output, "it is also a file that is to be written");
            assert!(stderr(&output).contains(line), "{}", stderr(&output));
        }
    }
    assert_eq!(text(&folder.join("outer.dot")), "#include \"inner.dot\"\n");
    assert_eq!(text(&folder.join("inner.dot")), "byte x;\n");
}

#[test]
fn two_outputs_are_two_files() {
    let folder = folder("two");
    fs::write(folder.join("old"), "old").expect("a file");
    symlink("new", folder.join("to-new")).expect("a link");
    fs::hard_link(folder.join("old"), folder.join("hard")).expect("a hard link");
    for (one, other) in [
        ("new", "./new"),
        ("new", "to-new"),
        ("old", "old"),
        ("hard", "old"),
    ] {
        let arguments = ["check", "handshake.pml", "--graph", one, "--trail", other];
        assert_refused(&weyl(&folder, &arguments), "are the same file");
        let arguments = ["symmetry", "handshake.pml", "--dot", one, "--svg", other];
        assert_refused(&weyl(&folder, &arguments), "are the same file");
    }
    assert_eq!(text(&folder.join("old")), "old");
    let nowhere = [
        "check",
        "handshake.pml",
        "--graph",
        "/dev/null",
        "--trail",
        "/dev/null",
    ];
    assert_eq!(code(&weyl(&folder, &nowhere)), 1);
    let mut same = command(&folder, &["check", "holds.m", "--graph", "answer"]);
    same.stdout(File::create(folder.join("answer")).expect("a file"));
    let refused = same.output().expect("weyl starts");
    assert_refused(&refused, "`--graph answer` is the file that stdout goes to");
}

/// Whoever waits for success must not go on; other verdicts say more than that a file is missing.
#[test]
fn a_verdict_outlives_a_full_disk() {
    let folder = folder("full");
    let cases = [
        (vec!["check", "holds.m", "--graph", "/dev/full"], "holds", 2),
        (
            vec!["check", "race.m", "--graph", "/dev/full"],
            "violated",
            1,
        ),
        (
            vec!["check", "handshake.pml", "--trail", "/dev/full"],
            "violated",
            1,
        ),
        (
            vec![
                "check",
                "counter.m",
                "--max-states",
                "9",
                "--graph",
                "/dev/full",
            ],
            "inconclusive",
            3,
        ),
        (
            vec!["symmetry", "handshake.pml", "--svg", "/dev/full"],
            "order",
            2,
        ),
    ];
    for (arguments, answer, expected) in cases {
        let output = weyl(&folder, &arguments);
        assert_eq!(code(&output), expected, "{arguments:?}");
        assert!(stdout(&output).contains(answer), "{}", stdout(&output));
        let told = "error[W0002]: cannot write `/dev/full`: No space left on device";
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
    let output = weyl(
        &folder,
        &["check", "race.m", "--json", "--graph", "/dev/full"],
    );
    let answer = valid(Printed::Check, &String::from_utf8_lossy(&output.stdout));
    assert_eq!((code(&output), &answer["verdict"]), (1, &"violated".into()));
}

/// Where there is room for a part only, the old file is still there.
#[test]
fn a_file_that_cannot_be_completed_is_not_begun() {
    let folder = folder("limited");
    fs::write(folder.join("old.dot"), "old").expect("a file");
    let listed = names(&folder);
    let script = "ulimit -f 1; exec \"$0\" check counter.m --max-states 500 --graph old.dot";
    let mut shell = Command::new("sh");
    shell.args(["-c", script, env!("CARGO_BIN_EXE_weyl")]);
    let output = shell.current_dir(&folder).output().expect("a shell");
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert!(
        stdout(&output).starts_with("inconclusive"),
        "{}",
        stdout(&output)
    );
    assert!(
        stderr(&output).contains("cannot write `old.dot`"),
        "{}",
        stderr(&output)
    );
    assert_eq!(text(&folder.join("old.dot")), "old");
    assert_eq!(names(&folder), listed);
}

#[test]
fn streams_and_pipes_are_written_through() {
    let folder = folder("through");
    let answer = folder.join("answer");
    let mut both = command(&folder, &["check", "holds.m", "--graph", "/dev/stdout"]);
    both.stdout(File::create(&answer).expect("a file"));
    assert_eq!(both.status().expect("weyl starts").code(), Some(0));
    let written = text(&answer);
    assert!(written.starts_with("holds holds.m"), "{written}");
    assert!(
        written.contains("digraph") && written.ends_with("}\n"),
        "{written}"
    );
    let piped = weyl(
        &folder,
        &["check", "holds.m", "--quiet", "--graph", "/dev/stdout"],
    );
    assert!(stdout(&piped).starts_with("digraph"), "{}", stdout(&piped));

    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    assert!(made.expect("mkfifo").success());
    let pipe = folder.join("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe));
    assert_eq!(
        code(&weyl(&folder, &["check", "holds.m", "--graph", "pipe"])),
        0
    );
    let read = reader.join().expect("no panic").expect("a text");
    assert!(
        read.starts_with("digraph") && read.ends_with("}\n"),
        "{read}"
    );
    let gone = [
        "-c",
        "exec \"$0\" check holds.m --quiet --graph >(true)",
        env!("CARGO_BIN_EXE_weyl"),
    ];
    let gone = Command::new("bash")
        .args(gone)
        .current_dir(&folder)
        .output();
    assert_eq!(gone.map(|output| code(&output)).ok(), Some(0));
}

#[test]
fn only_files_are_included() {
    let folder = folder("kinds");
    let made = Command::new("mkfifo").arg(folder.join("pipe")).status();
    assert!(made.expect("mkfifo").success());
    symlink("pipe", folder.join("link.h")).expect("a link");
    let cases = [
        ("pipe", "it is a pipe or a device"),
        ("link.h", "it is a pipe or a device"),
        ("/dev/zero", "it is a pipe or a device"),
        (".", "it is a directory"),
        ("none.h", "No such file or directory"),
    ];
    for (name, reason) in cases {
        let model = format!("byte x;\n#include \"{name}\"\nactive proctype P() {{ x++ }}\n");
        fs::write(folder.join("m.pml"), model).expect("a model");
        let output = weyl(&folder, &["check", "m.pml"]);
        assert_refused(&output, "error[W0711]: cannot read the included file");
        assert!(stderr(&output).contains(reason), "{}", stderr(&output));
        assert!(stderr(&output).contains("m.pml:2:2"), "{}", stderr(&output));
    }
}

/// A text that `weyl lower` printed names its sources: they are not waited for.
#[test]
fn origins_are_files_too() {
    let folder = folder("origins");
    let lowered = stdout(&weyl(&folder, &["lower", "holds.m"]));
    let named = lowered.replace("\"holds.m\"", "\"/dev/zero\"");
    assert_ne!(named, lowered);
    fs::write(folder.join("m.weyl"), named).expect("a model");
    assert_eq!(code(&weyl(&folder, &["check", "m.weyl"])), 0);
}

#[test]
fn a_model_may_be_a_stream_that_ends() {
    let folder = folder("streams");
    let model = File::open(folder.join("handshake.pml")).expect("a model");
    let mut cat = Command::new("cat");
    let mut cat = cat
        .stdin(model)
        .stdout(Stdio::piped())
        .spawn()
        .expect("cat");
    let mut piped = command(&folder, &["check", "/dev/stdin", "--language", "promela"]);
    piped.stdin(cat.stdout.take().expect("a pipe"));
    assert_eq!(code(&piped.output().expect("weyl starts")), 1);
    cat.wait().expect("cat ends");
    let endless = weyl(&folder, &["check", "/dev/zero", "--language", "promela"]);
    assert_refused(&endless, "error[W0002]: `/dev/zero` is larger than 64 MB");
}

#[test]
fn texts_that_explode_are_refused_at_once() {
    let folder = folder("exploding");
    for n in 0..30 {
        let twice = format!("#include \"{0}.h\"\n#include \"{0}.h\"\n", n + 1);
        fs::write(folder.join(format!("{n}.h")), twice).expect("a file");
    }
    fs::write(folder.join("30.h"), "byte y;\n").expect("a file");
    let doubled = (1..40).map(|n| format!("#define M{n} M{0} M{0}\n", n - 1));
    let doubled: String = doubled.collect();
    let models = [
        "#include \"0.h\"\nactive proctype P() { skip }\n".to_string(),
        format!("byte x;\n#define M0 x++;\n{doubled}active proctype P() {{ M39 }}\n"),
    ];
    for model in models {
        fs::write(folder.join("m.pml"), &model).expect("a model");
        let started = Instant::now();
        let output = weyl(&folder, &["check", "m.pml"]);
        assert_refused(&output, "error[W0710]");
        assert_eq!(
            stderr(&output).matches("error[").count(),
            1,
            "{}",
            stderr(&output)
        );
        assert!(started.elapsed() < Duration::from_secs(5), "{model}");
    }
}

#[test]
fn included_files_are_looked_for_in_given_folders() {
    let folder = folder("include-folders");
    for (name, limit) in [("first", 2), ("second", 3)] {
        fs::create_dir(folder.join(name)).expect("a folder");
        let text = format!("#define LIMIT {limit}\n");
        fs::write(folder.join(name).join("limit.h"), text).expect("a file");
    }
    let model = "#include \"limit.h\"\ninit { assert(LIMIT == 2) }";
    fs::write(folder.join("m.pml"), model).expect("a model");
    let code = |arguments: &[&str]| weyl(&folder, arguments).status.code();
    assert_eq!(code(&["check", "m.pml"]), Some(2));
    for verb in ["check", "symmetry", "lower", "simulate"] {
        assert_eq!(code(&[verb, "m.pml", "-I", "first"]), Some(0), "{verb}");
    }
    let both = ["check", "m.pml", "-I", "second", "-I", "first"];
    assert_eq!(code(&both), Some(1));
    assert_eq!(code(&["check", "holds.m", "-I", "first"]), Some(2));
}

#[test]
fn what_is_not_utf_8_is_read_as_latin_1_and_told_once() {
    let folder = folder("latin-1");
    fs::write(folder.join("x.h"), b"/* caf\xe9 */\n").expect("a file");
    let model = b"#include \"x.h\"\n/* d\xe9j\xe0 vu */ init { printf(\"\xe9\") }";
    fs::write(folder.join("m.pml"), model).expect("a model");
    let model = b"-- \xe9\nvar b: boolean; startstate b := false; end; rule b := !b; end;";
    fs::write(folder.join("m.m"), model).expect("a model");
    for model in ["m.pml", "m.m"] {
        let output = weyl(&folder, &["check", model]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        assert_eq!(said.matches("W0016").count(), 1, "{said}");
    }
    fs::write(folder.join("n.m"), b"\x7fELF\0\xff").expect("a file");
    let output = weyl(&folder, &["check", "n.m"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("W0002"), "{said}");
}
