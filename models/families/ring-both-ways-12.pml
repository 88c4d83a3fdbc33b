// A ring in which a process may take the token from either side: rotations and reflections.
// weyl: order=24
#define N 12

bool token[N];

active [N] proctype Process() {
  do
  :: atomic { token[(_pid + 1) % N] -> token[(_pid + 1) % N] = false; token[_pid] = true }
  :: atomic { token[(_pid + N - 1) % N] -> token[(_pid + N - 1) % N] = false; token[_pid] = true }
  :: atomic { !token[_pid] -> token[_pid] = true }
  od
}
