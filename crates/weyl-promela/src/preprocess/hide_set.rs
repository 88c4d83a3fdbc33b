//! Macro names that a token is hidden from.
//!
//! A set is a list whose rest is shared: an expansion adds one name, and macros that double with
//! each level make hundreds of thousands of expansions with hundreds of names each.

use std::collections::BTreeSet;
use std::iter::successors;
use std::sync::Arc;

#[derive(Clone, Debug, Default)]
pub struct HideSet(Option<Arc<Hidden>>);

#[derive(Debug)]
struct Hidden {
    name: Arc<str>,
    /// This one and the rest.
    length: usize,
    rest: HideSet,
}

/// One after the other: a list may be longer than the stack is deep.
impl Drop for Hidden {
    fn drop(&mut self) {
        let mut rest = self.rest.0.take();
        while let Some(mut hidden) = rest.and_then(Arc::into_inner) {
            rest = hidden.rest.0.take();
        }
    }
}

impl HideSet {
    fn names(&self) -> impl Iterator<Item = &Arc<str>> {
        let first = self.0.as_deref();
        successors(first, |hidden| hidden.rest.0.as_deref()).map(|hidden| &hidden.name)
    }

    pub fn contains(&self, name: &str) -> bool {
        self.names().any(|hidden| **hidden == *name)
    }

    /// The set with one more name, which must not be in it.
    pub fn with(&self, name: Arc<str>) -> HideSet {
        HideSet(Some(Arc::new(Hidden {
            name,
            length: self.len() + 1,
            rest: self.clone(),
        })))
    }

    pub fn len(&self) -> usize {
        self.0.as_ref().map_or(0, |hidden| hidden.length)
    }

    pub fn union(&self, other: &HideSet) -> HideSet {
        if self.0.is_none() || self.is(other) {
            return other.clone();
        }
        let known: BTreeSet<&Arc<str>> = self.names().collect();
        let others = other.names().filter(|name| !known.contains(name));
        others.fold(self.clone(), |set, name| set.with(name.clone()))
    }

    pub fn intersection(&self, other: &HideSet) -> HideSet {
        if self.is(other) {
            return self.clone();
        }
        let known: BTreeSet<&Arc<str>> = self.names().collect();
        let common = other.names().filter(|name| known.contains(name));
        common.fold(HideSet::default(), |set, name| set.with(name.clone()))
    }

    /// Whether both are one list, and not only of the same names.
    fn is(&self, other: &HideSet) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &str) -> HideSet {
        let names = names.split_whitespace();
        names.fold(HideSet::default(), |set, name| set.with(name.into()))
    }

    fn sorted(set: &HideSet) -> String {
        let mut names: Vec<&str> = set.names().map(|name| &**name).collect();
        names.sort_unstable();
        names.join(" ")
    }

    #[test]
    fn lists_are_sets() {
        let (one, other, none) = (set("a b"), set("b c"), set(""));
        assert!(one.contains("a") && !one.contains("c") && !none.contains("a"));
        assert_eq!(sorted(&one.union(&other)), "a b c");
        assert_eq!(sorted(&one.intersection(&other)), "b");
        for (union, common) in [
            (one.union(&none), one.intersection(&one)),
            (none.union(&one), one.union(&one)),
        ] {
            assert_eq!(
                (sorted(&union), sorted(&common)),
                ("a b".into(), "a b".into())
            );
        }
        assert_eq!(sorted(&one.intersection(&none)), "");
        assert_eq!((none.len(), one.len(), one.union(&other).len()), (0, 2, 3));
    }

    #[test]
    fn a_long_list_is_dropped_on_a_small_stack() {
        let long = (0..1_000_000).fold(HideSet::default(), |set, _| set.with("x".into()));
        let thread = std::thread::Builder::new().stack_size(64 << 10);
        let dropped = thread.spawn(|| drop(long)).map(|thread| thread.join());
        assert!(dropped.is_ok_and(|joined| joined.is_ok()));
    }
}
