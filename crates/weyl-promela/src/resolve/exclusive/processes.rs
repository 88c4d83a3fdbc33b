//! How many processes there are of each proctype, and where they come from.

use super::is_process;
use super::uses::{Position, each_with_position};
use crate::resolved::{
    Block, Expr, ExprKind, Features, ProctypeId, Program, Stmt, StmtKind, each_of_statement,
    each_statement,
};
use std::collections::{HashMap, HashSet};
use weyl_source::Span;

/// One, or more: nothing else is of interest.
const SEVERAL: u32 = 2;

/// A `run` in the text.
pub struct RunAt {
    by: ProctypeId,
    of: ProctypeId,
    span: Span,
    pub at: Position,
}

pub struct Processes {
    /// Those of each proctype that exist at the start.
    active: Vec<(ProctypeId, u32)>,
    runs: Vec<RunAt>,
    /// How many there may be of each proctype, at most `SEVERAL`.
    most: HashMap<ProctypeId, u32>,
}

/// Why there are several processes of a proctype.
pub enum Several {
    FromTheStart(Span),
    CreatedHere(Span),
    OneMoreHere(Span),
}

impl Processes {
    pub fn of(program: &Program) -> Processes {
        let instances = program.instances.iter();
        let mut processes = Processes {
            active: instances.map(|one| (one.proctype, one.count)).collect(),
            runs: Vec::new(),
            most: HashMap::new(),
        };
        for (by, proctype) in program.proctypes.iter() {
            if !is_process(proctype.kind) {
                continue;
            }
            each_with_position(proctype, &mut |stmt, at| {
                each_of_statement(stmt, &mut |expr| {
                    if let ExprKind::Run(run) = &expr.kind {
                        let (of, span) = (run.proctype, expr.span);
                        processes.runs.push(RunAt { by, of, span, at });
                    }
                });
            });
        }
        processes.count(program);
        processes
    }

    fn active(&self, id: ProctypeId) -> u32 {
        let of_it = self.active.iter().filter(|(one, _)| *one == id);
        of_it.map(|(_, count)| *count).sum()
    }

    /// Whether there is ever a process of a proctype.
    pub fn exist(&self, id: ProctypeId) -> bool {
        self.most_of(id) > 0
    }

    /// Whether every process of a proctype has an ancestor in another.
    pub fn come_only_from(&self, id: ProctypeId, ancestor: ProctypeId) -> bool {
        let starts = self.active.iter().filter(|(_, count)| *count > 0);
        let others = starts.map(|(id, _)| *id).filter(|id| *id != ancestor);
        !self
            .descendants(others.collect(), Some(ancestor))
            .contains(&id)
    }

    /// The `run`s of one proctype that may lead to a process of another.
    pub fn runs_towards(&self, by: ProctypeId, to: ProctypeId) -> impl Iterator<Item = &RunAt> {
        let own = self.runs.iter().filter(move |run| run.by == by);
        own.filter(move |run| self.descendants(vec![run.of], None).contains(&to))
    }

    /// Proctypes, and those of the processes that they create, if one creates none.
    fn descendants(
        &self,
        mut pending: Vec<ProctypeId>,
        without: Option<ProctypeId>,
    ) -> HashSet<ProctypeId> {
        let mut found = HashSet::new();
        while let Some(id) = pending.pop() {
            if found.insert(id) && Some(id) != without {
                let runs = self.runs.iter().filter(|run| run.by == id);
                pending.extend(runs.map(|run| run.of));
            }
        }
        found
    }

    pub fn is_single(&self, id: ProctypeId) -> bool {
        self.most_of(id) <= 1
    }

    fn most_of(&self, id: ProctypeId) -> u32 {
        self.most.get(&id).copied().unwrap_or(0)
    }

    /// The least numbers that the start and the bodies agree with.
    fn count(&mut self, program: &Program) {
        let edges: HashSet<_> = self.runs.iter().map(|run| (run.by, run.of)).collect();
        let times = |(by, of): (ProctypeId, ProctypeId)| {
            let body = &program.proctypes.get(by)?.body;
            Some((by, of, Paths::most_runs(body, of)))
        };
        let edges: Vec<_> = edges.into_iter().filter_map(times).collect();
        loop {
            let mut next: HashMap<ProctypeId, u32> = HashMap::new();
            let created = edges.iter().map(|(by, of, n)| (*of, n * self.most_of(*by)));
            for (id, count) in self.active.iter().copied().chain(created) {
                let sum = next.entry(id).or_default();
                *sum = SEVERAL.min(*sum + count);
            }
            if next == self.most {
                return;
            }
            self.most = next;
        }
    }

    /// Where a second process of a proctype comes from, if there may be two at a time.
    pub fn several(&self, program: &Program, id: ProctypeId) -> Option<Several> {
        let active = self.active(id);
        if active >= SEVERAL {
            return Some(Several::FromTheStart(program.proctypes.get(id)?.span));
        }
        if self.most_of(id) < SEVERAL || may_wait_for_ends(program.features) {
            return None;
        }
        let runs = self.runs.iter().filter(|run| run.of == id);
        let runs: Vec<&RunAt> = runs.filter(|run| self.exist(run.by)).collect();
        let span = runs.last()?.span;
        Some(match active + runs.len() as u32 {
            1 => Several::CreatedHere(span),
            _ => Several::OneMoreHere(span),
        })
    }
}

/// Whether a process may be created only when another one has ended. Where nobody can look for that
/// or be kept waiting for it, a process that has come to its end can stay there, so that it still
/// exists when the next one begins.
fn may_wait_for_ends(features: Features) -> bool {
    features.process_count
        || features.timeout
        || features.enabled
        || features.pc_value
        || features.last_process
        || features.priorities
        || features.provided
}

/// The `run`s of a proctype along the paths through a part of a body, at most `SEVERAL`; `None`
/// where there is no such path.
#[derive(Clone, Copy)]
struct Paths {
    /// To the end of the part.
    through: Option<u32>,
    /// Out of the loop around it.
    broken: Option<u32>,
    /// To any place in it.
    most: u32,
}

impl Paths {
    /// The `run`s in one execution of a body that has some. With jumps the paths are not known, and
    /// only one is sure to be possible.
    fn most_runs(body: &Block, of: ProctypeId) -> u32 {
        let mut jumps = false;
        each_statement(body, &mut |stmt| {
            jumps |= matches!(stmt.kind, StmtKind::Goto(_))
        });
        if jumps {
            return 1;
        }
        Paths::block(body, of).most
    }

    fn straight(runs: u32) -> Paths {
        Paths {
            through: Some(runs.min(SEVERAL)),
            broken: None,
            most: runs.min(SEVERAL),
        }
    }

    fn block(block: &Block, of: ProctypeId) -> Paths {
        let paths = block.statements.iter().map(|stmt| Paths::stmt(stmt, of));
        paths.fold(Paths::straight(0), Paths::then)
    }

    fn then(self, next: Paths) -> Paths {
        let after = |runs: u32| self.through.map(|before| SEVERAL.min(before + runs));
        Paths {
            through: next.through.and_then(after),
            broken: self.broken.max(next.broken.and_then(after)),
            most: self.most.max(after(next.most).unwrap_or(0)),
        }
    }

    fn or(self, other: Paths) -> Paths {
        Paths {
            through: self.through.max(other.through),
            broken: self.broken.max(other.broken),
            most: self.most.max(other.most),
        }
    }

    fn options(options: &[Block], of: ProctypeId) -> Paths {
        let none = Paths {
            through: None,
            broken: None,
            most: 0,
        };
        let paths = options.iter().map(|option| Paths::block(option, of));
        paths.fold(none, Paths::or)
    }

    fn stmt(stmt: &Stmt, of: ProctypeId) -> Paths {
        match &stmt.kind {
            StmtKind::If(options) => Paths::options(options, of),
            StmtKind::Do(options) => Paths::options(options, of).repeated(),
            StmtKind::Break => Paths {
                through: None,
                broken: Some(0),
                most: 0,
            },
            StmtKind::For { from, to, body, .. } => Paths::times(span_of(from, to), body, of),
            StmtKind::ForIndex { size, body, .. } => Paths::times(u64::from(*size), body, of),
            StmtKind::ForMessage { body, .. } => Paths::times(u64::MAX, body, of),
            StmtKind::Inline { body, .. }
            | StmtKind::Atomic(body)
            | StmtKind::DStep(body)
            | StmtKind::Block(body) => Paths::block(body, of),
            StmtKind::Unless { body, escape } => Paths::stmt(body, of).or(Paths::stmt(escape, of)),
            _ => Paths::straight(runs_in(stmt, of)),
        }
    }

    /// Around a loop as often as one likes, then out of it.
    fn repeated(self) -> Paths {
        let before = match self.through {
            Some(runs) if runs > 0 => SEVERAL,
            Some(_) | None => 0,
        };
        Paths {
            through: self.broken.map(|runs| SEVERAL.min(before + runs)),
            broken: None,
            most: SEVERAL.min(before + self.most),
        }
    }

    /// A body that is executed so many times, unless it is left before.
    fn times(times: u64, body: &Block, of: ProctypeId) -> Paths {
        let once = Paths::block(body, of);
        let end = Paths {
            through: None,
            broken: Some(0),
            most: 0,
        };
        match times {
            0 => Paths::straight(0),
            1 => Paths {
                through: once.through.max(once.broken),
                broken: None,
                most: once.most,
            },
            _ => once.or(end).repeated(),
        }
    }
}

/// The number of values in a range, as far as it is known.
fn span_of(from: &Expr, to: &Expr) -> u64 {
    match (&from.kind, &to.kind) {
        (ExprKind::Constant(from), ExprKind::Constant(to)) => {
            u64::try_from(to - from + 1).unwrap_or(0)
        }
        _ => u64::MAX,
    }
}

fn runs_in(stmt: &Stmt, of: ProctypeId) -> u32 {
    let mut found = 0;
    each_of_statement(stmt, &mut |expr| {
        if let ExprKind::Run(run) = &expr.kind {
            found += u32::from(run.proctype == of);
        }
    });
    found
}
