// weyl: verdict=holds full-states=14 full-transitions=17
// A sequence empties a channel and blocks in between.
chan c = [2] of { byte }; byte n;
active proctype P() { byte x; atomic { do :: c?x -> n = n + x :: n >= 3 -> break od; n = 0 } }
active proctype Q() { c!1; c!2; c!3 }
