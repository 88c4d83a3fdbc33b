//! Process types, `init`, and who starts whom.

use super::PromelaOptions;
use super::syntax::{Brackets, Kind, Model, Process, Stmt};
use super::world::{Channel, Parameter, Place, Scope, Shape, Signature, Type, Variable};
use crate::dice::Dice;

pub struct Generator {
    pub dice: Dice,
    pub options: PromelaOptions,
    pub scope: Scope,
    pub carried_shape: Shape,
    /// Declarations at the head of the process in the making.
    pub locals: Vec<String>,
    pub names: usize,
    pub in_inline: bool,
    pub in_step: bool,
    /// Whether a trace looks at the messages.
    pub is_traced: bool,
    /// Whether the trace is being written.
    pub in_trace: bool,
    /// The process types that the process in the making may start: later ones only.
    startable: Vec<Signature>,
}

impl Generator {
    pub fn new(dice: Dice, options: PromelaOptions) -> Generator {
        Generator {
            dice,
            options,
            scope: Scope::default(),
            carried_shape: Shape {
                fields: Vec::new(),
                buffered: true,
            },
            locals: Vec::new(),
            names: 0,
            in_inline: false,
            in_step: false,
            is_traced: false,
            in_trace: false,
            startable: Vec::new(),
        }
    }

    pub fn model(mut self) -> Model {
        let mut model = Model::default();
        self.globals(&mut model);
        self.is_traced = self.dice.chance(20);
        self.in_trace = true;
        let trace = self.is_traced.then(|| self.trace());
        self.in_trace = false;
        let most = self.options.process_types.max(1);
        let count = most - self.dice.below(most) * self.dice.below(2);
        let mut signatures: Vec<(Signature, usize)> = Vec::new();
        for number in 0..count {
            let active = if self.dice.chance(60) {
                1 + self.dice.below(4) / 3
            } else {
                0
            };
            let parameters = self.parameters(active > 0);
            let name = format!("P{number}");
            signatures.push((Signature { name, parameters }, active));
        }
        let has_init = signatures.iter().any(|(_, active)| *active == 0) || self.dice.chance(15);
        if has_init {
            let passive = signatures.iter().filter(|(_, active)| *active == 0);
            self.startable = passive.map(|(signature, _)| signature.clone()).collect();
            let init = self.init();
            model.processes.push(init);
        }
        for number in 0..count {
            let later = signatures.iter().skip(number + 1);
            self.startable = later.map(|(signature, _)| signature.clone()).collect();
            let (signature, active) = signatures[number].clone();
            let process = self.process(&signature, active);
            let at = self.dice.below(model.processes.len() + 1);
            model.processes.insert(at, process);
        }
        model.processes.extend(trace);
        model
    }

    /// Nobody gives an active process its parameters, so it must not have a channel among them.
    fn parameters(&mut self, active: bool) -> Vec<Parameter> {
        const TYPES: [Type; 5] = [Type::Byte, Type::Bit, Type::Mtype, Type::Short, Type::Bool];
        let count = if active {
            self.dice.below(6) / 5
        } else {
            self.dice.below(3)
        };
        let mut parameters = Vec::new();
        for _ in 0..count {
            let typ = *self.dice.pick(&TYPES).unwrap_or(&Type::Byte);
            parameters.push(if !active && self.dice.chance(40) {
                Parameter::Channel
            } else {
                Parameter::Value(typ)
            });
        }
        parameters
    }

    fn init(&mut self) -> Process {
        let outside = self.scope.clone();
        self.locals.clear();
        let mut runs = Vec::new();
        for signature in self.startable.clone() {
            for _ in 0..1 + self.dice.below(4) / 3 {
                let run = self.run(&signature);
                runs.push(run);
            }
        }
        let mut body = if self.dice.chance(60) && !runs.is_empty() {
            vec![Kind::Block(Brackets::Atomic, runs).into()]
        } else {
            runs
        };
        let place = Place {
            may_run: false,
            ..Place::outermost()
        };
        let count = self.dice.below(3);
        body.extend(self.sequence(place, count));
        self.resolve_jumps(&mut body);
        self.scope = outside;
        Process {
            head: "init".into(),
            provided: None,
            locals: std::mem::take(&mut self.locals),
            body,
        }
    }

    fn process(&mut self, signature: &Signature, active: usize) -> Process {
        let outside = self.scope.clone();
        self.locals.clear();
        let provided = if self.dice.chance(6) {
            Some(self.condition())
        } else {
            None
        };
        let parameters = self.declare_parameters(signature);
        for _ in 0..self.dice.below(3) {
            let local = self.variable("l");
            self.locals.push(local);
        }
        let immortal = self.local_channels();
        let count = 1 + self.dice.below(self.options.statements.max(1) + 1);
        let mut body = self.sequence(Place::outermost(), count);
        self.resolve_jumps(&mut body);
        if immortal {
            let mut last = Stmt::text("false");
            last.label = Some("end_for_good".into());
            body.push(last);
        }
        self.scope = outside;
        let activity = match active {
            0 => String::new(),
            1 => "active ".into(),
            many => format!("active [{many}] "),
        };
        Process {
            head: format!(
                "{activity}proctype {}({})",
                signature.name,
                parameters.join("; ")
            ),
            provided,
            locals: std::mem::take(&mut self.locals),
            body,
        }
    }

    fn declare_parameters(&mut self, signature: &Signature) -> Vec<String> {
        let mut texts = Vec::new();
        for parameter in &signature.parameters {
            let name = self.fresh("p");
            match parameter {
                Parameter::Channel => {
                    texts.push(format!("chan {name}"));
                    self.channel_variable(name, true);
                }
                Parameter::Value(typ) => {
                    texts.push(format!("{} {name}", typ.keyword()));
                    self.scope.variables.push(Variable {
                        name,
                        typ: *typ,
                        size: None,
                        field: "",
                        writable: true,
                    });
                }
            }
        }
        texts
    }

    fn channel_variable(&mut self, name: String, variable: bool) {
        let shape = self.carried_shape.clone();
        self.scope.channels.push(Channel {
            name,
            size: None,
            shape,
            variable,
            shared: true,
        });
    }

    /// A variable for channels, or a channel of the process's own. A channel dies with its process,
    /// and SPIN gives up when a dead one is used: says whether the process has to live for ever.
    fn local_channels(&mut self) -> bool {
        if self.dice.chance(15) {
            let name = self.fresh("k");
            let text = format!("chan {name} = {};", self.carried());
            self.locals.push(text);
            self.channel_variable(name, true);
        }
        let own = self.dice.chance(12);
        if own {
            let name = self.fresh("r");
            let shape = self.carried_shape.clone();
            let text = format!("chan {name} = {};", self.buffer(&shape));
            self.locals.push(text);
            self.channel_variable(name, false);
        }
        own
    }

    pub fn run_something(&mut self) -> Option<Stmt> {
        let startable = self.startable.clone();
        let signature = self.dice.pick(&startable).cloned()?;
        Some(self.run(&signature))
    }

    fn run(&mut self, signature: &Signature) -> Stmt {
        let mut arguments = Vec::new();
        for parameter in &signature.parameters {
            arguments.push(match parameter {
                Parameter::Channel => self.carried(),
                Parameter::Value(Type::Mtype) => self.message_constant().to_string(),
                Parameter::Value(typ) => self.value(*typ).to_string(),
            });
        }
        let call = format!("run {}({})", signature.name, arguments.join(", "));
        let bytes = self.visible(|it| it.writable && it.typ == Type::Byte);
        match self.dice.pick(&bytes).cloned() {
            Some(byte) if self.dice.chance(15) => {
                let target = self.access(&byte);
                Stmt::text(format!("{target} = {call}"))
            }
            _ => Stmt::text(call),
        }
    }
}

impl Place {
    fn outermost() -> Place {
        Place {
            depth: 0,
            atomic: false,
            step: false,
            in_loop: false,
            in_unless: false,
            labels: true,
            may_run: true,
        }
    }
}
