//! The diagnostic codes of the Murphi front end. `docs/diagnostics.md` has a section for each.

weyl_source::codes! {
    UNEXPECTED_CHARACTER = 101, "a character that has no meaning";
    UNTERMINATED_COMMENT = 102, "a comment that is never closed";
    UNTERMINATED_STRING = 103, "a string that is never closed";
    BAD_NUMBER = 104, "a number that cannot be read";
    UNEXPECTED_TOKEN = 105, "something else was expected here";
    WRONG_END = 106, "the wrong word closes a construct";
    TOO_DEEP = 107, "nested too deeply";
    CHAINED_OPERATORS = 108, "operators that do not chain";
    MISSING_SEMICOLON = 109, "a semicolon is missing";

    REAL_NUMBER = 121, "real numbers are not supported";
    PROBABILISTIC_RULE = 122, "priorities and probabilities of rules are not supported";
    EXTERNAL_FUNCTION = 123, "external functions are not supported";
    PROPERTY_AS_STATEMENT = 124, "a property that cannot be a statement";

    LETTER_IS_A_NAME = 131, "a letter that is a name in the model";
    TEMPORAL_INSIDE = 132, "a temporal operator inside an expression";

    UNKNOWN_NAME = 201, "a name that is not declared";
    REDECLARED = 202, "a name that is declared twice";
    WRONG_KIND = 203, "a name of another kind";
    UNKNOWN_FIELD = 204, "a field that the record does not have";
    UNKNOWN_OVERRIDE = 205, "a constant given from outside does not exist";
    DUPLICATE_FIELD = 206, "a field that is declared twice";

    TYPE_MISMATCH = 301, "a value of another type";
    NOT_BOOLEAN = 302, "a condition that is not boolean";
    NOT_INTEGER = 303, "arithmetic on something that is not an integer";
    SCALARSET_ARITHMETIC = 304, "arithmetic or order on a scalarset";
    SCALARSET_MIX = 305, "a scalarset is mixed with something else";
    NOT_COMPARABLE = 306, "values that cannot be compared";
    NOT_SIMPLE = 307, "a simple value was expected";
    NOT_AN_ARRAY = 308, "an index on something that is not an array";
    NOT_A_RECORD = 309, "a field of something that is not a record";
    BAD_INDEX = 310, "an index of another type";
    NOT_A_MULTISET = 312, "a multiset was expected";
    NOT_A_UNION = 313, "membership in something that is not a union";
    BAD_UNION_MEMBER = 314, "a type that cannot be part of a union";
    NOT_AN_ELEMENT = 315, "an element of a multiset without its variable";

    NOT_CONSTANT = 401, "a value that is not constant";
    EMPTY_TYPE = 402, "a type without values";
    RANGE_TOO_LARGE = 403, "a range with too many values";
    SCALARSET_SIZE = 404, "the size of a scalarset";
    BAD_INDEX_TYPE = 405, "an index type that is not simple";
    MULTISET_CAPACITY = 406, "the capacity of a multiset";
    STEP_ZERO = 407, "a step of 0";
    STEP_DIRECTION = 408, "a step in the wrong direction";
    BAD_DOMAIN = 409, "a bound variable over something that is not simple";
    TYPE_TOO_LARGE = 411, "a type that is too large";
    CONSTANT_ARITHMETIC = 412, "constant arithmetic that fails";
    TYPE_IN_FORMULA = 413, "a formula that declares a type";
    TOO_MANY_ATOMS = 414, "a formula with too many atoms";
    FORMULA_TOO_LARGE = 415, "a formula that grows too large";

    NOT_ASSIGNABLE = 501, "a target that is not a variable";
    READ_ONLY = 502, "a target that must not be changed";
    ARGUMENT_COUNT = 503, "the wrong number of arguments";
    REFERENCE_ARGUMENT = 504, "a `var` argument that does not fit";
    SIDE_EFFECT = 505, "a side effect where none is possible";
    NO_RESULT = 506, "a procedure used as a value";
    UNUSED_RESULT = 507, "a function called as a statement";
    RETURN_WITHOUT_VALUE = 508, "a function returns without a value";
    RETURN_WITH_VALUE = 509, "a value is returned where none can be";
    CLEAR_SCALARSET = 510, "`clear` of a scalarset";
    NEVER_RETURNS = 511, "a function that never returns a value";
    UNDEFINED_VALUE = 512, "`undefined` used as a value";

    NO_START_STATE = 601, "a model without a start state";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_has_a_section_with_an_example() {
        let page = include_str!("../../../docs/diagnostics.md");
        assert_eq!(weyl_source::undocumented(super::ALL, page), []);
    }
}
