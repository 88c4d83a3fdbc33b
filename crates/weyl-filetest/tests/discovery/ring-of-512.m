-- As many names as a class of numbers may have.
-- weyl: order=512
var at: array [0..511] of boolean;
startstate begin clear at; at[0] := true; end;
ruleset i: 0..511 do rule "on" at[i] ==> begin at[i] := false; at[(i + 1) % 512] := true; end; end;
