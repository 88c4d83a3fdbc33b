//! What was typed. [`settings`](crate::program::settings) says what was meant.

use crate::language::by_name;
use crate::program::reduce::{ReduceFlag, reduce};
use crate::program::{amounts, compare, complete, notes, schema, test};
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use weyl_explore::Checkpoints;
use weyl_ir::FrontEnd;
use weyl_report::Filter;

#[derive(Debug, Parser)]
#[command(
    name = "weyl",
    version,
    about = "A model checker for Murphi and Promela models",
    after_help = notes::help("weyl"),
    disable_help_subcommand = false,
    propagate_version = true,
    max_term_width = 100
)]
pub struct Flags {
    /// When to use colours
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN")]
    pub color: Color,
    /// Show every warning, also those that say the same of another place
    #[arg(long, global = true)]
    pub verbose: bool,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check the properties of a model
    #[command(after_long_help = notes::help("check"))]
    Check(Box<CheckFlags>),
    /// Go on with a check that was interrupted, from its last checkpoint
    #[command(after_long_help = notes::help("resume"))]
    Resume(ResumeFlags),
    /// Show the symmetry of a model: its group, and what breaks more
    #[command(after_long_help = notes::help("symmetry"))]
    Symmetry(SymmetryFlags),
    /// Show what a property depends on, and what can change places there
    #[command(after_long_help = notes::help("dependencies"))]
    Dependencies(DependenciesFlags),
    /// Print the program that a model is lowered to
    #[command(after_long_help = notes::help("lower"))]
    Lower(LowerFlags),
    /// Show what a temporal formula was read as, and its automaton
    #[command(after_long_help = notes::help("formula"))]
    Formula(FormulaFlags),
    /// Explain a diagnostic code, such as W0012
    #[command(after_long_help = notes::help("explain"))]
    Explain {
        /// The code; without it all codes are listed
        code: Option<String>,
    },
    /// Walk through a model: at random, by hand, or along a run found before
    #[command(after_long_help = notes::help("simulate"))]
    Simulate(SimulateFlags),
    /// Test models that say what is expected of them
    #[command(after_long_help = notes::help("test"))]
    Test(test::flags::TestFlags),
    /// Compare two answers: verdicts, counts, groups, time and memory
    #[command(after_long_help = notes::help("compare"))]
    Compare(compare::CompareFlags),
    /// Print the JSON Schema of what a command prints with --json
    #[command(after_long_help = notes::help("schema"))]
    Schema {
        /// The command; progress is a line of `--progress jsonl`
        #[arg(value_enum)]
        what: schema::SchemaFlag,
    },
    /// Print a completion script for a shell
    #[command(after_long_help = notes::help("completions"))]
    Completions(complete::CompletionsFlags),
    /// Write the man pages of weyl and of its commands into a folder
    #[command(after_long_help = notes::help("man"))]
    Man {
        /// The folder; it is made if there is none
        folder: PathBuf,
    },
}

#[derive(Debug, Args)]
pub struct ResumeFlags {
    /// The folder of `weyl check --checkpoint`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Threads [default: as before]
    #[arg(long, value_name = "N", value_parser = amounts::count)]
    pub threads: Option<u64>,
    /// Stop after this many states, with those that are there [default: as before]
    #[arg(long, value_name = "N", value_parser = amounts::count)]
    pub max_states: Option<u64>,
    /// Stop when the process needs more memory (512M, 2G) [default: as before]
    #[arg(long, value_name = "SIZE", value_parser = amounts::size)]
    pub max_memory: Option<u64>,
    /// Stop after this time (10s, 5m, 1h), counted from now [default: as before]
    #[arg(long, value_name = "TIME", value_parser = amounts::time)]
    pub max_time: Option<Duration>,
    /// Stop this many steps from the start [default: as before]
    #[arg(long, value_name = "N", value_parser = amounts::count)]
    pub max_depth: Option<u64>,
    /// Between two checkpoints [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = amounts::time)]
    pub every: Option<Duration>,
    /// Print one JSON object instead of text
    #[arg(long)]
    pub json: bool,
    /// How to tell on stderr how far the check is [default: as before]
    #[arg(long, value_enum, value_name = "HOW")]
    pub progress: Option<ProgressFlag>,
    /// Print nothing but errors; the exit code tells
    #[arg(long, short, conflicts_with = "json")]
    pub quiet: bool,
}

#[derive(Debug, Args)]
pub struct FormulaFlags {
    /// A formula, such as '[] (request -> <> grant)' or 'AG (request -> EF grant)': propositions
    /// are names, or anything in braces
    ///
    /// Operators: ! && || -> <->, [] (or G), <> (or F), X, U, V (or R), W; with path quantifiers A(
    /// … ), E( … ), AX, EX, AF, EF, AG, EG it is one of branching time.
    pub formula: String,
    /// Read it as one of the modal mu-calculus: mu X. f, nu X. f, <> f, [] f
    #[arg(long, conflicts_with_all = ["automaton", "hoa", "dot", "never"])]
    pub mu: bool,
    /// The automaton of a formula of linear time
    #[arg(long)]
    pub automaton: bool,
    /// That automaton in the Hanoi omega-automata format
    #[arg(long, conflicts_with_all = ["dot", "never"])]
    pub hoa: bool,
    /// The same for Graphviz
    #[arg(long, conflicts_with = "never")]
    pub dot: bool,
    /// The same as a never claim for SPIN
    #[arg(long)]
    pub never: bool,
}

#[derive(Debug, Args)]
pub struct ModelFlags {
    /// The model: a file that ends in .m (Murphi), in .pml, .prom, .promela, .pm or .p (Promela),
    /// or in .weyl (what `weyl lower` prints); - is standard input
    pub model: PathBuf,
    #[command(flatten)]
    pub reading: ReadingFlags,
}

/// What is shown of states.
#[derive(Debug, Args)]
pub struct VariableFlags {
    /// Show these variables alone in runs: x, P:x, P[1]:x, x[2]
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub vars: Vec<String>,
    /// Do not show these variables in runs
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Output"
    )]
    pub hide: Vec<String>,
    /// Show the value of this expression along runs (may be given several times)
    ///
    /// In the language of the model: `len(q) + x`, `P[1]:n`, in Murphi `count[p1] + 1`.
    #[arg(long, value_name = "EXPRESSION", help_heading = "Output")]
    pub expr: Vec<String>,
}

impl VariableFlags {
    pub fn filter(&self) -> Filter {
        Filter {
            only: self.vars.clone(),
            hidden: self.hide.clone(),
        }
    }
}

/// How a model is read.
#[derive(Debug, Args)]
pub struct ReadingFlags {
    /// The language of the model, whatever its name ends in (murphi, promela, ir)
    #[arg(long, value_parser = by_name, help_heading = "Model")]
    pub language: Option<&'static dyn FrontEnd>,
    /// Give a constant of a Murphi model another value; define a macro of a Promela model
    #[arg(short = 'D', value_name = "NAME=VALUE", value_parser = amounts::definition, help_heading = "Model")]
    pub define: Vec<(String, Option<String>)>,
    /// Look for included files in this folder too (may be given several times; Promela)
    #[arg(short = 'I', value_name = "DIR", help_heading = "Model")]
    pub include: Vec<PathBuf>,
    /// Copying or comparing an undefined value is an error too (Murphi)
    #[arg(long, help_heading = "Model")]
    pub strict_undefined: bool,
    /// Turns after which a `while` loop counts as endless (Murphi) [default: 100000]
    #[arg(long, value_name = "N", value_parser = amounts::count, help_heading = "Model")]
    pub loop_limit: Option<u64>,
}

#[derive(Debug, Args)]
pub struct CheckFlags {
    /// Models: files that end in .m (Murphi), in .pml, .prom, .promela, .pm or .p (Promela), or in
    /// .weyl (what `weyl lower` prints), folders with such files; - is standard input
    #[arg(required = true, value_name = "MODEL")]
    pub models: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadingFlags,
    /// Check this one of the models, counted from 0: so weyl calls itself.
    #[arg(long, hide = true)]
    pub only: Option<usize>,

    /// List the properties of the model, and check none
    #[arg(long, conflicts_with = "quiet", help_heading = "Properties")]
    pub list: bool,

    /// Check this property alone (may be given several times)
    ///
    /// Names are those in the table of properties: an invariant, cover or liveness property by its
    /// name, `assertions` or the message of one (in Promela its expression), `run-time error`,
    /// `deadlock` (in Promela `invalid end state`).
    #[arg(long, value_name = "NAME", help_heading = "Properties")]
    pub property: Vec<String>,
    /// Check this temporal formula alone (may be given several times, also with --property)
    ///
    /// Promela: what could stand in an `ltl` block, such as '[] (P[1]@trying -> <> P[1]@critical)'.
    /// Murphi: expressions of the model with G F X U V W (or [] <>) between them, such as 'forall
    /// i: Proc do G (try[i] -> F crit[i])'.
    #[arg(
        long,
        value_name = "FORMULA",
        conflicts_with = "safety_only",
        help_heading = "Properties"
    )]
    pub ltl: Vec<String>,
    /// Check this formula of CTL or CTL* alone (may be given several times)
    ///
    /// NuSMV's operators (AX EX AF EF AG EG, A[p U q], E[p U q]) and A( … ), E( … ) around
    /// whatever --ltl reads, such as 'AG (try[1] -> EF crit[1])'. All initial states must satisfy
    /// it.
    #[arg(
        long,
        value_name = "FORMULA",
        conflicts_with = "safety_only",
        help_heading = "Properties"
    )]
    pub ctl: Vec<String>,
    /// Check this formula of the modal mu-calculus alone (may be given several times)
    ///
    /// Such as 'nu X. p && [] X': mu and nu bind variables, <> and [] speak of steps. What --ctl
    /// reads may stand inside, but for [] and <>.
    #[arg(
        long,
        value_name = "FORMULA",
        conflicts_with = "safety_only",
        help_heading = "Properties"
    )]
    pub mu: Vec<String>,
    /// What becomes of quantifiers over names inside of --ctl and --mu [default: auto]
    ///
    /// always: what one says of each name is answered for all of them at once, on states with a
    /// name, so that names may change places. never: they are written out, and only what keeps each
    /// name in its place is left of the symmetries. auto: always where there is symmetry. The
    /// verdict is the same.
    #[arg(long, value_enum, value_name = "WHEN", help_heading = "Symmetry")]
    pub decompose: Option<DecomposeFlag>,
    /// Show a shortest run to a state that satisfies this expression of the model (may be given
    /// several times); nothing else is checked that is not named
    ///
    /// What could be an atom of --ltl, such as 'crit[1] & crit[2]' or 'P[1]@critical && n > 2'. If
    /// no reachable state satisfies it, that counts as a violation.
    #[arg(long, value_name = "EXPR", help_heading = "Properties")]
    pub witness: Vec<String>,
    /// Which runs count for temporal properties [default: none, which is all of them]
    ///
    /// weak: those in which every process that can act from some time on acts again and again
    /// (SPIN's -f). strong: those in which every process that can act again and again does so. In
    /// Murphi every instance of a rule takes the part of a process.
    #[arg(long, value_enum, value_name = "WHICH", help_heading = "Properties")]
    pub fairness: Option<FairnessFlag>,
    /// Be fair to the instances of this rule alone (may be given several times; Murphi) [implies
    /// --fairness weak]
    #[arg(long, value_name = "RULE", help_heading = "Properties")]
    pub fair: Vec<String>,
    /// No cover, liveness or temporal properties
    #[arg(long, help_heading = "Properties")]
    pub safety_only: bool,
    /// When a state counts as a deadlock [default: stuttering for Murphi, stuck for Promela]
    ///
    /// off: never. stuck: no rule is enabled; in Promela, nor are all processes at an end state.
    /// stuttering: no rule leads to another state (Murphi).
    #[arg(long, value_enum, value_name = "MODE", help_heading = "Properties")]
    pub deadlock: Option<DeadlockFlag>,
    /// Explore everything and report every distinct violation
    #[arg(long, help_heading = "Properties")]
    pub keep_going: bool,

    /// The order in which states are explored
    ///
    /// bfs: breadth first; violations get short runs (with --shortest, shortest ones). dfs: depth
    /// first, with one thread.
    #[arg(long, value_enum, default_value_t = SearchFlag::Bfs, value_name = "ORDER", help_heading = "Search")]
    pub search: SearchFlag,
    /// What is kept of each state [default: auto]
    ///
    /// auto: all of it, and of large states what they share only once. exact: all of it, without
    /// compression. compact: a fingerprint of 64 bits, in 7 to 8 bytes. bits: three bits of a table
    /// of fixed size, half of --max-memory or 128 MB, which leaves out states when it fills. The
    /// last two are for safety properties alone. Violations are real; without one the answer is
    /// inconclusive, with the probability that a state was left out, and for bits the expected
    /// share of such states.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Search")]
    pub store: Option<StoreFlag>,
    /// Where it is kept which state each was reached from [default: memory; none for --store
    /// compact and bits]
    ///
    /// memory: 2 bytes a state, with --store compact and bits 6. disk, disk=FOLDER: in a file
    /// without a name, 6 bytes a state. none: nowhere; a violation is searched for once more, up to
    /// where it was, to show the run to it. The last two are not for liveness and temporal
    /// properties; --store bits has one thread with none.
    #[arg(
        long,
        value_name = "memory|disk[=FOLDER]|none",
        value_parser = parents,
        help_heading = "Search"
    )]
    pub parents: Option<ParentsFlag>,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = amounts::count, help_heading = "Search")]
    pub threads: Option<u64>,
    /// What fires the rules [default: native, where there is machine code for this machine]
    ///
    /// native: the model compiled to machine code. interpreter: the model walked through; slower,
    /// with the same answers.
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Search")]
    pub executor: Option<ExecutorFlag>,
    /// What may be done for there to be fewer states to explore [default: all]
    ///
    /// A list of: symmetry (one state of those that differ in names only), slice (what has no say
    /// in the properties is left out, where all of them are invariants, covers or liveness named
    /// with --property), live (variables that nobody will look at have their defaults), merge
    /// (steps of a process that touch its own variables alone belong to the step before; Promela;
    /// left out where steps are counted, and under fairness), por (of steps that commute one order
    /// is explored; left out as merge is, and for liveness). none: the model as it was written,
    /// with the counts of SPIN and Rumur.
    #[arg(long, value_name = "all|none|LIST", value_parser = reduce, help_heading = "Reductions")]
    pub reduce: Option<ReduceFlag>,
    /// Show runs with as few steps as any; leaves out `merge` and `por`, as --witness does
    #[arg(long, help_heading = "Reductions")]
    pub shortest: bool,
    /// Explore one state of those that differ in names only [default: auto]
    ///
    /// auto: all symmetry that weyl finds in the text and proves. scalarset: declared scalarsets
    /// alone. off: every state. FILE: generators in cycle notation, one in a line, such as
    /// `(Proc_1 Proc_2)`; each is checked, and refused with what it breaks.
    #[arg(long, value_name = "MODE|FILE", value_parser = symmetry, help_heading = "Symmetry")]
    pub symmetry: Option<SymmetryFlag>,
    /// How the one state is chosen [default: exact]
    ///
    /// exact: the same for all states that differ in names only. fast: cheaper for one state; there
    /// may be several for one orbit.
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Symmetry")]
    pub representative: Option<RepresentativeFlag>,
    /// Take loops over a scalarset for independent of their order without proof (Murphi)
    ///
    /// The verdict is then marked as unproved.
    #[arg(long, help_heading = "Symmetry")]
    pub trust_loops: bool,
    /// What becomes of processes that have ended [default: what gives processes more symmetry, if
    /// it can't be seen]
    ///
    /// spin: they are removed as SPIN does it, the youngest first; exact, and the default without
    /// symmetry. stay: they stay; refused where anybody can see the difference (Promela).
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Symmetry")]
    pub termination: Option<TerminationFlag>,
    /// What becomes of the names in a temporal formula under symmetry [default: what takes fewer
    /// states]
    ///
    /// fixed: one of each orbit is explored, under the symmetry that keeps it. followed: all at
    /// once, renamed along with the state (the annotated quotient).
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Symmetry")]
    pub indices: Option<IndicesFlag>,
    /// Explore with and without reductions, and compare verdicts and orbits
    #[arg(long, help_heading = "Symmetry")]
    pub self_check: bool,

    /// Stop after this many states (1000, 50k, 2M)
    #[arg(long, value_name = "N", value_parser = amounts::count, help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// Stop when the process needs more memory (512M, 2G) [default: 80 % of what there is]
    ///
    /// All of it counts, from reading to judging; weyl itself needs about 14 MB. What there is: the
    /// memory of the machine, of the control group, or what `ulimit -v` allows.
    #[arg(long, value_name = "SIZE", value_parser = amounts::size, help_heading = "Limits")]
    pub max_memory: Option<u64>,
    /// Go on with states on disk when memory is not enough: a folder for them
    ///
    /// The answers are those of a search with memory enough; it takes longer. For questions about
    /// states: the search ends at the memory limit all the same where liveness or temporal
    /// properties need the graph (`--safety-only` leaves these out). Breadth first only, with whole
    /// states, and without --graph. Nothing is left in the folder.
    #[arg(long, value_name = "DIR", help_heading = "Limits")]
    pub spill: Option<PathBuf>,
    /// Save what is found now and then, so that `weyl resume DIR` can go on with it
    ///
    /// Also when a limit is reached, and on Ctrl-C and SIGTERM. The folder is made if there is
    /// none; a check that comes to its end leaves nothing there. Breadth first only; not with
    /// `--store bits`, --spill, --parents disk or --self-check.
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with = "list",
        help_heading = "Limits"
    )]
    pub checkpoint: Option<PathBuf>,
    /// Between two checkpoints [default: 10m]
    #[arg(
        long,
        value_name = "TIME",
        value_parser = amounts::time,
        requires = "checkpoint",
        help_heading = "Limits"
    )]
    pub every: Option<Duration>,
    /// A check that goes on.
    #[arg(skip)]
    pub resumed: Option<Arc<Checkpoints>>,
    /// Stop after this time (10s, 5m, 1h)
    ///
    /// Counted from the start of the process, for everything together: reading, looking for
    /// symmetry, compiling, all searches, replaying.
    #[arg(long, value_name = "TIME", value_parser = amounts::time, help_heading = "Limits")]
    pub max_time: Option<Duration>,
    /// Stop this many steps from the start
    #[arg(long, value_name = "N", value_parser = amounts::count, help_heading = "Limits")]
    pub max_depth: Option<u64>,

    /// Print one JSON object instead of text
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    #[command(flatten)]
    pub variables: VariableFlags,
    /// Show the messages of each run as a sequence chart (Promela)
    #[arg(long, conflicts_with_all = ["json", "quiet"], help_heading = "Output")]
    pub msc: bool,
    /// Show where the time went: executor, representatives, properties, store (always in the JSON
    /// answer)
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub profile: bool,
    /// Show in how many of the explored steps each rule or statement had a part (always in the JSON
    /// answer)
    ///
    /// Under symmetry one step stands for all that it is mapped to.
    #[arg(long, conflicts_with = "quiet", help_heading = "Output")]
    pub coverage: bool,
    /// Write the state graph: FILE.dot (Graphviz), FILE.json or FILE.graphml
    ///
    /// One state of each orbit, unless `--symmetry off` says otherwise; what a limit or a violation
    /// leaves unexplored is missing. Files are tried before the search, replaced as a whole after
    /// it, and never over a file that is read; devices and pipes (/dev/stdout, >(dot -Tsvg)) are
    /// written through.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub graph: Option<PathBuf>,
    /// What `--graph` was called once.
    #[arg(long, hide = true)]
    pub dot: Option<PathBuf>,
    /// Write the messages of the first violation as a sequence chart: FILE.svg, FILE.mmd (Mermaid),
    /// FILE.puml (PlantUML) or FILE.txt (Promela)
    ///
    /// If nothing is violated, no file is written.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub chart: Option<PathBuf>,
    /// Write the run of the first violation to a file, for `spin -t -k FILE MODEL` (Promela)
    ///
    /// If nothing is violated, no file is written.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub trail: Option<PathBuf>,
    /// Write the properties to a file, as JUnit's XML
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub junit: Option<PathBuf>,
    /// Write violations, warnings and errors to a file, as SARIF, with runs as code flows
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub sarif: Option<PathBuf>,
    /// How to tell on stderr how far the check is [default: auto; off with --quiet]
    ///
    /// auto: a line on a terminal; elsewhere a line after 5 s and then every 10 s, so that short
    /// runs print nothing. plain: a line every second. jsonl: the same as one JSON object a line
    /// (elapsed_seconds, states, transitions, frontier, depth, bytes). off: nothing.
    #[arg(long, value_enum, value_name = "HOW", help_heading = "Output")]
    pub progress: Option<ProgressFlag>,
    /// Print nothing but errors; the exit code tells
    #[arg(long, short, conflicts_with = "json", help_heading = "Output")]
    pub quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressFlag {
    Auto,
    Plain,
    Jsonl,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DeadlockFlag {
    Off,
    Stuck,
    Stuttering,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SearchFlag {
    Bfs,
    Dfs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExecutorFlag {
    Native,
    Interpreter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoreFlag {
    Auto,
    Exact,
    Compact,
    Bits,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParentsFlag {
    Memory,
    /// In this folder, or where the system has its temporary files.
    Disk(Option<PathBuf>),
    None,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SymmetryFlag {
    Auto,
    Scalarset,
    Off,
    File(PathBuf),
}

/// A file called like one of the words is written `./auto`.
fn parents(text: &str) -> Result<ParentsFlag, String> {
    match text {
        "memory" => Ok(ParentsFlag::Memory),
        "disk" => Ok(ParentsFlag::Disk(None)),
        "none" => Ok(ParentsFlag::None),
        _ => match text.strip_prefix("disk=") {
            Some(folder) if !folder.is_empty() => Ok(ParentsFlag::Disk(Some(folder.into()))),
            Some(_) | None => Err("it is `memory`, `disk`, `disk=FOLDER` or `none`".to_string()),
        },
    }
}

fn symmetry(text: &str) -> Result<SymmetryFlag, String> {
    Ok(match text {
        "auto" => SymmetryFlag::Auto,
        "scalarset" => SymmetryFlag::Scalarset,
        "off" => SymmetryFlag::Off,
        file => SymmetryFlag::File(PathBuf::from(file)),
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum RepresentativeFlag {
    Exact,
    Fast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TerminationFlag {
    Spin,
    Stay,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FairnessFlag {
    None,
    Weak,
    Strong,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum IndicesFlag {
    Fixed,
    Followed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiagramFlag {
    Group,
    Scd,
    Program,
}

/// What becomes of quantifiers inside of formulas of branching time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DecomposeFlag {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Args)]
pub struct SymmetryFlags {
    #[command(flatten)]
    pub model: ModelFlags,
    /// Say how much of the group keeps this property (may be given several times) [default: all]
    #[arg(long, value_name = "NAME")]
    pub property: Vec<String>,
    /// Say how much of the group keeps this temporal formula (may be given several times)
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Vec<String>,
    /// What becomes of processes that have ended [default: what gives processes more symmetry, if
    /// it can't be seen]
    #[arg(long, value_enum, value_name = "HOW")]
    pub termination: Option<TerminationFlag>,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
    /// Which diagram is drawn [default: group]
    ///
    /// group: the names of the model, how they are related, and the group that is used. scd: the
    /// static channel diagram, who sends to and receives from which channel. program: the program
    /// diagram, whose symmetries are those of the model (small models).
    #[arg(long, value_enum, value_name = "WHAT")]
    pub diagram: Option<DiagramFlag>,
    /// Draw a diagram as a picture
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write a diagram for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct DependenciesFlags {
    #[command(flatten)]
    pub model: ModelFlags,
    /// What this property depends on (may be given several times)
    #[arg(long, value_name = "NAME")]
    pub property: Vec<String>,
    /// What this temporal formula depends on (may be given several times)
    #[arg(long, value_name = "FORMULA")]
    pub ltl: Vec<String>,
    /// Print the answer as JSON
    #[arg(long)]
    pub json: bool,
    /// Draw which variables depend on which
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Write the same for Graphviz
    #[arg(long, value_name = "FILE")]
    pub dot: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct LowerFlags {
    #[command(flatten)]
    pub model: ModelFlags,
    /// Room for this many processes, and for as many channels that are created [default: what the
    /// first states need]
    #[arg(long, value_name = "N", value_parser = amounts::count)]
    pub capacity: Option<u64>,
    /// Do not say where in the model each part comes from
    #[arg(long)]
    pub bare: bool,
}

#[derive(Debug, Args)]
pub struct SimulateFlags {
    #[command(flatten)]
    pub model: ModelFlags,
    /// Choose the steps by this seed [default: another one each time]
    #[arg(long, value_name = "N", conflicts_with_all = ["trace", "interactive"])]
    pub seed: Option<u64>,
    /// How many random steps to take [default: 20]
    #[arg(long, value_name = "N", value_parser = amounts::count, conflicts_with_all = ["trace", "interactive"])]
    pub steps: Option<u64>,
    /// Walk through a run in an answer of `weyl check --json`
    #[arg(long, value_name = "FILE", conflicts_with = "interactive")]
    pub trace: Option<PathBuf>,
    /// Which property's run, if the answer has several [default: the first]
    #[arg(long, value_name = "NAME", requires = "trace")]
    pub property: Option<String>,
    /// Choose each step yourself
    #[arg(long)]
    pub interactive: bool,
    #[command(flatten)]
    pub variables: VariableFlags,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Flags::command().debug_assert();
    }
}
