-- weyl: verdict=holds full-states=77 full-transitions=77
-- A shift by a negative number goes in the other direction; one by 64 places leaves nothing.
var
  n: -5..70;
  left, right: -1000..1000;

startstate begin n := -5; left := 0; right := 0; end;

rule n < 70 ==>
begin
  n := n + 1;
  left := n < 60 ? (3 << n) % 1000 : 0;
  right := 24 >> n;
  if n > 20 then left := 0; end;
end;

rule n = 70 ==>
begin
  n := -5;
  left := -9 >> 1;
  right := -9 << -1;
end;

invariant "there and back" n < 0 | right = 0 | left = 3 * (1 << n);
invariant "64 places" n < 64 | (left << n = 0 & right >> n = 0 & -7 >> n = 0);
