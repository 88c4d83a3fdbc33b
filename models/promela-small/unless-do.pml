// weyl: verdict=holds full-states=35 full-transitions=54
// A loop that only the escape leaves.
byte n; bool stop;
active proctype P() { do :: n < 3 -> n++ :: n == 3 -> n = 0 od unless { stop }; n = 7 }
active proctype Q() { stop = true }
