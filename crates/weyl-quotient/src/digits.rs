//! Where the scalars of a row stand in its key.

use crate::keys::{Condition, Digit, Holder, Holding, Inside, Keys, Own, Teller, Told};
use crate::padded::Source;
use weyl_ir::layout::CodeTables;

/// Slots that correspond to each other: of all rows, and of all places that a decided name may come
/// to.
#[derive(Clone, Debug)]
pub(crate) struct Group<T> {
    bits: u32,
    /// How many digits each row has for it.
    digits: usize,
    pub members: Vec<T>,
}

impl<T> Group<T> {
    /// The group with a number, which is one of those that there are or the next.
    pub fn at(groups: &mut Vec<Group<T>>, number: usize, bits: u32, digits: usize) -> &mut Self {
        if number == groups.len() {
            groups.push(Group {
                bits,
                digits,
                members: Vec::new(),
            });
        }
        &mut groups[number]
    }
}

/// What goes into keys, before it has digits. Words are rows as yet.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outline {
    /// The rows and where their scalars are read.
    pub own: Vec<Group<(usize, Source)>>,
    pub inside: Vec<Group<Inside>>,
    pub told: Vec<Group<Told>>,
    pub tellers: Vec<Group<Teller>>,
    pub names: CodeTables,
    pub codes: Vec<u64>,
    pub columns: CodeTables,
    pub rows: CodeTables,
}

/// Puts numbers into words, each into the first that has room.
#[derive(Clone, Debug, Default)]
struct FirstFit {
    used: Vec<u32>,
}

impl FirstFit {
    fn take(&mut self, bits: u32) -> Digit {
        let has_room = |used: &u32| used + bits <= u64::BITS;
        let word = self.used.iter().position(has_room).unwrap_or_else(|| {
            self.used.push(0);
            self.used.len() - 1
        });
        let position = self.used[word];
        self.used[word] += bits;
        Digit {
            word: word as u32,
            position,
        }
    }

    fn take_for<T>(&mut self, group: &Group<T>) -> Vec<Digit> {
        (0..group.digits).map(|_| self.take(group.bits)).collect()
    }
}

impl Outline {
    /// Neighbouring scalars of a row are read as one number, unless that makes a key longer than a
    /// word which could be one.
    pub fn keys(mut self, rows: usize) -> Keys {
        self.put_rows_in_order();
        let single = std::mem::take(&mut self.own);
        self.own = merged(&single);
        if self.words() > 1 {
            let runs = std::mem::replace(&mut self.own, single);
            if self.words() > 1 {
                self.own = runs;
            }
        }
        self.with_digits(rows)
    }

    fn put_rows_in_order(&mut self) {
        for group in &mut self.own {
            group.members.sort_by_key(|(row, _)| *row);
        }
        for group in &mut self.inside {
            group.members.sort_by_key(|inside| inside.word);
        }
        for group in &mut self.told {
            group.members.sort_by_key(|told| told.word);
        }
    }

    fn words(&self) -> usize {
        let mut room = FirstFit::default();
        self.own.iter().for_each(|group| drop(room.take_for(group)));
        self.inside
            .iter()
            .for_each(|group| drop(room.take_for(group)));
        self.told
            .iter()
            .for_each(|group| drop(room.take_for(group)));
        self.tellers
            .iter()
            .for_each(|group| drop(room.take_for(group)));
        room.used.len().max(1)
    }

    fn with_digits(self, rows: usize) -> Keys {
        let words = self.words();
        let first = |row: u32| row * words as u32;
        let mut room = FirstFit::default();
        let mut keys = Keys {
            words,
            count: rows,
            names: self.names,
            codes: self.codes,
            columns: self.columns,
            rows: self.rows.map(first),
            ..Keys::default()
        };
        for group in &self.own {
            let digit = room.take(group.bits);
            let members = group.members.iter();
            keys.own.extend(members.map(|(row, source)| Own {
                source: *source,
                word: first(*row as u32) + digit.word,
                position: digit.position,
            }));
        }
        for group in &self.inside {
            let digit = room.take(group.bits);
            let members = group.members.iter();
            keys.inside.extend(members.map(|inside| Inside {
                word: first(inside.word) + digit.word,
                position: digit.position,
                ..*inside
            }));
        }
        for group in &self.told {
            let start = keys.digits.len() as u32;
            keys.digits.extend(room.take_for(group));
            for told in &group.members {
                let word = first(told.word);
                keys.add_told(Told { word, ..*told }, start);
            }
        }
        for group in &self.tellers {
            let start = keys.digits.len() as u32;
            keys.digits.extend(room.take_for(group));
            for teller in &group.members {
                keys.add_teller(*teller, start);
            }
        }
        keys
    }
}

impl Keys {
    fn add_told(&mut self, told: Told, digits: u32) {
        let digit = self.digits[digits as usize];
        match told.names {
            Some(names) if told.condition.is_none() => self.holding.push(Holding {
                source: told.source,
                names,
                word: told.word + digit.word,
                position: digit.position,
            }),
            _ => self.told.push(Told {
                condition: Condition {
                    digits,
                    ..told.condition
                },
                ..told
            }),
        }
    }

    fn add_teller(&mut self, teller: Teller, digits: u32) {
        let digit = self.digits[digits as usize];
        if teller.condition.is_none() {
            self.holders.push(Holder {
                source: teller.source,
                rows: teller.rows,
                word: digit.word,
                position: digit.position,
            })
        } else {
            self.tellers.push(Teller {
                condition: Condition {
                    digits,
                    ..teller.condition
                },
                ..teller
            })
        }
    }
}

/// Groups whose scalars lie side by side in every row, as one: up to eight bytes.
fn merged(groups: &[Group<(usize, Source)>]) -> Vec<Group<(usize, Source)>> {
    let mut sorted: Vec<Group<(usize, Source)>> = groups.to_vec();
    sorted.sort_by_key(|group| group.members.first().map(|(_, source)| source.offset));
    let mut runs: Vec<Group<(usize, Source)>> = Vec::new();
    for group in sorted {
        match runs.last_mut().and_then(|run| joined(run, &group)) {
            Some(longer) => runs
                .last_mut()
                .into_iter()
                .for_each(|run| *run = longer.clone()),
            None => runs.push(group),
        }
    }
    runs
}

fn joined(
    run: &Group<(usize, Source)>,
    next: &Group<(usize, Source)>,
) -> Option<Group<(usize, Source)>> {
    let pairs = run.members.iter().zip(&next.members);
    let members = pairs.map(|((row, source), (other, next))| {
        (row == other).then_some((*row, source.followed_by(*next)?))
    });
    let members: Vec<(usize, Source)> = members.collect::<Option<_>>()?;
    let (_, source) = members.first()?;
    (run.members.len() == next.members.len()).then_some(Group {
        bits: 8 * source.width(),
        digits: 1,
        members,
    })
}
