// weyl: verdict=holds full-states=687 full-transitions=1717
// Channels in structures of processes that come and go.
typedef T { byte v = 4; chan c = [1] of { byte } };
byte n;
proctype C(byte k) { T t; t.c!k; n = t.v; t.c?n }
init { byte i; for (i : 1 .. 3) { run C(i) } }
