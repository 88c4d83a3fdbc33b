#define p (n > 0)
chan c[3] = [1] of { byte };
byte n;
active [3] proctype C() {
  byte x;
  do
  :: c[_pid] ! 1; busy: n++; assert(n < 3)
  :: c[_pid] ? x -> n--
  od
}
