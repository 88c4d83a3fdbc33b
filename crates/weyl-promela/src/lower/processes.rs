//! Kinds of processes: their numbers, their storage, their creation and death.

use super::copies::{Candidate, created_numbers};
use super::exprs::Body;
use super::numbering::Counting;
use super::{Automaton, Lowering};
use crate::resolved::{
    Initial, LabelId, LocalId as ResolvedLocalId, Proctype, ProctypeId, ProctypeKind, Run, Type,
};

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use weyl_ir::{
    BinaryOp as Op, Block, Comparison, Expr as IrExpr, ExprKind as IrKind, KindCopy, Local,
    LocalId, LocalKind, NameExpr, Place as IrPlace, ProcessKind, Rule, Sort, SortId,
    Stmt as IrStmt, StmtKind as IrStmtKind, Table, Type as IrType, TypeId, VarId,
};
use weyl_source::Span;

/// A proctype as a kind of process, or as a part of one.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    /// Its place in the interleaving.
    pub number: u32,
    pub sort: SortId,
    /// What its process numbers are above the places of their names in the sort.
    pub first: u32,
    /// The places of the names of its processes.
    pub own: Range<u32>,
    /// Trails number the elements of its automaton from here.
    pub first_statement: u32,
    pub location: VarId,
    /// Where the priorities are kept, if the model has any.
    pub priority: Option<VarId>,
    /// The control states, by element of the automaton.
    pub locations: HashMap<usize, u32>,
    /// The first of them.
    pub first_location: u32,
    /// There are other proctypes of the same kind.
    pub has_copies: bool,
}

impl Kind {
    fn as_copy(&self, name: String) -> KindCopy {
        KindCopy {
            name,
            process: self.own.start,
            first: self.own.start + self.first,
            location: self.first_location,
        }
    }
}

pub(super) fn assign(to: IrPlace, value: IrExpr, span: Span) -> IrStmt {
    IrStmt::new(IrStmtKind::Assign { to, value }, span)
}

/// The labels at the control states of a proctype, in the order of these.
fn location_labels(kind: &Kind, automaton: &Automaton, proctype: &Proctype) -> Vec<(u32, String)> {
    let locations = kind.locations.iter();
    let labels = locations.flat_map(|(element, location)| {
        let labels = automaton.elements[*element].labels.iter();
        labels.map(|label| (*location, proctype.labels[*label].name.to_string()))
    });
    let mut labels: Vec<(u32, String)> = labels.collect();
    // What stands at one place stays in the order of the text.
    labels.sort_by_key(|(location, _)| *location);
    labels
}

impl Lowering<'_> {
    pub(super) fn declare_kinds(&mut self) {
        let candidates = self.candidates();
        self.declare_local_channels(&candidates);
        for (number, family) in (0..).zip(self.families(candidates)) {
            self.declare_family(number, &family);
        }
    }

    /// The proctypes that may have processes.
    fn candidates(&mut self) -> Vec<Candidate> {
        let program = self.program;
        let mut candidates = Vec::new();
        let mut first_statement = 0;
        let created = super::rules::created(program);
        let known = created_numbers(program);
        for (id, proctype) in &program.proctypes {
            let automaton = self.automaton(id);
            let size = automaton.size();
            let is_process = matches!(
                proctype.kind,
                ProctypeKind::Init | ProctypeKind::Proctype { .. }
            );
            let is_created = created.contains(&id);
            let numbers = self.numbers(id, is_created);
            if is_process && !numbers.is_empty() {
                self.automata[id] = Some(Rc::new(automaton));
                let known = if is_created {
                    known.get(&id).cloned()
                } else {
                    Some(numbers.clone())
                };
                candidates.push(Candidate {
                    id,
                    is_created,
                    numbers,
                    known,
                    first_statement,
                });
            }
            first_statement += size;
        }
        candidates
    }

    pub(super) fn automaton(&self, id: ProctypeId) -> Automaton {
        let proctype = &self.program.proctypes[id];
        let used = super::rules::remote_labels(self.program, id);
        let is_special = |label: LabelId| {
            let of = &proctype.labels[label];
            of.is_end() || of.is_progress() || of.is_accept() || used.contains(&label)
        };
        let counting = Counting {
            is_special: &is_special,
        };
        Automaton::new(&super::desugar::block(&proctype.body), &counting)
    }

    /// Which process numbers a proctype may have.
    fn numbers(&self, id: ProctypeId, is_created: bool) -> Range<u32> {
        let instances = &self.program.instances;
        let total: u32 = instances.iter().map(|instance| instance.count).sum();
        if is_created {
            return 0..self.capacity.processes.min(255).max(total).max(1);
        }
        let before = instances
            .iter()
            .take_while(|instance| instance.proctype != id);
        let own = instances.iter().filter(|instance| instance.proctype == id);
        let first = before.map(|instance| instance.count).sum();
        first..first + own.map(|instance| instance.count).sum::<u32>()
    }

    /// One kind of process for a proctype, or for copies of one.
    fn declare_family(&mut self, number: u32, family: &[Candidate]) {
        let Some(Candidate { id, .. }) = family.first() else {
            return;
        };
        let proctype = &self.program.proctypes[*id];
        let (places, names) = self.family_places(family);
        let sort = self.model.sorts.push(Sort {
            name: proctype.name.to_string(),
            names,
            span: proctype.span,
        });
        let locations = self.family_locations(family);
        let variants = (0..locations.iter().map(HashMap::len).sum()).map(|at| format!("s{at}"));
        let name = format!("{} location", proctype.name);
        let variants = variants.collect();
        let element = self.model.types.intern(IrType::Enum { name, variants });
        let index = self.model.types.intern(IrType::Id(sort));
        let ty = self.model.types.intern(IrType::Array { index, element });
        let name = format!("{}:_pc", proctype.name);
        let location = self.add_variable(name, ty, true, proctype.span);
        let byte = self.byte();
        let name = format!("{}:_priority", proctype.name);
        let priorities = self.program.features.priorities;
        let priority = priorities.then(|| self.per_process(sort, name, byte, proctype.span));
        self.declare_locals(sort, family);
        for ((member, locations), (own, first)) in family.iter().zip(locations).zip(places) {
            self.kinds[member.id] = Some(Kind {
                number,
                sort,
                first,
                own,
                first_statement: member.first_statement,
                location,
                priority,
                first_location: locations.values().copied().min().unwrap_or(0),
                locations,
                has_copies: family.len() > 1,
            });
        }
    }

    /// For each member the places of its names, and what its process numbers are above them; all
    /// names.
    fn family_places(&self, family: &[Candidate]) -> (Vec<(Range<u32>, u32)>, Vec<String>) {
        let name = |member: &Candidate, number: u32| {
            format!("{}:{number}", self.program.proctypes[member.id].name)
        };
        let (mut places, mut names) = (Vec::new(), Vec::new());
        match family {
            // Who is created may have any number: there is a name for each.
            [first, _, ..] if first.is_created => {
                let of = |number: u32| family.iter().find(|member| member.has(number));
                let room = first.numbers.clone();
                names.extend(
                    room.clone()
                        .map(|number| name(of(number).unwrap_or(first), number)),
                );
                for member in family {
                    let own = member.known.clone().unwrap_or_default();
                    places.push((own.start.min(room.end)..own.end.min(room.end), 0));
                }
            }
            _ => {
                for member in family {
                    let start = names.len() as u32;
                    names.extend(member.numbers.clone().map(|number| name(member, number)));
                    let own = start..names.len() as u32;
                    places.push((own, member.numbers.start - start));
                }
            }
        }
        (places, names)
    }

    /// The control states of each member, one member after the other.
    fn family_locations(&mut self, family: &[Candidate]) -> Vec<HashMap<usize, u32>> {
        let (mut all, mut numbers, mut first) = (Vec::new(), Vec::new(), 0);
        for member in family {
            let automaton = self.automata[member.id].as_deref();
            let own = automaton
                .map(super::rules::control_states)
                .unwrap_or_default();
            numbers.extend(automaton.into_iter().flat_map(|of| of.state_numbers(&own)));
            let count = own.len() as u32;
            let moved = own.into_iter().map(|(element, at)| (element, first + at));
            all.push(moved.collect());
            first += count;
        }
        self.numbers.states.push(numbers);
        all
    }

    /// An array for each local variable, which all members share.
    fn declare_locals(&mut self, sort: SortId, family: &[Candidate]) {
        let program = self.program;
        let Some(first) = family.first() else {
            return;
        };
        let proctype = &program.proctypes[first.id];
        for (place, variable) in proctype.locals.values().enumerate() {
            let members = family.iter().filter_map(|member| {
                let local = program.proctypes[member.id].locals.keys().nth(place)?;
                Some((member.id, local))
            });
            let members: Vec<(ProctypeId, ResolvedLocalId)> = members.collect();
            let Some(ty) = self.shared_local_type(&members) else {
                continue;
            };
            let name = format!("{}:{}", proctype.name, variable.name);
            let array = self.per_process(sort, name, ty, variable.span);
            let members = members.into_iter().map(|member| (member, array));
            self.storage.locals.extend(members);
        }
    }

    pub(super) fn process_kinds(&self) -> Vec<ProcessKind> {
        let program = self.program;
        let mut kinds: Vec<ProcessKind> = Vec::new();
        for (id, proctype) in &program.proctypes {
            let (Some(kind), Some(automaton)) = (&self.kinds[id], &self.automata[id]) else {
                continue;
            };
            let labels = location_labels(kind, automaton, proctype);
            let mut may_end = vec![false; kind.locations.len()];
            for (element, location) in &kind.locations {
                let labels = &automaton.elements[*element].labels;
                let is_end = labels.iter().any(|label| proctype.labels[*label].is_end());
                may_end[(location - kind.first_location) as usize] = is_end || *element == 0;
            }
            let name = proctype.name.to_string();
            match kinds.get_mut(kind.number as usize) {
                Some(family) => {
                    family.may_end.extend(may_end);
                    family.labels.extend(labels);
                    family.copies.push(kind.as_copy(name));
                }
                None => kinds.push(ProcessKind {
                    copies: kind
                        .has_copies
                        .then(|| kind.as_copy(name.clone()))
                        .into_iter()
                        .collect(),
                    name,
                    sort: kind.sort,
                    first: kind.first,
                    location: kind.location,
                    may_end,
                    labels,
                    priority: kind.priority,
                }),
            }
        }
        kinds
    }

    pub(super) fn label_location(&self, proctype: ProctypeId, label: LabelId) -> Option<u32> {
        let automaton = self.automata[proctype].as_ref()?;
        let element = automaton.label(label)?;
        self.kinds[proctype]
            .as_ref()?
            .locations
            .get(&element)
            .copied()
    }

    pub(super) fn add_local(
        &mut self,
        body: &mut Body,
        name: &str,
        ty: TypeId,
        kind: LocalKind,
    ) -> LocalId {
        body.locals.push(Local {
            name: name.to_string(),
            ty,
            kind,
        })
    }

    pub(super) fn local_place(body: &Body, local: LocalId, span: Span) -> IrPlace {
        IrPlace::local(local, body.locals[local].ty, span)
    }

    fn process_count_place(&self, span: Span) -> IrPlace {
        let count = self.storage.process_count();
        IrPlace::variable(count, self.model.variables[count].ty, span)
    }

    /// Creates a process; the local with its number.
    pub(super) fn spawn(
        &mut self,
        body: &mut Body,
        run: &Run,
        span: Span,
        into: &mut Block,
    ) -> LocalId {
        let byte = self.byte();
        let number = self.add_local(body, "pid", byte, LocalKind::Value);
        let place = Self::local_place(body, number, span);
        let count = self.process_count_place(span);
        into.push(assign(place.clone(), IrExpr::read(count.clone()), span));
        let one = self.number(1, span);
        let next = self.binary(Op::Add, IrExpr::read(place.clone()), one, span);
        into.push(IrStmt::new(
            IrStmtKind::Reserve {
                table: Table::Processes,
                count: next.clone(),
            },
            span,
        ));
        let arguments: Vec<IrExpr> = run.arguments.iter().map(|e| self.value(body, e)).collect();
        self.create(
            body,
            run.proctype,
            IrExpr::read(place.clone()),
            arguments,
            span,
            into,
        );
        let priority = self.number(i128::from(run.priority.unwrap_or(1)), span);
        into.extend(self.set_priority(&IrExpr::read(place), &priority, span));
        into.push(assign(count, next, span));
        number
    }

    /// Brings a process with a number into being.
    pub(super) fn create(
        &mut self,
        body: &mut Body,
        proctype: ProctypeId,
        number: IrExpr,
        arguments: Vec<IrExpr>,
        span: Span,
        into: &mut Block,
    ) {
        let Some(kind) = self.kinds[proctype].clone() else {
            return;
        };
        let id_type = self.model.types.intern(IrType::Id(kind.sort));
        let own = self.add_local(body, "new", id_type, LocalKind::Value);
        let first = self.number(i128::from(kind.first), span);
        let constant = number.as_constant();
        let index = self.binary(Op::Subtract, number, first, span);
        let name = IrExpr::new(
            IrKind::Name(NameExpr::NameAt(Box::new(index))),
            id_type,
            span,
        );
        into.push(assign(Self::local_place(body, own, span), name, span));
        let mut inside = Body {
            proctype: Some(proctype),
            own: Some(own),
            locals: std::mem::take(&mut body.locals),
            runs: Vec::new(),
        };
        self.remember_channels(&inside, proctype, span, into);
        self.initialise_locals(&mut inside, (proctype, constant), arguments, into);
        let start = self.automata[proctype]
            .as_ref()
            .map_or(0, |automaton| automaton.start);
        let start = kind.locations.get(&start).copied().unwrap_or(0);
        let name = IrExpr::read(Self::local_place(&inside, own, span));
        let location = self.of_process(kind.location, name, span);
        let start = IrExpr::constant(i128::from(start), location.ty, span);
        into.push(assign(location, start, span));
        body.locals = inside.locals;
    }

    fn initialise_locals(
        &mut self,
        body: &mut Body,
        (proctype, number): (ProctypeId, Option<i128>),
        arguments: Vec<IrExpr>,
        into: &mut Block,
    ) {
        let program = self.program;
        let mut arguments = arguments.into_iter();
        for (id, local) in &program.proctypes[proctype].locals {
            let Some(variable) = self.storage.locals.get(&(proctype, id)).copied() else {
                continue;
            };
            let Some(name) = self.own_name(body, local.span) else {
                continue;
            };
            let place = self.of_process(variable, name, local.span);
            match local.initial {
                Initial::Parameter => self.fill_parameter(place, local, &mut arguments, into),
                _ => {
                    let mut channels = self.local_channel(number, id);
                    self.initialise(body, place, local, &mut channels, into);
                }
            }
        }
    }

    pub(super) fn make_channel(
        &mut self,
        body: &mut Body,
        init: crate::resolved::ChannelInitId,
        to: IrPlace,
        span: Span,
        into: &mut Block,
    ) {
        let Some(dynamic) = self.storage.dynamic.clone() else {
            return;
        };
        let byte = self.byte();
        let number = self.add_local(body, "channel", byte, LocalKind::Value);
        let number = Self::local_place(body, number, span);
        let count = IrPlace::variable(dynamic.count, byte, span);
        let one = self.number(1, span);
        let next = self.binary(Op::Add, IrExpr::read(count.clone()), one, span);
        let reserve = IrStmtKind::Reserve {
            table: Table::Channels,
            count: next.clone(),
        };
        into.push(IrStmt::new(reserve, span));
        into.push(assign(number.clone(), next, span));
        let at = self.of_process(dynamic.pool.shape_of, IrExpr::read(number.clone()), span);
        let shape = dynamic.shape.get(&init).copied().unwrap_or(0);
        let shape = self.number(shape as i128 + 1, span);
        into.push(assign(at, shape, span));
        into.push(assign(to, IrExpr::read(number.clone()), span));
        into.push(assign(count, IrExpr::read(number), span));
    }

    /// Notes how many channels there were before a process: those made later die with it.
    fn remember_channels(
        &mut self,
        body: &Body,
        proctype: ProctypeId,
        span: Span,
        into: &mut Block,
    ) {
        let Some(dynamic) = self.storage.dynamic.clone() else {
            return;
        };
        let base = dynamic.base.get(&proctype).copied();
        if let (Some(base), Some(name)) = (base, self.own_name(body, span)) {
            let place = self.of_process(base, name, span);
            let count = self.global_byte(dynamic.count, span);
            into.push(assign(place, count, span));
        }
    }

    /// What is left of a process disappears.
    pub(super) fn bury(&mut self, body: &Body, proctype: ProctypeId, span: Span) -> Block {
        let mut block = Block::new();
        let Some(kind) = self.kinds[proctype].clone() else {
            return block;
        };
        self.close_channels(body, proctype, span, &mut block);
        block.extend(self.empty_channels(proctype, span));
        let program = self.program;
        let locals = program.proctypes[proctype].locals.keys();
        let variables =
            locals.filter_map(|local| self.storage.locals.get(&(proctype, local)).copied());
        let priority = kind.priority;
        let base = self
            .storage
            .dynamic
            .as_ref()
            .and_then(|of| of.base.get(&proctype).copied());
        let variables: Vec<VarId> = variables.chain(base).chain(priority).collect();
        for variable in variables {
            if let Some(name) = self.own_name(body, span) {
                let place = self.of_process(variable, name, span);
                block.push(IrStmt::new(IrStmtKind::Clear(place), span));
            }
        }
        let count = self.process_count_place(span);
        let one = self.number(1, span);
        let fewer = self.binary(Op::Subtract, IrExpr::read(count.clone()), one, span);
        block.push(assign(count, fewer, span));
        if let Some(name) = self.own_name(body, span) {
            let location = self.of_process(kind.location, name, span);
            block.push(IrStmt::new(IrStmtKind::Undefine(location), span));
        }
        block
    }

    fn close_channels(&mut self, body: &Body, proctype: ProctypeId, span: Span, into: &mut Block) {
        let Some(dynamic) = self.storage.dynamic.clone() else {
            return;
        };
        let base = dynamic.base.get(&proctype).copied();
        let (Some(base), Some(name)) = (base, self.own_name(body, span)) else {
            return;
        };
        let count = self.global_byte(dynamic.count, span);
        let kept = IrExpr::read(self.of_process(base, name, span));
        let condition = self.binary(Op::Compare(Comparison::Greater), count.clone(), kept, span);
        let mut inside = Block::new();
        for shape in &dynamic.pool.shapes {
            let place = self.of_process(*shape, count.clone(), span);
            inside.push(IrStmt::new(IrStmtKind::Clear(place), span));
        }
        let shape = self.of_process(dynamic.pool.shape_of, count.clone(), span);
        let zero = self.number(0, span);
        inside.push(assign(shape, zero, span));
        let one = self.number(1, span);
        let fewer = self.binary(Op::Subtract, count, one, span);
        let place = IrPlace::variable(dynamic.count, self.model.variables[dynamic.count].ty, span);
        inside.push(assign(place, fewer, span));
        let kind = IrStmtKind::While {
            condition,
            body: inside,
        };
        into.push(IrStmt::new(kind, span));
    }

    /// Gives the process with a number a priority, if there is one.
    pub(super) fn set_priority(&mut self, number: &IrExpr, priority: &IrExpr, span: Span) -> Block {
        let program = self.program;
        let mut block = Block::new();
        for id in program.proctypes.keys() {
            let Some(kind) = self.kinds[id].clone() else {
                continue;
            };
            let Some(variable) = kind.priority else {
                continue;
            };
            let (inside, name) = self.process_of_kind(&kind, number.clone(), span);
            let location = self.of_process(kind.location, name.clone(), span);
            let boolean = self.boolean();
            let absent = IrExpr::new(IrKind::IsUndefined(location), boolean, span);
            let to = self.of_process(variable, name, span);
            let value = self.stored(priority.clone(), Type::Byte);
            let there = IrStmt::new(
                IrStmtKind::If {
                    condition: absent,
                    then: Block::new(),
                    otherwise: vec![assign(to, value, span)],
                },
                span,
            );
            let kind = IrStmtKind::If {
                condition: inside,
                then: vec![there],
                otherwise: Block::new(),
            };
            block.push(IrStmt::new(kind, span));
        }
        block
    }

    /// The initial rule: globals, then the processes that are active from the start.
    pub(super) fn build_start(&mut self) {
        let program = self.program;
        let span = Span::default();
        let mut body = Body {
            proctype: None,
            own: None,
            locals: weyl_ir::Locals::new(),
            runs: Vec::new(),
        };
        let mut block = Block::new();
        self.count_fixed_channels(&mut block);
        self.start_trace(&mut block);
        for (id, global) in &program.globals {
            if let Some(variable) = self.storage.globals[id] {
                let ty = self.model.variables[variable].ty;
                let place = IrPlace::variable(variable, ty, global.span);
                let mut channels = self.storage.global_channels.get(&id).copied();
                self.initialise(&mut body, place, global, &mut channels, &mut block);
            }
        }
        let mut pid = 0;
        for instance in &program.instances {
            for _ in 0..instance.count {
                let number = self.number(pid, span);
                self.create(
                    &mut body,
                    instance.proctype,
                    number,
                    Vec::new(),
                    span,
                    &mut block,
                );
                let priority = i128::from(program.proctypes[instance.proctype].priority);
                let (own, priority) = (self.number(pid, span), self.number(priority, span));
                block.extend(self.set_priority(&own, &priority, span));
                pid += 1;
                let count = self.process_count_place(span);
                let now = self.number(pid, span);
                block.push(assign(count, now, span));
            }
        }
        let guard = self.truth_constant(true, span);
        self.model.starts.push(Rule {
            name: "start".into(),
            parameters: Vec::new(),
            locals: body.locals,
            control: None,
            turn: None,
            guard,
            body: block,
            span,
        });
    }

    fn count_fixed_channels(&mut self, into: &mut Block) {
        let span = Span::default();
        if let Some(dynamic) = self.storage.dynamic.clone() {
            let place =
                IrPlace::variable(dynamic.count, self.model.variables[dynamic.count].ty, span);
            let fixed = self.number(self.storage.fixed_channels.len() as i128, span);
            into.push(assign(place, fixed, span));
        }
    }
}
