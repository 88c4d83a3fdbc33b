//! Writes Promela programs to a folder.
//!
//! `cargo run -p weyl-modelgen --example generate_promela -- FIRST COUNT FOLDER`

use std::path::Path;

use weyl_modelgen::{PromelaOptions, promela};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, count, folder] = arguments.as_slice() else {
        return Err(std::io::Error::other(
            "usage: generate_promela FIRST COUNT FOLDER",
        ));
    };
    let first: u64 = first.parse().map_err(std::io::Error::other)?;
    let count: u64 = count.parse().map_err(std::io::Error::other)?;
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder)?;
    for seed in first..first + count {
        let text = promela(seed, &PromelaOptions::default()).text;
        std::fs::write(folder.join(format!("{seed}.pml")), text)?;
    }
    Ok(())
}
