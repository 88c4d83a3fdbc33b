//! The printer: what is said of runs.

use super::print::Printer;
use super::words::quoted;
use crate::{PropertyId, Temporal};
use cranelift_entity::EntityRef;
use weyl_temporal::{Claim, Formula, Guard, Observer, ObserverEdge};

impl Printer<'_> {
    pub(super) fn temporal(&mut self, temporal: &Temporal) {
        self.blank();
        let origin = self.head_origin(temporal.span);
        self.line(&format!("temporal {}{origin}", quoted(&temporal.name)));
        if !temporal.atoms.is_empty() {
            let atoms = temporal.atoms.iter().copied().map(PropertyId::index);
            self.clause(&format!("atoms {}", numbers(atoms)));
        }
        if temporal.repeats_ends {
            self.clause("repeats_ends");
        }
        match &temporal.claim {
            Claim::Formula(formula) => self.line(&format!("{{ {} }}", written(formula))),
            // Quoted: it is a text in the grammar of formulas.
            Claim::Branching(branching) => {
                let formula = quoted(&branching.formula.to_string());
                self.line(&format!("branching {formula}"));
                for family in &branching.families {
                    let word = if family.is_forall { "forall" } else { "exists" };
                    let formula = quoted(&family.formula.to_string());
                    let (instances, atom) = (family.instances, family.atom);
                    self.clause(&format!("{word} {instances} {atom} {formula}"));
                }
            }
            Claim::Never(observer) => self.observer(observer),
        }
    }

    fn observer(&mut self, observer: &Observer) {
        self.line(&format!("never {} {{", observer.sets));
        for (number, state) in observer.states.iter().enumerate() {
            let end = if state.is_end { " end" } else { "" };
            let edges = state.edges.iter().map(edge);
            let edges: String = edges.collect();
            self.clause(&format!("state {number}{end} {{{edges} }}"));
        }
        self.line("}");
    }
}

fn edge(edge: &ObserverEdge) -> String {
    let Guard { all, none } = &edge.guard;
    let literals = all.iter().map(|number| format!(" {number}"));
    let literals = literals.chain(none.iter().map(|number| format!(" not {number}")));
    let on = if all.is_empty() && none.is_empty() {
        ""
    } else {
        " on"
    };
    let sets = (0..u64::BITS as usize).filter(|set| edge.marks >> set & 1 == 1);
    let marks = match edge.marks {
        0 => String::new(),
        _ => format!(" marks {}", numbers(sets)),
    };
    let literals: String = literals.collect();
    format!("{on}{literals} -> {}{marks};", edge.target)
}

fn numbers(numbers: impl Iterator<Item = usize>) -> String {
    let numbers = numbers.map(|number| number.to_string());
    numbers.collect::<Vec<String>>().join(", ")
}

fn written(formula: &Formula) -> String {
    let two = |op: &str, one: &Formula, other: &Formula| {
        format!("{op}({}, {})", written(one), written(other))
    };
    match formula {
        Formula::True => "true".to_string(),
        Formula::False => "false".to_string(),
        Formula::Proposition(number) => number.to_string(),
        Formula::Not(one) => format!("not({})", written(one)),
        Formula::And(one, other) => two("and", one, other),
        Formula::Or(one, other) => two("or", one, other),
        Formula::Next(one) => format!("next({})", written(one)),
        Formula::Until(one, other) if **one == Formula::True => {
            format!("eventually({})", written(other))
        }
        Formula::Release(one, other) if **one == Formula::False => {
            format!("always({})", written(other))
        }
        Formula::Until(one, other) => two("until", one, other),
        Formula::Release(one, other) => two("release", one, other),
    }
}
