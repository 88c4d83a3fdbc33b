// weyl: verdict=holds full-states=9 full-transitions=8
// Unary minus and complement of bytes.
byte b = 5; int i;
active proctype P() {
	i = -b; assert(i == -5); i = ~b; assert(i == -6); b = -b; assert(b == 251); i = - - 3
}
