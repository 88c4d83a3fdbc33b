//! Everything that is done with channels.

use super::process::Generator;
use super::syntax::{Expr, Stmt};
use super::world::{Channel, Field, Shape, Type, Variable};

impl Generator {
    fn channel(&mut self, wanted: impl Fn(&Channel) -> bool) -> Option<Channel> {
        let channels: Vec<Channel> = self
            .scope
            .channels
            .iter()
            .filter(|it| wanted(it))
            .cloned()
            .collect();
        self.dice.pick(&channels).cloned()
    }

    /// The index of a channel array is never a variable: SPIN evaluates it again after a receive.
    fn channel_text(&mut self, channel: &Channel) -> String {
        match channel.size {
            None => channel.name.clone(),
            Some(2) if self.dice.chance(30) && !self.in_inline => {
                format!("{}[_pid & 1]", channel.name)
            }
            Some(size) => format!("{}[{}]", channel.name, self.dice.below(size)),
        }
    }

    /// A channel that a message or a parameter may carry.
    pub fn carried(&mut self) -> String {
        let shape = self.carried_shape.clone();
        match self.channel(|it| it.shape == shape && it.shared) {
            Some(channel) => self.channel_text(&channel),
            None => "q0".into(),
        }
    }

    pub fn length(&mut self) -> Option<Expr> {
        let channel = self.channel(|it| it.shape.buffered)?;
        Some(Expr::leaf(format!("len({})", self.channel_text(&channel))))
    }

    /// `full` and its relatives, alone or with a condition: nothing else may be done with them.
    pub fn occupancy(&mut self) -> Option<Expr> {
        let channel = self.channel(|_| true)?;
        let word = *self.dice.pick(&["full", "nfull", "empty", "nempty"])?;
        let test = Expr::leaf(format!("{word}({})", self.channel_text(&channel)));
        Some(match self.dice.below(4) {
            0 => Expr::binary("&&", test, self.condition()),
            1 => Expr::binary("||", test, self.condition()),
            _ => test,
        })
    }

    /// `c?[..]`, which SPIN refuses at run time for rendezvous channels.
    /// SPIN's C code for one that guards a `d_step` does not compile.
    pub fn poll(&mut self) -> Option<Expr> {
        if self.in_step {
            return None;
        }
        let channel =
            self.channel(|it| it.shape.buffered && !it.shape.fields.contains(&Field::Channel))?;
        let arguments: Vec<String> = channel
            .shape
            .fields
            .iter()
            .map(|field| self.pattern(*field))
            .collect();
        let order = if self.dice.chance(30) { "??" } else { "?" };
        let text = self.channel_text(&channel);
        Some(Expr::leaf(format!(
            "{text}{order}[{}]",
            arguments.join(",")
        )))
    }

    /// A part of a receive that changes nothing.
    pub fn pattern(&mut self, field: Field) -> String {
        let Field::Value(typ) = field else {
            return "_".into();
        };
        match self.dice.below(4) {
            0 => "_".into(),
            1 => format!("eval({})", self.simple_value(typ)),
            _ => self.constant(typ).to_string(),
        }
    }

    pub fn constant(&mut self, typ: Type) -> Expr {
        match typ {
            Type::Mtype => self.message_constant(),
            Type::Bit | Type::Bool => self.number(0, 1),
            _ => self.number(0, 2),
        }
    }

    fn simple_value(&mut self, typ: Type) -> Expr {
        let variables = self.visible(|it| typ.holds(it.typ));
        match self.dice.pick(&variables).cloned() {
            Some(variable) => self.access(&variable),
            None => self.constant(typ),
        }
    }

    pub fn send(&mut self) -> Option<Stmt> {
        // A rendezvous offer in `d_step` is a fatal error of SPIN's.
        let buffered = self.in_step;
        let channel = self.channel(|it| it.shape.buffered || !buffered)?;
        Some(self.send_to(&channel))
    }

    pub fn send_to(&mut self, channel: &Channel) -> Stmt {
        let mut arguments = Vec::new();
        for field in &channel.shape.fields {
            arguments.push(match field {
                Field::Channel => self.carried(),
                Field::Value(typ) if self.dice.chance(50) => self.constant(*typ).to_string(),
                // SPIN keeps bits in messages as bytes and does not truncate.
                Field::Value(typ) if typ.is_binary() => format!("({}) & 1", self.value(*typ)),
                Field::Value(typ) => self.value(*typ).to_string(),
            });
        }
        let sorted = channel.shape.buffered
            && !channel.shape.fields.contains(&Field::Channel)
            && !self.is_traced
            && self.dice.chance(20);
        let text = self.channel_text(channel);
        let arguments = self.argument_list(&channel.shape, &arguments);
        Stmt::text(format!(
            "{text}{}{arguments}",
            if sorted { "!!" } else { "!" }
        ))
    }

    /// `a,b`, or `a(b)` where the first field is a message name.
    fn argument_list(&mut self, shape: &Shape, arguments: &[String]) -> String {
        match arguments {
            [name, rest @ ..]
                if !rest.is_empty()
                    && shape.fields.first() == Some(&Field::Value(Type::Mtype))
                    && name.starts_with('m')
                    && self.dice.chance(50) =>
            {
                format!("{name}({})", rest.join(","))
            }
            _ => arguments.join(","),
        }
    }

    pub fn receive(&mut self) -> Option<Stmt> {
        let channel = self.channel(|_| true)?;
        let text = self.channel_text(&channel);
        let mut taken: Vec<String> = vec![channel.name.clone()];
        let mut arguments = Vec::new();
        for field in &channel.shape.fields {
            let argument = match self.receiver(*field, &taken) {
                Some((name, access)) if self.dice.chance(60) => {
                    taken.push(name);
                    access
                }
                _ => self.pattern(*field),
            };
            arguments.push(argument);
        }
        let arguments = self.argument_list(&channel.shape, &arguments);
        let order = if channel.shape.buffered && !self.is_traced && self.dice.chance(25) {
            "??"
        } else {
            "?"
        };
        Some(Stmt::text(
            if channel.shape.buffered && self.dice.chance(15) {
                format!("{text}{order}<{arguments}>")
            } else {
                format!("{text}{order}{arguments}")
            },
        ))
    }

    /// A place to receive a field into, with the name of its variable: no variable twice in a
    /// receive.
    fn receiver(&mut self, field: Field, taken: &[String]) -> Option<(String, String)> {
        match field {
            Field::Channel => {
                let channel = self.channel(|it| it.variable && !taken.contains(&it.name))?;
                Some((channel.name.clone(), channel.name))
            }
            Field::Value(typ) => {
                let fits =
                    |it: &Variable| it.writable && it.typ.holds(typ) && !taken.contains(&it.name);
                let variables = self.visible(fits);
                let variable = self.dice.pick(&variables).cloned()?;
                let access = self.access(&variable).to_string();
                Some((variable.name, access))
            }
        }
    }

    /// One channel variable set to another.
    pub fn redirect(&mut self) -> Option<Stmt> {
        let target = self.channel(|it| it.variable)?;
        let source = self.carried();
        Some(Stmt::text(format!("{} = {source}", target.name)))
    }

    /// A send that cannot block, for the inside of `d_step`.
    pub fn room_guard(&mut self) -> Option<(Expr, Stmt)> {
        let channel = self.channel(|it| it.shape.buffered && it.size.is_none())?;
        let guard = Expr::binary(
            "<",
            Expr::leaf(format!("len({})", channel.name)),
            Expr::leaf("1"),
        );
        Some((guard, self.send_to(&channel)))
    }
}
