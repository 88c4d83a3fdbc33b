//! What came of a campaign.

use crate::campaign::Finding;
use crate::failure::Outcome;
use crate::target::Target;
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// One target.
#[derive(Clone, Debug)]
pub struct Row {
    pub target: Target,
    /// Inputs that failed once, and were tried again.
    pub kept: u64,
    pub inputs: u64,
    outcomes: BTreeMap<Outcome, u64>,
    /// Of trying inputs, without what shrinking took.
    pub time: Duration,
    pub failures: u64,
    pub findings: Vec<Finding>,
}

impl Row {
    pub fn new(target: Target) -> Row {
        Row {
            target,
            kept: 0,
            inputs: 0,
            outcomes: BTreeMap::new(),
            time: Duration::ZERO,
            failures: 0,
            findings: Vec::new(),
        }
    }

    pub fn count(&mut self, outcomes: &[Outcome]) {
        for outcome in outcomes {
            *self.outcomes.entry(*outcome).or_default() += 1;
        }
    }
}

#[derive(Clone, Debug)]
pub struct Summary {
    pub rows: Vec<Row>,
}

impl Summary {
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.rows.iter().flat_map(|row| &row.findings)
    }
}

/// A finding in a few lines.
pub fn told(finding: &Finding) -> String {
    let which = match &finding.inputs {
        None => "kept".to_string(),
        Some(inputs) if inputs.end == inputs.start + 1 => format!("input {}", inputs.start),
        Some(inputs) => format!("inputs {} to {}", inputs.start, inputs.end - 1),
    };
    let message: String = finding.failure.message.chars().take(300).collect();
    let (target, kind) = (finding.target, &finding.failure.kind);
    let file = finding.file.display();
    format!("{target} {which}: {kind}\n  {message}\n  {file}")
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<20}{:>6}{:>10}{:>8}",
            "target", "kept", "inputs", "per s"
        )?;
        for outcome in Outcome::ALL {
            write!(f, "{:>14}", outcome.word())?;
        }
        writeln!(f, "{:>10}", "failures")?;
        for row in &self.rows {
            let rate = row.inputs as f64 / row.time.as_secs_f64().max(0.001);
            write!(
                f,
                "{:<20}{:>6}{:>10}{rate:>8.0}",
                row.target.to_string(),
                row.kept,
                row.inputs
            )?;
            for outcome in Outcome::ALL {
                let count = row.outcomes.get(&outcome).copied().unwrap_or(0);
                write!(f, "{count:>14}")?;
            }
            writeln!(f, "{:>10}", row.failures)?;
        }
        Ok(())
    }
}
