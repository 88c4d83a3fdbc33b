//! A store as a file: the number and the size of states, then each state with the number of its
//! parent, which stands before it.

use super::{Inserted, StateIndex, Store, StoreWriter};
use cranelift_entity::EntityRef;
use std::io::{self, Read, Write};

/// No parent.
const NONE: u32 = u32::MAX;

pub(super) fn dump<T: Store>(
    store: &T,
    states: impl Iterator<Item = StateIndex>,
    packed_size: usize,
    to: &mut impl Write,
) -> io::Result<Vec<StateIndex>> {
    let order = parents_first(store, states);
    let mut numbers = vec![NONE; store.index_bound()];
    to.write_all(&(order.len() as u64).to_le_bytes())?;
    to.write_all(&(packed_size as u64).to_le_bytes())?;
    let mut buffer = Vec::new();
    for (number, index) in (0..).zip(&order) {
        numbers[index.index()] = number;
        let parent = store.parent(*index);
        let parent = parent.map_or(NONE, |parent| numbers[parent.index()]);
        to.write_all(&parent.to_le_bytes())?;
        let state = store.get(*index, &mut buffer);
        to.write_all(state.ok_or(io::ErrorKind::Unsupported)?)?;
    }
    Ok(order)
}

/// All states, each after its parent: threads number states in stretches of their own, so that a
/// parent may have the larger number.
fn parents_first<T: Store>(store: &T, states: impl Iterator<Item = StateIndex>) -> Vec<StateIndex> {
    let mut is_listed = vec![false; store.index_bound()];
    let mut order = Vec::new();
    for index in states {
        let ancestors = std::iter::successors(Some(index), |at| store.parent(*at));
        let new = ancestors.take_while(|at| !is_listed[at.index()]);
        let mut way: Vec<StateIndex> = new.collect();
        way.reverse();
        for at in way {
            is_listed[at.index()] = true;
            order.push(at);
        }
    }
    order
}

pub(super) fn load<T: Store>(
    store: &T,
    packed_size: usize,
    from: &mut impl Read,
) -> io::Result<Vec<StateIndex>> {
    let (count, size) = (read_word(from)?, read_word(from)?);
    if size != packed_size as u64 {
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut writer = store.writer();
    let mut packed = vec![0; packed_size];
    let mut order: Vec<StateIndex> = Vec::new();
    for _ in 0..count {
        let mut parent = [0; 4];
        from.read_exact(&mut parent)?;
        from.read_exact(&mut packed)?;
        let parent = match u32::from_le_bytes(parent) {
            NONE => None,
            number => match order.get(number as usize) {
                Some(parent) => Some(*parent),
                None => return Err(io::ErrorKind::InvalidData.into()),
            },
        };
        match writer.insert(&packed, parent) {
            Inserted::New(index) | Inserted::Known(index) => order.push(index),
            Inserted::Full(_) => return Err(io::ErrorKind::OutOfMemory.into()),
        }
    }
    Ok(order)
}

fn read_word(from: &mut impl Read) -> io::Result<u64> {
    let mut word = [0; 8];
    from.read_exact(&mut word)?;
    Ok(u64::from_le_bytes(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ExactStore, TreeStore};
    use std::collections::BTreeMap;
    use std::thread;
    use weyl_store::Quota;

    /// Each state with its parent.
    fn content(
        store: &impl Store,
        states: impl Iterator<Item = StateIndex>,
    ) -> BTreeMap<Vec<u8>, Option<Vec<u8>>> {
        let state = |index| store.get(index, &mut Vec::new()).unwrap().to_vec();
        states
            .map(|index| (state(index), store.parent(index).map(state)))
            .collect()
    }

    /// Two threads take turns, so that parents have larger numbers than their children too.
    fn fill(store: &impl Store, packed_size: usize) {
        let mut first = None;
        for turn in 0..40u16 {
            thread::scope(|scope| {
                let thread = scope.spawn(move || {
                    let mut writer = store.writer();
                    let mut parent = first;
                    for number in 0..9 {
                        let number = (turn * 9 + number).to_le_bytes();
                        let mut state = vec![7; packed_size];
                        (state[0], state[packed_size - 1]) = (number[0], number[1]);
                        match writer.insert(&state, parent) {
                            Inserted::New(index) => parent = Some(index),
                            other => panic!("{other:?}"),
                        }
                    }
                    parent
                });
                first = thread.join().unwrap().filter(|_| turn % 7 != 0);
            });
        }
    }

    fn assert_same<T: Store>(
        (store, again): (&T, &T),
        indices: impl Fn(&T) -> Vec<StateIndex>,
        packed_size: usize,
    ) {
        fill(store, packed_size);
        let mut file = Vec::new();
        let order = store.dump(&mut file).unwrap();
        assert_eq!(order.len() as u64, store.len());
        let loaded = again.load(&mut &file[..]).unwrap();
        let content = |store: &T| content(store, indices(store).into_iter());
        assert_eq!(content(again), content(store));
        for (old, new) in order.iter().zip(&loaded) {
            let state = |store: &T, index| {
                let mut buffer = Vec::new();
                store.get(index, &mut buffer).unwrap().to_vec()
            };
            assert_eq!(state(store, *old), state(again, *new));
        }
    }

    #[test]
    fn what_is_loaded_is_what_was_dumped() {
        let quota = Quota::new(None, None);
        for size in [2, 3, 16, 50] {
            let store = || ExactStore::new(size, &quota);
            let indices = |store: &ExactStore<'_>| store.indices().collect();
            assert_same((&store(), &store()), indices, size);
            let store = || TreeStore::new(size, &quota);
            let indices = |store: &TreeStore<'_>| store.indices().collect();
            assert_same((&store(), &store()), indices, size);
        }
    }

    #[test]
    fn a_file_that_is_none_is_refused() {
        let quota = Quota::new(None, None);
        let store = ExactStore::new(2, &quota);
        fill(&store, 2);
        let mut file = Vec::new();
        store.dump(&mut file).unwrap();
        let load = |file: &[u8]| ExactStore::new(2, &quota).load(&mut &*file);
        assert!(load(&file[..file.len() - 1]).is_err());
        let mut wrong_size = file.clone();
        wrong_size[8] = 3;
        assert!(load(&wrong_size).is_err());
        let mut wrong_parent = file;
        wrong_parent[16..20].copy_from_slice(&7u32.to_le_bytes());
        assert!(load(&wrong_parent).is_err());
    }
}
