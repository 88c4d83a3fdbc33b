-- MSI snooping coherence on an atomic bus: one cache line, N caches, V values.
-- A bus transaction (read, or read for ownership) is a single step in which
-- every other cache snoops. Caches and values are scalarsets: values are only
-- copied and compared, so data symmetry multiplies with process symmetry.
-- weyl: verdict=holds full-states=358 full-transitions=1662
-- weyl: declared-states=179 declared-order=2

const
  N: 3;
  V: 2;

type
  Cache: scalarset(N);
  Value: scalarset(V);
  LineState: enum { Invalid, Shared, Modified };
  Wish: enum { Nothing, Read, Write };
  Line: record
    state: LineState;
    data: Value;
    wish: Wish;
  end;

var
  cache: array [Cache] of Line;
  memory: Value;
  latest: Value;    -- history variable: the last value stored by anybody

procedure drop(var line: Line);
begin
  line.state := Invalid;
  undefine line.data;
end;

-- The owner, if there is one, writes its value back to memory.
procedure flush_owner();
begin
  for c: Cache do
    if cache[c].state = Modified then
      memory := cache[c].data;
      cache[c].state := Shared;
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
  end;
end;

ruleset c: Cache do
  alias line: cache[c] do

    rule "load misses"
      line.wish = Nothing & line.state = Invalid
    ==>
      line.wish := Read;
    end;

    rule "store misses"
      line.wish = Nothing & line.state != Modified
    ==>
      line.wish := Write;
    end;

    ruleset v: Value do
      rule "store hits"
        line.state = Modified
      ==>
        line.data := v;
        latest := v;
      end;
    end;

    rule "bus read"
      line.wish = Read
    ==>
      flush_owner();
      line.state := Shared;
      line.data := memory;
      line.wish := Nothing;
    end;

    rule "bus read for ownership"
      line.wish = Write
    ==>
      flush_owner();
      for other: Cache do
        if other != c then
          drop(cache[other]);
        end;
      end;
      line.state := Modified;
      line.data := memory;
      line.wish := Nothing;
    end;

    rule "evict"
      line.wish = Nothing & line.state != Invalid
    ==>
      if line.state = Modified then
        memory := line.data;
      end;
      drop(line);
    end;

  end;
end;

invariant "single writer or many readers"
  forall a: Cache do
    forall b: Cache do
      a != b & cache[a].state = Modified -> cache[b].state = Invalid
    end
  end;

invariant "a valid copy holds the latest value"
  forall c: Cache do
    cache[c].state != Invalid -> cache[c].data = latest
  end;

invariant "memory is current when nobody owns the line"
  forall c: Cache do cache[c].state != Modified end -> memory = latest;
