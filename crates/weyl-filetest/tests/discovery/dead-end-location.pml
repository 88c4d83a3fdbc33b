// A process may stay for ever at a location that the other never reaches: they are not alike, although their rules are.
// weyl: order=1
byte x[2];
active [2] proctype P() {
  if
  :: _pid == 0 -> x[_pid] = 1; goto end_here
  :: _pid == 1 -> x[_pid] = 1; goto stuck
  fi;
end_here:
  false;
stuck:
  false
}
