//! Which variables depend on which, over all rules: what `weyl dependencies` draws.

use super::part::Part;
use super::reason::Step;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::VarId;
use weyl_ir::layout::Layout;
use weyl_ir::structure::{Address, Touches};
use weyl_source::Span;

/// What is written to one variable may depend on what another one holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    pub of: VarId,
    pub on: VarId,
    /// A step that makes it so, and where it writes.
    pub step: Step,
    pub span: Span,
}

/// Each pair once, with the first step that says so.
pub(super) fn dependences(layout: &Layout, parts: &[Part<'_>]) -> Vec<Dependence> {
    let mut found = BTreeMap::new();
    for part in parts {
        if let Step::Start(_) = part.step {
            continue;
        }
        for touches in part.instances.iter().filter(|touches| touches.fires) {
            let scene = Reading {
                layout,
                part,
                touches,
            };
            scene.collect(&mut found);
        }
    }
    let pairs = found.into_iter();
    pairs
        .map(|((of, on), (step, span))| Dependence { of, on, step, span })
        .collect()
}

type Found = BTreeMap<(VarId, VarId), (Step, Span)>;

/// One instance of a rule.
struct Reading<'a> {
    layout: &'a Layout,
    part: &'a Part<'a>,
    touches: &'a Touches,
}

impl Reading<'_> {
    fn collect(&self, found: &mut Found) {
        let behind = self.behind_locals();
        let step = self.part.step;
        let ends = self.in_any_case(&behind);
        for (number, line) in self.part.outline.lines.iter().enumerate() {
            let written = self.touches.of(line.stmt).map(|touch| &touch.writes);
            let written: BTreeSet<VarId> = written
                .into_iter()
                .flatten()
                .filter_map(|at| self.variable(at))
                .collect();
            if written.is_empty() {
                continue;
            }
            let mut read = self.read_at(number, &behind);
            read.extend(&ends);
            let pairs = written
                .iter()
                .flat_map(|of| read.iter().map(|on| (*of, *on)));
            for pair in pairs.filter(|(of, on)| of != on) {
                found.entry(pair).or_insert((step, line.stmt.span));
            }
        }
        let moved = self
            .touches
            .around
            .writes
            .iter()
            .filter_map(|at| self.variable(at));
        for of in moved {
            for on in ends.iter().filter(|on| **on != of) {
                found
                    .entry((of, *on))
                    .or_insert((step, self.part.rule.span));
            }
        }
    }

    fn variable(&self, at: &Address) -> Option<VarId> {
        match at {
            Address::Slot(slot) => Some(self.layout.slots[*slot].variable),
            Address::Local(_) | Address::Reference(_) => None,
        }
    }

    /// The guard, and what may end the step.
    fn in_any_case(&self, behind: &BTreeMap<Address, BTreeSet<VarId>>) -> BTreeSet<VarId> {
        let mut read = self.variables(&self.touches.around.reads, behind);
        let lines = self.part.outline.lines.iter().enumerate();
        for (number, _) in lines.filter(|(_, line)| line.stays) {
            read.extend(self.read_at(number, behind));
        }
        read
    }

    /// What a line reads, and what it stands in.
    fn read_at(&self, line: usize, behind: &BTreeMap<Address, BTreeSet<VarId>>) -> BTreeSet<VarId> {
        let outline = &self.part.outline;
        let lines = outline.around(line).chain([line]);
        let touches = lines.filter_map(|line| self.touches.of(outline.lines[line].stmt));
        let read = touches.map(|touch| self.variables(&touch.reads, behind));
        read.flatten().collect()
    }

    fn variables(
        &self,
        addresses: &BTreeSet<Address>,
        behind: &BTreeMap<Address, BTreeSet<VarId>>,
    ) -> BTreeSet<VarId> {
        let locals = addresses.iter().filter_map(|at| behind.get(at)).flatten();
        let own = addresses.iter().filter_map(|at| self.variable(at));
        own.chain(locals.copied()).collect()
    }

    /// What the values of locals depend on.
    fn behind_locals(&self) -> BTreeMap<Address, BTreeSet<VarId>> {
        let mut behind: BTreeMap<Address, BTreeSet<VarId>> = BTreeMap::new();
        loop {
            let mut is_new = false;
            for (number, line) in self.part.outline.lines.iter().enumerate() {
                let Some(touch) = self.touches.of(line.stmt) else {
                    continue;
                };
                let read = self.read_at(number, &behind);
                for at in touch.writes.iter().filter(|at| self.variable(at).is_none()) {
                    let held = behind.entry(*at).or_default();
                    is_new |= read.iter().any(|on| held.insert(*on));
                    held.extend(&read);
                }
            }
            if !is_new {
                return behind;
            }
        }
    }
}
