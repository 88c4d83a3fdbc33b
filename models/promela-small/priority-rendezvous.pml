// weyl: verdict=holds full-states=9 full-transitions=8
// weyl: spin="SPIN refuses priorities together with rendezvous channels"
// A rendezvous is a step of its sender: whoever takes the offer needs no priority.
byte x;
chan c = [0] of { byte };
active proctype P() priority 5 { c!1; assert(x == 1); x = 2 }
active proctype Q() priority 3 { c?x; assert(x == 2) }
active proctype R() { x = 3 }
