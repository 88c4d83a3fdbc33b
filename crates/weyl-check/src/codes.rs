//! The diagnostic codes that belong to no language. `docs/diagnostics.md` has a section for each.

use weyl_source::Code;

pub const COMMAND_LINE: Code = Code(1);
pub const UNREADABLE_FILE: Code = Code(2);
pub const MODEL_TOO_LARGE: Code = Code(3);
pub const UNKNOWN_PROPERTY: Code = Code(4);
pub const GRAPH_TOO_LARGE: Code = Code(5);
pub const PINNED: Code = Code(6);
pub const GENERATORS: Code = Code(7);
pub const NO_SYMMETRY: Code = Code(8);
pub const NO_TRAIL: Code = Code(9);
pub const NOT_SAFETY: Code = Code(10);
pub const TERMINATION_SHOWS: Code = Code(11);
pub const FORMULA: Code = Code(12);
pub const UNKNOWN_RULE: Code = Code(13);
pub const NO_RUNS: Code = Code(14);
pub const FORMULA_TOO_LARGE: Code = Code(15);
pub const BUG: Code = Code(99);

/// Every code with its title.
pub const ALL: &[(Code, &str)] = &[
    (COMMAND_LINE, "the command line is wrong"),
    (UNREADABLE_FILE, "a file that cannot be read or written"),
    (MODEL_TOO_LARGE, "a model that is too large to execute"),
    (UNKNOWN_PROPERTY, "a property that cannot be selected"),
    (GRAPH_TOO_LARGE, "a state graph that is too large to draw"),
    (PINNED, "a sort whose names cannot change places"),
    (GENERATORS, "a file of generators that cannot be read"),
    (
        NO_SYMMETRY,
        "a permutation that is no symmetry of the model",
    ),
    (NO_TRAIL, "no run for a trail"),
    (
        NOT_SAFETY,
        "a property that fingerprints of states cannot decide",
    ),
    (
        TERMINATION_SHOWS,
        "processes that have ended cannot stay unseen",
    ),
    (FORMULA, "a formula that cannot be read"),
    (UNKNOWN_RULE, "a rule that there is not"),
    (NO_RUNS, "fairness where no property is about runs"),
    (FORMULA_TOO_LARGE, "a formula whose automaton is too large"),
    (BUG, "a bug in weyl"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_section_with_an_example() {
        let page = include_str!("../../../docs/diagnostics.md");
        for (code, title) in ALL {
            let heading = format!("## {code}: {title}\n");
            let section = page.split(&heading).nth(1);
            let section = section.unwrap_or_else(|| panic!("no section for {code}"));
            let section = section.split("\n## ").next().unwrap_or_default();
            assert!(section.contains("```"), "{code} has no example");
        }
    }
}
