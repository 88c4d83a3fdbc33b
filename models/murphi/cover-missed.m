-- A knight on a 4 x 4 board. It changes the colour of its square with each move,
-- so a square of the other colour is never reached in an even number of moves.
-- One cover property is hit, the other is not, and that is a violation.
-- weyl: verdict=violated full-states=16 full-transitions=48
-- weyl: violated="the knight gets to a neighbour square in an even number of moves"

const
  SIZE: 4;

type
  Line: 1..SIZE;
  Step: -2..2;

var
  x: Line;
  y: Line;
  odd: boolean;     -- an odd number of moves so far

startstate
  x := 1;
  y := 1;
  odd := false;
end;

ruleset dx: Step; dy: Step do
  rule "jump"
    (dx * dx + dy * dy = 5)
    & x + dx >= 1 & x + dx <= SIZE
    & y + dy >= 1 & y + dy <= SIZE
  ==>
    x := x + dx;
    y := y + dy;
    odd := !odd;
  end;
end;

cover "the knight reaches the opposite corner"
  x = SIZE & y = SIZE;

cover "the knight gets to a neighbour square in an even number of moves"
  x = 2 & y = 1 & !odd;
