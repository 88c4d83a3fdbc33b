// weyl: verdict=holds full-states=16 full-transitions=15
// weyl: spin="SPIN refuses priorities together with rendezvous channels"
// An offer that nobody takes is no step: P outranks R only when Q can receive, or when a value fits.
byte x;
chan c = [0] of { byte, byte };
active proctype P() priority 9 { c!1,2; assert(x == 4); x = 5; c!3,3; assert(x == 6); x = 8 }
active proctype Q() priority 2 { x == 4; c?1,_; atomic { x == 5; x = 6 }; c?eval(x / 2),_; assert(x == 8) }
active proctype R() { x = 4; x > 5; assert(x == 8) }
