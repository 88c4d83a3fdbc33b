//! What is being done.

/// The phases of a check, in the order in which they come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    #[default]
    Reading,
    /// Lowering, verifying, laying out states.
    Preparing,
    /// Discovery, and trying out what was found.
    Symmetry,
    Compiling,
    Searching,
    /// Replaying what was found.
    Judging,
    /// With the unreduced system.
    Comparing,
    /// Files and answers.
    Writing,
}

impl Phase {
    pub const ALL: [Phase; 8] = [
        Phase::Reading,
        Phase::Preparing,
        Phase::Symmetry,
        Phase::Compiling,
        Phase::Searching,
        Phase::Judging,
        Phase::Comparing,
        Phase::Writing,
    ];

    pub(crate) fn from_number(number: u8) -> Phase {
        Phase::ALL[usize::from(number) % Phase::ALL.len()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_places() {
        for phase in Phase::ALL {
            assert_eq!(Phase::from_number(phase as u8), phase);
        }
    }
}
