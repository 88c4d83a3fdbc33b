//! Where the time of a run went.

use super::rounded;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use weyl_check::{Report, Work};

/// A kind of work: pieces, seconds of all threads together, part of the threads' time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WorkView {
    pub count: u64,
    pub seconds: f64,
    pub share: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RestView {
    pub seconds: f64,
    pub share: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ProfileView {
    /// Before the search: the text of the model, its symmetry.
    pub setup_seconds: f64,
    /// Compiling the model, which is a part of that; null where it is interpreted.
    pub compile_seconds: Option<f64>,
    /// Trying symmetries out on steps, which is another part; null where there are none.
    pub certificate_seconds: Option<f64>,
    /// Of the search, times threads.
    pub thread_seconds: f64,
    /// Firings.
    pub executor: WorkView,
    pub representatives: WorkView,
    /// States packed and unpacked.
    pub packing: WorkView,
    /// Conditions evaluated.
    pub properties: WorkView,
    /// All else: the store, queues, waiting.
    pub search: RestView,
    pub states_per_second: u64,
    pub firings_per_second: u64,
}

impl ProfileView {
    pub fn of(report: &Report) -> ProfileView {
        let profile = &report.profile;
        let seconds = |number: f64| rounded(number, 1e6);
        let work = |work: Work| WorkView {
            count: work.pieces,
            seconds: seconds(work.seconds),
            share: seconds(profile.share(work.seconds)),
        };
        let search = profile.search_seconds();
        // Those that led from one stored state to another; the executor may be asked for more.
        let explorations = report.explorations.iter();
        let firings: u64 = explorations.map(|one| one.transitions).sum();
        let per_second = |things: u64| things as f64 / report.statistics.seconds.max(1e-6);
        ProfileView {
            setup_seconds: seconds(profile.setup_seconds),
            compile_seconds: profile.compile_seconds.map(seconds),
            certificate_seconds: profile.certificate_seconds.map(seconds),
            thread_seconds: seconds(profile.thread_seconds),
            executor: work(profile.executor),
            representatives: work(profile.representatives),
            packing: work(profile.packing),
            properties: work(profile.properties),
            search: RestView {
                seconds: seconds(search),
                share: seconds(profile.share(search)),
            },
            states_per_second: per_second(report.statistics.states) as u64,
            firings_per_second: per_second(firings) as u64,
        }
    }
}
