//! What a program has declared, and what can be seen at one place of it.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bit,
    Bool,
    Byte,
    Short,
    Int,
    Unsigned(u32),
    Mtype,
}

impl Type {
    pub fn is_number(self) -> bool {
        self != Type::Mtype
    }

    pub fn is_binary(self) -> bool {
        matches!(self, Type::Bit | Type::Bool)
    }

    /// Whether every value stays small when it is counted up without a bound.
    pub fn wraps_early(self) -> bool {
        matches!(self, Type::Bit | Type::Bool | Type::Unsigned(_))
    }

    /// Whether a variable of this type holds every value of the other: SPIN puts a truncated value
    /// back into the channel when it undoes a receive.
    pub fn holds(self, other: Type) -> bool {
        let rank = |of| match of {
            Type::Bit | Type::Bool => 1,
            Type::Unsigned(bits) => bits,
            Type::Byte => 8,
            Type::Short => 16,
            Type::Int => 32,
            Type::Mtype => 0,
        };
        self.is_number() == other.is_number() && rank(self) >= rank(other)
    }
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub typ: Type,
    pub size: Option<usize>,
    /// The field after the index, with its dot.
    pub field: &'static str,
    pub writable: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    Value(Type),
    /// A reference to a channel of the shape of the first channel of the program.
    Channel,
}

/// What two channels must have in common for one to stand for the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub fields: Vec<Field>,
    pub buffered: bool,
}

#[derive(Clone, Debug)]
pub struct Channel {
    pub name: String,
    pub size: Option<usize>,
    pub shape: Shape,
    /// Whether it is a variable that can be received into.
    pub variable: bool,
    /// Whether it lives as long as every process that can get hold of it.
    pub shared: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    Value(Type),
    Channel,
}

#[derive(Clone, Debug)]
pub struct Signature {
    pub name: String,
    pub parameters: Vec<Parameter>,
}

/// What can be seen at a place in a process.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub variables: Vec<Variable>,
    pub channels: Vec<Channel>,
    /// Inlines that take one number variable.
    pub inlines: Vec<String>,
    pub macros: bool,
}

impl Scope {
    /// A few conditions on each variable and channel.
    pub fn atoms(&self) -> Vec<String> {
        let mut atoms = Vec::new();
        for variable in &self.variables {
            let tests: &[&str] = match variable.typ {
                Type::Mtype => &["== ma", "!= mb"],
                of if of.is_binary() => &["== 0", "!= 0"],
                _ => &["== 0", "!= 1", "> 1"],
            };
            for place in places(&variable.name, variable.size) {
                let with = |test: &&str| format!("{place}{} {test}", variable.field);
                atoms.extend(tests.iter().map(with));
            }
        }
        for channel in &self.channels {
            for place in places(&channel.name, channel.size) {
                atoms.extend(["== 0", "> 1"].map(|test| format!("len({place}) {test}")));
            }
        }
        atoms
    }
}

/// A variable, or the elements of an array.
fn places(name: &str, size: Option<usize>) -> Vec<String> {
    match size {
        None => vec![name.to_string()],
        Some(size) => (0..size).map(|at| format!("{name}[{at}]")).collect(),
    }
}

/// What may stand at a place.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub depth: usize,
    pub atomic: bool,
    /// Inside `d_step`, where nothing may block, jump out, or start a process.
    pub step: bool,
    pub in_loop: bool,
    pub in_unless: bool,
    pub labels: bool,
    pub may_run: bool,
}

impl Place {
    pub fn deeper(self) -> Place {
        Place {
            depth: self.depth + 1,
            ..self
        }
    }
}
