//! Random programs.

mod boolean;
mod compound;
mod expression;
mod function;
mod integer;
mod names;
mod rule;
mod scope;
mod statement;
mod types;

use crate::Program;
use crate::dice::Dice;
use crate::print::Style;
use crate::syntax::{Decl, Expr, Item, Model, Stmt};
use function::Signature;
use scope::{Access, Scope, Symbol};
use types::{Ty, Types, range};

/// What programs may contain.
#[derive(Clone, Debug)]
pub struct MurphiOptions {
    /// A quarter of the programs may divide by zero, leave a range, or read an undefined value.
    pub runtime_errors: bool,
    /// Records and arrays with undefined leaves are copied and compared. Rumur takes an undefined
    /// leaf for one more value there.
    pub undefined_aggregates: bool,
    /// Loops over a scalarset have arbitrary bodies, not only independent iterations.
    pub order_dependent_loops: bool,
    /// Comments, optional semicolons, C operators, keywords in any case, `end` in all forms.
    pub varied_spelling: bool,
    /// The logarithm of the number of assignments of the variables is at most this.
    pub state_bits: u32,
}

impl Default for MurphiOptions {
    fn default() -> MurphiOptions {
        MurphiOptions {
            runtime_errors: true,
            undefined_aggregates: false,
            order_dependent_loops: true,
            varied_spelling: true,
            state_bits: 15,
        }
    }
}

/// The program of the seed.
pub fn murphi(seed: u64, options: &MurphiOptions) -> Program {
    let mut generator = Generator::new(seed, options);
    let items = generator.items();
    let style = Style::random(&mut generator.dice);
    let style = if options.varied_spelling {
        style
    } else {
        Style::plain()
    };
    Program::new(seed, Model { items, style })
}

/// A program under construction.
struct Generator {
    dice: Dice,
    options: MurphiOptions,
    types: Types,
    constants: Vec<(String, i64)>,
    globals: Vec<Symbol>,
    scope: Scope,
    signatures: Vec<Signature>,
    /// How many names were made.
    names: usize,
    /// Run-time errors are wanted now and then.
    risky: bool,
    /// Nothing that is made now may fail.
    safe: bool,
    /// Indices that are made now are literals, parameters or loop variables.
    fixed_indices: bool,
    /// The function that is made now writes its own locals only.
    in_pure: bool,
    /// The result type of the procedure or function that is made now.
    result: Option<Option<Ty>>,
    /// Declarations for the rule or function that is made now.
    locals: Vec<Decl>,
    while_counters: Vec<String>,
}

impl Generator {
    fn new(seed: u64, options: &MurphiOptions) -> Generator {
        let mut dice = Dice::new(seed);
        let constants = random_constants(&mut dice);
        let types = Types::random(&mut dice, &constants);
        let risky = options.runtime_errors && dice.chance(25);
        Generator {
            dice,
            options: options.clone(),
            types,
            constants,
            globals: Vec::new(),
            scope: Scope::default(),
            signatures: Vec::new(),
            names: 0,
            risky,
            safe: false,
            fixed_indices: false,
            in_pure: false,
            result: None,
            locals: Vec::new(),
            while_counters: Vec::new(),
        }
    }

    fn items(&mut self) -> Vec<Item> {
        let mut decls = self.constant_decls();
        let variables = self.global_variables();
        decls.append(&mut self.types.decls);
        decls.extend(variables);
        let mut items: Vec<Item> = decls.into_iter().map(Item::Decl).collect();
        let functions = self.dice.between(0, 3);
        items.extend((0..functions).map(|_| Item::Function(self.function())));
        items.extend(self.rules_and_properties());
        items
    }

    fn constant_decls(&mut self) -> Vec<Decl> {
        let mut decls = Vec::new();
        for (name, value) in self.constants.clone() {
            let ty = range(value, value);
            self.scope.push(Symbol {
                name: name.clone(),
                ty,
                access: Access::Fixed,
                partial: false,
            });
            decls.push(Decl::Const(name, Expr::Int(value)));
        }
        decls
    }

    fn global_variables(&mut self) -> Vec<Decl> {
        let most = i64::from(self.options.state_bits.max(4));
        let budget = self.dice.between(most / 2, most) as f64;
        let mut used = 0.0;
        let mut decls = Vec::new();
        for _ in 0..12 {
            let ty = self.types.any(&mut self.dice);
            let partial = self.dice.chance(18);
            let bits = ty.bits(if partial { 1.0 } else { 0.0 });
            if used + bits <= budget {
                used += bits;
                decls.push(self.global(ty, partial));
            }
        }
        decls
    }

    fn global(&mut self, ty: Ty, partial: bool) -> Decl {
        let name = self.fresh("v");
        let written = ty.expr();
        let symbol = Symbol {
            name: name.clone(),
            ty,
            access: Access::Writable,
            partial,
        };
        self.globals.push(symbol.clone());
        self.scope.push(symbol);
        Decl::Var(vec![name], written)
    }

    fn rules_and_properties(&mut self) -> Vec<Item> {
        let mut rules = Vec::new();
        (0..self.dice.between(1, 2)).for_each(|_| rules.push(self.start()));
        (0..self.dice.between(2, 5)).for_each(|_| rules.push(self.rule(2)));
        (0..self.dice.between(1, 4)).for_each(|_| rules.extend(self.stir()));
        (0..self.dice.between(0, 3)).for_each(|_| rules.push(self.properties()));
        if self.dice.chance(30) {
            self.dice.shuffle(&mut rules);
        }
        rules.into_iter().map(Item::Rule).collect()
    }

    /// Makes a body with a few local variables, and returns them with those that the body needed.
    fn with_locals(
        &mut self,
        shadows: bool,
        body: impl FnOnce(&mut Generator) -> Vec<Stmt>,
    ) -> (Vec<Decl>, Vec<Stmt>) {
        self.locals = Vec::new();
        let mut statements = Vec::new();
        if self.dice.chance(30) {
            statements.extend(self.local(shadows));
        }
        statements.extend(body(self));
        (std::mem::take(&mut self.locals), statements)
    }

    /// A local variable and the statements that define all of it.
    fn local(&mut self, shadows: bool) -> Vec<Stmt> {
        let ty = self.types.any(&mut self.dice);
        let name = if shadows && self.dice.chance(15) {
            self.global_name("l")
        } else {
            self.fresh("l")
        };
        self.scope.hide(Some(name.clone()));
        let mut needed = Vec::new();
        types::scalarset_leaves(&ty, &mut needed);
        let possible = needed.iter().all(|set| self.scope.has_member(set));
        let statements = if possible {
            self.initialise(Expr::name(&name), &ty)
        } else {
            Vec::new()
        };
        self.scope.hide(None);
        if possible {
            self.locals.push(Decl::Var(vec![name.clone()], ty.expr()));
            let partial = self.dice.chance(15);
            self.scope.push(Symbol {
                name,
                ty,
                access: Access::Writable,
                partial,
            });
        }
        statements
    }

    /// The name of a global variable that nothing shadows yet, or a fresh one.
    fn global_name(&mut self, prefix: &str) -> String {
        let names: Vec<String> = self
            .globals
            .iter()
            .map(|global| global.name.clone())
            .collect();
        match self
            .dice
            .pick(&names)
            .filter(|name| !self.scope.shadowed(name))
        {
            Some(name) => name.clone(),
            None => self.fresh(prefix),
        }
    }
}

/// Small positive numbers: they bound ranges and scalarsets.
fn random_constants(dice: &mut Dice) -> Vec<(String, i64)> {
    let names = ["Count", "Limit"];
    let count = dice.between(0, 2) as usize;
    names
        .iter()
        .take(count)
        .map(|name| ((*name).to_owned(), dice.between(2, 3)))
        .collect()
}
