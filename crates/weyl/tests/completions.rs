//! Completions in real shells: somebody types on a terminal, presses Tab, and sees which words
//! weyl would be called with. Shells that are not installed are left out; `./test` says so.

#![cfg(target_os = "linux")]

mod pty;
mod schemas;

use pty::started;
use schemas::valid;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use weyl_report::Printed;

/// A shell, how it is started without anybody's settings, and what it has to be told first.
struct Shell {
    name: &'static str,
    options: &'static [&'static str],
    /// Defines a `weyl` that shows its words, each between angle brackets. What it shows is not
    /// what is typed, nor is the prompt.
    show_words: &'static str,
}

const SHELLS: [Shell; 4] = [
    Shell {
        name: "bash",
        options: &["--norc", "--noprofile", "-i"],
        show_words: "source ./script; bind 'set enable-bracketed-paste off'; \
                     weyl() { printf 'beg''in'; printf '<%s>' \"$@\"; echo 'e''nd'; }; PS1='re''ady '",
    },
    Shell {
        name: "zsh",
        options: &["-f", "-i"],
        show_words: "autoload -Uz compinit; compinit -u -D; source ./script; unset zle_bracketed_paste; \
                     weyl() { printf 'beg''in'; printf '<%s>' \"$@\"; echo 'e''nd'; }; PS1='re''ady '",
    },
    // As the manual of zsh has it: a file of functions that is read when it is needed.
    Shell {
        name: "zsh",
        options: &["-f", "-i"],
        show_words: "mkdir functions; cp script functions/_weyl; fpath=($PWD/functions $fpath); \
                     autoload -Uz compinit; compinit -u -D; unset zle_bracketed_paste; \
                     weyl() { printf 'beg''in'; printf '<%s>' \"$@\"; echo 'e''nd'; }; PS1='re''ady '",
    },
    Shell {
        name: "fish",
        options: &["--no-config", "-i"],
        show_words: "source ./script; function weyl; printf 'beg''in'; printf '<%s>' $argv; echo 'e''nd'; end; \
                     function fish_prompt; echo -n 're''ady '; end",
    },
];

/// What a shell may take for anything.
const PATIENCE: Duration = Duration::from_secs(30);

fn weyl(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
    let output = command.args(arguments).current_dir(models()).output();
    output.expect("weyl starts")
}

fn models() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models/completion")
}

/// A folder with the models, and with the script of the shell.
fn folder(name: &str, shell: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("complete-{name}-{shell}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("models")).expect("a folder");
    let model = "two names.m";
    fs::copy(models().join(model), folder.join("models").join(model)).expect("a model");
    fs::write(folder.join("models/notes.txt"), "").expect("a file that is no model");
    let script = weyl(&["completions", shell]).stdout;
    fs::write(folder.join("script"), script).expect("a script");
    folder
}

fn is_installed(shell: &str) -> bool {
    Command::new(shell).arg("--version").output().is_ok()
}

/// A shell on a terminal.
struct Session {
    child: std::process::Child,
    terminal: File,
    shown: Receiver<String>,
    text: String,
}

impl Session {
    fn of(shell: &Shell, folder: &Path) -> Session {
        let program = Path::new(env!("CARGO_BIN_EXE_weyl"));
        let own = program.parent().expect("a folder").display().to_string();
        let path = std::env::var("PATH").unwrap_or_default();
        // The terminal is to be that of the shell, so that it can use it as a person would.
        let mut command = Command::new("setsid");
        command
            .args(["--ctty", shell.name])
            .args(shell.options)
            .current_dir(folder)
            .env("PATH", format!("{own}:{path}"))
            .env("HOME", folder)
            .env("TERM", "dumb")
            .env("LC_ALL", "C.UTF-8");
        let (child, terminal) = started(command);
        let mut reader = terminal.try_clone().expect("a terminal");
        let (sender, shown) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
                if count == 0 || sender.send(text).is_err() {
                    return;
                }
            }
        });
        let mut session = Session {
            child,
            terminal,
            shown,
            text: String::new(),
        };
        session.type_in(&format!("{}\r", shell.show_words));
        session.wait_for("ready ");
        session
    }

    fn type_in(&mut self, text: &str) {
        self.terminal
            .write_all(text.as_bytes())
            .expect("a terminal");
    }

    /// Waits until a text is shown, and comes back with all before it.
    fn wait_for(&mut self, text: &str) -> String {
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some((before, after)) = self.text.split_once(text) {
                let before = before.to_string();
                self.text = after.to_string();
                return before;
            }
            let left = end.saturating_duration_since(Instant::now());
            match self.shown.recv_timeout(left) {
                Ok(more) => self.text.push_str(&more),
                Err(_) => panic!("`{text}` is not shown, but: {:?}", self.text),
            }
        }
    }

    /// The words that `weyl` is called with after somebody typed this.
    fn words(&mut self, typed: &str) -> String {
        self.type_in(&format!("{typed}\r"));
        let shown = self.wait_for("end");
        let words = shown.rsplit_once("begin");
        words.map_or(shown.as_str(), |(_, words)| words).to_string()
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is typed, and what weyl is then called with.
fn assert_completes(name: &str, cases: &[(&str, &str)]) {
    for shell in SHELLS.iter().filter(|shell| is_installed(shell.name)) {
        let folder = folder(name, shell.name);
        let mut session = Session::of(shell, &folder);
        for (typed, expected) in cases {
            assert_eq!(session.words(typed), *expected, "{}: {typed:?}", shell.name);
        }
    }
}

#[test]
fn commands_options_and_values() {
    assert_completes(
        "options",
        &[
            ("weyl expl\tW0012", "<explain><W0012>"),
            ("weyl check --max-dep\t3", "<check><--max-depth><3>"),
            ("weyl check --deadlock stuc\t", "<check><--deadlock><stuck>"),
            ("weyl completions po\t", "<completions><powershell>"),
        ],
    );
}

#[test]
fn models_and_folders() {
    assert_completes(
        "models",
        &[
            ("weyl check mod\ttw\t", "<check><models/two names.m>"),
            ("weyl lower 'models/tw\t", "<lower><models/two names.m>"),
            // What is no model is not there.
            ("weyl check models/n\t", "<check><models/n>"),
        ],
    );
}

#[test]
fn names_of_properties() {
    let model = "<check><models/two names.m>";
    let typed = "weyl check models/two\\ names.m --property ";
    let exclusion = format!("{model}<--property><mutual exclusion>");
    let odd = format!("{model}<--property><it's $HOME: 5*x!>");
    assert_completes(
        "names",
        &[
            (&format!("{typed}mutua\t"), &exclusion),
            (&format!("{typed}mutual\\ e\t"), &exclusion),
            (&format!("{typed}'mutual e\t"), &exclusion),
            (&format!("{typed}\"mutual e\t"), &exclusion),
            (&format!("{typed}i\t"), &odd),
            (&format!("{typed}\"it\t"), &odd),
            (
                &format!("{typed}dea\t"),
                &format!("{model}<--property><deadlock>"),
            ),
            (
                "weyl symmetry 'models/two names.m' --property mutat\t",
                "<symmetry><models/two names.m><--property><mutation>",
            ),
        ],
    );
}

#[test]
fn a_name_behind_an_equals_sign() {
    let model = "<check><models/two names.m>";
    let typed = "weyl check models/two\\ names.m --property=";
    let expected = format!("{model}<--property=mutual exclusion>");
    assert_completes("equals", &[(&format!("{typed}mutua\t"), &expected)]);
}

fn candidates(words: &[&str]) -> Vec<String> {
    let at = (words.len() - 1).to_string();
    let output = weyl(&[&["completions", "fish", "--word", &at, "--"], words].concat());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let values = text
        .lines()
        .map(|line| line.split('\t').next().unwrap_or_default());
    values.map(str::to_string).collect()
}

#[test]
fn the_names_are_those_of_the_list() {
    let listed = weyl(&["check", "two names.m", "--list", "--json"]).stdout;
    let listed = valid(Printed::Check, &String::from_utf8_lossy(&listed));
    let listed = listed["properties"].as_array().expect("properties").iter();
    let listed: Vec<&str> = listed.filter_map(|one| one["name"].as_str()).collect();
    assert!(listed.len() >= 5);
    for command in ["check", "symmetry", "dependencies", "simulate"] {
        let words = ["weyl", command, "two names.m", "--property", ""];
        assert_eq!(candidates(&words), listed, "{command}");
    }
    let with = [
        "weyl",
        "check",
        "two names.m",
        "-D",
        "N=3",
        "--property",
        "mutation",
    ];
    assert_eq!(candidates(&with), ["mutation"]);
}

#[test]
fn a_model_may_stand_behind_the_cursor() {
    let words = ["weyl", "check", "--property", "mutat", "two names.m"];
    let output = weyl(&[&["completions", "fish", "--word", "3", "--"], &words[..]].concat());
    assert_eq!(output.stdout, b"mutation\tsafety\n");
    let line = [
        "weyl check --property mutat",
        "ion 'two names.m' --json",
        "",
    ];
    let output = weyl(&[&["completions", "bash", "--"], &line[..]].concat());
    assert_eq!(output.stdout, b"mutation\n");
}

#[test]
fn codes_are_explained() {
    let output = weyl(&[
        "completions",
        "fish",
        "--word",
        "2",
        "--",
        "weyl",
        "explain",
        "W001",
    ]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("W0012\ta formula that cannot be read\n"),
        "{text}"
    );
    assert!(!text.contains("W0002"), "{text}");
}

/// Whatever is wrong with a model: nothing is offered, and nothing is said.
#[test]
fn what_cannot_be_read_offers_nothing() {
    let wrong = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong completion.m");
    fs::write(&wrong, "var x: 0..; invariant").expect("a file");
    let wrong = wrong.display().to_string();
    let none: [&[&str]; 5] = [
        &["check", &wrong, "--property", ""],
        &["check", "-", "--property", ""],
        &["check", "nowhere.m", "--property", ""],
        &["check", "two names.m", "-D", "M=3", "--property", ""],
        &["check", "--property", ""],
    ];
    for words in none {
        let found = candidates(&[&["weyl"], words].concat());
        assert_eq!(found, [""; 0], "{words:?}");
    }
}

/// All of it would take minutes.
#[test]
fn a_model_that_takes_long_does_not_block_the_shell() {
    let slow = Path::new(env!("CARGO_TARGET_TMPDIR")).join("slow.m");
    let constants = (0..400_000).map(|number| format!("const C{number}: {number} + 1;\n"));
    fs::write(&slow, constants.collect::<String>()).expect("a file");
    let begun = Instant::now();
    candidates(&[
        "weyl",
        "check",
        &slow.display().to_string(),
        "--property",
        "",
    ]);
    let took = begun.elapsed();
    assert!(took < Duration::from_secs(5), "{took:?}");
}

/// Nobody writes into this pipe: it would be waited for.
#[test]
fn a_pipe_is_not_read() {
    let pipe = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipe.m");
    let _ = fs::remove_file(&pipe);
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    let words = [
        "weyl",
        "check",
        &pipe.display().to_string(),
        "--property",
        "",
    ];
    assert!(candidates(&words).is_empty());
}
