//! `--reduce`: which reductions were typed, and what they mean together with the options of each.

use crate::program::flags::{CheckFlags, SymmetryFlag, TerminationFlag};
use weyl_check::{Failure, Reductions, wrong_command_line};

/// A list of reductions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReduceFlag {
    symmetry: bool,
    others: Reductions,
}

const ALL: ReduceFlag = ReduceFlag {
    symmetry: true,
    others: Reductions::ALL,
};

const NONE: ReduceFlag = ReduceFlag {
    symmetry: false,
    others: Reductions::NONE,
};

/// What is typed behind `--reduce`.
pub fn reduce(text: &str) -> Result<ReduceFlag, String> {
    match text {
        "all" => Ok(ALL),
        "none" => Ok(NONE),
        list => list.split(',').try_fold(NONE, |mut flag, word| {
            match word.trim() {
                "symmetry" => flag.symmetry = true,
                "slice" => flag.others.slice = true,
                "live" => flag.others.live = true,
                "merge" => flag.others.merge = true,
                "por" => flag.others.por = true,
                "all" | "none" => return Err(format!("`{word}` stands alone")),
                _ => {
                    return Err(
                        "a list of `symmetry`, `slice`, `live`, `merge` and `por`, or `all`, or \
                         `none`"
                            .to_string(),
                    );
                }
            }
            Ok(flag)
        }),
    }
}

/// All reductions that are meant.
pub struct Meant {
    pub symmetry: SymmetryFlag,
    pub termination: Option<TerminationFlag>,
    pub others: Reductions,
}

impl Meant {
    pub fn new(flags: &CheckFlags) -> Result<Meant, Failure> {
        let reduce = flags.reduce.unwrap_or(ALL);
        let symmetry = match (&flags.symmetry, reduce.symmetry) {
            (None, true) => SymmetryFlag::Auto,
            (None | Some(SymmetryFlag::Off), false) => SymmetryFlag::Off,
            (Some(symmetry), true) => symmetry.clone(),
            (Some(_), false) => {
                let message = "`--reduce` leaves out the symmetry that `--symmetry` asks for";
                let hint = "put `symmetry` on the list of `--reduce`";
                return Err(wrong_command_line(message, Some(hint)));
            }
        };
        let termination = match (flags.termination, reduce == NONE) {
            (None | Some(TerminationFlag::Spin), true) => Some(TerminationFlag::Spin),
            (Some(TerminationFlag::Stay), true) => {
                let message = "`--reduce none` is the model as it was written: with \
                               `--termination stay` it is another one";
                return Err(wrong_command_line(message, None));
            }
            (termination, false) => termination,
        };
        Ok(Meant {
            symmetry,
            termination,
            others: reduce.others,
        })
    }
}
