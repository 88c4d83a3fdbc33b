//! The form of all JSON that weyl prints, as JSON Schema. `docs/json.md` has the rules by which its
//! version changes; the files in `docs/schema` are what is published.

use crate::ProgressView;
use crate::dependencies::DependenciesJson;
use crate::symmetry::SymmetryReportJson;
use crate::view::{
    BatchView, ComparisonView, FailureView, ListView, SCHEMA_VERSION, TestsView, View, printed,
};
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::json;

/// Whose JSON it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Printed {
    Check,
    Symmetry,
    Dependencies,
    Test,
    Compare,
    /// One line of `--progress jsonl`.
    Progress,
}

impl Printed {
    pub const ALL: [Printed; 6] = [
        Printed::Check,
        Printed::Symmetry,
        Printed::Dependencies,
        Printed::Test,
        Printed::Compare,
        Printed::Progress,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Printed::Check => "check",
            Printed::Symmetry => "symmetry",
            Printed::Dependencies => "dependencies",
            Printed::Test => "test",
            Printed::Compare => "compare",
            Printed::Progress => "progress",
        }
    }

    /// The schema, with its version in its name.
    pub fn schema(self) -> String {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        let mut generator = settings.into_generator();
        let forms = self.forms(&mut generator);
        let name = self.name();
        printed(&json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": format!("urn:weyl:{name}:{SCHEMA_VERSION}"),
            "title": format!("What weyl prints as JSON: {name}"),
            "anyOf": forms,
            "$defs": generator.take_definitions(true),
        }))
    }

    /// What may be printed; where there is no answer, why.
    fn forms(self, generator: &mut SchemaGenerator) -> Vec<Schema> {
        let mut forms = match self {
            Printed::Check => vec![
                generator.subschema_for::<View>(),
                generator.subschema_for::<BatchView>(),
                generator.subschema_for::<ListView>(),
            ],
            // A limit may end it before there is a group.
            Printed::Symmetry => vec![
                generator.subschema_for::<SymmetryReportJson<'static>>(),
                generator.subschema_for::<View>(),
            ],
            Printed::Dependencies => vec![
                generator.subschema_for::<DependenciesJson<'static>>(),
                generator.subschema_for::<View>(),
            ],
            Printed::Test => vec![generator.subschema_for::<TestsView>()],
            Printed::Compare => vec![generator.subschema_for::<ComparisonView>()],
            Printed::Progress => return vec![generator.subschema_for::<ProgressView>()],
        };
        forms.push(generator.subschema_for::<FailureView>());
        forms
    }
}
