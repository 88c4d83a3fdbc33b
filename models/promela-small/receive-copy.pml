// weyl: verdict=violated full-states=24 full-transitions=35
// weyl: violated="invalid end state"
// `?<>` leaves the message where it is.
chan c = [2] of { byte, byte }; byte n;
active proctype P() { byte x; c!4,5; c?<n,x>; assert(len(c) == 1 && x == 5); c??<4,n>; c?n,x }
active proctype Q() { byte x; c?<x,_>; n = x }
