-- Szymanski's algorithm (B. K. Szymanski, 1988): a waiting room with two doors.
-- Competitors enter by door in, the last one closes it and opens door out, and
-- they pass in order of process number. One variable of five values for each
-- process is enough. Each test of all flags is one atomic rule here.
-- weyl: verdict=holds full-states=7507 full-transitions=23711

const
  N: 6;

type
  Proc: 1..N;
  Flag: enum { Outside, DoorIn, Resting, InDoor, Behind };
  Location: enum { Idle, Intend, CloseOrRest, Rest, Pass, Critical };

var
  flag: array [Proc] of Flag;
  loc: array [Proc] of Location;

startstate
  for p: Proc do
    flag[p] := Outside;
    loc[p] := Idle;
  end;
end;

ruleset p: Proc do

  rule "announce"
    loc[p] = Idle
  ==>
    flag[p] := DoorIn;
    loc[p] := Intend;
  end;

  rule "door in is open"
    loc[p] = Intend
    & forall q: Proc do flag[q] != InDoor & flag[q] != Behind end
  ==>
    flag[p] := InDoor;
    loc[p] := CloseOrRest;
  end;

  rule "another one is still coming"
    loc[p] = CloseOrRest & exists q: Proc do flag[q] = DoorIn end
  ==>
    flag[p] := Resting;
    loc[p] := Rest;
  end;

  rule "close door in"
    loc[p] = CloseOrRest & forall q: Proc do flag[q] != DoorIn end
  ==>
    flag[p] := Behind;
    loc[p] := Pass;
  end;

  rule "door out is open"
    loc[p] = Rest & exists q: Proc do flag[q] = Behind end
  ==>
    flag[p] := Behind;
    loc[p] := Pass;
  end;

  rule "all with smaller numbers are done"
    loc[p] = Pass
    & forall q: Proc do q < p -> flag[q] = Outside | flag[q] = DoorIn end
  ==>
    loc[p] := Critical;
  end;

  rule "all with larger numbers are through the door"
    loc[p] = Critical
    & forall q: Proc do q > p -> flag[q] != Resting & flag[q] != InDoor end
  ==>
    flag[p] := Outside;
    loc[p] := Idle;
  end;

end;

invariant "mutual exclusion"
  forall p: Proc do
    forall q: Proc do
      p < q -> !(loc[p] = Critical & loc[q] = Critical)
    end
  end;
