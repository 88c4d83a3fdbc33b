//! Quotients of systems whose symmetry is no full symmetric group: rings, trees, products. The
//! symmetry is claimed in the text, checked, and the states of the quotient are compared with the
//! orbits of the whole system.

use std::collections::BTreeSet;
use weyl_ir::layout::Action;
use weyl_ir::text::read;
use weyl_ir::{Layout, Model};
use weyl_permutation::Permutation;
use weyl_quotient::{Precision, Quotient, Representatives};
use weyl_symmetry::{ReasonKind, SymmetryGroup, given};
use weyl_system::{
    Batch, ExecutionLimits, Interpreter, Layer, Outcome, Program, Renaming, System, Transparent,
};

type States = BTreeSet<Vec<u8>>;

fn reachable(mut system: impl System) -> States {
    let mut batch = Batch::default();
    let mut pending: Vec<Vec<u8>> = Vec::new();
    let mut seen = States::new();
    system.initial(&mut batch);
    loop {
        for (_, outcome) in batch.iter() {
            let Outcome::State { state, .. } = outcome else {
                panic!("nothing fails here");
            };
            if seen.insert(state.to_vec()) {
                pending.push(state.to_vec());
            }
        }
        let Some(state) = pending.pop() else {
            return seen;
        };
        system.successors(&state, &mut batch);
    }
}

fn image(action: &Action, permutation: &Permutation, state: &[u8]) -> Vec<u8> {
    let mut image = vec![0; state.len()];
    action.apply(permutation.images(), state, &mut image);
    image
}

/// Classes of states that generators connect, also through states that are not reachable.
fn orbits(action: &Action, group: &SymmetryGroup, states: &States) -> usize {
    let least = |state: &Vec<u8>| {
        let images = group.group().elements();
        images.map(|element| image(action, &element, state)).min()
    };
    states.iter().map(least).collect::<BTreeSet<_>>().len()
}

fn model(text: &str) -> Model {
    read(text).unwrap_or_else(|diagnostics| panic!("{diagnostics:?}\n{text}"))
}

/// The states of the whole system and of its quotient, with the structure of the group.
fn check(text: &str) -> (usize, usize, String) {
    let model = model(text);
    let layout = Layout::new(&model).expect("a layout");
    let group = given(&model, &layout, &model.claimed_symmetries).expect("symmetries");
    let structure = group.group().structure().to_string();
    let action = Action::new(&model, &layout);
    let representatives = Representatives::new(&model, &layout, &group, Precision::Exact);
    let program = Program::new(model, ExecutionLimits::default()).expect("a program");
    let whole = reachable(Interpreter::new(&program));
    let quotient = reachable(Quotient::new(Interpreter::new(&program), representatives));
    assert_eq!(quotient.len(), orbits(&action, &group, &whole), "{text}");
    (whole.len(), quotient.len(), structure)
}

/// Processes in a ring; each may start to work while its neighbours do not, and stop.
fn ring(size: usize, symmetries: &str) -> String {
    let names: Vec<String> = (0..size).map(|n| format!("p{n}")).collect();
    let rules = (0..size).map(|n| {
        let (left, right) = ((n + size - 1) % size, (n + 1) % size);
        format!(
            "rule \"start\" when and(not(busy[P::p{n}]), not(busy[P::p{left}]), not(busy[P::p{right}])) \
             {{ busy[P::p{n}] := true; last := P::p{n}; }}\n\
             rule \"stop\" when busy[P::p{n}] {{ busy[P::p{n}] := false; }}\n"
        )
    });
    format!(
        "sort P {{ {} }} var busy : array [P] of bool var last : P undefinable\n\
         start \"init\" {{ clear busy; }}\n{}{symmetries}",
        names.join(" "),
        rules.collect::<String>()
    )
}

#[test]
fn rings_rotate_and_reflect() {
    let rotation = "symmetry (p0 p1 p2 p3 p4 p5)";
    let reflection = "symmetry (p1 p5)(p2 p4)";
    let (whole, rotated, structure) = check(&ring(6, rotation));
    assert_eq!(structure, "C6");
    let (same, both, structure) = check(&ring(6, &format!("{rotation} {reflection}")));
    assert_eq!((same, structure.as_str()), (whole, "D6"));
    assert!(
        both < rotated && rotated * 6 >= whole,
        "{whole} {rotated} {both}"
    );
}

#[test]
fn what_is_no_symmetry_is_refused() {
    let model = model(&ring(6, "symmetry (p0 p1)"));
    let layout = Layout::new(&model).expect("a layout");
    let refused = given(&model, &layout, &model.claimed_symmetries);
    let (number, reason) = refused.expect_err("no symmetry");
    let reason = reason.expect("there is a reason");
    assert_eq!(
        (number, reason.kind, reason.name.as_str()),
        (0, ReasonKind::Rule, "start")
    );
}

/// Two servers, each with two clients that ask it; a client holds the name of its server, a server
/// that of the client which it serves.
#[test]
fn trees_have_wreath_products() {
    let clients = [("c0", "s0"), ("c1", "s0"), ("c2", "s1"), ("c3", "s1")];
    let rules = clients.map(|(client, server)| {
        format!(
            "rule \"ask\" when and(undefined(serves[S::{server}]), not(asks[C::{client}])) \
             {{ asks[C::{client}] := true; }}\n\
             rule \"serve\" when and(asks[C::{client}], undefined(serves[S::{server}])) \
             {{ serves[S::{server}] := C::{client}; }}\n\
             rule \"leave\" when asks[C::{client}] \
             {{ asks[C::{client}] := false; undefine serves[S::{server}]; }}\n"
        )
    });
    let text = format!(
        "sort S {{ s0 s1 }} sort C {{ c0 c1 c2 c3 }} \
         var serves : array [S] of C undefinable var asks : array [C] of bool\n\
         start \"init\" {{ undefine serves; clear asks; }}\n{}\
         symmetry (c0 c1) symmetry (c2 c3) symmetry (s0 s1)(c0 c2)(c1 c3)",
        rules.concat()
    );
    let (whole, quotient, structure) = check(&text);
    assert_eq!(structure, "D4");
    assert!(
        quotient * 8 >= whole && quotient * 3 < whole,
        "{whole} {quotient}"
    );
}

/// A group on a pair of sorts that moves both at once, beside one that moves a third alone.
#[test]
fn products_of_a_ring_and_a_set() {
    let ring = ring(3, "");
    let text = ring.replace(
        "start \"init\" { clear busy; }",
        "sort Q { q0 q1 q2 } var seen : array [Q] of bool var by : array [Q] of P undefinable \
         start \"init\" { clear busy; clear seen; undefine by; }\n\
         rule \"see\" locals q.0 : bound Q for q.0 in Q when and(not(seen[q.0]), not(undefined(last))) \
         { seen[q.0] := true; by[q.0] := last; }",
    );
    let text = format!("{text} symmetry (p0 p1 p2) symmetry (q0 q1) symmetry (q0 q1 q2)");
    let (whole, quotient, structure) = check(&text);
    assert_eq!(structure, "C3 × S3");
    assert!(
        quotient * 18 >= whole && quotient * 6 < whole,
        "{whole} {quotient}"
    );
}

/// Sorts with one name, with none, and with hundreds.
#[test]
fn sorts_of_any_size() {
    let names: Vec<String> = (0..300).map(|n| format!("p{n}")).collect();
    let text = format!(
        "sort None {{ }} sort One {{ only }} sort P {{ {} }} \
         var on : array [P] of bool var first : P undefinable var o : array [One] of bool\n\
         start \"init\" {{ clear on; undefine first; clear o; }}\n\
         rule \"on\" locals p.0 : bound P for p.0 in P when undefined(first) {{ on[p.0] := true; first := p.0; }}\n\
         rule \"off\" locals p.0 : bound P for p.0 in P when and(on[p.0], not(undefined(first))) {{ on[p.0] := false; }}\n\
         symmetry (p0 p1) symmetry ({})",
        names.join(" "),
        names.join(" ")
    );
    let model = model(&text);
    let layout = Layout::new(&model).expect("a layout");
    let group = given(&model, &layout, &model.claimed_symmetries).expect("symmetries");
    assert_eq!(group.group().structure().to_string(), "S300");
    let representatives = Representatives::new(&model, &layout, &group, Precision::Exact);
    let program = Program::new(model, ExecutionLimits::default()).expect("a program");
    let quotient = Quotient::new(Interpreter::new(&program), representatives);
    assert_eq!(reachable(quotient).len(), 3);
}

/// A layer that does nothing of its own.
#[derive(Clone)]
struct Plain<S>(S);

impl<S: System> Layer for Plain<S> {
    type Inside = S;

    fn inside(&self) -> &S {
        &self.0
    }

    fn inside_mut(&mut self) -> &mut S {
        &mut self.0
    }

    fn steps(
        &mut self,
        _source: Option<&[u8]>,
        batch: &mut Batch,
        take: impl FnOnce(&mut S, &mut Batch),
    ) {
        take(&mut self.0, batch);
    }
}

impl<S: System> Transparent for Plain<S> {}

/// The states that steps lead to before anything is renamed, renamed by what a system says.
fn renamed(
    action: &Action,
    whole: &mut Interpreter<'_>,
    state: &[u8],
    renamings: &[Permutation],
) -> Vec<Vec<u8>> {
    let mut batch = Batch::default();
    whole.successors(state, &mut batch);
    assert_eq!(batch.iter().count(), renamings.len());
    let steps = batch.iter().zip(renamings);
    steps
        .map(|((_, outcome), renaming)| match outcome {
            Outcome::State { state, .. } => image(action, renaming, state),
            Outcome::Fault(_) | Outcome::Excluded => panic!("nothing fails here"),
        })
        .collect()
}

/// A layer around a quotient tells how states were renamed: a run under fairness would be wrong
/// without.
#[test]
fn layers_around_quotients_keep_renamings() {
    let text = ring(5, "symmetry (p0 p1 p2 p3 p4)");
    let model = model(&text);
    let layout = Layout::new(&model).expect("a layout");
    let group = given(&model, &layout, &model.claimed_symmetries).expect("symmetries");
    let action = Action::new(&model, &layout);
    let representatives = Representatives::new(&model, &layout, &group, Precision::Exact);
    let program = Program::new(model, ExecutionLimits::default()).expect("a program");
    let mut whole = Interpreter::new(&program);
    let mut layered = Plain(Quotient::new(whole.clone(), representatives));
    let (mut batch, mut renamings) = (Batch::default(), Vec::new());
    // What another question has left is gone.
    let identity = Permutation::identity(action.names());
    renamings.extend([identity.clone(), identity]);
    layered.renamed_initial(&mut batch, &mut renamings);
    assert_eq!(batch.iter().count(), renamings.len());
    let mut moved = 0;
    for state in reachable(layered.clone()) {
        layered.renamed_successors(&state, &mut batch, &mut renamings);
        let wanted = renamed(&action, &mut whole, &state, &renamings);
        let found = batch.iter().map(|(_, outcome)| match outcome {
            Outcome::State { state, .. } => state.to_vec(),
            Outcome::Fault(_) | Outcome::Excluded => panic!("nothing fails here"),
        });
        assert_eq!(found.collect::<Vec<_>>(), wanted);
        moved += renamings.iter().filter(|r| !r.is_identity()).count();
    }
    assert!(moved > 0, "something was renamed");
}
