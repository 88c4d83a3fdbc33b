//! What the tests share.

// Each test file has its own copy of this, and not all of them need everything.
#![allow(dead_code)]

use weyl_ir::Model;
use weyl_ir::{Capacity, Lowered, ReadOptions, load};
use weyl_murphi::Murphi;
use weyl_source::{Diagnostics, FileId, Sources};

pub fn load_text(
    text: &str,
    options: &ReadOptions,
) -> (Option<Model>, Diagnostics, Sources, FileId) {
    let mut sources = Sources::default();
    let file = sources.add("test.m", text);
    let (lowered, diagnostics) = load(&Murphi, &mut sources, file, options, Capacity::default());
    (
        lowered.map(|lowered| lowered.model),
        diagnostics,
        sources,
        file,
    )
}

/// A model with formulas from outside.
pub fn load_formulas(text: &str, formulas: &[&str]) -> (Option<Lowered>, Diagnostics, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("test.m", text);
    let formulas = formulas
        .iter()
        .map(|formula| sources.add("--ltl", *formula).into())
        .collect();
    let options = ReadOptions {
        formulas,
        ..ReadOptions::default()
    };
    let (lowered, diagnostics) = load(&Murphi, &mut sources, file, &options, Capacity::default());
    (lowered, diagnostics, sources)
}
