//! Statements with statements inside.

use super::process::Generator;
use super::syntax::{Brackets, Choice, Expr, Kind, Stmt};
use super::world::{Place, Type, Variable};

impl Generator {
    pub fn sequence(&mut self, place: Place, count: usize) -> Vec<Stmt> {
        let mut statements: Vec<Stmt> = Vec::new();
        for _ in 0..count {
            let next = self.statement(place);
            // The end of a loop counts as a jump for SPIN, and a jump to a `d_step` is an error.
            let after_loop = statements.last().is_some_and(Stmt::may_end_in_loop);
            if after_loop && next.first().is_some_and(Stmt::is_d_step) {
                statements.push(self.assignment());
            }
            statements.extend(next);
        }
        if self.dice.chance(12) && place.depth > 0 {
            let leave = self.leave(place);
            statements.push(leave);
        }
        if place.labels {
            self.label_some(&mut statements, place);
        }
        statements
    }

    /// Labels on statements that are not the first: SPIN moves or refuses a label on a guard.
    fn label_some(&mut self, statements: &mut [Stmt], place: Place) {
        let from = usize::from(place.depth > 0);
        for statement in statements.iter_mut().skip(from) {
            if statement.is_declaration() || statement.label.is_some() {
                continue;
            }
            let target = !statement.is_d_step() && !statement.is_empty_step();
            if target && self.dice.chance(12) {
                statement.label = Some(self.fresh("L"));
            } else if self.dice.chance(40) {
                statement.label = Some(self.fresh("end"));
            }
        }
    }

    fn statement(&mut self, place: Place) -> Vec<Stmt> {
        if place.depth >= 3 || self.dice.chance(50) {
            return vec![self.simple_statement(place)];
        }
        let statement = match self.dice.below(23) {
            0..=3 => self.choice(place, Choice::If),
            4..=8 if !place.atomic && !place.step => self.choice(place, Choice::Do),
            9 | 10 => self.counting_loop(place),
            11 => self.select(place),
            12..=14 if !place.step => self.atomic(place),
            15 | 16 if !place.step => self.d_step(place, false),
            17 => self.block(place),
            18 | 19 if !place.step && !place.in_unless => self.unless(place),
            20 if place.may_run && !place.step => self.start_process(place),
            21 if place.step => self.guarded_send(),
            22 if !place.step => return self.counted(),
            _ => self.simple_statement(place),
        };
        vec![statement]
    }

    pub fn choice(&mut self, place: Place, choice: Choice) -> Stmt {
        let inside = Place {
            in_loop: place.in_loop || choice == Choice::Do,
            ..place.deeper()
        };
        let otherwise = place.step || self.dice.chance(60);
        let options = self.options_of(inside, otherwise, choice == Choice::Do);
        Kind::Choice(choice, options).into()
    }

    fn options_of(&mut self, inside: Place, otherwise: bool, leaves: bool) -> Vec<Vec<Stmt>> {
        let count = self.dice.between(1, 3);
        let mut options: Vec<Vec<Stmt>> = Vec::new();
        for _ in 0..count {
            let option = self.option(inside, otherwise);
            options.push(option);
        }
        let last = if leaves && self.dice.chance(70) {
            vec![Stmt::text("break")]
        } else {
            let count = self.dice.below(2);
            self.sequence(inside, count)
        };
        if otherwise {
            let at = self.dice.below(options.len() + 1);
            let mut option = vec![Stmt::text("else")];
            option.extend(last);
            if leaves && option.len() == 1 {
                option.push(self.assignment());
            }
            options.insert(at, option);
        } else if leaves {
            let mut option = vec![self.guard(inside, false)];
            option.extend(last);
            if option.len() == 1 {
                option.push(self.assignment());
            }
            options.push(option);
        }
        options
    }

    fn option(&mut self, inside: Place, quiet: bool) -> Vec<Stmt> {
        let mut option = match self.dice.below(12) {
            0 if inside.depth < 3 && !inside.step => vec![self.guarded_block(inside, quiet)],
            1 if inside.depth < 3 && !inside.step => {
                let inner = inside.deeper();
                let count = self.dice.between(1, 2);
                let options = (0..count).map(|_| self.option(inner, quiet)).collect();
                vec![Kind::Choice(Choice::If, options).into()]
            }
            2 | 3 if !inside.step => self.counted(),
            _ => vec![self.guard(inside, quiet)],
        };
        // SPIN refuses a loop of one step that is always executable.
        let rest = self
            .dice
            .below(3)
            .max(usize::from(option.iter().all(Stmt::is_empty_step)));
        let place = Place {
            labels: false,
            ..inside
        };
        option.extend(self.sequence(place, rest));
        if inside.labels {
            self.label_some(&mut option, inside);
        }
        option
    }

    /// `atomic` or `d_step` as the beginning of an option.
    fn guarded_block(&mut self, place: Place, quiet: bool) -> Stmt {
        if self.dice.chance(60) {
            let guard = self.guard(place, quiet);
            self.atomic_after(place, guard)
        } else {
            self.d_step(place, quiet)
        }
    }

    fn atomic(&mut self, place: Place) -> Stmt {
        let guard = self.simple_statement(place);
        self.atomic_after(place, guard)
    }

    fn atomic_after(&mut self, place: Place, guard: Stmt) -> Stmt {
        let inside = Place {
            atomic: true,
            ..place.deeper()
        };
        let body = self.body_after(inside, guard);
        Kind::Block(Brackets::Atomic, body).into()
    }

    fn d_step(&mut self, place: Place, quiet: bool) -> Stmt {
        let inside = Place {
            atomic: true,
            step: true,
            in_loop: false,
            labels: false,
            ..place.deeper()
        };
        self.in_step = true;
        let guard = self.guard(inside, quiet);
        let body = self.body_after(inside, guard);
        self.in_step = false;
        Kind::Block(Brackets::DStep, body).into()
    }

    fn body_after(&mut self, inside: Place, guard: Stmt) -> Vec<Stmt> {
        let outside = self.scope.clone();
        let count = self.dice.between(1, 3);
        let mut body = vec![guard];
        let unlabelled = Place {
            labels: false,
            ..inside
        };
        body.extend(self.sequence(unlabelled, to_count(count)));
        if inside.labels {
            self.label_some(&mut body, inside);
        }
        self.scope = outside;
        body
    }

    fn guarded_send(&mut self) -> Stmt {
        match self.room_guard() {
            None => self.free_statement(),
            Some((guard, send)) => {
                let options = vec![
                    vec![Stmt::expression(guard), send],
                    vec![Stmt::text("else")],
                ];
                Kind::Choice(Choice::If, options).into()
            }
        }
    }

    /// A block with a variable of its own.
    fn block(&mut self, place: Place) -> Stmt {
        let outside = self.scope.clone();
        let mut body = vec![Stmt::text(self.block_variable())];
        let count = self.dice.between(1, 2);
        body.extend(self.sequence(
            Place {
                labels: false,
                ..place.deeper()
            },
            to_count(count),
        ));
        self.scope = outside;
        Kind::Block(Brackets::Plain, body).into()
    }

    /// The escape begins with a plain statement: SPIN reverses the options of a selection there.
    /// There is no `unless` in the main part: where it is a control state of its own, SPIN takes
    /// both escapes for one.
    fn unless(&mut self, place: Place) -> Stmt {
        let inside = place.deeper();
        let guarded = Place {
            in_unless: true,
            ..inside
        };
        let count = self.dice.between(1, 3);
        let main = self.sequence(guarded, to_count(count));
        let mut escape = vec![self.blocking_statement()];
        let count = self.dice.below(3);
        escape.extend(self.sequence(
            Place {
                labels: false,
                ..inside
            },
            count,
        ));
        Kind::Unless(main, escape).into()
    }

    /// The counter is written by its loop alone, so that the loop ends also inside `atomic`.
    fn counter(&mut self) -> Variable {
        let name = self.fresh("i");
        self.locals.push(format!("byte {name};"));
        Variable {
            name,
            typ: Type::Byte,
            size: None,
            field: "",
            writable: false,
        }
    }

    fn counting_loop(&mut self, place: Place) -> Stmt {
        let counter = self.counter();
        let outside = self.scope.clone();
        self.scope.variables.push(counter.clone());
        let inside = Place {
            in_loop: true,
            labels: false,
            ..place.deeper()
        };
        let count = self.dice.between(1, 2);
        let body = self.sequence(inside, to_count(count));
        self.scope = outside;
        let arrays =
            self.visible(|it| it.size.is_some() && it.field.is_empty() && !it.name.contains('.'));
        match self.dice.pick(&arrays).cloned() {
            Some(array) if self.dice.chance(50) => {
                Kind::For(format!("{} in {}", counter.name, array.name), body).into()
            }
            _ => {
                let last = self.dice.between(1, 2);
                Kind::For(format!("{} : 1 .. {last}", counter.name), body).into()
            }
        }
    }

    fn select(&mut self, place: Place) -> Stmt {
        let bytes = self.visible(|it| {
            it.writable
                && it.typ == Type::Byte
                && it.size.is_none()
                && it.field.is_empty()
                && !it.name.contains('.')
        });
        let Some(byte) = self.dice.pick(&bytes).cloned() else {
            return self.simple_statement(place);
        };
        let constant = place.step || self.dice.chance(60);
        if constant {
            let last = self.dice.between(1, 2);
            return Stmt::text(format!("select ({} : 0 .. {last})", byte.name));
        }
        let counter = self.counter();
        let bits = self.visible(|it| it.typ == Type::Bit && it.size.is_none());
        let bound = match self.dice.pick(&bits).cloned() {
            Some(bit) => self.access(&bit),
            None => Expr::leaf("1"),
        };
        Stmt::text(format!("select ({} : 0 .. {bound} + 1)", counter.name))
    }

    /// At most a handful of processes at a time.
    fn start_process(&mut self, place: Place) -> Stmt {
        let Some(run) = self.run_something() else {
            return self.simple_statement(place);
        };
        if self.dice.chance(50) {
            let body = vec![Stmt::text("_nr_pr < 4"), run];
            return Kind::Block(Brackets::Atomic, body).into();
        }
        let options = vec![
            vec![Stmt::text("_nr_pr < 4"), run],
            vec![Stmt::text("_nr_pr >= 4")],
        ];
        Kind::Choice(Choice::If, options).into()
    }
}

fn to_count(count: i64) -> usize {
    usize::try_from(count).unwrap_or(1)
}

impl Stmt {
    fn may_end_in_loop(&self) -> bool {
        match &self.kind {
            Kind::Simple(pieces) => pieces
                .first()
                .is_some_and(|it| it.to_string().starts_with("select")),
            _ => true,
        }
    }

    fn is_d_step(&self) -> bool {
        matches!(self.kind, Kind::Block(Brackets::DStep, _))
    }

    fn is_empty_step(&self) -> bool {
        match &self.kind {
            Kind::Simple(pieces) => {
                let text: String = pieces.iter().map(ToString::to_string).collect();
                ["true", "skip", "1"].contains(&text.as_str())
            }
            Kind::Choice(_, options) => options.iter().flatten().any(Stmt::is_empty_step),
            _ => false,
        }
    }

    fn is_declaration(&self) -> bool {
        let Kind::Simple(pieces) = &self.kind else {
            return false;
        };
        let text = pieces.first().map(ToString::to_string).unwrap_or_default();
        text.starts_with("byte ") || text.starts_with("bit ")
    }
}
