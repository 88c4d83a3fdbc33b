// One process sends what others do not send.
// weyl: order=2
chan offer = [1] of { chan };
active [3] proctype P() {
  chan mine = [1] of { byte }; chan other; byte x;
  do :: offer!mine; mine?x :: offer?other -> if :: other != mine && _pid != 1 -> other!7 :: other != mine && _pid == 1 -> other!8 :: other == mine -> mine!7 fi od
}
