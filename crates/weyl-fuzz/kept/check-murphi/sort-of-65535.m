type P: scalarset(65535);
var a: array [P] of boolean;
startstate for p: P do a[p] := false; end; end;
ruleset p: P do rule !a[p] ==> a[p] := true; end; end;
