// Each process has a channel of its own, which it gives to others.
// weyl: order=6
chan offer = [1] of { chan };
active [3] proctype P() {
  chan mine = [1] of { byte }; chan other; byte x;
  do :: offer!mine; mine?x :: offer?other -> if :: other != mine -> other!1 :: other == mine -> mine!1 fi od
}
