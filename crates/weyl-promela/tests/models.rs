//! Every Promela model of the repository parses and resolves.

use std::path::{Path, PathBuf};
use weyl_promela::Options;
use weyl_source::{FileId, SourceMap};

fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/promela");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "pml"))
        .collect()
}

#[test]
fn all_models_resolve() {
    for path in models() {
        let text = std::fs::read_to_string(&path).expect("a readable model");
        let mut sources = SourceMap::default();
        let file = sources.add(path.display().to_string(), text);
        let mut loader = |name: &str, _: FileId| {
            let path = path.parent()?.join(name);
            std::fs::read_to_string(path).ok()
        };
        let options = Options::default();
        let (program, diagnostics) = weyl_promela::parse(&mut sources, file, &options, &mut loader);
        let errors: Vec<_> = diagnostics
            .iter()
            .filter(|found| found.is_error())
            .collect();
        assert!(program.is_some(), "{}: {errors:?}", path.display());
    }
}
