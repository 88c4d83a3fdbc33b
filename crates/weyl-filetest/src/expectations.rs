//! The headers of models, as `weyl test` reads them.

use anyhow::{Context, Result};
use std::path::Path;
pub use weyl::Conclusion as Verdict;
pub use weyl::expectations::Expectations;

/// What a model is expected to answer.
pub fn expectations(path: &Path) -> Result<Expectations> {
    let text = std::fs::read_to_string(path);
    let text = text.with_context(|| path.display().to_string())?;
    Expectations::parse(&text).with_context(|| path.display().to_string())
}
