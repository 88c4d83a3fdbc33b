// Atoms that say where processes are.
// weyl: verdict=violated
// weyl: violated="no_starvation"
// weyl: violated="entered"
bool wants[2];
byte turn;

active [2] proctype Peterson() {
  do
  :: wants[_pid] = true;
     turn = 1 - _pid;
     (!wants[1 - _pid] || turn == _pid);
critical:
     skip;
     wants[_pid] = false
  od
}

ltl exclusion { [] !(Peterson[0]@critical && Peterson[1]@critical) }
ltl no_starvation { [] (wants[0] -> <> Peterson[0]@critical) }
ltl entered { [] !Peterson[1]@critical }
