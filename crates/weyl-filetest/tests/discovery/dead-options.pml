// Options that a process never takes tell it from others, and what would follow them does not count: a path of four.
// weyl: order=2
// weyl: because="_pid == 1 && x[0] == 1"
byte x[4];
active [4] proctype P() {
  do
  :: x[_pid] == 0 -> x[_pid] = 1
  :: _pid == 0 && x[1] == 1 && x[0] == 1 -> x[_pid] = 2; x[_pid] = 1
  :: _pid == 1 && x[0] == 1 && x[1] == 1 -> x[_pid] = 2; x[_pid] = 1
  :: _pid == 1 && x[2] == 1 && x[1] == 1 -> x[_pid] = 2; x[_pid] = 1
  :: _pid == 2 && x[1] == 1 && x[2] == 1 -> x[_pid] = 2; x[_pid] = 1
  :: _pid == 2 && x[3] == 1 && x[2] == 1 -> x[_pid] = 2; x[_pid] = 1
  :: _pid == 3 && x[2] == 1 && x[3] == 1 -> x[_pid] = 2; x[_pid] = 1
  od
}
