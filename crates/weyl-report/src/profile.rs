//! Where the time of a run went, as text.

use crate::flow::wrapped;
use crate::quantity::{count, rate, seconds};
use crate::style::{FAINT, paint};
use crate::view::ProfileView;

/// A line for each kind of work that there was.
pub(crate) fn profile_text(profile: &ProfileView, width: usize) -> String {
    let parts = [
        ("executor", &profile.executor, "firings"),
        ("representatives", &profile.representatives, "states"),
        ("packing", &profile.packing, "states"),
        ("properties", &profile.properties, "conditions"),
    ];
    let compiled = match profile.compile_seconds {
        Some(spent) => format!("{} of them for machine code", seconds(spent)),
        None => "the model is interpreted".to_string(),
    };
    let compiled = match profile.certificate_seconds {
        Some(spent) => format!("{compiled}, {} to try symmetries out", seconds(spent)),
        None => compiled,
    };
    let said = format!(
        "time of all threads: {}, after {} before the search ({compiled}); {} firings/s",
        seconds(profile.thread_seconds),
        seconds(profile.setup_seconds),
        rate(profile.firings_per_second as f64),
    );
    let mut text = format!("\n{}", wrapped(&said, 2, 4, width));
    for (name, work, things) in parts.iter().filter(|(_, work, _)| work.count > 0) {
        let each = work.seconds * 1e9 / work.count as f64;
        let note = format!("{} {things}, {each:.0} ns each", count(work.count));
        text.push_str(&line(name, (work.seconds, work.share), &note));
    }
    let search = (profile.search.seconds, profile.search.share);
    text.push_str(&line("store and search", search, "all else"));
    text
}

fn line(name: &str, (spent, share): (f64, f64), note: &str) -> String {
    let share = 100.0 * share;
    let spent = seconds(spent);
    format!(
        "    {name:16}  {spent:>10}  {share:3.0} %  {}\n",
        paint(FAINT, note)
    )
}
