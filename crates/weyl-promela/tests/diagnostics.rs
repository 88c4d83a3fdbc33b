//! The example of every diagnostic produces it.

use weyl_ir::{Capacity, ReadOptions, load};
use weyl_promela::{Promela, codes};
use weyl_source::Sources;

#[test]
fn every_example_produces_its_code() {
    let page = include_str!("../../../docs/diagnostics.md");
    for (code, title) in codes::ALL {
        let heading = format!("## {code}: {title}\n");
        let section = page.split(&heading).nth(1).expect("a section");
        let example = section.split("```").nth(1).expect("an example");
        let text = example
            .strip_prefix("promela\n")
            .expect("a Promela example");
        let mut sources = Sources::default();
        let file = sources.add("m.pml", text);
        let options = ReadOptions::default();
        let (_, found) = load(&Promela, &mut sources, file, &options, Capacity::default());
        let first = found.iter().next().map(|diagnostic| diagnostic.code);
        assert_eq!(first, Some(*code), "{code}: {found:?}");
    }
}

/// Each is said once, however many there are: they are not compared with each other.
#[test]
fn many_mistakes_are_many_diagnostics() {
    let mistakes: String = (0..60_000).map(|n| format!("x{n} = 1;\n")).collect();
    let twice: String = "dup: skip;\n".repeat(20_000);
    let text = format!("init {{\n{mistakes}{twice}}}\n");
    let begun = std::time::Instant::now();
    let mut sources = Sources::default();
    let file = sources.add("m.pml", &text);
    let options = ReadOptions::default();
    let (_, found) = load(&Promela, &mut sources, file, &options, Capacity::default());
    assert!(found.iter().count() >= 60_000);
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
