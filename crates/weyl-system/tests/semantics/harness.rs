//! Programs in, printed outcomes out.

use weyl_ir::layout::{Located, Shape};
use weyl_ir::{Model, Type, TypeId, text};
use weyl_system::{
    Batch, ExecutionLimits, Fault, FaultKind, FiredOutcome, Firing, Interpreter, Outcome, Program,
    System,
};

/// A text with what it stands for. `MAX` and `MIN` in it are the largest and least numbers.
pub struct Source {
    text: String,
    pub program: Program,
}

impl Source {
    pub fn new(text: &str) -> Source {
        Source::with_limits(text, ExecutionLimits::default())
    }

    pub fn with_limits(text: &str, limits: ExecutionLimits) -> Source {
        let text = with_extremes(text);
        let model = text::read(&text).unwrap_or_else(|errors| panic!("{errors:#?}\n{text}"));
        let program = Program::new(model, limits).unwrap();
        Source { text, program }
    }

    /// All firings of initial rules.
    pub fn initial(&self) -> Vec<String> {
        let mut batch = Batch::default();
        Interpreter::new(&self.program).initial(&mut batch);
        let names = self.program.model.starts.iter();
        let names: Vec<&str> = names.map(|(_, rule)| rule.name.as_str()).collect();
        self.print(&batch, &names)
    }

    /// All firings from a state.
    pub fn successors(&self, state: &[u8]) -> Vec<String> {
        let mut batch = Batch::default();
        Interpreter::new(&self.program).successors(state, &mut batch);
        let names = self.program.model.rules.iter();
        let names: Vec<&str> = names.map(|(_, rule)| rule.name.as_str()).collect();
        self.print(&batch, &names)
    }

    /// All firings from the first initial state.
    pub fn steps(&self) -> Vec<String> {
        self.successors(&self.first())
    }

    /// The first initial state.
    pub fn first(&self) -> Vec<u8> {
        let mut batch = Batch::default();
        Interpreter::new(&self.program).initial(&mut batch);
        let mut states = batch.iter().filter_map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => Some(state.to_vec()),
            _ => None,
        });
        let state = states.next();
        state.unwrap_or_else(|| panic!("no initial state, but {:?}", self.initial()))
    }

    /// The only firing of the only initial rule: the output, and what it led to.
    pub fn fire_start(&self) -> (String, String) {
        let first = self.program.model.starts.keys().next().unwrap();
        let firing = Firing {
            rule: first,
            instance: 0,
        };
        let fired = Interpreter::new(&self.program).fire_start(firing);
        fired.map_or_else(
            || (String::new(), "nothing".to_string()),
            |fired| {
                let output = fired.output();
                let outcome = match fired.outcome {
                    FiredOutcome::State(state) => self.state(&state),
                    FiredOutcome::Fault(fault) => self.fault(&fault),
                    FiredOutcome::Excluded => "excluded".to_string(),
                };
                (output, outcome)
            },
        )
    }

    fn print(&self, batch: &Batch, names: &[&str]) -> Vec<String> {
        let steps = batch.iter().map(|(Firing { rule, instance }, outcome)| {
            let outcome = match outcome {
                Outcome::State { state, .. } => self.state(state),
                Outcome::Fault(fault) => self.fault(fault),
                Outcome::Excluded => "excluded".to_string(),
            };
            let name = names[rule.as_u32() as usize];
            format!("{name} {instance}: {outcome}")
        });
        steps.collect()
    }

    pub fn fault(&self, fault: &Fault) -> String {
        format!(
            "{} at {}",
            kind(&fault.kind, &self.program.model),
            &self.text[fault.span.range()]
        )
    }

    pub fn state(&self, state: &[u8]) -> String {
        let program = &self.program;
        let shown = program.model.variables.iter().map(|(id, variable)| {
            let at = program.layout.variables[id];
            let text = show(program, state, at, variable.ty);
            format!("{}={text}", variable.name)
        });
        shown.collect::<Vec<String>>().join(" ")
    }
}

pub fn with_extremes(text: &str) -> String {
    text.replace("MAX", &i128::MAX.to_string())
        .replace("MIN", &i128::MIN.to_string())
}

fn kind(kind: &FaultKind, model: &Model) -> String {
    match kind {
        FaultKind::Assertion { message } => format!("assertion {message:?}"),
        FaultKind::Refuted { property, message } => {
            let name = &model.properties[*property].name;
            format!("{name:?} refuted {message:?}")
        }
        FaultKind::Error { message } => format!("error {message:?}"),
        FaultKind::Undefined => "undefined".to_string(),
        FaultKind::OutOfRange { value, lo, hi } => format!("{value} outside {lo}..{hi}"),
        FaultKind::BadIndex { value, lo, hi } => format!("index {value} outside {lo}..{hi}"),
        FaultKind::DivisionByZero => "division by zero".to_string(),
        FaultKind::Overflow => "overflow".to_string(),
        FaultKind::NotMember { ty } => format!("no {}", model.describe_type(*ty)),
        FaultKind::MultisetFull { capacity } => format!("full ({capacity})"),
        FaultKind::EmptyPosition => "empty position".to_string(),
        FaultKind::ZeroStep => "zero step".to_string(),
        FaultKind::LoopLimit { turns } => format!("{turns} turns"),
        FaultKind::CallDepth { calls } => format!("{calls} calls"),
        FaultKind::MissingReturn => "missing return".to_string(),
        FaultKind::NoChannel { number } => format!("no channel {number}"),
        FaultKind::MessageFields { given, wanted } => format!("{given} fields, not {wanted}"),
        FaultKind::ChannelFull => "channel full".to_string(),
        FaultKind::NoMessage => "no message".to_string(),
        FaultKind::Poll => "poll".to_string(),
        FaultKind::Blocked => "blocked".to_string(),
        FaultKind::CircularEnabled => "circular".to_string(),
        FaultKind::Endless => "endless".to_string(),
        FaultKind::TableFull { table } => format!("{table:?} full"),
        FaultKind::Interrupted => "interrupted".to_string(),
    }
}

/// Scalars as they are called (`_` where undefined), `[arrays]`, `{records}`, `<multisets>`.
fn show(program: &Program, state: &[u8], at: Located, ty: TypeId) -> String {
    let part = |by: u32, shape, ty| {
        let offset = at.offset + by;
        show(program, state, Located { offset, shape }, ty)
    };
    let shape = &program.layout.shapes[at.shape];
    match shape {
        Shape::Scalar(scalar) => {
            let value = scalar.decode(scalar.load(state, at.offset as usize));
            value.map_or("_".to_string(), |value| {
                program.model.display_value(ty, value)
            })
        }
        Shape::Record { fields: parts } => {
            let Type::Record(fields) = program.model.types.get(ty) else {
                unreachable!("a shape follows its type")
            };
            let parts = parts.iter().zip(fields);
            let parts = parts.map(|((by, shape), field)| part(*by, *shape, field.ty));
            format!("{{{}}}", parts.collect::<Vec<_>>().join(" "))
        }
        Shape::Array {
            len,
            stride,
            element: shape,
            ..
        } => {
            let Type::Array { element, .. } = program.model.types.get(ty) else {
                unreachable!("a shape follows its type")
            };
            let parts = (0..*len).map(|number| part(number * stride, *shape, *element));
            format!("[{}]", parts.collect::<Vec<_>>().join(" "))
        }
        Shape::Multiset {
            capacity,
            stride,
            element: shape,
        } => {
            let Type::Multiset { element, .. } = program.model.types.get(ty) else {
                unreachable!("a shape follows its type")
            };
            let flag = |number: &u32| state[(at.offset + number * stride) as usize] == 1;
            let occupied = (0..*capacity).filter(flag);
            let parts = occupied.map(|number| part(number * stride + 1, *shape, *element));
            format!("<{}>", parts.collect::<Vec<_>>().join(" "))
        }
        Shape::Channel(_) => unreachable!("these models have no channels"),
    }
}

/// Runs every body as the only initial rule, after the declarations. Expected is the state, the
/// fault with the text it stands at, or `nothing`.
pub fn check_bodies(declarations: &str, locals: &str, cases: &[(&str, &str)]) {
    for (body, expected) in cases {
        let locals = match locals {
            "" => String::new(),
            some => format!("locals {some}"),
        };
        let text = format!("model \"m\" {declarations} start \"s\" {locals} {{ {body} }}");
        let (_, outcome) = Source::new(&text).fire_start();
        assert_eq!(outcome, with_extremes(expected), "{body}");
    }
}
