// weyl: verdict=holds full-states=12 full-transitions=15
// Arguments are values: later changes of the variable are not seen, and they are cut to the parameter's type.
byte n; int v = 300;
proctype C(byte b; bit q; short s) { n = b + q; assert(s == 300); assert(b == 44) }
init { run C(v, v, v); v = 0 }
