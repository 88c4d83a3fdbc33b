// weyl: verdict=holds full-states=21 full-transitions=32
// Output is a step.
mtype = { one }; byte n;
active [2] proctype P() { printf("%d %e\n", n, one); n++; printm(one) }
