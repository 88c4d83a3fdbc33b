// Two events of the trace fit a message: the trace is at fault. SPIN ends its run there;
// weyl goes on with the first.
// weyl: violated="trace" spin="ends its run when two events of a trace fit"
// weyl: verdict=violated full-states=6 full-transitions=5
chan c = [1] of { byte };

active proctype P() {
  c!1; c?_; c!2; c?_
}

trace {
  do
  :: c!1
  :: c!_
  od
}
