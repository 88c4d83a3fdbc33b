-- Covers that no step hits: one behind a condition that never holds, one that is true only where it
-- is not executed, one in a procedure that nobody calls.
-- weyl: verdict=violated full-states=5 full-transitions=5
-- weyl: violated="beyond the end" violated="at the start" violated="never called"
type Place: 0..4;
var at: Place;

procedure jump(); begin cover true "never called"; at := 0; end;

startstate at := 0; end;

rule "forward" at < 4 ==>
begin
  at := at + 1;
  cover at = 0 "at the start";
  cover at = 4 "at the end";
end;

rule "back" at = 4 ==>
begin
  if at < 4 then cover true "beyond the end"; end;
  at := 0;
end;
