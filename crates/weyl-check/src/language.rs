//! The languages of models.

use weyl_explore::Deadlock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Murphi,
    Promela,
}

impl Language {
    /// When a state counts as a deadlock unless the user says otherwise.
    pub fn deadlock(self) -> Deadlock {
        match self {
            Language::Murphi => Deadlock::Stuttering,
            Language::Promela => Deadlock::Stuck,
        }
    }

    /// What the property is called that no deadlock is reached.
    pub(crate) fn deadlock_name(self) -> &'static str {
        match self {
            Language::Murphi => "deadlock",
            Language::Promela => "invalid end state",
        }
    }
}
