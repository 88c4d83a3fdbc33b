//! How a part of a program tells names apart, in words that say what could be written differently.

use crate::copies::condition;
use crate::discovery::explanations::causes::{Cause, Rank};
use crate::discovery::explanations::operations::{Operations, visible};
use crate::discovery::explanations::wide::wide;
use crate::discovery::naming::NewNames;
use crate::discovery::numbers::classes::Classes;
use crate::discovery::terms::program::{GroundProgram, Root, RootKind};
use crate::discovery::terms::universe::AtomKind;
use crate::discovery::terms::{AtomId, Images, Term, TermId, labels};
use crate::discovery::{Reason, ReasonKind};
use cranelift_entity::EntityRef;
use std::collections::BTreeSet;
use weyl_ir::visit::{walk_block, walk_rule};
use weyl_ir::{Model, NameId, Rule, RuleId, VarId};
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

/// Where two terms that should be one differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Difference {
    /// In what is computed.
    Table,
    /// In a number that is no name.
    Number,
    Atom(AtomId),
    /// In a name that is part of a message.
    Message(AtomId),
    /// In what comes first.
    Sequence,
    Otherwise,
}

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
        let statement = self.statement(cause, None);
        let operations = self.operations(&statement);
        let operation = operations.first(self.visible(statement.title));
        operation
            .or_else(|| self.element(&operations))
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
        let statement = self.statement(cause, None);
        let operations = self.operations(&statement);
        let mentions = || (!operations.constants.is_empty()).then_some(How::MentionsSome);
        let how = operations.first(self.visible(statement.title));
        how.or_else(mentions).unwrap_or(How::Order)
    }

    /// Those of the family that a statement is there for, where it is not for all.
    fn only(&self, cause: &Cause<'_>) -> Option<How> {
        let subjects = cause.roots.iter().map(|root| self.subject(root));
        let subjects: BTreeSet<AtomId> = subjects.collect::<Option<_>>()?;
        let is_part = subjects.len() < self.family.len() && subjects.is_subset(&self.family);
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

    fn by_renaming(&self, cause: &Cause<'_>, renamed: &Renamed<'_>) -> Option<Said> {
        let own: BTreeSet<TermId> = cause.roots.iter().map(|root| root.term).collect();
        let is_broken = |root: &&&Root| !own.contains(&renamed.image(root.term));
        let broken = cause.roots.iter().find(is_broken)?;
        let values: Vec<TermId> = broken.values.iter().map(|v| renamed.image(*v)).collect();
        let mut partners = cause.roots.iter();
        let partner = partners.find(|root| root.values == values)?;
        if let Some(how) = copies(broken, partner) {
            return Some((how, Some(broken.reason())));
        }
        let is_own = |root: &&Root| !root.values.is_empty() && root.values == broken.values;
        let is_alone = cause.roots.iter().all(is_own);
        let (difference, place) = renamed.difference(renamed.image(broken.term), partner.term);
        let statement = self.statement(cause, place);
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
                .unwrap_or_else(|| self.provided(&statement)),
        };
        Some((how, statement.reason()))
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

    /// The statement that a cause stands for; of several in one step the one about a variable.
    fn statement<'c>(&'c self, cause: &Cause<'c>, place: Option<VarId>) -> Statement<'c> {
        let title = cause.first();
        // What orders numbers is called after its statement.
        let titled = self.program.roots.iter();
        let mut titled = titled.filter(|root| {
            root.rule.is_some() && (&root.name, root.span) == (&title.name, title.span)
        });
        let rules = titled.next().map_or(Vec::new(), |root| {
            root.rule.iter().chain(&root.followers).copied().collect()
        });
        let is_about = |rule: &&RuleId| {
            let variables = self.operations_of(**rule).variables;
            place.is_some_and(|place| variables.contains(&place))
        };
        match rules.iter().find(is_about) {
            Some(rule) if rules.len() > 1 => Statement {
                title: &self.model.rules[*rule].name,
                rules: vec![*rule],
                rule: Some(&self.model.rules[*rule]),
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

/// Where the locations of the text begin that a process follows.
fn begin(model: &Model, process: NameId) -> i128 {
    let processes = model.processes();
    let kind = processes.kind_of_sort(model.sort_of(process));
    let begin = kind.and_then(|(_, kind)| {
        let own = processes.index_of(kind, process);
        let copies = kind.copies.iter().filter(|copy| copy.process <= own);
        copies.max_by_key(|copy| copy.process)
    });
    begin.map_or(0, |copy| i128::from(copy.location))
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

/// A program under a renaming: terms of both are terms of one set.
struct Renamed<'p> {
    program: &'p GroundProgram,
    images: Images,
}

impl<'p> Renamed<'p> {
    /// Locations go with their processes: where statements are missing, a renaming may do anything
    /// with them. In a copy of a proctype the same place has another number.
    fn new(model: &Model, program: &'p GroundProgram, renaming: &Permutation) -> Renamed<'p> {
        let universe = &program.universe;
        let image = |atom: AtomId| AtomId::new(renaming.image(Point::new(atom.index())).index());
        let with_process = |atom: AtomId| match universe.kind(atom) {
            AtomKind::Location { process, location } => {
                let to = image(universe.find(AtomKind::Name(process))?);
                let AtomKind::Name(to) = universe.kind(to) else {
                    return None;
                };
                let location = location - begin(model, process) + begin(model, to);
                let process = to;
                universe.find(AtomKind::Location { process, location })
            }
            AtomKind::Name(_) | AtomKind::Channel(_) | AtomKind::Value(..) => None,
        };
        let rename = |atom: AtomId| with_process(atom).unwrap_or_else(|| image(atom));
        Renamed {
            program,
            images: program.terms.images(rename),
        }
    }

    fn image(&self, term: TermId) -> TermId {
        self.images.of(term)
    }

    fn get(&self, term: TermId) -> &Term {
        self.images.get(&self.program.terms, term)
    }

    /// Where the image of a term and the term that it should be begin to differ, and the variable
    /// that this is about.
    fn difference(&self, image: TermId, wanted: TermId) -> (Difference, Option<VarId>) {
        let (mut one, mut other) = (image, wanted);
        let mut place = None;
        let (mut is_message, mut is_computed) = (false, false);
        loop {
            let (label, is_set, below) = match (self.get(one), self.get(other)) {
                (_, Term::Atom(atom)) if is_message => return (Difference::Message(*atom), place),
                (_, Term::Atom(atom)) => return (Difference::Atom(*atom), place),
                (Term::Atom(_), Term::Node { .. }) => return (Difference::Otherwise, place),
                (
                    Term::Node {
                        label, children, ..
                    },
                    Term::Node {
                        label: wanted,
                        is_set,
                        children: theirs,
                    },
                ) => {
                    let text = self.program.terms.label_text(*wanted);
                    if label != wanted {
                        let difference = if text.starts_with(labels::NUMBER) && is_computed {
                            Difference::Table
                        } else if text.starts_with(labels::NUMBER) {
                            Difference::Number
                        } else {
                            Difference::Otherwise
                        };
                        return (difference, place);
                    }
                    place = self.variable_at(theirs).or(place);
                    is_computed = text.starts_with(labels::COMPUTED);
                    let is_about_messages = labels::MESSAGES.iter().any(|of| text.starts_with(of));
                    is_message |= is_about_messages && children.first() == theirs.first();
                    (text, *is_set, differing(children, theirs, *is_set))
                }
            };
            match (label, below) {
                (labels::TABLE | labels::APPLY, _) => return (Difference::Table, place),
                (_, Some(next)) => (one, other) = next,
                (labels::IN_ORDER | labels::DO, None) if !is_set => {
                    return (Difference::Sequence, place);
                }
                (_, None) => return (Difference::Otherwise, place),
            }
        }
    }

    /// The variable that the first child is, or is a place in.
    fn variable_at(&self, children: &[TermId]) -> Option<VarId> {
        let first = *children.first()?;
        let variable = |term: TermId| self.program.variables.get(&term).copied();
        let Term::Node { children, .. } = self.get(first) else {
            return None;
        };
        variable(first).or_else(|| variable(*children.first()?))
    }
}

/// The only children that differ, or the first that do where they have an order.
fn differing(one: &[TermId], other: &[TermId], is_set: bool) -> Option<(TermId, TermId)> {
    if !is_set {
        let pairs = || one.iter().zip(other).filter(|(one, other)| one != other);
        let (a, b) = pairs().next()?;
        // The same parts in another order.
        let sorted = |all: &[TermId]| all.iter().copied().collect::<BTreeSet<TermId>>();
        let is_reordered = pairs().nth(1).is_some() && sorted(one) == sorted(other);
        return (one.len() == other.len() && !is_reordered).then_some((*a, *b));
    }
    let beyond = |these: &[TermId], those: &[TermId]| {
        let mut left = these.iter().copied().filter(|term| !those.contains(term));
        left.next()
    };
    beyond(one, other).zip(beyond(other, one))
}
