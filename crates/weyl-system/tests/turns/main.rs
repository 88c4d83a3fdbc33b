//! The walk of turns against the definition of turns, in all states of random toys. Both executors
//! of programs share the walk, so that comparing them says nothing about it; here nothing is
//! shared.

mod definition;
mod toy;

use definition::{Definition, End, Entry};
use std::cell::Cell;
use std::convert::Infallible;
use std::mem;
use toy::{Body, GONE, Guard, PROCESSES, Rule, State, Toy};
use weyl_ir::RuleId;
use weyl_source::Span;
use weyl_system::{
    AtOnce, Batch, Fault, FaultKind, Moment, Outcome, Room, Stepper, Transition, Tried, Turns,
};

const TOYS: u64 = 250;
/// Steps of a state that are looked at; states with more are left out.
const PATIENCE: u32 = 400;

impl AsRef<Transition> for Rule {
    fn as_ref(&self) -> &Transition {
        &self.transition
    }
}

/// A toy that is executed in place, and notices when it is asked at another moment than it is at.
struct Player<'t> {
    toy: &'t Toy,
    state: State,
    offer: Option<u8>,
    /// Whether an assertion failed in the rule that has just fired.
    has_failed: bool,
    reported: &'t mut Vec<Vec<RuleId>>,
}

#[derive(Clone)]
struct Step {
    rule: RuleId,
    failure: Option<Fault>,
}

fn fault(kind: FaultKind) -> Box<Fault> {
    Fault::new(kind, Span::default())
}

fn assertion() -> Box<Fault> {
    let message = String::new();
    fault(FaultKind::Assertion { message })
}

impl<'t> Player<'t> {
    fn new(toy: &'t Toy, reported: &'t mut Vec<Vec<RuleId>>) -> Player<'t> {
        Player {
            toy,
            state: Vec::new(),
            offer: None,
            has_failed: false,
            reported,
        }
    }

    fn is_at(&self, moment: &Moment<'_, Self>) {
        assert_eq!(self.state, moment.state);
        assert_eq!(self.offer, moment.kept.copied().flatten());
        assert_eq!(self.offer.is_some(), moment.has_offer);
    }
}

impl<'t> Stepper for Player<'t> {
    type Process = usize;
    type Command = &'t Rule;
    type Commands = std::slice::Iter<'t, Rule>;
    type Kept = Option<u8>;
    type Step = Step;
    type GivenUp = Infallible;

    fn process_count(&self, moment: &Moment<'_, Self>) -> u32 {
        self.is_at(moment);
        PROCESSES as u32
    }

    fn process(&self, number: u32, moment: &Moment<'_, Self>) -> Option<usize> {
        self.is_at(moment);
        let number = number as usize;
        (self.state[number + 1] != GONE).then_some(number)
    }

    fn commands(
        &self,
        process: usize,
        moment: &Moment<'_, Self>,
    ) -> Result<Self::Commands, Infallible> {
        self.is_at(moment);
        Ok(self.toy.leaving(process, &self.state).iter())
    }

    fn move_at_once(
        &mut self,
        below: u32,
        _: &Moment<'_, Self>,
        _: &mut Batch,
    ) -> Result<AtOnce, Infallible> {
        Ok(AtOnce {
            left: below,
            moves: false,
        })
    }

    fn priority(&self, process: usize) -> Option<i128> {
        self.toy.priorities.map(|all| all[process])
    }

    fn is_enabled(
        &mut self,
        rule: &'t Rule,
        _: usize,
        moment: &Moment<'_, Self>,
    ) -> Result<Result<bool, Box<Fault>>, Infallible> {
        self.is_at(moment);
        if rule.transition.receives && self.offer != Some(rule.message) {
            return Ok(Ok(false));
        }
        Ok(match rule.guards[usize::from(self.state[0])] {
            Guard::True => Ok(true),
            Guard::False => Ok(false),
            Guard::Timeout => Ok(moment.timeout),
            Guard::Fails => Err(fault(FaultKind::NoMessage)),
        })
    }

    fn fire(
        &mut self,
        rule: &'t Rule,
        process: usize,
        moment: &Moment<'_, Self>,
    ) -> Result<Tried, Infallible> {
        let Ok(enabled) = self.is_enabled(rule, process, moment);
        match enabled {
            Ok(true) => {}
            Ok(false) => return Ok(Tried::Not),
            Err(fault) => return Ok(Tried::Failed(fault)),
        }
        let number = match rule.bodies[usize::from(self.state[0])] {
            Body::Assumes => return Ok(Tried::Not),
            Body::Fails => {
                // As far as it came.
                self.state[0] = GONE;
                return Ok(Tried::Failed(fault(FaultKind::ChannelFull)));
            }
            Body::Writes(number) => number,
            Body::Asserts(number) => {
                self.has_failed = true;
                number
            }
        };
        self.state[0] = number;
        self.state[process + 1] = rule.to;
        self.offer = rule.transition.sends.then_some(rule.message);
        Ok(Tried::Fired)
    }

    fn come_back(&mut self, moment: &Moment<'_, Self>) {
        self.state = moment.state.to_vec();
        self.offer = moment.kept.copied().flatten();
    }

    fn has_offer(&self) -> bool {
        self.offer.is_some()
    }

    fn state(&self) -> &[u8] {
        &self.state
    }

    fn keep(&self) -> Option<u8> {
        self.offer
    }

    fn sees_comparisons(&self) -> bool {
        false
    }

    fn compare(&self, earlier: Option<&Option<u8>>) {
        assert!(earlier.is_some(), "the beginning is not compared with");
    }

    fn step(&mut self, rule: &'t Rule, _: usize) -> Step {
        Step {
            rule: rule.transition.rule,
            failure: mem::take(&mut self.has_failed).then(|| *assertion()),
        }
    }

    fn rule_of(step: &Step) -> RuleId {
        step.rule
    }

    fn failures(path: &[Step]) -> Vec<(usize, Fault)> {
        let failed = |(length, step): (usize, &Step)| Some((length, step.failure.clone()?));
        (1..).zip(path).filter_map(failed).collect()
    }

    fn take_back(&mut self, paths: usize) {
        self.reported.truncate(self.reported.len() - paths);
    }

    fn report(&mut self, path: &[Step]) {
        self.reported
            .push(path.iter().map(|step| step.rule).collect());
    }

    fn blame(&self, _: RuleId, kind: FaultKind) -> Result<Box<Fault>, Infallible> {
        Ok(fault(kind))
    }

    fn go_deeper(&mut self, _: usize) -> Result<(), Infallible> {
        Ok(())
    }
}

/// What a walk put into a batch, with the paths that it reported; both must say the same of rules.
fn entries(batch: &Batch, reported: Vec<Vec<RuleId>>) -> Vec<Entry> {
    let ends = batch.iter().zip(0..).map(|((firing, outcome), place)| {
        assert_eq!(firing.instance, place);
        let end = match outcome {
            Outcome::State { state, .. } => End::State(state.to_vec()),
            Outcome::Fault(fault) => match &fault.kind {
                FaultKind::NoMessage => End::GuardFails,
                FaultKind::ChannelFull => End::BodyFails,
                FaultKind::Assertion { .. } => End::Assertion,
                FaultKind::Blocked => End::Blocked,
                FaultKind::Endless => End::Endless,
                other => panic!("{other:?}"),
            },
            Outcome::Excluded => panic!("nothing is excluded"),
        };
        (firing.rule, end)
    });
    let ends: Vec<(RuleId, End)> = ends.collect();
    let later = reported.iter().flat_map(|path| path[1..].to_vec());
    assert_eq!(batch.later_rules(), later.collect::<Vec<RuleId>>());
    assert_eq!(ends.len(), reported.len());
    let both = reported.into_iter().zip(ends);
    both.map(|(path, (first, end))| {
        assert_eq!(path[0], first);
        (path, end)
    })
    .collect()
}

/// What a walk that is begun in a certain way puts into a batch, and what it answers.
fn walked<T>(
    toy: &Toy,
    take: impl FnOnce(Turns<'_, Player<'_>>) -> Result<T, Infallible>,
) -> (T, Vec<Entry>) {
    let (mut room, mut batch, mut reported) = (Room::default(), Batch::default(), Vec::new());
    let player = Player::new(toy, &mut reported);
    let Ok(answer) = take(Turns::new(player, &mut room, &mut batch));
    (answer, entries(&batch, reported))
}

#[derive(Default)]
struct Seen {
    states: u32,
    paths: u32,
    long: u32,
    assertions: u32,
    blocked: u32,
    endless: u32,
}

impl Seen {
    fn note(&mut self, entries: &[Entry]) {
        let count = |is_meant: &dyn Fn(&Entry) -> bool| {
            entries.iter().filter(|entry| is_meant(entry)).count() as u32
        };
        self.states += 1;
        self.paths += entries.len() as u32;
        self.long += count(&|(path, _)| path.len() > 2);
        self.assertions += count(&|(_, end)| *end == End::Assertion);
        self.blocked += count(&|(_, end)| *end == End::Blocked);
        self.endless += count(&|(_, end)| *end == End::Endless);
    }
}

/// Compares everything that can be asked about a state, unless that takes too long.
fn compare(toy: &Toy, state: &State, seen: &mut Seen) {
    let definition = Definition {
        toy,
        patience: Cell::new(PATIENCE),
    };
    let all = definition.everybody(state);
    let one: Vec<_> = (0..PROCESSES)
        .flat_map(|process| [false, true].map(|timeout| (process, timeout)))
        .map(|(process, timeout)| {
            let own = definition.process(process, state, timeout);
            let others = definition.others_move(process, state);
            (process, timeout, own, others)
        })
        .collect();
    if definition.patience.get() == 0 {
        return;
    }
    seen.note(&all);
    let ((), found) = walked(toy, |turns| turns.of_everybody(state));
    assert_eq!(found, all, "{state:?} {toy:#?}");
    for (process, timeout, own, others) in one {
        if state[process + 1] != GONE {
            let (moves, found) = walked(toy, |turns| turns.of(process, state, timeout));
            assert_eq!(moves.then_some(found), own, "{process} {state:?} {toy:#?}");
        }
        let (move_too, _) = walked(toy, |turns| turns.of_others(process, state));
        assert_eq!(move_too, others, "{process} {state:?} {toy:#?}");
    }
}

#[test]
fn turns_are_what_they_are_by_definition() {
    let mut seen = Seen::default();
    for seed in 0..TOYS {
        let toy = Toy::new(seed);
        Toy::states().for_each(|state| compare(&toy, &state, &mut seen));
    }
    // Enough of everything was among them.
    let rare = [seen.long, seen.assertions, seen.blocked, seen.endless];
    assert!(
        seen.states > 20_000 && seen.paths > 40_000,
        "{}",
        seen.paths
    );
    assert!(rare.iter().all(|count| *count > 300), "{rare:?}");
}
