//! Prints the group of a model: `cargo run --example symmetry -- model.m`.

use weyl::Symmetry;

fn main() -> Result<(), weyl::Error> {
    for path in std::env::args().skip(1) {
        let found = Symmetry::file(&path).run()?;
        let group = &found.report().group;
        println!("{path}: {}, order {}", group.structure, group.order);
    }
    Ok(())
}
