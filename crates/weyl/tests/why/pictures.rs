//! Pictures of the group.

use crate::schemas::valid;
use crate::{COMPARED, file, models, temporary, weyl};
use std::collections::{BTreeMap, BTreeSet};
use weyl_report::Printed;

/// The sets of labels that have one colour in a picture, without the colour of what is alone.
fn coloured(svg: &str) -> BTreeSet<BTreeSet<String>> {
    let mut sets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in svg.lines().filter(|line| line.starts_with("<g><title>")) {
        let between = |start: &str, end: &str| {
            let from = line.find(start).expect(start) + start.len();
            let to = line[from..].find(end).expect(end);
            line[from..from + to].to_string()
        };
        let label = between("<title>", ": ");
        let label = label.trim_end_matches(':').to_string();
        let name = between("dy=\"0.35em\">", "</text>");
        assert!(name.starts_with(&label), "{line}");
        sets.entry(between("fill=\"", "\""))
            .or_default()
            .insert(name);
    }
    sets.remove("#f2f2f2");
    sets.into_values().collect()
}

#[test]
fn the_colours_of_the_picture_are_the_orbits_of_the_group() {
    let murphi = models("murphi/peterson-3.m");
    let names = [
        "promela/load-balancer-3-6-2.pml",
        "promela/three-tiered.pml",
        "families/ring-both-ways-12.pml",
        "families/clique-200.pml",
    ];
    let all = names.map(models).into_iter().chain([murphi]);
    for (number, model) in all.enumerate() {
        let path = temporary(&format!("orbits-{number}.svg"));
        let drawn = path.display().to_string();
        let output = weyl(&["symmetry", &model, "--json", "--svg", &drawn]);
        let answer = valid(Printed::Symmetry, &String::from_utf8_lossy(&output.stdout));
        let svg = std::fs::read_to_string(&path).expect("a picture");
        let orbits = answer["symmetry"]["orbits"]
            .as_array()
            .expect("orbits")
            .iter();
        let orbits = orbits.map(|orbit| {
            let names = orbit.as_array().expect("names").iter();
            names
                .map(|name| name.as_str().expect("a name").to_string())
                .collect()
        });
        let orbits: BTreeSet<BTreeSet<String>> = orbits.collect();
        assert!(!orbits.is_empty());
        assert_eq!(coloured(&svg), orbits, "{model}");
        let structure = answer["symmetry"]["structure"].as_str().expect("a name");
        assert!(svg.contains(&format!("{structure}, order ")), "{model}");
    }
}

#[test]
fn broken_ties_are_drawn() {
    let model = file("compared-drawn.pml", COMPARED);
    let [svg, dot] = ["ties.svg", "ties.dot"].map(temporary);
    let [svg_path, dot_path] = [&svg, &dot].map(|path| path.display().to_string());
    let output = weyl(&["symmetry", &model, "--svg", &svg_path, "--dot", &dot_path]);
    assert!(output.status.success());
    let svg = std::fs::read_to_string(svg).expect("a picture");
    assert_eq!(svg.matches("class=\"broken\"").count(), 3, "{svg}");
    assert!(svg.contains(">line 5"), "{svg}");
    let dot = std::fs::read_to_string(dot).expect("a picture");
    assert_eq!(dot.matches("style=dashed, color").count(), 3, "{dot}");
}

/// The numbers behind a word of a picture, up to the next quotation mark.
fn measured(svg: &str, word: &str) -> f64 {
    let (_, rest) = svg.split_once(&format!("{word}=\"")).expect(word);
    let (number, _) = rest.split_once('"').expect(word);
    number.parse().expect("a number")
}

#[test]
fn large_trees_are_drawn_on_little_paper() {
    let path = temporary("tree.svg");
    let drawn = path.display().to_string();
    weyl(&["symmetry", &models("families/tree-8.pml"), "--svg", &drawn]);
    let svg = std::fs::read_to_string(path).expect("a picture");
    let (width, height) = (measured(&svg, "width"), measured(&svg, "height"));
    assert!(width < 3_600.0 && height < 2_400.0, "{width} x {height}");
}

#[test]
fn broken_ties_that_are_not_drawn_are_counted() {
    let text = COMPARED.replace("[4]", "[20]");
    let path = temporary("many-ties.svg");
    let drawn = path.display().to_string();
    weyl(&["symmetry", &file("many-ties.pml", &text), "--svg", &drawn]);
    let svg = std::fs::read_to_string(path).expect("a picture");
    assert_eq!(svg.matches("class=\"broken\"").count(), 12, "{svg}");
    assert!(
        svg.contains("There are 7 more broken ties that are not drawn."),
        "{svg}"
    );
}

#[test]
fn broken_ties_do_not_bend_a_large_tree() {
    let model = std::fs::read_to_string(models("families/tree-8.pml")).expect("a model");
    let (head, _) = model.split_once("init {").expect("it creates processes");
    let inner = (1..32).map(|at| {
        let (left, right) = (2 * at, 2 * at + 1);
        format!("run Inner(up[{left}], up[{right}], up[{at}]);\n")
    });
    let leaves = (32..64).map(|at| format!("run Leaf(up[{at}]);\n"));
    let runs: String = inner.chain(leaves).collect();
    let head = head.replace("up[16]", "up[64]");
    let text = format!("{head}init {{ atomic {{\n{runs}run Root() }} }}\n");
    let path = temporary("tied-tree.svg");
    let drawn = path.display().to_string();
    weyl(&["symmetry", &file("tied-tree.pml", &text), "--svg", &drawn]);
    let svg = std::fs::read_to_string(path).expect("a picture");
    assert!(svg.contains("class=\"broken\""), "there are ties");
    let (width, height) = (measured(&svg, "width"), measured(&svg, "height"));
    assert!(width < 3_000.0 && height < 2_000.0, "{width} x {height}");
}
