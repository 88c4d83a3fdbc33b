//! Gives every `goto` a target once all labels of a process are known.
//!
//! A jump backwards leads out of all atomic sequences, as SPIN unfolds a loop inside one for ever.

use super::process::Generator;
use super::syntax::{Brackets, Kind, Stmt};

struct Label {
    name: String,
    position: usize,
    atomic: bool,
}

impl Generator {
    pub fn resolve_jumps(&mut self, body: &mut [Stmt]) {
        let mut labels = Vec::new();
        collect(body, false, &mut 0, &mut labels);
        self.resolve(body, &mut 0, &labels);
    }

    fn resolve(&mut self, body: &mut [Stmt], position: &mut usize, labels: &[Label]) {
        for statement in body {
            *position += 1;
            if let Kind::Goto(target) = &mut statement.kind {
                let here = *position;
                let possible: Vec<&Label> = labels
                    .iter()
                    .filter(|label| {
                        label.position > here || (label.position < here && !label.atomic)
                    })
                    .collect();
                match self.dice.pick(&possible) {
                    Some(label) => target.clone_from(&label.name),
                    None => statement.kind = Stmt::text("skip").kind,
                }
            }
            for part in statement.kind.bodies_mut() {
                self.resolve(part, position, labels);
            }
        }
    }
}

fn collect(body: &mut [Stmt], atomic: bool, position: &mut usize, labels: &mut Vec<Label>) {
    for statement in body {
        *position += 1;
        if let Some(name) = &statement.label
            && name.starts_with('L')
        {
            labels.push(Label {
                name: name.clone(),
                position: *position,
                atomic,
            });
        }
        let inside = atomic
            || matches!(
                statement.kind,
                Kind::Block(Brackets::Atomic | Brackets::DStep, _)
            );
        for part in statement.kind.bodies_mut() {
            collect(part, inside, position, labels);
        }
    }
}

impl Kind {
    pub fn bodies_mut(&mut self) -> Vec<&mut Vec<Stmt>> {
        match self {
            Kind::Simple(_) | Kind::Goto(_) => Vec::new(),
            Kind::Block(_, body) | Kind::For(_, body) => vec![body],
            Kind::Choice(_, options) => options.iter_mut().collect(),
            Kind::Unless(main, escape) => vec![main, escape],
        }
    }
}
