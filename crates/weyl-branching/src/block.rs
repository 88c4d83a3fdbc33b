//! A fixpoint formula as a graph: variables lead back to their fixpoints.
//!
//! Closed formulas inside are leaves: they are answered before. In what is left every fixpoint
//! inside depends on one outside, so that it alternates unless all have the same sign (if one
//! differs, an outermost such names a variable of the other sign).

use indexmap::IndexSet;
use weyl_temporal::branching::{Formula, Steps, Variable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    /// A closed formula, by its number.
    Leaf(usize),
    And(usize, usize),
    Or(usize, usize),
    Can(Steps, usize),
    Must(Steps, usize),
    /// With the priority of unfolding it in the game: odd for least ones, and not below those of
    /// fixpoints inside.
    Fixpoint {
        body: usize,
        priority: u32,
    },
}

/// A closed formula in positive normal form, whose variables differ; the node 0 is all of it.
#[derive(Debug, Default)]
pub(crate) struct Block {
    pub nodes: Vec<Node>,
    /// What each node stands for; variables in it are those of the whole.
    pub formulas: Vec<Formula>,
    pub leaves: IndexSet<Formula>,
    pub has_least: bool,
    pub has_greatest: bool,
}

impl Block {
    pub fn new(formula: &Formula) -> Block {
        let mut block = Block::default();
        block.inner(formula, &mut Vec::new());
        block
    }

    /// Whether a least and a greatest fixpoint depend on each other.
    pub fn alternates(&self) -> bool {
        self.has_least && self.has_greatest
    }

    pub fn speaks_of_actions(&self) -> bool {
        let mut nodes = self.nodes.iter();
        nodes.any(|node| {
            matches!(
                node,
                Node::Can(Steps::Of(_), _) | Node::Must(Steps::Of(_), _)
            )
        })
    }

    fn push(&mut self, node: Node, formula: &Formula) -> usize {
        self.nodes.push(node);
        self.formulas.push(formula.clone());
        self.nodes.len() - 1
    }

    /// The node of a part, and the highest priority in it.
    fn part(&mut self, formula: &Formula, bound: &mut Vec<(Variable, usize)>) -> (usize, u32) {
        if let Formula::Variable(variable) = formula {
            let mut known = bound.iter().rev();
            let binder = known.find(|(name, _)| name == variable);
            let (_, node) = binder.expect("checked formulas have no free variables");
            return (*node, 0);
        }
        if formula.is_closed() {
            let (number, _) = self.leaves.insert_full(formula.clone());
            return (self.push(Node::Leaf(number), formula), 0);
        }
        self.inner(formula, bound)
    }

    fn inner(&mut self, formula: &Formula, bound: &mut Vec<(Variable, usize)>) -> (usize, u32) {
        // The place is taken before the parts have theirs.
        let own = self.push(Node::Leaf(0), formula);
        let mut highest = 0;
        let mut part = |block: &mut Block, one: &Formula| {
            let (node, priority) = block.part(one, bound);
            highest = highest.max(priority);
            node
        };
        self.nodes[own] = match formula {
            Formula::And(one, other) => Node::And(part(self, one), part(self, other)),
            Formula::Or(one, other) => Node::Or(part(self, one), part(self, other)),
            Formula::Can(steps, then) => Node::Can(*steps, part(self, then)),
            Formula::Must(steps, then) => Node::Must(*steps, part(self, then)),
            Formula::Least(variable, body) | Formula::Greatest(variable, body) => {
                let is_least = matches!(formula, Formula::Least(..));
                self.has_least |= is_least;
                self.has_greatest |= !is_least;
                bound.push((*variable, own));
                let (body, inside) = self.part(body, bound);
                bound.pop();
                // The least of the right parity.
                highest = inside + u32::from(inside % 2 != u32::from(is_least));
                Node::Fixpoint {
                    body,
                    priority: highest,
                }
            }
            Formula::True
            | Formula::False
            | Formula::Proposition(_)
            | Formula::Not(_)
            | Formula::Exists(_)
            | Formula::Every(_)
            | Formula::Variable(_) => unreachable!("closed, or no node of its own"),
        };
        (own, highest)
    }
}
