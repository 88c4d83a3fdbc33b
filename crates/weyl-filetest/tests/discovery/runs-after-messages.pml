// The creator sends messages before: what is in the channels is not known without all states.
// weyl: order=1
chan q = [3] of { byte };
short k;
byte turn;
proctype P(byte i) { byte x; do :: q ? x -> turn = x :: turn == i -> q ! i od }
init {
  do :: k < 11000 -> k++ :: k == 11000 -> break od;
  q ! 1; run P(0); run P(1); run P(2)
}
