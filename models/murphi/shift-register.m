-- A linear feedback shift register of 10 bits (S. W. Golomb, 1967) with a
-- maximal period, and beside it a Gray code (F. Gray, 1953) of the step number.
-- Bit operators work on ranges: and, or, exclusive or, not, shifts. From any
-- seed but zero the register runs through all 1,023 values.
-- weyl: verdict=holds full-states=1024 full-transitions=1024

const
  BITS: 10;
  MASK: 1023;          -- 2^BITS - 1

type
  Word: 0..MASK;

var
  register: Word;
  step: Word;

-- x^10 + x^7 + 1 is primitive.
function next(w: Word): Word;
begin
  return ((w << 1) | (((w >> 9) ^ (w >> 6)) & 1)) & MASK;
end;

function gray(w: Word): Word;
begin
  return w ^ (w >> 1);
end;

function ones(w: Word): Word;
var
  rest: Word;
  count: Word;
begin
  rest := w;
  count := 0;
  while rest != 0 do
    rest := (rest - 1) & rest;    -- drops the lowest one
    count := count + 1;
  end;
  return count;
end;

startstate
  register := 1;
  step := 0;
end;

rule "clock"
  step < MASK
==>
  register := next(register);
  step := step + 1;
end;

rule "wrap"
  step = MASK
==>
  assert register = 1 "the period is 2^10 - 1";
  step := 0;
end;

invariant "the register never sticks at zero"
  register != 0;

invariant "neighbours in the Gray code differ in one bit"
  step = 0 | ones(gray(step) ^ gray(step - 1)) = 1;

invariant "complement twice is the identity"
  (~(~step & MASK) & MASK) = step;
