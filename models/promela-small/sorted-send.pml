// weyl: verdict=holds full-states=12 full-transitions=11
// `!!` keeps the channel sorted by all fields, from the first to the last.
chan c = [4] of { byte, byte }; byte a, b;
active proctype P() {
	c!!3,1; c!!1,2; c!!1,1; c!!2,9; c?a,b; assert(a == 1 && b == 1); c?a,b;
	assert(a == 1 && b == 2); c?a,b; assert(a == 2)
}
