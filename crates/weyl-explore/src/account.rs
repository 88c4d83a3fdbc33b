//! Accounts of what grows beside the store.

use crate::LimitKind;
use weyl_store::Quota;

/// What one growing buffer has been charged for so far.
#[derive(Debug, Default)]
pub(crate) struct Account {
    charged: u64,
}

impl Account {
    /// Brings the charge to what the buffer occupies now.
    pub fn settle(&mut self, quota: &Quota, bytes: usize) -> Result<(), LimitKind> {
        let bytes = bytes as u64;
        if bytes > self.charged {
            quota.charge(bytes - self.charged)?;
        } else {
            quota.release(self.charged - bytes);
        }
        self.charged = bytes;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_account_follows_its_buffer_up_and_down() {
        let quota = Quota::new(None, Some(100));
        let mut account = Account::default();
        for (bytes, expected) in [(80, Ok(())), (20, Ok(())), (101, Err(LimitKind::Memory))] {
            assert_eq!(account.settle(&quota, bytes), expected, "{bytes}");
        }
        assert_eq!(quota.bytes(), 20);
    }
}
