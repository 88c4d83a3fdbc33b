// What is printed without failing is nobody's business.
// weyl: order=6
byte x;
byte done[3];
active [3] proctype P() {
  done[_pid] = 1;
  (x == 0) -> x = 1;
  printf("%d %d\n", _pid * 10, done[_pid])
}
