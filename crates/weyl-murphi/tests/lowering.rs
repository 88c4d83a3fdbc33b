//! What constructs become: order of evaluation, undefined values, precedence.

mod common;

use common::load_text;
use weyl_ir::{BinaryOp, Block, Expr, ExprKind, Model, ReadOptions, StmtKind, Type};

const PRELUDE: &str = "
type P: scalarset(3);
var x, y: 0..3; w: 0..9; p, o: P; b: boolean; q: array [0..3] of P;
function inc(var v: 0..3): 0..3;
begin v := v + 1; return v; end;
";

fn model(text: &str, strict_undefined: bool) -> Model {
    let options = ReadOptions {
        strict_undefined,
        ..ReadOptions::default()
    };
    let (model, diagnostics, ..) = load_text(text, &options);
    let model =
        model.unwrap_or_else(|| panic!("{text}: {:?}", diagnostics.iter().collect::<Vec<_>>()));
    assert_eq!(weyl_ir::verify(&model), Ok(()));
    model
}

/// The statements of a block, by kind, nested ones in brackets.
fn outline(block: &Block) -> String {
    let words: Vec<String> = block.iter().map(|stmt| kind(&stmt.kind)).collect();
    words.join(" ")
}

fn kind(kind: &StmtKind) -> String {
    match kind {
        StmtKind::Assign { value, .. } => format!("assign:{}", shape(value)),
        StmtKind::Copy { .. } => "copy".to_string(),
        StmtKind::Undefine(_) => "undefine".to_string(),
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            format!(
                "if:{}[{}][{}]",
                shape(condition),
                outline(then),
                outline(otherwise)
            )
        }
        StmtKind::For { body, .. } => format!("for[{}]", outline(body)),
        StmtKind::While { condition, body } => {
            format!("while:{}[{}]", shape(condition), outline(body))
        }
        StmtKind::Call { .. } => "call".to_string(),
        StmtKind::Assert { .. } => "assert".to_string(),
        StmtKind::Bind { .. } => "bind".to_string(),
        StmtKind::Return => "return".to_string(),
        StmtKind::Put(_) => "put".to_string(),
        other => format!("{other:?}"),
    }
}

fn shape(expr: &Expr) -> String {
    match &expr.kind {
        ExprKind::Constant(value) => value.to_string(),
        ExprKind::Read(_) => "read".to_string(),
        ExprKind::Unary(op, operand) => format!("{op:?}({})", shape(operand)),
        ExprKind::Binary(BinaryOp::Compare(op), left, right) => {
            format!("{op:?}({},{})", shape(left), shape(right))
        }
        ExprKind::Binary(op, left, right) => format!("{op:?}({},{})", shape(left), shape(right)),
        ExprKind::And(left, right) => format!("And({},{})", shape(left), shape(right)),
        ExprKind::Or(left, right) => format!("Or({},{})", shape(left), shape(right)),
        ExprKind::Same(..) => "same".to_string(),
        ExprKind::Call { .. } => "called".to_string(),
        ExprKind::IsUndefined(_) => "isundefined".to_string(),
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => {
            format!("{}?{}:{}", shape(condition), shape(then), shape(otherwise))
        }
        _ => "other".to_string(),
    }
}

fn lowered(statement: &str, strict: bool) -> String {
    let model = model(
        &format!("{PRELUDE} startstate begin {statement}; end;"),
        strict,
    );
    outline(&model.starts.values().next().expect("a start state").body)
}

#[test]
fn calls_with_effects_become_statements_in_order() {
    let cases = [
        ("x := inc(y)", "call"),
        (
            "w := inc(x) + inc(y)",
            "call assign:read call assign:Add(read,read)",
        ),
        // The left operand is read before the call changes it.
        ("w := x + inc(x)", "assign:read call assign:Add(read,read)"),
        ("w := 1 + inc(x)", "call assign:Add(1,read)"),
        ("w := inc(x) + x", "call assign:Add(read,read)"),
        (
            "b := b & inc(x) = 1",
            "assign:read if:read[call assign:Equal(read,1)][] assign:read",
        ),
        (
            "b := b | inc(x) = 1",
            "assign:read if:Not(read)[call assign:Equal(read,1)][] assign:read",
        ),
        (
            "b := b -> inc(x) = 1",
            "assign:Not(read) if:Not(read)[call assign:Equal(read,1)][] assign:read",
        ),
        ("b := inc(x) = 1 & b", "call assign:And(Equal(read,1),read)"),
        (
            "x := b ? inc(x) : y",
            "if:read[call assign:read][assign:read] assign:read",
        ),
        (
            "while inc(x) < 3 do y := 1 end",
            "assign:1 while:read[call assign:Less(read,3) if:read[assign:1][]]",
        ),
        (
            "if b then y := 1 elsif inc(x) = 1 then y := 2 end",
            "if:read[assign:1][call if:Equal(read,1)[assign:2][]]",
        ),
        // The index is settled before the call changes it.
        ("q[x] := q[inc(x)]", "bind call copy"),
        ("q[1] := q[inc(x)]", "call copy"),
        (
            "switch inc(x) case 1: y := 2 end",
            "call assign:read if:Equal(read,1)[assign:2][]",
        ),
    ];
    for (statement, expected) in cases {
        assert_eq!(
            lowered(statement, true).replace("copy", "assign:read"),
            expected.replace("copy", "assign:read"),
            "{statement}"
        );
    }
}

#[test]
fn undefined_values_by_mode() {
    let cases = [
        ("x := y", "copy", "assign:read"),
        ("x := w", "copy", "assign:read"),
        ("x := y + 0", "assign:Add(read,0)", "assign:Add(read,0)"),
        ("b := p = o", "assign:same", "assign:Equal(read,read)"),
        (
            "b := p != o",
            "assign:Not(same)",
            "assign:NotEqual(read,read)",
        ),
        (
            "b := x = y",
            "assign:Equal(read,read)",
            "assign:Equal(read,read)",
        ),
        (
            "b := isundefined(p)",
            "assign:isundefined",
            "assign:isundefined",
        ),
        ("x := undefined", "undefine", "undefine"),
    ];
    for (statement, default, strict) in cases {
        assert_eq!(lowered(statement, false), default, "{statement}");
        assert_eq!(lowered(statement, true), strict, "{statement}, strict");
    }
}

#[test]
fn aliases_are_bound_once_and_only_if_used() {
    let cases = [
        ("alias a: q[x] do undefine a end", "bind undefine"),
        ("alias a: q[1] do undefine a end", "undefine"),
        (
            "alias a: x + 1 do y := a end",
            "assign:Add(read,1) assign:read",
        ),
        (
            "for i: 0..3 do alias a: q[i] do undefine a end end",
            "for[undefine]",
        ),
    ];
    for (statement, expected) in cases {
        assert_eq!(lowered(statement, true), expected, "{statement}");
    }
    let rules = "alias a: q[x]; d: x + 1 do rule isundefined(a) & d = 1 ==> begin y := d end; end";
    let model = model(&format!("{PRELUDE} {rules}"), true);
    let rule = model.rules.values().next().expect("a rule");
    assert_eq!(shape(&rule.guard), "And(isundefined,Equal(Add(read,1),1))");
    assert_eq!(outline(&rule.body), "assign:Add(read,1) assign:read");
}

#[test]
fn loops_with_an_unknown_direction_are_checked() {
    assert_eq!(
        lowered("for i := x to y do w := i end", true),
        "for[assign:read]"
    );
    assert_eq!(
        lowered("for i := x to y by 2 do w := i end", true),
        "assert for[assign:read]"
    );
}

#[test]
fn output_does_not_get_into_guards() {
    let text = "
        var b: boolean;
        procedure say(); begin put \"x\"; end;
        function loud(n: 0..3): boolean;
        begin if n > 0 then say(); return loud(n - 1); end; put n; return b; end;
        rule loud(2) ==> begin b := loud(1); end;";
    let model = model(text, false);
    let rule = model.rules.values().next().expect("a rule");
    assert_eq!(
        (shape(&rule.guard).as_str(), outline(&rule.body).as_str()),
        ("called", "call")
    );
    let bodies: Vec<(&str, String)> = model
        .functions
        .values()
        .map(|function| (function.name.as_str(), outline(&function.body)))
        .collect();
    let inner = "if:Greater(read,0)[call call copy return][] put copy return";
    assert_eq!(
        bodies,
        [
            ("say", "put".to_string()),
            ("loud", inner.to_string()),
            ("loud_silent", inner.replace(" put", "")),
            ("say_silent", String::new()),
        ]
    );
}

/// Constants are folded, so a range type shows what an expression means.
fn constant(expression: &str) -> i128 {
    let text = format!("const k: {expression}; type t: (k ? 1 : 0)..9; startstate begin end;");
    let (found, ..) = load_text(&text, &ReadOptions::default());
    let text = if found.is_some() {
        text
    } else {
        format!("const k: {expression}; type t: k..1000; startstate begin end;")
    };
    let model = model(&text, false);
    let ranges = model
        .types
        .ids()
        .filter_map(|ty| match model.types.get(ty) {
            Type::Range { lo, .. } => Some(*lo),
            _ => None,
        });
    ranges.last().expect("a range")
}

#[test]
fn precedence_and_arithmetic() {
    let cases = [
        ("1 + 2 * 3", 7),
        ("-2 * 3 + 1", -5),
        ("10 - 3 - 2", 5),
        ("7 / -2", -3),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("7 % -3", 1),
        ("1 << 2 + 1", 8),
        ("1 << 2 << 1", 8),
        ("~1 + 1", -1),
        ("-~1", 2),
        ("6 & 3 | 8", 10),
        ("1 | 2 ^ 3 & 1", 3),
        ("12 ^ 10", 6),
        ("-8 >> 1", -4),
        ("2 * 3 % 4", 2),
        ("010 + 0x1f", 39),
        ("true ? 1 : 2", 1),
        ("1 > 2 ? 3 : 4 + 1", 5),
        ("~-1", 0),
        ("!true = false", 1),
        ("!false & false", 0),
        ("false -> false", 1),
        ("true | false & false", 1),
        ("true || false && false", 1),
        ("1 < 2 & 3 < 4", 1),
        ("true -> false | true", 1),
        ("!true | true", 1),
        ("true = !false", 1),
        ("1 + 1 = 2 & 3 != 4", 1),
        ("false & false | true", 1),
        ("true | true -> false", 0),
        ("false && false | true", 0),
        ("true || true & false", 1),
        ("1 << 1 = 2", 1),
        ("false & false || true", 1),
    ];
    for (expression, value) in cases {
        assert_eq!(constant(expression), value, "{expression}");
    }
}
