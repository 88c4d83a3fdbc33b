// One of the processes fails while it prints.
// weyl: order=2
byte x;
byte done[3];
active [3] proctype P() {
  done[_pid] = 1;
  (x == 0) -> x = 1;
  printf("%d\n", 10 / _pid)
}
