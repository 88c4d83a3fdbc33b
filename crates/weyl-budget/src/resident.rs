//! The memory of this process, as the system counts it.

use std::fs::File;
use std::io::Read;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What is in memory of this process, in bytes; `None` where nobody tells. Nothing is allocated on
/// the way: allocators may ask.
pub fn resident() -> Option<u64> {
    let mut text = [0; 4096];
    let mut file = File::open("/proc/self/status").ok()?;
    let length = file.read(&mut text).ok()?;
    resident_of(&text[..length])
}

fn resident_of(status: &[u8]) -> Option<u64> {
    const FIELD: &[u8] = b"\nVmRSS:";
    let at = status.windows(FIELD.len()).position(|part| part == FIELD)?;
    let rest = &status[at + FIELD.len()..];
    let digits = rest.iter().skip_while(|byte| byte.is_ascii_whitespace());
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    let kilobytes = digits.fold(0u64, |number, digit| number * 10 + u64::from(digit - b'0'));
    Some(kilobytes << 10)
}

/// Two looks are at least so far apart: one takes some microseconds.
const INTERVAL: Duration = Duration::from_millis(2);

/// The same, perhaps from some milliseconds ago.
pub fn recently_resident() -> Option<u64> {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    static NEXT_LOOK: AtomicU64 = AtomicU64::new(0);
    static LAST: AtomicU64 = AtomicU64::new(0);
    let now = BEGAN.get_or_init(Instant::now).elapsed().as_micros() as u64;
    let next = NEXT_LOOK.load(Relaxed);
    let after = now + INTERVAL.as_micros() as u64;
    let is_mine = now >= next
        && NEXT_LOOK
            .compare_exchange(next, after, Relaxed, Relaxed)
            .is_ok();
    if is_mine {
        LAST.store(resident()?, Relaxed);
    }
    Some(LAST.load(Relaxed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_found_among_others() {
        let status = b"Name:\tweyl\nVmHWM:\t   99 kB\nVmRSS:\t   13072 kB\nRssAnon:\t 1 kB\n";
        assert_eq!(resident_of(status), Some(13_072 << 10));
        assert_eq!(resident_of(b"Name:\tVmRSS: 5\n"), None);
    }

    #[test]
    fn what_is_touched_is_resident() {
        let Some(before) = resident() else { return };
        let block = vec![1u8; 64 << 20];
        let after = resident().expect("as before");
        assert!(after >= before + (60 << 20), "{before} {after}");
        assert_eq!(
            block.iter().map(|byte| usize::from(*byte)).sum::<usize>(),
            64 << 20
        );
        std::thread::sleep(INTERVAL * 2);
        assert!(recently_resident() >= Some(before + (60 << 20)));
    }
}
