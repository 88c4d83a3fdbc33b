//! Work on a list, shared among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use weyl_budget::stack_bytes;

/// Things that a thread takes at once.
const CHUNK: usize = 256;
/// So many that it is worth while to start one more thread.
const ENOUGH: usize = 1024;

/// What is left of a list of so many things.
pub(super) struct Rest {
    taken: AtomicUsize,
    len: usize,
}

impl Rest {
    /// The next things that nobody has taken.
    pub fn take(&self) -> Option<Range<usize>> {
        let from = self.taken.fetch_add(CHUNK, Relaxed);
        (from < self.len).then(|| from..self.len.min(from + CHUNK))
    }
}

/// Has a list of so many things worked on, by as many members as that is worth; the results of all
/// who worked.
pub(super) fn share<M: Send, O: Send>(
    members: &mut [M],
    len: usize,
    work: impl Fn(&mut M, &Rest) -> O + Sync,
) -> Vec<O> {
    let rest = Rest {
        taken: AtomicUsize::new(0),
        len,
    };
    let count = (len / ENOUGH).clamp(1, members.len().max(1));
    let count = count.min(members.len());
    each(&mut members[..count], |_, member| work(member, &rest))
}

/// Has each member do something, which is told its number; where no more threads are to be had,
/// those that run do it alone.
pub(super) fn each<M: Send, O: Send>(
    members: &mut [M],
    work: impl Fn(usize, &mut M) -> O + Sync,
) -> Vec<O> {
    let Some((first, others)) = members.split_first_mut() else {
        return Vec::new();
    };
    if others.is_empty() {
        return vec![work(0, first)];
    }
    thread::scope(|scope| {
        let work = &work;
        let others = (1..).zip(others).map(|(number, member)| {
            // Models may call functions deeply, and executors may recurse with them.
            let thread = thread::Builder::new().stack_size(stack_bytes());
            thread.spawn_scoped(scope, move || work(number, member))
        });
        let others: Vec<_> = others.filter_map(Result::ok).collect();
        let mut results = vec![work(0, first)];
        for other in others {
            match other.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_done_once() {
        for (members, len) in [(1, 10_000), (2, 10), (3, 0), (4, 100_001)] {
            let mut members = vec![(); members];
            let done = share(&mut members, len, |(), rest| {
                let all = std::iter::from_fn(|| rest.take());
                all.flatten().collect::<Vec<usize>>()
            });
            let mut done = done.concat();
            done.sort_unstable();
            assert!(done.into_iter().eq(0..len));
        }
    }
}
