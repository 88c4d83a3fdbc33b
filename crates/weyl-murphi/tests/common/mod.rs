//! What the tests share.

// Each test file has its own copy of this, and not all of them need everything.
#![allow(dead_code)]

use weyl_ir::Model;
use weyl_murphi::{Lowered, Options, load};
use weyl_source::{Diagnostics, FileId, SourceMap};

pub fn load_text(text: &str, options: &Options) -> (Option<Model>, Diagnostics, SourceMap, FileId) {
    let mut sources = SourceMap::default();
    let file = sources.add("test.m", text);
    let (lowered, diagnostics) = load(&sources, file, options);
    (
        lowered.map(|lowered| lowered.model),
        diagnostics,
        sources,
        file,
    )
}

/// A model with formulas from outside.
pub fn load_formulas(text: &str, formulas: &[&str]) -> (Option<Lowered>, Diagnostics, SourceMap) {
    let mut sources = SourceMap::default();
    let file = sources.add("test.m", text);
    let formulas = formulas
        .iter()
        .map(|formula| sources.add("--ltl", *formula))
        .collect();
    let options = Options {
        formulas,
        ..Options::default()
    };
    let (lowered, diagnostics) = load(&sources, file, &options);
    (lowered, diagnostics, sources)
}
