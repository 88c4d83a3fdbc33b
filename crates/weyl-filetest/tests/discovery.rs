//! Discovery against what it must be: on every small model, on models that are almost symmetric,
//! and on random programs, the quotient agrees with the unreduced system (the self-check), and all
//! generators commute with the steps of the system, state by state.

use anyhow::{Context, Result, ensure};
use cranelift_entity::EntityRef;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use weyl_check::{Effort, Executor, MURPHI, PROMELA, Termination};
use weyl_filetest::commutation::Symmetric;
use weyl_filetest::{Compared, DISCOVERED, Expectations, Options, models, parallel, random_seeds};
use weyl_ir::FrontEnd;
use weyl_modelgen::{
    MurphiOptions, PromelaOptions, Topology, murphi, murphi_topology, promela, promela_beginnings,
    promela_counting, promela_families, promela_topology,
};
use weyl_permutation::{Group, Permutation, Point};

/// Larger models are left out.
const MOST_STATES: u64 = 30_000;

/// Up to this size a model is compared with both executors.
const FEW_STATES: u64 = 2_000;

/// States on which generators must commute with steps.
const STATES_OF_MODELS: usize = 300;
const STATES_OF_RANDOM: usize = 100;

/// Random programs in one run; `WEYL_RANDOM` sets another number.
const PROGRAMS: u64 = 150;

fn options(path: &Path, expected: &Expectations) -> Result<Options> {
    let is_murphi = path.extension().is_some_and(|extension| extension == "m");
    let language = if is_murphi { MURPHI } else { PROMELA };
    Ok(Options {
        symmetry: DISCOVERED,
        max_states: Some(MOST_STATES * 2),
        ..Options::from_header(language, &expected.options)?
    })
}

/// All models that are small enough.
fn small_models() -> Vec<(PathBuf, Expectations)> {
    let folders = ["promela", "promela-small", "murphi"];
    let all = folders.map(|folder| models(folder).expect("the models can be read"));
    let is_small = |(_, expected): &(PathBuf, Expectations)| {
        expected
            .full
            .states
            .is_none_or(|states| states <= MOST_STATES)
    };
    all.into_iter().flatten().filter(is_small).collect()
}

fn agrees_with_its_quotient((path, expected): &(PathBuf, Expectations)) -> Result<()> {
    let options = options(path, expected)?;
    let text = std::fs::read_to_string(path)?;
    let name = path.display().to_string();
    let compared = Compared::of_text(&name, &text, &options)?;
    if compared.full_states <= FEW_STATES {
        let interpreted = Options {
            executor: Executor::Interpreter,
            ..options
        };
        let other = Compared::of_text(&name, &text, &interpreted)?;
        ensure!(other == compared, "{name}: {other:?}, not {compared:?}");
    }
    Ok(())
}

#[test]
fn every_small_model_agrees_with_its_quotient() {
    let models = small_models();
    assert!(models.len() > 200, "models are missing");
    parallel::for_each(&models, agrees_with_its_quotient);
}

#[test]
fn generators_commute_with_the_steps_of_every_small_model() {
    let symmetric = AtomicU64::new(0);
    parallel::for_each(&small_models(), |(path, expected)| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)?;
        let model = Symmetric::of_text(&name, &text, &options(path, expected)?)?;
        symmetric.fetch_add(u64::from(!model.group.is_trivial()), Relaxed);
        model
            .certify(Effort::THOROUGH)
            .with_context(|| name.clone())?;
        model.commutes(STATES_OF_MODELS).with_context(|| name)
    });
    let symmetric = symmetric.into_inner();
    assert!(symmetric >= 30, "only {symmetric} models have symmetry");
}

/// Whether a program has symmetry, and what is found is right, whatever becomes of processes that
/// have ended.
fn is_right(name: &str, text: &str, language: &'static dyn FrontEnd) -> Result<bool> {
    let mut is_symmetric = false;
    for termination in [Termination::Spin, Termination::Best] {
        let options = Options {
            symmetry: DISCOVERED,
            termination,
            max_states: Some(FEW_STATES),
            ..Options::from_header(language, &[])?
        };
        is_symmetric |= is_right_so(name, text, &options)?;
    }
    Ok(is_symmetric)
}

/// Commutation, and the self-check where a program is small. Whether it has symmetry.
fn is_right_so(name: &str, text: &str, options: &Options) -> Result<bool> {
    let model = Symmetric::of_text(name, text, options)?;
    if model.group.is_trivial() {
        return Ok(false);
    }
    model.certify(Effort::THOROUGH)?;
    model.commutes(STATES_OF_RANDOM)?;
    Compared::of_text(name, text, options)?;
    Ok(true)
}

fn random_programs(
    language: &'static dyn FrontEnd,
    text: impl Fn(u64) -> String + Sync,
    least: u64,
) {
    let seeds = random_seeds(PROGRAMS);
    let symmetric = AtomicU64::new(0);
    parallel::for_each(&seeds, |seed| {
        let text = text(*seed);
        let is_symmetric = is_right(&format!("seed {seed}"), &text, language);
        let is_symmetric = is_symmetric.with_context(|| text)?;
        symmetric.fetch_add(u64::from(is_symmetric), Relaxed);
        Ok(())
    });
    let (symmetric, all) = (symmetric.into_inner(), seeds.len() as u64);
    println!("{symmetric} of {all} programs have symmetry");
    assert!(
        all < 100 || symmetric * 100 >= all * least,
        "{symmetric} of {all}"
    );
}

#[test]
fn random_murphi_programs_have_no_false_symmetry() {
    let text = |seed| murphi(seed, &MurphiOptions::default()).text;
    random_programs(MURPHI, text, 10);
}

#[test]
fn random_promela_programs_have_no_false_symmetry() {
    let small = PromelaOptions {
        process_types: 2,
        statements: 2,
        failing_assertions: true,
    };
    random_programs(PROMELA, |seed| promela(seed, &small).text, 1);
}

#[test]
fn random_counting_loops_have_no_false_symmetry() {
    random_programs(PROMELA, promela_counting, 25);
}

#[test]
fn random_families_have_no_false_symmetry() {
    random_programs(PROMELA, promela_families, 25);
}

/// Where it is not looked at how everything begins, a group keeps all the more.
#[test]
fn groups_without_beginnings_are_right() {
    let symmetric = AtomicU64::new(0);
    let is_promela =
        |(path, _): &&(PathBuf, Expectations)| path.extension() == Some("pml".as_ref());
    let models: Vec<_> = small_models().iter().filter(is_promela).cloned().collect();
    parallel::for_each(&models, |(path, expected)| {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)?;
        let model = Symmetric::without_beginnings(&name, &text, &options(path, expected)?)?;
        model.certify(Effort::RUN)?;
        model.commutes(STATES_OF_MODELS)?;
        model.keeps_facts(STATES_OF_MODELS)?;
        symmetric.fetch_add(u64::from(!model.group.is_trivial()), Relaxed);
        Ok(())
    });
    let symmetric = symmetric.into_inner();
    assert!(symmetric >= 6, "only {symmetric} models have symmetry");
}

/// The same for creators that choose, count and copy, with others who look on.
#[test]
fn random_beginnings_lie_within_their_bounds() {
    let (symmetric, all) = (AtomicU64::new(0), AtomicU64::new(0));
    parallel::for_each(&random_seeds(PROGRAMS), |seed| {
        let text = promela_beginnings(*seed);
        for termination in [Termination::Spin, Termination::Best] {
            let options = Options {
                symmetry: DISCOVERED,
                termination,
                ..Options::from_header(PROMELA, &[])?
            };
            let name = format!("seed {seed}");
            let known = Symmetric::of_text(&name, &text, &options)?;
            let model = Symmetric::without_beginnings(&name, &text, &options)?;
            let right = model.certify(Effort::RUN).map(|_| ());
            let right = right.and_then(|()| model.commutes(STATES_OF_RANDOM));
            let right = right.and_then(|()| model.keeps_facts(FEW_STATES as usize));
            right.with_context(|| text.clone())?;
            all.fetch_add(u64::from(!known.group.is_trivial()), Relaxed);
            symmetric.fetch_add(u64::from(!model.group.is_trivial()), Relaxed);
        }
        Ok(())
    });
    let (symmetric, all) = (symmetric.into_inner(), all.into_inner());
    println!("{symmetric} programs have symmetry, {all} if one looks at their beginnings");
    assert!(symmetric * 100 >= all * 80, "{symmetric} of {all}");
}

/// The names that stand for nodes: `P:3`, `P_3:3`, or `x[3]`.
struct NodeNames {
    before: &'static str,
    after: &'static str,
    first: usize,
}

impl NodeNames {
    fn new(text: &str, language: &'static dyn FrontEnd) -> NodeNames {
        let (before, after) = if language.language().has_processes {
            ("P:", "")
        } else {
            ("x[", "]")
        };
        // Where `init` is process 0, or numbers begin with 1.
        let first = usize::from(text.contains("init {") || text.contains("type N: 1"));
        NodeNames {
            before,
            after,
            first,
        }
    }

    fn node(&self, name: &str) -> Option<usize> {
        // A proctype of its own for each node.
        let name = match name.split_once(':') {
            Some((proctype, number)) if proctype.starts_with("P_") => format!("P:{number}"),
            _ => name.to_string(),
        };
        let number = name.strip_prefix(self.before)?.strip_suffix(self.after)?;
        number.parse::<usize>().ok()?.checked_sub(self.first)
    }
}

/// What a permutation of names does to nodes.
fn on_nodes(
    model: &weyl_ir::Model,
    one: &Permutation,
    size: usize,
    nodes: &NodeNames,
) -> Vec<usize> {
    let mut images: Vec<usize> = (0..size).collect();
    let names: Vec<&String> = model.sorts.values().flat_map(|sort| &sort.names).collect();
    for (index, name) in names.iter().enumerate() {
        let image = one.image(Point::new(index)).index();
        let pair = nodes.node(name).zip(nodes.node(names[image]));
        if let Some((from, to)) = pair.filter(|(from, to)| *from < size && *to < size) {
            images[from] = to;
        }
    }
    images
}

/// The group acts on nodes as the automorphisms of the graph do, commutes with steps, and has a
/// right quotient.
fn is_that_of_its_graph(
    name: &str,
    topology: &Topology,
    language: &'static dyn FrontEnd,
) -> Result<()> {
    let Topology {
        text,
        graph,
        is_exact,
        ..
    } = topology;
    let options = Options {
        symmetry: DISCOVERED,
        max_states: Some(FEW_STATES),
        ..Options::from_header(language, &[])?
    };
    let model = Symmetric::of_text(name, text, &options)?;
    model.certify(Effort::THOROUGH)?;
    model.commutes(STATES_OF_RANDOM)?;
    let nodes = NodeNames::new(text, language);
    let generators = model.group.group().generators().iter();
    let images = generators.map(|one| on_nodes(&model.program.model, one, graph.size, &nodes));
    let images: Vec<Vec<usize>> = images.collect();
    let wrong = images.iter().find(|images| !graph.is_automorphism(images));
    ensure!(wrong.is_none(), "{wrong:?} is no automorphism of {graph:?}");
    let points = |images: &Vec<usize>| images.iter().map(|image| Point::new(*image)).collect();
    let permutations = images
        .iter()
        .map(|images| Permutation::from_images(points(images)));
    let permutations: Option<Vec<Permutation>> = permutations.collect();
    let group = Group::new(graph.size, permutations.context("nodes are permuted")?);
    let order = group.context("they act on nodes")?.order().to_string();
    let expected = graph.automorphisms().to_string();
    ensure!(
        order == expected || !is_exact,
        "the order on nodes is {order}, not {expected}: {:?}",
        model.generators()
    );
    Compared::of_text(name, text, &options)?;
    Ok(())
}

fn topologies(language: &'static dyn FrontEnd, topology: impl Fn(u64) -> Topology + Sync) {
    let seeds = random_seeds(PROGRAMS);
    parallel::for_each(&seeds, |seed| {
        let topology = topology(*seed);
        let name = format!("seed {seed}");
        let said = || format!("{name}: {}", topology.text);
        is_that_of_its_graph(&name, &topology, language).with_context(said)
    });
}

#[test]
fn promela_topologies_have_the_group_of_their_graphs() {
    topologies(PROMELA, promela_topology);
}

#[test]
fn murphi_topologies_have_the_group_of_their_graphs() {
    topologies(MURPHI, murphi_topology);
}
