-- One state for each kind of trouble.
var
  n: 0..9;
  ghost: 0..1;

startstate "zero"
  n := 0;
end;

rule "to one" n = 0 ==> n := 1; end;
rule "to two" n = 0 ==> n := 2; end;
rule "to three" n = 0 ==> n := 3; end;
rule "to four" n = 0 ==> n := 4; end;
rule "to five" n = 0 ==> n := 5; end;
rule "back" n > 0 & n < 5 ==> n := 0; end;

rule "fail" n = 1 ==>
  assert n != 1 "n is not one";
end;

rule "read" n = 2 ==>
  if ghost = 1 then
    n := 0;
  end;
end;

invariant "not three" n != 3;

invariant "not four" n != 4;

cover "six" n = 6;

ruleset i: 0..1 do
  liveness "small" n = i;
end;
