//! Cases side by side, on all cores, with every failure reported.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs a test for every case and fails with all complaints at the end.
///
/// # Panics
/// If any case failed.
pub fn for_each<T: Sync>(cases: &[T], test: impl Fn(&T) -> anyhow::Result<()> + Sync) {
    let next = AtomicUsize::new(0);
    let complaints = Mutex::new(Vec::new());
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(complaint) = test(case) {
                let mut list = complaints.lock().expect("no test panics while it reports");
                list.push(format!("{complaint:#}"));
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let complaints = complaints.into_inner().expect("all threads are done");
    assert!(
        complaints.is_empty(),
        "{} of {} cases failed:\n{}",
        complaints.len(),
        cases.len(),
        complaints.join("\n")
    );
}
