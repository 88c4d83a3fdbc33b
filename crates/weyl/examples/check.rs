//! Checks a model and says what is wrong with it: `cargo run --example check -- model.pml`.

use std::process::ExitCode;
use weyl::{Check, VerdictView};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("which model?");
        return ExitCode::from(2);
    };
    match Check::file(path).run() {
        Ok(report) => {
            let view = report.view();
            for property in &view.properties {
                println!("{}: {}", property.name, property.verdict.word());
            }
            ExitCode::from(u8::from(view.verdict != VerdictView::Holds))
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
