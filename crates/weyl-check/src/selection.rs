//! The properties of a model, and which of them are to be checked.
//!
//! A model has its named properties and, without being asked, `assertions` (one of its messages selects
//! a single one), `run-time error` and `deadlock` (in Promela `invalid end state`).

use crate::codes;
use crate::failure::{Failure, nowhere};
use crate::language::{deadlock_name, usual_deadlock};
use crate::{Kind, Request};
use weyl_explore::Deadlock;
use weyl_ir::{Block, Model, PropertyId, PropertyKind, StmtKind, Temporal};
use weyl_system::{Fault, FaultKind};

pub(crate) const ASSERTIONS: &str = "assertions";
pub(crate) const RUN_TIME_ERROR: &str = "run-time error";

/// Which failed assertions count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Assertions {
    All,
    /// Those with one of these messages.
    Only(Vec<String>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Selection {
    pub invariants: Vec<PropertyId>,
    pub covers: Vec<PropertyId>,
    pub liveness: Vec<PropertyId>,
    /// Orders of events.
    pub events: Vec<PropertyId>,
    pub assertions: Assertions,
    /// Whether the model has an assertion that could fail.
    pub has_assertions: bool,
    pub run_time_errors: bool,
    pub deadlock: Deadlock,
    pub deadlock_name: &'static str,
    pub temporal: Vec<Temporal>,
}

impl Selection {
    pub(crate) fn new(
        model: &Model,
        temporal: &[Temporal],
        request: &Request,
    ) -> Result<Selection, Failure> {
        let messages = assertion_messages(model);
        let everything = Selection {
            invariants: of_kind(model, PropertyKind::Invariant),
            covers: of_kind(model, PropertyKind::Cover),
            liveness: of_kind(model, PropertyKind::Liveness),
            events: of_kind(model, PropertyKind::Events),
            assertions: Assertions::All,
            has_assertions: !messages.is_empty(),
            run_time_errors: true,
            deadlock: request.deadlock.unwrap_or_else(|| usual_deadlock(model)),
            deadlock_name: deadlock_name(model),
            temporal: temporal.to_vec(),
        };
        let everything = if request.safety_only {
            everything.without_paths()
        } else {
            everything
        };
        if request.properties.is_empty() {
            return Ok(everything);
        }
        everything.known(model, temporal, &messages, &request.properties)?;
        Ok(everything.restricted(model, &messages, &request.properties))
    }

    /// All properties of the model that are asked.
    pub(crate) fn properties(&self) -> Vec<PropertyId> {
        let lists = [&self.invariants, &self.covers, &self.liveness, &self.events];
        lists.into_iter().flatten().copied().collect()
    }

    pub(crate) fn wants(&self, fault: &Fault) -> bool {
        match (&fault.kind, &self.assertions) {
            (FaultKind::Assertion { .. }, Assertions::All) => true,
            (FaultKind::Assertion { message }, Assertions::Only(some)) => some.contains(message),
            (FaultKind::Refuted { property, .. }, _) => self.events.contains(property),
            _ => self.run_time_errors,
        }
    }

    pub(crate) fn wants_all_faults(&self, model: &Model) -> bool {
        let all_events = self.events.len() == of_kind(model, PropertyKind::Events).len();
        self.run_time_errors && self.assertions == Assertions::All && all_events
    }

    /// What is asked about the states of the system.
    pub(crate) fn without_temporal(&self) -> Selection {
        Selection {
            temporal: Vec::new(),
            ..self.clone()
        }
    }

    /// One temporal property and nothing else.
    pub(crate) fn only_temporal(&self, temporal: &Temporal) -> Selection {
        Selection {
            invariants: Vec::new(),
            covers: Vec::new(),
            liveness: Vec::new(),
            events: Vec::new(),
            assertions: Assertions::Only(Vec::new()),
            has_assertions: false,
            run_time_errors: false,
            deadlock: Deadlock::Off,
            deadlock_name: self.deadlock_name,
            temporal: vec![temporal.clone()],
        }
    }

    fn without_paths(self) -> Selection {
        Selection {
            covers: Vec::new(),
            liveness: Vec::new(),
            temporal: Vec::new(),
            ..self
        }
    }

    /// Every name must be that of a property which could be checked.
    fn known(
        &self,
        model: &Model,
        temporal: &[Temporal],
        messages: &[String],
        names: &[String],
    ) -> Result<(), Failure> {
        let mut known = self.names(model);
        known.extend(messages.iter().cloned());
        let Some(name) = names.iter().find(|name| !known.contains(name)) else {
            return Ok(());
        };
        let message = format!("there is no property `{name}` to check");
        let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
        let hint = match self.left_out(model, temporal, name) {
            Some(reason) => reason.to_string(),
            None => format!("the properties are {}", quoted.join(", ")),
        };
        Err(Failure::input(
            nowhere(codes::UNKNOWN_PROPERTY, message).hint(hint),
        ))
    }

    /// Why a property that the model has is not there to be selected.
    fn left_out(&self, model: &Model, temporal: &[Temporal], name: &str) -> Option<&'static str> {
        if name == self.deadlock_name {
            return Some("`--deadlock off` leaves it out");
        }
        if temporal.iter().any(|temporal| temporal.name == name) {
            return Some("`--safety-only` leaves it out");
        }
        let mut properties = model.properties.values();
        let property = properties.find(|property| property.name == name)?;
        match property.kind {
            PropertyKind::Assumption => {
                Some("it is an assumption, which the model takes for granted")
            }
            PropertyKind::Invariant
            | PropertyKind::Cover
            | PropertyKind::Liveness
            | PropertyKind::Atom
            | PropertyKind::Events => Some("`--safety-only` leaves it out"),
        }
    }

    pub(crate) fn names(&self, model: &Model) -> Vec<String> {
        let name = |id: &PropertyId| model.properties[*id].name.clone();
        let mut names: Vec<String> = self.invariants.iter().map(name).collect();
        if self.has_assertions {
            names.push(ASSERTIONS.to_string());
        }
        names.extend(self.events.iter().map(name));
        if self.run_time_errors {
            names.push(RUN_TIME_ERROR.to_string());
        }
        if self.deadlock != Deadlock::Off {
            names.push(self.deadlock_name.to_string());
        }
        names.extend(self.covers.iter().chain(&self.liveness).map(name));
        names.extend(self.temporal.iter().map(|temporal| temporal.name.clone()));
        names
    }

    fn restricted(self, model: &Model, messages: &[String], names: &[String]) -> Selection {
        let is_named = |name: &str| names.iter().any(|wanted| wanted == name);
        let named = |ids: Vec<PropertyId>| -> Vec<PropertyId> {
            let ids = ids.into_iter();
            ids.filter(|id| is_named(&model.properties[*id].name))
                .collect()
        };
        let some = messages.iter().filter(|message| is_named(message));
        let assertions = match is_named(ASSERTIONS) {
            true => Assertions::All,
            false => Assertions::Only(some.cloned().collect()),
        };
        Selection {
            invariants: named(self.invariants),
            covers: named(self.covers),
            liveness: named(self.liveness),
            events: named(self.events),
            assertions,
            has_assertions: self.has_assertions,
            run_time_errors: is_named(RUN_TIME_ERROR),
            deadlock: match is_named(self.deadlock_name) {
                true => self.deadlock,
                false => Deadlock::Off,
            },
            deadlock_name: self.deadlock_name,
            temporal: {
                let temporal = self.temporal.into_iter();
                temporal
                    .filter(|temporal| is_named(&temporal.name))
                    .collect()
            },
        }
    }
}

fn of_kind(model: &Model, kind: PropertyKind) -> Vec<PropertyId> {
    let properties = model.properties.iter();
    let some = properties.filter(|(_, property)| property.kind == kind);
    some.map(|(id, _)| id).collect()
}

pub(crate) fn kind_of(kind: PropertyKind) -> Kind {
    match kind {
        PropertyKind::Invariant | PropertyKind::Assumption | PropertyKind::Events => Kind::Safety,
        PropertyKind::Cover => Kind::Cover,
        PropertyKind::Liveness => Kind::Liveness,
        PropertyKind::Atom => Kind::Temporal,
    }
}

/// The messages of all `assert` statements, each once, in the order of the text.
fn assertion_messages(model: &Model) -> Vec<String> {
    let mut messages = Vec::new();
    let rules = model.starts.values().chain(model.rules.values());
    let bodies = rules.map(|rule| &rule.body);
    for body in model.functions.values().map(|f| &f.body).chain(bodies) {
        collect_messages(body, &mut messages);
    }
    messages
}

fn collect_messages(block: &Block, messages: &mut Vec<String>) {
    for stmt in block {
        match &stmt.kind {
            StmtKind::Assert { message, .. } => {
                if !messages.contains(message) {
                    messages.push(message.clone());
                }
            }
            StmtKind::If {
                then, otherwise, ..
            } => {
                collect_messages(then, messages);
                collect_messages(otherwise, messages);
            }
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => {
                collect_messages(body, messages);
            }
            StmtKind::Assign { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Undefine(_)
            | StmtKind::Clear(_)
            | StmtKind::Error { .. }
            | StmtKind::Refute { .. }
            | StmtKind::Assume { .. }
            | StmtKind::Call { .. }
            | StmtKind::Return
            | StmtKind::Reserve { .. }
            | StmtKind::Put(_)
            | StmtKind::Bind { .. }
            | StmtKind::Multiset(_)
            | StmtKind::Channel(_) => {}
        }
    }
}
