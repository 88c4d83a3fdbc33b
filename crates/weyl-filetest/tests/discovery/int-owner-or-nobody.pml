// Nobody is -1; the parameter is an int too.
// weyl: order=6
int owner = -1; bool busy[3];
proctype P(int i) {
  do
  :: atomic { owner == -1 -> owner = i; busy[i] = true }
  :: atomic { owner == i -> owner = -1; busy[i] = false }
  od
}
init { atomic { run P(0); run P(1); run P(2) } }
