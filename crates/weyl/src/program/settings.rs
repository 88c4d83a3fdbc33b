//! What was meant: flags with defaults filled in and contradictions refused.

use crate::Check;
use crate::input::reason;
use crate::machine;
use crate::program::flags::{
    CheckFlags, DeadlockFlag, DecomposeFlag, DependenciesFlags, ExecutorFlag, FairnessFlag,
    IndicesFlag, ParentsFlag, ReadingFlags, RepresentativeFlag, SearchFlag, StoreFlag,
    SymmetryFlag, SymmetryFlags, TerminationFlag,
};
use crate::program::language::{check_flags_fit, front_end, reading, termination_fits};
use crate::program::parents;
use crate::program::reduce::Meant;
use crate::program::watch::Watching;
use crate::scratch::Folder;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use weyl_check::{
    Executor, Failure, Indices, ModelOptions, Reductions, Request, SymmetrySource, Termination,
    wrong_command_line,
};
use weyl_explore::{Limits, Order, Parents, Scratch, Storing};
use weyl_quotient::Precision;
use weyl_report::{ChartFormat, Filter, GraphFormat};
use weyl_system::ExecutionLimits;
use weyl_system::{Deadlock, Fairness};

pub struct CheckSettings {
    pub request: Request,
    pub output: Output,
    pub progress: Watching,
    /// Messages as sequence charts.
    pub msc: bool,
    /// Where the time went.
    pub profile: bool,
    /// How often each rule fired.
    pub coverage: bool,
    /// Which variables runs show.
    pub filter: Filter,
    /// It is one of several.
    pub brief: bool,
    pub graph: Option<PathBuf>,
    pub self_check: bool,
    /// The messages of a run.
    pub chart: Option<PathBuf>,
    /// A run for SPIN.
    pub trail: Option<PathBuf>,
    /// A file of symmetries.
    pub generators: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    Text,
    Json,
    Nothing,
}

impl CheckSettings {
    pub fn new(path: &Path, flags: &CheckFlags) -> Result<CheckSettings, Failure> {
        let mut model = model_options(path, &flags.reading)?;
        check_flags_fit(flags, model.front_end.language())?;
        let reduced = Meant::new(flags)?;
        termination_fits(flags.termination, model.front_end.language())?;
        model.reading.keeps_quantifiers = match flags.decompose {
            None | Some(DecomposeFlag::Auto) => !matches!(reduced.symmetry, SymmetryFlag::Off),
            Some(DecomposeFlag::Always) => true,
            Some(DecomposeFlag::Never) => false,
        };
        Ok(CheckSettings {
            request: Request {
                deadlock: flags.deadlock.map(deadlock),
                termination: termination(reduced.termination),
                model,
                properties: flags.property.clone(),
                witnesses: Vec::new(),
                safety_only: flags.safety_only,
                keep_going: flags.keep_going,
                order: match flags.search {
                    SearchFlag::Bfs => Order::BreadthFirst,
                    SearchFlag::Dfs => Order::DepthFirst,
                },
                storing: storing(flags)?,
                parents: parents(flags)?,
                threads: thread_count(flags)?,
                executor: match flags.executor {
                    None => Executor::Best,
                    Some(ExecutorFlag::Native) => Executor::Native,
                    Some(ExecutorFlag::Interpreter) => Executor::Interpreter,
                },
                limits: Limits {
                    states: flags.max_states,
                    memory: flags.max_memory.or_else(machine::memory_to_use),
                    time: flags.max_time,
                    depth: flags.max_depth,
                },
                symmetry: symmetry(flags, &reduced)?,
                reductions: reduced.others,
                shortest: flags.shortest,
                precision: match flags.representative {
                    None | Some(RepresentativeFlag::Exact) => Precision::Exact,
                    Some(RepresentativeFlag::Fast) => Precision::Fast,
                },
                fairness: fairness(flags)?,
                fair_rules: flags.fair.clone(),
                indices: indices(flags, &reduced.symmetry)?,
                names: flags.variables.filter().names(),
                graph: flags.graph.is_some(),
                spill: spill(flags)?,
                checkpoints: None,
            },
            output: match (flags.json, flags.quiet) {
                (true, _) => Output::Json,
                (_, true) => Output::Nothing,
                _ => Output::Text,
            },
            progress: Watching::meant(flags.progress, flags.quiet),
            msc: flags.msc,
            profile: flags.profile,
            coverage: flags.coverage,
            filter: flags.variables.filter(),
            brief: flags.only.is_some(),
            graph: graph(flags)?,
            self_check: flags.self_check,
            chart: flags.chart.clone(),
            trail: flags.trail.clone(),
            generators: match reduced.symmetry {
                SymmetryFlag::File(path) => Some(path),
                SymmetryFlag::Auto | SymmetryFlag::Scalarset | SymmetryFlag::Off => None,
            },
        })
    }

    /// The check that they mean.
    pub fn check(&self, model: &Path, flags: &CheckFlags) -> Check {
        let mut check = Check::file(model).language(self.request.model.front_end);
        *check.request() = self.request.clone();
        for formula in &flags.ltl {
            check = check.ltl(formula);
        }
        for formula in &flags.ctl {
            check = check.ctl(formula);
        }
        for formula in &flags.mu {
            check = check.mu(formula);
        }
        for expression in &flags.witness {
            check = check.witness(expression);
        }
        for expression in &flags.variables.expr {
            check = check.show(expression);
        }
        if let Some(path) = &self.generators {
            check = check.generators(path);
        }
        if self.self_check {
            check = check.self_check();
        }
        check
    }
}

/// The old name is known, to say the new one.
fn graph(flags: &CheckFlags) -> Result<Option<PathBuf>, Failure> {
    let Some(old) = &flags.dot else {
        return Ok(flags.graph.clone());
    };
    let message = "`weyl check` writes state graphs with `--graph`, no longer with `--dot`";
    let hint = format!(
        "`--graph {}`; .json and .graphml are possible too",
        old.display()
    );
    Err(wrong_command_line(message, Some(&hint)))
}

/// The ending of the file tells the format; what has none is a device or a pipe.
pub fn graph_format(path: &Path) -> Result<GraphFormat, Failure> {
    let format = match path.extension() {
        None => Some(GraphFormat::Dot),
        Some(ending) => GraphFormat::by_ending(&ending.to_string_lossy()),
    };
    format.ok_or_else(|| {
        let message = format!("`--graph {}` does not tell the format", path.display());
        let hint = "the name ends in .dot (Graphviz), .json or .graphml";
        wrong_command_line(&message, Some(hint))
    })
}

/// The same for charts; what has no ending is text.
pub fn chart_format(path: &Path) -> Result<ChartFormat, Failure> {
    let format = match path.extension() {
        None => Some(ChartFormat::Text),
        Some(ending) => ChartFormat::by_ending(&ending.to_string_lossy()),
    };
    format.ok_or_else(|| {
        let message = format!("`--chart {}` does not tell the format", path.display());
        let hint = "the name ends in .svg, .mmd (Mermaid), .puml (PlantUML) or .txt";
        wrong_command_line(&message, Some(hint))
    })
}

fn fairness(flags: &CheckFlags) -> Result<Fairness, Failure> {
    match (flags.fairness, flags.fair.is_empty()) {
        (Some(FairnessFlag::None), false) => refused("`--fair` contradicts `--fairness none`"),
        (None | Some(FairnessFlag::None), true) => Ok(Fairness::None),
        (None, false) | (Some(FairnessFlag::Weak), _) => Ok(Fairness::Weak),
        (Some(FairnessFlag::Strong), _) => Ok(Fairness::Strong),
    }
}

fn indices(flags: &CheckFlags, symmetry: &SymmetryFlag) -> Result<Indices, Failure> {
    match (flags.indices, symmetry) {
        (Some(_), SymmetryFlag::Off) => refused("`--indices` has no meaning without symmetry"),
        (None, _) => Ok(Indices::Cheapest),
        (Some(IndicesFlag::Fixed), _) => Ok(Indices::Fixed),
        (Some(IndicesFlag::Followed), _) => Ok(Indices::Followed),
    }
}

/// Generators in a file are added when it is read.
fn symmetry(flags: &CheckFlags, reduced: &Meant) -> Result<SymmetrySource, Failure> {
    match (&reduced.symmetry, flags.trust_loops) {
        (SymmetryFlag::Auto, trust_loops) => Ok(SymmetrySource::Discovered { trust_loops }),
        (SymmetryFlag::Scalarset, trust_loops) => Ok(SymmetrySource::Declared { trust_loops }),
        (SymmetryFlag::Off | SymmetryFlag::File(_), true) => {
            refused("`--trust-loops` is about declared scalarsets: `--symmetry auto` uses them")
        }
        (SymmetryFlag::Off, false) if flags.representative.is_some() => {
            refused("`--representative` has no meaning without symmetry")
        }
        (SymmetryFlag::Off, false) if flags.self_check && reduced.others == Reductions::NONE => {
            refused("`--self-check` compares with and without reductions: here are none")
        }
        (SymmetryFlag::Off, false) => Ok(SymmetrySource::Off),
        (SymmetryFlag::File(_), false) => Ok(SymmetrySource::Off),
    }
}

fn termination(flag: Option<TerminationFlag>) -> Termination {
    match flag {
        None => Termination::Best,
        Some(TerminationFlag::Spin) => Termination::Spin,
        Some(TerminationFlag::Stay) => Termination::Stay,
    }
}

/// What discovery needs to know of a request.
pub fn symmetry_request(flags: &SymmetryFlags) -> Result<Request, Failure> {
    let model = model_options(&flags.model.model, &flags.model.reading)?;
    termination_fits(flags.termination, model.front_end.language())?;
    Ok(Request {
        termination: termination(flags.termination),
        properties: flags.property.clone(),
        executor: Executor::Interpreter,
        limits: machine::limits(),
        symmetry: SymmetrySource::Discovered { trust_loops: false },
        ..Request::new(model)
    })
}

/// What dependencies need to know of a request.
pub fn dependencies_request(flags: &DependenciesFlags) -> Result<Request, Failure> {
    let model = model_options(&flags.model.model, &flags.model.reading)?;
    Ok(Request {
        properties: flags.property.clone(),
        executor: Executor::Interpreter,
        limits: machine::limits(),
        symmetry: SymmetrySource::Discovered { trust_loops: false },
        ..Request::new(model)
    })
}

fn refused<T>(message: &str) -> Result<T, Failure> {
    Err(wrong_command_line(message, None))
}

/// Fingerprints are no graph, and no count of orbits can be compared with one that may be too
/// small.
fn storing(flags: &CheckFlags) -> Result<Storing, Failure> {
    match flags.store {
        None | Some(StoreFlag::Auto) => Ok(Storing::Auto),
        Some(StoreFlag::Exact) => Ok(Storing::Exact),
        Some(StoreFlag::Compact | StoreFlag::Bits) if flags.graph.is_some() => refused(
            "`--graph` writes the state graph, which `--store compact` and `bits` do not keep",
        ),
        Some(StoreFlag::Compact | StoreFlag::Bits) if flags.self_check => refused(
            "`--self-check` compares complete searches; `--store compact` and `bits` have none",
        ),
        Some(StoreFlag::Compact) => Ok(Storing::Compact),
        Some(StoreFlag::Bits) => Ok(Storing::Bits {
            bytes: flags.max_memory.map_or(USUAL_BITS, |memory| memory / 2),
        }),
    }
}

/// Bytes of a table of bits without a limit of memory.
const USUAL_BITS: u64 = 128 << 20;

/// Fingerprints and bits are for those who want to save memory.
fn keeps_no_parents(flags: &CheckFlags) -> bool {
    match (&flags.parents, flags.store) {
        (Some(parents), _) => *parents == ParentsFlag::None,
        (None, store) => matches!(store, Some(StoreFlag::Compact | StoreFlag::Bits)),
    }
}

fn parents(flags: &CheckFlags) -> Result<Parents, Failure> {
    match &flags.parents {
        Some(ParentsFlag::None | ParentsFlag::Disk(_)) if flags.graph.is_some() => {
            refused("`--graph` needs parents in memory")
        }
        Some(ParentsFlag::Disk(folder)) => parents::on_disk(folder.as_deref()),
        _ if keeps_no_parents(flags) => Ok(Parents::None),
        Some(_) | None => Ok(Parents::Memory),
    }
}

/// Only whole states can be compared with those on disk, level by level, and no graph is kept of
/// them.
fn spill(flags: &CheckFlags) -> Result<Option<Arc<dyn Scratch>>, Failure> {
    let Some(path) = &flags.spill else {
        return Ok(None);
    };
    if flags.search == SearchFlag::Dfs {
        return refused("`--spill` goes level by level; `--search dfs` does not");
    }
    if let Some(StoreFlag::Compact | StoreFlag::Bits) = flags.store {
        return refused("`--spill` keeps whole states; `--store compact` and `bits` have none");
    }
    if flags.parents.is_some() {
        return refused("`--spill` needs no parents, which `--parents` says where to keep");
    }
    if flags.graph.is_some() {
        return refused("`--graph` writes the state graph, which `--spill` does not keep");
    }
    match Folder::tried(path) {
        Ok(folder) => Ok(Some(Arc::new(folder))),
        Err(error) => {
            let (path, reason) = (path.display(), reason(&error));
            let message = format!("`--spill {path}` can't be used: {reason}");
            let hint = "it is a folder that files can be made in";
            Err(wrong_command_line(&message, Some(hint)))
        }
    }
}

/// Depth-first search is sequential; more than 1024 threads are a typing error.
fn thread_count(flags: &CheckFlags) -> Result<usize, Failure> {
    let is_in_order = flags.store == Some(StoreFlag::Bits) && keeps_no_parents(flags);
    match (flags.search, flags.threads) {
        (SearchFlag::Dfs, None | Some(1)) => Ok(1),
        (SearchFlag::Dfs, Some(_)) => refused("depth-first search has one thread"),
        // What bits leave out depends on the order in which states come, and who searches again
        // must find the same.
        (SearchFlag::Bfs, None | Some(1)) if is_in_order => Ok(1),
        (SearchFlag::Bfs, Some(_)) if is_in_order => refused(
            "with `--store bits` there is one thread, unless `--parents` are kept (memory, disk)",
        ),
        (SearchFlag::Bfs, None) => Ok(machine::cores()),
        (SearchFlag::Bfs, Some(threads @ ..=1024)) => Ok(threads as usize),
        (SearchFlag::Bfs, Some(_)) => refused("at most 1024 threads are possible"),
    }
}

fn deadlock(flag: DeadlockFlag) -> Deadlock {
    match flag {
        DeadlockFlag::Off => Deadlock::Off,
        DeadlockFlag::Stuck => Deadlock::Stuck,
        DeadlockFlag::Stuttering => Deadlock::Stuttering,
    }
}

pub fn model_options(model: &Path, flags: &ReadingFlags) -> Result<ModelOptions, Failure> {
    let front_end = front_end(model, flags)?;
    let default = ExecutionLimits::default();
    Ok(ModelOptions {
        front_end,
        reading: reading(flags, front_end.language())?,
        execution: ExecutionLimits {
            loop_turns: flags.loop_limit.unwrap_or(default.loop_turns),
            ..default
        },
    })
}
