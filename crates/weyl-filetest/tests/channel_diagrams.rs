//! Static channel diagrams: their groups on models of the literature, and, on all models, that
//! processes send and receive only where the diagram says so.

mod channel_diagrams {
    pub mod drawing;
    pub mod oracle;
    pub mod validity;
}

use anyhow::Context;
use channel_diagrams::{drawing, oracle, validity};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use weyl_check::PROMELA;
use weyl_filetest::{models, models_folder, parallel, program, random_seeds};
use weyl_ir::Capacity;
use weyl_modelgen::{PromelaOptions, promela};
use weyl_permutation::cycles::{parse_cycles, write_cycles};
use weyl_permutation::{Group, Point};
use weyl_symmetry::{ChannelDiagram, channel_diagram, static_processes};
use weyl_system::Program;

/// States of each model that are looked at.
const STATES: usize = 500;
const RANDOM_STATES: usize = 50;
/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 200;

fn of_model(name: &str) -> (Program, ChannelDiagram) {
    let path = models_folder("promela").join(name);
    let text = std::fs::read_to_string(path).expect("models can be read");
    let program = program(PROMELA, name, &text, Capacity::MOST).expect("models are accepted");
    let diagram = channel_diagram(&program.model, &static_processes(&program.model));
    (program, diagram)
}

fn of_text(text: &str) -> (Program, ChannelDiagram) {
    let program = program(PROMELA, "text", text, Capacity::MOST).expect("the text is accepted");
    let diagram = channel_diagram(&program.model, &static_processes(&program.model));
    (program, diagram)
}

/// The edges, each as `from>to`.
fn edges((program, diagram): &(Program, ChannelDiagram)) -> String {
    let label = |vertex| diagram.label(&program.model, vertex);
    let edges = diagram.edges.iter();
    let edges = edges.map(|(from, to)| format!("{}>{}", label(*from), label(*to)));
    edges.collect::<Vec<_>>().join(" ")
}

fn labels((program, diagram): &(Program, ChannelDiagram)) -> Vec<String> {
    let vertices = diagram.vertices.keys();
    vertices
        .map(|vertex| diagram.label(&program.model, vertex))
        .collect()
}

#[test]
fn sends_and_receives() {
    let sample = of_text(
        "chan a = [1] of { byte }; chan b[2] = [0] of { byte }; chan c[2] = [0] of { byte }; byte k = 1; byte j; \
         proctype P(chan in; byte i) { chan out; in?0; b[i]!1; b[1 - i]?[1]; b[_pid - 1]?1; out = a; out!2; c[k]!1 } \
         proctype Q() { a?<0>; c[j]?1; j = 1 - j } \
         init { atomic { run P(a, 0); run P(b[0], 1); run Q() } }",
    );
    assert_eq!(
        edges(&sample),
        "P:1>b[0] P:1>c[1] P:2>b[1] P:2>c[1] a>P:1 a>Q:3 b[0]>P:1 b[0]>P:2 b[1]>P:2"
    );
    let dynamic = sample.1.vertices.values().map(|vertex| match vertex {
        weyl_symmetry::Vertex::Process { is_dynamic, .. } => *is_dynamic,
        weyl_symmetry::Vertex::Channel { .. } => false,
    });
    assert_eq!(
        dynamic.collect::<Vec<_>>(),
        [false, true, true, true, false, false, false, false, false]
    );
}

/// A parameter that is assigned is a variable like any other.
#[test]
fn a_parameter_that_is_assigned() {
    let sample = of_text(
        "chan a = [1] of { byte }; chan b = [1] of { byte }; \
         proctype P(chan c) { c!1; c = b; c!1 } proctype Q(chan c) { c!1 } \
         init { atomic { run P(a); run Q(a) } }",
    );
    assert_eq!(edges(&sample), "Q:2>a");
}

/// What a trace watches is seen all the same.
#[test]
fn a_watched_channel() {
    assert_eq!(
        edges(&of_model("trace-holds.pml")),
        "Client:0>up Server:1>down up>Server:1 down>Client:0"
    );
}

/// The seven generators of the paper, whose group it gives the order 864: it is 3!^2 * 2 * 3!.
/// Clients are 1 to 6, servers 7 to 9, balancers 10 and 11; their channels follow in this order.
const PAPER: [&str; 7] = [
    "(5 6)(16 17)",
    "(4 5)(15 16)",
    "(2 3)(13 14)",
    "(1 2)(12 13)",
    "(8 9)(19 20)",
    "(7 8)(18 19)",
    "(1 4)(2 5)(3 6)(10 11)(12 15)(13 16)(14 17)(21 22)",
];

#[test]
fn load_balancer_of_the_paper() {
    let balancer = of_model("load-balancer-3-6-2.pml");
    let group = balancer.1.automorphisms();
    assert_eq!(group.order().to_string(), "432");
    assert_eq!(group.structure().to_string(), "(S3 ≀ S2) × S3");
    let labels = labels(&balancer);
    let in_paper = [
        "Client:",
        "Server:",
        "Balancer:",
        "to_client[",
        "to_server[",
        "to_balancer[",
    ];
    let named = in_paper.iter().flat_map(|prefix| {
        let of_prefix = labels.iter().filter(|label| label.starts_with(prefix));
        of_prefix.cloned().collect::<Vec<_>>()
    });
    let named: Vec<String> = named.collect();
    assert_eq!(named.len(), 22);
    let point = |number: &str| {
        let number: usize = number.parse().ok()?;
        let position = labels
            .iter()
            .position(|label| *label == named[number - 1])?;
        Some(Point::from_u32(position as u32))
    };
    let generators = parse_cycles(&PAPER.join("\n"), labels.len(), &point);
    let generators = generators.expect("cycles are written well");
    assert_eq!(generators.len(), 7);
    let paper = Group::new(labels.len(), generators).expect("all act on the vertices");
    assert!(paper.is_subgroup_of(&group));
    assert_eq!(paper.order(), group.order());
}

#[test]
fn groups_of_models() {
    let expected = [
        ("load-balancer-2-4-2.pml", "16", "D4 × S2"),
        ("three-tiered.pml", "72", "S3 ≀ S2"),
        ("email-3.pml", "6", "S3"),
        ("email-4.pml", "24", "S4"),
        // A message starts at node 0: the symmetries of the cube that fix a corner.
        ("hypercube-3.pml", "6", "S3"),
        ("leader-ring-4.pml", "4", "C4"),
        ("mutex-5.pml", "120", "S5"),
        ("two-phase-commit-3.pml", "6", "S3"),
        ("resource-allocator.pml", "120", "S5"),
    ];
    let found = expected.map(|(name, ..)| {
        let group = of_model(name).1.automorphisms();
        (
            name,
            group.order().to_string(),
            group.structure().to_string(),
        )
    });
    let expected =
        expected.map(|(name, order, structure)| (name, order.to_string(), structure.to_string()));
    assert_eq!(found, expected);
}

#[test]
fn shapes() {
    let star = of_text(
        "chan c[4] = [1] of { byte }; proctype Leaf(chan out) { out!1 } \
         proctype Hub() { c[0]?_; c[1]?_; c[2]?_; c[3]?_ } \
         init { byte i; atomic { for (i : 0 .. 3) { run Leaf(c[i]) }; run Hub() } }",
    );
    assert_eq!(star.1.automorphisms().order().to_string(), "24");
    let ring = of_text(
        "chan c[5] = [1] of { byte }; proctype P(chan left, right) { left?_; right!1 } \
         init { byte i; atomic { for (i : 0 .. 4) { run P(c[i], c[(i + 1) % 5]) } } }",
    );
    let group = ring.1.automorphisms();
    assert_eq!(group.structure().to_string(), "C5");
    let labels = labels(&ring);
    let written = write_cycles(&group.generators()[0], &|point| {
        labels[point.as_u32() as usize].clone()
    });
    assert!(
        written.contains("P:1 ") && written.contains("c[0] "),
        "{written}"
    );
    // Capacity and fields are colours, and so is the kind of a process.
    let mixed = of_text(
        "chan a = [1] of { byte }; chan b = [2] of { byte }; chan c = [1] of { bit }; chan d = [1] of { byte }; \
         proctype P() { skip } active [2] proctype Q() { end: false } init { run P() }",
    );
    assert_eq!(mixed.1.automorphisms().structure().to_string(), "S2 × S2");
}

#[test]
fn messages_are_sent_and_received_where_the_diagram_says() {
    let mut all = models("promela").expect("there are models");
    all.extend(models("promela-small").expect("there are small models"));
    let (found, edges) = (AtomicUsize::new(0), AtomicUsize::new(0));
    parallel::for_each(&all, |(path, _)| {
        let text = std::fs::read_to_string(path)?;
        let name = path.display().to_string();
        let program = program(PROMELA, &name, &text, Capacity::MOST)?;
        let seen = oracle::check(&program, STATES).context(name)?;
        found.fetch_add(seen.messages, Relaxed);
        edges.fetch_add(seen.edges, Relaxed);
        Ok(())
    });
    let (found, edges) = (found.into_inner(), edges.into_inner());
    assert!(found > 1_000 && edges > 100, "{found} {edges}");
}

#[test]
fn random_programs_send_and_receive_where_the_diagram_says() {
    let messages = AtomicUsize::new(0);
    let seeds = random_seeds(PROGRAMS);
    parallel::for_each(&seeds, |seed| {
        let text = promela(*seed, &PromelaOptions::default()).text;
        let program = program(PROMELA, "random", &text, Capacity::MOST)?;
        let seen = oracle::check(&program, RANDOM_STATES);
        let seen = seen.with_context(|| format!("seed {seed}\n{text}"))?;
        messages.fetch_add(seen.messages, Relaxed);
        Ok(())
    });
    let messages = messages.into_inner();
    assert!(messages * 2 > seeds.len(), "{messages}");
}

#[test]
fn valid_are_those_that_keep_the_program_and_its_beginnings() {
    let mut all = models("promela").expect("there are models");
    all.extend(models("promela-small").expect("there are small models"));
    let (valid, invalid) = (AtomicUsize::new(0), AtomicUsize::new(0));
    parallel::for_each(&all, |(path, _)| {
        let text = std::fs::read_to_string(path)?;
        let name = path.display().to_string();
        let program = program(PROMELA, &name, &text, Capacity::MOST)?;
        let judged = validity::check(program).context(name)?;
        valid.fetch_add(judged.valid, Relaxed);
        invalid.fetch_add(judged.invalid, Relaxed);
        Ok(())
    });
    let (valid, invalid) = (valid.into_inner(), invalid.into_inner());
    println!("{valid} automorphisms are valid, {invalid} are not");
    assert!(valid > 300 && invalid > 20, "{valid} {invalid}");
}

#[test]
fn drawings_show_everything() {
    let mut all = models("promela").expect("there are models");
    all.extend(models("promela-small").expect("there are small models"));
    parallel::for_each(&all, |(path, _)| {
        let text = std::fs::read_to_string(path)?;
        let name = path.display().to_string();
        let model = program(PROMELA, &name, &text, Capacity::MOST)?.model;
        let diagram = channel_diagram(&model, &static_processes(&model));
        drawing::check(&model, &diagram).context(name)
    });
}
