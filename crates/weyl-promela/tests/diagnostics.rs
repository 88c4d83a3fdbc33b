//! The example of every diagnostic produces it.

use weyl_promela::{LoadOptions, codes};
use weyl_source::SourceMap;

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
        let mut sources = SourceMap::default();
        let file = sources.add("m.pml", text);
        let options = LoadOptions::default();
        let (_, found) = weyl_promela::load(&mut sources, file, &options, &mut |_, _| None);
        let first = found.iter().next().map(|diagnostic| diagnostic.code);
        assert_eq!(first, Some(*code), "{code}: {found:?}");
    }
}
