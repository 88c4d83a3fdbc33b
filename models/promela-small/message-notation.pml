// weyl: verdict=holds full-states=8 full-transitions=8
// `c!m(a,b)` and `c?m(a,b)`.
mtype = { req, ack }; chan c = [2] of { mtype, byte, byte }; byte n, m;
active proctype P() { c!req(1,2); c?ack(n,m) }
active proctype Q() { byte x, y; c?req(x,y); c!ack(y,x) }
