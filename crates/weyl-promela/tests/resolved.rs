//! The shape of the resolved tree.

use weyl_ir::ReadOptions;
use weyl_promela::resolved::*;
use weyl_source::{Diagnostics, Sources};

fn read(text: &str) -> (Program, Sources) {
    let mut sources = Sources::default();
    let file = sources.add("m.pml", text);
    let options = ReadOptions::default();
    let mut diagnostics = Diagnostics::default();
    let program = weyl_promela::parse(&mut sources, file, &options, &mut diagnostics);
    (
        program.unwrap_or_else(|| panic!("{diagnostics:?}")),
        sources,
    )
}

fn proctype<'p>(program: &'p Program, name: &str) -> &'p Proctype {
    let mut named = program
        .proctypes
        .values()
        .filter(|known| &*known.name == name);
    named.next().expect("a proctype")
}

fn body(text: &str) -> Vec<Stmt> {
    let (program, _) = read(text);
    proctype(&program, "init").body.statements.clone()
}

#[test]
fn mtypes_are_numbered_from_the_last_name_to_the_first() {
    let (program, _) = read(
        "mtype = { a, b, c }; mtype:s = { x, y }; mtype = { d, e }; init { assert(a > b && x == y) }",
    );
    let names: Vec<Vec<&str>> = program
        .mtypes
        .values()
        .map(|mtype| mtype.constants.iter().map(|name| &**name).collect())
        .collect();
    assert_eq!(names, [vec!["c", "b", "a", "e", "d"], vec!["y", "x"]]);
    let first = program.mtypes.values().next().expect("an mtype");
    assert_eq!(
        (first.constant(1), first.constant(3)),
        (Some("c"), Some("a"))
    );
    assert_eq!((first.constant(0), first.constant(6)), (None, None));
}

#[test]
fn processes_start_in_the_order_of_the_text() {
    let (program, _) = read(
        "active [2] proctype A() { skip } init { run B() } proctype B() { skip } \
         active proctype C() { skip }",
    );
    let order: Vec<(&str, u32)> = program
        .instances
        .iter()
        .map(|instance| (&*program.proctypes[instance.proctype].name, instance.count))
        .collect();
    assert_eq!(order, [("A", 2), ("init", 1), ("C", 1)]);
}

#[test]
fn declarations_at_the_start_belong_to_the_creation() {
    let (program, _) =
        read("init { int a = 1, b; chan c = [2] of { byte }; a = b; int d; int e = a }");
    let init = proctype(&program, "init");
    let initials: Vec<bool> = init
        .locals
        .values()
        .map(|local| local.initial == Initial::Later)
        .collect();
    assert_eq!(initials, [false, false, false, true, true]);
    let kinds: Vec<bool> = init
        .body
        .statements
        .iter()
        .map(|statement| matches!(statement.kind, StmtKind::Initialise { .. }))
        .collect();
    assert_eq!(kinds, [false, true, true]);
}

#[test]
fn locals_of_blocks_are_locals_of_their_own() {
    let (program, _) = read("init { { int x; x = 1 }; { byte x; x = 2 } }");
    let locals = &proctype(&program, "init").locals;
    let types: Vec<Type> = locals.values().map(|local| local.ty).collect();
    assert_eq!(types, [Type::Int, Type::Byte]);
    assert!(locals.values().all(|local| local.nested));
}

#[test]
fn structures_are_split_where_they_are_passed_on() {
    let (program, _) = read(
        "typedef In { byte p; byte q[2] }; typedef Out { int a; In b }; Out o; \
         chan c = [1] of { mtype, Out, bit }; proctype P(int x; Out y) { skip } \
         init { c!1,o,0; c?_,o,_; run P(7, o) }",
    );
    let channel = program.channels.values().next().expect("a channel");
    assert_eq!(channel.fields.len(), 6);
    let statements = &proctype(&program, "init").body.statements;
    match &statements[0].kind {
        StmtKind::Send { arguments, .. } => assert_eq!(arguments.len(), 6),
        other => panic!("{other:?}"),
    }
    match &statements[1].kind {
        StmtKind::Receive { patterns, .. } => {
            let stores = patterns
                .iter()
                .filter(|pattern| matches!(pattern, Pattern::Store(_)));
            assert_eq!((patterns.len(), stores.count()), (6, 4));
        }
        other => panic!("{other:?}"),
    }
    match &statements[2].kind {
        StmtKind::Condition(Expr {
            kind: ExprKind::Run(run),
            ..
        }) => assert_eq!(run.arguments.len(), 5),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_jump_goes_to_the_label_of_its_own_inline() {
    let (program, _) =
        read("inline f() { skip; goto L; skip; L: skip } init { f(); f(); goto M; M: skip }");
    let init = proctype(&program, "init");
    let names: Vec<&str> = init.labels.values().map(|label| &*label.name).collect();
    assert_eq!(names, ["L", "L", "M"]);
    let mut jumps = Vec::new();
    for statement in &init.body.statements {
        if let StmtKind::Inline { body, .. } = &statement.kind
            && let StmtKind::Goto(label) = body.statements[1].kind
        {
            jumps.push(label);
            assert_eq!(body.statements[3].labels, [label]);
        }
    }
    assert_eq!(jumps.len(), 2);
    assert_ne!(jumps[0], jumps[1]);
}

#[test]
fn an_inline_keeps_its_text_and_its_call() {
    let text = "inline inc(v) { v = v + 1 }\ninit { int k;\n inc(k) }";
    let (program, sources) = read(text);
    let statements = &proctype(&program, "init").body.statements;
    let StmtKind::Inline { name, call, body } = &statements[0].kind else {
        panic!("{statements:?}");
    };
    assert_eq!((&**name, sources.text(*call)), ("inc", "inc(k)"));
    assert_eq!(sources.text(body.statements[0].span), "v = v + 1");
    match &body.statements[0].kind {
        StmtKind::Assign { target, .. } => {
            assert!(matches!(target.variable, VariableRef::Local(_)));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_value_of_an_inline_is_assigned() {
    let statements = body("inline next(v) { return v + 1 } init { int k; k = next(3) }");
    let StmtKind::Inline { body, .. } = &statements[0].kind else {
        panic!("{statements:?}");
    };
    assert!(matches!(body.statements[0].kind, StmtKind::Assign { .. }));
}

#[test]
fn statements_of_macros_stand_where_the_macro_is_used() {
    let (program, sources) = read("#define STEP x = x + 1\nint x;\ninit { STEP; STEP }");
    let statements = &proctype(&program, "init").body.statements;
    let spans: Vec<_> = statements
        .iter()
        .map(|statement| {
            (
                sources.text(statement.span),
                sources.position(statement.span),
            )
        })
        .collect();
    assert_eq!(
        (spans[0].0, spans[0].1.line, spans[0].1.column),
        ("STEP", 3, 8)
    );
    assert_eq!(
        (spans[1].0, spans[1].1.line, spans[1].1.column),
        ("STEP", 3, 14)
    );
}

#[test]
fn select_is_spelt_out_where_spin_does_it() {
    let cases = [
        ("init { int i; select (i : 1 .. 4) }", SelectForm::Options),
        ("init { int i; select (i : 0 .. 32) }", SelectForm::Options),
        ("init { int i; select (i : 0 .. 33) }", SelectForm::Loop),
        ("init { int i_; select (i_ : 1 .. 4) }", SelectForm::Loop),
        (
            "int n; init { int i; select (i : 1 .. n) }",
            SelectForm::Loop,
        ),
    ];
    for (text, wanted) in cases {
        match &body(text)[0].kind {
            StmtKind::Select { form, .. } => assert_eq!(*form, wanted, "{text}"),
            other => panic!("{other:?}"),
        }
    }
}

fn shape(formula: &Formula) -> String {
    let two = |name: &str, left: &Formula, right: &Formula| {
        format!("({} {name} {})", shape(left), shape(right))
    };
    match &formula.kind {
        FormulaKind::Atom(_) => "p".to_string(),
        FormulaKind::Not(inner) => format!("!{}", shape(inner)),
        FormulaKind::Next(inner) => format!("X{}", shape(inner)),
        FormulaKind::Always(inner) => format!("G{}", shape(inner)),
        FormulaKind::Eventually(inner) => format!("F{}", shape(inner)),
        FormulaKind::And(left, right) => two("&", left, right),
        FormulaKind::Or(left, right) => two("|", left, right),
        FormulaKind::Implies(left, right) => two(">", left, right),
        FormulaKind::Equivalent(left, right) => two("=", left, right),
        FormulaKind::Until(left, right) => two("U", left, right),
        FormulaKind::WeakUntil(left, right) => two("W", left, right),
        FormulaKind::Release(left, right) => two("V", left, right),
    }
}

#[test]
fn formulas_bind_as_in_spin() {
    let cases = [
        ("[] a", "Gp"),
        ("[] a U b && c -> <> a", "(((Gp U p) & p) > Fp)"),
        ("a -> b -> c", "((p > p) > p)"),
        ("a <-> b -> c", "((p = p) > p)"),
        ("a U b U c", "((p U p) U p)"),
        ("![] a || <> b", "(!Gp | Fp)"),
        ("[] (a && b || c)", "Gp"),
        ("[] (a && <> b)", "G(p & Fp)"),
        ("[]<> (n > 1 && a)", "GFp"),
        ("always (a implies eventually b)", "G(p > Fp)"),
        ("a weakuntil b", "(p W p)"),
        ("a release b", "(p V p)"),
        ("a stronguntil next b", "(p U Xp)"),
        ("X X a", "XXp"),
        ("<> a /\\ [] b \\/ c", "((Fp & Gp) | p)"),
        ("[] (P[0]@there -> !P[0]:v)", "G(p > p)"),
    ];
    for (text, wanted) in cases {
        let model = format!(
            "bool a, b, c; int n; active proctype P() {{ bool v; there: v = a }} ltl f {{ {text} }}"
        );
        let (program, _) = read(&model);
        let Said::Linear(formula) = &program.formulas[0].said else {
            panic!("{text} is of linear time");
        };
        assert_eq!(shape(formula), wanted, "{text}");
        assert_eq!(&*program.formulas[0].name, "f");
    }
}

#[test]
fn formulas_without_names_are_numbered() {
    let (program, _) = read("bool a; ltl { [] a } ltl live { <> a } ltl { a } init { a = true }");
    let names: Vec<&str> = program
        .formulas
        .iter()
        .map(|property| &*property.name)
        .collect();
    assert_eq!(names, ["ltl_0", "live", "ltl_1"]);
}

/// The value of a constant expression, by SPIN's precedence.
fn evaluate(expr: &Expr) -> i64 {
    match &expr.kind {
        ExprKind::Constant(value) => *value,
        ExprKind::Unary(op, inner) => {
            let value = evaluate(inner);
            match op {
                UnaryOp::Not => i64::from(value == 0),
                UnaryOp::Complement => !value,
                _ => -value,
            }
        }
        ExprKind::Binary(op, left, right) => {
            let (left, right) = (evaluate(left), evaluate(right));
            match op {
                BinaryOp::Add => left + right,
                BinaryOp::Subtract => left - right,
                BinaryOp::Multiply => left * right,
                BinaryOp::Divide => left / right,
                BinaryOp::Remainder => left % right,
                BinaryOp::BitAnd => left & right,
                BinaryOp::BitXor => left ^ right,
                BinaryOp::BitOr => left | right,
                BinaryOp::ShiftLeft => left << right,
                BinaryOp::ShiftRight => left >> right,
                BinaryOp::Less => i64::from(left < right),
                BinaryOp::LessEqual => i64::from(left <= right),
                BinaryOp::Greater => i64::from(left > right),
                BinaryOp::GreaterEqual => i64::from(left >= right),
                BinaryOp::Equal => i64::from(left == right),
                BinaryOp::NotEqual => i64::from(left != right),
                BinaryOp::And => i64::from(left != 0 && right != 0),
                BinaryOp::Or => i64::from(left != 0 || right != 0),
                other => panic!("{other:?}"),
            }
        }
        ExprKind::Conditional(parts) => match evaluate(&parts[0]) {
            0 => evaluate(&parts[2]),
            _ => evaluate(&parts[1]),
        },
        other => panic!("{other:?}"),
    }
}

/// Expressions with the value that `spin` prints for them.
const VALUES: &[(&str, i64)] = &[
    ("1 + 2 * 3", 7),
    ("10 - 4 - 3", 3),
    ("100 / 10 / 5", 2),
    ("17 % 10 % 4", 3),
    ("1 | 2 ^ 3 & 6", 1),
    ("1 << 2 + 1", 8),
    ("5 > 3 == 1", 1),
    ("1 == 2 | 4", 4),
    ("2 & 3 == 3", 0),
    ("!0 + 1", 2),
    ("-2 * -3", 6),
    ("~0 & 5", 5),
    ("1 || 0 && 0", 1),
    ("(0 -> 4 : 5) + 1", 6),
    ("3 > 2 > 1", 0),
    ("16 >> 1 << 2", 32),
    ("1 != 0 == 1", 1),
    ("7 & 3 | 8", 11),
];

#[test]
fn expressions_bind_as_in_spin() {
    for (text, wanted) in VALUES {
        let statements = body(&format!("init {{ int x; x = {text} }}"));
        match &statements[0].kind {
            StmtKind::Assign { value, .. } => assert_eq!(evaluate(value), *wanted, "{text}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn spin_computes_the_same_values() {
    let prints: Vec<String> = VALUES
        .iter()
        .map(|(text, _)| format!("printf(\"%d\\n\", {text})"))
        .collect();
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("values");
    std::fs::create_dir_all(&folder).expect("a folder");
    let model = format!("init {{ {} }}", prints.join("; "));
    std::fs::write(folder.join("m.pml"), model).expect("a file");
    let mut command = std::process::Command::new("spin");
    let Ok(output) = command.args(["-T", "m.pml"]).current_dir(&folder).output() else {
        return;
    };
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = printed
        .lines()
        .filter_map(|line| line.trim().parse::<i64>().ok());
    let wanted: Vec<i64> = VALUES.iter().map(|(_, value)| *value).collect();
    assert_eq!(lines.collect::<Vec<_>>(), wanted, "{printed}");
}
