// weyl: verdict=holds full-states=11 full-transitions=12
// weyl: spin="when it undoes the receive, it puts the new value of x back into the message"
// A variable that is received into and matched in the same receive.
chan c = [2] of { byte, byte }; byte x = 3;
active proctype P() { c!3,4; c!4,5 }
active proctype Q() { c?eval(x),x; assert(x == 4); c?eval(x),x; assert(x == 5) }
