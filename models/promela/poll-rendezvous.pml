// A rendezvous channel holds no messages, so that looking at them is an error: the poll
// never sees what Sender offers.
// weyl: violated="run-time error" spin="goes on with false after a poll of a rendezvous channel"
// weyl: verdict=violated full-states=4 full-transitions=3
chan c = [0] of { bit };

active proctype Sender() {
end:
  c!1
}

active proctype Receiver() {
  if
  :: c?[1]; c?1
  :: c?1
  fi
}
