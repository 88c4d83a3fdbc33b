// weyl: verdict=holds full-states=10 full-transitions=9
// Stores into a short keep sixteen bits with sign.
short s; int i;
active proctype P() {
	s = 40000; i = s; assert(i == -25536); s = 32767; s++; assert(s == -32768); s--;
	assert(s == 32767)
}
