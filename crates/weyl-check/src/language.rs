//! The languages of models.

use weyl_explore::Deadlock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Murphi,
}

impl Language {
    /// When a state counts as a deadlock unless the user says otherwise.
    pub fn deadlock(self) -> Deadlock {
        match self {
            Language::Murphi => Deadlock::Stuttering,
        }
    }
}
