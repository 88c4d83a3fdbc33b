//! Which locations are passed so that none is passed twice in one turn.

use super::Passed;
use std::collections::BTreeMap;
use weyl_ir::{Model, RuleId};

/// The locations without those that close a circle: in the text of a program these are the heads of
/// loops, whatever the order of the search, so that loops which look alike are treated alike.
pub(super) fn without_circles(model: &Model, leaving: &[Vec<RuleId>], passable: Passed) -> Passed {
    let mut search = Search {
        model,
        leaving,
        passable: &passable,
        visits: BTreeMap::new(),
        heads: Passed::new(),
    };
    // Loops are entered at their heads.
    let entered = search.entered();
    let others = passable.difference(&entered);
    for root in entered.iter().chain(others) {
        search.from(*root);
    }
    passable.difference(&search.heads).copied().collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    OnPath,
    Done,
}

/// Depth first, through locations that may be passed.
struct Search<'a> {
    model: &'a Model,
    leaving: &'a [Vec<RuleId>],
    passable: &'a Passed,
    visits: BTreeMap<i128, Visit>,
    /// Where a path came back to itself.
    heads: Passed,
}

impl Search<'_> {
    fn from(&mut self, root: i128) {
        if self.visits.contains_key(&root) {
            return;
        }
        self.visits.insert(root, Visit::OnPath);
        let mut path = vec![(root, self.targets(root))];
        while let Some((location, left)) = path.last_mut() {
            let Some(to) = left.pop() else {
                self.visits.insert(*location, Visit::Done);
                path.pop();
                continue;
            };
            match self.visits.get(&to) {
                None => {
                    self.visits.insert(to, Visit::OnPath);
                    path.push((to, self.targets(to)));
                }
                Some(Visit::OnPath) => {
                    self.heads.insert(to);
                }
                Some(Visit::Done) => {}
            }
        }
    }

    fn targets(&self, location: i128) -> Vec<i128> {
        let at = usize::try_from(location).ok();
        let rules = at.and_then(|at| self.leaving.get(at));
        self.passable_after(rules.into_iter().flatten()).collect()
    }

    /// Where one comes to from elsewhere.
    fn entered(&self) -> Passed {
        let locations = (0..).zip(self.leaving);
        let elsewhere = locations.filter(|(location, _)| !self.passable.contains(location));
        let rules = elsewhere.flat_map(|(_, rules)| rules);
        self.passable_after(rules).collect()
    }

    fn passable_after<'r>(
        &self,
        rules: impl Iterator<Item = &'r RuleId>,
    ) -> impl Iterator<Item = i128> {
        let targets = rules.filter_map(|rule| self.model.rules[*rule].control.as_ref()?.to);
        targets.filter(|to| self.passable.contains(to))
    }
}
