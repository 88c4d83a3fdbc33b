//! A match over an enumeration of the representation names all its variants: a new one does not
//! compile until every pass says what it is there. Front ends are free, they make programs and read
//! none.
//!
//! Names are resolved as far as `use` says where they come from: other crates have enumerations of
//! the same name.

use anyhow::{Context, Result};
use std::collections::BTreeSet;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// Where the representation is defined.
const HOME: &str = "crates/weyl-ir/src/";
const FREE: [&str; 2] = ["crates/weyl-promela/", "crates/weyl-murphi/"];

/// The public enumerations of a file of the representation.
pub fn enums(name: &str, text: &str) -> Result<BTreeSet<String>> {
    if !name.starts_with(HOME) {
        return Ok(BTreeSet::new());
    }
    let file = syn::parse_file(text).with_context(|| name.to_string())?;
    let public = file.items.iter().filter_map(|item| match item {
        syn::Item::Enum(of) if matches!(of.vis, syn::Visibility::Public(_)) => {
            Some(of.ident.to_string())
        }
        _ => None,
    });
    Ok(public.collect())
}

pub fn check(name: &str, text: &str, enums: &BTreeSet<String>) -> Result<Vec<String>> {
    if FREE.iter().any(|folder| name.starts_with(folder)) {
        return Ok(Vec::new());
    }
    let file = syn::parse_file(text).with_context(|| name.to_string())?;
    let mut names = Names::new(name.starts_with(HOME), enums);
    names.visit_file(&file);
    let mut finder = Finder {
        file: name,
        names: &names,
        own: None,
        complaints: Vec::new(),
    };
    finder.visit_file(&file);
    Ok(finder.complaints)
}

/// What the names of a file mean.
struct Names<'a> {
    enums: &'a BTreeSet<String>,
    is_home: bool,
    /// Enumerations of the representation, as they are called here.
    known: BTreeSet<String>,
    /// Its modules that are used here.
    modules: BTreeSet<String>,
}

impl<'a> Names<'a> {
    /// At home everything is known, except what is defined or imported otherwise.
    fn new(is_home: bool, enums: &'a BTreeSet<String>) -> Names<'a> {
        Names {
            enums,
            is_home,
            known: if is_home {
                enums.clone()
            } else {
                BTreeSet::new()
            },
            modules: BTreeSet::new(),
        }
    }

    fn is_root(&self, segment: &str) -> bool {
        let inside = ["crate", "super", "self"];
        segment == "weyl_ir" || self.is_home && inside.contains(&segment)
    }

    fn import(&mut self, tree: &syn::UseTree, from_home: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                let segment = path.ident.to_string();
                let from_home = from_home || self.is_root(&segment);
                self.import(&path.tree, from_home);
            }
            syn::UseTree::Name(name) => {
                let name = name.ident.to_string();
                self.called(&name, &name, from_home);
            }
            syn::UseTree::Rename(renamed) => {
                let (name, here) = (renamed.ident.to_string(), renamed.rename.to_string());
                self.called(&name, &here, from_home);
            }
            syn::UseTree::Glob(_) if from_home => self.known.extend(self.enums.iter().cloned()),
            syn::UseTree::Glob(_) => {}
            syn::UseTree::Group(group) => {
                let trees = group.items.iter();
                trees.for_each(|tree| self.import(tree, from_home));
            }
        }
    }

    fn called(&mut self, name: &str, here: &str, from_home: bool) {
        match from_home {
            true if self.enums.contains(name) => {
                self.known.insert(here.to_string());
            }
            true => {
                self.modules.insert(here.to_string());
            }
            false => {
                self.known.remove(here);
            }
        }
    }

    /// Whether a path leads to a variant of an enumeration of the representation.
    fn is_variant(&self, path: &syn::Path, own: Option<&str>) -> bool {
        let segments: Vec<String> = path.segments.iter().map(|s| s.ident.to_string()).collect();
        match &segments[..] {
            [of, _] if of == "Self" => own.is_some_and(|own| self.known.contains(own)),
            [of, _] => self.known.contains(of),
            [root, .., of, _] => {
                (self.is_root(root) || self.modules.contains(root)) && self.enums.contains(of)
            }
            _ => false,
        }
    }
}

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.import(&item.tree, false);
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let is_public = matches!(item.vis, syn::Visibility::Public(_));
        if !(self.is_home && is_public) {
            self.known.remove(&item.ident.to_string());
        }
    }
}

struct Finder<'a> {
    file: &'a str,
    names: &'a Names<'a>,
    /// What `Self` is.
    own: Option<String>,
    complaints: Vec<String>,
}

impl Finder<'_> {
    fn complain(&mut self, span: proc_macro2::Span, what: &str) {
        let (file, line) = (self.file, span.start().line);
        self.complaints.push(format!("{file}:{line}: {what}"));
    }

    fn names_variant(&self, pattern: &syn::Pat) -> bool {
        struct Variants<'a>(&'a Finder<'a>, bool);
        impl<'ast> Visit<'ast> for Variants<'_> {
            fn visit_path(&mut self, path: &'ast syn::Path) {
                self.1 |= self.0.names.is_variant(path, self.0.own.as_deref());
            }
        }
        let mut variants = Variants(self, false);
        variants.visit_pat(pattern);
        variants.1
    }

    /// Variants that are called without their enumeration would not be recognised.
    fn imports_variants(&self, tree: &syn::UseTree) -> bool {
        match tree {
            syn::UseTree::Path(path) => {
                self.names.known.contains(&path.ident.to_string())
                    || self.imports_variants(&path.tree)
            }
            syn::UseTree::Group(group) => {
                group.items.iter().any(|tree| self.imports_variants(tree))
            }
            syn::UseTree::Name(_) | syn::UseTree::Rename(_) | syn::UseTree::Glob(_) => false,
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_expr_match(&mut self, of: &'ast syn::ExprMatch) {
        if of.arms.iter().any(|arm| self.names_variant(&arm.pat)) {
            let unguarded = of.arms.iter().filter(|arm| arm.guard.is_none());
            let wild = unguarded.filter(|arm| takes_the_rest(&arm.pat));
            let spans: Vec<_> = wild.map(|arm| arm.pat.span()).collect();
            for span in spans {
                self.complain(span, "a wildcard for variants of the representation");
            }
        }
        visit::visit_expr_match(self, of);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        if self.imports_variants(&item.tree) {
            let what = "variants of the representation are imported without their enumeration";
            self.complain(item.span(), what);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let own = match &*item.self_ty {
            syn::Type::Path(path) => path.path.get_ident().map(ToString::to_string),
            _ => None,
        };
        let outer = std::mem::replace(&mut self.own, own);
        visit::visit_item_impl(self, item);
        self.own = outer;
    }
}

/// Whether a pattern takes whatever comes, or whatever is there.
fn takes_the_rest(pattern: &syn::Pat) -> bool {
    let is_some =
        |of: &syn::PatTupleStruct| of.path.is_ident("Some") && of.elems.iter().all(takes_all);
    takes_all(pattern) || matches!(pattern, syn::Pat::TupleStruct(of) if is_some(of))
}

fn takes_all(pattern: &syn::Pat) -> bool {
    match pattern {
        syn::Pat::Wild(_) | syn::Pat::Rest(_) => true,
        syn::Pat::Ident(of) => {
            let is_binding = of
                .ident
                .to_string()
                .starts_with(|c: char| c.is_lowercase() || c == '_');
            let inner = of.subpat.as_ref();
            is_binding && inner.is_none_or(|(_, inner)| takes_all(inner))
        }
        syn::Pat::Tuple(of) => of.elems.iter().all(takes_all),
        syn::Pat::Paren(of) => takes_all(&of.pat),
        syn::Pat::Reference(of) => takes_all(&of.pat),
        syn::Pat::Or(of) => of.cases.iter().any(takes_all),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEFINITION: &str = "pub enum Kind { One, Two } enum Hidden { Own }";
    const ELSEWHERE: &str = "crates/weyl-symmetry/src/a.rs";

    fn complaints(name: &str, text: &str) -> Vec<String> {
        let enums = enums("crates/weyl-ir/src/kind.rs", DEFINITION).expect("it parses");
        check(name, text, &enums).expect("it parses")
    }

    fn found(text: &str) -> usize {
        complaints(ELSEWHERE, text).len()
    }

    #[test]
    fn public_enumerations_are_collected() {
        let of = |name| enums(name, DEFINITION).expect("it parses");
        assert_eq!(
            of("crates/weyl-ir/src/kind.rs"),
            BTreeSet::from(["Kind".to_string()])
        );
        assert!(of(ELSEWHERE).is_empty());
    }

    #[test]
    fn wildcards_of_all_forms_are_found() {
        let line = "use weyl_ir::Kind;\nfn f(k: Kind) { match k { Kind::One => {}\n_ => {} } }";
        assert_eq!(
            complaints(ELSEWHERE, line),
            ["crates/weyl-symmetry/src/a.rs:3: a wildcard for variants of the representation"]
        );
        let wild = |arms: &str| {
            found(&format!(
                "use weyl_ir::Kind; fn f() {{ match k {{ {arms} }} }}"
            ))
        };
        assert_eq!(wild("Kind::One => {} other => {}"), 1);
        assert_eq!(wild("(Kind::One, true) => {} (_, other) => {}"), 1);
        assert_eq!(wild("Some(Kind::One) => {} Some(_) => {} None => {}"), 1);
        assert_eq!(wild("(Node(Kind::One), _) => {} _ => {}"), 1);
        assert_eq!(wild("Kind::One | Kind::Two if c => {} whole @ _ => {}"), 1);
    }

    #[test]
    fn what_is_listed_or_guarded_is_fine() {
        let wild = |arms: &str| {
            found(&format!(
                "use weyl_ir::Kind; fn f() {{ match k {{ {arms} }} }}"
            ))
        };
        assert_eq!(wild("Kind::One => {} Kind::Two => {}"), 0);
        assert_eq!(wild("Kind::One => {} other if c => {} Kind::Two => {}"), 0);
        assert_eq!(wild("Some(Kind::One | Kind::Two) => {} None => {}"), 0);
        assert_eq!(
            wild("(Some(x), _) => {} (None, Kind::One | Kind::Two) => {}"),
            0
        );
        assert_eq!(wild("Other::One => {} _ => {}"), 0);
        assert_eq!(wild("1 => {} _ => {}"), 0);
    }

    #[test]
    fn names_are_resolved() {
        let arms = "fn f() { match k { Kind::One => {} _ => {} } }";
        assert_eq!(
            found(&format!("use weyl_ir::{{layout::Kind, Other}}; {arms}")),
            1
        );
        assert_eq!(found(&format!("use weyl_ir::*; {arms}")), 1);
        assert_eq!(found(&format!("use crate::syntax::Kind; {arms}")), 0);
        assert_eq!(found(&format!("enum Kind {{ One }} {arms}")), 0);
        let renamed = "use weyl_ir::Kind as K; fn f() { match k { K::One => {} _ => {} } }";
        assert_eq!(found(renamed), 1);
        let whole = "fn f() { match k { weyl_ir::Kind::One => {} _ => {} } }";
        assert_eq!(found(whole), 1);
        let module = "use weyl_ir::layout; fn f() { match k { layout::Kind::One => {} _ => {} } }";
        assert_eq!(found(module), 1);
        let imported = "use weyl_ir::Kind::*; fn f() {}";
        assert_eq!(found(imported), 1);
        let imported = "use weyl_ir::Kind; fn f() { use Kind::*; }";
        assert_eq!(found(imported), 1);
    }

    #[test]
    fn at_home_names_need_no_import() {
        let home = "crates/weyl-ir/src/b.rs";
        let own = "impl Kind { fn f(self) { match self { Self::One => {} _ => {} } } }";
        assert_eq!(complaints(home, own).len(), 1);
        let tests = "mod tests { use super::*; fn f() { match k { Kind::One => {} _ => {} } } }";
        assert_eq!(complaints(home, tests).len(), 1);
        let other = "use other::Kind; fn f() { match k { Kind::One => {} _ => {} } }";
        assert!(complaints(home, other).is_empty());
    }

    #[test]
    fn front_ends_are_free() {
        let text = "use weyl_ir::Kind; fn f() { match k { Kind::One => {} _ => {} } }";
        assert!(complaints("crates/weyl-murphi/src/a.rs", text).is_empty());
    }
}
