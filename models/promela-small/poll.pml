// weyl: verdict=holds full-states=23 full-transitions=28
// Polls have no effect.
chan c = [2] of { mtype, byte }; mtype = { a, b }; byte n;
active proctype P() { if :: c!a,1 :: c!b,2 fi; c!a,2 }
active proctype Q() { end: do :: c?[a,_] -> n++; c?a,_ :: c??[b,2] -> n = n + 10; c??b,_ od }
