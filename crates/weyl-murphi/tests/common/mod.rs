//! What the tests share.

use weyl_ir::Model;
use weyl_murphi::{Options, load};
use weyl_source::{Diagnostics, FileId, SourceMap};

pub fn load_text(text: &str, options: &Options) -> (Option<Model>, Diagnostics, SourceMap, FileId) {
    let mut sources = SourceMap::default();
    let file = sources.add("test.m", text);
    let (model, diagnostics) = load(&sources, file, options);
    (model, diagnostics, sources, file)
}
