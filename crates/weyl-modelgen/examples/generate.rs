//! Writes programs to a folder.
//!
//! `cargo run -p weyl-modelgen --example generate -- FIRST COUNT FOLDER [twins]`

use std::path::Path;

use weyl_modelgen::{MurphiOptions, murphi, murphi_twins};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, count, folder, rest @ ..] = arguments.as_slice() else {
        return Err(std::io::Error::other(
            "usage: generate FIRST COUNT FOLDER [twins]",
        ));
    };
    let first: u64 = first.parse().map_err(std::io::Error::other)?;
    let count: u64 = count.parse().map_err(std::io::Error::other)?;
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder)?;
    for seed in first..first + count {
        if rest.is_empty() {
            let program = murphi(seed, &MurphiOptions::default());
            std::fs::write(folder.join(format!("{seed}.m")), program.text)?;
        } else {
            let (sugared, plain) = murphi_twins(seed);
            std::fs::write(folder.join(format!("{seed}.sugared.m")), sugared)?;
            std::fs::write(folder.join(format!("{seed}.m")), plain)?;
        }
    }
    Ok(())
}
