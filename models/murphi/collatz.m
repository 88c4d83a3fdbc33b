-- Numbers with large ranges: the orbits of Collatz's problem (L. Collatz, 1937)
-- from all starts up to LIMIT. The range of the state variable needs 40 bits and
-- another one goes up to 2^63 - 2. Every orbit reaches 1: a liveness property on
-- a graph of many small branches, with one start state for each instance.
-- weyl: verdict=holds full-states=1984 full-transitions=1984

const
  LIMIT: 200;
  HIGHEST: 1000000000000;
  TOP: 9223372036854775806;   -- 2^63 - 2

type
  Start: 1..LIMIT;
  Number: 1..HIGHEST;
  Huge: 0..TOP;

var
  n: Number;
  room: Huge;          -- how far the peak stays below the top of the range

ruleset s: Start do
  startstate
    n := s;
    room := TOP - s;
  end;
end;

rule "halve"
  n % 2 = 0
==>
  n := n / 2;
end;

rule "treble and add one"
  n % 2 = 1 & n != 1
==>
  n := 3 * n + 1;
  if TOP - n < room then
    room := TOP - n;
  end;
end;

rule "rest"
  n = 1 & room != 0
==>
  room := 0;
end;

rule "start over"
  n = 1 & room = 0
==>
  n := 27;
  room := TOP - 27;
end;

liveness "the orbit reaches one"
  n = 1;
