//! The diagnostic codes that belong to no language. `docs/diagnostics.md` has a section for each.

weyl_source::codes! {
    COMMAND_LINE = 1, "the command line is wrong";
    UNREADABLE_FILE = 2, "a file that cannot be read or written";
    MODEL_TOO_LARGE = 3, "a model that is too large to execute";
    UNKNOWN_PROPERTY = 4, "a property that cannot be selected";
    PINNED = 6, "a sort whose names cannot change places";
    GENERATORS = 7, "a file of generators that cannot be read";
    NO_SYMMETRY = 8, "a permutation that is no symmetry of the model";
    NO_TRAIL = 9, "no run for a trail";
    NOT_SAFETY = 10, "a property that what is stored cannot decide";
    TERMINATION_SHOWS = 11, "processes that have ended cannot stay unseen";
    FORMULA = 12, "a formula that cannot be read";
    UNKNOWN_RULE = 13, "a rule that there is not";
    NO_RUNS = 14, "fairness where no property is about runs";
    FORMULA_TOO_LARGE = 15, "a formula whose automaton is too large";
    LATIN_1 = 16, "a model that is not UTF-8";
    TOO_MANY_BEGINNINGS = 17, "too many states before all processes are there";
    UNKNOWN_NAME = 18, "a name that no part of the state has";
    HIDDEN_STATE = 19, "a hidden variable that is a part of the state";
    OVERWRITTEN = 20, "an output that would overwrite another file of the run";
    EXPECTATIONS = 30, "expectations that cannot be read";
    NOTHING_EXPECTED = 31, "nothing is expected";
    NOT_COMPARABLE = 32, "an answer that cannot be compared";
    CHECKPOINT_DIFFERS = 33, "a checkpoint of another run";
    CHECKPOINT_DAMAGED = 34, "a checkpoint that is not as it was written";
    NO_CHECKPOINT = 35, "no checkpoint to go on from";
    CHECKPOINT_OLDER = 36, "a checkpoint that was taken in place of a damaged one";
    CHECKPOINTS_FAILED = 37, "checkpoints that cannot be written";
    BUG = 99, "a bug in weyl";
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_code_has_a_section_with_an_example() {
        let page = include_str!("../../../docs/diagnostics.md");
        assert_eq!(weyl_source::undocumented(super::ALL, page), []);
    }
}
