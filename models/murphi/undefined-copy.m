-- Copying an undefined value: a baton is handed on before anybody has it. By
-- default the copy is undefined too and nothing is wrong; strict mode calls it
-- a run-time error, as Rumur does. The numbers here are those of strict mode.
-- weyl: verdict=violated options="--strict-undefined" full-states=13 full-transitions=51
-- weyl: declared-states=4 declared-order=6
-- weyl: violated="run-time error"

const
  N: 3;

type
  Runner: scalarset(N);
  Hand: enum { Left, Right };

var
  held: array [Hand] of Runner;

startstate
  undefine held;
end;

ruleset r: Runner do
  rule "take the baton"
  begin
    held[Left] := r;
  end;
end;

rule "from left to right"
  isundefined(held[Right])
==>
  held[Right] := held[Left];
end;

rule "drop"
  !isundefined(held[Right])
==>
  undefine held;
end;
