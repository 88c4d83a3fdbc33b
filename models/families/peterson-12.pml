// Peterson's filter lock (G. L. Peterson, 1981) for twelve processes, with a wait that looks at all the levels in one step. Processes
// are alike; levels are not.
// weyl: order=479001600
#define N 12
#define lower(k) (k == _pid || level[k] < l)

byte level[N];
byte last[N];
byte critical;

active [N] proctype Process() {
  byte l;
  do
  :: l = 1;
     do
     :: l < N ->
        level[_pid] = l;
        last[l] = _pid;
        (last[l] != _pid || (lower(0) && lower(1) && lower(2) && lower(3) && lower(4) && lower(5) && lower(6) && lower(7) && lower(8) && lower(9) && lower(10) && lower(11)));
        l++
     :: else -> break
     od;
     critical++;
     assert(critical == 1);
     critical--;
     level[_pid] = 0
  od
}
