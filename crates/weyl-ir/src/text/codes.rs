//! The codes of the reader's diagnostics. `docs/ir.md` has a line for each.

weyl_source::codes! {
    CHARACTER = 901, "a character that begins no word, number, string or sign";
    SYNTAX = 902, "something else stands where the grammar wants one thing";
    UNKNOWN = 903, "a label, name, operator, local or source that does not exist";
    DECLARED = 904, "a label that is declared already, or a local, channel, numbering or state out of order";
    TYPE = 905, "a path, value or operator that does not fit the types";
    DEPTH = 906, "expressions, statements, formulas or types nest too deep, or a chain is too long";
    LITERAL = 907, "a number that is too large, an escape that does not exist, or an origin that can't be read";
    NOT_VERIFIED = 908, "the verifier refuses the model";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_has_a_line_with_an_example() {
        let page = include_str!("../../../../docs/ir.md");
        for (code, title) in super::ALL {
            assert!(page.contains(&format!("| {code} | {title} | ")), "{code}");
        }
    }
}
