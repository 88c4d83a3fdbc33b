//! Which automorphisms of a channel diagram are valid, against the list of all of them: valid are
//! those that some symmetry of the program induces which maps the states in which everything begins
//! onto themselves.

use anyhow::{Result, ensure};
use cranelift_entity::EntityRef;
use std::collections::{BTreeSet, HashSet};
use weyl_check::beginnings;
use weyl_ir::layout::Action;
use weyl_permutation::{Group, Permutation, Point};
use weyl_symmetry::{
    ChannelDiagram, Discovery, Validity, Vertex, Wanted, discover, static_processes,
};
use weyl_system::Program;

/// Larger groups are not listed.
const MOST_ELEMENTS: usize = 200;

#[derive(Debug, Default)]
pub struct Judged {
    pub valid: usize,
    pub invalid: usize,
}

pub fn check(program: Program) -> Result<Judged> {
    let statics = static_processes(&program.model);
    let Some(beginnings) = beginnings(&program, &statics) else {
        return Ok(Judged::default());
    };
    let wanted = Wanted {
        explanations: true,
        ..Wanted::default()
    };
    let mut found = discover(&program.model, &program.layout, &beginnings, &wanted)?;
    let Some((diagram, validity)) = found.channels.take() else {
        return Ok(Judged::default());
    };
    ensure!(validity.largest.is_subgroup_of(&validity.automorphisms));
    let said: usize = validity
        .generators
        .iter()
        .filter(|(_, no)| no.is_none())
        .count();
    let contains = |one: &Permutation| validity.largest.contains(one);
    let valid = validity.generators.iter().filter(|(one, _)| contains(one));
    ensure!(valid.count() == said, "{:?}", validity.generators);
    let Some(all) = elements(&validity.automorphisms) else {
        return Ok(Judged::default());
    };
    let judge = Judge::new(&found, &diagram, &validity, beginnings, &program)?;
    let mut judged = Judged::default();
    for one in &all {
        judge.judge(one, &mut judged)?;
    }
    Ok(judged)
}

/// All elements of a small group.
fn elements(group: &Group) -> Option<BTreeSet<Permutation>> {
    let mut all = BTreeSet::from([Permutation::identity(group.degree())]);
    let mut pending: Vec<Permutation> = all.iter().cloned().collect();
    while let Some(one) = pending.pop() {
        for generator in group.generators() {
            let next = generator.after(&one);
            if all.insert(next.clone()) {
                pending.push(next);
            }
        }
        if all.len() > MOST_ELEMENTS {
            return None;
        }
    }
    Some(all)
}

struct Judge<'a> {
    validity: &'a Validity,
    group: &'a Group,
    /// The names of the vertices; those of channels that nothing moves have none.
    names: Vec<Option<Point>>,
    /// What moves no vertex; `None` if that is too much.
    kernel: Option<BTreeSet<Permutation>>,
    program: Program,
    beginnings: HashSet<Vec<u8>>,
}

impl<'a> Judge<'a> {
    fn new(
        found: &'a Discovery,
        diagram: &ChannelDiagram,
        validity: &'a Validity,
        beginnings: Vec<Vec<u8>>,
        program: &Program,
    ) -> Result<Judge<'a>> {
        let names = diagram.vertices.values().map(|vertex| {
            let name = match vertex {
                Vertex::Process { name, .. } => Some(*name),
                Vertex::Channel { number, .. } => found.model.naming.channels.get(number).copied(),
            };
            name.map(|name| Point::new(name.index()))
        });
        let names: Vec<Option<Point>> = names.collect();
        let points: Vec<Point> = names.iter().flatten().copied().collect();
        let group = found.group.group();
        Ok(Judge {
            validity,
            group,
            kernel: elements(&group.stabiliser(&points)),
            names,
            program: Program::new(found.model.clone(), program.limits)?,
            beginnings: beginnings.into_iter().collect(),
        })
    }

    fn judge(&self, one: &Permutation, judged: &mut Judged) -> Result<()> {
        let is_said = self.validity.largest.contains(one);
        let lift = self.lift(one);
        ensure!(lift.is_some() || !is_said, "{one:?} is no symmetry");
        let (Some(kernel), Some(lift)) = (&self.kernel, &lift) else {
            return Ok(());
        };
        let mut lifts = kernel.iter().map(|other| lift.after(other));
        let is_valid = lifts.any(|lift| self.keeps_beginnings(&lift));
        ensure!(is_valid == is_said, "{one:?}: {is_valid}, not {is_said}");
        if is_valid {
            judged.valid += 1
        } else {
            judged.invalid += 1
        }
        Ok(())
    }

    /// A symmetry of the program that does the same to the vertices.
    fn lift(&self, one: &Permutation) -> Option<Permutation> {
        let mut points = Vec::new();
        let mut images = Vec::new();
        for (vertex, name) in self.names.iter().enumerate() {
            let image = one.image(Point::new(vertex));
            match (name, self.names[image.index()]) {
                (Some(name), Some(image)) => {
                    points.push(*name);
                    images.push(image);
                }
                _ if image.index() == vertex => {}
                _ => return None,
            }
        }
        self.group.element_with(&points, &images)
    }

    fn keeps_beginnings(&self, one: &Permutation) -> bool {
        let Program { model, layout, .. } = &self.program;
        let action = Action::new(model, layout);
        let mut image = vec![0; layout.size];
        self.beginnings.iter().all(|state| {
            action.apply(one.images(), state, &mut image);
            self.beginnings.contains(&image)
        })
    }
}
