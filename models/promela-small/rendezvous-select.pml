// weyl: verdict=holds full-states=20 full-transitions=22
// Offers and takes on both sides of two selections.
chan c = [0] of { byte }; byte n;
active [2] proctype P() { byte x; end: if :: c!_pid -> n = 1 :: c?x -> n = 10 + x fi }
