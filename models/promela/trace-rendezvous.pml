// A trace over a rendezvous channel: the send and the receive of a handshake are two
// events, the send first. Two clients share a server; nobody may be asked before the
// one before got its answer, which the second client does not wait for.
// weyl: verdict=violated full-states=32 full-transitions=43
// weyl: violated="trace"
mtype = { request, answer };

chan ask = [0] of { mtype, pid };
chan reply = [1] of { mtype };

active proctype Patient() {
end:
  do
  :: ask!request,_pid; reply?answer
  od
}

active proctype Hasty() {
  ask!request,_pid;
  ask!request,_pid
}

active proctype Server() {
  pid who;
end:
  do
  :: ask?request,who;
     if
     :: who == 0; reply!answer
     :: else
     fi
  od
}

trace {
end:
  do
  :: ask!request,0; ask?request,0; reply!answer; reply?answer
  :: ask!request,1; ask?request,1; ask!request,0; ask?request,0; reply!answer; reply?answer
  od
}
