//! The symmetry of models: order, size of the diagram, time.

use std::time::Instant;
use weyl_check::{Language, ModelOptions, Room, Text, load};
use weyl_source::SourceMap;
use weyl_system::ExecutionLimits;

fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).expect("a file");
        let mut sources = SourceMap::default();
        let file = sources.add(path.clone(), text);
        let language = match path.ends_with(".m") {
            true => Language::Murphi,
            false => Language::Promela,
        };
        let mut text = Text {
            sources: &mut sources,
            file,
            includes: &mut |_, _| None,
        };
        let options = ModelOptions {
            language,
            strict_undefined: false,
            constants: Vec::new(),
            definitions: Vec::new(),
            execution: ExecutionLimits::default(),
        };
        let Ok(loaded) = load(&mut text, &options, Room::most()) else {
            println!("{path}: refused");
            continue;
        };
        let program = loaded.program;
        let creators = weyl_symmetry::static_processes(&program.model).creators;
        let Some(starts) = weyl_check::beginnings(&program, &creators) else {
            println!("{path}: too many beginnings");
            continue;
        };
        let properties: Vec<_> = program.model.properties.keys().collect();
        if std::env::var("IR").is_ok() {
            println!("{}", weyl_ir::text::print(&program.model));
        }
        let begin = Instant::now();
        match weyl_symmetry::discover(&program.model, &program.layout, &starts, &properties, false)
        {
            Ok(found) => {
                println!(
                    "{path}: order {}, {} vertices, {} edges, {:?}",
                    found.group.order(),
                    found.size.vertices,
                    found.size.edges,
                    begin.elapsed()
                );
                for (property, group) in &found.restricted {
                    let name = &found.model.properties[*property].name;
                    println!("  with {name}: order {}", group.order());
                }
                for distinction in &found.distinctions {
                    println!("  {distinction:?}");
                }
                for generator in found.group.describe(&found.model).generators {
                    println!("    {generator}");
                }
            }
            Err(error) => println!("{path}: {error}"),
        }
    }
}
