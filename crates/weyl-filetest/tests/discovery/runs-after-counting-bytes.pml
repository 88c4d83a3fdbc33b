// What the creator has counted is known, however long it took: nothing else depends on it.
// weyl: order=4
byte f[3];
proctype P() { skip }
init {
  byte z, y;
  do :: z < 101 -> y = 0; do :: y < 101 -> y++ :: else -> break od; z++ :: else -> break od;
  atomic { run P(); run P() };
  f[y % 3] = 0
}
