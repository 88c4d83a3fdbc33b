-- The jugs of a film (Die Hard 3, 1995; a puzzle of the 13th century): measure
-- four gallons with a jug of five and one of three. A cover property asks for a
-- reachable state, so the puzzle's solution is the witness.
-- weyl: verdict=holds full-states=16 full-transitions=96

const
  SMALL: 3;
  BIG: 5;
  GOAL: 4;

var
  small: 0..SMALL;
  big: 0..BIG;

startstate "both jugs are empty"
  clear small;
  clear big;
end;

rule "fill the small jug"
begin
  small := SMALL;
end;

rule "fill the big jug"
begin
  big := BIG;
end;

rule "empty the small jug"
begin
  small := 0;
end;

rule "empty the big jug"
begin
  big := 0;
end;

rule "pour small into big"
var
  poured: 0..SMALL;
begin
  poured := (small < BIG - big ? small : BIG - big);
  small := small - poured;
  big := big + poured;
end;

rule "pour big into small"
var
  poured: 0..SMALL;
begin
  poured := (big < SMALL - small ? big : SMALL - small);
  big := big - poured;
  small := small + poured;
end;

cover "four gallons" big = GOAL;

cover "both jugs are full" small = SMALL & big = BIG;
