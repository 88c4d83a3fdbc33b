//! Every Murphi model of the repository loads, in both modes, and gives a valid program.

use std::path::{Path, PathBuf};
use weyl_murphi::{Options, load};
use weyl_source::SourceMap;

fn models() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/murphi");
    let entries = std::fs::read_dir(folder).expect("the folder of models");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .filter(|path| path.extension().is_some_and(|extension| extension == "m"))
        .collect()
}

#[test]
fn all_models_load() {
    let models = models();
    assert!(!models.is_empty());
    for path in models {
        let text = std::fs::read_to_string(&path).expect("a readable model");
        for strict_undefined in [false, true] {
            let mut sources = SourceMap::default();
            let file = sources.add(path.display().to_string(), text.clone());
            let options = Options {
                strict_undefined,
                ..Options::default()
            };
            let (lowered, diagnostics) = load(&sources, file, &options);
            let shown: Vec<_> = diagnostics
                .iter()
                .map(|d| (d.code, &d.message, sources.position(d.span)))
                .collect();
            let lowered = lowered.unwrap_or_else(|| panic!("{}: {shown:#?}", path.display()));
            assert_eq!(
                weyl_ir::verify(&lowered.model),
                Ok(()),
                "{}",
                path.display()
            );
        }
    }
}
