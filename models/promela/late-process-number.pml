// A number finds a process whose variable counts, under a condition that is true once in a run, after 150 turns.
// weyl: verdict=violated full-states=154 full-transitions=462
// weyl: violated="!(x * z == 3640 && k * k == 22500 && w * w == 1 && P[w]:u == 1)"
short w; byte k; byte x; byte z; bool t;
active [3] proctype P() {
  byte u;
  do
  :: atomic { k < 150 -> k++; x = k * 7; z = x ^ k; w = k / 150 }
  :: atomic { k == 150 && !t -> t = true; u = 1 }
  :: atomic { t -> assert(!(x * z == 3640 && k * k == 22500 && w * w == 1 && P[w]:u == 1)) }
  od
}
