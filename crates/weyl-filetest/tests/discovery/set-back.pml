// A number that nobody reads again is somebody's name (symmetries that are not claimed); with 9 there would be 72.
// weyl: order=24
bool f[3];
active [3] proctype P() { byte other; do :: atomic { select(other : 0 .. 2); f[other] = !f[other]; other = 0 } od }
