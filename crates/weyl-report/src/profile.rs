//! Where the time of a run went, as text and as JSON.

use crate::quantity::{count, rate, seconds};
use crate::style::{FAINT, paint};
use serde::Serialize;
use weyl_check::{Profile, Report, Work};

/// A kind of work: pieces, seconds of all threads together, part of the threads' time.
#[derive(Serialize)]
struct WorkJson {
    count: u64,
    seconds: f64,
    share: f64,
}

#[derive(Serialize)]
struct RestJson {
    seconds: f64,
    share: f64,
}

#[derive(Serialize)]
pub(crate) struct ProfileJson {
    /// Before the search: the text of the model, its symmetry.
    setup_seconds: f64,
    /// Compiling the model, which is a part of that; null where it is interpreted.
    compile_seconds: Option<f64>,
    /// Trying symmetries out on steps, which is another part; null where there are none.
    certificate_seconds: Option<f64>,
    /// Of the search, times threads.
    thread_seconds: f64,
    /// Firings.
    executor: WorkJson,
    representatives: WorkJson,
    /// States packed and unpacked.
    packing: WorkJson,
    /// Conditions evaluated.
    properties: WorkJson,
    /// All else: the store, queues, waiting.
    search: RestJson,
    states_per_second: u64,
    firings_per_second: u64,
}

fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}

fn work_json(profile: &Profile, work: Work) -> WorkJson {
    WorkJson {
        count: work.pieces,
        seconds: rounded(work.seconds),
        share: rounded(profile.share(work.seconds)),
    }
}

/// A number of things in a second of the run, the setup included.
fn per_second(report: &Report, things: u64) -> f64 {
    things as f64 / report.statistics.seconds.max(1e-6)
}

/// Firings that led from one stored state to another; the executor may be asked for more.
fn firings(report: &Report) -> u64 {
    let explorations = report.explorations.iter();
    explorations
        .map(|exploration| exploration.transitions)
        .sum()
}

pub(crate) fn profile_json(report: &Report) -> ProfileJson {
    let profile = &report.profile;
    let work = |work| work_json(profile, work);
    let search = profile.search_seconds();
    ProfileJson {
        setup_seconds: rounded(profile.setup_seconds),
        compile_seconds: profile.compile_seconds.map(rounded),
        certificate_seconds: profile.certificate_seconds.map(rounded),
        thread_seconds: rounded(profile.thread_seconds),
        executor: work(profile.executor),
        representatives: work(profile.representatives),
        packing: work(profile.packing),
        properties: work(profile.properties),
        search: RestJson {
            seconds: rounded(search),
            share: rounded(profile.share(search)),
        },
        states_per_second: per_second(report, report.statistics.states) as u64,
        firings_per_second: per_second(report, firings(report)) as u64,
    }
}

/// A line for each kind of work that there was.
pub(crate) fn profile_text(report: &Report) -> String {
    let profile = &report.profile;
    let parts = [
        ("executor", profile.executor, "firings"),
        ("representatives", profile.representatives, "states"),
        ("packing", profile.packing, "states"),
        ("properties", profile.properties, "conditions"),
    ];
    let compiled = match profile.compile_seconds {
        Some(spent) => format!("{} of them for machine code", seconds(spent)),
        None => "the model is interpreted".to_string(),
    };
    let compiled = match profile.certificate_seconds {
        Some(spent) => format!("{compiled}, {} to try symmetries out", seconds(spent)),
        None => compiled,
    };
    let mut text = format!(
        "\n  time of all threads: {}, after {} before the search ({compiled}); {} firings/s\n",
        seconds(profile.thread_seconds),
        seconds(profile.setup_seconds),
        rate(per_second(report, firings(report))),
    );
    for (name, work, things) in parts.iter().filter(|(_, work, _)| work.pieces > 0) {
        let each = work.seconds * 1e9 / work.pieces as f64;
        let note = format!("{} {things}, {each:.0} ns each", count(work.pieces));
        text.push_str(&line(profile, name, work.seconds, &note));
    }
    let search = profile.search_seconds();
    text.push_str(&line(profile, "store and search", search, "all else"));
    text
}

fn line(profile: &Profile, name: &str, spent: f64, note: &str) -> String {
    let share = 100.0 * profile.share(spent);
    let spent = seconds(spent);
    format!(
        "    {name:16}  {spent:>10}  {share:3.0} %  {}\n",
        paint(FAINT, note)
    )
}
