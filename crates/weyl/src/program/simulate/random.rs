//! A random walk.

use super::walk::{Walk, WalkEnd};
use weyl_permutation::random::Random;
use weyl_report::counted;

/// Takes up to so many steps after the initial one.
pub fn walk(mut walk: Walk<'_>, seed: u64, steps: u64) -> WalkEnd {
    match steps_at_random(&mut walk, seed, steps) {
        Ok(()) => WalkEnd::Done,
        Err(end) => end,
    }
}

fn steps_at_random(walk: &mut Walk<'_>, seed: u64, steps: u64) -> Result<(), WalkEnd> {
    walk.remark(&format!("seed {seed}"))?;
    let mut random = Random::new(seed);
    for _ in 0..=steps {
        let choices = walk.choices();
        let Some(firing) = random.pick(&choices).copied() else {
            let remark = walk.nothing_to_do();
            walk.remark(remark)?;
            return walk.explain_marks();
        };
        match walk.preview(firing) {
            Some(steps) => walk.take(steps)?,
            None => return Ok(()),
        }
    }
    let steps = counted(steps, "step");
    walk.remark(&format!("stopped after {steps} (--steps)"))?;
    walk.explain_marks()
}
