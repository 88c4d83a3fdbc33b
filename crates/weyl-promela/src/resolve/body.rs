//! The state of the walk over one process body: scopes, locals, labels, loops.

use crate::resolved::{Label, LabelId, LocalId, ProctypeId, ProctypeKind, Variable};
use cranelift_entity::PrimaryMap;
use std::collections::HashMap;
use std::sync::Arc;
use weyl_source::Span;

use super::labels::LabelPlace;

/// A d_step, numbered within its body; d_steps inside it belong to it.
pub type Region = Option<u32>;

#[derive(Default)]
pub struct Body {
    /// A body is being resolved (otherwise the text stands outside processes).
    pub active: bool,
    pub id: Option<ProctypeId>,
    pub kind: Option<ProctypeKind>,
    pub locals: PrimaryMap<LocalId, Variable>,
    pub labels: PrimaryMap<LabelId, Label>,
    /// For each label, where it stands.
    pub label_places: Vec<LabelPlace>,
    pub next_label: usize,
    /// Names of each open block, outermost first.
    pub scopes: Vec<HashMap<Arc<str>, LocalId>>,
    /// Numbers of the open blocks, as in the walk that collects the labels.
    pub path: Vec<u32>,
    pub next_block: u32,
    /// The d_step regions of the open loops.
    pub loops: Vec<Region>,
    pub region: Region,
    pub next_region: u32,
    /// Only declarations so far: initial values are part of the creation of the process.
    pub at_start: bool,
    /// Inlines on the way to the present statement.
    pub calls: Vec<(Arc<str>, Span)>,
    /// The variable that stands for `_pid` where the process receives into it.
    pub own_number: Option<LocalId>,
    /// Where the process claims exclusive access to a channel.
    pub exclusive: Option<Span>,
}

impl Body {
    pub fn local(&self, name: &str) -> Option<LocalId> {
        let scopes = self.scopes.iter().rev();
        scopes.filter_map(|scope| scope.get(name)).next().copied()
    }

    pub fn visible_names(&self) -> impl Iterator<Item = &Arc<str>> {
        self.scopes.iter().flat_map(HashMap::keys)
    }

    /// Inside a block of the body.
    pub fn nested(&self) -> bool {
        self.scopes.len() > 1
    }

    pub fn open_scope(&mut self) {
        self.scopes.push(HashMap::new());
        self.path.push(self.next_block);
        self.next_block += 1;
    }

    pub fn close_scope(&mut self) {
        self.scopes.pop();
        self.path.pop();
    }

    pub fn enter(&mut self, name: Arc<str>, local: LocalId) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, local);
        }
    }

    pub fn is_claim(&self) -> bool {
        self.kind == Some(ProctypeKind::Never)
    }

    pub fn is_trace(&self) -> bool {
        matches!(self.kind, Some(ProctypeKind::Trace | ProctypeKind::Notrace))
    }
}
