-- The failure of what is printed shows at one name only, behind numbers that trials do not meet.
-- weyl: order=2
type id: 0..2; num: 0..255;
var n: boolean; x: boolean; d: array [id] of boolean; a: num; b: num;
startstate begin n := true; x := false; a := 1; b := 2; for i: id do d[i] := false; end; end;
rule "a" n ==> begin a := (a * 3 + 1) % 251; end;
rule "b" n ==> begin b := (b * 5 + 2) % 241; end;
ruleset i: id do
  rule "mark" n ==> begin n := false; d[i] := true; end;
  rule "go" d[i] & !x & (a * 7 + b * 5) % 2001 = 1343 & (a * b - a - b + 9409) % 97 = 52 ==>
    begin x := true; put 10 / (i - 1); end;
end;
