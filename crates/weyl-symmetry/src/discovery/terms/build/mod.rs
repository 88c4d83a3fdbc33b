//! From bodies to terms.

mod cases;
mod facts;
mod rules;
mod starts;
mod stmts;
mod tables;
mod values;

use crate::discovery::bodies::defined::Defined;
use crate::discovery::bodies::frozen::Frozen;
use crate::discovery::bodies::places::Bases;
use crate::discovery::bodies::reached::Reached;
use crate::discovery::bodies::statics::Statics;
use crate::discovery::bodies::{Body, Code};
use crate::discovery::numbers::classes::{Base, ClassId, Classes, Spot};
use crate::discovery::numbers::real::{ClassNumber, Origins};
use crate::discovery::removed::Removed;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::universe::{AtomKind, Colour};
use crate::discovery::terms::{TermId, labels};
use crate::processes::removals;
use cranelift_entity::SecondaryMap;
use rules::GroupPlace;
use std::collections::{BTreeMap, BTreeSet};
use weyl_ir::{Layout, LocalId, Locals, Model, NameId, PropertyKind, RuleId, SortId, VarId};
use weyl_source::Span;

/// What terms are made from.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub model: &'a Model,
    pub layout: &'a Layout,
    pub statics: &'a Statics,
    pub classes: &'a Classes,
    pub frozen: &'a Frozen<'a>,
    pub defined: &'a Defined,
    pub reached: &'a Reached,
    /// Variables of processes that stay where they are.
    pub inert: &'a BTreeSet<VarId>,
    /// Sorts whose names stay where they are.
    pub pinned: &'a BTreeSet<SortId>,
    pub beginnings: &'a [Vec<u8>],
    /// Whether to say what is where in the beginnings.
    pub with_starts: bool,
    /// What is taken out.
    pub without: Option<&'a Removed>,
}

/// Twice: first to see which numbers there are, then with these as names. The program, and these
/// numbers.
pub(crate) fn build(
    sources: Sources<'_>,
    bodies: &[Body<'_>],
) -> (GroundProgram, BTreeSet<ClassNumber>) {
    let (_, mut origins) = build_with(sources, bodies, None);
    origins.add_beginnings(sources.layout, sources.beginnings, sources.classes);
    let real = origins.close();
    let (program, _) = build_with(sources, bodies, Some(&real));
    (program, real)
}

fn build_with(
    sources: Sources<'_>,
    bodies: &[Body<'_>],
    real: Option<&BTreeSet<ClassNumber>>,
) -> (GroundProgram, Origins) {
    let no_locals = Locals::new();
    let mut builder = Builder {
        sources,
        bases: Bases::new(sources.model, bodies),
        program: GroundProgram::default(),
        scope: Scope {
            body: 0,
            locals: &no_locals,
            bound: BTreeMap::new(),
            depth: 0,
        },
        location_names: rules::kinds_with_location_names(
            sources.model,
            sources.statics,
            sources.reached,
            bodies,
        ),
        rigid: BTreeSet::new(),
        turn_labels: rules::turn_labels(sources.model),
        removals: removals(sources.model),
        groups: BTreeMap::new(),
        current: (String::new(), Span::default()),
        real,
        origins: Origins::default(),
        is_hypothetical: false,
    };
    builder.facts(bodies);
    if sources.with_starts {
        builder.starts();
    }
    for body in bodies {
        builder.body(body);
    }
    builder.groups();
    // What is where in the beginnings says that, too.
    if !sources.with_starts {
        builder.kept_values();
    }
    builder.program.fix_meaningless();
    (builder.program, builder.origins)
}

/// What something is called, and where it is.
type Title = (String, Span);

/// Where a term is being made.
struct Scope<'a> {
    body: crate::discovery::numbers::classes::BodyId,
    locals: &'a Locals,
    bound: BTreeMap<LocalId, TermId>,
    depth: u32,
}

struct Builder<'a> {
    sources: Sources<'a>,
    bases: Bases<'a>,
    program: GroundProgram,
    scope: Scope<'a>,
    /// Kinds of processes whose control locations are names.
    location_names: BTreeSet<u32>,
    /// Classes and sorts whose order was fixed by a root, and who did it.
    rigid: BTreeSet<(Rigid, Title)>,
    turn_labels: SecondaryMap<RuleId, String>,
    /// The rules that remove processes.
    removals: BTreeSet<RuleId>,
    /// The rules of each group, in their order, with their titles.
    groups: BTreeMap<GroupPlace, Vec<(TermId, Title)>>,
    /// The rule, function or property that is being made.
    current: Title,
    /// The numbers that are ever there, once they are known.
    real: Option<&'a BTreeSet<ClassNumber>>,
    origins: Origins,
    /// Whether what is being made is only said for the case that the numbers in it are there.
    is_hypothetical: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rigid {
    Class(ClassId),
    Sort(SortId),
}

impl<'a> Builder<'a> {
    fn model(&self) -> &'a Model {
        self.sources.model
    }

    fn body(&mut self, body: &Body<'a>) {
        self.scope = Scope {
            body: body.id,
            locals: body.locals,
            bound: BTreeMap::new(),
            depth: 0,
        };
        self.current = self.title(&body.code);
        self.put_in(body);
        match &body.code {
            Code::Rule {
                origin,
                followers,
                rule,
                ..
            } => {
                let term = self.rule(*origin, rule);
                if let Some(group) = Self::group_of(rule) {
                    let title = self.current.clone();
                    self.groups.entry(group).or_default().push((term, title));
                }
                let kind = if self.removals.contains(origin) {
                    RootKind::End
                } else {
                    RootKind::Rule
                };
                self.titled_root(kind, term);
                let values = self.values_of_instance(body);
                if let Some(root) = self.program.roots.last_mut() {
                    root.rule = Some(*origin);
                    root.followers = followers.clone();
                    root.values = values;
                }
            }
            Code::Function { origin, block } => {
                let block = self.block(block);
                let term = self.node(&format!("{origin}"), &[block]);
                self.titled_root(RootKind::Function, term);
            }
            Code::Property {
                origin,
                parameters,
                instance,
                condition,
                ..
            } => {
                let mut parts = self.parameters(parameters);
                parts.extend(self.names_of_instance(body));
                parts.push(self.value(condition, None));
                let instance = instance.map_or(String::new(), |number| format!(" {number}"));
                let term = self.node(&format!("{origin}{instance}"), &parts);
                self.titled_root(RootKind::Property, term);
                let property = &self.model().properties[*origin];
                // Where it does not hold, a state does not belong to the system, or processes may
                // not end.
                let is_part = matches!(
                    property.kind,
                    PropertyKind::Assumption | PropertyKind::Events
                );
                if let Some(root) = self.program.roots.last_mut().filter(|_| !is_part) {
                    root.property = Some(*origin);
                }
            }
        }
    }

    /// The names that an instance of an atom is about: a symmetry takes it to the instance about
    /// their images.
    fn names_of_instance(&self, body: &Body<'a>) -> Vec<TermId> {
        let Code::Property { origin, .. } = body.code else {
            return Vec::new();
        };
        if self.model().properties[origin].kind != PropertyKind::Atom {
            return Vec::new();
        }
        let valuation = body.code.valuation().iter();
        let names =
            valuation.filter(|(local, _)| !self.model().types.is_integer(body.locals[*local].ty));
        names.map(|(local, _)| self.scope.bound[local]).collect()
    }

    /// What a ground rule is an instance for: names, and numbers that stay where they are.
    fn values_of_instance(&mut self, body: &Body<'a>) -> Vec<TermId> {
        let mut values = Vec::new();
        for (local, value) in body.code.valuation() {
            let is_number = self.model().types.is_integer(body.locals[*local].ty);
            values.push(if is_number {
                self.number(*value)
            } else {
                self.scope.bound[local]
            });
        }
        values
    }

    fn title(&self, code: &Code) -> Title {
        let (name, span) = match code {
            Code::Rule {
                rule, followers, ..
            } => {
                let others = followers.iter().map(|id| &*self.model().rules[*id].name);
                let names: Vec<&str> = std::iter::once(&*rule.name).chain(others).collect();
                return (names.join("; "), rule.span);
            }
            Code::Function { origin, .. } => {
                let function = &self.model().functions[*origin];
                (&function.name, function.span)
            }
            Code::Property { origin, .. } => {
                let property = &self.model().properties[*origin];
                (&property.name, property.span)
            }
        };
        (name.clone(), span)
    }

    /// Parameters whose values could not be put in, since they are handed on as places, stand for
    /// them.
    fn put_in(&mut self, body: &Body<'a>) {
        for (local, value) in body.code.valuation() {
            let spot = Spot::value(Base::Local(body.id, *local), Vec::new());
            let class = self.sources.classes.of(&spot);
            let value = self.constant(body.locals[*local].ty, *value, class);
            self.scope.bound.insert(*local, value);
        }
    }

    fn root(&mut self, kind: RootKind, term: TermId, name: &str, span: Span) {
        self.program.roots.push(Root {
            kind,
            term,
            property: None,
            rule: None,
            followers: Vec::new(),
            values: Vec::new(),
            name: name.to_string(),
            span,
        });
    }

    /// A root that is called after what is being made.
    fn titled_root(&mut self, kind: RootKind, term: TermId) {
        let (name, span) = self.current.clone();
        self.root(kind, term, &name, span);
    }

    fn fact(&mut self, term: TermId, span: Span) {
        self.root(RootKind::Fact, term, "", span);
    }

    fn node(&mut self, label: &str, children: &[TermId]) -> TermId {
        self.program.terms.node(label, children)
    }

    fn set(&mut self, label: &str, children: Vec<TermId>) -> TermId {
        self.program.terms.set(label, children)
    }

    fn number(&mut self, value: i128) -> TermId {
        self.node(&format!("{}{value}", labels::NUMBER), &[])
    }

    fn atom(&mut self, kind: AtomKind, colour: Colour) -> TermId {
        let atom = self.program.universe.add(kind, colour);
        self.program.terms.atom(atom)
    }

    /// A declared name.
    fn name(&mut self, name: NameId) -> TermId {
        let kind = AtomKind::Name(name);
        let sort = self.model().sort_of(name);
        let colour = if self.is_movable(name, sort) {
            Colour::Sort(sort)
        } else {
            Colour::Fixed(kind)
        };
        self.atom(kind, colour)
    }

    fn is_movable(&self, name: NameId, sort: SortId) -> bool {
        let kind = self.model().processes().kind_of_sort(sort);
        !self.sources.pinned.contains(&sort)
            && kind.is_none_or(|(number, _)| {
                let processes = self.sources.statics.of_kind(number);
                processes.is_some_and(|all| all.contains(&name))
            })
    }

    /// A number of a class: a name, if the class has names.
    fn number_of(&mut self, class: Option<ClassId>, value: i128) -> TermId {
        let Some(class) = class else {
            return self.number(value);
        };
        let numbers = self.sources.classes.numbers(class);
        if numbers.is_some() && self.sources.classes.is_channel(class) {
            return self.channel(value);
        }
        let is_number = numbers.is_some_and(|range| range.contains(value));
        if is_number && !self.is_hypothetical {
            self.origins.mentioned.insert((class, value));
        }
        if is_number && self.is_real((class, value)) {
            let classes = self.sources.classes;
            let colour = if classes.is_in_states(class) {
                Colour::Class(class)
            } else {
                Colour::Hidden(classes.like(class))
            };
            self.atom(AtomKind::Value(class, value), colour)
        } else {
            self.number(value)
        }
    }

    fn is_real(&self, number: ClassNumber) -> bool {
        self.real.is_none_or(|real| real.contains(&number))
    }

    fn channel(&mut self, number: i128) -> TermId {
        match (u32::try_from(number), self.bases.channel_type(number)) {
            (Ok(known), Some(ty)) => {
                let kind = AtomKind::Channel(known);
                // What else is called by number where channels come and go is not followed.
                let colour = match self.model().processes().channel_pool() {
                    Some(_) => Colour::Fixed(kind),
                    None => Colour::Channel(ty),
                };
                self.atom(kind, colour)
            }
            _ => self.number(number),
        }
    }
}
