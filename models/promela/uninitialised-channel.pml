// A receive from a channel variable that was never given a channel, in one of two
// branches.
// weyl: verdict=violated
// weyl: violated="run-time error"
// weyl: spin="SPIN ends its run at an uninitialised channel"
chan c;
byte x;

active proctype P() {
  if
  :: x = 1
  :: x = 2; c?x
  fi
}
