// weyl: verdict=holds full-states=152 full-transitions=310
// Options that begin with jumps.
byte n;
active [2] proctype P() { do :: break :: n < 2 -> n++ :: goto out od; n = 5; out: skip }
