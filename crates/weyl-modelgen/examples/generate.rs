//! Writes programs to a folder.
//!
//! `cargo run -p weyl-modelgen --example generate -- FIRST COUNT FOLDER [safe|twins]`

use std::path::Path;

use weyl_modelgen::{MurphiOptions, murphi, murphi_twins};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [first, count, folder, rest @ ..] = arguments.as_slice() else {
        return Err(std::io::Error::other(
            "usage: generate FIRST COUNT FOLDER [safe|twins]",
        ));
    };
    let first: u64 = first.parse().map_err(std::io::Error::other)?;
    let count: u64 = count.parse().map_err(std::io::Error::other)?;
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder)?;
    let kind = rest.first().map_or("", String::as_str);
    let options = MurphiOptions {
        runtime_errors: kind != "safe",
        ..MurphiOptions::default()
    };
    for seed in first..first + count {
        let mut text = murphi(seed, &options).text;
        if kind == "twins" {
            let (sugared, plain) = murphi_twins(seed);
            std::fs::write(folder.join(format!("{seed}.sugared.m")), sugared)?;
            text = plain;
        }
        std::fs::write(folder.join(format!("{seed}.m")), text)?;
    }
    Ok(())
}
