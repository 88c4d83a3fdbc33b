//! Bad prefixes, breadth first: where the observer can't accept but by coming to an end, the
//! shortest run that takes it there is a violation, and if none does there is none. Levels can be
//! taken one by one, beside those of a search for states.

use super::Answer;
use super::product::{Met, Node, Product};
use super::witness::{Before, lasso, way_back};
use crate::LimitKind;
use crate::account::Account;
use crate::graph::{OnTheFly, Stop, Tracked};
use crate::store::Store;
use std::collections::HashMap;
use weyl_system::{
    Conditions, Finding, LassoRun, Renaming, Run, TemporalQuestion, Violation, ViolationKind,
};

/// What a node takes in the map of ways, with what the table adds.
const NODE_BYTES: usize = 40;

pub(crate) struct Prefixes<'q> {
    /// Taken out while a level is searched.
    met: Option<Met<'q>>,
    from: HashMap<Node, Option<Before>>,
    level: Vec<Node>,
    has_begun: bool,
    account: Account,
    steps: u64,
    pub finding: Option<Finding>,
}

impl<'q> Prefixes<'q> {
    pub fn new(question: &'q TemporalQuestion, first_instance: Option<u32>) -> Prefixes<'q> {
        Prefixes {
            met: Some(Met::new(question, first_instance)),
            from: HashMap::new(),
            level: Vec::new(),
            has_begun: false,
            account: Account::default(),
            steps: 0,
            finding: None,
        }
    }

    /// Searches the next level, unless the question is answered.
    pub fn advance<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        known: &mut OnTheFly<'_, S, R, T>,
    ) -> Result<(), Stop> {
        if self.finding.is_some() {
            return Ok(());
        }
        let Some(met) = self.met.take() else {
            return Ok(());
        };
        let mut product = Product::new(known, met);
        let searched = self.search_level(&mut product);
        let bytes = product.bytes() + self.from.capacity() * NODE_BYTES;
        let settled = self.account.settle(product.known.quota, bytes);
        self.met = Some(product.met);
        searched?;
        Ok(settled?)
    }

    fn search_level<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        product: &mut Product<'_, '_, '_, S, R, T>,
    ) -> Result<(), Stop> {
        if !self.has_begun {
            self.has_begun = true;
            product.begin()?;
            for beginning in &product.met.beginnings {
                if self.from.insert(beginning.node, None).is_none() {
                    self.level.push(beginning.node);
                }
            }
        } else {
            self.steps += 1;
        }
        let mut next = Vec::new();
        for node in std::mem::take(&mut self.level) {
            match self.visit(product, node, &mut next) {
                Ok(false) => {}
                Ok(true) => {
                    let run = self.run(product, node)?;
                    self.finding = Some(Finding::Bad(run));
                    return Ok(());
                }
                Err(Stop::NotEvaluable {
                    property, fault, ..
                }) => {
                    let run = self.run(product, node)?;
                    let run = Run {
                        start: run.start,
                        steps: run.steps.into_iter().flatten().collect(),
                    };
                    let kind = ViolationKind::StateFault { property, fault };
                    self.finding = Some(Finding::Violations(vec![Violation { kind, run }]));
                    return Ok(());
                }
                Err(stop) => return Err(stop),
            }
        }
        if next.is_empty() {
            self.finding = Some(Finding::Holds);
        } else {
            product.met.deepest = self.steps + 1;
        }
        self.level = next;
        Ok(())
    }

    /// Whether the observer comes to its end here; otherwise where it goes.
    fn visit<S: Renaming + Conditions, R: Tracked, T: Store>(
        &mut self,
        product: &mut Product<'_, '_, '_, S, R, T>,
        node: Node,
        next: &mut Vec<Node>,
    ) -> Result<bool, Stop> {
        if product.observer_state(node).is_end {
            return Ok(true);
        }
        let mut choices = Vec::new();
        product.choices(node, &mut choices)?;
        if choices.iter().any(|choice| product.ends(node, *choice)) {
            return Ok(true);
        }
        if choices.is_empty() {
            return Ok(false);
        }
        let vertex = product.vertex(node);
        product.known.expand(vertex)?;
        for choice in choices {
            for number in 0..product.step_count(vertex) {
                let edge = product.edge(node, choice, number);
                let target = product.target(node, &edge);
                self.from.entry(target).or_insert_with(|| {
                    next.push(target);
                    Some((node, edge.step.number))
                });
            }
        }
        Ok(false)
    }

    fn run<S: Renaming + Conditions, R: Tracked, T: Store>(
        &self,
        product: &mut Product<'_, '_, '_, S, R, T>,
        end: Node,
    ) -> Result<LassoRun, LimitKind> {
        let way = way_back(product, &self.from, end);
        lasso(product, way, Vec::new())
    }

    /// Searches what is left, up to so many steps.
    pub fn finish<S: Renaming + Conditions, R: Tracked, T: Store>(
        mut self,
        known: &mut OnTheFly<'_, S, R, T>,
        most_steps: Option<u64>,
    ) -> Answer {
        let mut stop = None;
        while self.finding.is_none() && stop.is_none() {
            if self.is_cut(most_steps) {
                stop = Some(Stop::Limit(LimitKind::Depth));
            } else {
                stop = self.advance(known).err();
            }
        }
        // What is released was charged.
        let _ = self.account.settle(known.quota, 0);
        let (states, deepest) = self.met.map_or((0, 0), |met| (met.len(), met.deepest));
        let answer = match stop {
            Some(stop) => Answer::stopped(stop),
            None => Answer::of(self.finding.unwrap_or(Finding::Unknown)),
        };
        Answer {
            states: states as u64,
            deepest,
            ..answer
        }
    }

    /// Whether the next level is too far away.
    fn is_cut(&self, most_steps: Option<u64>) -> bool {
        self.has_begun && most_steps.is_some_and(|most| self.steps >= most)
    }
}
