//! A campaign: what failed once first, then batch after batch, target by target, until the time is
//! over. What fails is found, shrunk and written down.

use crate::child::Child;
use crate::corpus::kept;
use crate::culprit::culprit;
use crate::failure::Failure;
use crate::shrink::{Patience, shrink};
use crate::summary::Summary;
use crate::target::Target;
use anyhow::Result;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// What shrinking one input may cost.
const TRIALS: usize = 4_000;
const TIME_TO_SHRINK: Duration = Duration::from_secs(40);

/// Of one kind of failure so many are shrunk and written down; the others are counted.
const EXAMPLES: usize = 1;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Campaign {
    pub targets: Vec<Target>,
    pub seed: u64,
    /// The number of the first input.
    pub first: u64,
    /// Inputs for each target; as many as there is time for, if nothing is said.
    pub inputs: Option<u64>,
    /// For all targets together.
    pub time: Option<Duration>,
    /// Where failing inputs are written to.
    pub folder: PathBuf,
    /// What serves as a child, given target and seed.
    pub program: Vec<String>,
}

/// A failure with the smallest input that was found for it.
#[derive(Clone, Debug)]
pub struct Finding {
    pub target: Target,
    /// Which inputs it was; `None` for one that was kept.
    pub inputs: Option<Range<u64>>,
    pub failure: Failure,
    pub file: PathBuf,
}

pub fn run(campaign: &Campaign) -> Result<Summary> {
    std::fs::create_dir_all(&campaign.folder)?;
    let mut fronts = Vec::new();
    for target in &campaign.targets {
        fronts.push(Front::new(campaign, *target));
    }
    for front in &mut fronts {
        front.try_kept()?;
    }
    let written = campaign.folder.join("summary.txt");
    let begun = Instant::now();
    let is_over = || campaign.time.is_some_and(|time| begun.elapsed() >= time);
    // The target that had the least time is next: each gets the same share.
    while !is_over() {
        let open = fronts.iter_mut().filter(|front| !front.is_done());
        let Some(next) = open.min_by_key(|front| front.spent) else {
            break;
        };
        next.advance()?;
        // Whoever ends a long campaign still has what it came to.
        std::fs::write(&written, summary(&fronts).to_string())?;
    }
    Ok(summary(&fronts))
}

fn summary(fronts: &[Front<'_>]) -> Summary {
    Summary {
        rows: fronts.iter().map(|front| front.row.clone()).collect(),
    }
}

/// One target of a campaign.
struct Front<'c> {
    campaign: &'c Campaign,
    target: Target,
    child: Child,
    next: u64,
    spent: Duration,
    by_kind: BTreeMap<String, usize>,
    row: crate::summary::Row,
}

impl<'c> Front<'c> {
    fn new(campaign: &'c Campaign, target: Target) -> Front<'c> {
        Front {
            campaign,
            target,
            child: Child::new(&campaign.program, target, campaign.seed),
            next: campaign.first,
            spent: Duration::ZERO,
            by_kind: BTreeMap::new(),
            row: crate::summary::Row::new(target),
        }
    }

    fn is_done(&self) -> bool {
        let inputs = self.campaign.inputs;
        inputs.is_some_and(|inputs| self.next - self.campaign.first >= inputs)
    }

    /// What failed once must not fail again.
    fn try_kept(&mut self) -> Result<()> {
        for file in kept(self.target)? {
            self.row.kept += 1;
            if let Err(failure) = self.child.file(&file)? {
                self.note(None, failure, file);
            }
        }
        Ok(())
    }

    fn advance(&mut self) -> Result<()> {
        let begun = Instant::now();
        let mut until = self.next + self.target.batch();
        if let Some(inputs) = self.campaign.inputs {
            until = until.min(self.campaign.first + inputs);
        }
        let batch = self.child.batch(self.next..until)?;
        let elapsed = begun.elapsed();
        self.row.count(&batch.outcomes);
        self.row.inputs += batch.outcomes.len() as u64;
        self.row.time += elapsed;
        for (number, failure) in batch.failures {
            self.row.inputs += 1;
            self.examine(number..number + 1, failure)?;
        }
        let from = self.next;
        self.next = until;
        if let Some((suspect, failure)) = batch.death {
            self.row.inputs += 1;
            self.next = suspect + 1;
            self.accuse(from..until, suspect, failure)?;
        }
        self.spent += begun.elapsed();
        Ok(())
    }

    /// The child died: which input was it?
    fn accuse(&mut self, batch: Range<u64>, suspect: u64, failure: Failure) -> Result<()> {
        if self.is_known(&failure) {
            return self.examine(suspect..suspect + 1, failure);
        }
        let mut trouble = None;
        let child = &mut self.child;
        let guilty = culprit(batch, suspect, |range| match child.batch(range) {
            Ok(batch) => batch
                .death
                .is_some_and(|(_, other)| other.kind == failure.kind),
            Err(error) => {
                trouble = Some(error);
                false
            }
        });
        match (trouble, guilty) {
            (Some(error), _) => Err(error),
            (None, Some(guilty)) => self.examine(guilty, failure),
            (None, None) => {
                let again = Failure::new(format!("{}, once", failure.kind), failure.message);
                self.examine(suspect..suspect + 1, again)
            }
        }
    }

    fn is_known(&self, failure: &Failure) -> bool {
        let seen = self.by_kind.get(&failure.kind);
        seen.is_some_and(|count| *count >= EXAMPLES)
    }

    /// Shrinks an input that failed and writes it down.
    fn examine(&mut self, inputs: Range<u64>, failure: Failure) -> Result<()> {
        self.row.failures += 1;
        if self.is_known(&failure) {
            *self.by_kind.entry(failure.kind).or_default() += 1;
            return Ok(());
        }
        let first = inputs.start;
        let stem = format!("{}-{}-{first}", self.target, self.campaign.seed);
        let file = self
            .campaign
            .folder
            .join(format!("{stem}.{}", self.target.ending()));
        self.child.write(first, &file)?;
        if inputs.end == first + 1 {
            self.shrink(&file, &failure)?;
        }
        let said = format!("{} input {first}: {failure}\n", self.target);
        std::fs::write(file.with_extension("txt"), &said)?;
        self.note(Some(inputs), failure, file);
        Ok(())
    }

    fn shrink(&mut self, file: &Path, failure: &Failure) -> Result<()> {
        let whole = std::fs::read(file)?;
        let candidate = file.with_extension("candidate");
        let mut patience = Patience::new(TRIALS, TIME_TO_SHRINK);
        let child = &mut self.child;
        let small = shrink(&whole, &mut patience, |text| {
            let tried = std::fs::write(&candidate, text);
            let tried = tried.map_err(anyhow::Error::from);
            let tried = tried.and_then(|()| child.file(&candidate));
            matches!(tried, Ok(Err(other)) if other.kind == failure.kind)
        });
        // Where nothing smaller was found there may be no candidate.
        let _ = std::fs::remove_file(&candidate);
        Ok(std::fs::write(file, small)?)
    }

    fn note(&mut self, inputs: Option<Range<u64>>, failure: Failure, file: PathBuf) {
        let finding = Finding {
            target: self.target,
            inputs,
            failure,
            file,
        };
        eprintln!("{}", crate::summary::told(&finding));
        *self
            .by_kind
            .entry(finding.failure.kind.clone())
            .or_default() += 1;
        self.row.findings.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A worker that dies of input 7, and of files that contain an X.
    const WORKER: &str = r#"
        while read word first second; do
          case $word in
            range)
              while [ $first -lt $second ]; do
                if [ $first = 7 ]; then kill -ABRT $$; fi
                printf '%s\taccepted\n' $first
                first=$((first + 1))
              done ;;
            write) printf 'one\ntwo aXb three\nfour\n' > $second ;;
            file)
              if grep -q X $first; then kill -ABRT $$; fi
              printf '0\trefused\n' ;;
          esac
          echo done
        done"#;

    #[test]
    fn what_kills_a_child_is_found_shrunk_and_written_down() {
        let folder = tempfile::tempdir().expect("a folder");
        let campaign = Campaign {
            targets: Target::named("murphi"),
            seed: 3,
            first: 0,
            inputs: Some(20),
            time: None,
            folder: folder.path().to_path_buf(),
            program: ["sh", "-c", WORKER, "sh"].map(String::from).to_vec(),
        };
        let summary = run(&campaign).expect("children can be started");
        let findings: Vec<&Finding> = summary.findings().collect();
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].inputs, Some(7..8));
        assert_eq!(findings[0].failure.kind, "signal 6");
        assert_eq!(std::fs::read(&findings[0].file).expect("a file"), b"X");
        // The others were tried all the same.
        assert_eq!((summary.rows[0].inputs, summary.rows[0].failures), (20, 1));
    }
}
