//! How a part of a program tells names apart, in words that say what could be written differently.

use crate::copies::condition;
use crate::discovery::explanations::causes::{Cause, Rank};
use crate::discovery::explanations::operations::{Operations, visible};
use crate::discovery::explanations::renamed::{Difference, Renamed};
use crate::discovery::explanations::wide::wide;
use crate::discovery::naming::NewNames;
use crate::discovery::numbers::classes::Classes;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::terms::{AtomId, Term, TermId};
use crate::discovery::{Reason, ReasonKind};
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;
use weyl_ir::visit::{walk_block, walk_rule};
use weyl_ir::{Model, NameId, Rule, RuleId, Type, VarId};
use weyl_permutation::{Permutation, Point};
use weyl_source::Span;

/// How something tells names of a family apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum How {
    /// It asks which of two is the smaller.
    Compares,
    /// It sends a message in front of greater ones.
    Sorts,
    /// It goes from one to the next.
    Counts,
    Computes,
    /// This one is written out.
    Mentions(String),
    /// A parameter, or something else that never changes, is this one here and another elsewhere.
    Given(String),
    /// A number that goes where channels go, and is that of this one.
    ChannelNumber {
        channel: String,
        number: u32,
    },
    /// A channel that is declared inside of a process.
    LocalChannel,
    /// Not said which.
    MentionsSome,
    /// Their order shows.
    Order,
    /// A sequence in which one comes first.
    InTurn,
    /// Only these get there.
    Only(Vec<String>),
    /// Copies of a proctype have different statements in its place: this one, too.
    Copies {
        other: String,
        at: Span,
    },
    /// A value that never changes is not the same for all.
    Differs,
    /// These are the values, and a statement that does something with them.
    Values(Vec<String>, Option<(Reason, Box<How>)>),
    /// A variable begins with something computed that is not the same for all.
    Begins,
    /// Numbers in this variable are no names, since anything may be computed there.
    Wide {
        variable: String,
        at: Span,
    },
    /// It may be executed under a condition that all steps of its process ask.
    Provided {
        at: Span,
    },
    /// Those that have ended are removed in the order of their numbers.
    Ends,
    /// A variable may hold these alone.
    Ranges(Vec<String>),
    /// Where they may stand is not the same for all.
    Stands,
    /// Their sort is pinned.
    Pinned(&'static str),
    Unlike,
}

/// What words are found in.
pub(crate) struct Speaker<'a> {
    pub model: &'a Model,
    pub program: &'a GroundProgram,
    pub names: &'a NewNames<'a>,
    pub classes: &'a Classes,
    /// The family.
    pub family: BTreeSet<AtomId>,
    /// All permutations of the family, as the parts that are kept allow them.
    pub renamings: &'a [Permutation],
}

/// Renamings that are tried on a part.
const MOST_RENAMINGS: usize = 6;

/// What is said of a cause, and of which of its statements.
type Said = (How, Option<Reason>);

impl Speaker<'_> {
    /// How each cause tells names apart.
    pub fn words(&self, causes: &[&Cause<'_>]) -> Vec<Said> {
        let moves = |one: &&Permutation| {
            let mut family = self.family.iter();
            family.any(|atom| !is_fixed(one, *atom))
        };
        let mut found: Vec<Option<Said>> = causes.iter().map(|cause| self.at_once(cause)).collect();
        for renaming in self.renamings.iter().filter(moves).take(MOST_RENAMINGS) {
            if found.iter().all(Option::is_some) {
                break;
            }
            let renamed = Renamed::new(self.model, self.program, renaming);
            for (cause, said) in causes.iter().zip(&mut found) {
                if said.is_none() {
                    *said = self.by_renaming(cause, &renamed);
                }
            }
        }
        let found = causes.iter().zip(found);
        found
            .map(|(cause, said)| said.unwrap_or_else(|| (self.otherwise(cause), None)))
            .collect()
    }

    /// What can be said where no renaming tells.
    fn otherwise(&self, cause: &Cause<'_>) -> How {
        let mut others = cause.roots.iter();
        if let Some(copies) = others.find_map(|other| copies(cause.first(), other)) {
            return copies;
        }
        let statement = self.statement(cause, None, None);
        let operations = self.operations(&statement);
        let operation = operations.first(self.visible(statement.title));
        operation
            .or_else(|| self.element(&operations))
            .or_else(|| self.local_channel(&operations))
            .unwrap_or_else(|| self.provided(&statement))
    }

    /// What can be said without looking into terms.
    fn at_once(&self, cause: &Cause<'_>) -> Option<Said> {
        let how = match (cause.rank, cause.kind) {
            (Rank::End, _) => How::Ends,
            (Rank::Silent, _) => return Some(self.range(cause)),
            (Rank::Standing, _) => How::Stands,
            (Rank::Written, RootKind::Fact) | (Rank::Kept, _) => How::Differs,
            (Rank::Written, RootKind::Order) => self.order(cause),
            (Rank::Written, _) => self.only(cause)?,
        };
        Some((how, None))
    }

    /// Of what variables may hold and arrays have the first that some of the family are not in.
    fn range(&self, cause: &Cause<'_>) -> Said {
        let inside = |root: &Root| -> BTreeSet<AtomId> {
            let all = self.program.terms.mentions(root.term).into_iter();
            all.filter(|atom| self.family.contains(atom)).collect()
        };
        let all = cause.roots.iter().map(|root| (root, inside(root)));
        let is_some = |(root, inside): &(&&Root, BTreeSet<AtomId>)| {
            root.kind == RootKind::Range && !inside.is_empty() && inside.len() < self.family.len()
        };
        let (named, nameless): (Vec<_>, Vec<_>) = all
            .filter(is_some)
            .partition(|(root, _)| !root.name.is_empty());
        let mut some = named.into_iter().chain(nameless);
        match some.next() {
            Some((root, inside)) => {
                let names = inside.iter().map(|atom| self.names.written(*atom));
                (How::Ranges(names.collect()), Some(root.reason()))
            }
            None => (How::Stands, None),
        }
    }

    /// How something shows the order of numbers.
    fn order(&self, cause: &Cause<'_>) -> How {
        let statement = self.statement(cause, None, None);
        let operations = self.operations(&statement);
        let mentions = || (!operations.constants.is_empty()).then_some(How::MentionsSome);
        let how = operations.first(self.visible(statement.title));
        how.or_else(mentions).unwrap_or(How::Order)
    }

    /// Those of the family that a statement is there for, where it is not for all.
    fn only(&self, cause: &Cause<'_>) -> Option<How> {
        let subjects = cause.roots.iter().map(|root| {
            if self.model.has_processes() {
                self.subject(root)
            } else {
                self.parameter(root)
            }
        });
        let subjects: BTreeSet<AtomId> = subjects.collect::<Option<_>>()?;
        let is_part = subjects.len() < self.family.len() && subjects.is_subset(&self.family);
        // What one alone has mentions it.
        let is_part = is_part && (subjects.len() > 1 || self.model.has_processes());
        is_part.then(|| {
            let names = subjects.iter().map(|atom| self.names.written(*atom));
            How::Only(names.collect())
        })
    }

    /// Whose statement it is.
    fn subject(&self, root: &Root) -> Option<AtomId> {
        match self.program.terms.get(*root.values.first()?) {
            Term::Atom(atom) => Some(*atom),
            Term::Node { .. } => None,
        }
    }

    /// The only one of the family that a rule with parameters mentions.
    fn parameter(&self, root: &Root) -> Option<AtomId> {
        let mentioned = self.program.terms.mentions(root.term).into_iter();
        let mut own = mentioned.filter(|atom| self.family.contains(atom));
        let only = own.next().filter(|_| !root.values.is_empty());
        only.filter(|_| own.next().is_none())
    }

    fn by_renaming(&self, cause: &Cause<'_>, renamed: &Renamed<'_>) -> Option<Said> {
        let own: BTreeSet<TermId> = cause.roots.iter().map(|root| root.term).collect();
        let is_broken = |root: &&&Root| !own.contains(&renamed.image(root.term));
        let broken = cause.roots.iter().find(is_broken)?;
        let partner = self.partner(broken, cause, renamed)?;
        if let Some(how) = copies(broken, partner) {
            return Some((how, Some(broken.reason())));
        }
        let is_own = |root: &&Root| !root.values.is_empty() && root.values == broken.values;
        let is_alone = cause.roots.iter().all(is_own);
        let (difference, place) = renamed.difference(renamed.image(broken.term), partner.term);
        let atom = match difference {
            Difference::Atom(atom) => Some(atom),
            Difference::Table
            | Difference::Number
            | Difference::Message(_)
            | Difference::Sequence
            | Difference::Otherwise => None,
        };
        let statement = self.statement(cause, place, atom);
        let operations = self.operations(&statement);
        let operation = operations.first(self.visible(statement.title));
        let mention = |atom: AtomId| match self.mention(&statement, operation.clone(), atom) {
            How::Given(name) if is_alone => How::Mentions(name),
            how => how,
        };
        if let Some(counting) = self.counting(broken) {
            return Some((How::Counts, Some(counting)));
        }
        let how = match difference {
            Difference::Table => {
                let mentions = !operations.constants.is_empty() && operation.is_none();
                operation.clone().unwrap_or(if mentions {
                    How::MentionsSome
                } else {
                    How::Computes
                })
            }
            Difference::Atom(atom) => mention(atom),
            Difference::Message(atom) => self
                .channel_number(&operations, atom)
                .unwrap_or_else(|| mention(atom)),
            Difference::Number => self.plain_number(&operations, place),
            Difference::Sequence => How::InTurn,
            Difference::Otherwise => operation
                .clone()
                .or_else(|| self.element(&operations))
                .or_else(|| self.local_channel(&operations))
                .unwrap_or_else(|| self.provided(&statement)),
        };
        Some((how, statement.reason()))
    }

    /// What should be the image of a root. Where numbers are chosen, who is mapped to whom is in
    /// what they find: the image is to mention the same, as far as that goes.
    fn partner<'p>(
        &self,
        broken: &Root,
        cause: &Cause<'p>,
        renamed: &Renamed<'_>,
    ) -> Option<&'p Root> {
        let values: Vec<TermId> = broken.values.iter().map(|v| renamed.image(*v)).collect();
        let mut partners = cause.roots.iter().copied();
        if self.model.has_processes() || values != broken.values {
            return partners.find(|root| root.values == values);
        }
        let mentions = |root: &Root| self.program.terms.mentions(root.term);
        let image = mentions(broken).into_iter().map(|atom| renamed.atom(atom));
        let image: BTreeSet<AtomId> = image.collect();
        partners.min_by_key(|root| {
            let differences = mentions(root).symmetric_difference(&image).count();
            (differences, root.values != values)
        })
    }

    /// The statement that counts in a loop that became part of one step: what differs there does
    /// since one turn comes after the other.
    fn counting(&self, root: &Root) -> Option<Reason> {
        let all = root.rule.iter().chain(&root.followers);
        let all: Vec<(&Rule, Operations)> = all
            .map(|id| (&self.model.rules[*id], self.operations_of(*id)))
            .collect();
        let ends = |counter: &VarId| {
            let mut all = all.iter();
            all.any(|(_, of)| of.compares && of.variables.contains(counter))
        };
        let looping = all.iter().filter(|(_, of)| of.counted.iter().any(ends));
        let (rule, _) = looping.min_by_key(|(rule, _)| rule.span)?;
        let is_loop = !root.followers.is_empty();
        is_loop.then(|| Reason {
            kind: ReasonKind::Rule,
            name: rule.name.clone(),
            span: rule.span,
        })
    }

    fn operations_of(&self, rule: RuleId) -> Operations {
        let mut operations = Operations::default();
        walk_rule(&mut operations, &self.model.rules[rule]);
        operations
    }

    /// The only element of an array that is written out.
    fn element(&self, operations: &Operations) -> Option<How> {
        let mut elements = operations.elements.iter();
        let (Some((array, number)), None) = (elements.next(), elements.next()) else {
            return None;
        };
        let array = &self.model.variables[*array].name;
        Some(How::Mentions(format!("{array}[{number}]")))
    }

    /// What all steps of a process ask may be what differs.
    fn provided(&self, statement: &Statement<'_>) -> How {
        let kind = statement
            .rules
            .first()
            .and_then(|of| self.model.rules[*of].turn);
        let rules = self.model.rules.values();
        let own = rules.filter(|rule| rule.turn.map(|turn| turn.kind) == kind.map(|of| of.kind));
        let own = own.filter(|rule| rule.control.as_ref().is_some_and(|it| it.to.is_some()));
        match condition(&own.collect::<Vec<&Rule>>()) {
            Some((_, condition)) => How::Provided { at: condition.span },
            None => How::Unlike,
        }
    }

    /// A number that should be a name and is none.
    fn plain_number(&self, operations: &Operations, place: Option<VarId>) -> How {
        if operations.sorts {
            return How::Sorts;
        }
        let has_pool = self.model.processes().channel_pool().is_some();
        match wide(self.model, self.classes, &operations.variables, place) {
            Some(how) => how,
            None if has_pool && operations.is_about_channels => How::LocalChannel,
            None => How::MentionsSome,
        }
    }

    /// Messages through a variable of a process, where channels come and go.
    fn local_channel(&self, operations: &Operations) -> Option<How> {
        let processes = self.model.processes();
        let is_local = |variable: &VarId| {
            let ty = self.model.types.get(self.model.variables[*variable].ty);
            if let Type::Array { index, .. } = ty
                && let Type::Id(sort) = self.model.types.get(*index)
            {
                return processes.kind_of_sort(*sort).is_some();
            }
            false
        };
        let has_pool = processes.channel_pool().is_some() && operations.is_about_channels;
        let locations: BTreeSet<VarId> = processes.locations().collect();
        let mut variables = operations.variables.difference(&locations);
        (has_pool && variables.any(is_local)).then_some(How::LocalChannel)
    }

    /// A number that is written out in a message, and is that of a channel.
    fn channel_number(&self, operations: &Operations, atom: AtomId) -> Option<How> {
        let AtomKind::Channel(number) = self.program.universe.kind(atom) else {
            return None;
        };
        let is_written = operations.constants.contains(&i128::from(number));
        is_written.then(|| How::ChannelNumber {
            channel: self.names.written(atom),
            number,
        })
    }

    /// A name that is written out, or was computed from what never changes.
    fn mention(&self, statement: &Statement<'_>, operation: Option<How>, atom: AtomId) -> How {
        let name = self.names.written(atom);
        let number = match self.program.universe.kind(atom) {
            AtomKind::Value(_, number) => Some(number),
            AtomKind::Name(process) => self.process_number(process),
            AtomKind::Channel(_) | AtomKind::Location { .. } => None,
        };
        let operations = self.operations(statement);
        let constants = operations.constants;
        let is_written = number.is_some_and(|number| constants.contains(&number));
        let is_computed =
            operations.compares_bound || matches!(operation, Some(How::Counts | How::Computes));
        let name = match self.program.universe.kind(atom) {
            AtomKind::Value(class, value) => match self.names.value_name(class, value) {
                Some(value) => format!("{}={value}", self.names.class_title(class)),
                None => name,
            },
            AtomKind::Name(_) | AtomKind::Channel(_) | AtomKind::Location { .. } => name,
        };
        match operation {
            // Shorter names are part of others.
            _ if name.ends_with(']') && statement.title.contains(&name) => How::Mentions(name),
            Some(how) if is_computed => how,
            // Its parameters are what happened, whoever did it.
            _ if is_written || statement.function.is_some() => How::Mentions(name),
            _ => How::Given(name),
        }
    }

    fn process_number(&self, process: NameId) -> Option<i128> {
        let processes = self.model.processes();
        let (_, kind) = processes.kind_of_sort(self.model.sort_of(process))?;
        Some(i128::from(kind.first + processes.index_of(kind, process)))
    }

    /// Of several in one step the one about a variable: one that mentions what differs, or computes
    /// it, before others.
    fn telling(
        &self,
        rules: &[RuleId],
        place: Option<VarId>,
        atom: Option<AtomId>,
    ) -> Option<RuleId> {
        let operations = |rule: &RuleId| self.operations_of(*rule);
        let title = |rule: &RuleId| &*self.model.rules[*rule].name;
        let is_about =
            |rule: &&RuleId| place.is_some_and(|place| operations(rule).variables.contains(&place));
        let name = atom.map(|atom| self.names.written(atom));
        let is_written = |rule: &&RuleId| {
            name.as_ref()
                .is_some_and(|name| title(rule).contains(&**name))
        };
        let computes = |rule: &&RuleId| {
            let first = operations(rule).first(self.visible(title(rule)));
            atom.is_some() && first.is_some()
        };
        let own = || rules.iter().filter(is_about);
        let found = own().find(is_written).or_else(|| own().find(computes));
        let found = found.or_else(|| own().next()).copied();
        found.or_else(|| self.acting(rules))
    }

    /// Of several in one step the first that does what tells most of them.
    fn acting(&self, rules: &[RuleId]) -> Option<RuleId> {
        let first = |rule: &RuleId| {
            let title = &self.model.rules[*rule].name;
            self.operations_of(*rule).first(self.visible(title))
        };
        let told = rules.iter().filter_map(|rule| Some((*rule, first(rule)?)));
        let told: Vec<(RuleId, How)> = told.collect();
        let counts = told.iter().find(|(_, how)| *how == How::Counts);
        counts.or(told.first()).map(|(rule, _)| *rule)
    }

    /// The statement that a cause stands for; of several in one step the one about a variable, in
    /// which a name differs.
    fn statement<'c>(
        &'c self,
        cause: &Cause<'c>,
        place: Option<VarId>,
        atom: Option<AtomId>,
    ) -> Statement<'c> {
        let title = cause.first();
        // What orders numbers is called after its statement.
        let titled = self.program.roots.iter();
        let mut titled = titled.filter(|root| {
            root.rule.is_some() && (&root.name, root.span) == (&title.name, title.span)
        });
        let rules = titled.next().map_or(Vec::new(), |root| {
            root.rule.iter().chain(&root.followers).copied().collect()
        });
        match self.telling(&rules, place, atom) {
            Some(rule) if rules.len() > 1 => Statement {
                title: &self.model.rules[rule].name,
                rules: vec![rule],
                rule: Some(&self.model.rules[rule]),
                function: None,
            },
            _ => Statement {
                title: &title.name,
                rules,
                rule: None,
                function: (title.kind == RootKind::Function).then_some(title.span),
            },
        }
    }

    fn operations(&self, statement: &Statement<'_>) -> Operations {
        let mut operations = Operations::default();
        for rule in &statement.rules {
            walk_rule(&mut operations, &self.model.rules[*rule]);
        }
        let functions = self.model.functions.values();
        for function in functions.filter(|function| Some(function.span) == statement.function) {
            walk_block(&mut operations, &function.body);
        }
        operations
    }

    fn visible<'t>(&self, title: &'t str) -> Option<&'t str> {
        visible(self.model, title)
    }
}

fn is_fixed(renaming: &Permutation, atom: AtomId) -> bool {
    let point = Point::new(atom.index());
    renaming.image(point) == point
}

/// Two statements that copies of a proctype have in one place, if they are written differently.
fn copies(one: &Root, other: &Root) -> Option<How> {
    (one.name != other.name && one.span != other.span).then(|| How::Copies {
        other: other.name.clone(),
        at: other.span,
    })
}

/// What a person reads for a cause.
struct Statement<'a> {
    title: &'a str,
    rules: Vec<RuleId>,
    /// If it is not the whole of the cause.
    rule: Option<&'a Rule>,
    /// Where it stands, if it is a function.
    function: Option<Span>,
}

impl Statement<'_> {
    fn reason(&self) -> Option<Reason> {
        self.rule.map(|rule| Reason {
            kind: ReasonKind::Rule,
            name: rule.name.clone(),
            span: rule.span,
        })
    }
}
