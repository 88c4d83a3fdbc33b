-- Constants in a union stay where they are: the names alone change places.
-- weyl: order=2
type P: scalarset(2); E: enum {A, B, C}; U: union {P, E};
var e: E; u: U;
startstate begin e := A; undefine u; end;
ruleset t: E do rule "set" true ==> begin e := t; end; end;
rule "copy" true ==> begin u := e; end;
rule "same" !isundefined(u) & u = e ==> begin undefine u; end;
ruleset p: P do rule "name" true ==> begin u := p; end; end;
