-- weyl: verdict=holds states=354 transitions=1648 order=6
-- weyl: full-states=1988 full-transitions=9126 declared-states=354 declared-transitions=1648 declared-order=6
-- weyl: rumur="such guards become C that does not compile; a twin with simple functions agrees"
-- Calls whose results are records and arrays, in guards, quantifiers and properties.
const N: 3;
type
  Node: scalarset(N);
  Level: 0..2;
  Mark: record level: Level; who: Node; end;
  Pair: array [0..1] of Mark;
var
  mark: array [Node] of Mark;
  top: Mark;

function at(n: Node): Mark; begin return mark[n]; end;
function made(l: Level; n: Node): Mark;
var m: Mark;
begin m.level := l; m.who := n; return m; end;
function pair(n: Node): Pair;
var p: Pair;
begin p[0] := mark[n]; p[1] := top; return p; end;
function next(m: Mark): Mark; begin return made((m.level + 1) % 3, m.who); end;
function level(m: Mark): Level; begin return m.level; end;

startstate begin
  undefine top;
  for n: Node do mark[n] := made(0, n); end;
end;

ruleset n: Node; m: Node do
  rule "raise" at(n).level < 2 & level(next(at(m))) != 0 ==>
  begin
    mark[n] := next(made(at(n).level, m));
  end;
end;

ruleset n: Node do
  rule "top" exists m: Node do at(m) = made(2, n) end & pair(n)[0] != pair(n)[1] ==>
  begin top := at(n); end;

  rule "lower" pair(n)[1] = at(n) & !isundefined(pair(n)[1].who) ==>
  begin mark[n] := made(0, n); end;

  invariant "pairs" pair(n)[0] = at(n) & pair(n)[1] = top;
end;

invariant "levels" forall n: Node do next(next(next(at(n)))) = at(n) end;
invariant "top" isundefined(top.who) | pair(top.who)[0].level <= 2;
cover "all by one" exists n: Node do forall m: Node do at(m) = made(2, n) end end;
