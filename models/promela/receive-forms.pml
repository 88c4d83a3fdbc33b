// All the ways to receive: with constants, eval, the write-only variable _, by
// position or anywhere in the channel, by copy, and as a test without effect. Any
// wrong choice of the message fails an assertion or blocks for good.
// weyl: verdict=holds full-states=20 full-transitions=19
mtype = { red, green, blue };

chan c = [4] of { mtype, byte, byte };
byte x, y;

active proctype P() {
  mtype m;
  c!red(1, 2);
  c!green, 3, 4;
  c!red, 5, 6;
  c!blue, 3, 7;
  assert(c?[red, 1, 2] && !c?[green, 3, 4] && c??[green, 3, 4] && !c??[green, 4, 3]);
  c?<red, x, _>;
  assert(x == 1 && len(c) == 4);
  c??green, x, y;
  assert(x == 3 && y == 4 && len(c) == 3);
  c??<m, eval(x), y>;
  assert(m == blue && y == 7 && len(c) == 3);
  x = 5;
  c??red(eval(x), y);
  assert(y == 6 && len(c) == 2);
  if
  :: c?red, 1, 3 -> assert(false)
  :: c?green, _, _ -> assert(false)
  :: c?red, _, eval(y - 4) -> skip
  fi;
  c?m, x, _;
  assert(m == blue && x == 3 && empty(c))
}
