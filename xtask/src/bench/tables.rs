//! The tables, and the models in them. Sizes are said here so that a wrong count fails.

use super::cell::Cell::{self, *};
use super::contestant::Contestant;
use super::event::{Event, Language, Text, Work};
use super::table::Table;

type Constants = &'static [(&'static str, u32)];

const fn promela(model: &'static str, constants: Constants, states: u64) -> Event {
    Event {
        language: Language::Promela,
        work: Work::EveryState,
        text: Text::Own { model, constants },
        states,
    }
}

const fn murphi(model: &'static str, constants: Constants, states: u64) -> Event {
    Event {
        language: Language::Murphi,
        work: Work::EveryState,
        text: Text::Own { model, constants },
        states,
    }
}

const fn orbits(model: &'static str, constants: Constants, orbits: u64) -> Event {
    Event {
        work: Work::OneStateOfEachOrbit,
        ..murphi(model, constants, orbits)
    }
}

const LARGE_PROMELA: &[Event] = &[
    promela("peterson-5", &[], 2_270_321),
    promela("bakery-3", &[("MAX", 7)], 1_710_908),
    promela("sort-7", &[], 1_022_751),
    promela("producers-consumers", &[("ITEMS", 12)], 1_811_014),
    promela("philosophers-10", &[("N", 11)], 3_355_444),
];

/// Up to a million states.
const SMALLER_PROMELA: &[Event] = &[
    promela("snooping-cache", &[], 209),
    promela("hypercube-3", &[], 8_553),
    promela("sort-5", &[], 34_848),
    promela("peterson-4", &[], 76_407),
    promela("lamport-fast", &[], 147_176),
    promela("load-balancer-3-6-2", &[], 414_305),
    promela("email-4", &[], 522_497),
    promela("philosophers-10", &[], 838_862),
];

const LARGE_MURPHI: &[Event] = &[
    murphi("german-4", &[], 1_105_434),
    murphi("lamport-fast-4", &[], 1_898_412),
    murphi("bakery-4", &[("LAST_TICKET", 6)], 1_419_483),
    murphi("moesi-5", &[], 1_419_660),
    murphi("two-phase-commit-5", &[("N", 8)], 1_745_408),
];

const PETERSON_7: Event = orbits("peterson-3", &[("N", 7)], 163_298);

const QUOTIENTS: &[Event] = &[
    PETERSON_7,
    orbits("german-3", &[("NODES", 5)], 131_112),
    orbits("lamport-fast-4", &[], 82_645),
    orbits("moesi-3", &[("N", 7)], 62_111),
    orbits("paxos-3", &[("ACCEPTORS", 4), ("BALLOTS", 3)], 57_436),
];

/// Few enough permutations to try all of them on every state.
const QUOTIENTS_OF_SMALL_GROUPS: &[Event] = &[
    orbits("peterson-3", &[("N", 6)], 35_159),
    orbits("german-4", &[], 28_088),
    orbits("lamport-fast-4", &[], 82_645),
    orbits("moesi-5", &[], 9_329),
    orbits("paxos-3", &[("ACCEPTORS", 4), ("BALLOTS", 3)], 57_436),
];

const WEYL: Contestant = Contestant::Weyl { threads: 1 };
const TWO: Contestant = Contestant::Weyl { threads: 2 };
const SPIN: Contestant = Contestant::Spin { collapse: false };
const COLLAPSE: Contestant = Contestant::Spin { collapse: true };
const RUMUR: Contestant = Contestant::Rumur;
const HEURISTIC: Contestant = Contestant::RumurHeuristic { schedules: false };
const SCHEDULES: Contestant = Contestant::RumurHeuristic { schedules: true };
const EXHAUSTIVE: Contestant = Contestant::RumurExhaustive;

const SYMMETRIC: &[Cell] = &[
    States(WEYL),
    States(HEURISTIC),
    Seconds(WEYL),
    Seconds(HEURISTIC),
    Faster(WEYL, HEURISTIC),
    Faster(TWO, HEURISTIC),
    Faster(WEYL, SCHEDULES),
];

const EITHER: &[Language] = &[Language::Promela, Language::Murphi];
const NONE: &[Language] = &[];

pub const TABLES: &[Table] = &[
    Table {
        name: "promela",
        title: "Every state of Promela models, SPIN's search alone",
        events: &[LARGE_PROMELA],
        guests: &[Language::Promela],
        cells: &[
            States(WEYL),
            Transitions(WEYL),
            Rate(WEYL),
            Rate(TWO),
            Rate(SPIN),
            Faster(WEYL, SPIN),
            Faster(TWO, SPIN),
        ],
    },
    Table {
        name: "verdict",
        title: "Time to the verdict on Promela models, SPIN's compiler included",
        events: &[SMALLER_PROMELA],
        guests: NONE,
        cells: &[
            States(WEYL),
            Seconds(WEYL),
            Preparation(SPIN),
            Seconds(SPIN),
            Sooner(WEYL, SPIN),
            Sooner(TWO, SPIN),
        ],
    },
    Table {
        name: "murphi",
        title: "Every state of Murphi models",
        events: &[LARGE_MURPHI],
        guests: &[Language::Murphi],
        cells: &[
            States(WEYL),
            Transitions(WEYL),
            Rate(WEYL),
            Rate(TWO),
            Rate(RUMUR),
            Faster(WEYL, RUMUR),
            Faster(TWO, RUMUR),
        ],
    },
    Table {
        name: "heuristic",
        title: "One state of each orbit, Rumur's heuristic",
        events: &[QUOTIENTS],
        guests: NONE,
        cells: SYMMETRIC,
    },
    Table {
        name: "exhaustive",
        title: "One state of each orbit, all permutations tried by Rumur",
        events: &[QUOTIENTS_OF_SMALL_GROUPS],
        guests: NONE,
        cells: &[
            States(WEYL),
            Seconds(WEYL),
            Seconds(EXHAUSTIVE),
            Faster(WEYL, EXHAUSTIVE),
            Faster(TWO, EXHAUSTIVE),
        ],
    },
    Table {
        name: "firings",
        title: "Transitions of a quotient a second",
        events: &[&[PETERSON_7]],
        guests: NONE,
        cells: &[States(WEYL), Transitions(WEYL), Firings(WEYL), Firings(TWO)],
    },
    Table {
        name: "threads",
        title: "Two threads",
        events: &[LARGE_PROMELA, LARGE_MURPHI],
        guests: EITHER,
        cells: &[States(WEYL), Faster(TWO, WEYL)],
    },
    Table {
        name: "memory",
        title: "Bytes a state, every state",
        events: &[LARGE_PROMELA, LARGE_MURPHI],
        guests: EITHER,
        cells: &[
            States(WEYL),
            StoreBytes(WEYL),
            ProcessBytes(WEYL),
            StoreBytes(SPIN),
            StoreBytes(COLLAPSE),
            StoreBytes(RUMUR),
        ],
    },
    Table {
        name: "memory-reduced",
        title: "Bytes a state, one state of each orbit",
        events: &[QUOTIENTS],
        guests: NONE,
        cells: &[
            States(WEYL),
            StoreBytes(WEYL),
            ProcessBytes(WEYL),
            StoreBytes(HEURISTIC),
        ],
    },
    Table {
        name: "representatives",
        title: "Time of representatives in the whole run",
        events: &[QUOTIENTS],
        guests: NONE,
        cells: &[States(WEYL), Representatives(WEYL)],
    },
];
