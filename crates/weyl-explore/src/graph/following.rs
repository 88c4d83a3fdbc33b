//! What is followed through the renamings of a quotient: the units of fairness, and the instances
//! of temporal properties.

use super::segment::{Leaving, Note, Segment};
use weyl_permutation::Permutation;
use weyl_system::{Batch, Conditions, Fairness, Outcome, Question, Renaming};

/// Who knows the units of fairness, and what renamings do to them and to instances.
pub trait Tracked: Clone + Send {
    /// How many units there are: processes, or instances of rules.
    fn units(&self) -> u32;

    /// The units that act in each step of a batch, which has all steps of the state.
    fn acting(&mut self, state: &[u8], batch: &Batch, acting: &mut Vec<Vec<u32>>);

    fn unit_image(&self, unit: u32, by: &Permutation) -> u32;

    /// The image of an instance of a question, which is known by its place in the task.
    fn instance_image(&self, question: usize, instance: u32, by: &Permutation) -> u32;

    /// The same for a family of a question of branching time; nothing moves where there are none.
    fn family_image(
        &self,
        _question: usize,
        _family: usize,
        instance: u32,
        _by: &Permutation,
    ) -> u32 {
        instance
    }
}

/// Nobody is followed.
impl Tracked for () {
    fn units(&self) -> u32 {
        0
    }

    fn acting(&mut self, _: &[u8], _: &Batch, acting: &mut Vec<Vec<u32>>) {
        acting.clear();
    }

    fn unit_image(&self, unit: u32, _: &Permutation) -> u32 {
        unit
    }

    fn instance_image(&self, _: usize, instance: u32, _: &Permutation) -> u32 {
        instance
    }
}

/// What some questions follow, numbered: first the units, then the instances of each question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Following {
    pub units: u32,
    is_fair: bool,
    /// For each question that follows its instances its place, where its instances begin, and how
    /// many there are.
    instances: Vec<(usize, u32, u32)>,
    /// The same for the families of each question, with their numbers.
    families: Vec<(usize, usize, u32, u32)>,
}

impl Following {
    pub fn new(questions: &[Question], tracked: &impl Tracked) -> Following {
        let is_fair = |question: &Question| question.fairness() != Fairness::None;
        let mut following = Following {
            units: tracked.units(),
            is_fair: questions.iter().any(is_fair),
            instances: Vec::new(),
            families: Vec::new(),
        };
        for (place, question) in questions.iter().enumerate() {
            let count = question.temporal().and_then(|temporal| temporal.followed);
            if let Some(count) = count {
                let first = following.len();
                following.instances.push((place, first, count));
            }
        }
        for (place, question) in questions.iter().enumerate() {
            let families = question.branching().map(|one| &one.branching.families);
            for (number, family) in families.into_iter().flatten().enumerate() {
                let first = following.len();
                let own = (place, number, first, family.instances);
                following.families.push(own);
            }
        }
        following
    }

    /// How many things are followed.
    pub fn len(&self) -> u32 {
        let family = self.families.last();
        let family = family.map(|(_, _, first, count)| first + count);
        let last = self.instances.last();
        let last = last.map_or(self.units, |(_, first, count)| first + count);
        family.unwrap_or(last)
    }

    /// Where the instances of a family begin.
    pub fn first_of_family(&self, question: usize, family: usize) -> Option<u32> {
        let mut families = self.families.iter();
        let own = families.find(|(place, number, ..)| (*place, *number) == (question, family));
        own.map(|(_, _, first, _)| *first)
    }

    pub fn is_anything(&self) -> bool {
        self.is_fair || !self.instances.is_empty() || !self.families.is_empty()
    }

    /// Where the instances of a question begin, if they are followed.
    pub fn first_instance(&self, question: usize) -> Option<u32> {
        let mut instances = self.instances.iter();
        let own = instances.find(|(place, ..)| *place == question);
        own.map(|(_, first, _)| *first)
    }
}

/// Takes steps, and writes down how they rename and who acts.
#[derive(Clone, Debug)]
pub(crate) struct Scribe<R> {
    following: Following,
    tracked: R,
    permutations: Vec<Permutation>,
    acting: Vec<Vec<u32>>,
}

impl<R: Tracked> Scribe<R> {
    pub fn new(following: Following, tracked: R) -> Scribe<R> {
        Scribe {
            following,
            tracked,
            permutations: Vec::new(),
            acting: Vec::new(),
        }
    }

    pub fn following(&self) -> &Following {
        &self.following
    }

    pub fn initial<S: Renaming + Conditions>(&mut self, system: &mut S, batch: &mut Batch) {
        if self.following.is_anything() {
            system.renamed_initial(batch, &mut self.permutations);
        } else {
            system.initial(batch);
        }
    }

    pub fn successors<S: Renaming + Conditions>(
        &mut self,
        system: &mut S,
        state: &[u8],
        batch: &mut Batch,
    ) {
        if self.following.is_anything() {
            system.renamed_successors(state, batch, &mut self.permutations);
        } else {
            system.successors(state, batch);
        }
    }

    /// Keeps how each step renames and who acts in it; tells who can act.
    pub fn note(&mut self, segment: &mut Segment, state: &[u8], batch: &Batch) -> Leaving {
        let mut outcomes = batch.iter().map(|(_, outcome)| outcome);
        let is_end = outcomes.all(|outcome| matches!(outcome, Outcome::Excluded));
        let enabled = if self.following.is_anything() {
            self.note_all(segment, state, batch)
        } else {
            0
        };
        Leaving { is_end, enabled }
    }

    fn note_all(&mut self, segment: &mut Segment, state: &[u8], batch: &Batch) -> u32 {
        let mut acting = std::mem::take(&mut self.acting);
        acting.clear();
        if self.following.is_fair {
            self.tracked.acting(state, batch, &mut acting);
        }
        let mut enabled: Vec<u32> = Vec::new();
        let mut number = 0;
        for (at, (_, outcome)) in batch.iter().enumerate() {
            let units = acting.get(at).map_or(&[][..], Vec::as_slice);
            match outcome {
                Outcome::State { .. } => {
                    enabled.extend(units);
                    let note = Note {
                        renaming: self.renaming(segment, number),
                        acting: unit_set(segment, units.to_vec()),
                    };
                    segment.push_note(note);
                    number += 1;
                }
                Outcome::Fault(_) => enabled.extend(units),
                Outcome::Excluded => {}
            }
        }
        self.acting = acting;
        unit_set(segment, enabled)
    }

    /// How the state with a number in the batch was renamed.
    pub fn renaming(&self, segment: &mut Segment, number: usize) -> u32 {
        let Some(permutation) = self.permutations.get(number) else {
            return 0;
        };
        if permutation.is_identity() {
            return 0;
        }
        let units = 0..self.following.units;
        let mut images: Vec<u32> = units
            .map(|unit| self.tracked.unit_image(unit, permutation))
            .collect();
        for (question, first, count) in &self.following.instances {
            let own = (0..*count).map(|instance| {
                first
                    + self
                        .tracked
                        .instance_image(*question, instance, permutation)
            });
            images.extend(own);
        }
        for (question, family, first, count) in &self.following.families {
            let image = |of| {
                self.tracked
                    .family_image(*question, *family, of, permutation)
            };
            images.extend((0..*count).map(|instance| first + image(instance)));
        }
        segment.renamings.insert_full(images).0 as u32
    }
}

fn unit_set(segment: &mut Segment, mut units: Vec<u32>) -> u32 {
    units.sort_unstable();
    units.dedup();
    segment.unit_sets.insert_full(units).0 as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use weyl_system::{Repeats, TemporalQuestion};
    use weyl_temporal::Observer;

    fn question(followed: Option<u32>) -> Question {
        Question::Temporal(TemporalQuestion {
            number: 0,
            observer: Observer {
                states: Vec::new(),
                sets: 0,
            },
            atoms: Vec::new(),
            instances: Vec::new(),
            followed,
            stands_for: 1,
            evaluates_all: false,
            repeats: Repeats::Nothing,
            fairness: Fairness::None,
        })
    }

    #[test]
    fn each_question_has_its_own_instances() {
        let questions = [Some(2), None, Some(3), Some(4)].map(question);
        let following = Following::new(&questions, &());
        let firsts = (0..4).map(|place| following.first_instance(place));
        assert!(firsts.eq([Some(0), None, Some(2), Some(5)]));
        assert_eq!(following.len(), 9);
        assert!(following.is_anything());
        assert!(!Following::new(&questions[1..2], &()).is_anything());
    }
}
