-- A lift that serves every floor. Murphi's liveness says that from each
-- reachable state a state with the property can be reached (AG EF in CTL); here
-- it holds for every floor, one property for each instance of the ruleset.
-- weyl: verdict=holds full-states=480 full-transitions=1502

const
  FLOORS: 5;

type
  Floor: 1..FLOORS;
  Direction: enum { Up, Down };

var
  at: Floor;
  direction: Direction;
  open: boolean;
  called: array [Floor] of boolean;

startstate
  at := 1;
  direction := Up;
  open := false;
  for f: Floor do called[f] := false; end;
end;

ruleset f: Floor do
  rule "call the lift"
    !called[f] & f != at
  ==>
    called[f] := true;
  end;
end;

rule "open the door"
  !open & called[at]
==>
  open := true;
  called[at] := false;
end;

rule "close the door"
  open
==>
  open := false;
end;

rule "turn round"
  !open
  & !exists f: Floor do called[f] & (direction = Up ? f > at : f < at) end
==>
  direction := (direction = Up ? Down : Up);
end;

rule "move"
  !open & !called[at]
  & exists f: Floor do called[f] & (direction = Up ? f > at : f < at) end
==>
  at := (direction = Up ? at + 1 : at - 1);
end;

invariant "the lift does not hang between calls with its door open"
  open -> !called[at];

ruleset f: Floor do
  liveness "every floor can be served"
    open & at = f;
end;
