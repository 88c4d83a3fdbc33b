-- A long corridor: as many states as wanted, one after the other.
const
  LAST: 100000;

var
  n: 0..LAST;

startstate
  n := 0;
end;

rule "step"
  n := (n + 1) % (LAST + 1);
end;

invariant "in the corridor" n <= LAST;
