//! Commutation on all states of a model: a check does the same on some.

use crate::Options;
use anyhow::{Result, bail};
use std::collections::{HashSet, VecDeque};
use weyl_check::{Commutation, Room, Termination, Text, beginnings, load};
use weyl_ir::PropertyId;
use weyl_source::SourceMap;
use weyl_symmetry::{Distinction, SymmetryGroup, Wanted, discover, static_processes, staying};
use weyl_system::{Batch, Interpreter, Outcome, Program, TransitionSystem};

/// A model with the symmetry that was found in its text.
pub struct Symmetric {
    /// With names for all that the group moves.
    pub program: Program,
    pub group: SymmetryGroup,
    /// Groups of properties that the first group does not keep.
    pub restricted: Vec<(PropertyId, SymmetryGroup)>,
    /// All states in which everything begins.
    /// What breaks more.
    pub distinctions: Vec<Distinction>,
    pub beginnings: Vec<Vec<u8>>,
}

impl Symmetric {
    /// An error if the model is refused. What creates processes for too long has no symmetry. Processes that have ended stay where
    /// nobody sees it, unless it is to be as with SPIN.
    pub fn of_text(name: &str, text: &str, options: &Options) -> Result<Symmetric> {
        let small = Symmetric::with_room(name, text, options, Room::default())?;
        // What is created late may have had too little room.
        let statics = static_processes(&small.program.model);
        match !statics.dynamic_kinds.is_empty() || small.beginnings.is_empty() {
            true => Symmetric::with_most_room(name, text, options),
            false => Ok(small),
        }
    }

    /// The same with as much room as there may be.
    pub fn with_most_room(name: &str, text: &str, options: &Options) -> Result<Symmetric> {
        Symmetric::with_room(name, text, options, Room::most())
    }

    fn with_room(name: &str, text: &str, options: &Options, room: Room) -> Result<Symmetric> {
        let mut sources = SourceMap::default();
        let file = sources.add(name, text);
        let mut text = Text {
            sources: &mut sources,
            file,
            includes: &mut |_, _| None,
        };
        let request = options.request();
        let program = match load(&mut text, &request.model, room) {
            Ok(loaded) => loaded.program,
            Err(failure) => bail!("{name}: {:#?}", failure.diagnostics()),
        };
        let program = match options.termination {
            Termination::Spin => program,
            Termination::Best | Termination::Stay => match staying(&program.model) {
                Ok(model) => Program::new(model, program.limits)?,
                Err(_) => program,
            },
        };
        let creators = static_processes(&program.model).creators;
        let Some(beginnings) = beginnings(&program, &creators) else {
            return Ok(Symmetric {
                group: SymmetryGroup::trivial(&program.model),
                restricted: Vec::new(),
                distinctions: Vec::new(),
                beginnings: weyl_check::beginnings(&program, &[]).unwrap_or_default(),
                program,
            });
        };
        let properties: Vec<PropertyId> = program.model.properties.keys().collect();
        let (model, layout) = (&program.model, &program.layout);
        let wanted = Wanted {
            properties: &properties,
            explanations: true,
            ..Wanted::default()
        };
        let found = discover(model, layout, &beginnings, &wanted)?;
        Ok(Symmetric {
            program: Program::new(found.model, program.limits)?,
            group: found.group,
            restricted: found.restricted,
            distinctions: found.distinctions,
            beginnings,
        })
    }

    /// An error for the first states, at most so many, that some generator treats differently.
    pub fn commutes(&self, states: usize) -> Result<()> {
        let is_kept = |property: &PropertyId| self.restricted.iter().all(|(of, _)| of != property);
        let properties = self.program.model.properties.keys().filter(is_kept);
        let all = properties.map(|property| (property, None)).collect();
        let mut comparisons = vec![Commutation::new(&self.program, &self.group, all)];
        for (property, group) in &self.restricted {
            let only = vec![(*property, None)];
            comparisons.push(Commutation::new(&self.program, group, only));
        }
        for state in self.reachable(states) {
            for comparison in &mut comparisons {
                for number in 0..comparison.generators() {
                    comparison
                        .test(number, &state)
                        .map_err(anyhow::Error::msg)?;
                }
            }
        }
        Ok(())
    }

    /// The generators, in cycles.
    pub fn generators(&self) -> Vec<String> {
        Commutation::new(&self.program, &self.group, Vec::new()).written
    }

    /// The first states that are reached, breadth first.
    fn reachable(&self, states: usize) -> Vec<Vec<u8>> {
        let mut system = Interpreter::new(&self.program);
        let mut batch = Batch::default();
        let mut seen: HashSet<Vec<u8>> = self.beginnings.iter().cloned().collect();
        let mut pending: VecDeque<Vec<u8>> = self.beginnings.iter().cloned().collect();
        let mut found = Vec::new();
        while let Some(state) = pending.pop_front().filter(|_| found.len() < states) {
            system.successors(&state, &mut batch);
            for (_, outcome) in batch.iter() {
                if let Outcome::State { state, .. } = outcome
                    && seen.insert(state.to_vec())
                {
                    pending.push_back(state.to_vec());
                }
            }
            found.push(state);
        }
        found
    }
}
