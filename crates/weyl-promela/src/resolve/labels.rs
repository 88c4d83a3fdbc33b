//! Labels. They are collected before a body is resolved, because a jump may go forward.
//!
//! A label belongs to the block (pair of braces) in which it stands, so that an inline with a label
//! can be used twice. A jump goes to the label of the innermost block around it, else to one
//! elsewhere in the process. The walk here and the one that resolves the body visit blocks, d_steps
//! and labels in the same order: that is how they agree on numbers.

use super::Resolver;
use super::body::Region;
use crate::ast::{Block, Ident, Stmt, StmtKind};
use crate::codes;
use crate::resolved::{Label, LabelId};
use cranelift_entity::EntityRef;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use weyl_source::{Diagnostic, Span};

pub struct LabelPlace {
    pub name: Arc<str>,
    /// The blocks around it, outermost first.
    pub path: Vec<u32>,
    pub region: Region,
}

/// All labels of a body, in the order of the text.
pub fn collect(body: &Block) -> Vec<(Ident, LabelPlace)> {
    let mut walk = Walk {
        found: Vec::new(),
        path: Vec::new(),
        next_block: 0,
        region: None,
        next_region: 0,
    };
    walk.block(body);
    walk.found
}

struct Walk {
    found: Vec<(Ident, LabelPlace)>,
    path: Vec<u32>,
    next_block: u32,
    region: Region,
    next_region: u32,
}

impl Walk {
    fn block(&mut self, block: &Block) {
        self.path.push(self.next_block);
        self.next_block += 1;
        self.sequence(block);
        self.path.pop();
    }

    fn sequence(&mut self, block: &Block) {
        for statement in &block.statements {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Stmt) {
        for label in &statement.labels {
            let place = LabelPlace {
                name: label.name.clone(),
                path: self.path.clone(),
                region: self.region,
            };
            self.found.push((label.clone(), place));
        }
        match &statement.kind {
            StmtKind::If(options) | StmtKind::Do(options) => {
                for option in options {
                    self.sequence(option);
                }
            }
            StmtKind::For { body, .. }
            | StmtKind::ForIn { body, .. }
            | StmtKind::Atomic(body)
            | StmtKind::Block(body)
            | StmtKind::Inline { body, .. } => self.block(body),
            StmtKind::DStep(body) => {
                let outer = self.region;
                if outer.is_none() {
                    self.region = Some(self.next_region);
                    self.next_region += 1;
                }
                self.block(body);
                self.region = outer;
            }
            StmtKind::Unless { body, escape } => {
                self.statement(body);
                self.statement(escape);
            }
            _ => {}
        }
    }
}

impl Resolver<'_> {
    /// Enters the labels of a body; reports those that exist twice in one block.
    pub(super) fn enter_labels(&mut self, block: &Block) {
        let mut known: HashMap<(Arc<str>, Vec<u32>), Span> = HashMap::new();
        for (ident, place) in collect(block) {
            match known.entry((place.name.clone(), place.path.clone())) {
                Entry::Occupied(before) => {
                    let message = format!("the label `{}` exists already", ident.name);
                    let diagnostic = Diagnostic::error(codes::REDECLARED, ident.span, message);
                    self.report(diagnostic.label(*before.get(), "here"));
                }
                Entry::Vacant(first) => {
                    first.insert(ident.span);
                }
            }
            self.body.labels.push(Label {
                name: ident.name,
                span: ident.span,
            });
            self.body.label_places.push(place);
        }
    }

    /// The label that stands at this point of the walk.
    pub(super) fn next_label(&mut self, ident: &Ident) -> LabelId {
        self.check_label_name(ident);
        let id = LabelId::new(self.body.next_label);
        self.body.next_label += 1;
        id
    }

    fn check_label_name(&mut self, ident: &Ident) {
        if self.variable(&ident.name).is_some() {
            let message = format!("`{}` is a variable and cannot be a label", ident.name);
            self.error(codes::WRONG_KIND, ident.span, message);
        }
    }

    pub(super) fn goto(&mut self, ident: &Ident) -> Option<LabelId> {
        self.check_label_name(ident);
        let Some(at) = self.find_label(&ident.name) else {
            let message = format!("there is no label `{}` in this process", ident.name);
            let mut diagnostic = Diagnostic::error(codes::UNKNOWN_LABEL, ident.span, message);
            let names = self.body.labels.values().map(|label| &label.name);
            if let Some(known) = crate::suggest::closest(&ident.name, names) {
                diagnostic = diagnostic.hint(format!("did you mean `{known}`?"));
            }
            self.report(diagnostic);
            return None;
        };
        let region = self
            .body
            .label_places
            .get(at)
            .and_then(|place| place.region);
        if region != self.body.region {
            let what = match region {
                Some(_) => "into",
                None => "out of",
            };
            let message = format!("this jump leads {what} a d_step");
            let mut diagnostic = Diagnostic::error(codes::D_STEP_JUMP, ident.span, message);
            if let Some(label) = self.body.labels.get(LabelId::new(at)) {
                diagnostic = diagnostic.label(label.span, "to this label");
            }
            self.report(diagnostic.hint("use `atomic` instead of `d_step`"));
        }
        Some(LabelId::new(at))
    }

    fn find_label(&self, name: &str) -> Option<usize> {
        let path = &self.body.path;
        let places = self.body.label_places.iter().enumerate();
        let named = places.filter(|(_, place)| &*place.name == name);
        let rank = |place: &LabelPlace| {
            if path.starts_with(&place.path) {
                place.path.len()
            } else {
                0
            }
        };
        named
            .max_by_key(|(at, place)| (rank(place), *at))
            .map(|(at, _)| at)
    }
}
