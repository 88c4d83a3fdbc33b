//! Variables: globals, locals, parameters, fields.

use super::Resolver;
use super::names::Global;
use super::runs::contains_run;
use super::types::MAX_LEAVES;
use crate::ast::{Declaration, Expr, Initialiser, Visibility};
use crate::codes;
use crate::resolved::{Initial, Type, Variable};
use weyl_source::{Diagnostic, Span};

const MAX_SIZE: i64 = 1 << 20;
const MAX_CHANNELS: u64 = 255;

impl Resolver<'_> {
    pub(super) fn declare_globals(&mut self, declaration: &Declaration) {
        let globals = self.program.globals.values();
        let channels = globals.map(|global| self.program.channels_made(global));
        let mut channels = channels.fold(0, u64::saturating_add);
        for variable in &declaration.variables {
            let data = self.variable_of(declaration, variable);
            self.limit_channels(&data, channels);
            channels = channels.saturating_add(self.program.channels_made(&data));
            let id = self.program.globals.push(data);
            self.enter(&variable.name, Global::Variable(id));
        }
    }

    /// A variable with its initial value, not entered under its name yet: it is not visible inside
    /// it.
    pub(super) fn variable_of(
        &mut self,
        declaration: &Declaration,
        variable: &crate::ast::Variable,
    ) -> Variable {
        let width = variable.width.as_ref().and_then(|width| {
            let value = self.fold(width)?;
            Some((value, width.span))
        });
        let ty = self.type_of(&declaration.ty, width);
        self.check_visibility(declaration, ty, variable.name.span);
        let size = variable.size.as_ref().map(|size| self.size(size));
        let elements = size.unwrap_or(1) as usize;
        if self.program.leaves(ty).saturating_mul(elements) > MAX_LEAVES {
            self.error(
                codes::TOO_LARGE,
                variable.name.span,
                "this variable is too large",
            );
        }
        let initial = match &variable.initialiser {
            None => Initial::Zero,
            Some(initialiser) => self.initial(initialiser, ty, size, variable.name.span),
        };
        let variable = Variable {
            name: variable.name.name.clone(),
            ty,
            size,
            initial,
            visibility: declaration.visibility,
            span: variable.name.span,
            nested: self.body.nested(),
        };
        self.limit_channels(&variable, 0);
        variable
    }

    fn check_visibility(&mut self, declaration: &Declaration, ty: Type, span: Span) {
        if declaration.visibility != Visibility::Hidden {
            return;
        }
        if matches!(ty, Type::Bit | Type::Bool) {
            let diagnostic =
                Diagnostic::error(codes::HIDDEN_BIT, span, "a bit variable cannot be hidden")
                    .hint("declare it as a `byte`");
            self.report(diagnostic);
        } else if self.body.active {
            self.error(
                codes::HIDDEN_BIT,
                span,
                "only a global variable can be hidden",
            );
        }
    }

    fn size(&mut self, size: &Expr) -> u32 {
        let value = self.fold_size(size).unwrap_or(1);
        if !(1..=MAX_SIZE).contains(&value) {
            let message = format!("the size of an array is between 1 and {MAX_SIZE}");
            self.error(codes::BAD_SIZE, size.span, message);
            return 1;
        }
        value as u32
    }

    fn initial(
        &mut self,
        initialiser: &Initialiser,
        ty: Type,
        size: Option<u32>,
        name: Span,
    ) -> Initial {
        match initialiser {
            Initialiser::Channel(init) => {
                if ty != Type::Channel {
                    self.error(
                        codes::BAD_INITIALISER,
                        init.span,
                        "only a variable of type `chan` is initialised with a channel",
                    );
                }
                Initial::Channel(self.channel_init(init))
            }
            Initialiser::List(values, span) => self.initial_list(values, ty, size, *span),
            Initialiser::Value(value) => self.initial_value_of(value, ty, name),
        }
    }

    /// No execution has more channels than that, with those that are there before.
    fn limit_channels(&mut self, variable: &Variable, before: u64) {
        let made = self.program.channels_made(variable);
        if made > 0 && before.saturating_add(made) > MAX_CHANNELS {
            let message = format!("there are at most {MAX_CHANNELS} channels");
            self.error(codes::BAD_SIZE, variable.span, message);
        }
    }

    fn initial_list(
        &mut self,
        values: &[Expr],
        ty: Type,
        size: Option<u32>,
        span: Span,
    ) -> Initial {
        let Some(size) = size else {
            self.error(
                codes::BAD_INITIALISER,
                span,
                "only an array is initialised with a list",
            );
            return Initial::Zero;
        };
        if matches!(ty, Type::Struct(_)) {
            return self.ignored_initialiser(span);
        }
        if ty == Type::Channel {
            self.error(
                codes::BAD_INITIALISER,
                span,
                "this type cannot be initialised with numbers",
            );
        }
        if values.len() != size as usize {
            let message = format!("{} values for an array of {size}", values.len());
            self.warn(codes::BAD_INITIALISER, span, message);
        }
        let values = values.iter().map(|value| self.fold(value).unwrap_or(0));
        Initial::List(values.collect())
    }

    fn initial_value_of(&mut self, value: &Expr, ty: Type, name: Span) -> Initial {
        if contains_run(value) {
            let diagnostic = Diagnostic::error(
                codes::RUN_NOT_ALLOWED,
                value.span,
                "`run` cannot initialise a variable",
            )
            .hint("declare the variable first and assign to it");
            self.report(diagnostic);
            return Initial::Zero;
        }
        if matches!(ty, Type::Struct(_)) {
            return self.ignored_initialiser(name);
        }
        let resolved = self.expr(value);
        self.check_assigned_mtype(ty, &resolved);
        self.check_channel_arithmetic(&resolved);
        match self.try_fold(value) {
            Some(constant) => Initial::Value(crate::resolved::Expr {
                kind: crate::resolved::ExprKind::Constant(constant),
                ..resolved
            }),
            None => Initial::Value(resolved),
        }
    }

    /// SPIN ignores what initialises a structure, as long as it is no statement of its own.
    fn ignored_initialiser(&mut self, span: Span) -> Initial {
        let diagnostic = if self.body.active && !self.body.at_start {
            let message = "a structure is initialised field by field";
            Diagnostic::error(codes::STRUCTURE_AS_VALUE, span, message)
        } else {
            let message = "this has no effect: the fields begin with what the typedef says";
            Diagnostic::warning(codes::STRUCTURE_AS_VALUE, span, message)
        };
        self.report(diagnostic.hint("initialise the fields in the typedef, or assign to them"));
        Initial::Zero
    }
}
