type R: 0..3; N: scalarset(2); T: array[R] of N;
var v: T; w: array[N] of 0..2; x: 0..1;
startstate "s" x := 0; end;
rule "a" (isundefined(w[v[3]]) ? 1 : 0) = x - 22 ==>  x := 1 - x; end;
