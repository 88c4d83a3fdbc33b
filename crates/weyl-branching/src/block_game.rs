//! A fixpoint formula as a parity game (A. Emerson, C. Jutla, *Tree automata, mu-calculus and
//! determinacy*, 1991): Even chooses at ∨ and `<a>`, and wants to show that the formula holds.

use crate::block::{Block, Node};
use crate::graph::{Graph, steps};
use crate::parity::{Game, Player, Solution, solve};
use crate::spread::sees;
use crate::states::StateSet;
use std::rc::Rc;
use weyl_temporal::branching::Steps;

/// The game of a block on a whole graph, solved.
#[derive(Debug)]
pub(crate) struct SolvedBlock {
    pub block: Block,
    /// What each vertex stands for, but for the first two: there Even has won, and there Odd.
    vertices: Vec<(usize, u32)>,
    /// The vertices by node and state.
    numbers: Vec<u32>,
    state_count: usize,
    solution: Solution,
    leaves: Vec<Rc<StateSet>>,
}

const WON: u32 = 0;
const LOST: u32 = 1;
const UNSEEN: u32 = u32::MAX;

impl SolvedBlock {
    pub fn new(graph: &impl Graph, block: Block, leaves: Vec<Rc<StateSet>>) -> SolvedBlock {
        let state_count = graph.state_count();
        let mut builder = Builder {
            graph,
            leaves: &leaves,
            vertices: Vec::new(),
            numbers: vec![UNSEEN; block.nodes.len() * state_count],
            block: &block,
        };
        let game = builder.game();
        let (vertices, numbers) = (builder.vertices, builder.numbers);
        SolvedBlock {
            solution: solve(&game),
            block,
            vertices,
            numbers,
            state_count,
            leaves,
        }
    }

    /// Where the whole formula holds.
    pub fn holding(&self) -> StateSet {
        StateSet::those(self.state_count, |state| {
            let vertex = self.numbers[state as usize];
            self.solution.winners[vertex as usize] == Player::Even
        })
    }

    /// The node and the state to which Even moves; `None`: to a leaf that holds.
    pub fn move_from(&self, node: usize, state: u32) -> Option<(usize, u32)> {
        let vertex = self.numbers[node * self.state_count + state as usize];
        let to = self.solution.moves[vertex as usize]?;
        self.vertices.get(to.checked_sub(2)? as usize).copied()
    }
}

impl SolvedBlock {
    /// Whether a node is a leaf that holds in a state.
    pub fn leaf_holds(&self, node: usize, state: u32) -> bool {
        match self.block.nodes[node] {
            Node::Leaf(number) => self.leaves[number].contains(state),
            _ => false,
        }
    }
}

struct Builder<'b, G> {
    graph: &'b G,
    block: &'b Block,
    leaves: &'b [Rc<StateSet>],
    vertices: Vec<(usize, u32)>,
    numbers: Vec<u32>,
}

impl<G: Graph> Builder<'_, G> {
    /// All that can be reached from the whole formula in any state.
    fn game(&mut self) -> Game {
        let mut game = Game::default();
        game.push(Player::Even, 0, [WON]);
        game.push(Player::Odd, 1, [LOST]);
        for state in 0..self.graph.state_count() as u32 {
            self.vertex(0, state);
        }
        let mut next = 0;
        while let Some((node, state)) = self.vertices.get(next).copied() {
            weyl_budget::go_on();
            next += 1;
            let (player, priority, targets) = self.moves(node, state);
            game.push(player, priority, targets);
        }
        game
    }

    fn vertex(&mut self, node: usize, state: u32) -> u32 {
        if let Node::Leaf(number) = self.block.nodes[node] {
            let holds = self.leaves[number].contains(state);
            return if holds { WON } else { LOST };
        }
        let number = &mut self.numbers[node * self.graph.state_count() + state as usize];
        if *number == UNSEEN {
            *number = self.vertices.len() as u32 + 2;
            self.vertices.push((node, state));
        }
        *number
    }

    fn moves(&mut self, node: usize, state: u32) -> (Player, u32, Vec<u32>) {
        match self.block.nodes[node] {
            Node::Leaf(_) => unreachable!("leaves are no vertices"),
            Node::Fixpoint { body, priority } => {
                (Player::Even, priority, vec![self.vertex(body, state)])
            }
            Node::And(one, other) => {
                let targets = vec![self.vertex(one, state), self.vertex(other, state)];
                (Player::Odd, 0, targets)
            }
            Node::Or(one, other) => {
                let targets = vec![self.vertex(one, state), self.vertex(other, state)];
                (Player::Even, 0, targets)
            }
            Node::Can(wanted, then) => (Player::Even, 0, self.steps(wanted, then, state, LOST)),
            Node::Must(wanted, then) => (Player::Odd, 0, self.steps(wanted, then, state, WON)),
        }
    }

    /// Where steps lead; without any the game is decided.
    fn steps(&mut self, wanted: Steps, then: usize, state: u32, without: u32) -> Vec<u32> {
        let graph = self.graph;
        let seen = steps(graph, state).filter(|step| sees(graph, wanted, step.action));
        let mut targets: Vec<u32> = seen.map(|step| self.vertex(then, step.target)).collect();
        if targets.is_empty() {
            targets.push(without);
        }
        targets
    }
}
