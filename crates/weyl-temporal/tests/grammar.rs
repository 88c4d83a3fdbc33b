//! Formulas of all logics as text, over the expressions of some language.

use proptest::prelude::*;
use std::ops::Range;
use weyl_temporal::ParseError;
use weyl_temporal::branching::{Formula, Steps};
use weyl_temporal::grammar::{Atoms, Dialect, Failure, Logic, Model, Problem, lower, read};

/// A language in which every text is an expression, and every type has two values.
#[derive(Default)]
struct Texts<'t> {
    text: &'t str,
    /// Variables of quantifiers with their values.
    values: Vec<(String, usize)>,
    atoms: Vec<String>,
    actions: Vec<String>,
}

fn number(known: &mut Vec<String>, text: String) -> u32 {
    let place = known.iter().position(|known| *known == text);
    let place = place.unwrap_or_else(|| {
        known.push(text);
        known.len() - 1
    });
    place as u32
}

impl Texts<'_> {
    fn with_values(&self, place: Range<usize>) -> String {
        let values = self.values.iter();
        let text = self.text[place].to_string();
        values.fold(text, |text, (name, value)| {
            text.replace(&format!("[{name}]"), &format!("[{value}]"))
        })
    }
}

impl Model for Texts<'_> {
    type Error = String;

    fn atom(&mut self, text: Range<usize>) -> Result<Formula, String> {
        let text = self.with_values(text);
        match text.as_str() {
            "true" => Ok(Formula::True),
            "unknown" => Err("there is no unknown".to_string()),
            _ => Ok(Formula::Proposition(number(&mut self.atoms, text))),
        }
    }

    fn actions(&mut self, text: Range<usize>) -> Result<Steps, String> {
        let text = self.with_values(text);
        Ok(Steps::Of(number(&mut self.actions, text)))
    }

    fn values(&mut self, header: Range<usize>) -> Result<usize, String> {
        match self.text[header].split_once(':') {
            Some((_, of)) if of.trim() == "None" => Ok(0),
            Some(_) => Ok(2),
            None => Err("no type".to_string()),
        }
    }

    fn bind(&mut self, header: Range<usize>, value: usize) {
        let name = self.text[header].split(':').next().unwrap_or_default();
        self.values.push((name.trim().to_string(), value));
    }

    fn unbind(&mut self) {
        self.values.pop();
    }
}

struct Found {
    formula: String,
    atoms: Vec<String>,
    actions: Vec<String>,
}

fn found(text: &str, logic: Logic, declared: &[&str]) -> Result<Found, Failure<String>> {
    let dialect = Dialect {
        logic,
        atoms: Atoms::Expressions {
            single_signs: false,
        },
        is_declared: &|word| declared.contains(&word),
    };
    let tree = read(text, &dialect)?;
    let mut texts = Texts {
        text,
        ..Texts::default()
    };
    let formula = lower(text, &tree, &mut texts)?.to_string();
    Ok(Found {
        formula,
        atoms: texts.atoms,
        actions: texts.actions,
    })
}

fn is(logic: Logic, text: &str, formula: &str, atoms: &[&str]) {
    match found(text, logic, &[]) {
        Ok(found) => {
            assert_eq!(found.formula, formula, "{text}");
            assert_eq!(found.atoms, atoms, "{text}");
        }
        Err(failure) => panic!("{text}: {failure:?}"),
    }
}

fn ctl(text: &str, formula: &str, atoms: &[&str]) {
    is(Logic::Branching, text, formula, atoms);
}

fn mu(text: &str, formula: &str, atoms: &[&str]) {
    is(Logic::Mu, text, formula, atoms);
}

/// What is wrong, and with which part of the text.
fn wrong(logic: Logic, text: &str, problem: Problem, part: &str) {
    let Err(Failure::Formula(ParseError {
        offset,
        end,
        problem: found,
        message,
    })) = found(text, logic, &[])
    else {
        panic!("{text} should be refused");
    };
    assert_eq!(
        (found, &text[offset..end]),
        (problem, part),
        "{text}: {message}"
    );
}

#[test]
fn ctl_is_spelled_as_in_nusmv() {
    ctl(
        "AG (try[1] -> AF crit[1])",
        "A(G (!p0 || A(F p1)))",
        &["try[1]", "crit[1]"],
    );
    ctl("EX a & b", "E(X p0)", &["a & b"]);
    ctl("EX a && b == 1", "(E(X p0) && p1)", &["a", "b == 1"]);
    ctl(
        "A [a U b] || E[a W b]",
        "(A((p0 U p1)) || E((p1 R (p0 || p1))))",
        &["a", "b"],
    );
    ctl("E [a R b]", "E((p0 R p1))", &["a", "b"]);
    ctl("!AF a", "!A(F p0)", &["a"]);
    ctl(
        "AG EF (x + 1) * 2 == 4",
        "A(G E(F p0))",
        &["(x + 1) * 2 == 4"],
    );
    ctl("(a) && AX AX b", "(p0 && A(X A(X p1)))", &["(a)", "b"]);
}

#[test]
fn ctl_star_has_path_formulas() {
    ctl("A(G F a -> [] <> b)", "A((!G F p0 || G F p1))", &["a", "b"]);
    ctl("E(a U b U c)", "E((p0 U (p1 U p2)))", &["a", "b", "c"]);
    ctl("A(X X a && EF b)", "A((X X p0 && E(F p1)))", &["a", "b"]);
    ctl("AG (a U b)", "A(G (p0 U p1))", &["a", "b"]);
    ctl("AG a -> b", "(!A(G p0) || p1)", &["a", "b"]);
    ctl("E(G (a && A(F b)))", "E(G (p0 && A(F p1)))", &["a", "b"]);
}

#[test]
fn mu_has_fixpoints_and_modalities() {
    let text = "nu X. (p -> mu Y. (q || <> Y)) && [] X";
    mu(
        text,
        "(nu X0. ((!p0 || (mu X1. (p1 || <> X1))) && [] X0))",
        &["p", "q"],
    );
    mu(
        "mu X. p || <> X && q",
        "(mu X0. (p0 || (<> X0 && p1)))",
        &["p", "q"],
    );
    mu(
        "p && AG (nu Z. [] Z)",
        "(p0 && A(G (nu X0. [] X0)))",
        &["p"],
    );
    mu("mu X. mu X. <> X", "(mu X0. (mu X1. <> X1))", &[]);
    mu("[] [] x[1] == a[2]", "[] [] p0", &["x[1] == a[2]"]);
    mu(
        "! (mu X. ! <> X -> false)",
        "!(mu X0. (!!<> X0 || p0))",
        &["false"],
    );
    mu("x < y && <> y > 3", "(p0 && <> p1)", &["x < y", "y > 3"]);
    // Where a variable is not known its name is that of something else.
    mu(
        "(mu X. <> X) || A(X p)",
        "((mu X0. <> X0) || A(X p0))",
        &["p"],
    );
    mu(
        "(mu x. <> x) || x == 1",
        "((mu X0. <> X0) || p0)",
        &["x == 1"],
    );
}

#[test]
fn actions_are_handed_over() {
    let Ok(found) = found("<enter(i)> [!pass] <a*> [b[1]] done", Logic::Mu, &[]) else {
        panic!("it is a formula");
    };
    assert_eq!(found.actions, ["enter(i)", "!pass", "a*", "b[1]"]);
    assert_eq!(found.formula, "<a0> [a1] <a2> [a3] p0");
}

/// Symmetric parts stay in one atom.
#[test]
fn neighbours_are_one_atom() {
    ctl("AG a && b", "(A(G p0) && p1)", &["a", "b"]);
    ctl(
        "AG (a && (b || c) -> d)",
        "A(G p0)",
        &["(a && (b || c) -> d)"],
    );
    ctl(
        "a && b && AF c && d && e",
        "((p0 && A(F p1)) && p2)",
        &["a && b", "c", "d && e"],
    );
    ctl(
        "!a && !b -> !AF !c",
        "(!p0 || !A(F p1))",
        &["!a && !b", "!c"],
    );
    ctl(
        "forall i: T do x[i] end && AF y",
        "(p0 && A(F p1))",
        &["forall i: T do x[i] end", "y"],
    );
}

#[test]
fn quantifiers_are_written_out() {
    let atoms = &["x[0]", "y[0]", "x[1]", "y[1]"];
    let one = |x: u8, y: u8| format!("(!p{x} || A(F p{y}))");
    let both = format!("A(G ({} && {}))", one(0, 1), one(2, 3));
    ctl("AG forall i: T do x[i] -> AF y[i] end", &both, atoms);
    ctl("AG (forall i: T do x[i] -> AF y[i])", &both, atoms);
    ctl(
        "exists i: T do EX x[i] endexists || z",
        "((E(X p0) || E(X p1)) || p2)",
        &["x[0]", "x[1]", "z"],
    );
    ctl(
        "A(exists i: T do G x[i] end)",
        "A((G p0 || G p1))",
        &["x[0]", "x[1]"],
    );
    ctl("forall i: None do AF x[i] end", "true", &[]);
    mu(
        "nu X. forall i: T do x[i] && [] X",
        "(nu X0. ((p0 && [] X0) && (p1 && [] X0)))",
        &["x[0]", "x[1]"],
    );
}

#[test]
fn declared_letters_are_names() {
    let Ok(found) = found(
        "AG (G == 1 -> A[2] && F.X)",
        Logic::Branching,
        &["G", "A", "F"],
    ) else {
        panic!("it is a formula");
    };
    assert_eq!(found.atoms, ["(G == 1 -> A[2] && F.X)"]);
    ctl("EF P@X", "E(F p0)", &["P@X"]);
}

#[test]
fn what_is_wrong_has_a_place() {
    use Logic::{Branching, Mu};
    use Problem::{
        NegatedVariable, OperatorInExpression, RunWithoutQuantifier, Syntax, TooLarge,
        VariableInExpression, VariableInPath,
    };
    wrong(Branching, "AG", Syntax, "");
    wrong(Branching, "AG (a", Syntax, "");
    wrong(Branching, "(AG a", Syntax, "");
    wrong(Branching, "A [a U b", Syntax, "");
    wrong(Branching, "AG a)", Syntax, ")");
    wrong(Branching, "AF a == b U c)", Syntax, ")");
    wrong(Branching, "F a", RunWithoutQuantifier, "F");
    wrong(Branching, "a && b U c", RunWithoutQuantifier, "U");
    wrong(Branching, "[] EF a", RunWithoutQuantifier, "[]");
    wrong(Branching, "f(AF a) == 1", OperatorInExpression, "AF");
    wrong(Branching, "forall i: T AF x", Syntax, "");
    wrong(Mu, "mu X. ! X", NegatedVariable, "X");
    wrong(Mu, "mu X. (<> X -> p)", NegatedVariable, "X");
    wrong(Mu, "nu Y. p <-> [] Y", NegatedVariable, "Y");
    wrong(Mu, "mu X. EF X", VariableInPath, "X");
    wrong(Mu, "mu Z. Z == 1", Syntax, "==");
    wrong(Mu, "mu Z. x == Z", VariableInExpression, "Z");
    wrong(Mu, "<a p", Syntax, "");
    wrong(Mu, "mu X. F X", RunWithoutQuantifier, "F");
    wrong(Branching, &"AX ".repeat(300), TooLarge, "AX");
    let many = "forall i: T do ".repeat(14) + "AF x";
    let part = &many[many.len() - 15 * 10 - 4..];
    wrong(Branching, &many, TooLarge, part);
    assert!(matches!(
        found("AG unknown", Branching, &[]),
        Err(Failure::Model(_))
    ));
    assert!(matches!(
        found("forall i do AF x end", Branching, &[]),
        Err(Failure::Model(_))
    ));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_much(
        parts in prop::collection::vec(prop::sample::select(vec![
            "p", "X", "U", "A", "E", "[", "]", "(", ")", "<", ">", "<>", "[]", "!", "->", "<->", "&&",
            "||", "&", "|", "mu ", "nu ", "X. ", ".", "forall i: T do ", "exists ", "do ", "end ", "AF ",
            "EG ", "==", "x[1]", "{", "}", "\"", "é", " ", "W ", "a*", "1",
        ]), 0..20),
        logic in prop::sample::select(vec![Logic::Linear, Logic::Branching, Logic::Mu]),
        atoms in prop::sample::select(vec![
            Atoms::Names,
            Atoms::Expressions { single_signs: true },
            Atoms::Expressions { single_signs: false },
        ]),
    ) {
        let text = parts.concat();
        let is_declared = &|word: &str| word == "p";
        let place = match read(&text, &Dialect { logic, atoms, is_declared }) {
            Ok(tree) => match lower(&text, &tree, &mut Texts { text: &text, ..Texts::default() }) {
                Err(Failure::Formula(error)) => error.offset..error.end,
                Ok(formula) => {
                    prop_assert_eq!(formula.check(), Ok(()));
                    0..0
                }
                Err(Failure::Model(_)) => 0..0,
            },
            Err(error) => error.offset..error.end,
        };
        prop_assert!(text.get(place).is_some());
    }
}
