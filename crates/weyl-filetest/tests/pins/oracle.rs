//! The definition of a symmetry, by brute force: π·successors(s) = successors(π·s), as sets of
//! states and failures, for all transpositions π of a sort without a pin; and the same of initial
//! states and properties.

use anyhow::{Result, ensure};
use std::collections::BTreeSet;
use weyl_filetest::dice::Dice;
use weyl_ir::layout::{Action, point};
use weyl_ir::{Model, PropertyId, SortId};
use weyl_permutation::Point;
use weyl_symmetry::pins;
use weyl_system::{
    Batch, Conditions, ExecutionLimits, Fault, Interpreter, Outcome, Program, System,
};

/// How many states of a program are compared.
const STATES: usize = 100;

/// What a firing leads to.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    State(Vec<u8>),
    Fault(String),
    Hit(PropertyId),
    Excluded,
}

/// Compares some states; says how many comparisons there were.
pub fn check(model: Model, seed: u64) -> Result<usize> {
    let pinned: BTreeSet<SortId> = pins(&model).iter().map(|pin| pin.sort).collect();
    let free: Vec<SortId> = model
        .sorts
        .keys()
        .filter(|sort| !pinned.contains(sort))
        .collect();
    let program = Program::new(model, ExecutionLimits::default())?;
    let action = Action::new(&program.model, &program.layout);
    let mut oracle = Oracle {
        program: &program,
        action,
        interpreter: Interpreter::new(&program),
        batch: Batch::default(),
    };
    let transpositions: Vec<_> = free
        .iter()
        .flat_map(|sort| transpositions(&program.model, *sort))
        .collect();
    if transpositions.is_empty() {
        return Ok(0);
    }
    let states = oracle.states(seed);
    for images in &transpositions {
        oracle.compare_starts(images)?;
        for state in &states {
            oracle.compare(images, state)?;
        }
    }
    Ok(states.len() * transpositions.len())
}

/// All exchanges of two names, each as the images of all names.
fn transpositions(model: &Model, sort: SortId) -> Vec<Vec<Point>> {
    let names: usize = model.sorts.values().map(|sort| sort.names.len()).sum();
    let identity: Vec<Point> = (0..names as u32).map(Point::from_u32).collect();
    let of_sort = model.sorts[sort].names.len();
    let name = |number| point(model.name_of(sort, number)).as_u32() as usize;
    let mut all = Vec::new();
    for one in 0..of_sort {
        for two in one + 1..of_sort {
            let mut images = identity.clone();
            images.swap(name(one), name(two));
            all.push(images);
        }
    }
    all
}

struct Oracle<'p> {
    program: &'p Program,
    action: Action,
    interpreter: Interpreter<'p>,
    batch: Batch,
}

impl Oracle<'_> {
    fn ends(&self) -> BTreeSet<End> {
        let end = |outcome: Outcome<'_>| match outcome {
            Outcome::State { state, .. } => End::State(state.to_vec()),
            Outcome::Fault(fault) => End::Fault(describe(fault)),
            Outcome::Excluded => End::Excluded,
        };
        let hits = self.batch.hits().iter();
        let hits = hits.map(|(_, cover)| End::Hit(*cover));
        let ends = self.batch.iter().map(|(_, outcome)| end(outcome));
        ends.chain(hits).collect()
    }

    fn successors(&mut self, state: &[u8]) -> BTreeSet<End> {
        self.interpreter.successors(state, &mut self.batch);
        self.ends()
    }

    fn starts(&mut self) -> BTreeSet<End> {
        self.interpreter.initial(&mut self.batch);
        self.ends()
    }

    /// Some reachable states.
    fn states(&mut self, seed: u64) -> Vec<Vec<u8>> {
        let mut known: BTreeSet<Vec<u8>> = BTreeSet::new();
        let mut queue: Vec<Vec<u8>> = Vec::new();
        let mut dice = Dice::new(seed);
        let mut found = Vec::new();
        let mut next = self.starts();
        loop {
            for end in next {
                if let End::State(state) = end
                    && known.insert(state.clone())
                {
                    queue.push(state);
                }
            }
            if queue.is_empty() || found.len() == STATES {
                return found;
            }
            let state = queue.swap_remove(dice.below(queue.len()));
            next = self.successors(&state);
            found.push(state);
        }
    }

    fn moved(&self, images: &[Point], state: &[u8]) -> Vec<u8> {
        let mut moved = vec![0; state.len()];
        self.action.apply(images, state, &mut moved);
        moved
    }

    fn all_moved(&self, images: &[Point], ends: BTreeSet<End>) -> BTreeSet<End> {
        let move_end = |end| match end {
            End::State(state) => End::State(self.moved(images, &state)),
            other => other,
        };
        ends.into_iter().map(move_end).collect()
    }

    fn compare_starts(&mut self, images: &[Point]) -> Result<()> {
        let starts = self.starts();
        let moved = self.all_moved(images, starts.clone());
        ensure!(moved == starts, "initial states differ under {images:?}");
        Ok(())
    }

    fn compare(&mut self, images: &[Point], state: &[u8]) -> Result<()> {
        let there = self.moved(images, state);
        let expected = self.successors(state);
        let expected = self.all_moved(images, expected);
        let found = self.successors(&there);
        ensure!(
            expected == found,
            "successors differ under {images:?} at {state:?}:\n{:?}\n{:?}",
            expected.difference(&found).collect::<Vec<_>>(),
            found.difference(&expected).collect::<Vec<_>>()
        );
        for property in self.program.model.properties.keys() {
            let (here, there) = (
                self.answers(property, state),
                self.answers(property, &there),
            );
            ensure!(
                here == there,
                "{property} differs under {images:?} at {state:?}"
            );
        }
        Ok(())
    }

    /// What the instances of a property say, in whatever order.
    fn answers(&mut self, property: PropertyId, state: &[u8]) -> Vec<Result<bool, String>> {
        let instances = 0..self.interpreter.instances(property);
        let mut answers: Vec<_> = instances
            .map(|instance| {
                let answer = self.interpreter.holds(property, instance, state);
                answer.map_err(|fault| describe(&fault))
            })
            .collect();
        answers.sort();
        answers
    }
}

fn describe(fault: &Fault) -> String {
    format!("{:?} at {:?}", fault.kind, fault.span)
}
