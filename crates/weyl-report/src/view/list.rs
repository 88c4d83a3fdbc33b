//! Properties of a model that was not checked.

use super::{KindView, PlaceView, SCHEMA_VERSION, VERSION, printed};
use crate::flow::{folded, one_line, wrapped};
use crate::quantity::counted;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unicode_width::UnicodeWidthStr;
use weyl_check::ListedProperty;
use weyl_source::Sources;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListView {
    /// The version of weyl.
    pub weyl: String,
    /// The version of this form.
    pub schema: String,
    pub model: String,
    pub properties: Vec<ListedView>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ListedView {
    pub name: String,
    pub kind: KindView,
    pub span: Option<PlaceView>,
}

impl ListView {
    pub fn of(properties: &[ListedProperty], model: &str, sources: &Sources) -> ListView {
        let properties = properties.iter().map(|property| ListedView {
            name: property.name.clone(),
            kind: property.kind.into(),
            span: property.span.and_then(|span| PlaceView::of(span, sources)),
        });
        ListView {
            weyl: VERSION.to_string(),
            schema: SCHEMA_VERSION.to_string(),
            model: model.to_string(),
            properties: properties.collect(),
        }
    }

    pub fn to_json(&self) -> String {
        printed(self)
    }

    /// For people: name, kind and line, in columns.
    pub fn text(&self, width: usize) -> String {
        let count = counted(self.properties.len() as u64, "propert");
        let count = match count.strip_suffix("ts") {
            Some(several) => format!("{several}ties"),
            None => format!("{count}y"),
        };
        let model = one_line(&self.model);
        let mut text = wrapped(&format!("{count} of {model}"), 0, 2, width) + "\n";
        let names = self
            .properties
            .iter()
            .map(|one| one_line(&one.name).width());
        let column = names.filter(|name| *name <= width / 2).max().unwrap_or(0);
        for one in &self.properties {
            let mut name = one_line(&one.name);
            if name.width() > column {
                text.push_str(&folded(&name, 2, width));
                name.clear();
            }
            let padding = " ".repeat(column - name.width());
            let line = one.span.as_ref();
            let line = line.map_or(String::new(), |place| format!("line {}", place.line));
            let row = format!("  {name}{padding}  {:8}  {line}", one.kind.word());
            text.push_str(&format!("{}\n", row.trim_end()));
        }
        text
    }
}
