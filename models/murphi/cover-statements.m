-- Readers and one writer of a buffer of two places; each step says what it is for. `cover`
-- statements are hit by steps in which they are true: in loops, in procedures, and each by another
-- one of the instances that lead to the same state.
-- weyl: verdict=holds states=54 transitions=162 order=6
-- weyl: full-states=219 full-transitions=671 declared-states=54 declared-transitions=162 declared-order=6
-- weyl: options="--deadlock off"
const N: 3;
type
  Reader: scalarset(N);
  Count: 0..2;
var
  filled: Count;
  got: array [Reader] of Count;
  last: Reader;

procedure take(r: Reader);
begin
  cover filled = 2 "from a full buffer";
  filled := filled - 1;
  got[r] := got[r] + 1;
end;

startstate
begin
  filled := 0;
  for r: Reader do got[r] := 0; end;
  cover filled = 0 "empty at the start";
end;

rule "write" filled < 2 ==>
begin
  filled := filled + 1;
  for r: Reader do
    cover got[r] = 2 "somebody has enough";
  end;
end;

ruleset r: Reader do
  rule "read" filled > 0 & got[r] < 2 ==>
  begin
    take(r);
    cover forall s: Reader do got[s] > 0 end "everybody has something";
    last := r;
  end;
end;

ruleset r: Reader; other: Reader do
  rule "give back" !isundefined(last) & r = last & got[r] = 2 ==>
  begin
    cover other != r & got[other] = 2 "two have enough";
    cover got[other] = 1 & exists t: Reader do got[t] = 0 end "beside one with nothing";
    cover got[other] = 0 & exists t: Reader do got[t] = 1 end "beside one with something";
    got[r] := 0;
    undefine last;
  end;
end;

invariant "few" filled <= 2;
