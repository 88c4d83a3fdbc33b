-- MESI snooping coherence (M. S. Papamarcos and J. H. Patel, 1984; the Illinois
-- protocol) on a bus whose transactions take time: a cache is granted the bus,
-- every other cache snoops in a step of its own, then the line is filled.
-- Meanwhile the others go on hitting in their caches; a silent change from
-- Exclusive to Modified just before the snoop is the interesting race.
-- weyl: verdict=holds full-states=2446 full-transitions=8412
-- weyl: declared-states=237 declared-order=12

const
  N: 3;
  V: 2;

type
  Cache: scalarset(N);
  Value: scalarset(V);
  LineState: enum { I, S, E, M };
  Wish: enum { Nothing, Read, Write };
  Line: record
    state: LineState;
    data: Value;
    wish: Wish;
  end;
  Transaction: enum { Idle, BusRead, BusReadX, BusUpgrade };

var
  cache: array [Cache] of Line;
  memory: Value;
  latest: Value;    -- history variable: the last value stored by anybody
  bus: record
    kind: Transaction;
    requester: Cache;
    shared: boolean;                    -- somebody keeps a copy
    snooped: array [Cache] of boolean;
  end;

procedure drop(var line: Line);
begin
  line.state := I;
  undefine line.data;
end;

procedure release_bus();
begin
  bus.kind := Idle;
  undefine bus.requester;
  bus.shared := false;
  for c: Cache do
    bus.snooped[c] := false;
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
      line.wish = Nothing & (line.state = I | line.state = S)
    ==>
      line.wish := Write;
    end;

    ruleset v: Value do
      rule "store hits"
        line.state = E | line.state = M
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

    rule "write back"
      bus.kind = Idle & line.state = M
    ==>
      memory := line.data;
      drop(line);
    end;

    rule "bus grant"
      bus.kind = Idle & line.wish != Nothing
    ==>
      bus.requester := c;
      bus.snooped[c] := true;
      if line.wish = Read then
        bus.kind := BusRead;
      elsif line.state = S then
        bus.kind := BusUpgrade;
      else
        bus.kind := BusReadX;
      end;
    end;

    rule "snoop"
      bus.kind != Idle & !bus.snooped[c]
    ==>
      if line.state = M then
        memory := line.data;
      end;
      if line.state != I then
        if bus.kind = BusRead then
          line.state := S;
          bus.shared := true;
        else
          drop(line);
        end;
      end;
      bus.snooped[c] := true;
    end;

    rule "fill"
      bus.kind != Idle & bus.requester = c
      & forall other: Cache do bus.snooped[other] end
    ==>
      switch bus.kind
      case BusRead:
        line.state := (bus.shared ? S : E);
        line.data := memory;
      case BusReadX:
        line.state := M;
        line.data := memory;
      case BusUpgrade:
        line.state := M;
      else
        error "fill on an idle bus";
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

invariant "a valid copy holds the latest value"
  forall c: Cache do cache[c].state != I -> cache[c].data = latest end;

invariant "memory is current when no copy is dirty"
  forall c: Cache do cache[c].state != M end -> memory = latest;
