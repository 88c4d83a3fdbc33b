//! Reads Promela models and prints what is wrong with them, or their resolved trees with `--tree`.
//!
//! `cargo run -p weyl-promela --example resolve -- [--tree] [-DNAME=VALUE] FILE…`

use std::path::Path;
use std::process::ExitCode;
use weyl_ir::ReadOptions;
use weyl_source::{Diagnostics, Sources};

fn main() -> ExitCode {
    let (flags, files): (Vec<String>, Vec<String>) = std::env::args()
        .skip(1)
        .partition(|argument| argument.starts_with('-'));
    let tree = flags.iter().any(|flag| flag == "--tree");
    let definitions = flags.iter().filter_map(|flag| flag.strip_prefix("-D"));
    let definitions = definitions.map(|definition| match definition.split_once('=') {
        Some((name, value)) => (name.to_string(), Some(value.to_string())),
        None => (definition.to_string(), None),
    });
    let options = ReadOptions {
        definitions: definitions.collect(),
        ..ReadOptions::default()
    };
    let failed = files
        .iter()
        .filter(|file| !read(file, &options, tree))
        .count();
    ExitCode::from(u8::from(failed > 0))
}

fn read(path: &str, options: &ReadOptions, tree: bool) -> bool {
    let Ok(text) = std::fs::read_to_string(path) else {
        eprintln!("{path}: cannot be read");
        return false;
    };
    let mut sources = Sources::new(|path| std::fs::read_to_string(path).ok());
    let file = sources.add_file(Path::new(path), text);
    let mut diagnostics = Diagnostics::default();
    let program = weyl_promela::parse(&mut sources, file, options, &mut diagnostics);
    for diagnostic in diagnostics.iter() {
        let name = &sources.file(diagnostic.span.file).name;
        let position = sources.position(diagnostic.span);
        let (line, column) = (position.line, position.column);
        let (code, message) = (diagnostic.code, &diagnostic.message);
        println!(
            "{name}:{line}:{column}: {:?} {code}: {message}",
            diagnostic.severity
        );
    }
    if let (Some(program), true) = (&program, tree) {
        println!("{program:#?}");
    }
    program.is_some()
}
