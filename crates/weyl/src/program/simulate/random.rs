//! A random walk.

use super::walk::{Walk, WalkEnd};
use crate::dice::Dice;

/// Takes up to so many steps after the initial one.
pub fn walk(mut walk: Walk<'_>, seed: u64, steps: u64) -> WalkEnd {
    match steps_at_random(&mut walk, seed, steps) {
        Ok(()) => WalkEnd::Done,
        Err(end) => end,
    }
}

fn steps_at_random(walk: &mut Walk<'_>, seed: u64, steps: u64) -> Result<(), WalkEnd> {
    walk.remark(&format!("seed {seed}"))?;
    let mut dice = Dice::new(seed);
    for _ in 0..=steps {
        let choices = walk.choices();
        let Some(firing) = dice.pick(&choices) else {
            let remark = walk.nothing_to_do();
            return walk.remark(remark);
        };
        match walk.preview(firing) {
            Some(steps) => walk.take(steps)?,
            None => return Ok(()),
        }
    }
    walk.remark(&format!("stopped after {steps} steps (--steps)"))
}
