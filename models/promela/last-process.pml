// _last is the number of the process that made the last step, and part of the state
// when the model mentions it: two steps of different processes that commute then
// lead to different states.
// weyl: verdict=holds full-states=561 full-transitions=1242
byte x;

active [3] proctype Process() {
  x = 1;
  if
  :: _last == _pid -> x = 2
  :: else -> x = 3
  fi
}
