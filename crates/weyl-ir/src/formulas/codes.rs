//! The codes of what is wrong with formulas, whatever the language of their atoms.
//! `docs/diagnostics.md` has a section for each.

weyl_source::codes! {
    UNREADABLE = 951, "a formula of branching time that cannot be read";
    NEGATED_VARIABLE = 952, "a variable under an odd number of negations";
    VARIABLE_IN_PATH = 953, "a variable inside of a path quantifier";
    RUN_WITHOUT_QUANTIFIER = 954, "a temporal operator without a path quantifier";
    TOO_LARGE = 955, "a formula of branching time that is too large";
    UNKNOWN_ACTION = 956, "an action that there is not";
    BAD_QUANTIFIER = 957, "a quantifier that cannot be written out";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_has_a_section_with_an_example() {
        let page = include_str!("../../../../docs/diagnostics.md");
        assert_eq!(weyl_source::undocumented(super::ALL, page), []);
    }
}
