//! Damage to bytes, as disks, editors and transfers do it.

use weyl_permutation::random::Random;

pub fn damage(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() + 1);
    match random.below(9) {
        0 => insert(text, at, b"\0"),
        1 => insert(text, at, b"\xff\xfe"),
        2 => insert(text, 0, b"\xef\xbb\xbf"),
        3 => *text = with_carriage_returns(text),
        4 => text.truncate(text.trim_ascii_end().len()),
        5 => text.truncate(at),
        6 => insert(text, at, &b"x".repeat(1 + random.below(100_000))),
        7 => insert(text, at, "∀é\u{202e}🦀\u{85}".as_bytes()),
        _ => {
            for _ in 0..=random.below(4) {
                let at = random.below(text.len());
                if let Some(byte) = text.get_mut(at) {
                    *byte ^= 1 << random.below(8);
                }
            }
        }
    }
}

fn insert(text: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    text.splice(at..at, bytes.iter().copied());
}

fn with_carriage_returns(text: &[u8]) -> Vec<u8> {
    let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
    lines.join(&b"\r\n"[..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_can_be_damaged() {
        let mut random = Random::new(1);
        let mut changed = 0;
        for _ in 0..200 {
            for text in [&b""[..], b"x", b"rule x;\nend;\n"] {
                let mut damaged = text.to_vec();
                damage(&mut damaged, &mut random);
                changed += usize::from(damaged != text);
            }
        }
        assert!(changed > 400, "{changed}");
    }
}
