// A send with fewer fields than the channel has. Where the channel is a parameter
// this cannot be seen before the run.
// weyl: verdict=violated
// weyl: violated="run-time error"
// weyl: spin="SPIN sends zeros for the missing fields and goes on"
chan c = [1] of { byte, byte };

proctype Sender(chan to) {
  to!1
}

init {
  run Sender(c)
}
