-- What is zero at most may be zero: which division is done first can be seen.
-- weyl: order=1
var y: array[0..1] of -1..0; f: boolean;
startstate begin y[0] := -1; y[1] := -1; f := false; end;
ruleset i: 0..1 do rule "y" begin y[i] := 0; end; end;
rule "ask" (1 / y[0]) > 0 & (1 / y[1]) > 0 ==> begin f := true; end;
