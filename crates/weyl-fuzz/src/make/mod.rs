//! Inputs: pure functions of target, seed and number, and of the models in the repository.

mod damage;
mod mutate;
mod nest;
mod samples;
mod sizes;
mod soup;

use crate::corpus::Corpus;
use crate::target::{Reader, Target};
use anyhow::Result;
use samples::Samples;
use weyl_modelgen::{MurphiOptions, PromelaOptions, murphi, promela};
use weyl_permutation::random::Random;

/// Between a model and what is read beside it.
pub const SEPARATOR: &[u8] = b"\n=====\n";

/// Makes the inputs of a target.
pub struct Maker {
    target: Target,
    seed: u64,
    corpus: Corpus,
    samples: Samples,
}

impl Maker {
    pub fn new(target: Target, seed: u64) -> Result<Maker> {
        Ok(Maker {
            target,
            seed,
            corpus: Corpus::of(target)?,
            samples: Samples::of(target)?,
        })
    }

    pub fn input(&self, number: u64) -> Vec<u8> {
        let stream = Random::new(self.seed ^ self.target.salt()).draw();
        let mut random = Random::new(stream ^ Random::new(number).draw());
        let mut input = self.sound(&mut random);
        if random.once_in(40) {
            damage::damage(&mut input, &mut random);
        }
        input
    }

    /// An input without damage to its bytes.
    fn sound(&self, random: &mut Random) -> Vec<u8> {
        match self.target.reader {
            Reader::FrontEnd => self.model(random),
            Reader::Check => self.plausible(random),
            Reader::Formula | Reader::Generators | Reader::Answer => self.pair(random),
            Reader::Automaton | Reader::Header | Reader::Manifest => self.beside(0, random),
            Reader::Comparison => {
                // If both were changed, most would be refused.
                let old = self.samples.list[0].beside(random);
                let mut both = [old, self.beside(0, random)];
                both.rotate_left(random.below(2));
                both.join(SEPARATOR)
            }
        }
    }

    /// Anything that may be taken for a model.
    fn model(&self, random: &mut Random) -> Vec<u8> {
        match random.below(100) {
            0..50 => self.mutated(8, random),
            50..60 => self.spliced(random),
            60..72 => self.generated(8, random),
            72..84 => soup::soup(&self.corpus.words, random),
            84..92 => self.nested(random),
            _ => sizes::resized(random.pick(&self.corpus.models), random),
        }
    }

    /// What has a good chance to be a model.
    fn plausible(&self, random: &mut Random) -> Vec<u8> {
        match random.below(100) {
            0..60 => self.mutated(2, random),
            60..90 => self.generated(2, random),
            90..94 => self.spliced(random),
            94..97 => self.nested(random),
            _ => sizes::resized(random.pick(&self.corpus.models), random),
        }
    }

    fn any_model(&self, random: &mut Random) -> Vec<u8> {
        random
            .pick(&self.corpus.models)
            .cloned()
            .unwrap_or_default()
    }

    fn mutated(&self, most: usize, random: &mut Random) -> Vec<u8> {
        let mut text = self.any_model(random);
        for _ in 0..=random.below(most) {
            text = mutate::mutated(&text, &self.corpus, random);
        }
        text
    }

    /// The beginning of one model and the end of another.
    fn spliced(&self, random: &mut Random) -> Vec<u8> {
        let (first, second) = (self.any_model(random), self.any_model(random));
        mutate::spliced(&first, &second, random)
    }

    /// A random program that is accepted, and then mutated.
    fn generated(&self, most: usize, random: &mut Random) -> Vec<u8> {
        let seed = random.draw();
        let mut text = if self.target.is_murphi() {
            murphi(seed, &MurphiOptions::default()).text.into_bytes()
        } else if self.target.is_promela() {
            promela(seed, &PromelaOptions::default()).text.into_bytes()
        } else {
            self.any_model(random)
        };
        for _ in 0..random.below(most + 1) {
            text = mutate::mutated(&text, &self.corpus, random);
        }
        text
    }

    fn nested(&self, random: &mut Random) -> Vec<u8> {
        nest::nested(self.target, &self.any_model(random), random)
    }

    /// A model as it is, or nearly so, and what is read beside it.
    fn pair(&self, random: &mut Random) -> Vec<u8> {
        let sample = random.below(self.samples.list.len());
        let mut model = self.samples.list[sample].model.clone();
        if random.once_in(8) {
            model = mutate::mutated(&model, &self.corpus, random);
        }
        [model, SEPARATOR.to_vec(), self.beside(sample, random)].concat()
    }

    fn beside(&self, sample: usize, random: &mut Random) -> Vec<u8> {
        let sample = &self.samples.list[sample];
        let mut text = sample.beside(random);
        match random.below(100) {
            0..15 => {}
            15..75 => {
                for _ in 0..=random.below(4) {
                    text = mutate::mutated(&text, &sample.words, random);
                }
            }
            75..85 => text = soup::soup(&sample.words.words, random),
            85..95 => text = nest::wrapped(&text, random),
            _ => text = sizes::resized(Some(&text), random),
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seed_and_number_give_the_same_input_again() {
        for target in Target::all() {
            let maker = |seed| Maker::new(target, seed).expect("there is a corpus");
            let (first, second, other) = (maker(1), maker(1), maker(2));
            let mut differ = 0;
            for number in [0, 1, 2, 1_000_000, u64::MAX] {
                assert_eq!(
                    first.input(number),
                    second.input(number),
                    "{target} {number}"
                );
                differ += usize::from(first.input(number) != other.input(number));
            }
            assert!(differ > 2, "{target}");
        }
    }

    #[test]
    fn inputs_are_of_many_kinds() {
        let target = Target::named("murphi")[0];
        let maker = Maker::new(target, 1).expect("there is a corpus");
        let inputs: Vec<Vec<u8>> = (0..2_000).map(|number| maker.input(number)).collect();
        let some = |is: fn(&Vec<u8>) -> bool| inputs.iter().filter(|input| is(input)).count();
        assert!(some(|input| std::str::from_utf8(input).is_err()) > 0);
        assert!(some(|input| input.contains(&0)) > 0);
        assert!(some(|input| input.len() > 50_000) > 0);
        assert!(some(|input| input.len() < 3_000) > 1_000);
    }
}
