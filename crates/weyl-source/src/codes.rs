//! Declares the diagnostic codes of a crate.

/// Declares codes as constants, each with its title as its documentation, and the list `ALL` of all
/// codes with their titles. Codes are to be given in ascending order: anything else does not
/// compile.
///
/// ```
/// weyl_source::codes! {
///     UNKNOWN_NAME = 201, "a name that is not declared";
///     REDECLARED = 202, "a name that is declared twice";
/// }
/// assert_eq!(REDECLARED.to_string(), "W0202");
/// assert_eq!(ALL[0], (UNKNOWN_NAME, "a name that is not declared"));
/// ```
///
/// ```compile_fail
/// weyl_source::codes! {
///     ONE = 202, "a code";
///     OTHER = 202, "the same code";
/// }
/// ```
#[macro_export]
macro_rules! codes {
    ($($name:ident = $number:literal, $title:literal;)*) => {
        $(#[doc = $title] pub const $name: $crate::Code = $crate::Code($number);)*

        /// Every code with its title.
        pub const ALL: &[($crate::Code, &str)] = &[$(($name, $title)),*];

        const _: () = assert!($crate::are_ascending(ALL), "codes are not in ascending order");
    };
}

/// Whether each code is greater than the one before.
pub const fn are_ascending(codes: &[(crate::Code, &str)]) -> bool {
    let mut at = 1;
    while at < codes.len() {
        if codes[at - 1].0.0 >= codes[at].0.0 {
            return false;
        }
        at += 1;
    }
    true
}

/// The codes without a section of their own, headed by code and title and with an example, in a
/// page of documentation. For the tests of crates that declare codes.
pub fn undocumented(codes: &[(crate::Code, &str)], page: &str) -> Vec<crate::Code> {
    let is_documented = |code: crate::Code, title: &str| {
        let heading = format!("## {code}: {title}\n");
        let section = page.split(&heading).nth(1);
        let section = section.and_then(|section| section.split("\n## ").next());
        section.is_some_and(|section| section.contains("```"))
    };
    let missing = codes
        .iter()
        .filter(|(code, title)| !is_documented(*code, title));
    missing.map(|(code, _)| *code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Code;

    codes! {
        ONE = 3, "a first code";
        TWO = 5, "a second code";
    }

    #[test]
    fn all_codes_are_listed_with_their_titles() {
        assert_eq!(ALL, [(Code(3), "a first code"), (Code(5), "a second code")]);
        assert_eq!((ONE, TWO), (Code(3), Code(5)));
    }

    #[test]
    fn codes_ascend() {
        assert!(are_ascending(ALL) && are_ascending(&[]));
        assert!(!are_ascending(&[(TWO, ""), (ONE, "")]));
        assert!(!are_ascending(&[(ONE, ""), (ONE, "")]));
    }

    #[test]
    fn a_section_has_a_heading_and_an_example() {
        let page =
            "## W0003: a first code\n\n```\nx\n```\n\n## W0005: a second code\n\nNo example.\n";
        assert_eq!(undocumented(ALL, page), [TWO]);
        assert_eq!(undocumented(ALL, "```\n```"), [ONE, TWO]);
    }
}
