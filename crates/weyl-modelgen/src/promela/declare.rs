//! Declarations: their text, and their entry in the scope.

use super::process::Generator;
use super::syntax::{Inline, Model};
use super::world::{Channel, Field, Shape, Type, Variable};

impl Generator {
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    pub fn globals(&mut self, model: &mut Model) {
        if self.dice.chance(30) {
            self.scope.macros = true;
            model.declarations.push("#define LIMIT 2".into());
            model
                .declarations
                .push("#define advance(v) v = (v + 1) % 3".into());
        }
        model.declarations.push("mtype = { ma, mb, mc }".into());
        if self.dice.chance(30) {
            self.structure(model);
        }
        for _ in 0..self.dice.between(1, 3) {
            let text = self.variable("g");
            model.declarations.push(text);
        }
        let byte = format!("byte {};", self.plain("g", Type::Byte, None));
        model.declarations.push(byte);
        self.channels(model);
        model.atoms = self.scope.atoms();
        for _ in 0..self.dice.below(3) / 2 {
            let inline = self.inline();
            model.inlines.push(inline);
        }
    }

    fn structure(&mut self, model: &mut Model) {
        model
            .declarations
            .push("typedef Pair { byte f; bit g[2] };".into());
        let name = self.fresh("s");
        let array = self.dice.chance(40);
        let size = if array { Some(2) } else { None };
        model
            .declarations
            .push(format!("Pair {name}{};", if array { "[2]" } else { "" }));
        self.scope.variables.push(Variable {
            name: name.clone(),
            typ: Type::Byte,
            size,
            field: ".f",
            writable: true,
        });
        if !array {
            self.plain_named(format!("{name}.g"), Type::Bit, Some(2));
        }
    }

    fn plain(&mut self, prefix: &str, typ: Type, size: Option<usize>) -> String {
        let name = self.fresh(prefix);
        self.plain_named(name.clone(), typ, size);
        name
    }

    fn plain_named(&mut self, name: String, typ: Type, size: Option<usize>) {
        self.scope.variables.push(Variable {
            name,
            typ,
            size,
            field: "",
            writable: true,
        });
    }

    fn any_type(&mut self) -> Type {
        const TYPES: [Type; 9] = [
            Type::Bit,
            Type::Bit,
            Type::Bool,
            Type::Byte,
            Type::Byte,
            Type::Short,
            Type::Int,
            Type::Unsigned(2),
            Type::Mtype,
        ];
        *self.dice.pick(&TYPES).unwrap_or(&Type::Byte)
    }

    /// A new variable of any type; the text of its declaration.
    pub fn variable(&mut self, prefix: &str) -> String {
        let typ = self.any_type();
        let array = self.dice.chance(20) && !matches!(typ, Type::Unsigned(_));
        let size = if array {
            Some(if self.dice.chance(70) { 2 } else { 3 })
        } else {
            None
        };
        let initial = match typ {
            _ if array || self.dice.chance(60) => String::new(),
            Type::Mtype => " = mb".into(),
            _ => " = 1".into(),
        };
        let name = self.plain(prefix, typ, size);
        match (typ, size) {
            (Type::Unsigned(bits), _) => format!("unsigned {name} : {bits}{initial};"),
            (_, Some(size)) => format!("{} {name}[{size}]{initial};", typ.keyword()),
            (_, None) => format!("{} {name}{initial};", typ.keyword()),
        }
    }

    /// A declaration in the middle of a block: always a scalar, as SPIN sets only the first element
    /// of an array there.
    pub fn block_variable(&mut self) -> String {
        let typ = if self.dice.chance(50) {
            Type::Byte
        } else {
            Type::Bit
        };
        let initial = if self.dice.chance(70) {
            format!(" = {}", self.value(typ))
        } else {
            String::new()
        };
        format!("{} {}{initial}", typ.keyword(), self.plain("t", typ, None))
    }

    fn channels(&mut self, model: &mut Model) {
        let count = self.dice.between(1, 3);
        for number in 0..count {
            let shape = match self.scope.channels.first() {
                Some(first) if self.dice.chance(30) => first.shape.clone(),
                first => {
                    let carries = first.is_some() && self.dice.chance(40);
                    self.shape(carries)
                }
            };
            if number == 0 {
                self.carried_shape = shape.clone();
            }
            let size = if self.dice.chance(20) { Some(2) } else { None };
            let name = format!("q{number}");
            let array = size.map_or(String::new(), |size| format!("[{size}]"));
            let text = format!("chan {name}{array} = {};", self.buffer(&shape));
            model.declarations.push(text);
            self.scope.channels.push(Channel {
                name,
                size,
                shape,
                variable: false,
                shared: true,
            });
        }
    }

    pub fn buffer(&mut self, shape: &Shape) -> String {
        let capacity = if shape.buffered {
            self.dice.between(1, 2)
        } else {
            0
        };
        let fields: Vec<&str> = shape.fields.iter().map(|field| field.keyword()).collect();
        format!("[{capacity}] of {{ {} }}", fields.join(", "))
    }

    fn shape(&mut self, carries: bool) -> Shape {
        const TYPES: [Type; 6] = [
            Type::Mtype,
            Type::Byte,
            Type::Byte,
            Type::Bit,
            Type::Bool,
            Type::Short,
        ];
        let mut fields = Vec::new();
        for _ in 0..self.dice.between(1, 2) {
            let typ = *self.dice.pick(&TYPES).unwrap_or(&Type::Byte);
            fields.push(Field::Value(typ));
        }
        if carries {
            fields.truncate(1);
            fields.push(Field::Channel);
        }
        let buffered = self.dice.chance(55);
        Shape { fields, buffered }
    }

    /// An inline whose body never blocks, so that it may be used anywhere.
    fn inline(&mut self) -> Inline {
        let name = self.fresh("touch");
        let outside = self.scope.clone();
        self.in_inline = true;
        self.plain_named("v".into(), Type::Byte, None);
        let count = self.dice.between(1, 2);
        let body = (0..count).map(|_| self.assignment()).collect();
        self.in_inline = false;
        self.scope = outside;
        self.scope.inlines.push(name.clone());
        Inline {
            head: format!("{name}(v)"),
            body,
        }
    }
}

impl Type {
    pub fn keyword(self) -> &'static str {
        match self {
            Type::Bit => "bit",
            Type::Bool => "bool",
            Type::Byte => "byte",
            Type::Short => "short",
            Type::Int => "int",
            Type::Unsigned(_) => "unsigned",
            Type::Mtype => "mtype",
        }
    }
}

impl Field {
    fn keyword(&self) -> &'static str {
        match self {
            Field::Value(typ) => typ.keyword(),
            Field::Channel => "chan",
        }
    }
}
