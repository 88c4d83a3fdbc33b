//! Quantifiers over names inside of a formula (A. Emerson and P. Sistla, *Symmetry and model
//! checking*, 4.3): what one says of an instance is answered for all pairs of a state and an
//! instance, up to renamings of both, and becomes a label of states.
//!
//! The paper answers it for one instance, on the quotient under the symmetries that keep that
//! instance. That quotient has as many states as the pairs here, more or less, and would have to be
//! explored; the pairs only have to be written down.

use super::graph::Labelled;
use super::labels::Labels;
use crate::graph::{Following, StateGraph};
use weyl_branching::{Evaluator, Evidence, Fairness, Graph, StateSet, Unanswerable};
use weyl_temporal::branching::{Branching, Family, Formula, Proposition};

/// All graphs that a formula is evaluated on: that of each family, and the one around.
pub(super) struct Graphs<'g> {
    pub families: Vec<Labelled<'g>>,
    pub around: Labelled<'g>,
    pub atoms: usize,
}

/// Where the instances of a question's families begin among all that is followed.
pub(super) struct Places<'f> {
    pub following: &'f Following,
    pub question: usize,
}

impl<'g> Graphs<'g> {
    /// What families say becomes known on the way.
    pub fn new(
        graph: &'g StateGraph,
        states: usize,
        (branching, labels): (&Branching, Labels),
        places: &Places<'_>,
        fairness: Fairness,
    ) -> Result<Graphs<'g>, Unanswerable> {
        let units = places.following.units;
        let atoms = labels.atoms();
        let mut known = labels.closed(states);
        let mut families = Vec::new();
        for (number, family) in branching.families.iter().enumerate() {
            if states.saturating_mul(family.instances as usize) >= u32::MAX as usize {
                return Err(Unanswerable::TooLarge);
            }
            let own = Labelled {
                graph,
                states,
                instances: family.instances,
                first: places
                    .following
                    .first_of_family(places.question, number)
                    .unwrap_or(0),
                labels: labels.of_family(family, states),
                units,
            };
            let holding = Evaluator::new(&own, fairness).holding(&family.formula)?;
            known.push(of_all(&own, family, &holding));
            families.push(own);
        }
        let around = Labelled {
            graph,
            states,
            instances: 1,
            first: 0,
            labels: known,
            units,
        };
        Ok(Graphs {
            families,
            around,
            atoms,
        })
    }

    /// The family that a proposition stands for.
    pub fn family(&self, proposition: Proposition) -> Option<usize> {
        (proposition as usize).checked_sub(self.atoms)
    }
}

/// Where all instances satisfy what a family says, or some of them.
fn of_all(graph: &Labelled<'_>, family: &Family, holding: &StateSet) -> StateSet {
    StateSet::those(graph.states, |state| {
        let mut instances = 0..graph.instances;
        let holds = |instance: u32| holding.contains(graph.node(state, instance));
        if family.is_forall {
            instances.all(holds)
        } else {
            instances.any(holds)
        }
    })
}

/// An instance that shows what a family says of a state, or that it is not so: it satisfies the
/// formula, or its negation. None where all of them show it together.
pub(super) fn shown_by(
    graph: &Labelled<'_>,
    family: &Family,
    (state, holds): (u32, bool),
    (fairness, most): (Fairness, usize),
) -> Result<Option<(u32, Evidence)>, Unanswerable> {
    if family.is_forall == holds {
        return Ok(None);
    }
    let wanted = if holds {
        family.formula.clone()
    } else {
        Formula::negated(family.formula.clone())
    };
    let mut evaluator = Evaluator::new(graph, fairness);
    let holding = evaluator.holding(&wanted)?;
    let mut instances = 0..graph.instances;
    let found = instances.find(|instance| holding.contains(graph.node(state, *instance)));
    let Some(instance) = found else {
        return Ok(None);
    };
    let node = graph.node(state, instance);
    debug_assert!((node as usize) < graph.state_count());
    let evidence = evaluator.evidence_within(&wanted, node, most)?;
    Ok(evidence.map(|evidence| (instance, evidence)))
}
