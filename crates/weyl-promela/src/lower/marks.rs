//! What `accept` and `progress` labels of processes say: no run is at an accept label again and
//! again, and each is at a progress label again and again.

use super::Lowering;
use super::automaton::{Automaton, ElementId};
use super::processes::Kind;
use super::rules::then;
use super::temporal::{Propositions, Truth, proposition};
use crate::codes;
use crate::resolved::{Label, ProctypeId, ProctypeKind};
use std::collections::HashSet;
use weyl_ir::{BinaryOp as Op, Comparison, Expr as IrExpr, ExprKind as IrKind, Temporal, Then};
use weyl_source::{Diagnostic, Diagnostics, Span};
use weyl_temporal::{Claim, Guard, Observer, ObserverEdge, ObserverState};

impl Lowering<'_> {
    pub(super) fn label_properties(&mut self, diagnostics: &mut Diagnostics) -> Vec<Temporal> {
        self.warn_invisible(diagnostics);
        let mut proctypes = self.program.proctypes.values();
        // SPIN searches for acceptance cycles along the claim, if there is one: there they count
        // with those of the claim.
        let has_claim = proctypes.any(|proctype| proctype.kind == ProctypeKind::Never);
        let accept = if has_claim {
            None
        } else {
            self.acceptance_cycles()
        };
        accept.into_iter().chain(self.progress_cycles()).collect()
    }

    fn acceptance_cycles(&mut self) -> Option<Temporal> {
        let span = self.first_label(Label::is_accept)?;
        let mut propositions = Propositions::default();
        let accepts = self.process_accepts(&mut propositions)?;
        let guards = [
            (1, vec![accepts], Vec::new()),
            (0, Vec::new(), vec![accepts]),
        ];
        let edges = guards.map(|(marks, all, none)| ObserverEdge {
            guard: Guard { all, none },
            marks,
            target: 0,
        });
        let state = ObserverState {
            edges: edges.into(),
            is_end: false,
        };
        let observer = Observer {
            states: vec![state],
            sets: 1,
        };
        Some(Temporal {
            name: "acceptance cycles".to_string(),
            claim: Claim::Never(observer),
            atoms: propositions.atoms,
            repeats_ends: true,
            span,
        })
    }

    fn progress_cycles(&mut self) -> Option<Temporal> {
        let span = self.first_label(Label::is_progress)?;
        let mut propositions = Propositions::default();
        let condition = self.some_process_is_at(Label::is_progress, span);
        let name = "some process is at a progress label".to_string();
        let truth = self.proposition(condition, name, span, &mut propositions);
        let Truth::Proposition(progress) = truth else {
            return None;
        };
        Some(Temporal {
            name: "non-progress cycles".to_string(),
            claim: Claim::Formula(proposition(progress).eventually().always()),
            atoms: propositions.atoms,
            // A run that ends is no cycle.
            repeats_ends: false,
            span,
        })
    }

    /// The proposition that some process is at an accept label, if any ever is.
    pub(super) fn process_accepts(&mut self, propositions: &mut Propositions) -> Option<usize> {
        let span = self.first_label(Label::is_accept)?;
        let condition = self.some_process_is_at(Label::is_accept, span);
        let name = "some process is at an accept label".to_string();
        match self.proposition(condition, name, span, propositions) {
            Truth::Proposition(number) => Some(number),
            Truth::Constant(_) => None,
        }
    }

    /// Whether some process stands at a label of a sort.
    pub(super) fn some_process_is_at(
        &mut self,
        is_meant: fn(&Label) -> bool,
        span: Span,
    ) -> IrExpr {
        let mut tests = Vec::new();
        for (kind, locations) in self.marked(is_meant) {
            for index in kind.own.clone() {
                tests.push(self.is_there(&kind, index, &locations, span));
            }
        }
        self.any_of(tests, span)
    }

    fn is_there(&mut self, kind: &Kind, index: u32, locations: &[u32], span: Span) -> IrExpr {
        let index = self.number(i128::from(index), span);
        let name = self.name_at(kind, index, span);
        let place = self.of_process(kind.location, name, span);
        let boolean = self.boolean();
        let absent = IrExpr::new(IrKind::IsUndefined(place.clone()), boolean, span);
        let present = self.not(absent);
        let tests = locations.iter().map(|location| {
            let there = IrExpr::constant(i128::from(*location), place.ty, span);
            self.binary(
                Op::Compare(Comparison::Equal),
                IrExpr::read(place.clone()),
                there,
                span,
            )
        });
        let tests = tests.collect();
        let there = self.any_of(tests, span);
        self.and(present, there)
    }

    /// A disjunction, halved for the sake of its depth.
    fn any_of(&mut self, mut tests: Vec<IrExpr>, span: Span) -> IrExpr {
        if tests.len() < 2 {
            let only = tests.pop();
            return only.unwrap_or_else(|| self.truth_constant(false, span));
        }
        let second = tests.split_off(tests.len() / 2);
        let first = Box::new(self.any_of(tests, span));
        let second = Box::new(self.any_of(second, span));
        let boolean = self.boolean();
        IrExpr::new(IrKind::Or(first, second), boolean, span)
    }

    /// The kinds of processes that have labels of a sort, and the locations of these.
    fn marked(&self, is_meant: fn(&Label) -> bool) -> Vec<(Kind, Vec<u32>)> {
        let kinds = self.program.proctypes.keys().filter_map(|id| {
            let kind = self.kinds[id].clone()?;
            let mut locations = kind.locations.iter().collect::<Vec<_>>();
            locations.retain(|(element, _)| !self.labels_at(id, **element, is_meant).is_empty());
            let mut locations: Vec<u32> =
                locations.iter().map(|(_, location)| **location).collect();
            locations.sort_unstable();
            (!locations.is_empty()).then_some((kind, locations))
        });
        kinds.collect()
    }

    fn labels_at(
        &self,
        id: ProctypeId,
        element: ElementId,
        is_meant: fn(&Label) -> bool,
    ) -> Vec<&Label> {
        let proctype = &self.program.proctypes[id];
        let Some(automaton) = &self.automata[id] else {
            return Vec::new();
        };
        let labels = automaton.elements[element].labels.iter();
        let labels = labels.map(|label| &proctype.labels[*label]);
        labels.filter(|label| is_meant(label)).collect()
    }

    /// Where the first label of a sort stands that a process can be at.
    fn first_label(&self, is_meant: fn(&Label) -> bool) -> Option<Span> {
        let ids = self.program.proctypes.keys();
        let labels = ids.flat_map(|id| {
            let kind = self.kinds[id].as_ref();
            let elements = kind.into_iter().flat_map(|kind| kind.locations.keys());
            elements.flat_map(move |element| self.labels_at(id, *element, is_meant))
        });
        let spans = labels.map(|label| label.span);
        spans.min_by_key(|span| (span.file, span.start))
    }

    /// Inside an atomic sequence nobody looks.
    fn warn_invisible(&self, diagnostics: &mut Diagnostics) {
        let is_meant = |label: &Label| label.is_accept() || label.is_progress();
        for id in self.program.proctypes.keys() {
            let (Some(kind), Some(automaton)) = (&self.kinds[id], &self.automata[id]) else {
                continue;
            };
            let visible = visible(automaton, kind);
            let mut hidden: Vec<ElementId> = kind.locations.keys().copied().collect();
            hidden.retain(|element| !visible.contains(element));
            hidden.sort_unstable();
            for label in hidden
                .into_iter()
                .flat_map(|element| self.labels_at(id, element, is_meant))
            {
                let message = format!("`{}` stands inside a sequence of steps", label.name);
                let diagnostic = Diagnostic::warning(codes::INVISIBLE_LABEL, label.span, message);
                let hint = "a process is seen there only if it has to wait; put the label outside of the sequence";
                diagnostics.push(diagnostic.hint(hint));
            }
        }
    }
}

/// The control states in which others have their turn, whatever happens.
fn visible(automaton: &Automaton, kind: &Kind) -> HashSet<ElementId> {
    let steps = kind
        .locations
        .keys()
        .flat_map(|at| automaton.transitions(*at));
    let seen = steps.filter(|step| then(automaton, *step) == Then::Anybody);
    let targets = seen.map(|step| step.target);
    targets.chain([automaton.start]).collect()
}
