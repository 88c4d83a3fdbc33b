//! Where a formula holds, from the inside out.
//!
//! Each closed formula about states is answered once, for all states. E with one operator of CTL is
//! answered by labelling, any other by the product with an automaton (A. Emerson and C.-L. Lei,
//! *Modalities for model checking: branching time logic strikes back*, 1987); A by the dual E;
//! fixpoints by work lists if they do not alternate, otherwise by a parity game.

use crate::block::Block;
use crate::block_game::SolvedBlock;
use crate::graph::{Graph, Predecessors};
use crate::labelling::{some_next, some_release, some_until};
use crate::linear::Observer;
use crate::product::{Product, Searched};
use crate::spread;
use crate::states::StateSet;
use crate::{Fairness, Unanswerable};
use std::collections::HashMap;
use std::rc::Rc;
use weyl_temporal::branching::{Formula, IllFormed, Path};

/// A product that was searched, with what it was made of.
#[derive(Debug)]
pub(crate) struct SearchedPath {
    pub observer: Observer,
    pub letters: Vec<u64>,
    pub searched: Searched,
}

impl SearchedPath {
    pub fn product<'s, G: Graph>(&'s self, graph: &'s G) -> Product<'s, G> {
        Product {
            graph,
            automaton: &self.observer.automaton,
            letters: &self.letters,
        }
    }
}

/// Answers formulas about one graph.
#[derive(Debug)]
pub struct Evaluator<'g, G> {
    pub(crate) graph: &'g G,
    pub(crate) fairness: Fairness,
    predecessors: Option<Rc<Predecessors>>,
    has_actions: bool,
    /// By formulas in positive normal form.
    known: HashMap<Formula, Rc<StateSet>>,
    paths: HashMap<Path, Rc<SearchedPath>>,
    games: HashMap<Formula, Rc<SolvedBlock>>,
}

impl<'g, G: Graph> Evaluator<'g, G> {
    pub fn new(graph: &'g G, fairness: Fairness) -> Self {
        Evaluator {
            graph,
            fairness,
            predecessors: None,
            has_actions: false,
            known: HashMap::new(),
            paths: HashMap::new(),
            games: HashMap::new(),
        }
    }

    /// Where a formula holds.
    pub fn holding(&mut self, formula: &Formula) -> Result<Rc<StateSet>, Unanswerable> {
        formula.check()?;
        self.closed(&formula.positive())
    }

    /// Where a closed formula in positive normal form holds.
    pub(crate) fn closed(&mut self, formula: &Formula) -> Result<Rc<StateSet>, Unanswerable> {
        if let Some(known) = self.known.get(formula) {
            return Ok(known.clone());
        }
        let answer = Rc::new(self.answer(formula)?);
        self.known.insert(formula.clone(), answer.clone());
        Ok(answer)
    }

    fn answer(&mut self, formula: &Formula) -> Result<StateSet, Unanswerable> {
        let count = self.graph.state_count();
        Ok(match formula {
            Formula::True => StateSet::all(count),
            Formula::False => StateSet::none(count),
            Formula::Proposition(number) => self.graph.labelled(*number).clone(),
            Formula::Not(one) => (*self.closed(one)?).clone().complement(),
            Formula::And(one, other) => {
                let one = self.closed(one)?;
                (*self.closed(other)?).clone().intersection(&one)
            }
            Formula::Or(one, other) => {
                let one = self.closed(one)?;
                (*self.closed(other)?).clone().union(&one)
            }
            Formula::Exists(path) => self.some_run(path)?,
            Formula::Every(_) => (*self.closed(&formula.opposite())?).clone().complement(),
            Formula::Least(..) | Formula::Greatest(..) | Formula::Can(..) | Formula::Must(..) => {
                self.fixpoint(formula)?
            }
            Formula::Variable(variable) => {
                return Err(IllFormed::Unbound(*variable).into());
            }
        })
    }

    /// E of a path formula. Fairness changes nothing for X and U: from every state a fair run
    /// begins ([`crate::fair_parts`]).
    fn some_run(&mut self, path: &Path) -> Result<StateSet, Unanswerable> {
        match path {
            Path::Next(then) => {
                if let Path::State(then) = &**then {
                    let then = self.closed(then)?;
                    return Ok(some_next(self.graph, &then));
                }
            }
            Path::Until(one, other) => {
                if let (Path::State(one), Path::State(other)) = (&**one, &**other) {
                    let (one, other) = (self.closed(one)?, self.closed(other)?);
                    return Ok(some_until(&self.predecessors(false), &one, &other));
                }
            }
            Path::Release(one, other) if self.fairness == Fairness::None => {
                if let (Path::State(one), Path::State(other)) = (&**one, &**other) {
                    let (one, other) = (self.closed(one)?, self.closed(other)?);
                    let predecessors = self.predecessors(false);
                    return Ok(some_release(self.graph, &predecessors, &one, &other));
                }
            }
            Path::Release(..) | Path::State(_) | Path::Not(_) | Path::And(..) | Path::Or(..) => {}
        }
        let found = self.searched(path)?;
        let product = found.product(self.graph);
        Ok(StateSet::those(self.graph.state_count(), |state| {
            found.searched.good.contains(product.first_node(state))
        }))
    }

    /// The product with the automaton of a path formula, searched.
    pub(crate) fn searched(&mut self, path: &Path) -> Result<Rc<SearchedPath>, Unanswerable> {
        if let Some(known) = self.paths.get(path) {
            return Ok(known.clone());
        }
        let observer = Observer::new(path)?;
        let letters = self.letters(&observer)?;
        let product = Product {
            graph: self.graph,
            automaton: &observer.automaton,
            letters: &letters,
        };
        if product.node_count() >= u32::MAX as usize {
            return Err(Unanswerable::TooLarge);
        }
        let searched = Rc::new(SearchedPath {
            searched: Searched::new(&product, self.fairness),
            observer,
            letters,
        });
        self.paths.insert(path.clone(), searched.clone());
        Ok(searched)
    }

    fn letters(&mut self, observer: &Observer) -> Result<Vec<u64>, Unanswerable> {
        let mut letters = vec![0; self.graph.state_count()];
        for (bit, literal) in observer.literals.iter().enumerate() {
            for state in self.closed(literal)?.iter() {
                letters[state as usize] |= 1 << bit;
            }
            weyl_budget::go_on();
        }
        Ok(letters)
    }

    fn fixpoint(&mut self, formula: &Formula) -> Result<StateSet, Unanswerable> {
        let block = Block::new(formula);
        if block.alternates() {
            return Ok(self.game(formula)?.holding());
        }
        let leaves = self.leaves(&block)?;
        let predecessors = self.predecessors(block.speaks_of_actions());
        Ok(spread::solve(self.graph, &predecessors, &block, &leaves))
    }

    /// The game of a fixpoint or of a modality, solved.
    pub(crate) fn game(&mut self, formula: &Formula) -> Result<Rc<SolvedBlock>, Unanswerable> {
        if let Some(known) = self.games.get(formula) {
            return Ok(known.clone());
        }
        let block = Block::new(formula);
        let leaves = self.leaves(&block)?;
        let most = block.nodes.len().checked_mul(self.graph.state_count());
        if most.is_none_or(|most| most >= u32::MAX as usize - 2) {
            return Err(Unanswerable::TooLarge);
        }
        let game = Rc::new(SolvedBlock::new(self.graph, block, leaves));
        self.games.insert(formula.clone(), game.clone());
        Ok(game)
    }

    fn leaves(&mut self, block: &Block) -> Result<Vec<Rc<StateSet>>, Unanswerable> {
        block.leaves.iter().map(|leaf| self.closed(leaf)).collect()
    }

    fn predecessors(&mut self, with_actions: bool) -> Rc<Predecessors> {
        match &self.predecessors {
            Some(known) if self.has_actions || !with_actions => known.clone(),
            Some(_) | None => {
                let new = Rc::new(Predecessors::new(self.graph, with_actions));
                self.has_actions = with_actions;
                self.predecessors = Some(new.clone());
                new
            }
        }
    }
}
