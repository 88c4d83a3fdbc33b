mtype = { red, green };
#define p (x == 2)
byte x, y;
proctype W(mtype m) {
  atomic { x < 3 -> x++ };
  if :: m == red -> y = 1 :: else -> d_step { y = 2; assert(x != 2) } fi
}
init { run W(red); run W(green) }
