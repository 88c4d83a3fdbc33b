-- The queue lock of J. M. Mellor-Crummey and M. L. Scott (1991). A process swaps
-- itself into the tail, links itself behind its predecessor and spins on a flag
-- in its own queue node. Release has to cope with a successor that has swapped
-- the tail but has not linked itself yet. Pointers to processes are undefined
-- where the C code has null; every step is one access to shared memory.
-- weyl: verdict=holds full-states=12609 full-transitions=40284
-- weyl: declared-states=582 declared-order=24

const
  N: 4;

type
  Proc: scalarset(N);
  Location: enum {
    Idle, Forget, Swap, SetFlag, Link, Spin, Critical, CheckNext, CompareAndSwap,
    AwaitNext, HandOver
  };

var
  tail: Proc;                          -- undefined: the lock is free
  next: array [Proc] of Proc;          -- undefined: no successor known
  waiting: array [Proc] of boolean;
  pred: array [Proc] of Proc;          -- local: undefined if there was none
  loc: array [Proc] of Location;

startstate
  undefine tail;
  undefine next;
  undefine pred;
  for p: Proc do
    waiting[p] := false;
    loc[p] := Idle;
  end;
end;

ruleset p: Proc do

  rule "want the lock"
    loc[p] = Idle
  ==>
    loc[p] := Forget;
  end;

  rule "next := null"
    loc[p] = Forget
  ==>
    undefine next[p];
    loc[p] := Swap;
  end;

  rule "pred := swap(tail, self)"
    loc[p] = Swap
  ==>
    if isundefined(tail) then
      undefine pred[p];
      loc[p] := Critical;
    else
      pred[p] := tail;
      loc[p] := SetFlag;
    end;
    tail := p;
  end;

  rule "waiting := true"
    loc[p] = SetFlag
  ==>
    waiting[p] := true;
    loc[p] := Link;
  end;

  rule "pred.next := self"
    loc[p] = Link
  ==>
    next[pred[p]] := p;
    loc[p] := Spin;
  end;

  rule "stop spinning"
    loc[p] = Spin & !waiting[p]
  ==>
    undefine pred[p];
    loc[p] := Critical;
  end;

  rule "start to release"
    loc[p] = Critical
  ==>
    loc[p] := CheckNext;
  end;

  rule "is there a successor?"
    loc[p] = CheckNext
  ==>
    if isundefined(next[p]) then
      loc[p] := CompareAndSwap;
    else
      loc[p] := HandOver;
    end;
  end;

  rule "compare and swap(tail, self, null)"
    loc[p] = CompareAndSwap
  ==>
    if tail = p then
      undefine tail;
      loc[p] := Idle;
    else
      loc[p] := AwaitNext;
    end;
  end;

  rule "the successor has linked itself"
    loc[p] = AwaitNext & !isundefined(next[p])
  ==>
    loc[p] := HandOver;
  end;

  rule "next.waiting := false"
    loc[p] = HandOver
  ==>
    waiting[next[p]] := false;
    undefine next[p];
    loc[p] := Idle;
  end;

end;

function holds_lock(p: Proc): boolean;
begin
  return loc[p] = Critical | loc[p] = CheckNext | loc[p] = CompareAndSwap
       | loc[p] = AwaitNext | loc[p] = HandOver;
end;

invariant "mutual exclusion"
  forall p: Proc do
    forall q: Proc do
      holds_lock(p) & holds_lock(q) -> p = q
    end
  end;

invariant "a waiting process is not its own predecessor"
  forall p: Proc do
    isundefined(pred[p]) | pred[p] != p
  end;

cover "the slow release path is taken"
  exists p: Proc do loc[p] = AwaitNext end;
