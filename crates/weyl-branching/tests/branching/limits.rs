//! Work ends when somebody says so, and deep graphs are no deep recursion.

use crate::graphs::{Small, plain};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use weyl_branching::{Evaluator, Fairness, Graph, StateSet, Step};
use weyl_budget::{Budget, Limit};
use weyl_temporal::branching::{Formula, Path, Steps};

fn p() -> Path {
    Path::State(Formula::Proposition(0))
}

/// One for each algorithm, with the fairness under which it is asked.
fn formulas() -> Vec<(Fairness, Formula)> {
    let can = |variable| Formula::can(Steps::All, Formula::Variable(variable));
    let p_and = |then: Formula| Formula::Proposition(0).and(then);
    let reached = Formula::least(0, Formula::Proposition(0).or(can(0)));
    let again = Formula::greatest(0, Formula::least(1, p_and(can(0)).or(can(1))));
    vec![
        (Fairness::None, Formula::exists(p().eventually())),
        (Fairness::None, Formula::exists(p().negated().always())),
        (Fairness::None, Formula::exists(p().eventually().always())),
        (Fairness::Weak, Formula::exists(p().eventually().always())),
        (Fairness::Strong, Formula::exists(p().eventually().always())),
        (Fairness::None, reached),
        (Fairness::None, again),
    ]
}

/// A circle, with p in its last state.
fn circle(length: u32) -> Small {
    let mut labels = vec![0; length as usize];
    labels[length as usize - 1] = 1;
    let edges: Vec<(u32, u32)> = (0..length).map(|at| (at, (at + 1) % length)).collect();
    let mut graph = plain(&labels, &edges);
    graph.units = 1;
    graph
        .steps
        .iter_mut()
        .flatten()
        .for_each(|step| step.acting = 1);
    graph
}

/// Says that all is over after some steps were looked at.
struct Interrupting {
    graph: Small,
    over: Arc<AtomicBool>,
    /// Looks that are left until then.
    left: Cell<usize>,
    /// Looks behind that.
    late: Cell<usize>,
}

impl Graph for Interrupting {
    fn state_count(&self) -> usize {
        self.graph.state_count()
    }

    fn step_count(&self, state: u32) -> u32 {
        self.graph.step_count(state)
    }

    fn step(&self, state: u32, number: u32) -> Step {
        match self.left.get() {
            0 => {
                self.over.store(true, Relaxed);
                self.late.set(self.late.get() + 1);
            }
            left => self.left.set(left - 1),
        }
        self.graph.step(state, number)
    }

    fn labelled(&self, proposition: u32) -> &StateSet {
        self.graph.labelled(proposition)
    }

    fn belongs(&self, action: u32, set: u32) -> bool {
        self.graph.belongs(action, set)
    }

    fn unit_count(&self) -> u32 {
        self.graph.unit_count()
    }

    fn acts(&self, unit: u32, acting: u32) -> bool {
        self.graph.acts(unit, acting)
    }

    fn unit_after(&self, unit: u32, renaming: u32) -> u32 {
        self.graph.unit_after(unit, renaming)
    }
}

#[test]
fn work_ends_when_it_is_told_to() {
    for (fairness, formula) in formulas() {
        for left in [0, 10_000, 30_000] {
            let over = Arc::new(AtomicBool::new(false));
            let graph = Interrupting {
                graph: circle(20_000),
                over: over.clone(),
                left: Cell::new(left),
                late: Cell::new(0),
            };
            let ended = Budget::stopped_by(&over).limiting(|| {
                let mut evaluator = Evaluator::new(&graph, fairness);
                let evidence = evaluator.evidence(&formula, 0);
                evidence.map(|evidence| evidence.is_some())
            });
            if graph.late.get() > 0 {
                assert_eq!(ended.unwrap_err(), Limit::Interrupted, "{formula}");
                assert!(graph.late.get() < 1_000, "{formula}: {}", graph.late.get());
            }
        }
    }
}

#[test]
fn deep_graphs_are_no_deep_recursion() {
    let graph = circle(100_000);
    for (fairness, formula) in formulas() {
        let mut evaluator = Evaluator::new(&graph, fairness);
        let holding = evaluator.holding(&formula).unwrap();
        let opposite = formula.clone().negated();
        let failing = evaluator.holding(&opposite).unwrap();
        assert_eq!(holding.len() + failing.len(), 100_000, "{formula}");
        let shown = [formula, opposite].map(|one| evaluator.evidence(&one, 0).unwrap().is_some());
        assert_eq!(shown, [holding.contains(0), failing.contains(0)]);
    }
}
