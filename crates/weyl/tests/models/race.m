-- Two processes test a flag before they set it.
type
  Process: scalarset(2);
  Place: enum { Outside, Door, Inside };

var
  taken: boolean;
  place: array [Process] of Place;

startstate "all outside"
  taken := false;
  for p: Process do
    place[p] := Outside;
  end;
end;

ruleset p: Process do

  rule "look" place[p] = Outside & !taken ==>
    place[p] := Door;
  end;

  rule "enter" place[p] = Door ==>
    put "enters: ";
    put p;
    taken := true;
    place[p] := Inside;
  end;

  rule "leave" place[p] = Inside ==>
    taken := false;
    place[p] := Outside;
  end;

end;

ruleset p: Process; q: Process do
  invariant "one inside"
    p != q & place[p] = Inside -> place[q] != Inside;
end;
