//! The diagnostic codes of the Promela front end. `docs/diagnostics.md` has a section for each.

weyl_source::codes! {
    UNEXPECTED_CHARACTER = 701, "a character that has no meaning in Promela";
    UNTERMINATED_COMMENT = 702, "a Promela comment that is never closed";
    UNTERMINATED_STRING = 703, "a Promela string that is never closed";
    BAD_CHARACTER = 704, "a character constant that is not one character";
    BAD_DIRECTIVE = 705, "a preprocessor line that cannot be read";
    ERROR_DIRECTIVE = 706, "the model says `#error`";
    UNMATCHED_CONDITION = 707, "`#if` and `#endif` do not match";
    MACRO_ARGUMENTS = 708, "a macro is used with the wrong arguments";
    BAD_PASTE = 709, "`##` or `#` that makes no token";
    EXPANSION_TOO_LARGE = 710, "macros or inlines that expand without end";
    MISSING_INCLUDE = 711, "an included file that cannot be read";
    MACRO_REDEFINED = 712, "a macro that is defined twice";
    RANGE_MACRO = 713, "a macro right behind `..`";
    STRAY_COMMENT_END = 714, "a `*/` that closes no comment";

    UNEXPECTED_TOKEN = 721, "something else was expected in this Promela text";
    TOO_DEEP = 722, "Promela text that is nested too deeply";
    EMBEDDED_C = 723, "embedded C code is not run";
    NUMBER_TOO_LARGE = 724, "a number that does not fit into 32 bits";
    CHANNEL_TEST_OPERAND = 725, "a channel test under an operator";
    LABEL_BEFORE_DECLARATION = 726, "a label in front of a declaration";
    MISPLACED_LABEL = 727, "a label on the first statement of a block";
    INLINE_ARGUMENTS = 728, "an inline is called with the wrong arguments";
    RECURSIVE_INLINE = 729, "an inline that calls itself";
    RETURN_OUTSIDE = 730, "`return` without a place for the value";
    EMPTY_SEQUENCE = 731, "a sequence without statements";

    UNKNOWN_NAME = 741, "a Promela name that is not declared";
    REDECLARED = 742, "a Promela name that is declared twice";
    WRONG_KIND = 743, "a Promela name of another kind";
    UNKNOWN_FIELD = 744, "a field that the typedef does not have";
    UNKNOWN_LABEL = 745, "a label that does not exist";
    UNKNOWN_PROCTYPE = 746, "a proctype that does not exist";
    NO_PROCESS = 747, "a model in which no process starts";
    CLAIM_REDEFINED = 748, "two claims of the same name";

    NOT_OBSERVABLE = 751, "something that no claim can see";
    TEMPORAL_TOO_LARGE = 752, "a temporal property that is too large";
    INVISIBLE_LABEL = 753, "a label at which no process is seen";

    NOT_CONSTANT = 761, "a value that must be constant";
    BAD_SIZE = 762, "an array size or a channel capacity out of range";
    BAD_WIDTH = 763, "a width that is not allowed";
    BAD_INITIALISER = 764, "an initialiser that does not fit";
    MTYPE_MISMATCH = 765, "constants of different mtypes are mixed";
    TOO_MANY_MTYPES = 766, "more than 255 names in one mtype";
    MISSING_INDEX = 767, "an array without an index";
    INDEXED_SCALAR = 768, "an index on a variable that is not an array";
    STRUCTURE_AS_VALUE = 769, "a whole structure used as one value";
    NOT_A_STRUCTURE = 770, "a field of something that is not a structure";
    NOT_A_CHANNEL = 771, "a channel was expected";
    CHANNEL_ARITHMETIC = 772, "arithmetic on a channel";
    RECURSIVE_TYPE = 773, "a typedef that contains itself";
    HIDDEN_BIT = 774, "a bit variable cannot be hidden";
    TOO_LARGE = 775, "a Promela declaration that is too large";

    BROKEN_CLAIM = 780, "an `xr` or `xs` that does not hold";
    ARGUMENT_COUNT = 781, "a `run` with the wrong number of arguments";
    MESSAGE_FIELDS = 782, "a message with the wrong number of fields";
    RUN_IN_EXPRESSION = 783, "`run` inside a larger expression";
    RUN_NOT_ALLOWED = 784, "`run` where no process can be created";
    DUPLICATE_ELSE = 785, "two `else` in one selection";
    ELSE_WITH_CHANNELS = 786, "`else` beside channel operations";
    MISPLACED_BREAK = 787, "`break` outside a loop";
    D_STEP_JUMP = 788, "a jump into or out of a d_step";
    D_STEP_STATEMENT = 789, "a statement that a d_step cannot contain";
    READ_ONLY = 790, "a predefined variable that cannot be assigned";
    FOR_VARIABLE = 791, "a loop over something that cannot be counted";
    EMPTY_RANGE = 792, "a range that is empty";
    REPEATED_TARGET = 793, "a variable received into twice";
    CLAIM_STATEMENT = 794, "a statement that a claim cannot contain";
    CLAIM_ONLY = 795, "something that only a claim can use";
    TEMPORAL_OPERAND = 796, "a temporal formula used as a number";
    EXCLUSIVE_ACCESS = 797, "an `xr` or `xs` that does not fit";
    BAD_PROVIDED = 798, "a `provided` clause that cannot be evaluated";
    PRINT_ARGUMENTS = 799, "a `printf` whose format and arguments differ";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_has_a_section_with_an_example() {
        let page = include_str!("../../../docs/diagnostics.md");
        assert_eq!(weyl_source::undocumented(super::ALL, page), []);
    }
}
