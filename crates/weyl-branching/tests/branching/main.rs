//! Formulas on small graphs mean what their definitions say, and evidence shows it.

mod checker;
mod evidence;
mod examples;
mod formulas;
mod games;
mod graphs;
mod laws;
mod limits;
mod meaning;
mod texts;
