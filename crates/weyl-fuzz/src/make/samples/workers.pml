mtype = { red, green };
#define p (x == 2)
byte x, y;
proctype W(mtype m) {
  atomic { x < 3 -> x++ };
  if :: m == red -> d_step { y = 2; assert(x != 2) } :: else -> y = 1 fi
}
init { atomic { run W(red); run W(red) } }
