//! Functions short enough to see.

use anyhow::{Context, Result};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Lines from the signature to the closing brace. Nine in ten should have at most 30.
const LONGEST: usize = 75;
/// Tests may hold tables of cases.
const LONGEST_TEST: usize = 150;

pub fn check(name: &str, text: &str) -> Result<Vec<String>> {
    let file = syn::parse_file(text).with_context(|| name.to_string())?;
    let is_test = name.contains("/tests/");
    let mut finder = Finder {
        file: name,
        longest: if is_test { LONGEST_TEST } else { LONGEST },
        complaints: Vec::new(),
    };
    finder.visit_file(&file);
    Ok(finder.complaints)
}

struct Finder<'a> {
    file: &'a str,
    longest: usize,
    complaints: Vec<String>,
}

impl Finder<'_> {
    fn measure(&mut self, name: &syn::Ident, block: &syn::Block) {
        let span = block.span();
        let lines = span.end().line - name.span().start().line + 1;
        if lines > self.longest {
            let (file, line) = (self.file, name.span().start().line);
            let allowed = self.longest;
            let text = format!("{file}:{line}: `{name}` has {lines} lines, {allowed} are allowed");
            self.complaints.push(text);
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.measure(&item.sig.ident, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.measure(&item.sig.ident, &item.block);
        visit::visit_impl_item_fn(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_functions_are_named() {
        let long = format!(
            "fn long() {{\n{}}}\nfn short() {{}}\n",
            "let _ = 1;\n".repeat(80)
        );
        let complaints = check("a.rs", &long).expect("it parses");
        assert_eq!(complaints, ["a.rs:1: `long` has 82 lines, 75 are allowed"]);
    }
}
