//! Verdicts, runs and diagnostics as text, JSON and graphs. The only serialiser: nothing else in
//! weyl knows how an answer looks. Text carries colours as ANSI codes; whoever prints strips them
//! where they do not belong.

mod chart;
mod diagnostics;
mod drawings;
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
mod style;
mod summary;
mod symmetry;
mod table;
mod trace_file;
mod trail;
mod view;

pub use chart::{ChartFormat, render_chart};
pub use diagnostics::{Detail, render_diagnostics};
pub use drawings::{channel_picture, group_picture, program_picture};
pub use filter::Filter;
pub use graph::{GraphFormat, write_graph};
pub use page::render_page;
pub use picture::{Picture, PictureVertex, Shape};
pub use progress::ProgressView;
pub use quantity::counted;
pub use run::{render_choice, render_legend, render_state, render_step, render_violation_end};
pub use style::{emphasised, faint, plain};
pub use summary::{Shown, render_report};
pub use symmetry::{render_symmetry, render_symmetry_json};
pub use trace_file::{RecordedRun, RecordedStep, read_trace_file};
pub use trail::render_trail;
pub use view::*;
