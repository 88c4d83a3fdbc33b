//! What a limit of memory means for the process as a whole.
//!
//! The limit is that of the process, not of some of its tables. Searches know what they store and
//! keep below it; what nobody foresees (batches, runs that are written down, the allocator's own
//! bookkeeping) has some room above.

/// Beside the limit, for what can't be counted in advance: a twenty-fifth, and where that is less,
/// this much.
const LEAST_SLACK: u64 = 11 << 20;

/// What the program needs for itself: no limit is lower than that.
const OWN: u64 = 20 << 20;

fn slack(limit: u64) -> u64 {
    (limit / 25).max(LEAST_SLACK)
}

/// Where work ends by itself: half of the slack is for what it has to do then.
pub fn brim(limit: u64) -> u64 {
    limit.saturating_add(slack(limit) / 2).max(OWN)
}

/// The most that the process may ever have in memory.
pub fn ceiling(limit: u64) -> u64 {
    let most = limit.saturating_add(slack(limit));
    most.max(OWN + LEAST_SLACK / 2)
}

/// What a search may store, given what the process occupies before it begins.
pub fn room(limit: u64, resident: u64) -> u64 {
    let most = limit.saturating_add(slack(limit) / 2);
    limit.min(most.saturating_sub(resident))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ceiling_is_close_to_the_limit() {
        for megabytes in [10, 64, 255] {
            assert!(ceiling(megabytes << 20) <= (megabytes + 16) << 20);
        }
        for megabytes in [256u64, 1_000, 20_000] {
            let limit = megabytes << 20;
            assert!(ceiling(limit) <= limit + limit / 20);
        }
        for limit in [1, 1 << 20, 1 << 30, 1 << 40] {
            assert!(limit < brim(limit) && brim(limit) < ceiling(limit));
        }
        assert_eq!(ceiling(u64::MAX), u64::MAX);
    }

    #[test]
    fn there_is_never_more_room_than_the_limit() {
        assert_eq!(room(10_000, 15 << 20), 0);
        assert_eq!(room(10_000, 0), 10_000);
        assert_eq!(room(1 << 30, 12 << 20), 1 << 30);
        assert_eq!(room(100 << 20, 25 << 20), (80 << 20) + (1 << 19));
    }
}
