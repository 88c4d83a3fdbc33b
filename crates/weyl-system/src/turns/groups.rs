//! A set of groups, of which there is hardly ever more than one.

#[derive(Default)]
pub(super) struct Groups {
    first: Option<u32>,
    others: Vec<u32>,
}

impl Groups {
    #[inline]
    pub fn contains(&self, group: u32) -> bool {
        self.first == Some(group) || self.others.contains(&group)
    }

    #[inline]
    pub fn insert(&mut self, group: u32) {
        match self.first {
            None => self.first = Some(group),
            Some(_) => self.others.push(group),
        }
    }
}
