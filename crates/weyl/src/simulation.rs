//! Random walks through a model.

use crate::error::Error;
use crate::model::{Input, Model};
use crate::retrace::{Retracing, lost, recorded};
use crate::seed::fresh_seed;
use std::path::Path;
use weyl_check::{Failure, Loaded, read};
use weyl_ir::{Capacity, PropertyKind};
use weyl_permutation::random::Random;
use weyl_report::StepView;
use weyl_source::Sources;
use weyl_trace::{Recorder, Step, StepResult};

/// A random walk. The same seed gives the same walk on every machine and in every version.
///
/// ```
/// use weyl::{Simulation, WalkEnd};
///
/// let model = "
///     var x: 0..9;
///     startstate x := 0 end;
///     rule x < 9 ==> x := x + 1 end;
/// ";
/// let walk = Simulation::text("count.m", model).seed(7).steps(5).run()?;
/// assert_eq!(walk.end, WalkEnd::Stopped);
/// assert_eq!(walk.steps.len(), 6);
/// assert_eq!(walk.steps[5].changes.0[0], ("x".to_string(), "5".to_string()));
/// # Ok::<(), weyl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Simulation {
    model: Model,
    seed: u64,
    steps: u64,
    /// A saved answer with the run to follow, instead of any at random.
    answer: Option<String>,
}

/// A walk that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The initial step first.
    pub steps: Vec<StepView>,
    pub end: WalkEnd,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// As many steps as were asked for, or as the recorded run has.
    Stopped,
    /// Nothing can happen any more.
    Stuck,
    /// The model failed, or an invariant is false.
    Violated(String),
}

impl Simulation {
    /// The model is in a file; its language is told by the ending of its name.
    pub fn file(path: impl AsRef<Path>) -> Simulation {
        Simulation::of(Input::File(path.as_ref().to_path_buf()))
    }

    /// The model is a text; the ending of what it is called tells its language.
    pub fn text(name: impl AsRef<Path>, text: &str) -> Simulation {
        Simulation::of(Input::Text(name.as_ref().to_path_buf(), text.to_string()))
    }

    fn of(input: Input) -> Simulation {
        Simulation {
            model: Model {
                input,
                language: None,
                outputs: Vec::new(),
            },
            seed: 0,
            steps: 20,
            answer: None,
        }
    }

    pub fn seed(mut self, seed: u64) -> Simulation {
        self.seed = seed;
        self
    }

    /// Another walk each time.
    pub fn with_fresh_seed(self) -> Simulation {
        self.seed(fresh_seed())
    }

    /// Up to so many after the initial one.
    pub fn steps(mut self, steps: u64) -> Simulation {
        self.steps = steps;
        self
    }

    /// Along the first run of an answer that was saved
    /// ([`Report::to_json`](crate::Report::to_json)).
    pub fn along(mut self, answer: &str) -> Simulation {
        self.answer = Some(answer.to_string());
        self
    }

    pub fn run(self) -> Result<Walk, Error> {
        let mut options = crate::machine::request().model;
        let (loaded, sources) = self.model.with(&mut options, |sources, file, options| {
            // A walk needs few states: they may be large.
            let read = read(sources, file, options)?;
            let loaded = read.load(Capacity::MOST);
            loaded.or_else(|_| read.load(Capacity::default()))
        })?;
        let walk = match &self.answer {
            None => Ok(self.walk(&loaded, &sources)),
            Some(answer) => follow(answer, &loaded, &sources),
        };
        walk.map_err(|failure| Error::new(failure, sources, &self.model.name()))
    }

    fn walk(&self, loaded: &Loaded, sources: &Sources) -> Walk {
        let mut recorder = Recorder::new(&loaded.program);
        let mut random = Random::new(self.seed);
        let mut walk = Walk {
            steps: Vec::new(),
            end: WalkEnd::Stopped,
        };
        let mut state: Option<Vec<u8>> = None;
        for _ in 0..=self.steps {
            let choices = match &state {
                None => recorder.starts(),
                Some(state) => recorder.enabled_up_to_failures(state),
            };
            let steps = random
                .pick(&choices)
                .copied()
                .and_then(|firing| match &state {
                    None => Some(vec![recorder.start(firing)?]),
                    Some(state) => recorder.steps(state, firing),
                });
            let Some(steps) = steps else {
                walk.end = WalkEnd::Stuck;
                return walk;
            };
            let views = steps.iter().map(|step| StepView::of(step, sources));
            walk.steps.extend(views);
            if let Some(wrong) = steps.last().and_then(|last| wrong(&mut recorder, last)) {
                walk.end = WalkEnd::Violated(wrong);
                return walk;
            }
            state = steps.last().and_then(Step::state).map(<[u8]>::to_vec);
        }
        walk
    }
}

/// The run of a saved answer; an error where the model can't do what it did.
fn follow(answer: &str, loaded: &Loaded, sources: &Sources) -> Result<Walk, Failure> {
    let run = recorded("the answer", answer, None)?;
    let mut recorder = Recorder::new(&loaded.program);
    let mut walk = Walk {
        steps: Vec::new(),
        end: WalkEnd::Stopped,
    };
    let mut state = None;
    let mut number = 0;
    for wanted in run.firings() {
        let is_last = number + wanted.len() == run.steps.len();
        let mut place = Retracing {
            recorder: &mut recorder,
            sources,
            state,
        };
        let steps = place.find(wanted, is_last);
        let steps = steps.ok_or_else(|| lost(number, wanted))?;
        let views = steps.iter().map(|step| StepView::of(step, sources));
        walk.steps.extend(views);
        number += wanted.len();
        if let Some(wrong) = steps.last().and_then(|last| wrong(&mut recorder, last)) {
            walk.end = WalkEnd::Violated(wrong);
            break;
        }
        state = steps.last().and_then(Step::state).map(<[u8]>::to_vec);
    }
    Ok(walk)
}

/// What is wrong after a step.
fn wrong(recorder: &mut Recorder<'_>, last: &Step) -> Option<String> {
    let model = &recorder.program().model;
    let state = match &last.result {
        StepResult::Fault(fault) => return Some(fault.describe(model)),
        StepResult::Excluded => return None,
        StepResult::State(state) => state,
    };
    let invariants = model.properties.iter();
    let mut invariants = invariants.filter(|(_, of)| of.kind == PropertyKind::Invariant);
    invariants.find_map(|(id, property)| {
        let mut instances = 0..recorder.instances(id);
        instances.find_map(|instance| match recorder.holds(id, instance, state) {
            Ok(true) => None,
            Ok(false) => Some(format!("the invariant `{}` is false", property.name)),
            Err(fault) => Some(fault.describe(model)),
        })
    })
}
