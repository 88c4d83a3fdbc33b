//! A question about a graph, and random ones.

use crate::ask::{TemporalExploration, TemporalTask, explore_temporal};
use crate::dice::Dice;
use crate::graph::{Graph, Move, To, Truth};
use weyl_explore::{Limits, Progress};
use weyl_ir::PropertyId;
use weyl_system::{Fairness, Repeats};
use weyl_temporal::{Guard, Observer, ObserverEdge, ObserverState};

pub const FAIRNESS: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

#[derive(Clone, Debug)]
pub struct Case {
    pub graph: Graph,
    pub observer: Observer,
    pub atoms: usize,
    /// Those that are asked about.
    pub instances: Vec<u32>,
    pub follows_instances: bool,
    pub evaluates_all: bool,
    pub repeats: Repeats,
    pub fairness: Fairness,
}

impl Case {
    pub fn task(&self) -> TemporalTask {
        let count = self.graph.instances();
        TemporalTask {
            observer: self.observer.clone(),
            atoms: (0..self.atoms as u32).map(PropertyId::from_u32).collect(),
            instances: self.instances.clone(),
            tracked_instances: self.follows_instances.then_some(count),
            evaluates_all: self.evaluates_all,
            repeats: self.repeats,
            fairness: self.fairness,
            growing: Vec::new(),
            limits: Limits::default(),
            threads: 1,
        }
    }

    pub fn explore(&self) -> TemporalExploration {
        self.explore_within(Limits::default())
    }

    pub fn explore_within(&self, limits: Limits) -> TemporalExploration {
        let task = TemporalTask {
            limits,
            ..self.task()
        };
        self.explore_for(&task)
    }

    pub fn explore_on(&self, threads: usize) -> TemporalExploration {
        let task = TemporalTask {
            threads,
            ..self.task()
        };
        self.explore_for(&task)
    }

    pub fn explore_for(&self, task: &TemporalTask) -> TemporalExploration {
        let tracked = self.graph.clone();
        explore_temporal(&self.graph, 1, task, tracked, &Progress::default())
    }

    pub fn under(&self, fairness: Fairness) -> Case {
        Case {
            fairness,
            ..self.clone()
        }
    }
}

/// How graphs look. Numbers say "once in so many", 0 for never.
#[derive(Clone, Copy, Debug)]
pub struct Taste {
    pub max_states: u64,
    pub max_degree: u64,
    pub points: u32,
    /// Units that are never renamed.
    pub max_fixed_units: u64,
    pub max_observer_states: u64,
    pub faulty_labels: u64,
    pub full_tables: u64,
    pub follows_instances: bool,
}

impl Taste {
    pub const PLAIN: Taste = Taste {
        max_states: 8,
        max_degree: 3,
        points: 0,
        max_fixed_units: 4,
        max_observer_states: 4,
        faulty_labels: 0,
        full_tables: 0,
        follows_instances: false,
    };
}

/// All orders of the points.
pub fn permutations(points: u32) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for point in 0..points {
        let insert = |shorter: &Vec<u32>| {
            let at = 0..=shorter.len();
            let longer = at.map(|at| [&shorter[..at], &[point], &shorter[at..]].concat());
            longer.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(insert).collect();
    }
    all
}

struct Author<'d> {
    dice: &'d mut Dice,
    taste: Taste,
    states: u64,
    units: u32,
    atoms: usize,
    permutations: Vec<Vec<u32>>,
    /// There is always a way on, but the observer refuses some states: whoever must go there to act
    /// can't be treated fairly.
    is_narrow: bool,
}

impl Author<'_> {
    /// Often where it came from.
    fn state(&mut self, from: u64) -> u32 {
        if self.dice.once_in(5) {
            from as u32
        } else {
            self.dice.roll(self.states) as u32
        }
    }

    fn to(&mut self, from: u64) -> To {
        if self.dice.once_in(self.taste.full_tables) {
            return To::TableFull;
        }
        let state = self.state(from);
        match self.dice.roll(24) {
            0 => To::Fault,
            1 => To::Excluded,
            2 => To::FailingOnTheWay(state),
            _ => To::State(state),
        }
    }

    /// Mostly one unit, sometimes nobody, sometimes more.
    fn acting(&mut self) -> Vec<u32> {
        let chosen = self.dice.roll(u64::from(self.units) + 1) as u32;
        let acts = |unit: &u32| *unit == chosen || self.dice.once_in(6);
        (0..self.units).filter(acts).collect()
    }

    fn a_move(&mut self, from: u64) -> Move {
        let renaming = self.dice.roll(self.permutations.len() as u64) as usize;
        Move {
            to: self.to(from),
            acting: self.acting(),
            renaming: self.permutations[renaming].clone(),
        }
    }

    fn moves(&mut self, from: u64) -> Vec<Move> {
        let count = if !self.is_narrow && self.dice.once_in(10) {
            0
        } else {
            self.taste.max_degree - self.dice.roll(self.taste.max_degree)
        };
        (0..count).map(|_| self.a_move(from)).collect()
    }

    fn truth(&mut self) -> Truth {
        if self.dice.once_in(self.taste.faulty_labels) {
            return Truth::Faulty;
        }
        match self.dice.roll(5) {
            0..2 => Truth::Yes,
            _ => Truth::No,
        }
    }

    fn labels(&mut self) -> Vec<Vec<Truth>> {
        let instances = if self.taste.follows_instances {
            self.taste.points
        } else {
            1
        };
        let mut one = || (0..self.atoms).map(|_| self.truth()).collect();
        (0..instances).map(|_| one()).collect()
    }

    fn graph(&mut self) -> Graph {
        let initial = 1 + self.dice.roll(3);
        Graph {
            points: self.taste.points,
            units: self.units,
            initial: (0..initial).map(|_| self.a_move(0)).collect(),
            moves: (0..self.states).map(|from| self.moves(from)).collect(),
            labels: (0..self.states).map(|_| self.labels()).collect(),
            patience: None,
        }
    }

    fn guard(&mut self) -> Guard {
        let mut guard = Guard::default();
        if self.is_narrow {
            guard.none.push(0);
        }
        for atom in usize::from(self.is_narrow)..self.atoms {
            match self.dice.roll(8) {
                0 => guard.all.push(atom),
                1 => guard.none.push(atom),
                _ => {}
            }
        }
        guard
    }

    fn observer(&mut self) -> Observer {
        let states = if self.is_narrow {
            1 + self.dice.roll(2)
        } else {
            1 + self.dice.roll(self.taste.max_observer_states)
        };
        let sets = if self.is_narrow {
            self.dice.roll(2) as u32
        } else {
            self.dice.roll(3) as u32
        };
        let has_ends = !self.is_narrow && self.dice.once_in(4);
        let mut edge = || ObserverEdge {
            guard: self.guard(),
            marks: (0..sets)
                .filter(|_| self.dice.once_in(2))
                .fold(0, |marks, set| marks | 1 << set),
            target: self.dice.roll(states) as usize,
        };
        let mut edges: Vec<Vec<ObserverEdge>> = Vec::new();
        for number in 0..states {
            edges.push((0..2 + number % 2).map(|_| edge()).collect());
        }
        let states = edges.into_iter().map(|edges| ObserverState {
            edges,
            is_end: has_ends && self.dice.once_in(8),
        });
        Observer {
            states: states.collect(),
            sets,
        }
    }
}

/// A random case, without fairness.
pub fn case(dice: &mut Dice, taste: Taste) -> Case {
    let states = 1 + dice.roll(taste.max_states);
    let units = taste.points + dice.roll(taste.max_fixed_units + 1) as u32;
    let atoms = 1 + dice.roll(3) as usize;
    let is_narrow = dice.once_in(2);
    let mut author = Author {
        dice,
        taste,
        states,
        units,
        atoms,
        permutations: permutations(taste.points),
        is_narrow,
    };
    let graph = author.graph();
    let observer = author.observer();
    Case {
        instances: vec![0],
        follows_instances: taste.follows_instances,
        graph,
        observer,
        atoms,
        evaluates_all: dice.once_in(2),
        repeats: match dice.roll(5) {
            0 | 1 => Repeats::Nothing,
            2 | 3 => Repeats::Ends,
            _ => Repeats::Everything,
        },
        fairness: Fairness::None,
    }
}
