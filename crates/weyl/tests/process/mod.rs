//! weyl as a process that is watched: how long it took, how much it worked, how large it grew.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Ticks a second in what Linux tells of processes.
const TICKS: f64 = 100.0;

/// What became of it; not every test looks at all of it.
#[allow(dead_code)]
#[derive(Debug)]
pub struct Ended {
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
    /// Seconds since it was started, or since the signal.
    pub wall: f64,
    /// Seconds of processors since then, as far as they were seen.
    pub worked: f64,
    /// The most memory that it had, if somebody tells.
    pub peak: Option<u64>,
}

pub struct Running {
    child: Child,
    since: Instant,
    worked_before: f64,
}

/// A model in a file of its own.
pub fn scratch(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a scratch file");
    path.display().to_string()
}

/// Checks a model to the end.
pub fn run(arguments: &[String]) -> Ended {
    Running::start(arguments).end()
}

impl Running {
    pub fn start(arguments: &[String]) -> Running {
        let mut command = Command::new(env!("CARGO_BIN_EXE_weyl"));
        command.arg("check").args(arguments);
        Running::of(command)
    }

    pub fn of(mut command: Command) -> Running {
        command.stdout(Stdio::piped());
        Running::beside(command)
    }

    /// With a stdout of somebody else.
    pub fn beside(mut command: Command) -> Running {
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        Running {
            child: command.spawn().expect("weyl starts"),
            since: Instant::now(),
            worked_before: 0.0,
        }
    }

    fn told(&self, file: &str) -> String {
        let path = format!("/proc/{}/{file}", self.child.id());
        fs::read_to_string(path).unwrap_or_default()
    }

    /// Seconds of processors so far.
    fn worked(&self) -> Option<f64> {
        let stat = self.told("stat");
        let (_, fields) = stat.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
        Some((ticks(11)? + ticks(12)?) / TICKS)
    }

    fn peak(&self) -> Option<u64> {
        let status = self.told("status");
        let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes << 10)
    }

    /// Until it has had so much of a processor, or as long as anybody would wait for that.
    pub fn wait_until_it_has_worked(&self, time: Duration) {
        while self
            .worked()
            .is_some_and(|so_far| so_far < time.as_secs_f64())
            && self.since.elapsed() < 10 * time
        {
            thread::sleep(Duration::from_millis(5));
        }
    }

    pub fn end_by(mut self, signal: &str) -> Ended {
        self.worked_before = self.worked().unwrap_or(0.0);
        self.since = Instant::now();
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(sent.is_ok_and(|status| status.success()), "kill");
        self.end()
    }

    pub fn end(mut self) -> Ended {
        let stdout = reader(self.child.stdout.take());
        let stderr = reader(self.child.stderr.take());
        let (mut worked, mut peak) = (self.worked_before, None);
        let status = loop {
            worked = self.worked().unwrap_or(worked).max(worked);
            peak = self.peak().max(peak);
            if let Some(status) = self.child.try_wait().expect("weyl runs") {
                break status;
            }
            thread::sleep(Duration::from_millis(1));
        };
        let wall = self.since.elapsed().as_secs_f64();
        let read = |reader: thread::JoinHandle<Vec<u8>>| reader.join().unwrap_or_default();
        Ended {
            code: status.code(),
            stdout: read(stdout),
            stderr: String::from_utf8_lossy(&read(stderr)).into_owned(),
            wall,
            worked: worked - self.worked_before,
            peak,
        }
    }
}

fn reader(stream: Option<impl Read + Send + 'static>) -> thread::JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut stream) = stream {
            // What could be read is what there was.
            let _ = stream.read_to_end(&mut bytes);
        }
        bytes
    })
}
