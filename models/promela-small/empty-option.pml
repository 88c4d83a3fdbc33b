// weyl: verdict=holds states=152 transitions=310
// Options that begin with jumps.
byte n;
active [2] proctype P() { do :: break :: n < 2 -> n++ :: goto out od; n = 5; out: skip }
