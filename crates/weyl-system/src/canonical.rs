//! One state for each orbit of a group of name permutations.

use weyl_permutation::Permutation;

/// Maps each state to the state that stands for its orbit.
pub trait Canonical: Clone + Send {
    /// The states that are represented next are mostly like this one, which is its own
    /// representative: to save time.
    fn start_from(&mut self, _source: &[u8]) {}

    /// Writes the representative of a state; both are working states.
    fn represent(&mut self, state: &[u8], representative: &mut [u8]);

    /// Replaces a working state by its representative; whether that may be another state.
    fn replace(&mut self, state: &mut [u8], scratch: &mut [u8]) -> bool {
        self.represent(state, scratch);
        state.copy_from_slice(scratch);
        true
    }

    /// The permutation π with π·s = representative of s, for the state that was represented last.
    fn permutation(&self) -> Permutation;
}
