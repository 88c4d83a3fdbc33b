//! What was typed after `weyl test`.

use crate::program::amounts;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub struct TestFlags {
    /// Models, folders with models, or files weyl.toml [default: this folder]
    pub paths: Vec<PathBuf>,
    /// Write what is so into headers and into weyl.toml
    ///
    /// What is expected already gets another value where it differs. A model that is named and
    /// expects nothing gets a header.
    #[arg(long)]
    pub bless: bool,
    /// Run those that are tagged `slow` too
    #[arg(long)]
    pub slow: bool,
    /// Run those whose names contain this text alone
    #[arg(long, value_name = "TEXT")]
    pub filter: Option<String>,
    /// How many run at the same time [default: one for each core]
    #[arg(long, short, value_name = "N", value_parser = amounts::count)]
    pub jobs: Option<u64>,

    /// End each check after this time (10s, 5m, 1h)
    #[arg(long, value_name = "TIME", value_parser = amounts::time, help_heading = "Limits")]
    pub max_time: Option<Duration>,
    /// End each check when it needs more memory (512M, 2G) [default: its part of 80 % of what there
    /// is]
    #[arg(long, value_name = "SIZE", value_parser = amounts::size, help_heading = "Limits")]
    pub max_memory: Option<u64>,

    /// Print one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Write the tests to a file, as JUnit's XML
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub junit: Option<PathBuf>,
    /// Write what is not as expected to a file, as SARIF, with runs as code flows
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sarif: Option<PathBuf>,
    /// Mark what is not as expected for a CI service [default: one that reads what is printed, if
    /// this runs in it]
    ///
    /// github, azure, teamcity: lines on stdout, with --json on stderr. gitlab: the file
    /// gl-code-quality-report.json. auto: the service in which this runs. off: none.
    #[arg(long, value_enum, value_name = "SERVICE", help_heading = "Output")]
    pub annotate: Option<AnnotateFlag>,
    /// Print nothing but errors; the exit code tells
    #[arg(long, short, conflicts_with = "json", help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnnotateFlag {
    Auto,
    Off,
    #[value(name = "github")]
    GitHub,
    #[value(name = "gitlab")]
    GitLab,
    Azure,
    #[value(name = "teamcity")]
    TeamCity,
}
