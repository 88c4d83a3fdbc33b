//! Random programs of the representation around one loop over names, made of what the dependence
//! test knows about: own elements, sums, flags, private locals, references, calls, multisets.

use weyl_filetest::dice::Dice;

const DECLARATIONS: &str = r#"
model "loops"
sort P { p1 p2 p3 }
type Msg = record { to : P, size : 0..2 }
type Net = multiset [2] of Msg
var own : array [P] of 0..2 undefinable
var flag : array [P] of bool
var table : array [P] of array [P] of bool
var who : P undefinable
var n : 0..3
var b : bool
var net : Net
var boxes : array [P] of Net

function send (to.0, size.1)
  locals to.0 : value P, size.1 : value 0..2, msg.2 : value Msg, k.3 : bound 0..1
{
  assert lt(count(k.3 in positions(net), true), 2) "room";
  msg.2.to <- to.0;
  msg.2.size <- size.1;
  add msg.2 to net;
}
function mail (to.0)
  locals to.0 : value P, msg.1 : value Msg, k.2 : bound 0..1
{
  assert lt(count(k.2 in positions(boxes[to.0]), true), 1) "box";
  msg.1.to <- to.0;
  msg.1.size := 0;
  add msg.1 to boxes[to.0];
}
function drop (line.0) locals line.0 : reference 0..2 { line.0 := 0; }
function found (to.0) -> r.1 locals to.0 : value P, r.1 : value bool {
  if flag[to.0] { r.1 := true; return; }
  r.1 := false;
  return;
}

start "init" { }
rule "own" locals p.0 : bound P, v.1 : bound 0..2 for p.0 in P, v.1 in 0..2 { own[p.0] := v.1; }
rule "flag" locals p.0 : bound P for p.0 in P { flag[p.0] := not(flag[p.0]); }
rule "n" locals v.0 : bound 0..3 for v.0 in 0..3 { n := v.0; }
rule "b" { b := not(b); }
rule "who" locals p.0 : bound P for p.0 in P { who := p.0; }
rule "nobody" { undefine who; }
rule "table" locals p.0 : bound P, q.1 : bound P for p.0 in P, q.1 in P { table[p.0][q.1] := true; }
rule "net" locals p.0 : bound P, m.1 : value Msg for p.0 in P when lt(n, 2) {
  m.1.to := p.0; m.1.size := n; add m.1 to net;
}
rule "empty" locals k.0 : bound 0..1 for k.0 in positions(net) { remove k.0 from net; }
"#;

const LOCALS: &str =
    "p.0 : bound P, q.1 : bound P, k.2 : bound 0..1, t.3 : value 0..3, w.4 : value P,
  msg.5 : value Msg, line.6 : reference 0..2, c.7 : bound P";

pub fn program(seed: u64) -> String {
    let mut writer = Writer {
        dice: Dice::new(seed),
        names: vec!["c.7"],
    };
    let body = writer.rule();
    format!("{DECLARATIONS}\nrule \"loop\" locals {LOCALS} for c.7 in P {{\n{body}}}\n")
}

struct Writer {
    dice: Dice,
    /// Bound variables in scope, the innermost last.
    names: Vec<&'static str>,
}

impl Writer {
    fn rule(&mut self) -> String {
        let before = self.dice.pick(&[
            "",
            "t.3 := 0;\n",
            "w.4 := c.7;\n",
            "t.3 := 1;\nw.4 := c.7;\n",
        ]);
        let loop_ = self.over("p.0", "P");
        let after = self.dice.pick(&[
            "",
            "",
            "n := t.3;\n",
            "who <- w.4;\n",
            "t.3 := 2;\nn := t.3;\n",
        ]);
        format!("{before}{loop_}{after}")
    }

    fn over(&mut self, variable: &'static str, domain: &str) -> String {
        if variable != "k.2" {
            self.names.push(variable);
        }
        let body = self.block(2);
        if variable != "k.2" {
            self.names.pop();
        }
        format!("for {variable} in {domain} {{\n{body}}}\n")
    }

    fn block(&mut self, depth: u32) -> String {
        let count = 1 + self.dice.below(3);
        (0..count).map(|_| self.stmt(depth)).collect()
    }

    fn name(&mut self) -> &'static str {
        match self.dice.below(12) {
            0 => "who",
            1 => "w.4",
            2 => self.names[self.dice.below(self.names.len())],
            3 => "c.7",
            _ => self.names[self.names.len() - 1],
        }
    }

    fn number(&mut self) -> String {
        match self.dice.below(8) {
            0 | 1 => format!("own[{}]", self.name()),
            2 => "n".to_string(),
            3 => "t.3".to_string(),
            4 => "plus(t.3, 1)".to_string(),
            _ => self.dice.pick(&["0", "1", "2"]).to_string(),
        }
    }

    fn truth(&mut self) -> String {
        match self.dice.below(12) {
            0..4 => format!("flag[{}]", self.name()),
            4 => format!("eq(own[{}], {})", self.name(), self.number()),
            5 | 6 => format!("ne({}, c.7)", self.name()),
            7 => format!("eq({}, {})", self.name(), self.name()),
            8 => "b".to_string(),
            9 => format!("table[{}][{}]", self.name(), self.name()),
            10 => "true".to_string(),
            _ => format!("call found({})", self.name()),
        }
    }

    fn stmt(&mut self, depth: u32) -> String {
        if depth > 0 && self.dice.below(4) == 0 {
            return self.compound(depth - 1);
        }
        match self.dice.below(24) {
            0..4 => format!("own[{}] := {};\n", self.name(), self.number()),
            4 | 5 => format!("flag[{}] := {};\n", self.name(), self.truth()),
            6 => format!(
                "table[{}][{}] := {};\n",
                self.name(),
                self.name(),
                self.truth()
            ),
            7 | 8 => self
                .dice
                .pick(&["n := plus(n, 1);\n", "n := minus(n, 1);\n"])
                .to_string(),
            9 => format!("n := {};\n", self.number()),
            10 => format!(
                "b := {}(b, {});\n",
                self.dice.pick(&["or", "and"]),
                self.truth()
            ),
            11 => self
                .dice
                .pick(&["b := true;\n", "b := false;\n", "undefine who;\n"])
                .to_string(),
            12 => format!("who := {};\n", self.name()),
            13 => format!("t.3 := {};\n", self.number()),
            14 => format!("w.4 := {};\n", self.name()),
            15 => format!("assert {} \"claim\";\n", self.truth()),
            16 => format!("assume {};\n", self.truth()),
            17 | 18 => format!(
                "call send({}, {});\n",
                self.name(),
                self.dice.pick(&["0", "1"])
            ),
            19 => format!("call mail({});\n", self.name()),
            20 => format!("call drop(ref own[{}]);\n", self.name()),
            21 => format!(
                "msg.5.to := {};\nmsg.5.size := 1;\nadd msg.5 to net;\n",
                self.name()
            ),
            22 => format!(
                "bind line.6 = own[{}];\nline.6 := {};\n",
                self.name(),
                self.number()
            ),
            _ => format!(
                "remove all k.2 in positions(net) when eq(net[#k.2].to, {});\n",
                self.name()
            ),
        }
    }

    fn compound(&mut self, depth: u32) -> String {
        match self.dice.below(6) {
            0 if !self.names.contains(&"q.1") => self.over("q.1", "P"),
            1 => {
                let body = self.dice.pick(&[
                    "net[#k.2].size := 0;",
                    "n := net[#k.2].size;",
                    "remove k.2 from net;",
                    "own[net[#k.2].to] := 0;",
                    "n := plus(n, 1);",
                ]);
                format!("for k.2 in positions(net) {{ {body} }}\n")
            }
            2 => {
                let (condition, then) = (self.truth(), self.block(depth));
                format!(
                    "if {condition} {{\n{then}}} else {{\n{}}}\n",
                    self.block(depth)
                )
            }
            _ => format!("if {} {{\n{}}}\n", self.truth(), self.block(depth)),
        }
    }
}
