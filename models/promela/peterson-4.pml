// Peterson's filter lock (G. L. Peterson, 1981) for four processes, with a wait
// that looks at all the levels in one step. Its size makes it a measure of plain
// speed: short transitions, a shared array, no channels.
// weyl: verdict=holds full-states=76407 full-transitions=241692
#define N 4
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
        (last[l] != _pid || (lower(0) && lower(1) && lower(2) && lower(3)));
        l++
     :: else -> break
     od;
     critical++;
     assert(critical == 1);
     critical--;
     level[_pid] = 0
  od
}
