// Szymanski's algorithm (B. K. Szymanski, 1988) for three processes: a waiting room
// with an entrance and an exit door, five values of one flag a process. The tests
// over all other processes are single steps, as in the proof.
// weyl: verdict=holds full-states=805 full-transitions=1775
#define N 3
#define all(p) (p(0) && p(1) && p(2))
#define any(p) (p(0) || p(1) || p(2))
#define not_inside(j) (j == _pid || flag[j] < 3)
#define waits_outside(j) (j != _pid && flag[j] == 1)
#define opened(j) (j != _pid && flag[j] == 4)
#define earlier_out(j) (j >= _pid || flag[j] < 2)
#define later_settled(j) (j <= _pid || flag[j] < 2 || flag[j] > 3)

byte flag[N];
byte critical;

active [N] proctype Process() {
  do
  :: flag[_pid] = 1;
     all(not_inside);
     flag[_pid] = 3;
     if
     :: any(waits_outside) ->
        flag[_pid] = 2;
        any(opened)
     :: else
     fi;
     flag[_pid] = 4;
     all(earlier_out);
     critical++;
     assert(critical == 1);
     critical--;
     all(later_settled);
     flag[_pid] = 0
  od
}
