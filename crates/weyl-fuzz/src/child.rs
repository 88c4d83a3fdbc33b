//! The parent's side: a child that is started again whenever it died, with a bound on its address
//! space, and on the processor time of each input.

use crate::failure::{Failure, Outcome, Tried};
use crate::processor::used_by;
use crate::target::Target;
use crate::worker::Command as Order;
use anyhow::{Context, Result};
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child as Process, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Far more than any input with the budgets of a trial should need.
const ADDRESS_SPACE_KILOBYTES: u64 = 4 << 20;

/// How often the time of an input is looked at.
const GLANCE: Duration = Duration::from_millis(250);

/// A machine with much other work may take so many times as long.
const WALL_FACTOR: u32 = 20;

pub struct Child {
    program: Vec<String>,
    target: Target,
    running: Option<Running>,
}

struct Running {
    process: Process,
    orders: ChildStdin,
    answers: Receiver<String>,
    complaints: JoinHandle<String>,
}

/// How a batch ended.
#[derive(Debug)]
pub struct Batch {
    pub outcomes: Vec<Outcome>,
    /// Inputs that failed and left the child alive.
    pub failures: Vec<(u64, Failure)>,
    /// The input that was under way when the child died, and how it did.
    pub death: Option<(u64, Failure)>,
}

impl Child {
    /// The program is told what to fuzz by its last arguments: target and seed.
    pub fn new(program: &[String], target: Target, seed: u64) -> Child {
        let last = [target.to_string(), seed.to_string()];
        Child {
            program: program.iter().cloned().chain(last).collect(),
            target,
            running: None,
        }
    }

    pub fn batch(&mut self, range: Range<u64>) -> Result<Batch> {
        let mut next = range.start;
        let mut batch = Batch {
            outcomes: Vec::new(),
            failures: Vec::new(),
            death: None,
        };
        let death = self.obey(&Order::Range(range), |number, tried| {
            next = number + 1;
            match tried {
                Ok(outcome) => batch.outcomes.push(outcome),
                Err(failure) => batch.failures.push((number, failure)),
            }
        })?;
        batch.death = death.map(|failure| (next, failure));
        Ok(batch)
    }

    pub fn file(&mut self, path: &Path) -> Result<Tried> {
        let mut answer = None;
        let order = Order::File(path.display().to_string());
        let death = self.obey(&order, |_, tried| answer = Some(tried))?;
        match (death, answer) {
            (Some(failure), _) => Ok(Err(failure)),
            (None, Some(tried)) => Ok(tried),
            (None, None) => anyhow::bail!("a child that does not answer"),
        }
    }

    pub fn write(&mut self, number: u64, path: &Path) -> Result<()> {
        let order = Order::Write(number, path.display().to_string());
        match self.obey(&order, |_, _| {})? {
            None => Ok(()),
            Some(failure) => anyhow::bail!("input {number} can't be made: {failure}"),
        }
    }

    /// Hands answers over until the command is done, or the child is dead.
    fn obey(&mut self, order: &Order, mut hand: impl FnMut(u64, Tried)) -> Result<Option<Failure>> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => start(&self.program)?,
        };
        let order = order.write() + "\n";
        // A child that is gone is seen by its answers.
        let _ = running.orders.write_all(order.as_bytes());
        loop {
            match next_answer(&running, self.target.patience()) {
                Answer::Line(line) if line == "done" => {
                    self.running = Some(running);
                    return Ok(None);
                }
                Answer::Line(line) => {
                    let (number, tried) = read_answer(&line).with_context(|| line.clone())?;
                    hand(number, tried);
                }
                Answer::End => return Ok(Some(running.death()?)),
                Answer::Late => {
                    running.process.kill()?;
                    running.process.wait()?;
                    return Ok(Some(Failure::late(self.target.patience())));
                }
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may be dead already.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Running {
    fn death(mut self) -> Result<Failure> {
        let status = self.process.wait()?;
        let complaints = std::mem::replace(&mut self.complaints, std::thread::spawn(String::new));
        let complaints = complaints.join().unwrap_or_default();
        Ok(cause_of_death(status, &complaints))
    }
}

fn start(program: &[String]) -> Result<Running> {
    // The shell limits itself, and then becomes the child. Where it can't, there is no limit.
    let script = format!("ulimit -v {ADDRESS_SPACE_KILOBYTES} 2>/dev/null; exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).args(program);
    command.env("RUST_BACKTRACE", "0");
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = streams.stderr(Stdio::piped()).spawn()?;
    let orders = process.stdin.take().context("no way to the child")?;
    let stdout = process.stdout.take().context("no way from the child")?;
    let mut stderr = process.stderr.take().context("no way from the child")?;
    let (sender, answers) = channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stdout).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    let complaints = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = stderr.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    });
    Ok(Running {
        process,
        orders,
        answers,
        complaints,
    })
}

enum Answer {
    Line(String),
    /// The child is dead.
    End,
    Late,
}

fn next_answer(running: &Running, patience: Duration) -> Answer {
    let begun = Instant::now();
    let mut at_beginning = None;
    loop {
        match running.answers.recv_timeout(GLANCE) {
            Ok(line) => return Answer::Line(line),
            Err(RecvTimeoutError::Disconnected) => return Answer::End,
            Err(RecvTimeoutError::Timeout) => {}
        }
        let used = used_by(running.process.id());
        let first = *at_beginning.get_or_insert(used);
        let used = used
            .zip(first)
            .map(|(now, first)| now.saturating_sub(first));
        let is_late = used.unwrap_or(begun.elapsed()) > patience;
        if is_late || begun.elapsed() > patience * WALL_FACTOR {
            return Answer::Late;
        }
    }
}

fn read_answer(line: &str) -> Option<(u64, Tried)> {
    let mut fields = line.split('\t');
    let number = fields.next()?.parse().ok()?;
    let tried = match fields.next()? {
        "failed" => Err(Failure::new(
            fields.next()?,
            fields.next().unwrap_or_default(),
        )),
        word => Ok(Outcome::by_word(word)?),
    };
    Some((number, tried))
}

fn cause_of_death(status: ExitStatus, complaints: &str) -> Failure {
    let kind = if complaints.contains("overflowed its stack") {
        "stack overflow".to_string()
    } else if complaints.contains("memory allocation of") {
        "out of memory".to_string()
    } else if let Some(signal) = status.signal() {
        format!("signal {signal}")
    } else {
        format!("exit code {}", status.code().unwrap_or_default())
    };
    Failure::new(kind, complaints.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A child that is a shell script; it gets target and seed as arguments.
    fn child(script: &str) -> Child {
        let program = ["sh", "-c", script, "sh"].map(String::from);
        Child::new(&program, Target::named("murphi")[0], 1)
    }

    #[test]
    fn answers_are_counted_and_failures_kept() {
        let script = r#"read order; printf '0\taccepted\n1\tfailed\tpanic at x\toh\n2\trefused\ndone\n'; read more"#;
        let batch = child(script).batch(0..3).expect("a child");
        assert_eq!(batch.outcomes, [Outcome::Accepted, Outcome::Refused]);
        assert_eq!(batch.failures, [(1, Failure::new("panic at x", "oh"))]);
        assert!(batch.death.is_none());
    }

    #[test]
    fn a_death_is_blamed_on_the_input_that_was_under_way() {
        let script = r#"read order; printf '5\taccepted\n'; kill -ABRT $$"#;
        let batch = child(script).batch(5..9).expect("a child");
        let (number, failure) = batch.death.expect("it died");
        assert_eq!((number, failure.kind.as_str()), (6, "signal 6"));
    }

    #[test]
    fn deaths_have_causes() {
        let script = |says: &str| format!("read order; echo '{says}' >&2; kill -ABRT $$");
        let kind = |says: &str| {
            let batch = child(&script(says)).batch(0..1).expect("a child");
            batch.death.expect("it died").1.kind
        };
        assert_eq!(kind("thread 1 has overflowed its stack"), "stack overflow");
        assert_eq!(
            kind("memory allocation of 99 bytes failed"),
            "out of memory"
        );
    }

    #[test]
    fn a_child_that_died_is_started_again() {
        let mut child = child("read order; exit 3");
        for _ in 0..2 {
            let batch = child.batch(0..1).expect("a child");
            assert_eq!(batch.death.expect("it died").1.kind, "exit code 3");
        }
    }
}
