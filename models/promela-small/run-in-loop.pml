// weyl: verdict=holds full-states=18 full-transitions=17
// Children are created in a loop and die in between.
byte n;
proctype C() { n++ }
init { do :: n < 3 -> run C(); _nr_pr == 1 :: n >= 3 -> break od }
