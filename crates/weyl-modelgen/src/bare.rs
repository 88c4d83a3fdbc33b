//! A program without its claims: what is left is the system alone, with its assumptions.

use crate::Program;
use crate::syntax::{Item, PropertyKind, Rule};

impl Program {
    /// The same system with no property to check. Peers that leave out states which violate a
    /// property count the whole system then.
    pub fn without_properties(&self) -> Program {
        let mut model = self.model.clone();
        model.items.retain_mut(|item| match item {
            Item::Rule(rule) => is_kept(rule),
            _ => true,
        });
        Program::new(self.seed, model)
    }
}

/// Removes claims inside; a group that becomes empty is removed too.
fn is_kept(rule: &mut Rule) -> bool {
    match rule {
        Rule::Start(_) | Rule::Simple { .. } => true,
        Rule::Property(property) => property.kind == PropertyKind::Assume,
        Rule::Ruleset { rules, .. } | Rule::Alias { rules, .. } | Rule::Choose { rules, .. } => {
            rules.retain_mut(is_kept);
            !rules.is_empty()
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{MurphiOptions, murphi};

    #[test]
    fn only_claims_are_removed() {
        let mut had_claims = 0;
        for seed in 0..40 {
            let program = murphi(seed, &MurphiOptions::default());
            let bare = program.without_properties().text.to_lowercase();
            let claims = ["invariant", "cover", "liveness"];
            assert!(claims.iter().all(|claim| !bare.contains(claim)), "{bare}");
            // How a block is closed is chosen anew.
            let starts = |text: &str| {
                let text = text.to_lowercase().replace("endstartstate", "end");
                text.matches("startstate").count()
            };
            assert_eq!(starts(&program.text), starts(&bare));
            had_claims += usize::from(bare.len() < program.text.len());
        }
        assert!(had_claims > 10, "{had_claims} of 40 programs had claims");
    }
}
