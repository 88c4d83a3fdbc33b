// What the creator leaves behind depends on another process: it is not what it would leave alone.
// weyl: order=1
byte f[3], x;
short k;
active proctype Q() { do :: x = 1 :: x = 2 od }
proctype P() { do :: f[0] < 2 -> f[0]++ :: f[1] < 2 -> f[1]++ :: f[2] < 2 -> f[2]++ od }
init {
  byte y;
  do :: k < 6000 -> k++ :: k == 6000 -> break od;
  y = x;
  run P();
  do :: f[y] == 2 -> f[y] = 0 od
}
