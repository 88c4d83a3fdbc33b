const A: 3; B: A > 2 ? A * 2 : 1; T: true;
type
  Id: scalarset(A);
  Same: Id;
  Bits: 0..0xFF;
  Row: array [0..A] of Bits;
  Pair: record left, right: Bits; id: Same; end;
var
  x, y: Bits; grid: array [Id] of Row; pair: Pair; other: Pair; flag: boolean; me: Id;

function count(var v: Bits): Bits;
begin
  v := (v + 1) & 255;
  return v;
end;

function depth(n: 0..9): Bits;
begin
  if n = 0 then return 0; end;
  return 1 + depth(n - 1);
end;

procedure store(id: Id; at: 0..A; v: Bits);
begin
  grid[id][at] := v;
  if v > 3 then return; end;
  put "small ";
end;

ruleset i: Id; k := 0 to A by 2 do
  startstate
  var t: Bits;
  begin
    t := count(x) + depth(2) * 2 - -1;
    for j: Id; l: 0..A do grid[j][l] := t end;
    for l := A to 0 by -1 do grid[i][l] := l << 1 | 1 ^ 2; end;
    store(i, k, count(y));
    pair.id := i;
    other := pair;
    flag := pair = other && T || !flag == (x ≠ y);
    me := i;
  end;
end;

ruleset i: Id do
  alias row: grid[i]; first: row[0] do
    rule "step" first < B & (i = me | exists j := 0 to A do row[j] > 1 end) ==>
    const c: 2; type L: 0..c; var l: L;
    begin
      l := first % c;
      alias cell: row[count(x) % 4]; twice: cell * 2 do
        cell := twice > 255 ? 0 : twice;
      end;
      if flag & count(y) = 3 then
        undefine me;
      elsif isundefined(me) -> T then
        me := i;
      else
        assume l < 2;
      end;
      while count(y) < 4 do x := x / 2; end;
    end;
    invariant "small" forall a: 0..A do row[a] <= 255 end;
    assume "bound" first >= 0;
  end;
end;
assert x <= 255 "range";
