// Dekker's algorithm for two processes (T. J. Dekker, told by E. W. Dijkstra,
// 1965): the first solution of mutual exclusion with reads and writes alone. Two
// flags and a turn. The ltl block states that the first process that wants to
// enter gets in, if it is scheduled at all; it is not part of the safety check.
// weyl: verdict=holds full-states=146 full-transitions=274
// weyl: options="--safety-only"
bool wants[2];
bit turn;
byte critical;

active [2] proctype Process() {
  do
  :: wants[_pid] = true;
     do
     :: wants[1 - _pid] ->
        if
        :: turn != _pid ->
           wants[_pid] = false;
           turn == _pid;
           wants[_pid] = true
        :: else
        fi
     :: else -> break
     od;
entered:
     critical++;
     assert(critical == 1);
     critical--;
     turn = 1 - _pid;
     wants[_pid] = false
  od
}

ltl gets_in { [] (wants[0] -> <> Process[0]@entered) }
ltl exclusion { [] (critical <= 1) }
