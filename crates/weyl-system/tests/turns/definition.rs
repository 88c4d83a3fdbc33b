//! What turns are, by definition: every function says what follows from a state, and changes
//! nothing.

use crate::toy::{Body, Guard, PROCESSES, Rule, State, Toy};
use weyl_ir::{RuleId, Then};

/// What ends a path, with the rules on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    State(State),
    GuardFails,
    BodyFails,
    Assertion,
    Blocked,
    Endless,
}

pub type Entry = (Vec<RuleId>, End);

/// Where a turn stands.
#[derive(Clone, Default)]
struct Now {
    state: State,
    offer: Option<u8>,
    timeout: bool,
    /// The rules so far, each with whether an assertion failed in it.
    path: Vec<(RuleId, bool)>,
    /// Where somebody went on alone.
    stops: Vec<State>,
    /// Who goes along in the end.
    followers: Vec<usize>,
}

/// The ends of all paths from somewhere, or `None` if nothing can be done there.
type Paths = Option<Vec<Entry>>;

pub struct Definition<'t> {
    pub toy: &'t Toy,
    /// How many more steps are looked at; there is no answer where they run out.
    pub patience: std::cell::Cell<u32>,
}

impl Definition<'_> {
    /// All turns from a state.
    pub fn everybody(&self, state: &State) -> Vec<Entry> {
        let calm = self.one_of(0..PROCESSES, &begin(state, false));
        let paths = calm.or_else(|| self.one_of(0..PROCESSES, &begin(state, true)));
        with_circles(paths.unwrap_or_default())
    }

    /// All turns that one process begins; `None` if it can't begin any.
    pub fn process(&self, process: usize, state: &State, timeout: bool) -> Option<Vec<Entry>> {
        let now = begin(state, timeout);
        let may = self.is_there(process, &now) && self.may_act(process, &now);
        let paths = may.then(|| self.moves(process, &now)).flatten();
        paths.map(with_circles)
    }

    /// Whether anybody but a process can begin a turn.
    pub fn others_move(&self, process: usize, state: &State) -> bool {
        let others = (0..PROCESSES).filter(|other| *other != process);
        self.one_of(others, &begin(state, false)).is_some()
    }

    fn is_there(&self, process: usize, now: &Now) -> bool {
        now.state[process + 1] < crate::toy::GONE
    }

    /// The youngest has the greatest number, and comes first.
    fn one_of(&self, who: impl DoubleEndedIterator<Item = usize>, now: &Now) -> Paths {
        let acting = who
            .rev()
            .filter(|process| self.is_there(*process, now) && self.may_act(*process, now));
        let moves: Vec<_> = acting
            .filter_map(|process| self.moves(process, now))
            .collect();
        (!moves.is_empty()).then(|| moves.concat())
    }

    fn may_act(&self, process: usize, now: &Now) -> bool {
        let Some(priorities) = self.toy.priorities else {
            return true;
        };
        let before_us =
            |other: &usize| self.is_there(*other, now) && priorities[*other] > priorities[process];
        now.offer.is_some()
            || (0..PROCESSES).filter(before_us).all(|other| {
                let rules = self.toy.leaving(other, &now.state).iter();
                rules
                    .filter(|rule| self.could_step(other, rule, now))
                    .count()
                    == 0
            })
    }

    fn could_step(&self, process: usize, rule: &Rule, now: &Now) -> bool {
        let is_local = rule.transition.turn.group.is_some() || !rule.transition.sends;
        self.guard(rule, now) == Guard::True
            && (is_local
                || match self.body(process, rule, now) {
                    Err(Body::Assumes) => false,
                    Err(_) => true,
                    Ok(next) => {
                        let mut others = (0..PROCESSES).filter(|other| *other != process);
                        others.any(|other| {
                            let rules = self.toy.leaving(other, &next.state).iter();
                            let mut takers = rules.filter(|rule| rule.transition.receives);
                            takers.any(|rule| self.guard(rule, &next) != Guard::False)
                        })
                    }
                })
    }

    /// `Timeout` stands for itself no longer.
    fn guard(&self, rule: &Rule, now: &Now) -> Guard {
        if rule.transition.receives && now.offer != Some(rule.message) {
            return Guard::False;
        }
        match rule.guards[usize::from(now.state[0])] {
            Guard::Timeout if now.timeout => Guard::True,
            Guard::Timeout => Guard::False,
            other => other,
        }
    }

    /// What a rule leads to whose guard is true.
    fn body(&self, process: usize, rule: &Rule, now: &Now) -> Result<Now, Body> {
        let body = rule.bodies[usize::from(now.state[0])];
        let (Body::Writes(number) | Body::Asserts(number)) = body else {
            return Err(body);
        };
        let mut next = now.clone();
        next.state[0] = number;
        next.state[process + 1] = rule.to;
        next.offer = rule.transition.sends.then_some(rule.message);
        next.timeout = false;
        let has_failed = matches!(body, Body::Asserts(_));
        next.path.push((rule.transition.rule, has_failed));
        Ok(next)
    }

    /// Which of the rules of a process come about: those of the level of the first that does,
    /// `else` only if it is the first, of each group only the first.
    fn moves(&self, process: usize, now: &Now) -> Paths {
        let rules = self.toy.leaving(process, &now.state).iter();
        let tried = rules.filter(|rule| now.offer.is_none() || rule.transition.receives);
        let ways =
            tried.filter_map(|rule| Some((rule.transition.turn, self.step(process, rule, now)?)));
        let ways: Vec<_> = ways.collect();
        let first = ways.first()?.0.level;
        let is_open = |place: &usize| {
            let own = ways[*place].0;
            own.level == first && (*place == 0 || !own.otherwise)
        };
        let is_decided = |place: usize| {
            let mut earlier = (0..place).filter(is_open);
            let own = ways[place].0.group;
            own.is_some() && earlier.any(|other| ways[other].0.group == own)
        };
        let open = (0..ways.len()).filter(is_open);
        let taken = open.filter(|place| !is_decided(*place));
        Some(taken.flat_map(|place| ways[place].1.clone()).collect())
    }

    fn step(&self, process: usize, rule: &Rule, now: &Now) -> Paths {
        self.patience.set(self.patience.get().checked_sub(1)?);
        let failing = |end: End| {
            let mut path = now.path.clone();
            path.push((rule.transition.rule, false));
            Some(ended(&path, end))
        };
        match self.guard(rule, now) {
            Guard::False | Guard::Timeout => None,
            Guard::Fails => failing(End::GuardFails),
            Guard::True => match self.body(process, rule, now) {
                Err(Body::Assumes) => None,
                Err(_) => failing(End::BodyFails),
                Ok(next) => self.after(process, rule, next),
            },
        }
    }

    fn after(&self, process: usize, rule: &Rule, mut next: Now) -> Paths {
        let turn = rule.transition.turn;
        match (next.offer.is_some(), turn.then) {
            (true, _) if turn.group.is_some() => Some(ended(&next.path, End::Blocked)),
            (true, then) => {
                next.followers
                    .extend((then == Then::Along).then_some(process));
                self.one_of((0..PROCESSES).filter(|other| *other != process), &next)
            }
            (false, Then::Anybody) => Some(self.over(next)),
            (false, Then::Along) if next.stops.contains(&next.state) => Some(self.over(next)),
            (false, Then::Along) => Some(self.along(process, next)),
            (false, _) if next.stops.contains(&next.state) => Some(ended(&next.path, End::Endless)),
            (false, then) => {
                next.stops.push(next.state.clone());
                let may_act = then == Then::ItselfSurely || self.may_act(process, &next);
                let more = may_act.then(|| self.moves(process, &next)).flatten();
                more.or_else(|| match then {
                    Then::ItselfSurely => Some(ended(&next.path, End::Blocked)),
                    Then::Itself | Then::Anybody | Then::Along => Some(self.over(next)),
                })
            }
        }
    }

    /// What follows where a turn is over for all but those who go along.
    fn over(&self, mut now: Now) -> Vec<Entry> {
        match now.followers.pop() {
            None => ended(&now.path, End::State(now.state)),
            Some(process) => self.along(process, now),
        }
    }

    /// More steps of a process; none if one of the paths that begin so fails.
    fn along(&self, process: usize, mut now: Now) -> Vec<Entry> {
        now.stops.push(now.state.clone());
        let fails = |(_, end): &Entry| match end {
            End::State(_) | End::Assertion | End::Endless => false,
            End::GuardFails | End::BodyFails | End::Blocked => true,
        };
        let paths = self.moves(process, &now);
        let paths = paths.filter(|paths| !paths.iter().any(fails));
        paths.unwrap_or_else(|| self.over(now))
    }
}

fn begin(state: &State, timeout: bool) -> Now {
    Now {
        state: state.clone(),
        timeout,
        ..Now::default()
    }
}

/// The end of a path, after the assertions that failed on it.
fn ended(path: &[(RuleId, bool)], end: End) -> Vec<Entry> {
    let rules: Vec<RuleId> = path.iter().map(|(rule, _)| *rule).collect();
    let failed = (0..path.len()).filter(|place| path[*place].1);
    let mut entries: Vec<Entry> = failed
        .map(|place| (rules[..=place].to_vec(), End::Assertion))
        .collect();
    entries.push((rules, end));
    entries
}

/// A path that comes back to itself counts only where no path ends otherwise; then the first one
/// does, after whatever failed.
fn with_circles(paths: Vec<Entry>) -> Vec<Entry> {
    let (circles, mut others): (Vec<_>, Vec<_>) =
        paths.into_iter().partition(|(_, end)| *end == End::Endless);
    if others.iter().all(|(_, end)| *end == End::Assertion) {
        others.extend(circles.into_iter().next());
    }
    others
}
