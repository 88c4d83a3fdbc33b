//! Verdicts, runs and diagnostics as text, JSON and graphs. The only serialiser: nothing else in
//! weyl knows how an answer looks. Text carries colours as ANSI codes; whoever prints strips them
//! where they do not belong.

mod chart;
mod ci;
mod compare;
mod dependencies;
mod diagnostics;
mod drawings;
mod evidence;
mod filter;
mod flow;
mod graph;
mod grouping;
mod limits;
mod notes;
mod page;
mod picture;
mod profile;
mod progress;
mod quantity;
mod run;
mod schema;
mod style;
mod summary;
mod symmetry;
mod table;
mod tests_table;
mod trace_file;
mod trail;
mod view;

pub use chart::{ChartFormat, render_chart};
pub use ci::{
    Service, render_annotations, render_check_junit, render_check_sarif, render_failure_junit,
    render_failure_sarif, render_tests_junit, render_tests_sarif,
};
pub use compare::{Saved, Unreadable, compare, read_saved, render_comparison};
pub use dependencies::{dependencies_picture, render_dependencies, render_dependencies_json};
pub use diagnostics::{Detail, render_diagnostics};
pub use drawings::{channel_picture, group_picture, program_picture};
pub use filter::Filter;
pub use graph::{GraphFormat, write_graph};
pub use limits::limit_reached;
pub use page::render_page;
pub use picture::{Picture, PictureVertex, Shape};
pub use progress::ProgressView;
pub use quantity::counted;
pub use run::{render_choice, render_legend, render_state, render_step, render_violation_end};
pub use schema::Printed;
pub use style::{emphasised, faint, plain};
pub use summary::{Shown, render_report};
pub use symmetry::{SymmetryAnswer, read_symmetry, render_symmetry, render_symmetry_json};
pub use tests_table::render_tests;
pub use trace_file::{RecordedRun, RecordedStep, read_trace_file};
pub use trail::render_trail;
pub use view::*;
