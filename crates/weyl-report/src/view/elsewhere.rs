//! Reports of checks that ran in another folder: their files have other names here.

use super::{FailureView, PlaceView, View};

impl View {
    /// The same with files called as they are here.
    pub fn renamed(mut self, rename: &dyn Fn(&str) -> String) -> View {
        self.model = rename(&self.model);
        for property in &mut self.properties {
            place(&mut property.span, rename);
            if let Some(quote) = &mut property.quote {
                quote.file = rename(&quote.file);
            }
            let steps = property.trace.iter_mut().flat_map(|trace| &mut trace.steps);
            steps.for_each(|step| place(&mut step.span, rename));
        }
        for unreached in &mut self.unreached {
            place(&mut unreached.span, rename);
        }
        for diagnostic in &mut self.diagnostics {
            place(&mut diagnostic.span, rename);
        }
        self
    }
}

impl FailureView {
    /// The same with files called as they are here.
    pub fn renamed(mut self, rename: &dyn Fn(&str) -> String) -> FailureView {
        self.model = self.model.as_deref().map(rename);
        for diagnostic in &mut self.diagnostics {
            place(&mut diagnostic.span, rename);
        }
        self
    }
}

fn place(place: &mut Option<PlaceView>, rename: &dyn Fn(&str) -> String) {
    if let Some(place) = place {
        place.file = rename(&place.file);
    }
}
