// weyl: verdict=holds full-states=60 full-transitions=104
// A counter that wraps by `%`.
byte n, k;
active [2] proctype P() { do :: k < 4 -> n = (n + 3) % 5; k++ :: k >= 4 -> break od }
