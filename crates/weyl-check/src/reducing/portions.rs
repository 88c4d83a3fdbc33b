//! Which properties are asked about slices of their own.
//!
//! Whoever needs the whole program explores it, and everything else is answered along the way.
//! Where nobody does, each property has the slice that it needs; one whose slice is a part of
//! another shares that.

use crate::Request;
use crate::ask::Asked;
use weyl_ir::layout::SlotId;
use weyl_ir::visit::{Visitor, walk_model};
use weyl_ir::{Layout, Model, PropertyId, Stmt, StmtKind};
use weyl_reduction::slice::{Wanted, slice};
use weyl_system::{Program, Question};

/// More slices are not explored one by one.
const MOST_PORTIONS: usize = 16;

/// One request for each slice that is explored by itself; the request as it is where there is one.
pub(crate) fn portions(program: &Program, asked: &Asked, request: &Request) -> Vec<Request> {
    let model = &program.model;
    let is_whole = !request.reductions.slice || asked.questions.len() < 2;
    if is_whole || needs_everything(model, asked, request).is_some() {
        return vec![request.clone()];
    }
    let portions = shared(slices(model, &program.layout, asked));
    if portions.len() < 2 || portions.len() > MOST_PORTIONS {
        return vec![request.clone()];
    }
    let requests = portions.into_iter().map(|portion| Request {
        properties: portion.names,
        ..request.clone()
    });
    requests.collect()
}

/// Properties by their names, and the slots that they need.
struct Portion {
    names: Vec<String>,
    kept: Vec<SlotId>,
}

fn slices(model: &Model, layout: &Layout, asked: &Asked) -> Vec<Portion> {
    let portions = asked.questions.iter().map(|question| {
        let name = asked.name(model, question);
        let watched = asked.watched.iter().filter(|watched| watched.of == name);
        let watched = watched.map(|watched| watched.property);
        let properties = question.properties().iter().copied().chain(watched);
        let found = slice(model, layout, &Wanted::properties(properties));
        let kept = layout.slots.keys().filter(|slot| found.keeps(*slot));
        Portion {
            names: vec![name],
            kept: kept.collect(),
        }
    });
    portions.collect()
}

/// Those that are parts of others go with them.
fn shared(mut portions: Vec<Portion>) -> Vec<Portion> {
    portions.sort_by_key(|portion| std::cmp::Reverse(portion.kept.len()));
    let mut shared: Vec<Portion> = Vec::new();
    for portion in portions {
        let has_all =
            |other: &&mut Portion| portion.kept.iter().all(|slot| other.kept.contains(slot));
        match shared.iter_mut().find(has_all) {
            Some(other) => other.names.extend(portion.names),
            None => shared.push(portion),
        }
    }
    shared
}

/// Why nothing may be left out of the program.
pub(super) fn needs_everything(model: &Model, asked: &Asked, request: &Request) -> Option<String> {
    if request.graph {
        return Some("a state graph shows everything".to_string());
    }
    let hit = hit_by_steps(model);
    let needs = |question: &&Question| match question {
        Question::Invariant(_) | Question::Liveness(_) | Question::Temporal(_) => false,
        Question::Cover(property) => hit.contains(property),
        Question::Branching(_)
        | Question::Assertions(_)
        | Question::Events(_)
        | Question::RunTimeErrors
        | Question::Deadlock(_) => true,
    };
    let needing = asked.questions.iter().find(needs)?;
    let name = asked.name(model, needing);
    let name = request.wanted(&name).unwrap_or(&name);
    Some(format!("`{name}` needs the whole program"))
}

/// Covers that are about steps, not about states.
fn hit_by_steps(model: &Model) -> Vec<PropertyId> {
    struct Hits(Vec<PropertyId>);
    impl Visitor for Hits {
        fn stmt(&mut self, stmt: &Stmt) {
            if let StmtKind::Hit { property } = stmt.kind {
                self.0.push(property);
            }
        }
    }
    let mut hits = Hits(Vec::new());
    walk_model(&mut hits, model);
    hits.0
}
