//! Replay believes nothing: runs and claims that are not true are refused.

use weyl_ir::{Capacity, PropertyId, ReadOptions, RuleId, load};
use weyl_murphi::Murphi;
use weyl_source::{Sources, Span};
use weyl_system::{ExecutionLimits, Fault, FaultKind, Firing, Program};
use weyl_trace::{Ending, Recorder, ReplayError, Step, Trace, confirm_region, replay};

const MODEL: &str = "
    var n: 0..5; box: array [1..2] of boolean; ghost: 0..1;
    startstate n := 0; box[1] := false; end;
    rule \"up\" n < 4 ==> n := n + 1; end;
    rule \"over\" n = 4 ==> n := n + 2; end;
    ruleset i: 1..2 do rule \"open\" isundefined(box[2]) ==> box[i] := true; undefine n; end; end;
    rule \"stay\" n = 3 ==> put \"at \"; put n; end;
    invariant \"small\" isundefined(n) | n < 2;
    liveness \"zero\" !isundefined(n) & n = 0;
    cover \"two\" !isundefined(n) & n = 2;
";

fn program() -> Program {
    let mut sources = Sources::default();
    let file = sources.add("a.m", MODEL);
    let options = ReadOptions::default();
    let (lowered, diagnostics) = load(&Murphi, &mut sources, file, &options, Capacity::default());
    let lowered = lowered.unwrap_or_else(|| panic!("{diagnostics:?}"));
    Program::new(lowered.model, ExecutionLimits::default()).expect("a small program")
}

fn firing(rule: u32, instance: u64) -> Firing {
    Firing {
        rule: RuleId::from_u32(rule),
        instance,
    }
}

fn run(rules: &[(u32, u64)], claim: Ending) -> Result<Trace, ReplayError> {
    let program = program();
    let steps: Vec<Firing> = rules.iter().map(|(r, i)| firing(*r, *i)).collect();
    replay(&mut Recorder::new(&program), firing(0, 0), &steps, claim)
}

fn step(recorder: &mut Recorder<'_>, before: &[u8], firing: Firing) -> Option<Step> {
    let steps = recorder.steps(before, firing)?;
    assert_eq!(steps.len(), 1);
    steps.into_iter().next()
}

fn is_false(property: u32) -> Ending {
    Ending::False {
        property: PropertyId::from_u32(property),
        instance: 0,
    }
}

const UP: (u32, u64) = (0, 0);
const OVER: (u32, u64) = (1, 0);

#[test]
fn true_claims_are_confirmed() {
    let small = run(&[UP, UP], is_false(0)).expect("a run");
    assert_eq!(small.steps.len(), 2);
    let reached = Ending::Reached {
        property: PropertyId::from_u32(2),
    };
    assert!(run(&[UP, UP], reached).is_ok());
}

#[test]
fn false_claims_are_refused() {
    let refused = |rules: &[(u32, u64)], claim: Ending| {
        let result = run(rules, claim.clone());
        assert_eq!(result, Err(ReplayError::ClaimFails { claim }));
    };
    refused(&[UP], is_false(0));
    refused(&[], is_false(1));
    refused(&[UP], Ending::Stuck);
    refused(&[UP], Ending::Stuttering);
    let reached = Ending::Reached {
        property: PropertyId::from_u32(2),
    };
    refused(&[UP], reached);
    let fault = Fault::new(FaultKind::DivisionByZero, Span::default());
    refused(&[UP, UP, UP, UP, OVER], Ending::StepFails(fault.clone()));
    refused(&[UP], Ending::StepFails(fault.clone()));
    let property = PropertyId::from_u32(0);
    refused(&[UP], Ending::NotEvaluable { property, fault });
}

#[test]
fn runs_that_the_model_does_not_have_are_refused() {
    let error = |rules: &[(u32, u64)]| run(rules, Ending::Stuck).err();
    assert_eq!(error(&[OVER]), Some(ReplayError::NotEnabled { step: 1 }));
    let gone = [UP, UP, UP, UP, UP];
    assert_eq!(error(&gone), Some(ReplayError::NotEnabled { step: 5 }));
    assert_eq!(error(&[(99, 0)]), Some(ReplayError::NotEnabled { step: 1 }));
    let beyond = [UP, UP, UP, UP, OVER, UP];
    assert_eq!(error(&beyond), Some(ReplayError::EndsEarly { step: 5 }));
}

#[test]
fn a_failing_step_must_fail_as_claimed() {
    let program = program();
    let mut recorder = Recorder::new(&program);
    let mut state = recorder.start(firing(0, 0)).expect("a start");
    for _ in 0..4 {
        let before = state.state().expect("a state").to_vec();
        state = step(&mut recorder, &before, firing(0, 0)).expect("a step");
    }
    let last = step(&mut recorder, state.state().expect("a state"), firing(1, 0));
    let weyl_trace::StepResult::Fault(fault) = last.expect("a step").result else {
        panic!("the range is left");
    };
    let rules = [UP, UP, UP, UP, OVER];
    assert!(run(&rules, Ending::StepFails(fault.clone())).is_ok());
    assert!(run(&rules[..4], Ending::StepFails(fault)).is_err());
}

#[test]
fn a_region_is_walked_again() {
    let program = program();
    let mut recorder = Recorder::new(&program);
    let property = PropertyId::from_u32(1);
    let lost = replay(&mut recorder, firing(0, 0), &[firing(0, 0)], is_false(1)).expect("a run");
    let region = confirm_region(&mut recorder, &lost, property, 0).expect("a region");
    assert!(region.states.expect("a small region") > 4);
    let two = PropertyId::from_u32(2);
    let left = confirm_region(&mut recorder, &lost, two, 0);
    assert_eq!(left, Err(ReplayError::RegionIsLeft));
}

#[test]
fn steps_show_what_changed_and_what_was_printed() {
    let program = program();
    let mut recorder = Recorder::new(&program);
    let texts = |changes: &[weyl_trace::Change]| -> Vec<String> {
        let changes = changes.iter();
        changes.map(|c| format!("{}={}", c.path, c.value)).collect()
    };
    let start = recorder.start(firing(0, 0)).expect("a start");
    assert_eq!(texts(&start.changes), ["n=0", "box[1]=false"]);
    let opened = step(&mut recorder, start.state().expect("a state"), firing(2, 1));
    let opened = opened.expect("a step");
    assert_eq!(texts(&opened.changes), ["n=undefined", "box[2]=true"]);
    assert_eq!(opened.parameters, [("i".to_string(), "2".to_string())]);
    let mut state = start;
    for _ in 0..3 {
        let before = state.state().expect("a state").to_vec();
        state = step(&mut recorder, &before, firing(0, 0)).expect("a step");
    }
    let stay = step(&mut recorder, state.state().expect("a state"), firing(3, 0));
    let stay = stay.expect("a step");
    assert_eq!((stay.output.as_str(), stay.changes.len()), ("at 3", 0));
}
