// What the creator leaves behind may be any number: the process that is meant is renamed with it.
// weyl: order=6
byte turn, other, q[3];
short k;
proctype P(byte i) { do :: q[i] < 2 -> q[i]++ :: q[i] = 0 :: atomic { turn == i; turn = other } od }
init {
  do :: k < 6000 -> k++ :: k == 6000 -> break od;
  if :: other = 1 :: other = 2 fi;
  run P(0); run P(1); run P(2)
}
