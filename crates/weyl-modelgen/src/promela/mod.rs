//! Random Promela programs for differential tests.
//!
//! SPIN gives no meaning to some programs (an index out of range, a channel that is not there, a
//! loop in an atomic sequence that never leaves it) and a wrong one to others (an `else` in the
//! escape of an `unless`, a receive that truncates). None of these is generated, so that verdicts
//! and counts can be compared.

mod declare;
mod expression;
mod jumps;
mod message;
mod print;
mod process;
mod shrink;
mod statement;
mod structured;
mod syntax;
mod trace;
mod world;

use crate::dice::Dice;
use process::Generator;
pub use shrink::shrink_promela;
use syntax::Model;

/// What programs may be like.
#[derive(Clone, Debug)]
pub struct PromelaOptions {
    /// At most so many process types, `init` not counted.
    pub process_types: usize,
    /// About so many statements in a process.
    pub statements: usize,
    /// Whether assertions may fail.
    pub failing_assertions: bool,
}

impl Default for PromelaOptions {
    fn default() -> PromelaOptions {
        PromelaOptions {
            process_types: 3,
            statements: 2,
            failing_assertions: true,
        }
    }
}

/// A generated program: its text, and the tree that the shrinker works on.
#[derive(Clone, Debug)]
pub struct PromelaProgram {
    pub seed: u64,
    pub text: String,
    model: Model,
}

impl PromelaProgram {
    fn new(seed: u64, model: Model) -> PromelaProgram {
        PromelaProgram {
            seed,
            text: print::print(&model),
            model,
        }
    }

    /// Conditions on global variables and channels.
    pub fn atoms(&self) -> &[String] {
        &self.model.atoms
    }
}

/// The program of a seed.
pub fn promela(seed: u64, options: &PromelaOptions) -> PromelaProgram {
    let generator = Generator::new(Dice::new(seed), options.clone());
    PromelaProgram::new(seed, generator.model())
}
