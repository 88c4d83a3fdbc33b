//! The laws on the fixtures of the text form.

use crate::laws;
use std::fs;
use std::path::Path;
use weyl_system::{ExecutionLimits, Program};

#[test]
fn the_laws_hold_for_all_fixtures() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../weyl-ir/tests/fixtures");
    let mut explored = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        // It reads an undefined value, and no step would come after it.
        let text = fs::read_to_string(&path).unwrap();
        let text = text.replace("  call shout();\n", "");
        let model = weyl_ir::text::read(&text).unwrap();
        let program = Program::new(model, ExecutionLimits::default()).unwrap();
        let (states, _) = laws::check(&program, 400);
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        explored.push((name, states));
    }
    let states = |wanted: &str| explored.iter().find(|(name, _)| name == wanted).unwrap().1;
    assert_eq!(states("empty"), 0);
    assert!(states("mutex") > 20, "{explored:?}");
    assert!(states("network") > 20, "{explored:?}");
}
