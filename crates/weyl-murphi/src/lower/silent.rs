//! Functions that print, without their output.
//!
//! Guards and properties are evaluated at no particular time, so nothing can be printed there. A
//! function whose only effect is `put` is still good for computing a value: a twin without the
//! output is called in its place.

use super::Lowerer;
use weyl_ir::{Block, FunctionId, StmtKind};

impl Lowerer<'_> {
    /// The twin of a function that prints and has no other effect.
    pub(super) fn silent(&mut self, function: FunctionId) -> FunctionId {
        if let Some(twin) = self.twins.get(&function) {
            return *twin;
        }
        let mut copy = self.model.functions[function].clone();
        copy.name.push_str("_silent");
        let mut body = std::mem::take(&mut copy.body);
        let twin = self.model.functions.push(copy);
        // Known before the body is looked at: it may call itself.
        self.twins.insert(function, twin);
        self.silence(&mut body);
        self.model.functions[twin].body = body;
        let mut signature = self.signatures[function].clone();
        if let Some(effects) = &mut signature.effects {
            effects.prints = false;
        }
        self.signatures[twin] = signature;
        twin
    }

    fn silence(&mut self, block: &mut Block) {
        block.retain(|stmt| !matches!(stmt.kind, StmtKind::Put(_)));
        for stmt in block {
            match &mut stmt.kind {
                StmtKind::If {
                    then, otherwise, ..
                } => {
                    self.silence(then);
                    self.silence(otherwise);
                }
                StmtKind::For { body, .. } | StmtKind::While { body, .. } => self.silence(body),
                StmtKind::Call { function, .. } if self.prints(*function) => {
                    *function = self.silent(*function)
                }
                _ => {}
            }
        }
    }

    fn prints(&self, function: FunctionId) -> bool {
        self.signatures[function]
            .effects
            .as_ref()
            .is_some_and(|effects| effects.prints)
    }
}
