-- Two counters that rules of their own raise, and two that fail: a symmetry takes a failure in one statement to one
-- in another, and of the two divisions of the invariant the other one fails first.
-- weyl: verdict=violated full-states=16 full-transitions=24 options="--keep-going"
-- weyl: violated="both"
-- weyl: violated="never five"
-- weyl: violated="never five"
-- weyl: violated="run-time error"
-- weyl: violated="run-time error"
-- weyl: violated="deadlock"
-- weyl: rumur="ends at the first error"
type
  value: 0..3;

var
  x: array [0..1] of value;

function inverse(n: value): 0..6;
begin
  if n = 1 then
    return 6;
  elsif n < 3 then
    return 6 - n;
  end;
end;

startstate
begin
  x[0] := 0;
  x[1] := 0;
end;

rule "raise 0" x[0] < 3 ==> x[0] := x[0] + 1; end;
rule "raise 1" x[1] < 3 ==> x[1] := x[1] + 1; end;

rule "divide 0" x[0] = 3 & x[1] = 1 ==> x[0] := 6 / (x[0] - 3); end;
rule "divide 1" x[1] = 3 & x[0] = 1 ==> x[1] := 6 / (x[1] - 3); end;

rule "claim 0" x[0] = 3 & x[1] = 2 ==> assert x[0] + x[1] != 5 "never five"; end;
rule "claim 1" x[1] = 3 & x[0] = 2 ==> assert x[1] + x[0] != 5 "never five"; end;

invariant "both" inverse(x[0]) + inverse(x[1]) < 13;
