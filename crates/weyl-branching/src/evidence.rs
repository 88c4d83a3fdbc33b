//! Why a formula holds in a state.
//!
//! Evidence is for formulas in positive normal form: that one fails is shown by evidence for its
//! negation ([`Formula::opposite`]). What holds on all runs is shown by no run: there the evidence
//! ends. All else can be checked without knowing how it was found: runs by reading them, strategies
//! by playing against them.

use crate::Unanswerable;
use crate::block::Node;
use crate::block_game::SolvedBlock;
use crate::evaluate::Evaluator;
use crate::graph::{Graph, step_or_repetition, steps_with_repetition};
use crate::runs::accepted_run;
use crate::spread::sees;
use indexmap::IndexSet;
use weyl_temporal::branching::Formula;

/// What is shown, the formula itself first; others are named by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    pub shown: Vec<Shown>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// In positive normal form.
    pub formula: Formula,
    pub state: u32,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The labels of the state say so.
    Labels,
    /// Of a conjunction, both are shown.
    Both([usize; 2]),
    /// Of a disjunction, one is.
    One(usize),
    /// All runs were searched.
    Exhausted,
    Run(Run),
    Strategy(Strategy),
    /// There was enough before it.
    LeftOut,
}

/// A run of the graph that satisfies a path formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// At least one.
    pub states: Vec<u32>,
    /// The numbers of the steps that lead from each to the next; a state without steps repeats by
    /// the number 0.
    pub steps: Vec<u32>,
    /// Where the last step leads, if the run goes round; otherwise it does not matter how it goes
    /// on, and no step leads from the last state.
    pub back: Option<usize>,
    /// What is shown elsewhere, for each state: it is enough for the path formula.
    pub claims: Vec<Vec<usize>>,
}

/// How a fixpoint or a modality is shown, against whoever chooses at ∧ and `[a]`: a play never ends
/// badly, and among the fixpoints that are unfolded for ever the outermost is a greatest one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The formula itself first.
    pub positions: Vec<Position>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// A part of the formula, with its variables; a variable is met as its fixpoint.
    pub formula: Formula,
    pub state: u32,
    pub next: Move,
}

/// Positions are named by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// A closed part, which is shown elsewhere.
    Shown(usize),
    Both([usize; 2]),
    /// The first or the second part.
    One {
        part: usize,
        then: usize,
    },
    Unfold(usize),
    /// The number of a step.
    Step {
        number: u32,
        then: usize,
    },
    /// All steps that count, by their numbers.
    Steps(Vec<(u32, usize)>),
}

impl<G: Graph> Evaluator<'_, G> {
    /// Why a formula holds in a state, if it does.
    pub fn evidence(
        &mut self,
        formula: &Formula,
        state: u32,
    ) -> Result<Option<Evidence>, Unanswerable> {
        self.evidence_within(formula, state, usize::MAX)
    }

    /// The same for so many formulas in states; of what comes behind them nothing is shown.
    pub fn evidence_within(
        &mut self,
        formula: &Formula,
        state: u32,
        most: usize,
    ) -> Result<Option<Evidence>, Unanswerable> {
        if !self.holding(formula)?.contains(state) {
            return Ok(None);
        }
        let mut witness = Witness {
            evaluator: self,
            wanted: IndexSet::from([(formula.positive(), state)]),
        };
        let mut shown: Vec<Shown> = Vec::new();
        while let Some((formula, state)) = witness.wanted.get_index(shown.len()).cloned() {
            weyl_budget::go_on();
            let reason = if shown.len() < most {
                witness.reason(&formula, state)?
            } else {
                Reason::LeftOut
            };
            shown.push(Shown {
                formula,
                state,
                reason,
            });
        }
        Ok(Some(Evidence { shown }))
    }
}

struct Witness<'w, 'g, G> {
    evaluator: &'w mut Evaluator<'g, G>,
    /// What is shown or will be.
    wanted: IndexSet<(Formula, u32)>,
}

impl<G: Graph> Witness<'_, '_, G> {
    fn want(&mut self, formula: &Formula, state: u32) -> usize {
        let (place, _) = self.wanted.insert_full((formula.clone(), state));
        place
    }

    fn reason(&mut self, formula: &Formula, state: u32) -> Result<Reason, Unanswerable> {
        if formula.is_propositional() {
            return Ok(Reason::Labels);
        }
        Ok(match formula {
            Formula::And(one, other) => {
                Reason::Both([self.want(one, state), self.want(other, state)])
            }
            Formula::Or(one, other) => {
                let first = self.evaluator.closed(one)?.contains(state);
                Reason::One(self.want(if first { one } else { other }, state))
            }
            Formula::Exists(path) => {
                let found = self.evaluator.searched(path)?;
                let fairness = self.evaluator.fairness;
                let mut accepted = accepted_run(self.evaluator.graph, &found, fairness, state);
                for (state, claims) in accepted.run.states.iter().zip(&accepted.claims) {
                    let claims = claims.iter().map(|claim| self.want(claim, *state));
                    accepted.run.claims.push(claims.collect());
                }
                Reason::Run(accepted.run)
            }
            Formula::Every(_) => Reason::Exhausted,
            Formula::Least(..) | Formula::Greatest(..) | Formula::Can(..) | Formula::Must(..) => {
                let game = self.evaluator.game(formula)?;
                Reason::Strategy(self.strategy(&game, state))
            }
            Formula::True
            | Formula::False
            | Formula::Proposition(_)
            | Formula::Not(_)
            | Formula::Variable(_) => Reason::Labels,
        })
    }

    /// All positions to which a play can come.
    fn strategy(&mut self, game: &SolvedBlock, state: u32) -> Strategy {
        let mut known = IndexSet::from([(0, state)]);
        let mut positions = Vec::new();
        while let Some((node, state)) = known.get_index(positions.len()).copied() {
            weyl_budget::go_on();
            let next = self.next_move(game, node, state, &mut known);
            positions.push(Position {
                formula: game.block.formulas[node].clone(),
                state,
                next,
            });
        }
        Strategy { positions }
    }

    fn next_move(
        &mut self,
        game: &SolvedBlock,
        node: usize,
        state: u32,
        known: &mut IndexSet<(usize, u32)>,
    ) -> Move {
        let graph = self.evaluator.graph;
        let mut place = |node: usize, state: u32| known.insert_full((node, state)).0;
        match game.block.nodes[node] {
            Node::Leaf(_) => Move::Shown(self.want(&game.block.formulas[node], state)),
            Node::And(one, other) => Move::Both([place(one, state), place(other, state)]),
            Node::Or(one, other) => {
                let part = match game.move_from(node, state) {
                    Some((target, _)) if target != one => 1,
                    Some(_) => 0,
                    None => usize::from(!game.leaf_holds(one, state)),
                };
                let then = place([one, other][part], state);
                Move::One { part, then }
            }
            Node::Fixpoint { body, .. } => Move::Unfold(place(body, state)),
            Node::Can(wanted, then) => {
                let mut numbers = 0..steps_with_repetition(graph, state);
                let goal = game.move_from(node, state).map(|(_, state)| state);
                let number = numbers.find(|number| {
                    let step = step_or_repetition(graph, state, *number);
                    let leads = match goal {
                        Some(goal) => step.target == goal,
                        None => game.leaf_holds(then, step.target),
                    };
                    leads && sees(graph, wanted, step.action)
                });
                let number = number.unwrap_or_default();
                let target = step_or_repetition(graph, state, number).target;
                let then = place(then, target);
                Move::Step { number, then }
            }
            Node::Must(wanted, then) => {
                let numbers = 0..steps_with_repetition(graph, state);
                let steps = numbers.filter_map(|number| {
                    let step = step_or_repetition(graph, state, number);
                    let counts = sees(graph, wanted, step.action);
                    counts.then(|| (number, place(then, step.target)))
                });
                Move::Steps(steps.collect())
            }
        }
    }
}
