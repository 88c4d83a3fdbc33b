-- The towers of Hanoi (E. Lucas, 1883) with five discs: every legal position is
-- reachable, 3^5 of them. A recursive function checks a position and a recursive
-- procedure counts the moves that the textbook solution needs; both are run in
-- the properties and in the start state. The last cover is the solved puzzle.
-- weyl: verdict=holds full-states=243 full-transitions=726

const
  DISCS: 5;
  MOVES: 31;          -- 2^DISCS - 1

type
  Disc: 1..DISCS;     -- 1 is the smallest
  Height: 0..DISCS;
  Peg: enum { Left, Middle, Right };
  Count: 0..MOVES;

var
  place: array [Disc] of Peg;

-- Whether disc d is the smallest one on its peg.
function is_on_top(d: Disc): boolean;
begin
  return forall smaller: Disc do smaller < d -> place[smaller] != place[d] end;
end;

-- The number of discs on peg p, among the h smallest ones.
function height(p: Peg; h: Height): Height;
begin
  if h = 0 then
    return 0;
  elsif place[h] = p then
    return 1 + height(p, h - 1);
  else
    return height(p, h - 1);
  end;
end;

-- Adds the moves that take a tower of h discs to another peg.
procedure count_moves(h: Height; var moves: Count);
begin
  if h > 0 then
    count_moves(h - 1, moves);
    moves := moves + 1;
    count_moves(h - 1, moves);
  end;
end;

startstate
var
  moves: Count;
begin
  for d: Disc do
    place[d] := Left;
  end;
  moves := 0;
  count_moves(DISCS, moves);
  put "moves needed: ";
  put moves;
  assert moves = MOVES "two to the power of the discs, minus one";
end;

ruleset d: Disc; to_peg: Peg do
  rule "move"
    is_on_top(d) & place[d] != to_peg
    & forall smaller: Disc do smaller < d -> place[smaller] != to_peg end
  ==>
    place[d] := to_peg;
  end;
end;

invariant "no disc is lost"
  height(Left, DISCS) + height(Middle, DISCS) + height(Right, DISCS) = DISCS;

cover "solved"
  height(Right, DISCS) = DISCS;
