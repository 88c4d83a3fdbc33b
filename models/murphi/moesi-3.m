-- MOESI snooping coherence (P. Sweazey and A. J. Smith, 1986) with split bus
-- transactions. An owner of a dirty line answers a read from its own cache and
-- stays Owned, so memory may be stale for a long time. Dirty evictions wait in
-- a write-back buffer that has to snoop too: a buffered line may be asked for,
-- or taken over by a new owner, before it reaches memory.
-- weyl: verdict=holds full-states=8560 full-transitions=26622
-- weyl: declared-states=780 declared-order=12

const
  N: 3;
  V: 2;

type
  Cache: scalarset(N);
  Value: scalarset(V);
  LineState: enum { I, S, E, O, M };
  Wish: enum { Nothing, Read, Write };
  Line: record
    state: LineState;
    data: Value;
    wish: Wish;
    leaving: boolean;   -- the line sits in the write-back buffer
  end;
  Transaction: enum { Idle, BusRead, BusReadX };

var
  cache: array [Cache] of Line;
  memory: Value;
  latest: Value;        -- history variable: the last value stored by anybody
  bus: record
    kind: Transaction;
    requester: Cache;
    shared: boolean;
    supplied: boolean;  -- an owner has put the line on the bus
    data: Value;
    snooped: array [Cache] of boolean;
  end;

procedure drop(var line: Line);
begin
  line.state := I;
  line.leaving := false;
  undefine line.data;
end;

procedure release_bus();
begin
  bus.kind := Idle;
  undefine bus.requester;
  bus.shared := false;
  bus.supplied := false;
  undefine bus.data;
  for c: Cache do
    bus.snooped[c] := false;
  end;
end;

function is_dirty(s: LineState): boolean;
begin
  return s = M | s = O;
end;

procedure snoop(var line: Line);
begin
  if is_dirty(line.state) | line.state = E then
    bus.supplied := true;
    bus.data := line.data;
  end;
  if bus.kind = BusReadX then
    drop(line);
  elsif line.state != I then
    bus.shared := true;
    if line.state = M then
      line.state := O;
    elsif line.state = E then
      line.state := S;
    end;
  end;
end;

ruleset v: Value do
  startstate
    memory := v;
    latest := v;
    for c: Cache do
      drop(cache[c]);
      cache[c].wish := Nothing;
    end;
    release_bus();
  end;
end;

ruleset c: Cache do
  alias line: cache[c] do

    rule "load misses"
      line.wish = Nothing & line.state = I
    ==>
      line.wish := Read;
    end;

    rule "store misses"
      line.wish = Nothing & !line.leaving & line.state != E & line.state != M
    ==>
      line.wish := Write;
    end;

    ruleset v: Value do
      rule "store hits"
        (line.state = E | line.state = M) & !line.leaving
      ==>
        line.state := M;
        line.data := v;
        latest := v;
      end;
    end;

    rule "clean eviction"
      line.wish = Nothing & (line.state = S | line.state = E)
    ==>
      drop(line);
    end;

    rule "dirty eviction"
      line.wish = Nothing & is_dirty(line.state) & !line.leaving
    ==>
      line.leaving := true;
    end;

    rule "write back"
      bus.kind = Idle & line.leaving
    ==>
      memory := line.data;
      drop(line);
    end;

    rule "bus grant"
      bus.kind = Idle & line.wish != Nothing
    ==>
      bus.kind := (line.wish = Read ? BusRead : BusReadX);
      bus.requester := c;
      bus.snooped[c] := true;
    end;

    rule "snoop"
      bus.kind != Idle & !bus.snooped[c]
    ==>
      snoop(line);
      bus.snooped[c] := true;
    end;

    rule "fill"
      bus.kind != Idle & bus.requester = c
      & forall other: Cache do bus.snooped[other] end
    ==>
      if line.state = I then
        if bus.supplied then
          line.data := bus.data;
        else
          line.data := memory;
        end;
      end;
      if bus.kind = BusReadX then
        line.state := M;
      elsif bus.shared then
        line.state := S;
      else
        line.state := E;
      end;
      line.wish := Nothing;
      release_bus();
    end;

  end;
end;

invariant "an exclusive copy is the only one"
  forall a: Cache do
    forall b: Cache do
      a != b & (cache[a].state = M | cache[a].state = E) -> cache[b].state = I
    end
  end;

invariant "at most one owner"
  forall a: Cache do
    forall b: Cache do
      is_dirty(cache[a].state) & is_dirty(cache[b].state) -> a = b
    end
  end;

invariant "a valid copy holds the latest value"
  forall c: Cache do cache[c].state != I -> cache[c].data = latest end;

invariant "somebody has the latest value"
  memory = latest
  | (bus.supplied & bus.data = latest)
  | exists c: Cache do is_dirty(cache[c].state) end;
