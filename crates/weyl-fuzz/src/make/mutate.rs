//! Small changes of a text, piece by piece or line by line.

use super::sizes::border_number;
use crate::corpus::Corpus;
use crate::pieces::{is_number, is_space, is_word, lines, pieces};
use weyl_permutation::random::Random;

/// One change.
pub fn mutated(text: &[u8], corpus: &Corpus, random: &mut Random) -> Vec<u8> {
    if random.once_in(5) {
        return by_lines(text, corpus, random);
    }
    let mut parts: Vec<Vec<u8>> = pieces(text).into_iter().map(<[u8]>::to_vec).collect();
    let places: Vec<usize> = (0..parts.len())
        .filter(|at| !is_space(&parts[*at]))
        .collect();
    let Some(&at) = random.pick(&places) else {
        return random.pick(&corpus.words).cloned().unwrap_or_default();
    };
    match random.below(8) {
        0 => drop(parts.drain(at..(at + 1 + random.below(5)).min(parts.len()))),
        1 => {
            let run = parts[at..(at + 1 + random.below(8)).min(parts.len())].to_vec();
            parts.splice(at..at, run);
        }
        2 => {
            let other = random.pick(&places).copied().unwrap_or(at);
            parts.swap(at, other);
        }
        3 => {
            let word = random.pick(&corpus.words).cloned().unwrap_or_default();
            parts.splice(at..at, [b" ".to_vec(), word, b" ".to_vec()]);
        }
        _ => parts[at] = replaced(&parts[at], &parts, corpus, random),
    }
    parts.concat()
}

/// A piece of the same kind: so most texts stay grammatical.
fn replaced(piece: &[u8], parts: &[Vec<u8>], corpus: &Corpus, random: &mut Random) -> Vec<u8> {
    if is_number(piece) {
        return near_or_border(piece, random);
    }
    let is_alike = |other: &&Vec<u8>| is_word(other) == is_word(piece) && !is_space(other);
    let own: Vec<&Vec<u8>> = parts.iter().filter(is_alike).collect();
    let known: Vec<&Vec<u8>> = corpus.words.iter().filter(is_alike).collect();
    let choices = if random.once_in(3) { known } else { own };
    random
        .pick(&choices)
        .map_or(Vec::new(), |choice| choice.to_vec())
}

fn near_or_border(piece: &[u8], random: &mut Random) -> Vec<u8> {
    let number = std::str::from_utf8(piece).ok();
    let number: Option<u64> = number.and_then(|text| text.parse().ok());
    match (random.below(4), number) {
        (0, Some(number)) => number.saturating_add(1).to_string().into_bytes(),
        (1, Some(number)) => number.saturating_sub(1).to_string().into_bytes(),
        (2, _) => random.below(5).to_string().into_bytes(),
        _ => border_number(random),
    }
}

fn by_lines(text: &[u8], corpus: &Corpus, random: &mut Random) -> Vec<u8> {
    let mut parts = lines(text);
    let at = random.below(parts.len());
    let until = (at + 1 + random.below(3)).min(parts.len());
    match random.below(4) {
        0 if !parts.is_empty() => drop(parts.drain(at..until)),
        1 => {
            let other = random.below(parts.len());
            let run = parts[at..until].to_vec();
            parts.splice(other..other, run);
        }
        2 if !parts.is_empty() => {
            let other = random.below(parts.len());
            parts.swap(at, other);
        }
        _ => {
            let other = random.pick(&corpus.models).map_or(&[][..], Vec::as_slice);
            let others = lines(other);
            let from = random.below(others.len());
            let run = others.into_iter().skip(from).take(1 + random.below(6));
            parts.splice(at..at, run);
        }
    }
    parts.concat()
}

/// The beginning of one text and the end of another.
pub fn spliced(first: &[u8], second: &[u8], random: &mut Random) -> Vec<u8> {
    let split: fn(&[u8]) -> Vec<&[u8]> = if random.once_in(2) { lines } else { pieces };
    let (first, second) = (split(first), split(second));
    let until = random.below(first.len() + 1);
    let from = random.below(second.len() + 1);
    [first[..until].concat(), second[from..].concat()].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn corpus() -> Corpus {
        Corpus {
            models: vec![b"var y: 0..1;\nrule z ==> end;\n".to_vec()],
            words: vec![b"begin".to_vec(), b"==>".to_vec()],
        }
    }

    #[test]
    fn every_text_can_be_changed_and_most_changes_are_small() {
        let mut random = Random::new(3);
        let model = b"var x: 0..1;\nrule x = 1 ==> x := 0; end;\n";
        for text in [&b""[..], b"\n", b"   ", b"x", b"\xff\xff", model] {
            for _ in 0..300 {
                let changed = mutated(text, &corpus(), &mut random);
                assert!(changed.len() < text.len() + 120);
            }
        }
        let texts: Vec<_> = (0..100)
            .map(|_| mutated(model, &corpus(), &mut random))
            .collect();
        assert!(texts.iter().filter(|text| text[..] != model[..]).count() > 60);
    }

    #[test]
    fn splices_have_a_part_of_each() {
        let mut random = Random::new(5);
        let splices = (0..50).map(|_| spliced(b"a b\nc d\n", b"1 2\n3 4\n", &mut random));
        let mixed = |text: &Vec<u8>| text.starts_with(b"a b") && text.ends_with(b"3 4\n");
        assert!(splices.filter(mixed).count() > 3);
    }
}
