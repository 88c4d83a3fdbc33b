-- Names that a shell would take apart.
const N: 2;
var x: 0..N;
startstate begin x := 0; end;
rule "step" x < N ==> begin x := x + 1; end;
invariant "mutual exclusion" x <= N;
invariant "it's $HOME: 5*x!" x >= 0;
invariant "mutation" true;
