// weyl: verdict=holds full-states=69 full-transitions=114
// `skip`, `true`, `1` are steps; a jump behind a statement is none.
byte n;
active [2] proctype P() { skip; true; 1; goto a; b: n++; goto c; a: n = 2; goto b; c: skip }
