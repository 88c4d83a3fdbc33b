//! Walks through a model at random: `cargo run --example simulation -- model.pml`.

use weyl::Simulation;

fn main() -> Result<(), weyl::Error> {
    for path in std::env::args().skip(1) {
        let walk = Simulation::file(&path).with_fresh_seed().steps(10).run()?;
        for step in &walk.steps {
            println!("{}", step.rule);
        }
        println!("{:?}", walk.end);
    }
    Ok(())
}
