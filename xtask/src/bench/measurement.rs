//! What one run gives, and the medians of several.

#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    pub states: u64,
    pub transitions: u64,
    /// Whether nothing wrong was found.
    pub holds: bool,
    /// Seconds before there is a program to run: a peer writes C code and has it compiled.
    pub preparation: f64,
    /// Seconds of the whole process that searches.
    pub process: f64,
    /// Seconds of the search: what a peer says itself if it says so, else the whole process.
    pub search: f64,
    /// Bytes a state of what states are stored in: states, table, links to parents.
    pub store_bytes: Option<f64>,
    /// Bytes a state of the whole process at its largest.
    pub process_bytes: Option<f64>,
    /// The share of the time that goes into representatives.
    pub representatives: Option<f64>,
}

impl Measurement {
    /// Seconds from a model to its verdict.
    pub fn until_verdict(&self) -> f64 {
        self.preparation + self.process
    }
}

/// The median of a figure; nothing if a run lacks it. Of two in the middle the smaller.
pub fn median(runs: &[Measurement], figure: impl Fn(&Measurement) -> Option<f64>) -> Option<f64> {
    let figures: Option<Vec<f64>> = runs.iter().map(figure).collect();
    let mut figures = figures?;
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taking(search: f64) -> Measurement {
        Measurement {
            states: 1,
            transitions: 1,
            holds: true,
            preparation: 0.5,
            process: search,
            search,
            store_bytes: None,
            process_bytes: None,
            representatives: None,
        }
    }

    #[test]
    fn the_median_is_in_the_middle() {
        let runs = [3.0, 1.0, 9.0].map(taking);
        assert_eq!(median(&runs, |run| Some(run.search)), Some(3.0));
        assert_eq!(median(&runs[..2], |run| Some(run.search)), Some(1.0));
        assert_eq!(median(&runs, |run| Some(run.until_verdict())), Some(3.5));
        assert_eq!(median(&[], |run| Some(run.search)), None);
        assert_eq!(median(&runs, |run| run.store_bytes), None);
    }
}
