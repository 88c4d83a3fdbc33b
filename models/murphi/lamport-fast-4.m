-- Lamport's fast mutual exclusion (L. Lamport, 1987): without contention a
-- process enters after a constant number of accesses to shared memory. Only
-- when two collide does a process look at all others. x and y hold process
-- names or nothing (undefined); every rule is one atomic read or write.
-- weyl: verdict=holds full-states=1898412 full-transitions=8936916
-- weyl: declared-states=82645 declared-order=24
-- weyl: slow

const
  N: 4;

type
  Proc: scalarset(N);
  Location: enum {
    Idle, SetX, TestY, SetY, TestX, Lower, Scan, TestYAgain, AwaitY, Critical,
    ClearY, ClearB, BackOff
  };

var
  x: Proc;
  y: Proc;                                 -- undefined: nobody
  b: array [Proc] of boolean;              -- competes
  loc: array [Proc] of Location;
  scanned: array [Proc] of array [Proc] of boolean;

procedure forget_scan(p: Proc);
begin
  for q: Proc do
    scanned[p][q] := false;
  end;
end;

startstate
  undefine x;
  undefine y;
  for p: Proc do
    b[p] := false;
    loc[p] := Idle;
    forget_scan(p);
  end;
end;

ruleset p: Proc do

  rule "b[i] := true"
    loc[p] = Idle
  ==>
    b[p] := true;
    loc[p] := SetX;
  end;

  rule "x := i"
    loc[p] = SetX
  ==>
    x := p;
    loc[p] := TestY;
  end;

  rule "is y free?"
    loc[p] = TestY
  ==>
    loc[p] := (isundefined(y) ? SetY : BackOff);
  end;

  rule "b[i] := false, back off"
    loc[p] = BackOff
  ==>
    b[p] := false;
    loc[p] := AwaitY;
  end;

  rule "await y free"
    loc[p] = AwaitY & isundefined(y)
  ==>
    loc[p] := Idle;
  end;

  rule "y := i"
    loc[p] = SetY
  ==>
    y := p;
    loc[p] := TestX;
  end;

  rule "is x still mine?"
    loc[p] = TestX
  ==>
    loc[p] := (x = p ? Critical : Lower);
  end;

  rule "b[i] := false, collision"
    loc[p] = Lower
  ==>
    b[p] := false;
    loc[p] := Scan;
  end;

  ruleset q: Proc do
    rule "await b[j] false"
      loc[p] = Scan & !scanned[p][q] & !b[q]
    ==>
      scanned[p][q] := true;
    end;
  end;

  rule "all others have lowered their flags"
    loc[p] = Scan & forall q: Proc do scanned[p][q] end
  ==>
    forget_scan(p);
    loc[p] := TestYAgain;
  end;

  rule "is y mine?"
    loc[p] = TestYAgain
  ==>
    if !isundefined(y) & y = p then
      loc[p] := Critical;
    else
      loc[p] := AwaitY;
    end;
  end;

  rule "leave"
    loc[p] = Critical
  ==>
    loc[p] := ClearY;
  end;

  rule "y := nobody"
    loc[p] = ClearY
  ==>
    undefine y;
    loc[p] := ClearB;
  end;

  rule "b[i] := false"
    loc[p] = ClearB
  ==>
    b[p] := false;
    loc[p] := Idle;
  end;

end;

invariant "mutual exclusion"
  forall p: Proc do
    forall q: Proc do
      loc[p] = Critical & loc[q] = Critical -> p = q
    end
  end;
