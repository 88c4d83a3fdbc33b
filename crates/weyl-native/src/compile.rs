//! From a program to machine code: every function is translated, then all are compiled, on all
//! cores.

use crate::code::{Code, Departure, Entry, MovesFn, PropertyFn, RuleFn, TurnFn};
use crate::executor::Unavailable;
use crate::translate::{self, Translated, Unsupported};
use cranelift_codegen::Context;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::{AbiParam, Function, Signature, UserFuncName, types};
use cranelift_codegen::isa::{OwnedTargetIsa, TargetFrontendConfig, TargetIsa};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_entity::SecondaryMap;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use weyl_budget::{Budget, go_on, go_on_from_far};
use weyl_ir::PropertyKind;
use weyl_system::{Program, Transition};

/// Functions that make it worth while to start one more thread.
const FUNCTIONS_PER_THREAD: usize = 16;

/// From so many functions on, code is made in a hurry: each of them is a small part of what runs.
const MANY_FUNCTIONS: usize = 1 << 13;

/// A function that was translated and waits for its machine code.
struct Draft {
    entry: Entry,
    function: Function,
}

/// Machine code, not yet at the place where it can run.
struct Assembled {
    bytes: Vec<u8>,
    alignment: u64,
}

pub(crate) fn compile(program: &Program) -> Result<Code, Unavailable> {
    let functions = program.model.rules.len() + program.model.properties.len();
    let isa = machine(functions >= MANY_FUNCTIONS)?;
    let (drafts, mut interpreted) = drafts(program, isa.frontend_config());
    let assembled = assemble(&*isa, &drafts);
    let mut module = JITModule::new(JITBuilder::with_isa(
        isa,
        cranelift_module::default_libcall_names(),
    ));
    let mut placed: Vec<(Entry, FuncId)> = Vec::new();
    for (draft, assembled) in drafts.iter().zip(assembled) {
        // What can't be compiled is left to the interpreter, as what can't be translated is.
        let Some(code) = assembled else {
            interpreted.push((draft.entry.name(program), "no code for it on this machine"));
            continue;
        };
        let id = module.declare_anonymous_function(&draft.function.signature)?;
        module.define_function_bytes(id, code.alignment, &code.bytes, &[])?;
        placed.push((draft.entry, id));
    }
    module.finalize_definitions()?;
    let mut code = link(module, &placed);
    code.interpreted = interpreted;
    Ok(code)
}

fn machine(in_a_hurry: bool) -> Result<OwnedTargetIsa, Unavailable> {
    let mut flags = settings::builder();
    let (level, registers) = if in_a_hurry {
        ("none", "single_pass")
    } else {
        ("speed", "backtracking")
    };
    let wanted = [
        ("opt_level", level),
        ("regalloc_algorithm", registers),
        ("is_pic", "false"),
        ("use_colocated_libcalls", "false"),
        (
            "enable_verifier",
            if cfg!(debug_assertions) {
                "true"
            } else {
                "false"
            },
        ),
    ];
    for (name, value) in wanted {
        flags.set(name, value)?;
    }
    let builder = cranelift_native::builder().map_err(Unavailable::new)?;
    Ok(builder.finish(settings::Flags::new(flags))?)
}

/// Everything that can be translated.
fn drafts(
    program: &Program,
    target: TargetFrontendConfig,
) -> (Vec<Draft>, Vec<(String, &'static str)>) {
    let (mut drafts, mut interpreted) = (Vec::new(), Vec::new());
    let mut scratch = FunctionBuilderContext::new();
    let mut draft = |entry: Entry, translate: &dyn Fn(FunctionBuilder<'_>) -> Translated<()>| {
        go_on();
        let signature = signature(entry, target);
        let mut function = Function::with_name_signature(UserFuncName::default(), signature);
        let translated = translate(FunctionBuilder::new(&mut function, &mut scratch));
        match translated {
            Ok(()) => drafts.push(Draft { entry, function }),
            // What was begun is still in there.
            Err(Unsupported(reason)) => {
                scratch = FunctionBuilderContext::new();
                // Where there is none for a location, there may be some for each of its rules.
                if !matches!(entry, Entry::Moves(_)) {
                    interpreted.push((entry.name(program), reason));
                }
            }
        }
    };
    for id in program.model.rules.keys() {
        if program.model.has_processes() {
            draft(Entry::Turn(id), &|b| {
                translate::turn(program, id, target, b)
            })
        } else {
            draft(Entry::Rule(id), &|b| {
                translate::rule(program, id, target, b)
            })
        }
    }
    for (departure, transitions) in departures(program) {
        draft(Entry::Moves(departure), &|b| {
            translate::moves(program, transitions, target, b)
        });
    }
    // What is shown is evaluated on runs alone, by the interpreter.
    let properties = program.model.properties.iter();
    let asked = properties.filter(|(_, property)| property.kind != PropertyKind::Shown);
    for (id, _) in asked {
        let translate = |b: FunctionBuilder<'_>| translate::property(program, id, target, b);
        draft(Entry::Property(id), &translate);
    }
    (drafts, interpreted)
}

/// Where all turns that begin are single steps.
fn departures(program: &Program) -> impl Iterator<Item = (Departure, &[Transition])> {
    let kinds = program.turns.iter().enumerate();
    let all = kinds.flat_map(|(kind, locations)| {
        let locations = locations.iter().enumerate();
        locations.map(move |(location, transitions)| {
            let departure = Departure { kind, location };
            (departure, transitions.as_slice())
        })
    });
    all.filter(|(_, transitions)| translate::are_steps(program, transitions))
}

/// All parameters have 64 bits, and so has the status that is the answer.
fn signature(entry: Entry, target: TargetFrontendConfig) -> Signature {
    let parameters = match entry {
        Entry::Rule(_) => 2,
        Entry::Turn(_) => 4,
        Entry::Property(_) | Entry::Moves(_) => 3,
    };
    let mut signature = Signature::new(target.default_call_conv);
    signature.params = vec![AbiParam::new(types::I64); parameters];
    signature.returns = vec![AbiParam::new(types::I64)];
    signature
}

/// Compiles the drafts; `None` for one that Cranelift refuses.
fn assemble(isa: &dyn TargetIsa, drafts: &[Draft]) -> Vec<Option<Assembled>> {
    let cores = thread::available_parallelism().map_or(1, |cores| cores.get());
    let threads = (drafts.len() / FUNCTIONS_PER_THREAD).clamp(1, cores);
    let next = AtomicUsize::new(0);
    let budget = Budget::current();
    let work = || {
        let mut done = Vec::new();
        loop {
            if budget.is_spent() {
                return done;
            }
            let number = next.fetch_add(1, Relaxed);
            let Some(draft) = drafts.get(number) else {
                return done;
            };
            done.push((number, assemble_one(isa, draft)));
        }
    };
    let parts: Vec<Vec<_>> = thread::scope(|scope| {
        // Where no more threads are to be had, those that run do all the work.
        let start = |_| thread::Builder::new().spawn_scoped(scope, work).ok();
        let others: Vec<_> = (1..threads).filter_map(start).collect();
        let mut parts = vec![work()];
        // A thread that panicked has compiled nothing: its functions are interpreted.
        parts.extend(others.into_iter().filter_map(|other| other.join().ok()));
        parts
    });
    go_on_from_far();
    let mut assembled: Vec<Option<Assembled>> = drafts.iter().map(|_| None).collect();
    for (number, code) in parts.into_iter().flatten() {
        assembled[number] = code;
    }
    assembled
}

fn assemble_one(isa: &dyn TargetIsa, draft: &Draft) -> Option<Assembled> {
    let mut context = Context::for_function(draft.function.clone());
    let code = context.compile(isa, &mut ControlPlane::default()).ok()?;
    // Other functions are called by their addresses, so nothing is left to be filled in.
    code.buffer.relocs().is_empty().then(|| Assembled {
        bytes: code.code_buffer().to_vec(),
        alignment: u64::from(code.buffer.alignment),
    })
}

fn link(module: JITModule, placed: &[(Entry, FuncId)]) -> Code {
    let mut code = Code {
        interpreted: Vec::new(),
        rules: SecondaryMap::new(),
        turns: SecondaryMap::new(),
        properties: SecondaryMap::new(),
        moves: HashMap::new(),
        module: None,
    };
    for (entry, id) in placed {
        let address = module.get_finalized_function(*id);
        // SAFETY: the function was compiled with the signature of its entry, which is that of the
        // type, and lives as long as the module, which the code keeps.
        unsafe {
            match *entry {
                Entry::Rule(id) => {
                    code.rules[id] = Some(std::mem::transmute::<*const u8, RuleFn>(address));
                }
                Entry::Turn(id) => {
                    code.turns[id] = Some(std::mem::transmute::<*const u8, TurnFn>(address));
                }
                Entry::Moves(departure) => {
                    let function = std::mem::transmute::<*const u8, MovesFn>(address);
                    code.moves.insert(departure, function);
                }
                Entry::Property(id) => {
                    code.properties[id] =
                        Some(std::mem::transmute::<*const u8, PropertyFn>(address));
                }
            }
        }
    }
    code.module = Some(module);
    code
}
