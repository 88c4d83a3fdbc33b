//! Every construct is accepted, in both modes, and lowers to a valid program.

mod common;

use common::load_text;
use weyl_ir::ReadOptions;

/// Declarations that the cases build on.
const PRELUDE: &str = "
const N: 3; T: true;
type
  P: scalarset(N);
  Q: P;
  C: enum { red, green blue };
  B: 0..255;
  R: record a: 0..3; p: P; end;
  A: array [P] of R;
  U: union { P, C };
  S: multiset [2] of R;
var
  x, y: 0..3; w: 0..9; z: B;
  p, o: P; o2: Q; c: C; b: boolean;
  r, r2: R; a, a2: A; u, v: U; s, s2: S;
  m: array [P] of array [0..3] of 0..3;
  n: array [boolean] of C;
function inc(var v: 0..3): 0..3;
begin v := v + 1; return v; end;
function twice(v: 0..3): 0..6;
begin return 2 * v; end;
function pick(k: P): R;
begin return a[k]; end;
function fact(k: 0..9): 0..1000;
begin if k = 0 then return 1; end; return k * fact(k - 1); end;
function shout(): boolean;
begin put \"!\"; return true; end;
procedure reset(); begin x := 0; end;
procedure swap(var l, k: 0..3); var t: 0..3; begin t := l; l := k; k := t; end;
function sorted(l: 0..3; k: 0..3): boolean;
var i, j: 0..3;
begin i := l; j := k; if i > j then swap(i, j); end; return i <= j; end;
";

fn accept(text: &str) {
    for strict_undefined in [false, true] {
        let options = ReadOptions {
            strict_undefined,
            ..ReadOptions::default()
        };
        let (model, diagnostics, sources, _) = load_text(text, &options);
        let shown: Vec<_> = diagnostics
            .iter()
            .map(|d| (d.code.to_string(), &d.message, sources.text(d.span)))
            .collect();
        let model = model.unwrap_or_else(|| panic!("{text}\n{shown:#?}"));
        assert_eq!(weyl_ir::verify(&model), Ok(()), "{text}");
    }
}

#[test]
fn statements() {
    let cases = "
        x := 1
        x ≔ w − 1 × 2 ÷ 1
        r := r2
        a := a2
        s := s2
        u := p
        u := red
        u := v
        p := u
        o2 := p
        p := undefined
        undefine r
        undefine s
        clear x
        clear n
        clear s
        x := inc(y)
        x := inc(x) + inc(y)
        x := x + inc(x)
        w := twice(x)
        r := pick(p)
        a[p] := pick(p)
        b := pick(p) = r
        m[p][inc(x)] := inc(y)
        m[p][x] := inc(x)
        m[p][x] := fact(inc(x))
        w := fact(3) + fact(x)
        b := b & inc(x) = 1
        b := b | inc(x) = 1
        b := b -> inc(x) = 1
        b := !(inc(x) = 1)
        x := b ? inc(x) : y
        x := inc(x) > 1 ? 1 : 2
        swap(x, y)
        swap(m[p][x], r.a)
        swap(m[p][inc(x)], m[p][x])
        b := sorted(x, y)
        reset()
        if b then x := 1 end
        if b then x := 1 elsif inc(x) = 2 then x := 2 elsif !b then x := 3 else x := 0 endif
        if b then end
        switch x case 0: y := 1; case 1, 2,: y := 2; y := 3 else y := 0 end
        switch inc(x) case 0: y := 1; case inc(y): y := 2 endswitch
        switch p case o: x := 1; case a[p].p: x := 2 end
        switch u case red: x := 1; case p: x := 2 end
        switch c case red: end
        switch w + 1 case 3: end
        for i: P do m[i][0] := 0 end
        for i: P; j: 0..3 do m[i][j] := j endfor
        for i: P : m[i][0] := 0 end
        for i: enum { one, two } do b := i = one end
        for i := 0 to 3 do x := i end
        for i := 3 to 0 do x := i end
        for i := 3 to 0 by -1 do x := i end
        for i := x to y by w do x := i end
        for i := inc(x) to inc(y) do x := 1 end
        for i: U do u := i end
        for i: boolean do n[i] := red end
        while x < 3 do x := x + 1 end
        while inc(x) < 3 do y := 1; inc(y) endwhile
        while b : b := false end
        alias q: a[p] do q.a := 1; q := r end
        alias q: m[p][x]; k: q + 1 do q := k endalias
        alias k: N; f: a[p].a do f := k end
        alias k: inc(x) do y := k end
        put x
        put \"text\"
        put a
        put x + 1
        put shout()
        assert x = 1
        assert x = 1 \"message\"
        assert \"message\" x = 1
        invariant x = 1
        assume x = 1
        error \"message\"
        return
        b := isundefined(p)
        b := isundefined(a[p].p)
        b := ismember(u, P)
        b := ismember(u, C) & u = red
        b := p = o
        b := p != o
        b := u = p
        b := p = u
        b := u != red
        b := u = v
        b := r = r2
        b := a != a2
        b := n = n
        b := c = red
        b := b = (x = 1)
        b := x == 1 && y != 2 || T
        b := x = 1 ∧ y ≠ 2 ∨ ¬b → x ≤ 1
        b := !x = y
        z := z & 3 | 4 ^ z << 2 >> 1
        z := ~z & 255
        w := -x + +y * 2 / 1 % 3
        w := 010 + 0x1F
        b := forall i: P do exists j: 0..3 do m[i][j] = 0 end end
        b := ∀ i: P; j: P do i = j | m[i] = m[j] endforall
        b := exists i := 0 to 3 do i = x endexists
        b := exists i := 3 to x by -1 do i = x end
        b := forall i: P : m[i][0] = 0 end
        b := forall i: P do sorted(m[i][0], x) end
        b := forall i: P do shout() end
        x := MultisetCount(i: s, s[i].a = 1)
        MultisetAdd(r, s)
        MultisetAdd(a[p], s)
        MultisetAdd(undefined, s)
        MultisetRemovePred(i: s, s[i].p = p)
        MULTISETADD(pick(p), s)
        x := N > 2 ? y : w + 1
        x := N > 2 ? w + 1 : y
        x := TRUE ? 1 : FALSE ? 2 : 3
        begin1 := 1
        ;;x := 1;;y := 2";
    for case in cases
        .split("\n")
        .map(str::trim)
        .filter(|case| !case.is_empty())
    {
        let locals = "var begin1: 0..1;";
        accept(&format!(
            "{PRELUDE} startstate {locals} begin {case}; end; rule {locals} begin {case} end"
        ));
    }
}

#[test]
fn declarations_and_rules() {
    let cases = [
        "",
        "startstate end",
        "startstate \"named\" begin end",
        "StartState Var l: P; Begin clear x EndStartState",
        "startstate x := 1 end; startstate x := 2 end",
        "ruleset i: P do startstate begin p := i; end; end",
        "rule end",
        "rule \"a\" end;;",
        "rule x := 1; end",
        "rule reset() end",
        "rule x = 1 ==> end",
        "rule \"a\" x = 1 ==> x := 2 end",
        "rule \"a\" x = 1 ⇒ var l: 0..3; const k: 2; type t: 0..k; begin l := k; x := l endrule",
        "rule (x = 1) ==> begin x := 2 end",
        "rule forall i: P do m[i][0] = 1 end ==> x := 2 end",
        "rule forall i := 0 to 3 do x = i end -> b ==> begin end",
        "rule shout() ==> begin end",
        "rule sorted(x, y) & twice(x) = 2 ==> begin end",
        "ruleset i: P; j: 0..3 do rule m[i][j] = 1 ==> m[i][j] := 2 end; rule p := i end endruleset",
        "ruleset i: P do ruleset j: Q do rule i != j ==> p := j end end end",
        "ruleset i := 0 to 9 by 2 do rule w := i end end",
        "ruleset i: enum { one, two } do rule i = one ==> x := 1 end end",
        "ruleset i: U do rule u = i ==> undefine u end end",
        "ruleset i: P do end",
        "ruleset i: P do alias k: m[i][x]; l: k + 1 do rule k = 1 & l = 2 ==> k := l end; invariant k < 9; end end",
        "alias k: a[p] do rule k.a = 1 ==> begin x := 1 end; startstate k.a := 0 endstartstate; end",
        "alias k: x; l: twice(k) do rule l = 2 ==> begin k := 1; w := l end end",
        "choose i: s do rule \"take\" s[i].a = 1 ==> MultisetRemove(i, s) end end",
        "choose i: s do alias e: s[i] do rule e.p = p ==> x := e.a; MultisetRemove(i, s) end end endchoose",
        "ruleset k: P do choose i: s do rule s[i].p = k ==> s[i].a := 0 end; invariant s[i].a < 3 end end",
        "invariant x = 1",
        "invariant \"named\" x = 1",
        "invariant x = 1 \"named\"; assert x = 2; assume x < 3; cover \"c\" x = 3; liveness x = 0",
        "ruleset i: P do invariant m[i][0] = 1; cover p = i; liveness \"l\" p = i; assume o = i end",
        "var late: boolean; rule late := true end; const K: 4; type K2: 0..K; var later: K2; invariant later = K",
        "function f(): boolean; return true; end; rule f() ==> end",
        "procedure f() begin end; rule f() end",
        "function f(k, l: 0..3; var j: 0..3,): 0..3; begin j := k; return l end; rule x := f(1, 2, y,) end",
        "procedure f(k: 0..3, var l: 0..3) x := k endprocedure; rule f(x, y) end",
        "procedure f(k: P; l: U; e: R); begin end; rule f(undefined, p, r); f(u, red, undefined) end",
        "function f(): C; const k: 1; type t: enum { up, down }; var l: t; begin l := up; return red end; rule c := f() end",
        "procedure f(var e: array [P] of R); begin undefine e end; rule f(a) end",
        "function f(var e: A): boolean; begin alias k: e[p] do return k.a = 1 end end; rule f(a) ==> begin end",
        "function f(x: 0..3): 0..3; var y: 0..3; begin y := x; return y end; rule x := f(x) end",
        "const choose: 1; multiset: 2; undefined: 3; rule x := choose; y := multiset; x := undefined end",
        "function ismember(k: P; l: P): boolean; begin return k = l end; rule b := ismember(p, o) end",
        "procedure MultisetAdd(k: P; l: P); begin end; rule MultisetAdd(p, o) end",
        "type big: 0..18446744073709551614; low: -9223372036854775807..9223372036854775807; var bb: big; invariant bb > 1",
        "type e1: record end; e2: record k, l,: boolean; : P; end; e3: enum { m1, m2, }; var k3: e3; invariant k3 = m2",
        "var l1: scalarset(2); l2: enum { f1, f2 }; l3: 1..2; l4: record k: scalarset(2) end; rule l2 := f1; l3 := 2 end",
        "type v1: 1..2 v2: boolean var k1: v1 k2: v2 const k3: 1 k4: 2 rule k1 := k3 end",
        "const k5: N > 2 ? 1 : 2; k6: red; k7: (N + 1) * 2 - 3 / 1 % 5; k8: 1 << 3; k9: !T; invariant c = k6",
        "-- comment\n/* block -- */ rule /* inner */ end -- last",
        "RULE \"Case\" X1 = 1 ==> BEGIN END; "
            .replace("X1", "x")
            .leak(),
        "rule “curly” put “text” end",
    ];
    for case in cases {
        accept(&format!("{PRELUDE} {case}"));
    }
}

#[test]
fn constants_whose_other_parts_do_not_matter() {
    let ranges = [
        "0 * x",
        "x * 0 + 2",
        "0 & x",
        "0 * twice(x)",
        "two()",
        "two() * 3",
        "b & false ? 1 : 2",
        "true | b ? 1 : 2",
        "1 << -1",
        "8 >> 64",
        "6 ∕ 2",
    ];
    let two = "function two(): 0..3; begin return 2; end;";
    for value in ranges {
        accept(&format!(
            "{PRELUDE} {two} const K: {value}; type L: 0..K; rule begin x := K; end;"
        ));
    }
}

#[test]
fn results_that_may_be_undefined() {
    accept(&format!(
        "{PRELUDE} rule begin if isundefined(twice(x)) | !isundefined(inc(x)) then x := 1; end; end;"
    ));
    accept(&format!(
        "{PRELUDE} rule isundefined(twice(x)) | isundefined(pick(p).p) ==> begin end;"
    ));
}

#[test]
fn covers_as_statements() {
    let bodies = [
        "cover x = 1",
        "cover x = 1 \"one\"; cover \"two\" x = 2",
        "for k: P do cover a[k].a = 1 \"some\"; end",
        "if b then cover inc(x) = 2 \"by a call\"; end",
        "while x < 2 do x := x + 1; cover exists k: P do pick(k) = r end; end",
        "seen(); y := looked(x)",
    ];
    let functions = "
        procedure seen(); begin cover b \"seen\"; end;
        function looked(v: 0..3): 0..3; begin cover v = 3 \"looked\"; return v; end;";
    for body in bodies {
        accept(&format!("{PRELUDE} {functions} rule {body} end;"));
    }
}

/// Where no statement can stand, what takes one becomes a function.
#[test]
fn results_with_parts() {
    let functions = "
        type L: array [0..1] of R;
        function both(k: P): L; var l: L; begin l[0] := a[k]; l[1] := r; return l; end;
        function same(k: R): R; begin return k; end;
        function size(k: R): 0..3; begin return k.a; end;
        function told(k: P): R; begin put k; return a[k]; end;";
    let cases = [
        "rule pick(p).a = 1 ==> begin end",
        "rule pick(p) = r & !(r != pick(o)) ==> begin end",
        "rule pick(p) = pick(o) -> same(pick(o)) = same(r) ==> begin end",
        "rule both(p)[x - 1].p = o | both(p)[pick(o).a] = r ==> begin end",
        "rule size(pick(p)) + size(same(both(p)[1])) > 2 ==> begin end",
        "rule (b ? pick(p).a : both(o)[0].a) = 2 ==> begin end",
        "rule told(p).a = 1 ==> begin end",
        "ruleset k: P do rule exists l: P do pick(l) = a[k] & pick(k).p = l end ==> begin end end",
        "ruleset k: P do invariant forall j: 0..1 do both(k)[j].a < 3 end end",
        "cover pick(p).a = 1; liveness pick(p).a = 1; assume pick(p).a < 3",
        "alias q: pick(p).a do rule q = 1 ==> begin x := q end end",
        "rule var l: R; begin l := pick(p); if exists k: P do pick(k) = l end then x := pick(o).a; end end",
        "rule begin alias l: a[p] do if forall k: P do pick(k) != l end then x := 1; end end end",
        "rule MultisetCount(i: s, pick(s[i].p).a = 1) = 1 ==> begin end",
    ];
    for case in cases {
        accept(&format!("{PRELUDE} {functions} {case};"));
    }
}

#[test]
fn names_and_order() {
    let text = "
        type P: scalarset(2);
        var x: array [P] of array [boolean] of 0..1;
        ruleset i: P do ruleset j: boolean do
          startstate x[i][j] := 0 end;
          rule \"named\" x[i][j] := 1 end;
          rule x[i][j] := 0 end;
          invariant x[i][j] = 0;
          cover x[i][j] = 0;
          invariant \"mine\" x[i][j] = 0;
        end end";
    let (model, ..) = load_text(text, &ReadOptions::default());
    let model = model.expect("a model");
    let rules: Vec<_> = model
        .rules
        .values()
        .map(|rule| rule.name.as_str())
        .collect();
    assert_eq!(rules, ["named", "rule 2"]);
    let starts: Vec<_> = model
        .starts
        .values()
        .map(|rule| rule.name.as_str())
        .collect();
    assert_eq!(starts, ["startstate 1"]);
    let properties: Vec<_> = model
        .properties
        .values()
        .map(|property| property.name.as_str())
        .collect();
    assert_eq!(properties, ["invariant 1", "cover 1", "mine"]);
    for rule in model.rules.values() {
        let parameters: Vec<_> = rule
            .parameters
            .iter()
            .map(|binding| rule.locals[binding.local].name.as_str())
            .collect();
        assert_eq!(parameters, ["i", "j"]);
    }
    let sort = model.sorts.values().next().expect("a sort");
    assert_eq!(
        (sort.name.as_str(), &sort.names[..]),
        ("P", &["P_1".to_string(), "P_2".to_string()][..])
    );
}
