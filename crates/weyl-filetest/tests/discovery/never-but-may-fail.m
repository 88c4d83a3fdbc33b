-- A condition that never holds, whatever it reads: but reading it may fail, and only at 3.
-- weyl: order=24
type R: 0..3; N: scalarset(2);
var v: array[R] of N; w: array[N] of 0..2; x: 0..1;
startstate "s" x := 0; end;
rule "a" (isundefined(w[v[3]]) ? 1 : 0) = x - 22 ==> x := 1 - x; end;
