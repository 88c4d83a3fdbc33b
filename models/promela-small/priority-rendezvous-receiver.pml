// weyl: verdict=holds full-states=11 full-transitions=10
// weyl: spin="SPIN refuses priorities together with rendezvous channels"
// A receiver of great priority waits for its sender, who is outranked by anybody between them; the receiver goes on
// alone in its atomic sequence until it is outranked.
byte x;
chan c = [0] of { byte };
active proctype S() { c!x; assert(x == 9) }
active proctype M() priority 5 { x = 1; x = 2; x == 4; x = 5 }
active proctype H() priority 5 { byte y; atomic { c?y; assert(y == 2); x = 3; set_priority(1, 7); x = 4; assert(x == 5); x = 9 } }
