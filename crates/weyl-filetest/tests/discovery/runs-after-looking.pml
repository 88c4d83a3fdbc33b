// How often the creator counts depends on others: what it leaves behind is not known.
// weyl: order=1
byte f[3], x;
active proctype Q() { do :: x = 1 - x od }
proctype P() { skip }
init {
  byte z, y;
  do :: z < 101 -> y = x; do :: y < 101 -> y++ :: else -> break od; z++; y = x :: else -> break od;
  atomic { run P(); run P() };
  f[y % 3] = 0
}
