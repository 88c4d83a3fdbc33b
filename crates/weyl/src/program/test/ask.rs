//! Asking weyl: each check is a process of its own, so that its limits, its last words and its
//! crashes are its own ([decision 025](../../../../../docs/decisions/025-tests.md)).

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use weyl_report::{FailureView, SymmetryAnswer, View, read_symmetry};

/// What weyl said.
#[derive(Debug)]
pub enum Answer {
    Report(Box<View>),
    Group(SymmetryAnswer),
    /// The model or the command line is wrong.
    Refused(FailureView),
    /// There is no answer, or none that can be understood.
    Broken(String),
}

/// A question about a model.
pub struct Question<'a> {
    /// `check` or `symmetry`.
    pub command: &'a str,
    pub model: &'a Path,
    pub options: Vec<String>,
}

/// Between two looks whether a process has ended.
const SOON: Duration = Duration::from_millis(2);

/// How long a process may take to end by itself when all are told to stop.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the last lines of stderr may say of a crash.
const SHOWN_OF_STDERR: usize = 400;

/// Asks; what stops everything is looked at meanwhile. Files that options name lie beside the
/// model.
pub fn ask(question: &Question<'_>, stop: &AtomicBool) -> Answer {
    let folder = match question.model.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    match run(question, folder, stop) {
        Ok(ended) => answer(question, folder, &ended),
        Err(error) => Answer::Broken(format!("weyl can't be started: {error}")),
    }
}

struct Ended {
    status: ExitStatus,
    stdout: String,
    stderr: String,
}

fn run(question: &Question<'_>, folder: &Path, stop: &AtomicBool) -> io::Result<Ended> {
    let mut command = Command::new(std::env::current_exe()?);
    // In front: behind a `--` of the options it would be a model.
    command.args([question.command, "--json"]);
    // A name that begins with a dash is no option.
    let name = question.model.file_name().unwrap_or_default();
    command.arg(Path::new(".").join(name));
    command.args(&question.options);
    command.current_dir(folder).env("NO_COLOR", "1");
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (stdout, stderr) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let status = wait(&mut child, stop)?;
    Ok(Ended {
        status,
        stdout: stdout.join().unwrap_or_default(),
        stderr: stderr.join().unwrap_or_default(),
    })
}

fn reader(stream: Option<impl Read + Send + 'static>) -> JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What could be read is what there was.
            let _ = stream.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn wait(child: &mut Child, stop: &AtomicBool) -> io::Result<ExitStatus> {
    let mut stopped: Option<Instant> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if stop.load(Ordering::Relaxed) {
            let since = *stopped.get_or_insert_with(Instant::now);
            if since.elapsed() >= PATIENCE {
                child.kill()?;
                return child.wait();
            }
        }
        thread::sleep(SOON);
    }
}

fn answer(question: &Question<'_>, folder: &Path, ended: &Ended) -> Answer {
    let rename = |name: &str| renamed(name, folder);
    let broken = |why: &str| {
        let said: String = ended.stderr.trim().chars().take(SHOWN_OF_STDERR).collect();
        Answer::Broken(
            format!("{why} ({}) {said}", ended.status)
                .trim_end()
                .to_string(),
        )
    };
    match ended.status.code() {
        Some(0 | 1 | 3) if question.command == "symmetry" && ended.status.success() => {
            match read_symmetry(&ended.stdout) {
                Ok(group) => Answer::Group(group),
                Err(why) => broken(&why),
            }
        }
        Some(0 | 1 | 3) => match View::from_json(&ended.stdout) {
            Ok(view) => Answer::Report(Box::new(view.renamed(&rename))),
            Err(error) => broken(&format!("the answer can't be read: {error}")),
        },
        Some(2) => match FailureView::from_json(&ended.stdout) {
            Ok(failure) => Answer::Refused(failure.renamed(&rename)),
            Err(error) => broken(&format!("the answer can't be read: {error}")),
        },
        Some(_) => match FailureView::from_json(&ended.stdout) {
            Ok(failure) => Answer::Broken(first_message(&failure)),
            Err(_) => broken("weyl ended without an answer"),
        },
        None => broken("weyl ended without an answer"),
    }
}

pub fn first_message(failure: &FailureView) -> String {
    let first = failure.diagnostics.first();
    first.map_or(String::new(), |one| {
        format!("{}: {}", one.code, one.message)
    })
}

/// What a file is called that lies beside the model, or below; other names stay.
fn renamed(name: &str, folder: &Path) -> String {
    let path = PathBuf::from(name);
    let own = path.strip_prefix(".").unwrap_or(&path);
    let here = if folder == Path::new(".") {
        own.to_path_buf()
    } else {
        folder.join(own)
    };
    if path.is_relative() && here.exists() {
        here.display().to_string()
    } else {
        name.to_string()
    }
}
